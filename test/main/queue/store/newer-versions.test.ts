// What is known of newer versions: of which clip they are one, what was answered, and what became of the older video.
import { describe, expect, it } from 'vitest';
import { emptyDraft } from '../../../../main/model.ts';
import { newerVersionStore } from '../../../../main/queue/store/newer-versions.ts';
import { accountId, states } from '../jobs.ts';
import { clipOf, memoryQueue, otherAccount } from './memory-queue.ts';

const path = '/clips/Harbour.mp4';
const clip = clipOf(100, path);
const always = (): boolean => true;

function begin() {
  const queue = memoryQueue();
  queue.add({ id: 'older', clip, state: states.done }, { id: 'newer', clip: clipOf(120, path) });
  return { ...queue, versions: newerVersionStore(queue.sql, queue.store) };
}

describe('the older clip', () => {
  it.each([
    ['done', 'older'],
    ['describing', 'older'],
    ['needs you to edit', 'older'],
    ['cancelled after', 'older'],
    ['done, unknown where', null],
    ['waiting', null],
    ['sending', null],
    ['unclear', null],
    ['cancelled before', null],
    ['needs you to send', null],
  ] as const)('is one whose video is known: %s', (state, id) => {
    const queue = memoryQueue();
    queue.add({ id: 'older', clip, state: states[state] });
    const versions = newerVersionStore(queue.sql, queue.store);
    expect(versions.olderAt(accountId, path, always)?.id ?? null).toBe(id);
  });

  it('is the last one of its place and account, also off the list, behind those that were called off', () => {
    const queue = memoryQueue();
    queue.add(
      { id: 'first', clip, state: states.done },
      { id: 'second', clip, state: states.done, removed: true },
      { id: 'third', clip, state: states['cancelled before'] },
      { id: 'elsewhere', clip: clipOf(100, '/other/Harbour.mp4'), state: states.done },
      { id: 'of another', clip, state: states.done, accountId: otherAccount },
    );
    const versions = newerVersionStore(queue.sql, queue.store);
    expect(versions.olderAt(accountId, path, always)?.id).toBe('second');
    expect(versions.olderAt(otherAccount, path, always)?.id).toBe('of another');
    expect(versions.olderAt(accountId, '/clips/nothing.mp4', always)).toBeNull();
  });
});

it('a video that is not on the site any more has no newer version: the one before it has', () => {
  const queue = memoryQueue();
  queue.add(
    { id: 'first', clip, state: { ...states.done, videoId: 7 } },
    { id: 'second', clip, state: { ...states.done, videoId: 8 } },
  );
  const versions = newerVersionStore(queue.sql, queue.store);
  expect(versions.olderAt(accountId, path, (videoId) => videoId !== 8)?.id).toBe('first');
  expect(versions.olderAt(accountId, path, () => false)).toBeNull();
});

describe('a newer version', () => {
  it('is asked about until it is answered; the answer may change until the older video is settled', () => {
    const { versions } = begin();
    expect([versions.of('newer'), versions.isAsked('newer'), versions.choose('newer', 'keep')]).toEqual([
      ...[null, false, false],
    ]);
    versions.note('newer', 'older', emptyDraft);
    expect(versions.of('newer')).toMatchObject({ older: { id: 'older' }, choice: null, became: null });
    expect(versions.isAsked('newer')).toBe(true);
    expect(versions.choose('newer', 'replace')).toBe(true);
    expect(versions.choose('newer', 'replace')).toBe(false);
    expect(versions.isAsked('newer')).toBe(false);
    expect(versions.choose('newer', 'keep')).toBe(true);
    versions.settle('newer', 'stays');
    expect(versions.choose('newer', 'replace')).toBe(false);
    versions.settle('newer', 'trashed');
    expect(versions.of('newer')).toMatchObject({ choice: 'keep', became: 'stays' });
  });

  it.each(['trashed', 'gone', 'stays'] as const)('knows what became of the older video: %s', (became) => {
    const { versions } = begin();
    versions.note('newer', 'older', emptyDraft);
    versions.settle('newer', became);
    expect(versions.of('newer')).toMatchObject({ choice: null, became });
    expect(versions.isAsked('newer'), 'there is nothing left to be asked').toBe(false);
  });

  it('of which the older or the newer clip is lost to damage is none', () => {
    for (const lost of ['older', 'newer']) {
      const { versions, sql } = begin();
      versions.note('newer', 'older', emptyDraft);
      sql.exec(`PRAGMA foreign_keys=OFF; DELETE FROM jobs WHERE id = '${lost}'`);
      expect([versions.of('newer'), versions.isAsked('newer')], lost).toEqual([null, false]);
    }
  });

  it('has what it gets beside an older video that is kept, and says so where that cannot be read', () => {
    const { versions, sql } = begin();
    const draft = { ...emptyDraft, status: 'draft', terms: { tags: [4] } };
    versions.note('newer', 'older', draft);
    expect(versions.draftOf('newer')).toEqual(draft);
    sql.exec(`UPDATE newer_versions SET draft = '{"status":5'`);
    expect(versions.draftOf('newer')).toBe('damaged');
    expect(sql.prepare('SELECT kind, name, text FROM damaged').all()).toEqual([
      { kind: 'job', name: 'newer newer version', text: '{"status":5' },
    ]);
  });

  it('noted twice keeps its answer', () => {
    const { versions } = begin();
    versions.note('newer', 'older', emptyDraft);
    versions.choose('newer', 'keep');
    versions.note('newer', 'older', emptyDraft);
    expect(versions.of('newer')).toMatchObject({ choice: 'keep' });
  });

  it('sent to another account is none there', () => {
    const { versions, store } = begin();
    versions.note('newer', 'older', emptyDraft);
    store.change('newer', { kind: 'moved-to-account', accountId: otherAccount, sameSite: true });
    expect([versions.of('newer'), versions.isAsked('newer')]).toEqual([null, false]);
  });

  it('of which the answer cannot be read is asked about again, and nothing is trashed by it', () => {
    const { versions, sql } = begin();
    versions.note('newer', 'older', emptyDraft);
    sql.exec("UPDATE newer_versions SET choice = 'REPLACE!', became = 'who knows'");
    expect(versions.of('newer')).toMatchObject({ choice: null, became: null });
    expect(versions.isAsked('newer')).toBe(true);
  });
});
