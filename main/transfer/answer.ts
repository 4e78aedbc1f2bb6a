// Reads the video's id out of any shape of upload answer known; nothing depends on finding one (decision 5).
import type { Said } from '../errors.ts';

const names = ['id', 'ID', 'post_id', 'video_id'] as const;

function asId(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null;
}

function idIn(value: unknown): number | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const record = value as Record<string, unknown>;
  for (const name of names) {
    const id = asId(record[name]);
    if (id !== null) return id;
  }
  return null;
}

/** Looks in Location, the record itself, `data`, `data.post`, `post` and `video`. */
export function videoIdIn(said: Said): number | null {
  const located = /\/video\/(\d{1,15})\/?(?:\?|$)/.exec(said.headers.location ?? '');
  if (located) return asId(located[1]);
  const json = said.json;
  if (typeof json !== 'object' || json === null) return null;
  const { data, post, video } = json as Record<string, unknown>;
  const inner = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
  return idIn(inner.post) ?? idIn(inner.video) ?? idIn(post) ?? idIn(video) ?? idIn(json) ?? idIn(data);
}
