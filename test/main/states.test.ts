// Each state of a job by its record: as it is kept and read back, found by the queue's questions, come to and left, and shown.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../main/adapters/clock.ts';
import { openSqlite } from '../../main/adapters/database/sqlite.ts';
import { toRow } from '../../main/features/uploads/job-view.ts';
import type { Job, NeedsYouAction, NeedsYouReason } from '../../main/model.ts';
import type { Sql } from '../../main/ports.ts';
import { transition } from '../../main/queue/job/job-state.ts';
import { createJobRows } from '../../main/queue/store/job-rows.ts';
import { type QueueStore, queueStore } from '../../main/queue/store/job-store.ts';
import { createLedger } from '../../main/queue/store/ledger.ts';
import { migrate } from '../../main/schema.ts';
import {
  dueAt,
  isOnSite,
  isSentAway,
  type JobStateKind,
  jobGroups,
  jobStateKinds,
  kindsThat,
  type RequestKind,
  recordOf,
  resumePoint,
  storedState,
  videoOf,
} from '../../main/states.ts';
import { readRow } from '../../main/untrusted/rows.ts';
import type { JobOrder } from '../../preload/job-states.ts';
import { stateWords } from '../../renderer/text/jobs.ts';
import { type EventName, eventNames, events, jobIn } from './queue/job/state-table.ts';
import {
  accountId,
  aJob,
  candidate,
  describePoint,
  later,
  lookPoint,
  type StateName,
  signIn,
  stateNames,
  states,
  tooLarge,
} from './queue/jobs.ts';

const samplesOf = (kind: JobStateKind): readonly StateName[] => stateNames.filter((name) => states[name].kind === kind);
/** Events that lead out of nearly every state, and say nothing of one. */
const ofAll: readonly EventName[] = ['pause', 'cancel', 'removed', 'app starts', 'may have been sent by nobody known'];
/** The kinds that a state is left for by one of the events. */
const nextOf = (from: StateName, by: readonly EventName[]): readonly JobStateKind[] =>
  by.map((event) => transition(jobIn(from), events[event]).state.kind).filter((kind) => kind !== states[from].kind);

describe.each(jobStateKinds)('%s', (kind) => {
  it('is kept, and not without a part or with another', () => {
    for (const state of samplesOf(kind).map((name) => states[name])) {
      expect(readRow(storedState, JSON.stringify(state))).toEqual({ ok: true, value: state });
      expect(Object.keys(state)).toEqual(['kind', ...Object.keys(recordOf(state).keeps)]);
      for (const name of Object.keys(recordOf(state).keeps)) {
        const { [name]: _part, ...others } = Object.fromEntries(Object.entries(state));
        expect(readRow(storedState, JSON.stringify(others)), `without ${name}`).toMatchObject({ ok: false });
        const damaged = JSON.stringify({ ...state, [name]: { else: 1 } });
        expect(readRow(storedState, damaged), `another ${name}`).toMatchObject({ ok: false });
      }
    }
  });

  it('goes on from where its record says', () => {
    for (const name of samplesOf(kind)) {
      const { resume } = recordOf(states[name]);
      const { from } = resumePoint(states[name]);
      if (resume === 'kept' || name === 'done, unknown where') continue;
      expect(from, name).toBe(resume);
    }
  });

  it('is come to by an event, and left by one that is not for all', () => {
    expect(stateNames.flatMap((name) => nextOf(name, eventNames))).toContain(kind);
    const own = eventNames.filter((event) => !ofAll.includes(event));
    expect(samplesOf(kind).flatMap((name) => nextOf(name, own))).not.toEqual([]);
  });

  it('does what its row and its menu offer, and offers to pause and to resume where that does something', () => {
    const { orders, button } = recordOf({ kind });
    const does = (order: JobOrder): boolean =>
      samplesOf(kind).some((name) => transition(jobIn(name), events[order]).state !== states[name]);
    for (const order of orders) expect(does(order), order).toBe(true);
    for (const order of ['pause', 'resume'] as const) expect(orders.includes(order), order).toBe(does(order));
    if (typeof button === 'object' && button !== null) expect(orders).toContain(button.act);
  });

  it('is shown with what its record says, and has words', () => {
    const owner = {
      account: null,
      siteName: '',
      trouble: null,
      hours: null,
      hold: null,
      uploadsHold: null,
      isUnasked: false,
      isSilent: false,
      onSite: null,
      sidecarTrouble: null,
    };
    for (const name of samplesOf(kind)) {
      const { state } = toRow(jobIn(name), null, owner, 0);
      expect(Object.keys(state).toSorted()).toEqual(['kind', ...Object.keys(recordOf(state).shows)].toSorted());
      expect(Object.values(state)).not.toContain(undefined);
      expect(stateWords(state, 2_000, 0).label).toMatch(/\S/);
    }
  });
});

