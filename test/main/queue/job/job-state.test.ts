// The states of a job and their transitions: the table is the test, and what must hold on every way through it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyDraft, type Job, type JobState, nothingSeen } from '../../../../main/model.ts';
import { type JobEvent, mostBoundedFailures, resumePoint, transition } from '../../../../main/queue/job/job-state.ts';
import { aJob, anyEvent, type StateName, stateNames, states } from '../jobs.ts';
import {
  described,
  type EventName,
  eventNames,
  events,
  jobIn,
  now,
  statesPage,
  until,
  words,
  writtenPage,
} from './state-table.ts';

/**
 * State, event, what follows. A pair that is not here leaves the job as it is. "= X" stands for: the state itself changes in
 * nothing but what is named in the tests further down.
 */
const table: readonly (readonly [StateName, EventName, string])[] = [
  ['waiting', 'start', 'sending attempt-2'],
  ['waiting', 'not sent, later', 'waiting (connection-lost) until 7000'],
  ['waiting', 'not sent, too large', 'needs you: too-large/retry, then send'],
  ['waiting', 'not sent, sign in', 'waiting (sign-in)'],
  ['waiting', 'not sent, no line', 'waiting (portal)'],
  ['waiting', 'pause', 'paused'],
  ['waiting', 'cancel', 'cancelled, then send'],

  ['waiting for a time', 'start', 'sending attempt-2'],
  ['waiting for a time', 'not sent, later', 'waiting (connection-lost) until 7000'],
  ['waiting for a time', 'not sent, too large', 'needs you: too-large/retry, then send'],
  ['waiting for a time', 'not sent, sign in', 'waiting (sign-in)'],
  ['waiting for a time', 'not sent, no line', 'waiting (portal)'],
  ['waiting for a time', 'pause', 'paused'],
  ['waiting for a time', 'cancel', 'cancelled, then send'],
  ['waiting for a time', 'retry', 'waiting (connection-lost)'],

  ['sending', 'last bytes', 'processing attempt-1 since 5000'],
  ['sending', 'arrived as 14', 'describing 14'],
  ['sending', 'arrived somewhere', 'unclear attempt-1 since 5000, look 0 at 5000, said yes'],
  ['sending', 'ended unclear', 'unclear attempt-1 since 5000, look 0 at 5000'],
  ['sending', 'ended unclear, else too large', 'unclear attempt-1 since 5000, look 0 at 5000, else needs-you'],
  ['sending', 'failed, later', 'waiting (connection-lost) until 7000'],
  ['sending', 'failed, bounded', 'waiting (server-error) until 7000'],
  ['sending', 'failed, too large', 'needs you: too-large/retry, then send'],
  ['sending', 'failed, sign in', 'waiting (sign-in)'],
  ['sending', 'failed, no line', 'waiting (site-away)'],
  ['sending', 'stopped', 'waiting'],
  ['sending', 'pause', 'paused'],
  ['sending', 'cancel', 'cancelled, then send'],
  ['sending', 'app starts', 'waiting'],

  // The last byte may have left: nothing but a verdict, a look or the user gets past that (decision 4).
  ['processing', 'arrived as 14', 'describing 14'],
  ['processing', 'arrived somewhere', 'unclear attempt-1 since 500, look 0 at 5000, said yes'],
  ['processing', 'ended unclear', 'unclear attempt-1 since 500, look 0 at 5000'],
  ['processing', 'ended unclear, else too large', 'unclear attempt-1 since 500, look 0 at 5000, else needs-you'],
  ['processing', 'failed, later', 'waiting (connection-lost) until 7000'],
  ['processing', 'failed, bounded', 'waiting (server-error) until 7000'],
  ['processing', 'failed, too large', 'needs you: too-large/retry, then send'],
  ['processing', 'failed, sign in', 'waiting (sign-in)'],
  ['processing', 'failed, no line', 'waiting (site-away)'],
  ['processing', 'stopped', 'waiting'],
  ['processing', 'cancel', 'cancelled, then look for attempt-1 since 500'],
  ['processing', 'app starts', 'unclear attempt-1 since 500, look 0 at 5000'],

  ['unclear', 'found', 'describing 15'],
  ['unclear', 'absent', 'waiting'],
  ['unclear', 'not yet', 'unclear attempt-1 since 500, look 3 at 6000'],
  ['unclear', 'several', 'needs you: ask-which/choose, then look for attempt-1 since 500'],
  ['unclear', 'look failed', 'unclear attempt-1 since 500, look 3 at 6500'],
  ['unclear', 'look refused', 'needs you: site-refused/retry, then look for attempt-1 since 500'],
  ['unclear', 'cancel', 'cancelled, then look for attempt-1 since 500'],

  ['unclear, said yes', 'found', 'describing 15'],
  ['unclear, said yes', 'absent', 'needs you: arrived-not-found/retry, then look for attempt-1 since 500'],
  ['unclear, said yes', 'not yet', 'unclear attempt-1 since 500, look 1 at 6000, said yes'],
  ['unclear, said yes', 'several', 'needs you: ask-which/choose, then look for attempt-1 since 500'],
  ['unclear, said yes', 'look failed', 'unclear attempt-1 since 500, look 1 at 6500, said yes'],
  ['unclear, said yes', 'look refused', 'needs you: site-refused/retry, then look for attempt-1 since 500'],
  ['unclear, said yes', 'cancel', 'cancelled, then look for attempt-1 since 500'],

  ['unclear, else too large', 'found', 'describing 15'],
  ['unclear, else too large', 'absent', 'needs you: too-large/retry, then send'],
  ['unclear, else too large', 'not yet', 'unclear attempt-1 since 500, look 1 at 6000, else needs-you'],
  ['unclear, else too large', 'several', 'needs you: ask-which/choose, then look for attempt-1 since 500'],
  ['unclear, else too large', 'look failed', 'unclear attempt-1 since 500, look 1 at 6500, else needs-you'],
  ['unclear, else too large', 'look refused', 'needs you: site-refused/retry, then look for attempt-1 since 500'],
  ['unclear, else too large', 'cancel', 'cancelled, then look for attempt-1 since 500'],

  ['describing', 'applied', 'done 14 at 5000'],
  ['describing', 'video is gone', 'needs you: video-gone/finish, then send'],
  ['describing', 'fields ignored', 'needs you: metadata-ignored/edit, then describe 14'],
  ['describing', 'some fields refused', 'needs you: metadata-refused/edit, then describe 14'],
  ['describing', 'changed there', 'needs you: changed-on-site/resolve, then describe 14'],
  ['describing', 'describing failed', 'describing 14 (server-error) until 7000'],
  ['describing', 'describing refused', 'needs you: metadata-refused/edit, then describe 14'],
  ['describing', 'describing needs sign-in', 'describing 14 (sign-in)'],
  ['describing', 'describing met no line', 'describing 14 (offline)'],
  ['describing', 'text leaves', 'describing 14'],
  ['describing', 'cancel', 'cancelled, then describe 14'],

  ['describing later', 'applied', 'done 14 at 5000'],
  ['describing later', 'video is gone', 'needs you: video-gone/finish, then send'],
  ['describing later', 'fields ignored', 'needs you: metadata-ignored/edit, then describe 14'],
  ['describing later', 'some fields refused', 'needs you: metadata-refused/edit, then describe 14'],
  ['describing later', 'changed there', 'needs you: changed-on-site/resolve, then describe 14'],
  ['describing later', 'describing failed', 'describing 14 (server-error) until 7000'],
  ['describing later', 'describing refused', 'needs you: metadata-refused/edit, then describe 14'],
  ['describing later', 'describing needs sign-in', 'describing 14 (sign-in)'],
  ['describing later', 'describing met no line', 'describing 14 (offline)'],
  ['describing later', 'text leaves', 'describing 14 (server-error) until 9000'],
  ['describing later', 'cancel', 'cancelled, then describe 14'],
  ['describing later', 'retry', 'describing 14 (server-error)'],

  ['done', 'edited', 'describing 14'],

  ['paused', 'resume', 'waiting'],
  ['paused', 'cancel', 'cancelled, then send'],

  ['needs you to send', 'cancel', 'cancelled, then send'],
  ['needs you to send', 'retry', 'waiting'],

  ['needs you to choose', 'cancel', 'cancelled, then look for attempt-1 since 500'],
  ['needs you to choose', 'retry', 'unclear attempt-1 since 500, look 0 at 5000'],
  ['needs you to choose', 'finish', 'done somewhere at 5000'],
  ['needs you to choose', 'chose a video', 'describing 7'],
  ['needs you to choose', 'chose none', 'waiting'],

  ['needs you to edit', 'edited', 'describing 14'],
  ['needs you to edit', 'cancel', 'cancelled, then describe 14'],
  ['needs you to edit', 'retry', 'describing 14'],
  ['needs you to edit', 'finish', 'done 14 at 5000'],

  ['needs you to decide', 'resolved', 'describing 14'],
  ['needs you to decide', 'cancel', 'cancelled, then describe 14'],
  ['needs you to decide', 'retry', 'describing 14'],
  ['needs you to decide', 'finish', 'done 14 at 5000'],

  ['video gone', 'cancel', 'cancelled, then send'],
  ['video gone', 'retry', 'waiting'],
  ['video gone', 'finish', 'done somewhere at 5000'],

  ['cancelled before', 'retry', 'waiting'],
  ['cancelled unclear', 'retry', 'unclear attempt-1 since 500, look 0 at 5000'],
  ['cancelled after', 'retry', 'describing 14'],
  ['cancelled after', 'text leaves', 'cancelled, then describe 14'],
];

