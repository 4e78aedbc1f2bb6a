// What the window asks about tables with the details of many clips: read one, whose rows they are, what its words are on a site, save one.
import type {
  ClipDetails,
  JobTarget,
  NamedTerms,
  Outcome,
  SaveProblem,
  TableFile,
  TableProblem,
  TableRow,
  TableSaved,
  TermFailure,
} from '../../../preload/contract.ts';
import type { AccountId, FormShape, Job, Term } from '../../model.ts';
import { type Clock, ReadError, SaveError, type TableFiles } from '../../ports.ts';
import type { JobSelection } from '../../queue/store/job-selection.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import type { SiteCalls } from '../../site/client/client.ts';
import { termsNamed } from '../../site/content/term-names.ts';
import { searchTerms } from '../../site/content/terms.ts';
import type { FormStore } from '../../site/store/form-store.ts';
import { isOnSite } from '../../states.ts';
import { type Handlers, NotFound } from '../../uploader-api.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { requireAccount, requireClient } from '../accounts/require.ts';
import { termFailure } from '../metadata/form.ts';
import { clipDetails } from './clip-details.ts';
import { namedClips } from './named-clips.ts';
import { rowsFrom } from './row-parts.ts';
import { type TableClip, type TermColumn, tableText } from './table-out.ts';
import { tableOf } from './table-text.ts';

export interface DetailsOptions {
  readonly clock: Pick<Clock, 'soon' | 'now' | 'zoneOffsetMinutes'>;
  readonly tables?: TableFiles;
  readonly accounts: Accounts;
  readonly calls: SiteCalls;
  readonly forms: FormStore;
  readonly store: Pick<QueueStore, 'job'>;
  readonly targets: Pick<JobSelection, 'idsOf'>;
  /** The system's locale: as spreadsheets here write and read. */
  readonly region: string;
}

/** So many rows are read before others get their turn: some ten milliseconds. */
const stepJobs = 100;
/** Several times what ten thousand rows take that somebody wrote. */
const mostBytes = 8 * 1024 * 1024;

const lastOf = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
const folderOf = (path: string): string => path.slice(0, Math.max(path.length - lastOf(path).length - 1, 0));

/** In the order of the list; others get their turn in between. */
async function* jobsIn({ clock, store, targets }: DetailsOptions, target: JobTarget): AsyncGenerator<Job> {
  for (const [at, id] of (await targets.idsOf(target)).entries()) {
    if (at > 0 && at % stepJobs === 0) await new Promise<void>((resolve) => clock.soon(resolve));
    const job = store.job(id);
    if (job) yield job;
  }
}

type TableRead = Omit<TableFile, 'id' | 'rows'> & { readonly rows: readonly TableRow[] };

async function readTable({ region, tables }: DetailsOptions): Promise<Outcome<TableRead, TableProblem> | null> {
  if (tables === undefined) throw new NotFound('failed');
  const path = await tables.chooseFile();
  if (path === null) return null;
  try {
    const table = tableOf(await tables.read(path, mostBytes), region);
    return typeof table === 'string'
      ? { ok: false, failure: table }
      : { ok: true, value: { name: lastOf(path), ...table } };
  } catch (error) {
    if (error instanceof ReadError) return { ok: false, failure: error.problem };
    throw error;
  }
}

interface DetailedClip {
  readonly job: Job;
  readonly account: string;
  readonly values: ClipDetails;
}

/** In the order of the list. */
async function detailsIn(options: DetailsOptions, target: JobTarget): Promise<readonly DetailedClip[]> {
  const { accounts } = options;
  const clips: DetailedClip[] = [];
  for await (const job of jobsIn(options, target)) {
    const account = `${accounts.account(job.accountId)?.login ?? ''} @ ${accounts.siteOf(job.accountId)?.address ?? ''}`;
    clips.push({ job, account, values: clipDetails(job.draft) });
  }
  return clips;
}

/** A name for each term; of one that cannot be had, or would be read as several, its number, which is read back as well. */
async function namesIn(
  { accounts, forms }: DetailsOptions,
  named: Handlers['terms.named'],
  clips: readonly DetailedClip[],
): Promise<(accountId: AccountId, restBase: string, id: number) => string> {
  const wanted = new Map<string, { accountId: AccountId; taxonomy: string; ids: Set<number> }>();
  const keyOf = (accountId: AccountId, taxonomy: string): string => JSON.stringify([accountId, taxonomy]);
  for (const { job, values } of clips)
    for (const [taxonomy, ids] of Object.entries(values.terms)) {
      const key = keyOf(job.accountId, taxonomy);
      const all = wanted.get(key) ?? { accountId: job.accountId, taxonomy, ids: new Set() };
      wanted.set(key, all);
      for (const id of ids) all.ids.add(id);
    }
  const names = new Map<string, string>();
  for (const [key, { accountId, taxonomy, ids }] of wanted) {
    const all = [...ids];
    for (let at = 0; at < all.length; at += stepJobs) {
      const some = all.slice(at, at + stepJobs);
      const known = forms.terms(accounts.siteOf(accountId)?.id ?? '', taxonomy, some);
      const isThere = accounts.account(accountId) !== null && known.length < some.length;
      const found = isThere ? await named({ accountId, taxonomy, ids: some }) : known;
      for (const { id, name } of found) names.set(`${key} ${id}`, name);
    }
  }
  return (accountId, taxonomy, id) => {
    const name = names.get(`${keyOf(accountId, taxonomy)} ${id}`) ?? '';
    return name === '' || name.includes('|') ? `#${id}` : name;
  };
}