describe('on the disk', () => {
  const { waiting, unclear } = states;
  const asks = states['needs you to choose'];
  const isRead = (state: object): boolean => readRow(storedState, JSON.stringify(state)).ok;

  const reasons: Record<NeedsYouReason, true> = {
    ...{
      'entry-damaged': true,
      'clip-missing': true,
      'clip-no-file': true,
      'clip-empty': true,
      'clip-not-video': true,
    },
    ...{
      'clip-unfinished': true,
      'clip-unreadable': true,
      'clip-changing': true,
      'clip-known': true,
      'newer-version': true,
      'older-stays': true,
      'too-large': true,
    },
    ...{ 'extension-refused': true, 'type-refused': true, 'no-upload-right': true, 'token-too-short': true },
    ...{ 'upload-route-missing': true, 'web-page-answer': true, 'site-refused': true, 'server-error': true },
    ...{ 'ask-which': true, 'arrived-not-found': true, 'video-gone': true, 'metadata-refused': true },
    ...{ 'metadata-failing': true, 'metadata-blocked': true, 'upload-failed': true, 'site-full': true },
    ...{ 'metadata-ignored': true, 'changed-on-site': true },
  };
  it.each(Object.keys(reasons))('the reason %s is known', (reason) => {
    expect(isRead({ ...asks, reason })).toBe(true);
  });

  const actions: Record<NeedsYouAction, true> = {
    ...{ retry: true, remove: true, choose: true, edit: true, version: true, resolve: true, finish: true },
  };
  it.each(Object.keys(actions))('the action %s is known', (action) => {
    expect(isRead({ ...asks, action })).toBe(true);
  });

  it('no other word is, also none that every object has', () => {
    for (const word of ['', 'gone', 'constructor', '__proto__', 'toString', 7, null])
      expect([isRead({ ...asks, reason: word }), isRead({ ...asks, action: word })]).toEqual([false, false]);
    expect([isRead({ ...waiting, why: 'gone' }), isRead({ ...waiting, why: 'constructor' })]).toEqual([false, false]);
  });

  it.each<[object, boolean]>([
    [later, true],
    [{ ...later, afterMs: 30_000 }, true],
    [{ ...later, afterMs: 'soon' }, false],
    [{ ...later, bounded: null }, false],
    [{ ...later, why: 'gone' }, false],
    [signIn, true],
    [tooLarge, true],
    [{ ...tooLarge, detail: null }, true],
    [{ ...tooLarge, detail: 1 }, false],
    [{ ...tooLarge, reason: 'gone' }, false],
    [{ ...tooLarge, action: 'gone' }, false],
    ...(
      [
        ...['offline', 'site-away', 'site-failing', 'site-busy', 'site-maintenance', 'portal'],
        ...['proxy-sign-in', 'proxy-method', 'proxy-refuses', 'proxy-away', 'proxy-kind'],
      ] as const
    ).map((why): [object, boolean] => [{ kind: 'line', why }, true]),
    [{ kind: 'line', why: 'sign-in' }, false],
    [{ kind: 'gone' }, false],
  ])('what else is meant by a lost answer is kept whole: %j is read %j', (otherwise, is) => {
    expect(isRead({ ...unclear, otherwise })).toBe(is);
    expect(readRow(storedState, JSON.stringify({ ...unclear, otherwise }))).toMatchObject(
      is ? { value: { otherwise } } : { ok: false },
    );
  });

  it.each<[object, boolean]>([
    [{ from: 'send' }, true],
    [lookPoint, true],
    [describePoint, true],
    [{ from: 'look', attemptId: 'a' }, false],
    [{ from: 'look', attemptId: 1, since: 1 }, false],
    [{ from: 'describe' }, false],
    [{ from: 'gone' }, false],
  ])('where it goes on is kept whole: %j is read %j', (resume, is) => {
    expect(readRow(storedState, JSON.stringify({ ...asks, resume }))).toMatchObject(
      is ? { value: { resume } } : { ok: false },
    );
  });

  it('its candidates are kept whole', () => {
    const more = { ...candidate, createdAt: null, sizeMatches: false };
    expect(readRow(storedState, JSON.stringify({ ...asks, candidates: [candidate, more] }))).toMatchObject({
      value: { candidates: [candidate, more] },
    });
    for (const name of Object.keys(candidate)) {
      const { [name]: _part, ...others } = Object.fromEntries(Object.entries(candidate));
      expect(isRead({ ...asks, candidates: [others] }), `without ${name}`).toBe(false);
    }
  });
});

