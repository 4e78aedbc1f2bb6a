// What the simulation finds and nobody has mended yet: printed in a column of its own, never silently. Empty is the goal.
import { sentences } from './sentences.ts';

/** Sentence -> why it may still be broken. */
export const known: ReadonlyMap<string, string> = new Map([
  [sentences.herd, 'now and then a second request stands beside the probe after Retry-After'],
]);
