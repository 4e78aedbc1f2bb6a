// The Idempotency-Key header as the IETF draft has it, for a site that honours it: one key, one video, however often it is sent.
import { createHash } from 'node:crypto';
import type { RestAnswer, RestRequest } from './rest.ts';
import type { Store } from './store.ts';

/** A key in use by the request that has it; what it ends with is told to everybody who sends the key again. */
export interface Claim {
  /** Keeps the answer. One that is no word about the clip (5xx) lets the key go instead. */
  finish(answer: RestAnswer): RestAnswer;
  /** Nothing came of it: the key is free again. */
  drop(): void;
}

/** A quoted string of RFC 8941. */
const quoted = /^"([\x20\x21\x23-\x5b\x5d-\x7e]{1,255})"$/;

function problem(status: number, title: string, detail: string): RestAnswer {
  const type = 'https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/';
  return {
    status,
    headers: { 'Content-Type': 'application/problem+json' },
    body: JSON.stringify({ type, title, status, detail }),
    text: true,
  };
}

interface KeyRow {
  fingerprint: string;
  /** JSON of the answer; null while the first request runs. */
  answer: string | null;
}

function row(store: Store, user: number, key: string): KeyRow | null {
  return store.one('SELECT fingerprint, answer FROM idempotencyKeys WHERE userId = ? AND key = ?', user, key);
}

/** A key that was in use when the server died is in use no more. */
export function forgetUnfinishedKeys(store: Store): void {
  store.run('DELETE FROM idempotencyKeys WHERE answer IS NULL');
}

/**
 * The claim of an upload whose body has arrived; or the answer to give in place of any work: the first one again, 409 while the
 * first request runs, 422 for another body under the key. Null = the request has no key, or the site does not know keys.
 */
export function claimKey(request: RestRequest): Claim | RestAnswer | null {
  const { site, user, received } = request;
  const header = request.headers['idempotency-key'];
  if (!site.switches.idempotencyKeys || header === undefined || !received || !user) return null;
  const key = quoted.exec(String(header))?.[1];
  if (key === undefined) {
    return problem(400, 'Idempotency-Key is malformed', 'The header has to be a quoted string.');
  }
  const echo = { 'Idempotency-Key': String(header) };
  const marked = (answer: RestAnswer, headers: Record<string, string> = {}): RestAnswer => ({
    ...answer,
    headers: { ...answer.headers, ...headers, ...echo },
  });
  const parts = received.files.map(({ part, name, size, sha256 }) => [part, name, size, sha256]);
  const fingerprint = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  const kept = row(site.store, user.id, key);
  if (kept && kept.fingerprint !== fingerprint) {
    return marked(problem(422, 'Idempotency-Key is already used', 'This key came with another body before.'));
  }
  if (kept?.answer != null) return marked(JSON.parse(kept.answer) as RestAnswer, { 'Idempotent-Replayed': 'true' });
  if (kept) return marked(problem(409, 'A request is outstanding for this Idempotency-Key', 'Try again later.'));

  site.store.run('INSERT INTO idempotencyKeys VALUES (?, ?, ?, NULL)', user.id, key, fingerprint);
  const drop = (): void =>
    void site.store.run('DELETE FROM idempotencyKeys WHERE userId = ? AND key = ? AND answer IS NULL', user.id, key);
  return {
    drop,
    finish: (answer) => {
      const sql = 'UPDATE idempotencyKeys SET answer = ? WHERE userId = ? AND key = ?';
      if (answer.status >= 500) drop();
      else site.store.run(sql, JSON.stringify(answer), user.id, key);
      return marked(answer);
    },
  };
}

export function isClaim(found: Claim | RestAnswer): found is Claim {
  return 'finish' in found;
}
