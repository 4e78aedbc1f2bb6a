// What the simulation finds and nobody has mended yet: printed in a column of its own, never silently. Empty is the goal.
import { sentences } from './sentences.ts';

/** Sentence -> why it may still be broken. */
export const known: ReadonlyMap<string, string> = new Map([
  [sentences.early, 'Retry-After is kept per account and not over a restart, and steps of several requests go on'],
  [sentences.deadSecret, 'a lane that was just starting does not look at the sign-in again'],
  [sentences.manyDead, 'lanes that are under way may be refused one after the other'],
  [sentences.herd, 'no probe goes first after Retry-After'],
]);
