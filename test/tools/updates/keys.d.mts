export function makeKeys(args: readonly string[]): Promise<number>;
