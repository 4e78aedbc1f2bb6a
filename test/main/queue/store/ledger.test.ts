// The ledger: a file is known by its place, its identity or its content, for its own account only.
import { describe, expect, it } from 'vitest';
import type { ClipIdentity, Job } from '../../../../main/model.ts';
import { createLedger, type Ledger } from '../../../../main/queue/store/ledger.ts';
import { accountId, aJob, states } from '../jobs.ts';
import { clipOf, idsOf, type MemoryQueue, memoryQueue, otherAccount, waitingUntil } from './memory-queue.ts';

const clip = clipOf(100, '/cards/a.mp4');
const { identity, path } = clip;
const elsewhere = '/moved/a.mp4';
const renumbered = { ...identity, device: '1', inode: '1' };
const others: readonly ClipIdentity[] = [
  { ...identity, device: 'x' },
  { ...identity, inode: 'x' },
  { ...identity, size: 101 },
  { ...identity, mtimeNs: '2' },
];

function begin(...jobs: readonly Partial<Job>[]): MemoryQueue & { readonly ledger: Ledger } {
  const queue = memoryQueue();
  queue.add(...jobs.map((job, at) => ({ id: `job-${at}`, clip, ...job })));
  return { ...queue, ledger: createLedger(queue.sql, queue.store) };
}

describe('a file', () => {
  it('is known at its place, whatever number its disk has today, and by its identity in any place (F-27)', () => {
    const { ledger } = begin({});
    expect(ledger.known(accountId, renumbered, path)?.id).toBe('job-0');
    expect(ledger.known(accountId, identity, elsewhere)?.id).toBe('job-0');
    for (const other of others) expect(ledger.known(accountId, other, elsewhere)).toBeNull();
    for (const other of others.slice(2)) expect(ledger.known(accountId, other, path)).toBeNull();
    for (const at of [path, elsewhere]) expect(ledger.known(otherAccount, identity, at)).toBeNull();
  });

  it('is known as the copy that it was found to be, at its place and by its identity', () => {
    const { ledger, store } = begin({});
    const copy: ClipIdentity = { device: '9', inode: '8', size: 100, mtimeNs: '7' };
    ledger.rememberCopy('job-0', copy, '/copies/a.mp4');
    ledger.rememberCopy('job-0', copy, '/copies/a.mp4');
    expect(ledger.known(accountId, { ...copy, inode: 'x' }, '/copies/a.mp4')?.id).toBe('job-0');
    expect(ledger.known(accountId, copy, elsewhere)?.id).toBe('job-0');
    expect(ledger.known(otherAccount, copy, '/copies/a.mp4')).toBeNull();
    expect(ledger.known(accountId, { ...copy, mtimeNs: '1' }, '/copies/a.mp4')).toBeNull();
    expect(ledger.settled(accountId, { ...copy, inode: 'x' }, '/copies/a.mp4')).toBe(true);
    expect(ledger.settled(accountId, copy, elsewhere)).toBe(true);
    expect(ledger.settled(otherAccount, copy, elsewhere)).toBe(false);
    expect(store.job('job-0')?.clip.path).toBe(path);
  });

  it('that was taken off and added again is the one on the list, and of several the newest', () => {
    const { ledger } = begin({ removed: true }, {}, { removed: true });
    expect(ledger.known(accountId, identity, path)?.id).toBe('job-1');
    expect(ledger.known(accountId, identity, elsewhere)?.id).toBe('job-1');
    const gone = begin({ removed: true }, { removed: true });
    expect(gone.ledger.known(accountId, identity, path)?.id).toBe('job-1');
  });

  it('is settled at its place; in another one only once nothing of it is open', () => {
    const { ledger } = begin({});
    expect(ledger.settled(accountId, identity, path)).toBe(true);
    expect(ledger.settled(accountId, identity, elsewhere)).toBe(false);
    expect(ledger.settled(accountId, { ...identity, inode: 'x' }, elsewhere)).toBe(false);
    for (const job of [{ state: states.done }, { state: states['cancelled before'] }, { removed: true }])
      expect(begin(job).ledger.settled(accountId, identity, elsewhere)).toBe(true);
  });

  it('was taken where it lies by its disk’s number, whatever was in it then, and only there', () => {
    const { ledger } = begin({ removed: true, state: states.done });
    const { device, inode } = identity;
    expect(ledger.hasTaken(accountId, { device, inode }, path)).toBe(true);
    expect(ledger.hasTaken(accountId, others[3] ?? identity, path), 'changed since').toBe(true);
    expect(ledger.hasTaken(otherAccount, identity, path)).toBe(false);
    expect(ledger.hasTaken(accountId, identity, elsewhere)).toBe(false);
    for (const other of others.slice(0, 2)) expect(ledger.hasTaken(accountId, other, path)).toBe(false);
  });

  it('lies where an open clip lay: the last of the list, on the list and not on the site', () => {
    const { ledger } = begin({}, { clip: clipOf(7, path) }, { clip: clipOf(8, path), removed: true });
    expect(ledger.openAt(accountId, path)?.id).toBe('job-1');
    expect(ledger.openAt(accountId, elsewhere)).toBeNull();
    expect(ledger.openAt(otherAccount, path)).toBeNull();
    expect(begin({ state: states.done }).ledger.openAt(accountId, path)).toBeNull();
    expect(begin({ state: states['cancelled before'] }).ledger.openAt(accountId, path)).toBeNull();
    expect(begin({ state: states.describing }).ledger.openAt(accountId, path)).toBeNull();
  });
});

