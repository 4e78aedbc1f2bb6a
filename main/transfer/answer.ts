// Reads the video's id out of any shape of upload answer known; nothing depends on finding one (decision 3).
import type { SiteAnswer } from '../answers.ts';

const names = ['video_id', 'post_id', 'ID', 'id'] as const;

function asId(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null;
}

function idIn(value: unknown): number | null {
  if (typeof value !== 'object' || value === null) return null;
  const record = value as Record<string, unknown>;
  for (const name of names) {
    const id = asId(record[name]);
    if (id !== null) return id;
  }
  return null;
}

const located = /\/video\/(\d{1,15})\/?(?:\?|$)/;

/** Looks in Location, `data.post`, `data.video`, `post`, `video`, the record itself and `data`. */
export function videoIdIn(said: SiteAnswer): number | null {
  const match = located.exec(said.headers.location ?? '');
  if (match) return asId(match[1]);
  const json = said.json;
  if (typeof json !== 'object' || json === null) return null;
  const { data, post, video, type } = json as Record<string, unknown>;
  // A media record: its own id is the file's, `post` is the video it belongs to.
  if (type === 'attachment') return asId(post);
  const inner = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
  return idIn(inner.post) ?? idIn(inner.video) ?? idIn(post) ?? idIn(video) ?? idIn(json) ?? idIn(data);
}

/** Where the same request is to go instead: only 307 and 308 keep its method and body, and only within its origin; null = nowhere. */
export function redirectedTo(said: SiteAnswer, url: string): string | null {
  const { location } = said.headers;
  if ((said.status !== 307 && said.status !== 308) || location === undefined || !URL.canParse(location, url))
    return null;
  const target = new URL(location, url);
  return target.origin === new URL(url).origin && target.href !== url ? target.href : null;
}

/** True when the answer says of its id that it is a video's; a bare number may be the file's or anything's. */
export function namesVideo(said: SiteAnswer): boolean {
  if (located.test(said.headers.location ?? '')) return true;
  const { data, ...record } = (said.json ?? {}) as Record<string, unknown>;
  const post = typeof data === 'object' && data !== null ? (data as Record<string, unknown>).post : null;
  const kind = (value: unknown): unknown =>
    typeof value === 'object' && value !== null ? ((value as Record<string, unknown>).post_type ?? null) : null;
  return record.type === 'video' || kind(post) === 'video';
}

/** A key as the Idempotency-Key header has it: a quoted string (draft-ietf-httpapi-idempotency-key-header). */
export function quotedKey(key: string): string {
  return `"${key}"`;
}

/**
 * What an answer says about the key that was sent with it: true = the site names it again, so it keeps a list of them; false =
 * a success that knows nothing of it; null = nothing. No server that ignores the header sends it back.
 */
export function honoursKey(said: SiteAnswer, key: string): boolean | null {
  if (said.headers['idempotency-key'] === quotedKey(key)) return true;
  return said.status >= 200 && said.status < 300 ? false : null;
}
