// Adds clips to the queue, however they came: collected, recognised, compared with what is known, written in groups.
//
// One path for drops and watched folders. A file is known by its place, its identity or a copy compared before; only where a
// clip of equal size is known does comparing cost a read of both to their ends.
import path from 'node:path';
import type { AddResult, Draft, Refused } from '../../../preload/contract.ts';
import { type Collected, collect } from '../../ingest/collect.ts';
import { fingerprint } from '../../ingest/fingerprint.ts';
import {
  type Account,
  type AccountId,
  type Clip,
  emptyDraft,
  type FolderId,
  type Job,
  type JobId,
  type PresetId,
} from '../../model.ts';
import { type Buffers, type Clock, FileError, type Files, type Hasher, type Random } from '../../ports.ts';
import { newJob } from '../../queue/job/job-state.ts';
import { foundBefore } from '../../queue/job/presumed-attempt.ts';
import type { Runner } from '../../queue/runner/runner.ts';
import type { JobChange, QueueStore } from '../../queue/store/job-store.ts';
import type { Ledger } from '../../queue/store/ledger.ts';
import { positionStep } from '../../queue/store/order.ts';
import type { PresetStore } from '../../site/store/preset-store.ts';
import { recordOf, resumePoint } from '../../states.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { requireAccount } from '../accounts/require.ts';
import type { Changes, Signals } from '../changes.ts';
import { type NewText, newText } from '../metadata/new-text.ts';
import { withLengths } from '../metadata/read-facts.ts';
import type { Sidecars } from '../sidecars/sidecars.ts';
import type { OnSite } from './on-site.ts';
import { type PresumeOptions, presumedAttemptOf } from './presume.ts';
import { freshMs, type Quiet, toClips } from './to-clip.ts';
import { askVersion, olderOf } from './version-question.ts';

export interface AddingOptions extends PresumeOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly files: Files;
  readonly hasher: Hasher;
  readonly buffers: Buffers;
  readonly accounts: Pick<Accounts, 'account' | 'holdsNew'>;
  readonly presets: Pick<PresetStore, 'find'>;
  readonly store: QueueStore;
  readonly ledger: Ledger;
  readonly changes: Signals<Changes>;
  readonly onSite: Pick<OnSite, 'of'>;
  readonly sidecars: Pick<Sidecars, 'beside' | 'begun' | 'note'>;
  readonly runner: Pick<Runner, 'bringBack' | 'relocate' | 'replaceClip'>;
  /** By how many ms the wall clock was set since the last question; 0 = it was not. */
  readonly clockSetMs: () => number;
}

export interface Destination {
  readonly accountId: AccountId;
  /** The watched folder that brings the clips; null = the user named them. */
  readonly folderId: FolderId | null;
  /** What each of them gets by itself. */
  readonly text: Pick<NewText, 'of'>;
  /** The number of the next new one; goes on with each that is written down. */
  readonly numbers: { next: number };
  /** They wait for their user's word. */
  readonly isHeld: boolean;
  /** Told of each clip that is on the list now and was not before; `isReady` = it waits for its user's word. */
  readonly onAdded?: (jobId: JobId, isReady: boolean) => void;
}

/**
 * 'known' = on the list or held back by the user; 'changed' = not the file any more that was looked at; 'silent' = its disk did
 * not answer when it was to be compared.
 */
export type Added = 'added' | 'on-site' | 'known' | 'changed' | 'silent';

/** Written with one commit each, in about ten milliseconds; the window shows the first ones while the rest is still being looked at. */
const groupSize = 40;

/** A clip on its way into the list; `sha256` once it had to be read. */
interface Comparing {
  readonly clip: Clip;
  readonly index: number;
  readonly sha256: string | null;
}

/** A job that is this very clip, or holds an older version of it. */
interface Met {
  readonly job: Job;
  readonly clip: Clip;
  readonly index: number;
}

/** What is to become of a clip: it is known (here, or to the computer before), takes the place of an older version, is read first, or is new. */
type Place =
  | { readonly kind: 'known' | 'new-version'; readonly job: Job }
  | { readonly kind: 'brought'; readonly videoId: number }
  | { readonly kind: 'read' | 'new' };