describe('what a state says of its job', () => {
  it.each<[StateName, number | null]>([
    ['waiting', null],
    ['unclear', null],
    ['describing', 14],
    ['done', 14],
    ['done, unknown where', null],
    ['needs you to edit', 14],
    ['needs you to choose', null],
    ['cancelled after', 14],
    ['cancelled before', null],
  ])('%s: its video is %j', (name, video) => {
    expect(videoOf(states[name])).toBe(video);
  });

  it('it is on the site while it is described and when it is done; what its user left may be gone meanwhile', () => {
    const there = stateNames.filter((name) => isOnSite(states[name]));
    expect(there).toEqual(['describing', 'describing later', 'done', 'done, unknown where']);
  });

  it.each<[StateName, number | null]>([
    ['waiting', null],
    ['waiting for a time', 9_000],
    ['unclear', 600],
    ['describing', null],
    ['describing later', 9_000],
    ['processing', null],
    ['needs you to send', null],
  ])('%s: it goes on by itself at %j', (name, at) => {
    expect(dueAt(states[name])).toBe(at);
  });

  it('it was sent away by a site that is busy, in maintenance, broken or gives a page for an answer', () => {
    const sentAway: readonly StateName[] = ['waiting for a busy site', 'describing later'];
    expect(stateNames.filter((name) => isSentAway(states[name]))).toEqual(sentAway);
    for (const why of ['site-maintenance', 'web-page-answer'] as const)
      expect(isSentAway({ ...states['describing later'], why })).toBe(true);
  });
});

it('what runs does not any more when the app starts, and nothing that may have arrived is sent for it', () => {
  for (const name of stateNames) {
    const { state } = transition(jobIn(name), events['app starts']);
    expect(recordOf(state).runs, name).toBe(false);
    expect(resumePoint(state).from, name).toBe(resumePoint(states[name]).from);
  }
});

it('what may have been sent by nobody known is looked for before it is sent, at once unless its user holds it back or finished it', () => {
  for (const name of stateNames) {
    const { state } = transition(jobIn(name), events['may have been sent by nobody known']);
    const isLeft = ['ready', 'paused', 'done'].includes(state.kind);
    expect(isLeft || resumePoint(state).from !== 'send', name).toBe(true);
  }
});

it('what goes on by itself is worked at, is a request, or waits for its turn to be sent; all but that is under way', () => {
  expect(kindsThat(({ ahead, runs }) => ahead === 'bytes' && !runs)).toEqual(['waiting']);
  expect(kindsThat(({ group }) => group === 'active')).toEqual(
    kindsThat(({ ahead }) => ahead !== null).filter((kind) => kind !== 'waiting'),
  );
});

describe('in the queue', () => {
  let sql: Sql;
  let store: QueueStore;
  const jobs: readonly Job[] = stateNames.map((name, at) => ({
    ...aJob({ id: name, position: at, state: states[name] }),
    clip: { ...aJob().clip, path: `/clips/${name}` },
  }));
  const namesThat = (isSo: (job: Job) => boolean): readonly string[] => jobs.filter(isSo).map(({ id }) => id);
  const names = (found: readonly Job[]): readonly string[] => found.map(({ id }) => id);
  const sorted = (all: readonly string[]): readonly string[] => all.toSorted();

  beforeEach(() => {
    sql = openSqlite(':memory:');
    migrate(sql);
    sql.exec(`INSERT INTO sites (id, name, address, root, upload_route, settle_ms) VALUES ('site-1', '', '', '', '', 1000);
      INSERT INTO accounts (id, site_id, login, name, user_id, can_upload, can_publish, signed_in)
        VALUES ('${accountId}', 'site-1', '', '', 1, 1, 1, 1)`);
    const rows = createJobRows(sql, systemClock);
    for (const job of jobs) rows.insertJob(job);
    store = queueStore(sql, systemClock);
  });
  afterEach(() => sql.close());

  it('every state is read back, and stands in its group', () => {
    for (const job of jobs) expect(store.job(job.id)).toEqual(job);
    for (const group of jobGroups)
      expect(names(store.rows(group, 'queue', 0, 100)), group).toEqual(
        namesThat(({ state }) => recordOf(state).group === group),
      );
  });

  it('what runs, what is left to do and what may have arrived is found', () => {
    expect(sorted(names(store.interrupted()))).toEqual(sorted(namesThat(({ state }) => recordOf(state).runs)));
    const open = namesThat(({ state }) => recordOf(state).ahead !== null);
    expect(store.openJobs()).toBe(open.length);
    expect(store.openBytes()).toBe(2_000 * namesThat(({ state }) => recordOf(state).ahead === 'bytes').length);
    const found = names(store.notFound(accountId, 2_000, ''));
    for (const name of namesThat(({ state }) => resumePoint(state).from === 'look')) expect(found).toContain(name);
  });

  it('a request is due when its time has come', () => {
    const isRequest = (kind: JobStateKind): kind is RequestKind => recordOf({ kind }).ahead === 'requests';
    for (const kind of jobStateKinds.filter(isRequest)) {
      const due = namesThat(({ state }) => state.kind === kind && (dueAt(state) ?? 0) <= 9_000);
      expect(sorted(names(store.due(accountId, kind, 9_000, 99)))).toEqual(sorted(due));
    }
  });

  it('the open clip at a place is found, unless its video is on the site', () => {
    const ledger = createLedger(sql, store);
    const isOpen = ({ state }: Job): boolean => recordOf(state).group !== 'done' && state.kind !== 'describing';
    const found = jobs.filter(({ clip }) => ledger.openAt(accountId, clip.path) !== null);
    expect(names(found)).toEqual(namesThat(isOpen));
  });
});
