// The report for support: made once, shown, and saved as it was shown; nothing in it tells whose it is.
import type { AppState, ReportFile, ReportView } from '../../../preload/contract.ts';
import { type Clock, type Random, type Settings, type Sql, StoreError, type Support } from '../../ports.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import { createDisguise, type Disguise } from './disguise.ts';
import { learnNames } from './known-names.ts';
import { entryLine, headLines } from './log-text.ts';
import { type ReportParts, reportText } from './report-text.ts';

/** So much of the log is read for it. */
const mostLogBytes = 2 * 1024 * 1024;
/** Entries that are put in disguise in one go, between which the queue has its turn. */
const entriesAtOnce = 25;

export interface ReportOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly settings: Settings;
  readonly sql: Sql;
  readonly store: Pick<QueueStore, 'paused'>;
  readonly computer: string;
}

async function logText(support: Support, clock: Clock, disguise: Disguise, withTexts: boolean): Promise<string> {
  const tail = await support.log(mostLogBytes);
  const lines = [...headLines(tail)];
  for (const [at, entry] of tail.entries.entries()) {
    if (at % entriesAtOnce === 0) await new Promise<void>((resolve) => clock.soon(resolve));
    lines.push(entryLine(entry, disguise, withTexts));
  }
  return `${lines.join('\n')}\n`;
}

/** The tables whose rows are counted. */
const tables = [
  'sites',
  'accounts',
  'jobs',
  'attempts',
  'copies',
  'folders',
  'edits',
  'moves',
  'site_files',
  'twins',
  'damaged',
];

async function listFacts(
  sql: Sql,
  support: Support,
  disguise: Disguise,
  isWhole: boolean,
): Promise<ReportParts['list']> {
  const number = (question: string): number | null => {
    try {
      return Number(Object.values(sql.prepare(question).get() ?? {})[0] ?? 0);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return null;
    }
  };
  return [
    ['version', number('PRAGMA user_version')],
    ['bytes', support.facts().databaseBytes],
    ['read-to-its-end', isWhole],
    ['check', disguise.hide(await support.checkDatabase())],
    ...tables.map((table) => [`rows.${table}`, number(`SELECT COUNT(*) FROM ${table}`)] as const),
    ['rebuilt-times', number('SELECT COUNT(*) FROM rebuilds')],
  ];
}

/** Takes a moment; `state` = what the window is told beside its lists. */
export async function makeReport(
  { clock, random, settings, sql, store, computer }: ReportOptions,
  support: Support,
  state: AppState,
  withAddresses: boolean,
): Promise<ReportView> {
  const disguise = createDisguise();
  const known = await learnNames(sql, clock, disguise);
  for (const name of support.names()) disguise.add('person-1', name);
  disguise.add('computer-1', computer);
  const at = clock.now();
  const report = reportText({
    ...{ at, zoneMinutes: clock.zoneOffsetMinutes(at), state, settings: settings.values() },
    damagedSettings: (settings.damaged?.() ?? []).map(({ name }) => name),
    ...{ system: support.facts(), known, isPaused: store.paused(), withAddresses },
    list: await listFacts(sql, support, disguise, known.isWhole),
  });
  const files: readonly (readonly [name: string, text: string])[] = [
    ['report.txt', report],
    ['log.txt', await logText(support, clock, disguise, known.isWhole)],
  ];
  const encoder = new TextEncoder();
  return {
    id: random.hex(8),
    files: files.map(([name, text]): ReportFile => ({ name, text, bytes: encoder.encode(text).length })),
  };
}
