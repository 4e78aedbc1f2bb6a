// Whether a token lives long enough for a clip: a site looks at it only when the whole body has arrived (decision 17).
import type { AccountId, WallMs } from '../../model.ts';

export interface TokenLife {
  readonly endsAt: WallMs | null;
  /** From its beginning to its end, in ms; null = not known. */
  readonly lifeMs: number | null;
  readonly renewable: boolean;
}

/** How long sending a clip will take, in ms; `measured` false = a guess, nothing was sent to this account yet. */
export interface Expected {
  readonly ms: number;
  readonly measured: boolean;
}

/**
 * 'renew' = get a new token first; 'sign-in' = the user has to, before anything is sent; 'too-short' = even a new token would
 * end before the clip is there.
 */
export type Outlook = 'go' | 'renew' | 'sign-in' | 'too-short';

/** Lines are uneven, and clocks differ a little. */
const spare = 1.25;
const marginMs = 30_000;

export function outlook(life: TokenLife, now: WallMs, expected: Expected): Outlook {
  if (life.endsAt === null) return 'go';
  const left = life.endsAt - now;
  const needed = expected.ms * spare + Math.min(marginMs, (life.lifeMs ?? marginMs) / 4);
  if (left >= needed) return 'go';
  const neverEnough = life.lifeMs !== null && life.lifeMs < needed;
  if (neverEnough && expected.measured) return 'too-short';
  if (life.renewable) return 'renew';
  // By a guess alone nobody is asked for a token that would not be enough either.
  return neverEnough && left > 0 ? 'go' : 'sign-in';
}

/** Where nothing was measured: a slow line at home, in bytes per second. */
const guessedSpeed = 1024 * 1024;
/** Less than this fits into buffers on the way and says nothing about the line. */
const tellingBytes = 4 * 1024 * 1024;

export interface Pace {
  /** Tells that `bytes` took `ms` to leave. */
  took(accountId: AccountId, bytes: number, ms: number): void;
  expected(accountId: AccountId, bytes: number): Expected;
}

/** Remembers how fast clips lately went to each account. */
export function createPace(): Pace {
  const speeds = new Map<AccountId, number>();
  return {
    took: (accountId, bytes, ms) => {
      if (bytes < tellingBytes || ms <= 0) return;
      const speed = (bytes / ms) * 1_000;
      const before = speeds.get(accountId);
      speeds.set(accountId, before === undefined ? speed : (before + speed) / 2);
    },
    expected: (accountId, bytes) => {
      const speed = speeds.get(accountId);
      return { ms: (bytes / (speed ?? guessedSpeed)) * 1_000, measured: speed !== undefined };
    },
  };
}
