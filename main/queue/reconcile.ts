// Is this clip on the site? Pure judgement over what a look brought home (decision 4).
import type { Candidate, StoredFile } from '../model.ts';

/** What is known of the attempt whose end is unclear. */
export interface Evidence {
  readonly fileName: string;
  readonly bytes: number;
  /** Videos that other jobs of this account already stand for. */
  readonly taken: ReadonlySet<number>;
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

function withoutExtension(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/** True when the stored file's title or address can come from the name that was sent (`name`, or `name-1` made unique). */
export function nameFits(sent: string, file: StoredFile): boolean {
  const wanted = withoutExtension(sent);
  const address = URL.canParse(file.sourceUrl)
    ? safeDecode(new URL(file.sourceUrl).pathname.split('/').at(-1) ?? '')
    : '';
  const base = withoutExtension(address);
  return [file.title, base, base.replace(/-\d{1,4}$/, '')].some((name) => sameName(wanted, name));
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Files worth sampling: the right size or of unknown size, with a video, not spoken for. */
export function suspects(files: readonly StoredFile[], evidence: Evidence): readonly StoredFile[] {
  return files.filter(
    (file) =>
      file.videoId !== null &&
      !evidence.taken.has(file.videoId) &&
      (file.bytes === null ? nameFits(evidence.fileName, file) : file.bytes === evidence.bytes),
  );
}

/**
 * Adopt only on full proof: same author and window (both asked of the site), equal size, and equal sampled bytes, or where the
 * server serves no ranges the name that was sent. Several, or too little proof: ask, never guess (every camera has a C0001.MP4).
 */
export function judge(found: readonly Suspect[], evidence: Evidence): Judgement {
  const possible = found.filter((one) => one.sampled !== 'different');
  if (possible.length === 0) return { kind: 'absent' };
  const proven = possible.filter(
    (one) => one.file.bytes === evidence.bytes && (one.sampled === 'equal' || nameFits(evidence.fileName, one.file)),
  );
  const sole = proven[0];
  if (proven.length === 1 && possible.length === 1 && sole?.file.videoId != null) {
    return { kind: 'adopt', videoId: sole.file.videoId };
  }
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

/** Where to take samples of a clip of `bytes`: begin, middle and end, at most 64 KiB each. */
export function samplePlaces(bytes: number): readonly { readonly start: number; readonly length: number }[] {
  const length = Math.min(64 * 1024, bytes);
  const places = [0, Math.floor((bytes - length) / 2), bytes - length];
  return [...new Set(places)].map((start) => ({ start, length }));
}
