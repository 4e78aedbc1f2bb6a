// The first file of a report, as lines of a key and a value in sections: written in codes, so that it reads the same in every language.
import type { AppState, SettingValues, SiteCheckup, SiteView } from '../../../preload/contract.ts';
import type { SystemFacts } from '../../ports.ts';
import type { KnownNames } from './known-names.ts';

type Value = string | number | boolean | null | readonly (string | number)[];
type Lines = readonly (readonly [key: string, value: Value])[];

export interface ReportParts {
  /** Wall clock in ms, and by how many minutes the local time is ahead. */
  readonly at: number;
  readonly zoneMinutes: number;
  readonly state: AppState;
  readonly settings: SettingValues;
  readonly damagedSettings: readonly string[];
  readonly system: SystemFacts;
  readonly known: KnownNames;
  readonly isPaused: boolean;
  /** What of the database may be told: sizes, counts, and what a check of it said. */
  readonly list: Lines;
  /** The sites' own addresses stand in it. */
  readonly withAddresses: boolean;
}

function shown(value: Value): string {
  if (value === null) return '-';
  if (typeof value === 'object') return value.length === 0 ? '-' : value.join(', ');
  return String(value);
}

const written = (title: string, lines: Lines): string =>
  [`[${title}]`, ...lines.map(([key, value]) => `${key}: ${shown(value)}`), ''].join('\n');

const time = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
const yes = (names: Readonly<Record<string, boolean>>): readonly string[] =>
  Object.keys(names).filter((name) => names[name]);

function aboutLines({ at, zoneMinutes, state, system }: ReportParts): Lines {
  return [
    ['made', time(at)],
    ['minutes-ahead-of-utc', zoneMinutes],
    ['clipferry', state.version],
    ['build', system.build],
    ['electron', system.electron],
    ['chromium', system.chromium],
    ['node', system.node],
    ['system', system.system],
    ['region', state.region],
    ['display-scaling', system.scalings],
    ['memory-mib', Math.round(system.memoryBytes / 1_048_576)],
    ['keyring', state.keyring],
  ];
}

function settingLines({ settings, damagedSettings }: ReportParts): Lines {
  return [...Object.entries(settings), ['damaged', damagedSettings]];
}

function queueLines({ known, isPaused }: ReportParts): Lines {
  const states = [...known.states].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [
    ['paused', isPaused],
    ...states.map(([state, clips]) => [state.replaceAll(' ', '.'), clips] as const),
    ['taken-off-the-list', known.removed],
  ];
}

/** What a check-up found, in its codes; what the site said, and names of clips, stay out. */
function checkupLines({ at, findings }: SiteCheckup, tokens: ReadonlyMap<string, string>): Lines {
  return [
    ['checked', time(at)],
    ...findings.map(({ code, status, accountId, amount, clips }) => {
      const who = accountId === null ? [] : [tokens.get(accountId) ?? 'account'];
      const numbers = [...(amount === null ? [] : [amount]), ...(clips === 0 ? [] : [`clips=${clips}`])];
      return [`found.${code}`, [status, ...who, ...numbers]] as const;
    }),
  ];
}

function siteSection(site: SiteView, { state, known, withAddresses }: ReportParts): string {
  const nameOf = (id: string): string => known.tokens.get(id) ?? 'unknown';
  const checkup = state.checkups.find(({ siteId }) => siteId === site.id);
  return written(nameOf(site.id), [
    ...(withAddresses ? [['address', site.address] as const] : []),
    ['secure', site.secure],
    ['too-large-from-bytes', site.tooLargeFrom],
    ['refused-kinds', site.refusedExtensions],
    ['ways-to-sign-in', yes(site.ways)],
    ...site.accounts.map((account) => {
      const { signedIn, canUpload, canPublish, publishesAtOnce } = account;
      const rights = { signedIn, canUpload, canPublish, publishesAtOnce: publishesAtOnce === true };
      return [nameOf(account.id), [account.method, account.secret, ...yes(rights)]] as const;
    }),
    ...(checkup === undefined ? [] : checkupLines(checkup, known.tokens)),
  ]);
}

function folderLines({ state, known }: ReportParts): Lines {
  return state.folders.map((folder) => [
    known.tokens.get(folder.id) ?? 'folder',
    [
      folder.state,
      known.tokens.get(folder.accountId) ?? 'account',
      `taken=${folder.takenCount}`,
      `waiting=${folder.waitingCount}`,
      `being-written=${folder.beingWritten}`,
    ],
  ]);
}

function listLines({ state, list }: ReportParts): Lines {
  const { trouble, rebuilt, elsewhere, unreadable } = state.store;
  return [
    ...list,
    ['trouble', trouble],
    ['rebuilt', rebuilt?.why ?? null],
    ['elsewhere', elsewhere],
    ['unreadable-edits', unreadable.edits],
    ['unreadable-changes', unreadable.changes],
  ];
}

export function reportText(parts: ReportParts): string {
  return [
    written('clipferry', aboutLines(parts)),
    written('settings', settingLines(parts)),
    written('uploads', queueLines(parts)),
    ...parts.state.sites.map((site) => siteSection(site, parts)),
    written('folders', folderLines(parts)),
    written('list', listLines(parts)),
  ].join('\n');
}
