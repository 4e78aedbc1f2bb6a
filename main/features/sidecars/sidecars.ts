// Files beside clips that tell their details: read when a clip is added, when one is heard of or looked at, and right before it leaves.
//
// Invariants:
// - what a person typed is never written over: only what the preset or the file itself put there is (sidecar-draft.ts);
// - once a clip has begun to leave its file is not read any more; names that were read before become terms later all the same.
import pLimit from 'p-limit';
import type { SidecarView } from '../../../preload/contract.ts';
import { SiteRefusal } from '../../answers.ts';
import { createSidecarFiles, type FoundSidecar } from '../../ingest/sidecar-files.ts';
import { clipsOfSidecar } from '../../ingest/sidecar-name.ts';
import type { AccountId, Clip, Draft, FormShape, Job, JobId, SiteId, Video } from '../../model.ts';
import { type Clock, type Files, HttpError, type Logger, type Sql } from '../../ports.ts';
import type { Runner } from '../../queue/runner/runner.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import type { NewerVersions } from '../../queue/store/newer-versions.ts';
import { minuteMs } from '../../retry.ts';
import { createSingleFlight } from '../../single-flight.ts';
import type { AuthorizedClient, SiteCalls } from '../../site/client/client.ts';
import { coreForm, learnForm } from '../../site/content/form.ts';
import type { FormStore } from '../../site/store/form-store.ts';
import { isUnsent } from '../../states.ts';
import type { Handlers } from '../../uploader-api.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { requireJob } from '../accounts/require.ts';
import type { Changes, Signals } from '../changes.ts';
import { seenWhenTyped } from '../metadata/drafts.ts';
import { lookUpNames, type WantedName } from './name-look-up.ts';
import { isWaiting, nothingPut, withSidecar } from './sidecar-draft.ts';
import { type KeptSidecar, type SidecarRow, type SidecarStore, sidecarStore } from './sidecar-store.ts';
import { type SidecarText, sidecarText } from './sidecar-text.ts';
import { sidecarView, troubleOf } from './sidecar-view.ts';

export interface SidecarsOptions {
  readonly clock: Clock;
  readonly files: Files;
  readonly sql: Sql;
  readonly logger: Logger;
  readonly accounts: Pick<Accounts, 'account' | 'client' | 'ready' | 'siteOf'>;
  readonly calls: SiteCalls;
  readonly forms: FormStore;
  readonly store: Pick<QueueStore, 'job'>;
  readonly versions: Pick<NewerVersions, 'of'>;
  readonly runner: Pick<Runner, 'applyMany'>;
  readonly videos: { get(jobId: JobId): Video | null };
  readonly changes: Pick<Signals<Changes>, 'tell'>;
  /** Nobody is asked anything while this says no. */
  readonly mayBegin: () => boolean;
  /** The system's locale: files are written in its code page. */
  readonly region: string;
}

/** What was read beside a clip. */
export interface ReadSidecar extends SidecarText {
  readonly file: string;
  readonly stamp: string;
}

/** A new clip with what lies beside it. */
export interface BegunSidecar {
  readonly draft: Draft;
  readonly row: SidecarRow;
  /** Its site has to be asked. */
  readonly asks: boolean;
}

export interface Sidecars {
  /** What lies beside new clips, by their paths. Throws nothing for what a disk does. */
  beside(clips: readonly Clip[]): Promise<ReadonlyMap<string, ReadSidecar>>;
  /** What a new clip gets: `base` by its preset, and above it what its file says. */
  begun(accountId: AccountId, base: Draft, read: ReadSidecar | undefined): BegunSidecar;
  /** Inside the write that puts it on the list. */
  note(jobId: JobId, begun: BegunSidecar): void;
  /** Reads what lies beside a clip that has not begun to leave. */
  look(jobId: JobId): Promise<void>;
  /** The same right before it leaves: the last time that it is read. */
  beforeLeaving(jobId: JobId): Promise<void>;
  /** A file of this path appeared or changed in a folder whose clips go to the account. */
  heard(accountId: AccountId, path: string): void;
  /** Asks sites for the names that are not known yet. */
  kick(): void;
  /** Whether something waits for the account's site. */
  asks(accountId: AccountId): boolean;
  /** Null = no such file was found. */
  viewOf(job: Job): SidecarView | null;
  /** See JobRow. */
  troubleOf(job: Job): string | null;
  readonly handlers: Pick<Handlers, 'job.sidecarSeen'>;
  /** Resolves when nothing of it runs any more. */
  stop(): Promise<void>;
}

