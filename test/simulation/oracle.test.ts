// What the oracles excuse: a newest version that nobody could have told from the older one, and a dead secret that nobody was shown.
import { expect, it } from 'vitest';
import { whyNotDrained } from './oracle.ts';
import { judge } from './verdict.ts';

const content = (bytes: number) => ({ tag: `of ${bytes}`, bytes: Buffer.alloc(bytes) });
const path = '/card/clip.mp4';

/** A site with the older of two versions of a watched clip, and a job that is done with it. */
function end(older: { bytes: Buffer }, newest: { bytes: Buffer }, cameLate: readonly unknown[]): string | null {
  const account = { host: 'site.example', login: 'ava' };
  const clip = { account, planned: { path, watched: true }, versions: [older, newest], written: true };
  const row = { id: 'a', account_id: 'b', path, kind: 'done', state: '{}', video_id: 7, removed: 0, pending: 0 };
  const posts = new Map([[7, { id: 7, author: 1, content: older }]]);
  const world = {
    ...{ user: { idle: () => true, isUnwanted: () => false }, uploader: () => ({}), line: { pending: () => 0 } },
    ...{ profile: { query: () => [row] }, clips: [clip], clipAt: () => clip },
    sites: new Map([[account.host, { users: [{ login: 'ava', id: 1 }], posts }]]),
    excused: new Map(cameLate.map((one) => [one, 1])),
  };
  return whyNotDrained(world as unknown as Parameters<typeof whyNotDrained>[0]);
}

it('an older version that came later than anybody can wait for is taken for a newest one that is as long', () => {
  const [older, newest] = [content(100), content(100)];
  expect(end(older, newest, [older])).toBeNull();
});

it.each([
  ['it came in time', 100, false],
  ['it is longer', 101, true],
  ['it is shorter', 99, true],
])('and for no other: %s', (_, bytes, isLate) => {
  const [older, newest] = [content(bytes), content(100)];
  expect(end(older, newest, isLate ? [older] : [])).toMatch('the newest version');
});

it('nor is the newest one an excuse for itself', () => {
  const [older, newest] = [content(100), content(100)];
  expect(end(older, newest, [newest])).toMatch('the newest version');
});

it('questions that found no host, or one that is down, have shown a dead secret to nobody', async () => {
  // A HEAD was refused with 401, which without a body may be anybody's; all that was asked until the host was up again counted.
  expect((await judge(410_005_895)).failure).toBeNull();
});
