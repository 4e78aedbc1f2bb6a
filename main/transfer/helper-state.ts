// What the helper on a site says became of an upload (assets/wordpress/clipferry-helper), read with nothing in it trusted.
import { field, type SiteAnswer } from '../answers.ts';
import type { HttpAnswer } from '../ports.ts';

export interface HelperState {
  /** receiving = bytes are missing; working = all are there, and the site makes a video of them; ended = it has, or has said why not. */
  readonly kind: 'receiving' | 'working' | 'ended' | 'mixed';
  /** The video that was made; null = none. */
  readonly videoId: number | null;
  /** What the site's own upload said; null = it died before it could. */
  readonly answer: HttpAnswer | null;
}

const kinds: Readonly<Record<string, HelperState['kind']>> = {
  receiving: 'receiving',
  whole: 'working',
  handing: 'working',
  answered: 'ended',
  mixed: 'mixed',
};

const whole = (value: unknown, from: number, to: number): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= from && value <= to ? value : null;

function answerIn(value: unknown): HttpAnswer | null {
  const status = whole(field(value, 'status'), 200, 599);
  const body = field(value, 'body');
  if (status === null || typeof body !== 'string') return null;
  const location = field(value, 'headers', 'Location');
  return {
    status,
    headers: typeof location === 'string' ? { location } : {},
    body: new TextEncoder().encode(body),
    cut: null,
  };
}

/** Null = it is no such word. */
export function helperStateIn(said: SiteAnswer): HelperState | null {
  const word = field(said.json, 'state');
  const kind = typeof word === 'string' && Object.hasOwn(kinds, word) ? kinds[word] : undefined;
  if (said.status !== 200 || kind === undefined) return null;
  return {
    kind,
    videoId: whole(field(said.json, 'video'), 1, Number.MAX_SAFE_INTEGER),
    answer: answerIn(field(said.json, 'answer')),
  };
}
