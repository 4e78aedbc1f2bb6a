// May this file be taken yet? Pure: what was known of it, what was seen now and the clock -> wait, look inside, take, refuse.
//
// Nothing is ever given up: a file that is not whole is looked at again, at growing distances, for as long as it is there (F-24).
// A file is quiet when device, inode, size and change time were the same in every look of a time; how much quiet is asked for
// depends on what its container can prove (F-23), and on who writes to it, where the system shows that.
import type { Ending } from './container-end.ts';

/** What the inside of a file said, or what stood in the way of looking. */
export type Inside = Ending | 'unfinished' | 'not-video' | 'busy' | 'away' | 'unreadable' | 'accompanied' | 'elsewhere';

/** What the system says of programs that write: one holds it, none that is shown does, or nothing. */
export type WriterSight = 'held' | 'none' | 'unknown';

/** What one look at a file saw. `key` = everything that changes when the file does. */
export type Observation =
  | { readonly kind: 'gone' }
  | { readonly kind: 'unreadable' }
  | {
      readonly kind: 'file';
      readonly key: string;
      readonly size: number;
      /** Its end proves nothing for its middle: parts may never have been written, or be of an older version. */
      readonly doubtful: boolean;
      /** Ms since anything of it changed, by its disk's own times; 0 = they do not say. */
      readonly restedMs: number;
      /** It was written lately, and not in one go. */
      readonly isUnderWay: boolean;
      readonly inside: Inside | null;
      readonly writer: WriterSight;
    };

type SeenFile = Extract<Observation, { readonly kind: 'file' }>;

/** What is remembered between two looks. Times are monotonic milliseconds. */
export interface Candidate {
  /** '' = could not be seen. */
  readonly key: string;
  readonly size: number;
  readonly quietSince: number;
  /** A program held it when that was last to be seen. */
  readonly held: boolean;
  /** How often it was let go with something in it, or changed after that. */
  readonly closes: number;
  /** It was made elsewhere or under another name, and has not changed since it came. */
  readonly isBrought: boolean;
  /**
   * It changed and kept its size, or nobody saw what was done to it before the first look: what its end proves may have been there
   * before.
   */
  readonly isRewritten: boolean;
  /** A program kept everybody else out of it. */
  readonly wasBusy: boolean;
}

export type WaitsFor =
  | 'held'
  | 'changing'
  | 'empty'
  | 'unfinished'
  | 'busy'
  | 'away'
  | 'unreadable'
  | 'unproven'
  | 'elsewhere';

export type Readiness =
  | { readonly kind: 'wait'; readonly why: WaitsFor; readonly afterMs: number; readonly candidate: Candidate }
  /** Quiet for long enough to be worth opening: look inside, then ask again with what was found. */
  | { readonly kind: 'look-inside'; readonly candidate: Candidate }
  | { readonly kind: 'take' }
  /** Until it changes. */
  | { readonly kind: 'refuse'; readonly reason: 'not-video' }
  | { readonly kind: 'forget' };

/** The longest time between two looks at a file that is not whole. */
export const longestWaitMs = 60_000;
/** While a program holds a file, asking that one program again costs next to nothing. */
export const heldLookMs = 1_000;
/** The quiet time of new folders in ms; a longer one was chosen, or belongs to a disk of which less is seen. */
export const usualStableMs = 2_000;
/**
 * How many times the folder's own quiet time is asked of what cannot prove its end, or is doubtful, and of what looks as during recording,
 * or is both. Copies over a network that falters, and programs that write in bursts, pause for two minutes.
 */
export const untoldTimes = 75;
export const openTimes = 300;
/** And of what a program keeps open without changing it: where its container proves its end, and where it does not. */
export const keptTimes = 300;
export const keptLongTimes = 1_800;

/** What grows is written to at its end, and so is not written over. */
function isRewritten(before: Candidate | null, seen: Observation): boolean {
  if (seen.kind !== 'file') return before?.isRewritten === true;
  if (before === null || before.key === '') return seen.isUnderWay && seen.writer === 'unknown';
  if (before.key === seen.key) return before.isRewritten;
  return before.size === seen.size;
}

/** What is known of the file from now on. */
function rememberedOf(before: Candidate | null, seen: Observation, now: number, isBrought: boolean): Candidate {
  const { key, size, writer } = seen.kind === 'file' ? seen : { key: '', size: 0, writer: 'unknown' };
  const [wasHeld, closes] = [before?.held === true, before?.closes ?? 0];
  const isHeld = writer === 'held';
  const isLetGo = wasHeld && writer === 'none' && seen.kind === 'file' && seen.size > 0;
  const isAnother = before?.key !== key;
  const changedSince = !isHeld && !wasHeld && closes > 0 && isAnother;
  return {
    ...{ key, size },
    quietSince: before === null || isAnother || isLetGo ? now : before.quietSince,
    held: isHeld || (wasHeld && writer === 'unknown'),
    closes: closes + (isLetGo || changedSince ? 1 : 0),
    isBrought: before === null ? isBrought : before.isBrought && !isAnother,
    isRewritten: isRewritten(before, seen),
    wasBusy: before?.wasBusy === true,
  };
}