/** `unreadable` = jobs whose files are gone or changed, or what the computer before had: there is nothing to be compared with them any more. */
function placeOf(ledger: Ledger, accountId: AccountId, one: Comparing, unreadable: ReadonlySet<JobId>): Place {
  const { clip, sha256 } = one;
  const { size } = clip.identity;
  const known = ledger.known(accountId, clip.identity, clip.path);
  const same = known ?? (sha256 === null ? null : ledger.byContent(accountId, size, sha256));
  const open = ledger.openAt(accountId, clip.path);
  // Its job sends whatever lies there: a second one would send the same bytes again (F-25).
  const newVersion = open !== null && resumePoint(open.state).from !== 'describe';
  // The same bytes, written again, are a new version as far as their job is concerned, until they are on the site.
  if (same && (known || !newVersion || same.id !== open.id)) return { kind: 'known', job: same };
  // While the old one may be on its way the new one waits, and need not be read yet.
  const isUnderWay = newVersion && (recordOf(open.state).runs || resumePoint(open.state).from === 'look');
  if (!isUnderWay && ledger.hasSize(accountId, size)) {
    if (sha256 === null) return { kind: 'read' };
    if (ledger.unhashed(accountId, size).some((job) => !unreadable.has(job.id))) return { kind: 'read' };
    const brought = newVersion ? null : ledger.brought.find(accountId, size, sha256);
    if (brought !== null) return { kind: 'brought', videoId: brought.videoId };
  }
  return newVersion ? { kind: 'new-version', job: open } : { kind: 'new' };
}

/** Adds recognised clips, each at most once; what became of each, in their order. */
export async function addClips(
  options: AddingOptions,
  clips: readonly Clip[],
  destination: Destination,
): Promise<readonly Added[]> {
  const { clock, random, store, ledger } = options;
  const { accountId, folderId, text, numbers, isHeld } = destination;
  const outcomes: Added[] = clips.map(() => 'added');
  const found: Met[] = [];
  const newVersions: Met[] = [];
  /** Clips that asked their user as soon as they were there. */
  const questions: JobChange[] = [];
  const unreadable = new Set<JobId>();
  const beside = await options.sidecars.beside(clips);

  const insert = ({ clip, sha256 }: Comparing, position: number, number: number): JobId => {
    const id = random.hex(8);
    // What is typed for any clip would stand in the way of what the older video has.
    const older = olderOf(options, accountId, clip.path);
    const begun = options.sidecars.begun(accountId, text.of(clip, number), beside.get(clip.path));
    const { draft } = begun;
    const own = older === null ? draft : emptyDraft;
    const draftRevision = Number(Object.values(own).some((value) => value !== null));
    const added = { draft: own, draftRevision, addedAt: clock.now() };
    const job = newJob({ ...{ id, position, accountId, clip, sha256, folderId, isHeld }, ...added });
    store.insertJob(job);
    options.sidecars.note(id, begun);
    const asked = older && askVersion(options, id, older, draft);
    if (asked) questions.push(asked);
    const before = presumedAttemptOf(options, job);
    if (before !== null) {
      store.insertAttempt(before.attempt);
      store.change(id, { kind: 'presumed', attemptId: before.attempt.id, since: before.since, now: clock.now() });
    }
    return id;
  };

  /**
   * What the computer before had on the site stands in the ledger here, too, and is never read again. Who names it sees its row, which says
   * what the site has of it by now: the computer before is no witness of that. What a folder brings stays off the list.
   */
  const remember = ({ clip, index, sha256 }: Comparing, videoId: number, position: number): void => {
    const id = random.hex(8);
    const now = clock.now();
    store.insertJob(newJob({ id, position, accountId, clip, draft: emptyDraft, sha256, addedAt: now }));
    for (const event of foundBefore(id, videoId, now)) store.change(id, event);
    if (folderId !== null) store.change(id, { kind: 'removed' });
    outcomes[index] = 'on-site';
  };

  /** Gives the id of its new job, 'read' = it has to be read first, or null. Inside a write. */
  const settle = (one: Comparing, position: number, number: number): JobId | 'read' | null => {
    const { clip, index } = one;
    const place = placeOf(ledger, accountId, one, unreadable);
    switch (place.kind) {
      case 'read':
        return 'read';
      case 'known':
        found.push({ job: place.job, clip, index });
        return null;
      case 'new-version':
        newVersions.push({ job: place.job, clip, index });
        return null;
      case 'brought':
        remember(one, place.videoId, position);
        return null;
      case 'new':
        return insert(one, position, number);
    }
  };

  /** One write: what is on the list cannot change between the question and the answer. Gives those that have to be read first. */
  const settleAll = async (group: readonly Comparing[]): Promise<readonly Comparing[]> => {
    const { ids, unread } = await store.write(() => {
      questions.length = 0;
      const first = store.nextPosition();
      // A write that is tried again counts from where it began.
      let number = numbers.next;
      const settled = group.map((one, at) => {
        const became = settle(one, first + at * positionStep, number);
        if (became !== null && became !== 'read') number++;
        return { one, became };
      });
      return {
        ids: settled.flatMap(({ became }) => (became === null || became === 'read' ? [] : [became])),
        unread: settled.flatMap(({ one, became }) => (became === 'read' ? [one] : [])),
      };
    });
    numbers.next += ids.length;
    for (const id of ids) destination.onAdded?.(id, isHeld && !questions.some(({ after }) => after.id === id));
    for (const asked of questions) options.changes.tell('moved', asked);
    if (ids.length > 0) options.changes.tell('added', null);
    return unread;
  };

  let comparing = await settleAll(clips.map((clip, index) => ({ clip, index, sha256: null })));
  while (comparing.length > 0) {
    const read: Comparing[] = [];
    for (const one of comparing) {
      const sha256 = one.sha256 ?? (await contentOf(options, one.clip));
      if (sha256 === null || sha256 === 'silent') outcomes[one.index] = sha256 ?? 'changed';
      else read.push({ ...one, sha256 });
    }
    for (const size of new Set(read.map((one) => one.clip.identity.size)))
      await readJobs(options, accountId, size, unreadable);
    comparing = await settleAll(read);
  }

  for (const { job, clip, index } of newVersions) {
    outcomes[index] = (await options.runner.replaceClip(job.id, clip)) ? 'known' : 'changed';
  }
  for (const met of found) {
    const outcome = await meetAgain(options, met, folderId, isHeld);
    outcomes[met.index] = outcome;
    if (outcome === 'added') destination.onAdded?.(met.job.id, options.store.job(met.job.id)?.state.kind === 'ready');
  }
  return outcomes;
}

