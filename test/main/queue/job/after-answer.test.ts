// What an answer leaves behind beside the state: what its user is told, what was seen, and the tries that begin afresh.
import { describe, expect, it } from 'vitest';
import { emptyDraft, type Job, nothingSeen, type Seen } from '../../../../main/model.ts';
import { transition } from '../../../../main/queue/job/job-state.ts';
import { aJob, candidate, otherClip, page, type StateName, signIn, states, tooLarge } from '../jobs.ts';
import { described, type EventName, events, looked, verdict } from './state-table.ts';

const tried = (name: StateName, changes: Partial<Job> = {}): Job =>
  aJob({ state: states[name], failures: 3, draftRevision: 1, ...changes });

describe('the tries in a row', () => {
  it.each<[StateName, EventName]>([
    ['waiting', 'not sent, too large'],
    ['processing', 'arrived somewhere'],
    ['sending', 'failed, too large'],
    ['unclear', 'found'],
    ['processing', 'found'],
    ['unclear', 'several'],
    ['unclear, else too large', 'absent'],
    ['unclear, else too large', 'absent after a plain no'],
    ['describing', 'applied'],
    ['describing', 'some fields refused'],
    ['describing', 'changed there'],
    ['describing', 'describing refused'],
  ])('begin afresh: %s, %s', (state, event) => {
    expect(transition(tried(state), events[event]).failures).toBe(0);
  });

  it.each<[StateName, EventName]>([
    ['sending', 'ended unclear'],
    ['sending', 'stopped'],
    ['unclear', 'not yet'],
    ['unclear', 'absent'],
    ['unclear', 'look failed'],
    ['describing', 'describing met no line'],
  ])('are as many as before: %s, %s', (state, event) => {
    expect(transition(tried(state), events[event]).failures).toBe(3);
  });
});

describe('what its user is told', () => {
  it.each<[string, Job, string | null]>([
    ['of a site’s limit', transition(tried('sending'), events['failed, too large']), '1000'],
    ['of a look that was refused', transition(tried('unclear'), events['look refused']), '1000'],
    ['of fields that were not taken over', transition(tried('describing'), events['fields ignored']), 'status'],
    ['of fields that were refused', transition(tried('describing'), events['some fields refused']), 'terms:tags\nNo.'],
    ['of metadata that was refused as a whole', transition(tried('describing'), events['describing refused']), 'No.'],
    ['of a video that is gone', transition(tried('describing'), events['video is gone']), null],
  ])('%s', (_, { state }, detail) => {
    expect(state).toMatchObject({ kind: 'needs-you', detail, candidates: [] });
  });

  it.each([
    ['its server keeps failing', events['describing failed'], 'metadata-failing'],
    ['a web page keeps coming in place of its answer', described({ kind: 'failed', cause: page }), 'metadata-blocked'],
  ])('of details that cannot be brought over, as %s: not that the clip did not arrive', (_, event, reason) => {
    const resume = { from: 'describe', videoId: 14 };
    const told = { kind: 'needs-you', reason, action: 'retry', detail: null, resume, candidates: [] };
    expect(transition(tried('describing'), event)).toMatchObject({ failures: 0, state: told });
  });

  it('of refused fields without a word why: the fields alone', () => {
    const refused = described({ kind: 'refused', fields: 'slug', said: null, seen: nothingSeen });
    expect(transition(tried('describing'), refused).state).toMatchObject({ detail: 'slug\n' });
  });

  it('of several videos: which they are', () => {
    expect(transition(tried('unclear'), events.several).state).toMatchObject({ candidates: [candidate] });
  });
});

it('a clip is known by what was read of it while it was sent, and stays so when nothing was', () => {
  const known = tried('sending', { sha256: 'old' });
  for (const name of ['arrived as 14', 'arrived somewhere', 'ended unclear', 'stopped', 'failed, later'] as const) {
    expect(transition(known, events[name]).sha256, name).toBe('abc');
    expect(transition(known, { ...events[name], sha256: null } as typeof events.stopped).sha256, name).toBe('old');
  }
});

it('what a look met is tried for another while, and a line that is away counts no look', () => {
  const job = tried('unclear');
  expect(transition(job, events['look met no line'])).toBe(job);
  const signedOut = looked({ kind: 'failed', cause: signIn, nextLookAt: 6_500 });
  expect(transition(job, signedOut).state).toMatchObject({ kind: 'unclear', looks: 3, nextLookAt: 6_500 });
});