describe.each(stateNames)('%s', (stateName) => {
  it.each(eventNames)('+ %s', (eventName) => {
    const job = jobIn(stateName);
    const after = transition(job, events[eventName]);
    const row = table.find(([state, event]) => state === stateName && event === eventName);
    expect(words(after.state)).toBe(row?.[2] ?? words(job.state));
    // An event that means nothing gives back the very same job: no write, no patch. Typing is kept in every state.
    if (!row && eventName !== 'edited') expect(after).toBe(job);
    if (row) expect(after).not.toBe(job);
  });
});

it('the table meets every kind of state with every kind of event (F-52)', () => {
  const stateKinds: Record<JobState['kind'], true> = {
    ...{ waiting: true, sending: true, processing: true, unclear: true, describing: true, done: true },
    ...{ paused: true, 'needs-you': true, cancelled: true },
  };
  const eventKinds: Record<JobEvent['kind'], true> = {
    ...{
      start: true,
      'last-bytes': true,
      verdict: true,
      'refused-before-sending': true,
      looked: true,
      described: true,
    },
    ...{ 'text-leaves': true, edited: true, refreshed: true, resolved: true, pause: true, resume: true, cancel: true },
    ...{ retry: true, finish: true, chosen: true, recover: true },
  };
  expect(new Set(Object.values(states).map(({ kind }) => kind))).toEqual(new Set(Object.keys(stateKinds)));
  expect(new Set(Object.values(events).map(({ kind }) => kind))).toEqual(new Set(Object.keys(eventKinds)));
});

