// What may not work out while somebody signs in: the user is told why.
import type { ConnectFailure, Outcome } from '../../../preload/contract.ts';
import { CannotConnect } from '../../site/connect/discover.ts';

/** Runs it; CannotConnect becomes the failure that the user is told. */
export async function outcomeOf<T>(work: () => Promise<T>): Promise<Outcome<T, ConnectFailure>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof CannotConnect) return { ok: false, failure: error.failure };
    throw error;
  }
}