describe('content', () => {
  it('is compared with clips of the same size only, and known where it was read', () => {
    const { ledger } = begin({ sha256: 'aa' }, {}, { sha256: 'bb' }, { clip: clipOf(5), sha256: 'aa' });
    expect([ledger.hasSize(accountId, 100), ledger.hasSize(accountId, 99)]).toEqual([true, false]);
    expect(ledger.hasSize(otherAccount, 100)).toBe(false);
    expect(idsOf(ledger.ofSize(accountId, 100))).toEqual(['job-0', 'job-1', 'job-2']);
    expect(ledger.ofSize(otherAccount, 100)).toEqual([]);
    expect(idsOf(ledger.unhashed(accountId, 100))).toEqual(['job-1']);
    expect(ledger.unhashed(accountId, 5)).toEqual([]);
    expect(ledger.byContent(accountId, 100, 'bb')?.id).toBe('job-2');
    expect(ledger.byContent(accountId, 100, 'cc')).toBeNull();
    expect(ledger.byContent(accountId, 6, 'aa')).toBeNull();
    expect(ledger.byContent(otherAccount, 100, 'aa')).toBeNull();
  });

  it('that several have is the one’s on the list, and of those the newest’s', () => {
    const { ledger } = begin({ sha256: 'aa' }, { sha256: 'aa' }, { sha256: 'aa', removed: true });
    expect(ledger.byContent(accountId, 100, 'aa')?.id).toBe('job-1');
  });

  it('that was read is kept where nothing was known, and the file is still the one that was read', () => {
    const { ledger, store } = begin({}, { sha256: 'aa' }, {});
    const job = (id: string): Job => store.job(id) ?? aJob();
    ledger.rememberHash(job('job-0'), 'bb');
    ledger.rememberHash(job('job-1'), 'bb');
    const read = job('job-2');
    ledger.rememberHash({ ...read, clip: { ...read.clip, identity: { ...identity, mtimeNs: '1' } } }, 'bb');
    ledger.rememberHash(aJob({ id: 'gone' }), 'bb');
    expect(['job-0', 'job-1', 'job-2'].map((id) => job(id).sha256)).toEqual(['bb', 'aa', null]);
  });
});

it('a content read for another’s sake is kept, except where a clip that is to go is still to be compared with what another computer had', () => {
  const { ledger, store } = begin({}, {}, { state: states.done }, { clip: clipOf(5) });
  const there = { accountId, size: 100, sha256: 'bb', videoId: 7, name: 'there.mp4', arrivedAt: 1 };
  ledger.brought.keep(there, 'taking');
  const job = (id: string): Job => store.job(id) ?? aJob();
  const read = [
    ledger.rememberRead(job('job-0'), 'bb'),
    ledger.rememberRead(job('job-1'), 'cc'),
    ledger.rememberRead(job('job-2'), 'bb'),
    ledger.rememberRead(job('job-3'), 'bb'),
  ];
  expect(read).toEqual([false, true, true, true]);
  expect(['job-0', 'job-1', 'job-2', 'job-3'].map((id) => job(id).sha256)).toEqual([null, 'cc', 'bb', 'bb']);
});