/** An exporter may write thousands of files in a moment. */
const looksAbreast = 4;
/** Clips whose names are looked up together. */
const mostAtOnce = 200;

const mayMake = ({ state }: Job): boolean => state.kind !== 'ready';

export function createSidecars(options: SidecarsOptions): Sidecars {
  const { store } = options;
  const rows = sidecarStore(options.sql);
  const understanding = createUnderstanding(options, rows);
  const { rowOf, understood, change } = understanding;
  const names = createNames(options, rows, understanding);
  const read = createReading(options);
  const hearing = createHearing(options, rows, (jobId, heard) => look(jobId, heard));

  /** Null = it has begun to leave, or nobody wants what lies beside it. */
  const unsent = (jobId: JobId): Job | null => {
    const job = store.job(jobId);
    if (job === null || job.removed || !isUnsent(job.state)) return null;
    const version = options.versions.of(jobId);
    // What takes an older video's place has that one's details; until that is said nothing is taken over.
    return version === null || version.choice === 'keep' ? job : null;
  };

  const look = async (jobId: JobId, heard?: readonly string[]): Promise<void> => {
    const job = unsent(jobId);
    if (job === null) return;
    const { kept, siteId } = rows.of(jobId);
    const found = await read(job.clip.path, kept?.stamp ?? null, heard);
    const isElsewhere = kept !== null && siteId !== understanding.siteOf(job.accountId);
    const isToMake = mayMake(job) && kept?.names.some(({ state }) => state === 'making') === true;
    if (found === null && !isElsewhere && !isToMake) return;
    await change([jobId], (_, row) => {
      if (unsent(jobId) === null) return null;
      return found === null ? row.kept : asKept(found, row.kept);
    });
    names.kick();
  };

  return {
    beside: async (clips) => {
      const found = await Promise.all(clips.map(async ({ path }) => [path, await read(path, null)] as const));
      return new Map(found.flatMap(([path, one]) => (one === null ? [] : [[path, one] as const])));
    },
    begun: (accountId, base, found) => {
      const row = { siteId: understanding.siteOf(accountId), base, kept: null };
      if (found === undefined) return { draft: base, row, asks: false };
      // Whether it waits for its user's word shows later.
      return understood(row, asKept(found, null), { accountId, draft: base, mayMake: false, isUnsent: true });
    },
    note: (jobId, { row, asks }) => {
      if (row.kept !== null || Object.values(row.base).some((value) => value !== null)) rows.save(jobId, row, asks);
    },
    look: (jobId) => look(jobId),
    beforeLeaving: async (jobId) => {
      await look(jobId);
      const { kept } = rows.of(jobId);
      const job = store.job(jobId);
      // Without its date it could be public before.
      const needsClock = kept?.later.some(({ problem }) => problem === 'date-zone') === true;
      if (job !== null && needsClock) await names.ask(job.accountId);
    },
    heard: hearing.heard,
    kick: names.kick,
    asks: rows.asks,
    viewOf: (job) => sidecarView(job, rowOf(job), options.forms.form(job.accountId)),
    troubleOf: (job) => troubleOf(job, rowOf(job)),
    handlers: {
      'job.sidecarSeen': async (jobId) => {
        requireJob(store, jobId);
        await change([jobId], (_, { kept }) => kept && { ...kept, isSeen: true });
      },
    },
    stop: async () => {
      await Promise.all([names.stop(), hearing.stop()]);
    },
  };
}

/** Reads what lies beside a clip; null = nothing, or nothing new. */
function createReading(options: Pick<SidecarsOptions, 'files' | 'clock' | 'region'>) {
  const beside = createSidecarFiles(options);
  return async (path: string, known: string | null, heard?: readonly string[]): Promise<ReadSidecar | null> => {
    const found = await beside.of(path, known, heard);
    return 'name' in found ? textOfFound(found, options.region) : null;
  };
}

