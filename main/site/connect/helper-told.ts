// What our helper on a site says of itself (assets/wordpress/clipferry-helper), read with nothing in it trusted; and which of two is older.
import { z } from 'zod';
import type { SiteAnswer } from '../../answers.ts';
import type { HelperTrouble } from '../../model.ts';
import type { AuthorizedClient, SiteCalls } from '../client/client.ts';

/** Null = it does not say. */
export interface HelperTold {
  readonly version: string | null;
  /** It has a folder and a table to keep pieces in. */
  readonly isReady: boolean | null;
  /** Whether the site's own upload takes a whole file from it. */
  readonly handOver: 'unknown' | 'works' | 'refused' | null;
}

const helperRoute = 'clipferry/v1/helper';

const versionSchema = z.string().regex(/^\d{1,6}(?:\.\d{1,6}){0,3}$/);
/** Each by itself: what is odd in one says nothing of the others. */
const toldSchema = z.object({
  version: versionSchema.nullable().catch(null),
  ready: z.boolean().nullable().catch(null),
  handOver: z.enum(['unknown', 'works', 'refused']).nullable().catch(null),
});

function toldIn({ status, json }: SiteAnswer): HelperTold | null {
  const read = toldSchema.safeParse(json);
  if (status !== 200 || !read.success) return null;
  const { version, ready: isReady, handOver } = read.data;
  return version === null && isReady === null && handOver === null ? null : { version, isReady, handOver };
}

/** Null = it says nothing that it would say. It answers only who may use the site's upload. Throws HttpError. */
export async function askHelper(calls: SiteCalls, client: AuthorizedClient): Promise<HelperTold | null> {
  return toldIn(await calls.ask(client, { method: 'GET', route: helperRoute }));
}

/** Why clips go in one although it is there; null = they do not. */
export function helperTroubleIn({ isReady, handOver }: HelperTold): HelperTrouble | null {
  if (isReady === false) return 'not-ready';
  return handOver === 'refused' ? 'refuses' : null;
}

/** WordPress's own names of the plugin's main file and of what its header says first. */
const mainFile = /(?:^|\/)clipferry-helper\.php$/;
const versionLine = /^[ \t/*#@]*Version:[ \t]*(\S+)/m;

/** The version in the header of a plugin's files, where WordPress reads it, too; null = none. */
export function helperVersion(files: readonly { readonly name: string; readonly text: string }[]): string | null {
  const main = files.find(({ name }) => mainFile.test(name));
  const read = versionSchema.safeParse(versionLine.exec(main?.text ?? '')?.[1]);
  return read.success ? read.data : null;
}

const parts = (text: string): readonly number[] => text.split('.').map(Number);

export function isOlder(one: string, other: string): boolean {
  const [left, right] = [parts(one), parts(other)];
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const ahead = (left[at] ?? 0) - (right[at] ?? 0);
    if (ahead !== 0) return ahead < 0;
  }
  return false;
}
