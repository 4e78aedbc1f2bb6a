// Clips of another computer count from the moment in which all of them are here, and what came with half a file is thrown away in steps.
import { describe, expect, it } from 'vitest';
import {
  type BroughtClip,
  type BroughtPlace,
  broughtBegin,
  type LedgerPart,
  type LedgerPlace,
  ledgerBegin,
} from '../../../../main/queue/store/brought-clips.ts';
import { createLedger } from '../../../../main/queue/store/ledger.ts';
import { accountId, states } from '../jobs.ts';
import { clipOf, memoryQueue, otherAccount } from './memory-queue.ts';

const sha = (at: number): string => at.toString(16).padStart(64, '0');
const clip = (at: number, changes: Partial<BroughtClip> = {}): BroughtClip => ({
  ...{ accountId, size: 100 + at, sha256: sha(at), videoId: 700 + at, name: `${at}.mp4`, arrivedAt: 5, ...changes },
});

function begin() {
  const queue = memoryQueue();
  const { brought } = createLedger(queue.sql, queue.store);
  const take = (taking: string, ...clips: readonly BroughtClip[]) => {
    brought.beginTaking(taking);
    return clips.map((one) => brought.keep(one, taking));
  };
  const rest = (from = ledgerBegin) => brought.arrived(accountId, from, 100);
  /** All that is known to be on the site. */
  const arrived = () => rest(rest().next ?? ledgerBegin).clips.map(({ videoId }) => videoId);
  return { ...queue, brought, take, arrived };
}

it('what came with a file counts for no question until all of it is here', () => {
  const { brought, store, take, arrived } = begin();
  const knows = () => [
    brought.hasSize(accountId, 101),
    brought.find(accountId, 101, sha(1)) !== null,
    brought.isKnown(accountId, 101, sha(1)),
    store.takenVideos(accountId, 'job').has(701),
    arrived().length > 0,
  ];
  expect(take('t', clip(1))).toEqual([true]);
  expect([knows(), brought.hasHalf()]).toEqual([[false, false, false, false, false], true]);
  brought.endTaking('t');
  expect([knows(), brought.hasHalf()]).toEqual([[true, true, true, true, true], false]);
});

it('what is known already stays as it is: sent from here, or brought before', () => {
  const { add, brought, take } = begin();
  add({ id: 'job-1', clip: clipOf(102, '/cards/b.mp4'), sha256: sha(2), state: { ...states.done, videoId: 9 } });
  take('t', clip(1));
  brought.endTaking('t');
  expect(take('u', clip(1, { videoId: 1 }), clip(2), clip(3))).toEqual([false, false, true]);
  brought.endTaking('u');
  expect(brought.find(accountId, 101, sha(1))?.videoId).toBe(701);
});

it('a clip that was read and is to be sent is read anew as what came with it is there; what is under way or on the site is not', () => {
  const { add, brought, store, take } = begin();
  const later = (at: number) => ({ clip: clipOf(100 + at, `/cards/${at}.mp4`), sha256: sha(at) });
  add(
    { ...later(1), id: 'waiting' },
    { ...later(2), id: 'paused', state: states.paused },
    { ...later(3), id: 'needs you', state: states['needs you to send'] },
    { ...later(4), id: 'cancelled', state: states['cancelled before'] },
    { ...later(5), id: 'sending', state: states.sending },
    { ...later(6), id: 'to look for', state: states['needs you to choose'] },
    { ...later(7), id: 'of another size', sha256: sha(1) },
    { ...later(8), id: 'of nobody else' },
    { ...later(1), id: 'of another account', accountId: otherAccount },
  );
  const read = () => Array.from(store.ids('all', null, 100).ids, (id) => [id, store.job(id)?.sha256 !== null]);
  const before = read();
  take('t', ...[1, 2, 3, 4, 5, 6, 7].map((at) => clip(at)));
  expect(read()).toEqual(before);
  brought.endTaking('t');
  store.compareAnew('t');
  const anew = ['waiting', 'paused', 'needs you', 'cancelled'];
  expect(read()).toEqual(before.map(([id]) => [id, !anew.includes(String(id))]));
  // Once: who says that it is to go after it was told is heard.
  store.saveLearned('waiting', { sha256: sha(1) });
  take('u', clip(1));
  brought.endTaking('u');
  store.compareAnew('u');
  expect(store.job('waiting')?.sha256).toBe(sha(1));
});

