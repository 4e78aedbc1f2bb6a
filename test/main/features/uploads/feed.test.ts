// What the window is told: numbered patches, at most ten a second however many jobs change.
import { beforeEach, describe, expect, it } from 'vitest';
import { createFeed, type Feed, type FeedSource } from '../../../../main/features/uploads/feed.ts';
import type { JobDetails, JobRow, QueuePatch, QueueView } from '../../../../preload/contract.ts';
import { type HandClock, handClock } from '../../queue/hand-clock.ts';

const view: QueueView = { filter: 'all', sort: 'queue', offset: 0, limit: 2 };
const totals = {
  bytesOpen: 0,
  bytesSent: 0,
  bytesPerSecond: 0,
  secondsLeft: null,
  paused: false,
  offline: false,
  finish: [],
  lines: [],
  signIns: [],
  publics: [],
  ready: [],
  needs: [],
  hours: null,
};

let clock: HandClock;
let feed: Feed;
let patches: QueuePatch[];
let details: JobDetails[];
let names: Map<string, string>;
let asked: { windows: number; rows: number };

const row = (id: string): JobRow => ({
  id,
  name: names.get(id) ?? '',
  title: '',
  accountId: 'a',
  siteName: '',
  bytes: 1,
  state: { kind: 'paused' },
  onSite: null,
  sidecarTrouble: null,
  hasPoster: false,
});
const summary = () => ({
  total: names.size,
  counts: { all: names.size, needsYou: 0, ready: 0, active: 0, waiting: names.size, done: 0, arrived: 0 },
  totals,
});

beforeEach(() => {
  clock = handClock();
  patches = [];
  details = [];
  names = new Map([
    ['one', '1'],
    ['two', '2'],
    ['three', '3'],
  ]);
  asked = { windows: 0, rows: 0 };
  const source: FeedSource = {
    summary,
    window: ({ offset, limit }) => {
      asked.windows++;
      return { ...summary(), rows: [...names.keys()].slice(offset, offset + limit).map(row) };
    },
    row: (id) => {
      asked.rows++;
      return names.has(id) ? row(id) : null;
    },
    details: (id) => (names.has(id) ? ({ row: row(id) } as JobDetails) : null),
  };
  feed = createFeed(
    clock,
    source,
    (patch) => patches.push(patch),
    (one) => details.push(one),
  );
});

describe('patches', () => {
  it('are at most ten a second under 100,000 changes, and the last change is among them', async () => {
    feed.view(view);
    const times: number[] = [];
    for (let change = 0; change < 100_000; change++) {
      names.set('one', String(change));
      feed.changed('one', change % 10 === 0);
      // A thousand changes in each of a hundred steps of 100 ms: ten seconds.
      if (change % 1_000 === 999) {
        const before = patches.length;
        await clock.pass(100);
        if (patches.length > before) times.push(clock.monotonic());
      }
    }
    expect(patches.length).toBeLessThanOrEqual(101);
    expect(patches.length).toBeGreaterThanOrEqual(99);
    for (let at = 10; at < times.length; at++) {
      expect((times[at] ?? 0) - (times[at - 10] ?? 0)).toBeGreaterThanOrEqual(1_000);
    }
    await clock.pass(100);
    expect(patches.at(-1)?.rows?.[0]?.name ?? patches.at(-1)?.changed[0]?.name).toBe('99999');
    expect(asked.windows + asked.rows).toBeLessThanOrEqual(103);
    expect(patches.map((patch) => patch.seq)).toEqual(patches.map((_, at) => at + 1));
  });

  it('come at once after a quiet time, and not at all when nothing changes', async () => {
    feed.view(view);
    await clock.pass(10_000);
    expect(patches).toEqual([]);
    feed.changed('one', false);
    await clock.pass(0);
    expect(patches).toHaveLength(1);
    feed.changed('one', false);
    await clock.pass(99);
    expect(patches).toHaveLength(1);
    await clock.pass(1);
    expect(patches).toHaveLength(2);
  });

  it('carry rows that changed in place, and only those of the window', async () => {
    feed.view(view);
    names.set('two', 'new');
    feed.changed('two', false);
    feed.changed('three', false);
    await clock.pass(100);
    expect(patches).toMatchObject([{ seq: 1, rows: null, changed: [{ id: 'two', name: 'new' }] }]);
  });

  it('leave out a row that went before its turn came', async () => {
    feed.view(view);
    names.delete('one');
    feed.changed('one', false);
    await clock.pass(100);
    expect(patches).toMatchObject([{ rows: null, changed: [], total: 2 }]);
  });

  it('carry the whole window when rows came, went or moved', async () => {
    feed.view(view);
    names.delete('one');
    feed.changed('one', true);
    feed.changed('two', false);
    await clock.pass(100);
    expect(patches).toMatchObject([{ rows: [{ id: 'two' }, { id: 'three' }], changed: [], total: 2 }]);
    // What moved into the window is followed from now on.
    feed.changed('three', false);
    await clock.pass(100);
    expect(patches.at(-1)).toMatchObject({ seq: 2, rows: null, changed: [{ id: 'three' }] });
  });

  it('go on from the number that a view was given', async () => {
    expect(feed.view(view).seq).toBe(0);
    feed.changedAll();
    await clock.pass(100);
    expect(patches).toMatchObject([{ seq: 1, rows: [{ id: 'one' }, { id: 'two' }] }]);
    const again = feed.view({ ...view, offset: 1 });
    expect(again).toMatchObject({ seq: 1, rows: [{ id: 'two' }, { id: 'three' }] });
    feed.changed('one', false);
    await clock.pass(100);
    expect(patches.at(-1)).toMatchObject({ seq: 2, rows: null, changed: [] });
  });

  it('wait for somebody to look', async () => {
    feed.changed('one', true);
    await clock.pass(1_000);
    expect(patches).toEqual([]);
  });

  it('end with the app, also where none was about to be told', async () => {
    feed.view(view);
    expect(() => feed.stop()).not.toThrow();
    feed.changed('one', true);
    await clock.pass(1_000);
    expect(patches).toEqual([]);
  });

  it('that were about to be told when the app ends are not', async () => {
    feed.view(view);
    feed.changed('one', true);
    feed.stop();
    feed.changed('two', true);
    await clock.pass(1_000);
    expect(patches).toEqual([]);
  });
});

describe('details', () => {
  it('follow the job that is looked at, and no other', async () => {
    feed.view(view);
    expect(feed.watch('three')).toMatchObject({ row: { id: 'three' } });
    names.set('three', 'new');
    feed.changed('three', false);
    feed.changed('one', false);
    await clock.pass(100);
    expect(details).toMatchObject([{ row: { id: 'three', name: 'new' } }]);
    feed.changed('one', false);
    await clock.pass(100);
    expect(details, 'another one changed').toHaveLength(1);
    feed.changedAll();
    await clock.pass(100);
    expect(details, 'any may have changed').toHaveLength(2);
    names.delete('three');
    feed.changed('three', false);
    await clock.pass(100);
    expect(details, 'it is gone').toHaveLength(2);
    expect(feed.watch(null)).toBeNull();
    feed.changed('three', false);
    await clock.pass(100);
    expect(details).toHaveLength(2);
  });
});
