// When an update that is ready is put in place: never while a clip is on its way; pure.
import { minuteMs, secondMs } from '../../retry.ts';

/** Between two clips of a queue nothing is on its way for a moment. */
export const wantedIdleMs = 3 * secondMs;
/** Nobody waits for it: a person may be about to come back. */
export const unaskedIdleMs = 10 * minuteMs;

export interface Situation {
  /** It goes without a word of the person. */
  readonly isAutomatic: boolean;
  /** The person has asked for it. */
  readonly isWanted: boolean;
  /** For how long no clip has been on its way; null = one is. */
  readonly idleMs: number | null;
  readonly isWindowShown: boolean;
  /** Somebody would have to sign in again after it: secrets are kept for this run only. */
  readonly losesSignIns: boolean;
}

/** Whether the app goes now, to come back as the new version. */
export function mayRestart({ isAutomatic, isWanted, idleMs, isWindowShown, losesSignIns }: Situation): boolean {
  if (idleMs === null) return false;
  if (isWanted) return idleMs >= wantedIdleMs;
  return isAutomatic && !isWindowShown && !losesSignIns && idleMs >= unaskedIdleMs;
}

/** Whether an app that goes anyway goes for good as this version: everything that it did has stopped by then. */
export const mayInstallOnQuit = ({ isAutomatic, isWanted }: Pick<Situation, 'isAutomatic' | 'isWanted'>): boolean =>
  isWanted || isAutomatic;