describe('all that an account has on its site', () => {
  const partsOf = ({ brought }: ReturnType<typeof begin>, limit: number): readonly LedgerPart[] => {
    const parts: LedgerPart[] = [];
    for (let from: LedgerPlace | null = ledgerBegin; from !== null; ) {
      const part: LedgerPart = brought.arrived(accountId, from, limit);
      parts.push(part);
      from = part.next;
    }
    return parts;
  };
  const videosOf = (parts: readonly LedgerPart[]) =>
    parts.map(({ clips }) => clips.map(({ videoId }) => videoId)).filter((ids) => ids.length > 0);
  const sent = (id: string, videoId: number, sha256: string | null) => ({
    ...{ id, clip: clipOf(100, `/cards/${id}.mp4`), sha256, state: { ...states.done, videoId }, arrivedAt: 9 },
  });

  it('comes part by part, each clip once: what was sent from here first, then what was brought over', () => {
    const on = begin();
    on.add(...[5, 3, 1, 4, 2, 3].map((videoId, at) => sent(`job-${at}`, videoId, sha(at))));
    on.add({ ...sent('another’s', 6, sha(9)), accountId: otherAccount }, { id: 'not there', sha256: sha(8) });
    on.take('t', clip(1), clip(4, { size: 7 }), clip(2, { size: 101 }), clip(3), clip(5, { accountId: otherAccount }));
    on.brought.endTaking('t');
    expect(videosOf(partsOf(on, 3))).toEqual([...[[1, 2, 3], [3, 4, 5], [704, 701, 702], [703]]]);
    expect(videosOf(partsOf(on, 4))).toEqual([
      [1, 2, 3, 3],
      [4, 5],
      [704, 701, 702, 703],
    ]);
    expect(videosOf(partsOf(on, 99))).toEqual([
      [1, 2, 3, 3, 4, 5],
      [704, 701, 702, 703],
    ]);
    // Nothing more is asked for than one empty part of each kind, where it came out even.
    expect([3, 4, 99].map((limit) => partsOf(on, limit).length)).toEqual([5, 4, 2]);
  });

  it('is known by its content: a clip that was never read to its end, or of which that cannot be read, is only counted', () => {
    const on = begin();
    const hex = 'c0ffee'.padEnd(64, '1');
    const contents = [hex, null, 'c0ffee', `0${hex}`, `${hex}0`, hex.toUpperCase(), `${hex.slice(1)}g`];
    on.add(...contents.map((sha256, at) => sent(`job-${at}`, 1 + at, sha256)), sent('without size', 20, sha(1)));
    on.sql.exec("UPDATE jobs SET size = 0 WHERE id = 'without size'");
    const [part] = partsOf(on, 99);
    expect(part).toMatchObject({
      clips: [{ accountId, size: 100, sha256: hex, videoId: 1, name: 'job-0.mp4', arrivedAt: 9 }],
      unread: 7,
    });
  });

  it('is nothing where nothing was sent nor brought', () => {
    expect(partsOf(begin(), 3).map(({ clips, unread }) => [clips, unread])).toEqual([
      [[], 0],
      [[], 0],
    ]);
  });
});

describe('half of a file', () => {
  it('is thrown away in steps, whatever lies between its clips; what came whole stays', () => {
    const { brought, take, arrived } = begin();
    take('whole', clip(2), clip(4), clip(6), clip(7, { accountId: otherAccount }));
    brought.endTaking('whole');
    take('half', clip(1), clip(3), clip(4), clip(5));
    take('also', clip(8));
    let steps = 0;
    for (let from: BroughtPlace | null = broughtBegin; from !== null; steps++) from = brought.dropHalf(from, 2);
    expect([arrived(), brought.hasHalf(), steps]).toEqual([[702, 704, 706], false, 5]);
    // Nothing of it is left to come back.
    expect(take('half', clip(1))).toEqual([true]);
    brought.endTaking('half');
    expect(arrived()).toEqual([701, 702, 704, 706]);
  });

  it('is gone with as many steps as it needs, whatever its account is called', () => {
    const { brought, take, sql } = begin();
    const accounts = ['0', 'Account', accountId, '~'];
    take('half', ...accounts.map((account, at) => clip(at, { accountId: account })));
    take('also', clip(9, { accountId: '0' }));
    const left = () => Number(sql.prepare('SELECT COUNT(*) AS n FROM brought_clips').get()?.n);
    const from = brought.dropHalf(broughtBegin, 3);
    expect([from?.accountId, left(), brought.hasHalf()]).toEqual(['Account', 2, true]);
    expect([from && brought.dropHalf(from, 3), left(), brought.hasHalf()]).toEqual([null, 0, false]);
  });

  it('is nothing where there is none', () => {
    const { brought } = begin();
    expect([brought.hasHalf(), brought.dropHalf(broughtBegin, 2)]).toEqual([false, null]);
  });
});