describe('a clip that was found by a file on this computer (F-25)', () => {
  const { identity } = otherClip;
  const found = (file: (typeof identity & { mtimeMs: number }) | null) => looked({ kind: 'found', videoId: 15, file });
  const touched = { ...identity, mtimeMs: 77 };

  it('is known as that file where its content was never read to its end', () => {
    const { clip } = transition(tried('unclear'), found(touched));
    expect(clip).toEqual({ ...aJob().clip, identity, mtimeMs: 77 });
  });

  it('stays what it was where it is known by its content, or nothing was compared', () => {
    for (const job of [tried('unclear', { sha256: 'abc' }), tried('unclear, by nobody known', { sha256: 'abc' })])
      expect(transition(job, found(touched)).clip).toEqual(aJob().clip);
    expect(transition(tried('unclear'), found(null)).clip).toEqual(aJob().clip);
  });
});

describe('what was seen on the site', () => {
  const before: Seen = {
    modifiedAt: 1,
    values: { title: 'Before', slug: 'kept' },
    theirs: {},
    sent: { title: 'Ours' },
  };
  const now: Seen = { modifiedAt: 2, values: { title: 'Now' }, theirs: { excerpt: 'Theirs' } };
  const job = tried('describing', { seen: before });

  it.each([
    described({ kind: 'applied', revision: 1, seen: now }),
    described({ kind: 'ignored', fields: 'status', seen: now }),
    described({ kind: 'refused', fields: 'status', said: null, seen: now }),
    described({ kind: 'conflict', seen: now }),
  ])('is what was seen last, and before where that says nothing: %j', (event) => {
    expect(transition(job, event).seen).toEqual({ ...now, values: { title: 'Now', slug: 'kept' } });
  });
});

describe('what was typed and is applied', () => {
  const termChanges = { topics: { add: [2], remove: [] } };
  const draft = { ...emptyDraft, title: 'Mine', terms: { tags: [1] }, termChanges };

  it('is all of it still there, but for terms that were put on: the next change begins from what the video has', () => {
    const after = transition(tried('describing', { draft }), events.applied);
    expect(after).toMatchObject({ appliedRevision: 1, draft: { ...draft, termChanges: null } });
    const plain = { ...draft, termChanges: null };
    expect(transition(tried('describing', { draft: plain }), events.applied).draft).toBe(plain);
  });

  it('keeps its terms to put on where more was typed meanwhile', () => {
    const after = transition(tried('describing', { draft, draftRevision: 2 }), events.applied);
    expect(after).toMatchObject({ state: states.describing, draft, appliedRevision: 1 });
  });
});

it('metadata that asks for nobody goes on at its time, with the same video', () => {
  const refused = described({ kind: 'failed', cause: tooLarge });
  expect(transition(tried('describing later'), refused).state).toMatchObject({ detail: '1000', action: 'edit' });
  expect(transition(tried('describing later'), verdict({ kind: 'stopped' }))).toEqual(tried('describing later'));
});

describe('the time at which a clip was done', () => {
  const done = aJob({ state: states.done });
  const edited = (job: Job): Job =>
    transition(job, { kind: 'edited', draft: { ...emptyDraft, title: 'New' }, seen: null });
  const applied = (job: Job): Job =>
    transition(job, {
      kind: 'described',
      result: { kind: 'applied', revision: 99, seen: nothingSeen },
      now: 7_777,
      until: 0,
    });
  const finishedAt = ({ state }: Job): unknown => 'finishedAt' in state && state.finishedAt;

  it('is the end of its first way', () => {
    expect(finishedAt(applied(aJob({ state: states.describing })))).toBe(7_777);
  });

  it('is moved by no edit, however often it is changed', () => {
    const once = applied(edited(done));
    expect([finishedAt(once), finishedAt(applied(edited(once)))]).toEqual([800, 800]);
  });

  it('is kept where the edit needed its user first', () => {
    const asks = transition(edited(done), {
      ...{
        kind: 'described',
        result: { kind: 'refused', fields: 'slug', said: null, seen: nothingSeen },
        now: 5,
        until: 0,
      },
    });
    expect(asks.state.kind).toBe('needs-you');
    expect(finishedAt(transition(asks, { kind: 'finish', now: 9_999 }))).toBe(800);
  });

  it('is another one when it is sent again', () => {
    const { clip } = done;
    const again = transition(
      { ...edited(done), state: states.waiting },
      { kind: 'start', attemptId: 'attempt-2', clip, sha256: null, mayHaveArrivedAt: null },
    );
    expect(again.arrivedAt).toBeNull();
  });
});