/** Files of which a watcher tells, a few at a time. */
function createHearing(
  { logger }: Pick<SidecarsOptions, 'logger'>,
  rows: SidecarStore,
  look: (jobId: JobId, heard: readonly string[]) => Promise<void>,
) {
  const limit = pLimit(looksAbreast);
  const pending = new Set<Promise<void>>();
  let stopped = false;
  const lookBeside = async (accountId: AccountId, path: string): Promise<void> => {
    const at = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
    const name = path.slice(at);
    const clips = clipsOfSidecar(name).map((clip) => `${path.slice(0, at)}${clip}`);
    for (const jobId of stopped ? [] : rows.at(accountId, clips)) {
      // The one that was read before may be the more exact one.
      const before = rows.of(jobId).kept?.file;
      await look(jobId, before === undefined ? [name] : [name, before]);
    }
  };
  return {
    heard: (accountId: AccountId, path: string): void => {
      const work = limit(() => lookBeside(accountId, path))
        .catch((error: unknown) => logger.error('A file beside a clip was not read', { error: String(error) }))
        .finally(() => pending.delete(work));
      pending.add(work);
    },
    stop: async (): Promise<void> => {
      stopped = true;
      await Promise.all(pending);
    },
  };
}

type Understanding = ReturnType<typeof createUnderstanding>;

/** What rows mean on the sites of their clips, and the one way in which it gets into drafts. */
function createUnderstanding(options: SidecarsOptions, rows: SidecarStore) {
  const { accounts, clock, forms, runner } = options;
  const siteOf = (accountId: AccountId): SiteId => accounts.siteOf(accountId)?.id ?? '';
  const rowOf = (job: Job): SidecarRow => rowAt(siteOf(job.accountId), rows.of(job.id));
  const shapeOf = (accountId: AccountId): FormShape =>
    forms.form(accountId) ?? coreForm(accounts.account(accountId)?.canPublish ?? false);

  /** With what is known of the site and of its names by now. */
  const understood = (
    row: SidecarRow,
    kept: KeptSidecar,
    to: {
      readonly accountId: AccountId;
      readonly draft: Draft;
      readonly mayMake: boolean;
      readonly isUnsent: boolean;
    },
  ) => {
    const known = { shape: shapeOf(to.accountId), base: row.base, now: clock.now() };
    const mayHold = to.isUnsent || kept.later.some(({ problem }) => problem === 'held-hidden');
    const { draft, put, names, troubles: later, asks } = withSidecar({ ...kept, ...known, ...to, mayHold });
    return { draft, row: { ...row, kept: { ...kept, put, names, later } }, asks };
  };
  const ofJob = (job: Job, row: SidecarRow, kept: KeptSidecar) =>
    understood(row, kept, {
      ...{ accountId: job.accountId, draft: job.draft },
      ...{ mayMake: mayMake(job), isUnsent: isUnsent(job.state) },
    });

  return {
    siteOf,
    rowOf,
    understood,
    ofJob,
    /** Lets each job get what `next` makes of its row; null = nothing changes. */
    change: async (
      jobIds: readonly JobId[],
      next: (job: Job, row: SidecarRow) => KeptSidecar | null,
    ): Promise<void> => {
      const saves: (() => void)[] = [];
      await runner.applyMany(
        jobIds,
        (job) => {
          const row = rowOf(job);
          const kept = next(job, row);
          if (kept === null) return null;
          const after = ofJob(job, row, kept);
          // A write that is tried again saves last what it made last.
          saves.push(() => rows.save(job.id, after.row, after.asks));
          const typed = changedParts(job.draft, after.draft);
          if (Object.keys(typed).length === 0) return null;
          const seen = seenWhenTyped(job, typed, options.videos.get(job.id), clock.now());
          return { kind: 'edited', draft: after.draft, seen };
        },
        () => {
          for (const save of saves) save();
        },
      );
      for (const jobId of jobIds) options.changes.tell('job', { jobId, listed: true });
    },
  };
}

