// What the words mean by which details are named and written elsewhere, in tables and beside clips; null = not understood, and nothing is guessed. Pure.
import { fromWall, type SiteZone } from './site-zone.ts';

/** What may be said of a clip elsewhere, besides its terms. */
export const saidFields = ['title', 'description', 'excerpt', 'status', 'publishAt', 'commentsOpen', 'slug'] as const;
export type SaidField = (typeof saidFields)[number];

/** What a heading or a key may stand for besides a taxonomy. */
export type SaidThing = 'path' | 'account' | 'file' | SaidField;

/** What each may be called; the names of a site's taxonomies are besides these. */
const calledThings: Readonly<Record<SaidThing, RegExp>> = {
  path: /^(full )?path$|^pfad$|^chemin$|^ruta$|^percorso$/i,
  account: /^account$|^konto$|^compte$|^cuenta$/i,
  file: /^(file ?name|file|clip|name|datei(name)?|fichier|archivo)$/i,
  title: /^(titles?|titel|titre|t[ií]tulo|titolo)$/i,
  description: /^(description|content|text|beschreibung|descripci[oó]n|descrizione)$/i,
  excerpt: /^(excerpt|summary|auszug|extrait|extracto)$/i,
  status: /^(status|visibility|privacy|sichtbarkeit|statut|estado|stato)$/i,
  publishAt: /^((publish(ed)?|schedule[d]?)([ _]?(at|on|date))?|date|datum|fecha|data)$/i,
  commentsOpen: /^(comments?([ _]?(open|status))?|kommentare|commentaires|comentarios)$/i,
  slug: /^(slug|permalink|address)$/i,
};
const things = Object.keys(calledThings) as readonly SaidThing[];

/** Null = nothing that is known by this name. */
export function thingNamed(word: string): SaidThing | null {
  return things.find((thing) => calledThings[thing].test(word)) ?? null;
}

/** What categories and tags are called everywhere, where a site calls its own more exactly. */
const calledEverywhere = { tree: /^categor(y|ies)$|^kategorien?$/i, flat: /^tags?$|^keywords?$|^schlagw[oö]rter$/i };

/** Whether the word means categories or tags on every site. */
export function isTermsWord(word: string): boolean {
  return calledEverywhere.tree.test(word) || calledEverywhere.flat.test(word);
}

interface NamedTaxonomy {
  readonly restBase: string;
  readonly name: string;
  readonly hierarchical: boolean;
}

/** The taxonomy of a site that the word means: its own name first. */
export function taxonomyNamed<T extends NamedTaxonomy>(word: string, taxonomies: readonly T[]): T | null {
  const folded = word.toLowerCase();
  return (
    taxonomies.find(({ restBase }) => restBase.toLowerCase() === folded) ??
    taxonomies.find(({ name }) => name.toLowerCase() === folded) ??
    taxonomies.find(({ hierarchical }) => calledEverywhere[hierarchical ? 'tree' : 'flat'].test(word)) ??
    null
  );
}

/** Words for a site's own ones that stand in no catalogue: what other programs export. */
const otherStatuses: Readonly<Record<string, string>> = {
  published: 'publish',
  publish: 'publish',
  public: 'publish',
  'for review': 'pending',
  'pending review': 'pending',
  pending: 'pending',
  scheduled: 'future',
  future: 'future',
  private: 'private',
  draft: 'draft',
};

const wordOf = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

/** `words` = what the window calls each status. */
export function statusIn(text: string, words: ReadonlyMap<string, string>): string | null {
  const word = wordOf(text);
  for (const [status, called] of words) if (wordOf(called) === word || status === word) return status;
  const other = otherStatuses[word];
  return other !== undefined && words.has(other) ? other : null;
}

const yes = new Set(['yes', 'y', 'true', '1', 'open', 'on']);
const no = new Set(['no', 'n', 'false', '0', 'closed', 'off']);

export function opennessIn(text: string): boolean | null {
  const word = wordOf(text);
  if (yes.has(word)) return true;
  return no.has(word) ? false : null;
}

const time =
  /^(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,6})?)? ?([ap]\.?m\.?)? ?(z|utc|gmt|[+-]\d{2}:?\d{2})?)?$/i;
const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/;
/** With dots the day is first wherever dates are written so; with slashes that depends on who wrote them. */
const dayFirst = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})/;
const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})/;

const two = (value: number): string => String(value).padStart(2, '0');

/** Minutes from UTC; null = the site's clock is meant. */
function awayOf(zone: string | undefined): number | null {
  if (zone === undefined) return null;
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
}

interface Day {
  readonly year: string;
  readonly month: string;
  readonly day: string;
}

function moment({ year, month, day }: Day, rest: string, zone: SiteZone): number | null {
  const [whole, hours = '0', minutes = '0', seconds = '0', half, away] = time.exec(rest) ?? [];
  const hour = whole === undefined ? null : hourOf(Number(hours), half);
  if (hour === null) return null;
  const date = `${year}-${two(Number(month))}-${two(Number(day))}`;
  const wall = `${date}T${two(hour)}:${two(Number(minutes))}`;
  const utc = Date.parse(`${wall}:00Z`);
  // The 30th of February is another day to a computer.
  if (!Number.isFinite(utc) || new Date(utc).toISOString().slice(0, 16) !== wall || Number(seconds) > 59) return null;
  const minutesAway = awayOf(away);
  const at = minutesAway === null ? fromWall(wall, zone) : utc - minutesAway * 60_000;
  return at === null || at < 0 ? null : at + Number(seconds) * 1_000;
}

/** The day that a text begins with, and what follows it; null = none that can be told for sure. */
function dayIn(text: string): { readonly day: Day; readonly rest: string } | null {
  const ofYear = yearFirst.exec(text);
  const [whole = '', one = '', other = '', third = ''] = ofYear ?? dayFirst.exec(text) ?? slashed.exec(text) ?? [];
  if (whole === '') return null;
  const rest = text.slice(whole.length);
  if (ofYear !== null) return { day: { year: one, month: other, day: third }, rest };
  if (whole.includes('.') || Number(one) > 12 || Number(one) === Number(other))
    return { day: { year: third, month: other, day: one }, rest };
  return Number(other) > 12 ? { day: { year: third, month: one, day: other }, rest } : null;
}

const oneBlank = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

/** Whether a date says how far it is from UTC. What looks so in the day itself is its year: "24-12-2026". */
export function saysZone(text: string): boolean {
  const whole = oneBlank(text);
  return /(?:z|utc|gmt|[+-]\d{2}:?\d{2})$/i.test(dayIn(whole)?.rest ?? whole);
}

/**
 * A date in ms since 1970, with or without a time; by the clock of the site unless it says how far it is from UTC. A month and a day that could change
 * places are not understood.
 */
export function momentIn(text: string, zone: SiteZone): number | null {
  const found = dayIn(oneBlank(text));
  return found === null ? null : moment(found.day, found.rest, zone);
}

/** Line breaks have no place in one line of text; blanks of any kind stay as they are. */
export function inOneLine(text: string): string {
  return text
    .split(/\p{Cc}+/u)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
}

/** Names of terms, each once: parted by bars, else by semicolons, else by commas. */
export function namesIn(text: string): readonly string[] {
  const parter = ['|', ';', ','].find((one) => text.includes(one)) ?? ',';
  const names = text.split(parter).map((name) => name.normalize('NFC').trim().replace(/\s+/g, ' '));
  return [...new Set(names.filter((name) => name !== ''))];
}
