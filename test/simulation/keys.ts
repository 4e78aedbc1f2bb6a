// What a site that honours Idempotency-Key remembers: one key, one video, however often it is sent (F-01).
import { createHash } from 'node:crypto';
import type { Answer, Site, User } from './site.ts';

/** A key in use by the request that has it. */
export interface Claim {
  /** The answer of the site's own code: kept, unless it is no word about the clip (5xx). */
  finish(answer: Answer): Answer;
}

interface Kept {
  readonly print: string;
  /** Null while the first request runs. */
  answer: Answer | null;
}

export interface Keys {
  /** The claim of an upload that has come in; or what to answer in its place; null = it has no key. */
  claim(
    user: User,
    header: string | undefined,
    file: { readonly name: string; readonly bytes: Buffer },
  ): Claim | Answer | null;
}

export function createKeys(site: Pick<Site, 'data'>): Keys {
  const known = new Map<string, Kept>();
  return {
    claim: (user, header, { name, bytes }) => {
      if (header === undefined) return null;
      const marked = (answer: Answer, more: Readonly<Record<string, string>> = {}): Answer => ({
        ...answer,
        headers: { ...answer.headers, 'idempotency-key': header, ...more },
      });
      const problem = (status: number): Answer => marked(site.data(status, { status, title: 'The key is used' }));
      const key = `${user.id} ${header}`;
      const print = `${name} ${bytes.length} ${createHash('sha1').update(bytes).digest('hex')}`;
      const kept = known.get(key);
      if (kept && kept.print !== print) return problem(422);
      if (kept?.answer) return marked(kept.answer, { 'idempotent-replayed': 'true' });
      if (kept) return problem(409);
      const mine: Kept = { print, answer: null };
      known.set(key, mine);
      return {
        finish: (answer) => {
          if (answer.status >= 500) known.delete(key);
          else mine.answer = answer;
          return marked(answer);
        },
      };
    },
  };
}

export const isClaim = (found: Claim | Answer | null): found is Claim => found !== null && 'finish' in found;