/** Names that sites are asked for, one account at a time; where that does not go now, a minute later. */
function createNames(options: SidecarsOptions, rows: SidecarStore, { siteOf, rowOf, ofJob, change }: Understanding) {
  const { accounts, calls, clock, forms, logger, store } = options;
  const asking = createSingleFlight<AccountId, void>();
  let cancelRetry: (() => void) | null = null;
  let stopped = false;

  /** The form of the account's site, asked for where it is not known yet. */
  const learned = async (accountId: AccountId, client: AuthorizedClient): Promise<FormShape> => {
    const known = forms.form(accountId);
    if (known !== null && known.learnedAt !== null) return known;
    const shape = await learnForm(calls, client, clock.now());
    forms.saveForm(accountId, shape);
    return shape;
  };

  /** The names of a clip that its site is to be asked for. */
  const openNames = (job: Job): readonly WantedName[] => {
    const row = rowOf(job);
    if (row.kept === null) return [];
    return ofJob(job, row, row.kept).row.kept.names.flatMap(({ restBase, name, state }) =>
      restBase !== null && isWaiting(state) ? [{ restBase, name, mayMake: mayMake(job) }] : [],
    );
  };

  const askFor = async (accountId: AccountId): Promise<void> => {
    for (;;) {
      const client = accounts.client(accountId);
      if (client === null || stopped || !options.mayBegin()) return;
      const jobIds = rows.asking(accountId, mostAtOnce);
      if (jobIds.length === 0) return;
      const shape = await learned(accountId, client);
      const wanted = jobIds.flatMap((jobId) => store.job(jobId) ?? []).flatMap(openNames);
      const found = await lookUpNames({ calls, client, siteId: siteOf(accountId), shape, forms }, wanted);
      if (stopped) return;
      await change(jobIds, (job, row) => {
        if (row.kept === null || job.accountId !== accountId) return null;
        const known = ofJob(job, row, row.kept).row.kept.names.map((one) =>
          one.restBase !== null && isWaiting(one.state) ? { ...one, ...found.of(one.restBase, one.name) } : one,
        );
        return { ...row.kept, names: known };
      });
    }
  };

  const ask = (accountId: AccountId): Promise<void> =>
    asking.run(accountId, async () => {
      try {
        await askFor(accountId);
      } catch (error) {
        if (!(error instanceof HttpError || error instanceof SiteRefusal)) throw error;
        if (!stopped) cancelRetry ??= clock.after(minuteMs, again);
      }
    });
  const again = (): void => {
    cancelRetry = null;
    kick();
  };
  const kick = (): void => {
    if (stopped || !options.mayBegin()) return;
    for (const { id } of accounts.ready()) {
      if (!asking.has(id) && rows.asks(id))
        ask(id).catch((error: unknown) => logger.error('Names beside clips were not found', { error: String(error) }));
    }
  };
  return {
    ask,
    kick,
    stop: async (): Promise<void> => {
      stopped = true;
      cancelRetry?.();
      await asking.ended();
    },
  };
}

/** Terms of another site mean nothing here, and did not come along. */
function rowAt(siteId: SiteId, row: SidecarRow): SidecarRow {
  const { base, kept } = row;
  if (row.siteId === siteId) return row;
  const without = kept && { ...kept, names: [], put: { ...kept.put, terms: {} } };
  return { siteId, base: { ...base, terms: null, termChanges: null }, kept: without };
}

function asKept(read: ReadSidecar, before: KeptSidecar | null): KeptSidecar {
  return { ...read, put: before?.put ?? nothingPut, names: before?.names ?? [], later: [], isSeen: false };
}

function textOfFound(found: Extract<FoundSidecar, { readonly name: string }>, region: string): ReadSidecar {
  const { name: file, stamp } = found;
  if (found.kind === 'found') return { file, stamp, ...sidecarText(file, found.bytes, region) };
  const troubles = [{ problem: found.problem, field: null, text: '' }];
  return { file, stamp, said: { fields: {}, terms: [] }, troubles };
}

/** What is another in the later draft, as somebody would have typed it. */
function changedParts(before: Draft, after: Draft): Partial<Draft> {
  const old = new Map<string, unknown>(Object.entries(before));
  const isOther = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);
  const plain = Object.entries(after).filter(([key, value]) => key !== 'terms' && isOther(old.get(key), value));
  const taxonomies = new Set([...Object.keys(before.terms ?? {}), ...Object.keys(after.terms ?? {})]);
  const changed = [...taxonomies].filter((restBase) => isOther(before.terms?.[restBase], after.terms?.[restBase]));
  if (changed.length === 0) return Object.fromEntries(plain);
  const terms = Object.fromEntries(changed.map((restBase) => [restBase, after.terms?.[restBase] ?? []]));
  return { ...Object.fromEntries(plain), terms };
}