it('main/queue/job/states.md says what happens (otherwise: node test/main/queue/job/state-table.ts)', () => {
  expect(writtenPage()).toBe(statesPage());
});

it('each row of the table stands there once', () => {
  const pairs = table.map(([state, event]) => `${state} + ${event}`);
  expect(new Set(pairs).size).toBe(pairs.length);
});

describe('typing', () => {
  it.each(stateNames)('is kept while %s', (name) => {
    const job = aJob({ state: states[name], draftRevision: 4 });
    const after = transition(job, events.edited);
    expect(after).toMatchObject({ draft: { title: 'New' }, draftRevision: 5 });
  });

  it('while a change is on its way is applied as well', () => {
    const job = aJob({ state: states.describing, draftRevision: 3 });
    const after = transition(job, described({ kind: 'applied', revision: 2, seen: nothingSeen }));
    expect(after.state).toEqual(states.describing);
    expect(transition(after, described({ kind: 'applied', revision: 3, seen: nothingSeen }))).toMatchObject({
      state: { kind: 'done' },
      appliedRevision: 3,
    });
  });

  it('that leaves while the job is cancelled is remembered: found there later it is nobody else’s change', () => {
    const cancelled = transition(aJob({ state: states.describing }), { kind: 'cancel' });
    const after = transition(cancelled, events['text leaves']);
    expect(after.state).toBe(cancelled.state);
    expect(after.seen).toMatchObject({ values: { title: 'There' }, sent: { title: 'New' } });
  });

  it('against what was changed on the site goes on once the user has settled it', () => {
    const asked = transition(aJob({ state: states.describing, draftRevision: 3 }), events['changed there']);
    expect(transition(asked, events.edited).state).toBe(asked.state);
    const seen = { ...nothingSeen, values: { title: 'Theirs' } };
    const after = transition(asked, { kind: 'resolved', draft: { ...emptyDraft, title: 'Mine' }, seen, now });
    expect(after).toMatchObject({ state: states.describing, draft: { title: 'Mine' }, draftRevision: 4, seen });
    const other = aJob({ state: states.done });
    expect(transition(other, { kind: 'resolved', draft: emptyDraft, seen, now })).toBe(other);
  });

  it('takes over what was changed on the site only while nothing typed is on its way', () => {
    const refresh = { kind: 'refreshed', draft: { ...emptyDraft, title: 'Theirs' }, seen: nothingSeen } as const;
    const done = aJob({ state: states.done, draftRevision: 2, appliedRevision: 2 });
    expect(transition(done, refresh)).toMatchObject({ state: states.done, draft: { title: 'Theirs' } });
    const typed = aJob({ state: states.describing, draftRevision: 3, appliedRevision: 2 });
    expect(transition(typed, refresh)).toBe(typed);
  });

  it('that was accepted as it is counts as applied', () => {
    const job = aJob({ state: states['needs you to edit'], draftRevision: 3, appliedRevision: 1 });
    expect(transition(job, events.finish).appliedRevision).toBe(3);
  });
});

