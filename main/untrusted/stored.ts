// Shapes that several stores keep as JSON, and numbers as columns hold them: what has another shape was damaged.
import { z } from 'zod';
import type { WaitReason } from '../../preload/contract.ts';

/** A whole number that a double holds exactly, as every number in a column is. */
export const whole = z.number().int();
/** A count, a size in bytes, or a time in ms. */
export const count = whole.min(0);

/** One of the words of a table, which names each of them. */
export function oneOf<T extends string>(words: Readonly<Record<T, true>>): z.ZodType<T> {
  return z.custom<T>((value) => typeof value === 'string' && words[value as T] === true);
}

export const waitReason = oneOf<WaitReason>({
  offline: true,
  'connection-lost': true,
  'site-away': true,
  'site-failing': true,
  portal: true,
  'proxy-sign-in': true,
  'proxy-method': true,
  'proxy-refuses': true,
  'proxy-away': true,
  'proxy-kind': true,
  'site-busy': true,
  'site-maintenance': true,
  'uploads-blocked': true,
  'uploads-unsure': true,
  'site-blocked': true,
  'server-error': true,
  'size-doubted': true,
  'pieces-away': true,
  'other-computer': true,
  'web-page-answer': true,
  'clip-busy': true,
  'clip-unfinished': true,
  'disk-silent': true,
  'folder-away': true,
  hours: true,
  'public-unasked': true,
  'site-silent': true,
  'sign-in': true,
});

export const ids = z.array(z.number());

/** One segment of a path, which can neither end the path nor lead out of it. */
export const pathSegment = z.string().regex(/^[a-z\d][\w-]{0,99}$/i);
