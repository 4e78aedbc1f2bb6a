// Is this clip on the site? Pure judgement over what a look brought home (decision 4).
import type { Candidate, StoredFile } from '../../model.ts';

/** What is known of the attempt whose end is unclear. */
export interface Evidence {
  readonly fileName: string;
  readonly bytes: number;
  /** As of a rival: what was there before cannot come from this clip, but only who knows more says that it does not. */
  readonly from: number;
  /** Videos that other jobs of this account already stand for. */
  readonly taken: Pick<ReadonlySet<number>, 'has'>;
  /** Videos of which the user said that they are not this clip; they may be a rival's. */
  readonly refused: ReadonlySet<number>;
  /** Other clips of this account and size that may have arrived and are not found yet. */
  readonly rivals: readonly Rival[];
  /** Another computer, or a browser, sends for this account now: a name and a size are no proof then. */
  readonly stranger: boolean;
}

export interface Rival {
  readonly fileName: string;
  readonly bytes: number;
  /** Before this, in ms of the site's own clock, it cannot have made a video. */
  readonly from: number;
  /** The greatest media id that was there before it: sites number upwards, though not all of them without fail. Left out = not known. */
  readonly afterMediaId?: number;
}

/** `equal`/`different` = sampled bytes were compared; `unknown` = the server does not serve ranges. */
export type Sampled = 'equal' | 'different' | 'unknown';

export interface Suspect {
  readonly file: StoredFile;
  readonly sampled: Sampled;
}

export type Judgement =
  | { readonly kind: 'adopt'; readonly videoId: number }
  | { readonly kind: 'absent' }
  | { readonly kind: 'ask'; readonly candidates: readonly Candidate[] };