/** Perhaps whole, for all that its kind of container can say. */
const isWatchable = (inside: Inside): boolean => inside === 'untold' || inside === 'ragged' || inside === 'open';

/**
 * Some programs keep a file open that they finished long ago, as those that share it do: what has not changed for `keptTimes` is taken
 * where it can prove its end, and what cannot for much longer.
 */
function whileHeld(inside: Inside | null, candidate: Candidate, quietMs: number, stableMs: number): Readiness {
  const isKept = (times: number): boolean => quietMs >= stableMs * times;
  if (!isKept(keptTimes)) return { kind: 'wait', why: 'held', afterMs: heldLookMs, candidate };
  if (inside === null) return { kind: 'look-inside', candidate };
  if (inside === 'proven' || (isKept(keptLongTimes) && isWatchable(inside))) return { kind: 'take' };
  return { kind: 'wait', why: 'held', afterMs: longestWaitMs, candidate };
}

/** Half as long again as it has been quiet, so that a long wait costs few looks. */
const laterMs = (quietMs: number, stableMs: number): number => Math.min(longestWaitMs, Math.max(stableMs, quietMs / 2));

/**
 * Who opened it once and let it go has written all of it, as who brought it whole has; who comes back may come again, as a folder's long
 * quiet time warns. When a file was made is no proof where writers are not seen: macOS gives copies the time of their source. Where the
 * system lets nobody in as long as somebody writes, being let in says that it is over (F-35).
 */
const wasClosed = ({ writer }: SeenFile, { closes, isBrought, wasBusy }: Candidate): boolean =>
  (writer === 'none' && (closes === 1 || (closes === 0 && isBrought))) || wasBusy;

export interface Circumstances {
  /** Monotonic ms. */
  readonly now: number;
  /** The folder's quiet time in ms. */
  readonly stableMs: number;
  /** At the first look: it was made elsewhere or under another name. */
  readonly isBrought: boolean;
}

/** A file that no program is seen to hold: by what its inside says, and for how long nothing happened. */
function whileFree(
  seen: SeenFile,
  candidate: Candidate,
  isClosed: boolean,
  quietMs: number,
  stableMs: number,
): Readiness {
  /** Its disk's own times tell of the time before the first look, where no program can write past them unseen. */
  const restedMs = seen.writer === 'none' ? Math.max(quietMs, seen.restedMs) : quietMs;
  const wait = (why: WaitsFor, afterMs: number): Readiness => ({ kind: 'wait', why, afterMs, candidate });
  const quiet = (times: number, mayBeClosed = true): Readiness => {
    const leftMs = stableMs * times - restedMs;
    if ((mayBeClosed && isClosed) || leftMs <= 0) return { kind: 'take' };
    return wait('unproven', Math.min(laterMs(quietMs, stableMs), leftMs));
  };
  const isDoubtful = seen.doubtful || candidate.isRewritten;
  switch (seen.inside) {
    case null:
      return { kind: 'look-inside', candidate };
    case 'not-video':
      // What was only begun may not look like one yet.
      return quietMs < stableMs ? wait('changing', stableMs - quietMs) : { kind: 'refuse', reason: 'not-video' };
    case 'proven':
      // Holes are a doubt and no refusal: disks that compress, and copies that leave zeros out, make them, too.
      return isDoubtful ? quiet(untoldTimes) : { kind: 'take' };
    case 'untold':
      return quiet(isDoubtful ? openTimes : untoldTimes);
    case 'open':
      return quiet(openTimes);
    case 'ragged':
      // Whoever let it go may come back for the rest of the packet.
      return quiet(openTimes, false);
    case 'unfinished':
    case 'cut':
    case 'accompanied':
      return wait('unfinished', laterMs(quietMs, stableMs));
    case 'busy':
      return {
        kind: 'wait',
        why: 'busy',
        afterMs: laterMs(quietMs, stableMs),
        candidate: { ...candidate, wasBusy: true },
      };
    case 'away':
    case 'unreadable':
    case 'elsewhere':
      return wait(seen.inside, laterMs(quietMs, stableMs));
  }
}

/** The first look at a file has `before` = null. */
export function readiness(
  before: Candidate | null,
  seen: Observation,
  { now, stableMs, isBrought }: Circumstances,
): Readiness {
  if (seen.kind === 'gone') return { kind: 'forget' };
  const candidate = rememberedOf(before, seen, now, isBrought);
  const quietMs = now - candidate.quietSince;
  const wait = (why: WaitsFor, afterMs: number): Readiness => ({ kind: 'wait', why, afterMs, candidate });
  if (seen.kind === 'unreadable') return wait('unreadable', laterMs(quietMs, stableMs));
  // A name without a byte is the promise of a file.
  if (seen.size === 0) return wait('empty', laterMs(quietMs, stableMs));
  if (seen.writer === 'held') return whileHeld(seen.inside, candidate, quietMs, stableMs);
  const isClosed = wasClosed(seen, candidate) && (stableMs <= usualStableMs || quietMs >= stableMs);
  if (!isClosed && quietMs < stableMs) return wait('changing', stableMs - quietMs);
  return whileFree(seen, candidate, isClosed, quietMs, stableMs);
}
