// Holds an account back for as long as its site asked for: the floor counts for all its jobs, not only the one that met it (F-14).
import type { AccountId, Meaning } from '../model.ts';
import type { Clock, Random } from '../ports.ts';

export interface Holds {
  /** Remembers a floor when the meaning names one; a longer one that is known stays. */
  note(accountId: AccountId, meaning: Meaning | null): void;
  /** Milliseconds until the account may speak again; 0 = now. */
  leftMs(accountId: AccountId): number;
  /** The user wants it now. */
  lift(accountId: AccountId): void;
}

/** Forgotten at a restart; the job that met the floor keeps its own due time on disk. */
export function createHolds(clock: Clock, random: Random): Holds {
  const ends = new Map<AccountId, number>();
  const leftMs = (accountId: AccountId): number => Math.max(0, (ends.get(accountId) ?? 0) - clock.monotonic());
  return {
    note: (accountId, meaning) => {
      if (meaning?.kind !== 'retry' || meaning.afterMs === null) return;
      // Jitter only ever adds, so that many computers do not come back at once.
      const ms = meaning.afterMs * (1 + random.fraction() / 10);
      if (ms > leftMs(accountId)) ends.set(accountId, clock.monotonic() + ms);
    },
    leftMs,
    lift: (accountId) => {
      ends.delete(accountId);
    },
  };
}