/** Letters and digits only, folded: what a name keeps through every clean-up that sites do to it. */
export function skeleton(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/%[0-9a-f]{2}/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** True when two names can be the same one after a site's clean-up; names without a letter or digit have to be equal. */
export function sameName(one: string, other: string): boolean {
  const bare = skeleton(one);
  return bare === '' ? one.trim() !== '' && one.trim() === other.trim() : bare === skeleton(other);
}

export function withoutExtension(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/** The names of a stored file: its title, and the name in its address as it is and as it was before it was made unique. */
function namesOf({ title, sourceUrl }: Pick<StoredFile, 'title' | 'sourceUrl'>): readonly string[] {
  const address = URL.canParse(sourceUrl) ? safeDecode(new URL(sourceUrl).pathname.split('/').at(-1) ?? '') : '';
  const base = withoutExtension(address);
  return [title, base, base.replace(/-\d{1,4}$/, '')];
}

/** True when a site that makes titles from names can have made this one. */
export const titleFits = (sent: string, title: string): boolean => sameName(withoutExtension(sent), title);

/** True when the stored file's title or address can come from the name that was sent (`name`, or `name-1` made unique). */
export function nameFits(sent: string, file: StoredFile): boolean {
  const wanted = withoutExtension(sent);
  return namesOf(file).some((name) => sameName(wanted, name));
}

/**
 * True when the stored file bears the name that was sent, as the platform keeps it. A number at the end of an address may be the site's own;
 * it is not where the title has it too, and not as the address does: `clip-7` of the title `clip 7` was never `clip`.
 */
function bearsName(sent: string, file: StoredFile): boolean {
  const wanted = withoutExtension(sent);
  const [title = '', base = '', bare = ''] = namesOf(file);
  const isNumbered = title.trim() === '' || title === base;
  return [title, base].some((name) => sameName(wanted, name)) || (isNumbered && sameName(wanted, bare));
}

/** What the names of a stored file come down to: a sent name that fits it comes down to one of these. */
export function nameKeys(file: Pick<StoredFile, 'title' | 'sourceUrl'>): readonly string[] {
  const keys = namesOf(file).map((name) => skeleton(name) || name.trim());
  return [...new Set(keys)].filter((key) => key !== '');
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Files worth sampling: the right size or of unknown size, with a video, not spoken for. Those of the right name first, those that
 * the user said are another clip last.
 */
export function suspects(
  files: readonly StoredFile[],
  evidence: Omit<Evidence, 'rivals' | 'stranger' | 'from'>,
): readonly StoredFile[] {
  const fits = (file: StoredFile): boolean => nameFits(evidence.fileName, file);
  const rank = (file: StoredFile): number => (evidence.refused.has(file.videoId ?? 0) ? 2 : fits(file) ? 0 : 1);
  return files
    .filter(
      (file) =>
        file.videoId !== null &&
        !evidence.taken.has(file.videoId) &&
        (file.bytes === null ? fits(file) : file.bytes === evidence.bytes),
    )
    .toSorted((a, b) => rank(a) - rank(b));
}

/** The videos that this clip can be: nothing disproves it, and nobody said that it is another one. */
function possibleOf(found: readonly Suspect[], { refused }: Evidence): readonly Suspect[] {
  return found.filter((one) => one.sampled !== 'different' && !refused.has(one.file.videoId ?? 0));
}

/** The one that was there first: of two copies of one clip it is the one that people may have seen. */
function earliest(found: readonly Suspect[]): Suspect | undefined {
  const at = ({ file }: Suspect): number => file.createdAt ?? Number.MAX_SAFE_INTEGER;
  return found.toSorted((a, b) => at(a) - at(b) || a.file.mediaId - b.file.mediaId)[0];
}

/**
 * Adopt only on full proof: same author and window (both asked of the site), equal size, and equal sampled bytes. Where the server
 * cannot be read: the name that was sent, when no other clip can have made the file. Else ask, never guess (every camera has a
 * C0001.MP4). Several of equal bytes are copies of one clip: the first one stands for it, the audit tells of the others (F-02).
 */
export function judge(found: readonly Suspect[], evidence: Evidence): Judgement {
  const possible = possibleOf(found, evidence);
  if (possible.length === 0) return { kind: 'absent' };
  const equal = earliest(possible.filter((one) => one.sampled === 'equal' && one.file.bytes === evidence.bytes));
  const proven = equal ?? provenByOrder(possible, found, evidence);
  if (proven?.file.videoId != null) return { kind: 'adopt', videoId: proven.file.videoId };
  return {
    kind: 'ask',
    candidates: possible.map(({ file }) => ({
      videoId: file.videoId ?? 0,
      title: file.title,
      createdAt: file.createdAt,
      sizeMatches: file.bytes === evidence.bytes,
    })),
  };
}

/** More clips or files of one name and size than this at the same moment are not puzzled out. */
const mostPuzzled = 5;

/**
 * The file that is this clip's in every way in which the files can belong to this clip and its rivals, each one file at most and
 * as many as possible; null = there is more than one way. A clip cannot have made what was there before it was sent.
 */
function provenByOrder(possible: readonly Suspect[], found: readonly Suspect[], evidence: Evidence): Suspect | null {
  const { rivals, stranger } = evidence;
  if (stranger) return null;
  if (possible.length > rivals.length + 1 || rivals.length + 1 > mostPuzzled) return null;
  if (!possible.every(({ file }) => file.bytes === evidence.bytes && bearsName(evidence.fileName, file))) return null;
  const sole = soleByOrder(possible, found, evidence, canHaveMade);
  // What was there before a rival began was made by this clip or by a stranger, however near the two times are to each other.
  const strict = soleByOrder(
    possible,
    found,
    evidence,
    (rival, file) => !isOlder(rival, file) && canHaveMade(rival, file),
  );
  return sole === strict ? sole : null;
}

const isOlder = ({ afterMediaId = 0 }: Rival, { mediaId }: StoredFile): boolean => mediaId <= afterMediaId;

/** As `provenByOrder`, by what each rival can have made. */
function soleByOrder(
  possible: readonly Suspect[],
  found: readonly Suspect[],
  evidence: Evidence,
  byRival: typeof canHaveMade,
): Suspect | null {
  const makers: readonly Rival[] = [evidence, ...evidence.rivals];
  const canTake = (maker: number, at: number): boolean => {
    const [one, suspect] = [makers[maker], files[at]];
    if (!one || !suspect) return false;
    return maker === 0 ? at < possible.length && canHaveMade(one, suspect.file) : byRival(one, suspect.file);
  };
  // What this clip is not can still be what a rival made.
  const files = [...possible, ...found.filter((one) => !possible.includes(one))].slice(0, mostPuzzled + 2);
  let most = 0;
  let ours: ReadonlySet<number | null> = new Set();
  const place = (maker: number, left: ReadonlySet<number>, placed: number, own: number | null): void => {
    if (maker === makers.length) {
      if (placed < most) return;
      ours = placed > most ? new Set([own]) : new Set([...ours, own]);
      most = placed;
      return;
    }
    place(maker + 1, left, placed, own);
    for (const at of left) {
      if (!canTake(maker, at)) continue;
      place(maker + 1, new Set([...left].filter((other) => other !== at)), placed + 1, maker === 0 ? at : own);
    }
  };
  place(0, new Set(files.keys()), 0, null);
  const [sole] = ours;
  return ours.size === 1 && sole != null ? (possible[sole] ?? null) : null;
}

/** By its size, its name and its time. */
export function canHaveMade({ fileName, bytes, from }: Rival, file: StoredFile): boolean {
  return file.bytes === bytes && nameFits(fileName, file) && (file.createdAt === null || file.createdAt >= from);
}

/** Where to take `count` samples of a clip of `bytes`: begin, end and evenly between, at most 64 KiB each. */
export function samplePlaces(bytes: number, count = 3): readonly { readonly start: number; readonly length: number }[] {
  const length = Math.min(64 * 1024, bytes);
  const places = Array.from({ length: count }, (_, at) => Math.floor(((bytes - length) * at) / (count - 1)));
  return [...new Set(places)].map((start) => ({ start, length }));
}