/** Reads the clips of this size that were not read yet; notes in `unreadable` those with which nothing can be compared. */
async function readJobs(
  options: AddingOptions,
  accountId: AccountId,
  size: number,
  unreadable: Set<JobId>,
): Promise<void> {
  const { ledger, store } = options;
  for (const job of ledger.unhashed(accountId, size)) {
    if (unreadable.has(job.id)) continue;
    const sha256 = await contentOf(options, job.clip);
    // On a disk that does not answer it can be compared no more than one that is gone.
    if (sha256 === null || sha256 === 'silent') unreadable.add(job.id);
    else if (!(await store.write(() => ledger.rememberRead(job, sha256)))) unreadable.add(job.id);
  }
}

/** sha256 of the clip's file; null = it is not the clip any more, 'silent' = its disk does not answer. */
function contentOf(options: AddingOptions, clip: Clip): Promise<string | null> {
  return fingerprint(options, clip.path, clip.identity).catch((error: unknown) => {
    if (error instanceof FileError) return 'silent';
    throw error;
  });
}

/** A clip that is on the list already: where it lies now is remembered, and who named it gets it back. */
async function meetAgain(
  options: AddingOptions,
  { job, clip }: Met,
  folderId: FolderId | null,
  isHeld: boolean,
): Promise<Added> {
  const { files, store, ledger, runner } = options;
  if (job.clip.path !== clip.path) {
    await store.write(() => ledger.rememberCopy(job.id, clip.identity, clip.path));
    const moved = job.state.kind !== 'done' && (await isMissing(files, job.clip.path));
    if (moved) await runner.relocate(job.id, clip);
  }
  const isDone = job.state.kind === 'done';
  // Only the user brings back what the user took away: a folder never does. The row of a clip that arrived says whether it is there still.
  const isAway = job.removed || job.state.kind === 'cancelled';
  if (folderId === null && isAway) await runner.bringBack(job.id, isHeld);
  if (isDone) return 'on-site';
  return folderId === null && isAway ? 'added' : 'known';
}

async function isMissing(files: Files, file: string): Promise<boolean> {
  try {
    await files.stat(file);
    return false;
  } catch (error) {
    if (error instanceof FileError) return error.problem === 'missing';
    throw error;
  }
}

