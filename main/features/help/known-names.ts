// Everything on this computer that has a name of its own, told to the disguise of a report: sites, accounts, folders, clips; and how the
// clips stand, counted on the same way through the list.
import { type Clock, type Sql, type SqlRow, StoreError } from '../../ports.ts';
import { jobStateKinds, needsYouReason } from '../../states.ts';
import { waitReason } from '../../untrusted/stored.ts';
import type { Disguise } from './disguise.ts';

/** Clips that are gone through in one go, between which the queue has its turn. */
const clipsAtOnce = 100;

export interface KnownNames {
  /** False = not all could be read on the disk: names may stand in a text that nobody knows as such. */
  readonly isWhole: boolean;
  /** How many clips of the list are in a state, and why: "needs-you too-large". */
  readonly states: ReadonlyMap<string, number>;
  /** Clips taken off the list. */
  readonly removed: number;
  /** What a site, account or folder is called in the report, by its id. */
  readonly tokens: ReadonlyMap<string, string>;
}

const text = (value: SqlRow[string] | undefined): string => String(value ?? '');
const hostsOf = (address: string): readonly string[] => {
  const url = URL.parse(address);
  // Without "www." it is the same name to everybody.
  return url === null ? [] : [url.host, url.hostname, url.hostname.replace(/^www\./, '')];
};

/** Where the last name of a path begins; by either kind of slash. */
const baseOf = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
const withoutEnd = (name: string): string => name.replace(/\.[^.]{1,8}$/, '');

/** How one name may stand in a log: as it is, in a text of JSON, and in an address. */
function spellings(name: string): readonly string[] {
  const address = encodeURIComponent(name.toWellFormed());
  return [name, JSON.stringify(name).slice(1, -1), address, address.replaceAll('%20', '+')];
}

function addPlaces(sql: Sql, disguise: Disguise): Map<string, string> {
  const tokens = new Map<string, string>();
  const number = (kind: string, rows: readonly SqlRow[], namesOf: (row: SqlRow) => readonly string[]): void => {
    for (const [at, row] of rows.entries()) {
      const token = `${kind}-${at + 1}`;
      const id = text(row.id);
      tokens.set(id, token);
      for (const name of [id, ...namesOf(row)].flatMap(spellings)) disguise.add(token, name);
    }
  };
  const read = (columns: string, table: string): readonly SqlRow[] =>
    sql.prepare(`SELECT id, ${columns} FROM ${table} ORDER BY rowid`).all();
  number('site', read('name, address, root, password_page', 'sites'), (row) => [
    text(row.name),
    ...[row.address, row.root, row.password_page].flatMap((one) => hostsOf(text(one))),
  ]);
  number('account', read('login, name, password_uuid', 'accounts'), (row) =>
    [row.login, row.name, row.password_uuid].map(text),
  );
  number('folder', read('path', 'folders'), (row) => [text(row.path), baseOf(text(row.path))]);
  return tokens;
}

/** In which state a clip is, and why, in codes; whatever else stands there was damaged. */
function stateOf(row: SqlRow): string {
  const kind = jobStateKinds.find((one) => one === row.kind) ?? 'unknown';
  const isCode = [waitReason, needsYouReason].some((schema) => schema.safeParse(row.why).success);
  return isCode ? `${kind} ${text(row.why)}` : kind;
}

interface Counts {
  readonly states: Map<string, number>;
  removed: number;
}

async function addClips(sql: Sql, clock: Pick<Clock, 'soon'>, disguise: Disguise, counts: Counts): Promise<void> {
  const next = sql.prepare(
    `SELECT rowid AS place, id, name, title, kind, removed,
       CASE WHEN json_valid(state) THEN COALESCE(json_extract(state, '$.reason'), json_extract(state, '$.why')) END AS why
     FROM jobs WHERE rowid > ? ORDER BY rowid LIMIT (? + 0)`,
  );
  const sentAs = sql.prepare('SELECT DISTINCT file_name FROM attempts WHERE job_id = ?');
  let clips = 0;
  for (let place = 0; ; ) {
    const rows = next.all(place, clipsAtOnce);
    for (const row of rows) {
      clips += 1;
      // Where it lies is hidden like every path, by its looks.
      const files = [row.name, ...sentAs.all(text(row.id)).map((one) => one.file_name)].map(text);
      for (const name of [text(row.id), text(row.title), ...files, ...files.map(withoutEnd)])
        disguise.add(`clip-${clips}`, name);
      if (row.removed === 1) counts.removed += 1;
      else counts.states.set(stateOf(row), (counts.states.get(stateOf(row)) ?? 0) + 1);
      place = Number(row.place);
    }
    if (rows.length < clipsAtOnce) return;
    await new Promise<void>((resolve) => clock.soon(resolve));
  }
}

/** Takes a while: many clips are gone through in turns. What a damaged disk does not give is missing in it. */
export async function learnNames(sql: Sql, clock: Pick<Clock, 'soon'>, disguise: Disguise): Promise<KnownNames> {
  const counts: Counts = { states: new Map(), removed: 0 };
  let tokens: ReadonlyMap<string, string> = new Map();
  let isWhole = true;
  try {
    tokens = addPlaces(sql, disguise);
    await addClips(sql, clock, disguise, counts);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    isWhole = false;
  }
  return { ...counts, tokens, isWhole };
}
