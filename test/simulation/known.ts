// What the simulation finds and nobody has mended yet: printed in a column of its own, never silently. Empty is the goal.
/** Sentence -> why it may still be broken. */
export const known: ReadonlyMap<string, string> = new Map();