/** Each taxonomy in which something was typed; where two are called the same, or nobody knows how, by the site's own word. */
function columnsOf(clips: readonly DetailedClip[], shapes: readonly FormShape[]): readonly TermColumn[] {
  const names = new Map(shapes.flatMap(({ taxonomies }) => taxonomies.map((one) => [one.restBase, one.name] as const)));
  const all = new Set([...names.keys(), ...clips.flatMap(({ values }) => Object.keys(values.terms))]);
  const called = [...names.values()];
  return [...all].map((restBase) => {
    const name = names.get(restBase) ?? restBase;
    return { restBase, heading: called.filter((other) => other === name).length > 1 ? restBase : name };
  });
}

/** "clipferry-details-2026-11-23.csv", by the day of this computer. */
const tableName = (at: number, zoneMinutes: number): string =>
  `clipferry-details-${new Date(at + zoneMinutes * 60_000).toISOString().slice(0, 10)}.csv`;

async function saveTable(
  options: DetailsOptions,
  named: Handlers['terms.named'],
  target: JobTarget,
): Promise<Outcome<TableSaved, SaveProblem> | null> {
  const { clock, forms, region, tables } = options;
  if (tables === undefined) throw new NotFound('failed');
  const now = clock.now();
  const path = await tables.choosePlace(tableName(now, clock.zoneOffsetMinutes(now)));
  if (path === null) return null;
  const clips = await detailsIn(options, target);
  const nameOf = await namesIn(options, named, clips);
  const shapes = new Map<AccountId, FormShape>();
  for (const { job } of clips) {
    const shape = shapes.has(job.accountId) ? null : forms.form(job.accountId);
    if (shape) shapes.set(job.accountId, shape);
  }
  const told = clips.map(({ job: { accountId, clip }, account, values }): TableClip => {
    const names = Object.entries(values.terms).map(
      ([restBase, ids]) => [restBase, ids.map((id) => nameOf(accountId, restBase, id))] as const,
    );
    const shape = shapes.get(accountId);
    const zone = shape === undefined || shape.learnedAt === null ? null : shape.zone;
    return { ...values, ...{ account, zone, file: clip.name, path: clip.path, terms: new Map(names) } };
  });
  try {
    await tables.saveText(path, tableText(told, columnsOf(clips, [...shapes.values()]), region));
  } catch (error) {
    if (error instanceof SaveError) return { ok: false, failure: error.problem };
    throw error;
  }
  return { ok: true, value: { name: lastOf(path), folder: folderOf(path), clips: told.length } };
}

async function findTerms(
  { accounts, calls, forms }: DetailsOptions,
  named: Handlers['terms.named'],
  { accountId, taxonomy, names }: Parameters<Handlers['details.terms']>[0],
): Promise<Outcome<readonly NamedTerms[], TermFailure>> {
  requireAccount(accounts, accountId);
  const siteId = accounts.siteOf(accountId)?.id ?? '';
  try {
    const client = requireClient(accounts, accountId);
    const numbers = names.flatMap((name) => (/^#\d{1,15}$/.test(name) ? [Number(name.slice(1))] : []));
    const byNumber: Term[] = [];
    for (let at = 0; at < numbers.length; at += stepJobs)
      byNumber.push(...(await named({ accountId, taxonomy, ids: numbers.slice(at, at + stepJobs) })));
    const found = await termsNamed(names, async (search, page) => {
      const some = await searchTerms(calls, client, taxonomy, search, page);
      forms.saveTerms(siteId, taxonomy, some.terms);
      return some;
    });
    const value = found.map(({ name, terms }) => ({
      name,
      terms: terms.length > 0 ? terms : byNumber.filter(({ id }) => name === `#${id}`),
    }));
    return { ok: true, value };
  } catch (error) {
    return { ok: false, failure: termFailure(error) };
  }
}

/** `named` = the terms of numbers, see 'terms.named'. */
export function detailsHandlers(
  options: DetailsOptions,
  named: Handlers['terms.named'],
): Pick<Handlers, 'details.read' | 'details.rows' | 'details.match' | 'details.terms' | 'details.save'> {
  /** The table that was read last, until the window has all of it. */
  let last: { readonly id: number; readonly rows: readonly TableRow[] } = { id: 0, rows: [] };
  return {
    'details.read': async () => {
      const read = await readTable(options);
      if (!read?.ok) return read;
      const { rows, ...table } = read.value;
      last = { id: last.id + 1, rows };
      return { ok: true, value: { ...table, id: last.id, rows: rows.length } };
    },
    'details.rows': async ({ table, from }) => {
      if (table !== last.id || from >= last.rows.length) throw new NotFound('failed');
      const some = rowsFrom(last.rows, from);
      if (from + some.length === last.rows.length) last = { id: last.id, rows: [] };
      return some;
    },
    'details.match': async (names) => {
      const listed = (await detailsIn(options, { filter: 'all' })).map(({ job, account, values }) => {
        const { name, path } = job.clip;
        const whose = { jobId: job.id, accountId: job.accountId, account, isOnSite: isOnSite(job.state) };
        return { path, clip: { ...whose, name, folder: folderOf(path), values } };
      });
      const clips = namedClips(listed);
      return names.map((name) => clips.of(name));
    },
    'details.terms': (input) => findTerms(options, named, input),
    'details.save': ({ target }) => saveTable(options, named, target),
  };
}
