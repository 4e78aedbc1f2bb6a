export function makeFeed(args: readonly string[]): Promise<number>;
