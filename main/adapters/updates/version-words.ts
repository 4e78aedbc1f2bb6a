// What a Clipferry is asked before it takes the place of another, and what it says: that it starts, and which one it is.

export const versionArgument = '--say-version';
export const versionLine = (version: string): string => `clipferry ${version}`;