/** The clips that turned out not to be what was looked at, or could not be compared. */
function notAdded(clips: readonly Clip[], outcomes: readonly Added[]): readonly Refused[] {
  return clips.flatMap(({ name }, index): readonly Refused[] => {
    if (outcomes[index] === 'changed') return [{ name, reason: 'unfinished' }];
    return outcomes[index] === 'silent' ? [{ name, reason: 'no-answer' }] : [];
  });
}

/**
 * What new clips of the account get, and whether they wait for their user's word. Where a preset was chosen that is gone, cannot be read or
 * is another account's, nothing is made up: they wait. `rules` = of the folder that brings them, where one does.
 */
export function forNew(
  { clock, accounts, presets }: Pick<AddingOptions, 'clock' | 'accounts' | 'presets'>,
  { id: accountId }: Pick<Account, 'id'>,
  presetId: PresetId | null,
  rules: { readonly draft: Draft; readonly isHeld: boolean | null } = { draft: emptyDraft, isHeld: null },
): { readonly text: NewText; readonly isHeld: boolean } {
  const preset = presetId === null ? null : presets.find(presetId);
  const content = preset?.accountId === accountId ? preset.content : null;
  const isLost = presetId !== null && content === null;
  return {
    text: newText(clock, content, rules.draft),
    isHeld: isLost || (rules.isHeld ?? accounts.holdsNew(accountId)),
  };
}

/** With their lengths, where these are wanted; of clips that are known nobody has to know them. */
export async function readFor(
  { files, ledger }: Pick<AddingOptions, 'files' | 'ledger'>,
  { needsLength }: Pick<NewText, 'needsLength'>,
  accountId: AccountId,
  clips: readonly Clip[],
): Promise<readonly Clip[]> {
  if (!needsLength) return clips;
  return withLengths(files, clips, ({ identity, path: place }) => ledger.known(accountId, identity, place) === null);
}

/** `presetId` = what they get; left out = what new clips of the account get. `paths` are absolute, however they were named. Never throws for what a disk does; throws NotFound for an account that is gone. */
export async function addPaths(
  options: AddingOptions,
  paths: readonly string[],
  accountId: AccountId,
  presetId?: PresetId | null,
): Promise<AddResult> {
  const { clock, files } = options;
  const account = requireAccount(options.accounts, accountId);
  const { text, isHeld } = forNew(options, account, presetId === undefined ? account.presetId : presetId);
  const found = await collect(files, paths, path.join);
  const seenAt = clock.monotonic();
  const refused: Refused[] = found.refused.map((one) => ({ name: path.basename(one.path), reason: one.reason }));
  const counts = { added: 0, known: 0, 'on-site': 0, changed: 0, silent: 0 };
  const untold: Collected[] = [];
  let firstId: JobId | null = null;
  let ready = 0;
  const numbers = { next: 1 };

  const add = async (collected: readonly Collected[], quiet: Quiet): Promise<void> => {
    for (let at = 0; at < collected.length; at += groupSize) {
      const clips: Clip[] = [];
      for (const [file, clip] of await toClips(files, collected.slice(at, at + groupSize), quiet)) {
        if (clip === 'untold') untold.push(file);
        else if (typeof clip === 'string') refused.push({ name: path.basename(file.path), reason: clip });
        else clips.push(clip);
      }
      const onAdded = (id: JobId, isReady: boolean): void => {
        firstId ??= id;
        ready += Number(isReady);
      };
      const to: Destination = { accountId, folderId: null, text, numbers, isHeld, onAdded };
      const outcomes = await addClips(options, await readFor(options, text, accountId, clips), to);
      for (const outcome of outcomes) counts[outcome]++;
      refused.push(...notAdded(clips, outcomes));
    }
  };

  const wasSet = options.clockSetMs() !== 0;
  await add(found.files, (changedAt) => {
    const age = clock.now() - changedAt;
    if (Math.abs(age) < freshMs) return 'fresh';
    return wasSet || age < 0 ? 'untold' : 'quiet';
  });
  if (untold.length > 0) {
    // By a clock that was set, here or in the camera, nobody knows how long ago they were changed: whether they are is seen (F-13, F-23).
    await new Promise<void>((resolve) => clock.after(Math.max(0, seenAt + freshMs - clock.monotonic()), resolve));
    await add(untold, () => 'quiet');
  }
  return {
    ...(firstId === null ? {} : { firstId }),
    added: counts.added,
    ready,
    alreadyQueued: counts.known,
    alreadyOnSite: counts['on-site'],
    notVideos: found.notVideos,
    refused,
  };
}