describe('failures in a row', () => {
  const fail = (job: Job, event: JobEvent): Job => transition({ ...job, state: states.sending }, event);

  it('of a bounded kind end with the user, after so many', () => {
    let job = aJob();
    for (let tries = 1; tries < mostBoundedFailures; tries++) {
      job = fail(job, events['failed, bounded']);
      expect(job).toMatchObject({ failures: tries, state: { kind: 'waiting' } });
    }
    expect(fail(job, events['failed, bounded'])).toMatchObject({
      failures: 0,
      state: { kind: 'needs-you', reason: 'server-error', action: 'retry' },
    });
  });

  it('of the line go on for days (F-22)', () => {
    let job = aJob();
    for (let tries = 1; tries <= 1_000; tries++) job = fail(job, events['failed, later']);
    expect(job).toMatchObject({ failures: 1_000, state: { kind: 'waiting', why: 'connection-lost', until } });
  });

  it('are forgotten by success, and a sign-in is none', () => {
    const job = aJob({ failures: 3 });
    expect(fail(job, events['failed, sign in']).failures).toBe(3);
    expect(fail(job, events['failed, no line']).failures).toBe(3);
    expect(fail(job, events['arrived as 14']).failures).toBe(0);
    expect(transition({ ...job, state: states['needs you to send'] }, events.retry).failures).toBe(0);
  });
});

/** True when bytes may be on the site without anybody having found out. */
function mayHaveArrived(state: JobState): boolean {
  return resumePoint(state).from === 'look';
}

const anyWay = fc.array(anyEvent, { minLength: 1, maxLength: 40 });

describe('on every way', () => {
  it('a clip that may have arrived is sent again only after a verdict, a look or the user’s choice (decision 4)', () => {
    fc.assert(
      fc.property(anyWay, (way) => {
        let job = aJob();
        for (const event of way) {
          const after = transition(job, event);
          if (mayHaveArrived(job.state) && resumePoint(after.state).from === 'send') {
            const settles =
              event.kind === 'verdict' ||
              (event.kind === 'looked' && event.finding.kind === 'absent') ||
              (event.kind === 'chosen' && event.videoId === null) ||
              event.kind === 'finish';
            expect(settles, `${words(job.state)} + ${event.kind} = ${words(after.state)}`).toBe(true);
            // "Absent" is no answer to a site that said yes.
            if (event.kind === 'looked' && job.state.kind === 'unclear') expect(job.state.saidYes).toBe(false);
          }
          job = after;
        }
      }),
      { numRuns: 20_000, seed: 20261120 },
    );
  });

  it('a known video is left only by the user’s typing, by its being gone, or never', () => {
    fc.assert(
      fc.property(anyWay, (way) => {
        let job = aJob();
        for (const event of way) {
          const before = resumePoint(job.state);
          const after = resumePoint(transition(job, event).state);
          if (before.from === 'describe' && event.kind !== 'described') expect(after).toEqual(before);
          if (before.from === 'describe' && event.kind === 'described' && event.result.kind !== 'gone')
            expect(after).toEqual(before);
          job = transition(job, event);
        }
      }),
      { numRuns: 20_000, seed: 20261120 },
    );
  });

  it('done stays done unless something is typed, failures stay small, and nothing typed is lost', () => {
    fc.assert(
      fc.property(anyWay, (way) => {
        let job = aJob();
        let typed = 0;
        for (const event of way) {
          const after = transition(job, event);
          if (job.state.kind === 'done' && event.kind !== 'edited') expect(after).toBe(job);
          if (event.kind === 'edited') {
            typed++;
            expect(after.draft).toEqual(event.draft);
          } else expect(after.draft).toBe(job.draft);
          expect(after.draftRevision).toBe(typed);
          expect(after.failures).toBeGreaterThanOrEqual(0);
          expect(after.failures).toBeLessThanOrEqual(job.failures + 1);
          const { id, clip, position, accountId, removed } = after;
          expect({ id, clip, position, accountId, removed }).toEqual({
            id: job.id,
            clip: job.clip,
            position: job.position,
            accountId: job.accountId,
            removed: job.removed,
          });
          job = after;
        }
      }),
      { numRuns: 10_000, seed: 20261120 },
    );
  });

  it('the job is not changed in place', () => {
    fc.assert(
      fc.property(anyWay, (way) => {
        let job = Object.freeze(aJob());
        for (const event of way) job = Object.freeze(transition(job, event));
      }),
      { numRuns: 2_000, seed: 20261120 },
    );
  });
});