it('a content read for another’s sake is kept by what has become of the clip while it was read', () => {
  const { ledger, store, rows } = begin({}, { state: states.describing });
  ledger.brought.keep({ accountId, size: 100, sha256: 'bb', videoId: 7, name: 'there.mp4', arrivedAt: 1 }, 'taking');
  const [went, comesAgain] = ['job-0', 'job-1'].map((id) => store.job(id) ?? aJob());
  if (!went || !comesAgain) throw new Error('Two clips were added');
  rows.saveJob({ ...went, state: states.describing });
  rows.saveJob({ ...comesAgain, state: states.waiting });
  expect([ledger.rememberRead(went, 'bb'), ledger.rememberRead(comesAgain, 'bb')]).toEqual([true, false]);
  expect(['job-0', 'job-1'].map((id) => store.job(id)?.sha256)).toEqual(['bb', null]);
});

describe('clips whose disk is away', () => {
  const away = { kind: 'waiting', why: 'folder-away', until: 9 } as const;
  const missing = states['needs you, its file is missing'];
  const silent = { ...away, why: 'disk-silent' } as const;

  it('of a folder are those that wait for it or were not found', () => {
    const { ledger, sql } = begin(
      { folderId: 'f', state: away },
      { folderId: 'f', state: missing },
      { folderId: 'g', state: missing },
      { folderId: 'f', state: missing, removed: true },
      { folderId: 'f', state: waitingUntil(9) },
      { folderId: 'f', state: states['needs you to send'] },
      { folderId: 'f', state: missing },
    );
    sql.exec("UPDATE jobs SET draft = '{' WHERE id = 'job-6'");
    expect(ledger.missed('f').toSorted()).toEqual(['job-0', 'job-1']);
    expect(ledger.missed('h')).toEqual([]);
  });

  it('that does not answer are those that wait for that', () => {
    const { ledger, sql } = begin(
      { state: silent },
      { state: away },
      { state: silent, removed: true },
      { state: { ...states['describing later'], why: 'disk-silent' } },
      { state: silent },
      { state: silent, accountId: otherAccount },
    );
    sql.exec("UPDATE jobs SET draft = '{' WHERE id = 'job-4'");
    expect(ledger.silent().toSorted()).toEqual(['job-0', 'job-5']);
  });
});

it('a folder’s tally is what it brought, what of it is open, and when the last came', () => {
  const { ledger } = begin(
    { folderId: 'f', addedAt: 5 },
    { folderId: 'f', addedAt: 7, state: states.done },
    { folderId: 'f', addedAt: 6, removed: true },
    { addedAt: 9 },
  );
  expect(ledger.tally('f')).toEqual({ taken: 3, waiting: 1, lastTakenAt: 7 });
  expect(ledger.tally('g')).toEqual({ taken: 0, waiting: 0, lastTakenAt: null });
});

it('what a folder sent last is told by its places, each once, newest first', () => {
  const folderId = 'folder-1';
  const at = (path: string, addedAt: number, more: Partial<Job> = {}): Partial<Job> => ({
    ...{ id: `${path} ${addedAt}`, clip: clipOf(100 + addedAt, path), state: states.done, folderId, addedAt, ...more },
  });
  const { ledger } = begin(
    at('/f/a.mp4', 1),
    at('/f/b.mp4', 2),
    at('/f/a.mp4', 3),
    at('/f/c.mp4', 4, { removed: true }),
    at('/f/d.mp4', 5, { state: states.waiting }),
    at('/f/e.mp4', 6, { folderId: 'folder-2' }),
  );
  expect(ledger.sentFrom(folderId, 9)).toEqual(['/f/a.mp4', '/f/b.mp4']);
  expect(ledger.sentFrom(folderId, 1)).toEqual(['/f/a.mp4']);
});
