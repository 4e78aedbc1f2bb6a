// The custom fields of a video: its `meta`, where the type supports them (platform facts, sections 1, 10 and 11).
import { RestError } from './errors.ts';
import type { Site } from './site.ts';

/** The registered keys; every other key in a request is ignored. */
const KEYS = { video_url: 'string', video_length: 'integer' } as const;

export function hasMeta(site: Site, type: string): boolean {
  return type === 'video' && site.switches.customFields;
}

export function metaSchema(): Record<string, unknown> {
  const properties = Object.entries(KEYS).map(([name, type]) => [name, { type, default: type === 'integer' ? 0 : '' }]);
  return { type: 'object', context: ['view', 'edit'], properties: Object.fromEntries(properties) };
}

export function readMeta(site: Site, postId: number): Record<string, unknown> {
  const sql = 'SELECT name, value FROM postMeta WHERE postId = ?';
  const rows = site.store.all<{ name: string; value: string }>(sql, postId);
  const values = new Map(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]));
  return Object.fromEntries(
    Object.entries(KEYS).map(([name, type]) => [name, values.get(name) ?? (type === 'integer' ? 0 : '')]),
  );
}

/** The registered keys of `given`, checked. A wrong type is a 400 of its own shape (platform facts, section 11). */
export function checkMeta(given: unknown): Record<string, unknown> {
  if (given === null || typeof given !== 'object') return {};
  const out: Record<string, unknown> = {};
  for (const [name, type] of Object.entries(KEYS)) {
    const value = (given as Record<string, unknown>)[name];
    if (value === undefined) continue;
    const fits = type === 'integer' ? Number.isInteger(Number(value)) && value !== '' : typeof value === 'string';
    if (!fits && value !== null) {
      const param = `meta.${name}`;
      const message = `${param} is not of type ${type}.`;
      throw new RestError('rest_invalid_type', message, 400, {}, { additional_data: [{ param }] });
    }
    out[name] = value !== null && type === 'integer' ? Number(value) : value;
  }
  return out;
}

/** null removes the key, which then reads as its default. */
export function saveMeta(site: Site, postId: number, values: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(values)) {
    site.store.run('DELETE FROM postMeta WHERE postId = ? AND name = ?', postId, name);
    if (value !== null) site.store.run('INSERT INTO postMeta VALUES (?, ?, ?)', postId, name, JSON.stringify(value));
  }
}
