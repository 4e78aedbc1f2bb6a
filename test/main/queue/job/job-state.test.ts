// The states of a job and their transitions: the table is the test, and what must hold on every way through it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Draft,
  emptyDraft,
  type FailureCause,
  type Job,
  type JobState,
  jobBegun,
  type NeedsYouReason,
  nothingSeen,
} from '../../../../main/model.ts';
import type { JobEvent } from '../../../../main/queue/job/job-event.ts';
import { heldBack, newJob, transition } from '../../../../main/queue/job/job-state.ts';
import { mostBoundedFailures } from '../../../../main/retry.ts';
import { resumePoint } from '../../../../main/states.ts';
import { aJob, anyEvent, bounded, candidate, otherClip, type StateName, stateNames, states } from '../jobs.ts';
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
  ['ready', 'not sent, too large', 'needs you: too-large/retry, then send'],
  ['ready', 'send', 'waiting'],
  ['ready', 'cancel', 'cancelled, then send'],
  ['ready', 'removed', 'cancelled, then send'],
  ['ready', 'sent to another site', 'ready'],
  ['ready', 'file lies elsewhere', 'ready'],
  ['ready', 'file replaced', 'ready'],
  ['waiting', 'start', 'sending attempt-2'],
  ['waiting', 'not sent, later', 'waiting (connection-lost) until 7000'],
  ['waiting', 'not sent, too large', 'needs you: too-large/retry, then send'],
  ['waiting', 'not sent, sign in', 'waiting (sign-in)'],
  ['waiting', 'not sent, no line', 'waiting (portal)'],
  ['waiting', 'pause', 'paused'],
  ['waiting', 'cancel', 'cancelled, then send'],
  ['waiting', 'start of one that leaves at once', 'processing attempt-2 since 5000'],
  ['waiting', 'removed', 'cancelled, then send'],
  ['waiting', 'sent to another site', 'waiting'],
  ['waiting', 'file lies elsewhere', 'waiting'],
  ['waiting', 'file replaced', 'waiting'],
  ['waiting', 'may have been sent by nobody known', 'unclear assumed-job-1 since 400, look 0 at 5000'],

  ['waiting for a time', 'start', 'sending attempt-2'],
  ['waiting for a time', 'not sent, later', 'waiting (connection-lost) until 7000'],
  ['waiting for a time', 'not sent, too large', 'needs you: too-large/retry, then send'],
  ['waiting for a time', 'not sent, sign in', 'waiting (sign-in)'],
  ['waiting for a time', 'not sent, no line', 'waiting (portal)'],
  ['waiting for a time', 'pause', 'paused'],
  ['waiting for a time', 'cancel', 'cancelled, then send'],
  ['waiting for a time', 'retry', 'waiting (connection-lost)'],
  ['waiting for a time', 'start of one that leaves at once', 'processing attempt-2 since 5000'],
  ['waiting for a time', 'removed', 'cancelled, then send'],
  ['waiting for a time', 'sent to another site', 'waiting'],
  ['waiting for a time', 'file lies elsewhere', 'waiting (connection-lost) until 9000'],
  ['waiting for a time', 'file replaced', 'waiting (connection-lost) until 9000'],
  ['waiting for a time', 'may have been sent by nobody known', 'unclear assumed-job-1 since 400, look 0 at 5000'],
  ['waiting for a time', 'clock put back', 'waiting (connection-lost) until 8750'],
  ['waiting for a time', 'due too late', 'waiting (connection-lost) until 550'],

  ['describing later', 'try now for the whole site', 'describing 14 (server-error)'],
  ['waiting for a busy site', 'start', 'sending attempt-2'],
  ['waiting for a busy site', 'start of one that leaves at once', 'processing attempt-2 since 5000'],
  ['waiting for a busy site', 'not sent, later', 'waiting (connection-lost) until 7000'],
  ['waiting for a busy site', 'not sent, too large', 'needs you: too-large/retry, then send'],
  ['waiting for a busy site', 'not sent, sign in', 'waiting (sign-in)'],
  ['waiting for a busy site', 'not sent, no line', 'waiting (portal)'],
  ['waiting for a busy site', 'pause', 'paused'],
  ['waiting for a busy site', 'cancel', 'cancelled, then send'],
  ['waiting for a busy site', 'retry', 'waiting (site-busy)'],
  ['waiting for a busy site', 'removed', 'cancelled, then send'],
  ['waiting for a busy site', 'sent to another site', 'waiting'],
  ['waiting for a busy site', 'try now for the whole site', 'waiting (site-busy)'],
  ['waiting for a busy site', 'file lies elsewhere', 'waiting (site-busy) until 9000'],
  ['waiting for a busy site', 'file replaced', 'waiting (site-busy) until 9000'],
  ['waiting for a busy site', 'may have been sent by nobody known', 'unclear assumed-job-1 since 400, look 0 at 5000'],
  ['waiting for a busy site', 'clock put back', 'waiting (site-busy) until 8750'],
  ['waiting for a busy site', 'due too late', 'waiting (site-busy) until 550'],

  ['waiting for its folder', 'start', 'sending attempt-2'],
  ['waiting for its folder', 'start of one that leaves at once', 'processing attempt-2 since 5000'],
  ['waiting for its folder', 'not sent, later', 'waiting (connection-lost) until 7000'],
  ['waiting for its folder', 'not sent, too large', 'needs you: too-large/retry, then send'],
  ['waiting for its folder', 'not sent, sign in', 'waiting (sign-in)'],
  ['waiting for its folder', 'not sent, no line', 'waiting (portal)'],
  ['waiting for its folder', 'pause', 'paused'],
  ['waiting for its folder', 'cancel', 'cancelled, then send'],
  ['waiting for its folder', 'retry', 'waiting (folder-away)'],
  ['waiting for its folder', 'removed', 'cancelled, then send'],
  ['waiting for its folder', 'sent to another site', 'waiting'],
  ['waiting for its folder', 'file lies elsewhere', 'waiting (folder-away) until 9000'],
  ['waiting for its folder', 'file replaced', 'waiting (folder-away) until 9000'],
  ['waiting for its folder', 'folder or disk is back', 'waiting (folder-away)'],
  ['waiting for its folder', 'may have been sent by nobody known', 'unclear assumed-job-1 since 400, look 0 at 5000'],
  ['waiting for its folder', 'clock put back', 'waiting (folder-away) until 8750'],
  ['waiting for its folder', 'due too late', 'waiting (folder-away) until 550'],

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
  ['sending', 'removed', 'cancelled, then send'],
  ['sending', 'file lies elsewhere', 'sending attempt-1'],
  ['sending', 'may have been sent by nobody known', 'unclear assumed-job-1 since 400, look 0 at 5000'],

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
  // Looked for while its answer is awaited: only its being there counts (F-46).
  ['processing', 'found', 'describing 15'],
  ['processing', 'cancel', 'cancelled, then look for attempt-1 since 500'],
  ['processing', 'app starts', 'unclear attempt-1 since 500, look 0 at 5000'],
  ['processing', 'removed', 'cancelled, then look for attempt-1 since 500'],
  ['processing', 'file lies elsewhere', 'processing attempt-1 since 500'],

  ['unclear', 'found', 'describing 15'],
  ['unclear', 'absent', 'waiting'],
  ['unclear', 'not yet', 'unclear attempt-1 since 500, look 3 at 6000'],
  ['unclear', 'several', 'needs you: ask-which/choose, then look for attempt-1 since 500'],
  ['unclear', 'look failed', 'unclear attempt-1 since 500, look 3 at 6500'],
  ['unclear', 'look refused', 'needs you: site-refused/retry, then look for attempt-1 since 500'],
  ['unclear', 'cancel', 'cancelled, then look for attempt-1 since 500'],
  ['unclear', 'removed', 'cancelled, then look for attempt-1 since 500'],
  ['unclear', 'file lies elsewhere', 'unclear attempt-1 since 500, look 2 at 600'],
  ['unclear', 'clock put back', 'unclear attempt-1 since 500, look 2 at 350'],
  ['unclear', 'due too late', 'unclear attempt-1 since 500, look 2 at 550'],

  ['unclear, said yes', 'found', 'describing 15'],
  ['unclear, said yes', 'absent', 'needs you: arrived-not-found/retry, then look for attempt-1 since 500'],
  ['unclear, said yes', 'not yet', 'unclear attempt-1 since 500, look 1 at 6000, said yes'],
  ['unclear, said yes', 'several', 'needs you: ask-which/choose, then look for attempt-1 since 500'],
  ['unclear, said yes', 'look failed', 'unclear attempt-1 since 500, look 1 at 6500, said yes'],
  ['unclear, said yes', 'look refused', 'needs you: site-refused/retry, then look for attempt-1 since 500'],
  ['unclear, said yes', 'cancel', 'cancelled, then look for attempt-1 since 500'],
  ['unclear, said yes', 'removed', 'cancelled, then look for attempt-1 since 500'],
  ['unclear, said yes', 'file lies elsewhere', 'unclear attempt-1 since 500, look 0 at 600, said yes'],
  ['unclear, said yes', 'clock put back', 'unclear attempt-1 since 500, look 0 at 350, said yes'],
  ['unclear, said yes', 'due too late', 'unclear attempt-1 since 500, look 0 at 550, said yes'],

  ['unclear, else too large', 'found', 'describing 15'],
  ['unclear, else too large', 'absent', 'needs you: too-large/retry, then send'],
  [
    'unclear, else too large',
    'absent after a plain no',
    'needs you: too-large/retry, then look for attempt-1 since 500',
  ],
  ['unclear, else too large', 'not yet', 'unclear attempt-1 since 500, look 1 at 6000, else needs-you'],
  ['unclear, else too large', 'several', 'needs you: ask-which/choose, then look for attempt-1 since 500'],
  ['unclear, else too large', 'look failed', 'unclear attempt-1 since 500, look 1 at 6500, else needs-you'],
  ['unclear, else too large', 'look refused', 'needs you: site-refused/retry, then look for attempt-1 since 500'],
  ['unclear, else too large', 'cancel', 'cancelled, then look for attempt-1 since 500'],
  ['unclear, else too large', 'removed', 'cancelled, then look for attempt-1 since 500'],
  ['unclear, else too large', 'file lies elsewhere', 'unclear attempt-1 since 500, look 0 at 600, else needs-you'],
  ['unclear, else too large', 'clock put back', 'unclear attempt-1 since 500, look 0 at 350, else needs-you'],
  ['unclear, else too large', 'due too late', 'unclear attempt-1 since 500, look 0 at 550, else needs-you'],

  ['unclear, else a page', 'found', 'describing 15'],
  ['unclear, else a page', 'absent', 'waiting (web-page-answer) until 7000'],
  ['unclear, else a page', 'not yet', 'unclear attempt-1 since 500, look 1 at 6000, else retry'],
  ['unclear, else a page', 'several', 'needs you: ask-which/choose, then look for attempt-1 since 500'],
  ['unclear, else a page', 'look failed', 'unclear attempt-1 since 500, look 1 at 6500, else retry'],
  ['unclear, else a page', 'look refused', 'needs you: site-refused/retry, then look for attempt-1 since 500'],
  ['unclear, else a page', 'cancel', 'cancelled, then look for attempt-1 since 500'],
  ['unclear, else a page', 'removed', 'cancelled, then look for attempt-1 since 500'],
  ['unclear, else a page', 'file lies elsewhere', 'unclear attempt-1 since 500, look 0 at 600, else retry'],
  ['unclear, else a page', 'page told of its host', 'unclear attempt-1 since 500, look 0 at 600'],
  ['unclear, else a page', 'host blocks nothing more', 'unclear attempt-1 since 500, look 0 at 600'],
  ['unclear, else a page', 'clock put back', 'unclear attempt-1 since 500, look 0 at 350, else retry'],
  ['unclear, else a page', 'due too late', 'unclear attempt-1 since 500, look 0 at 550, else retry'],

  ['unclear, by nobody known', 'found', 'describing 15'],
  ['unclear, by nobody known', 'absent', 'waiting'],
  ['unclear, by nobody known', 'not yet', 'unclear assumed-job-1 since 500, look 1 at 6000'],
  ['unclear, by nobody known', 'several', 'needs you: ask-which/choose, then look for assumed-job-1 since 500'],
  ['unclear, by nobody known', 'look failed', 'unclear assumed-job-1 since 500, look 1 at 6500'],
  ['unclear, by nobody known', 'look refused', 'needs you: site-refused/retry, then look for assumed-job-1 since 500'],
  ['unclear, by nobody known', 'cancel', 'cancelled, then look for assumed-job-1 since 500'],
  ['unclear, by nobody known', 'removed', 'cancelled, then look for assumed-job-1 since 500'],
  ['unclear, by nobody known', 'file lies elsewhere', 'unclear assumed-job-1 since 500, look 0 at 600'],
  ['unclear, by nobody known', 'clock put back', 'unclear assumed-job-1 since 500, look 0 at 350'],
  ['unclear, by nobody known', 'due too late', 'unclear assumed-job-1 since 500, look 0 at 550'],

  ['describing', 'applied', 'done 14 at 5000'],
  ['describing', 'video is gone', 'needs you: video-gone/finish, then send'],
  ['describing', 'fields ignored', 'needs you: metadata-ignored/edit, then describe 14'],
  ['describing', 'some fields refused', 'needs you: metadata-refused/edit, then describe 14'],
  ['describing', 'changed there', 'needs you: changed-on-site/resolve, then describe 14'],
  ['describing', 'describing failed', 'describing 14 (server-error) until 7000'],
  ['describing', 'describing refused', 'needs you: metadata-refused/edit, then describe 14'],
  ['describing', 'describing needs sign-in', 'describing 14 (sign-in)'],
  ['describing', 'describing met no line', 'describing 14 (offline)'],
  ['describing', 'older one not trashed', 'describing 14 (server-error) until 7000'],
  ['describing', 'older one may not be trashed', 'needs you: older-stays/retry, then describe 14'],
  ['describing', 'typed while it was looked at', 'describing 14'],
  ['describing', 'text leaves', 'describing 14'],
  ['describing', 'cancel', 'cancelled, then describe 14'],
  ['describing', 'removed', 'cancelled, then describe 14'],
  ['describing', 'file lies elsewhere', 'describing 14'],

  ['describing later', 'applied', 'done 14 at 5000'],
  ['describing later', 'video is gone', 'needs you: video-gone/finish, then send'],
  ['describing later', 'fields ignored', 'needs you: metadata-ignored/edit, then describe 14'],
  ['describing later', 'some fields refused', 'needs you: metadata-refused/edit, then describe 14'],
  ['describing later', 'changed there', 'needs you: changed-on-site/resolve, then describe 14'],
  ['describing later', 'describing failed', 'describing 14 (server-error) until 7000'],
  ['describing later', 'describing refused', 'needs you: metadata-refused/edit, then describe 14'],
  ['describing later', 'describing needs sign-in', 'describing 14 (sign-in)'],
  ['describing later', 'describing met no line', 'describing 14 (offline)'],
  ['describing later', 'older one not trashed', 'describing 14 (server-error) until 7000'],
  ['describing later', 'older one may not be trashed', 'needs you: older-stays/retry, then describe 14'],
  ['describing later', 'typed while it was looked at', 'describing 14'],
  ['describing later', 'text leaves', 'describing 14 (server-error) until 9000'],
  ['describing later', 'cancel', 'cancelled, then describe 14'],
  ['describing later', 'retry', 'describing 14 (server-error)'],
  ['describing later', 'removed', 'cancelled, then describe 14'],
  ['describing later', 'file lies elsewhere', 'describing 14 (server-error) until 9000'],
  ['describing later', 'clock put back', 'describing 14 (server-error) until 8750'],
  ['describing later', 'due too late', 'describing 14 (server-error) until 550'],

  ['done', 'edited', 'describing 14'],
  ['done', 'sent anew, as its video was deleted', 'waiting'],
  ['done', 'removed', 'done 14 at 800'],

  ['done, unknown where', 'removed', 'done somewhere at 800'],

  ['paused', 'resume', 'waiting'],
  ['paused', 'cancel', 'cancelled, then send'],
  ['paused', 'removed', 'cancelled, then send'],
  ['paused', 'sent to another site', 'paused'],
  ['paused', 'file lies elsewhere', 'paused'],
  ['paused', 'file replaced', 'paused'],

  ['needs you to send', 'cancel', 'cancelled, then send'],
  ['needs you to send', 'retry', 'waiting'],
  ['needs you to send', 'removed', 'cancelled, then send'],
  ['needs you to send', 'sent to another site', 'waiting'],
  ['needs you to send', 'file lies elsewhere', 'needs you: too-large/retry, then send'],
  ['needs you to send', 'file replaced', 'needs you: too-large/retry, then send'],
  [
    'needs you to send',
    'may have been sent by nobody known',
    'needs you: too-large/retry, then look for assumed-job-1 since 400',
  ],

  ['needs you, newer version', 'cancel', 'cancelled, then send'],
  ['needs you, newer version', 'said what becomes of the older one', 'waiting'],
  [
    'needs you, newer version',
    'said to keep the older one, rules unreadable',
    'needs you: entry-damaged/retry, then send',
  ],
  ['needs you, newer version', 'removed', 'cancelled, then send'],
  ['needs you, newer version', 'sent to another site', 'waiting'],
  ['needs you, newer version', 'file lies elsewhere', 'needs you: newer-version/version, then send'],
  ['needs you, newer version', 'file replaced', 'needs you: newer-version/version, then send'],
  [
    'needs you, newer version',
    'may have been sent by nobody known',
    'needs you: newer-version/version, then look for assumed-job-1 since 400',
  ],
  ['needs you, its file is missing', 'cancel', 'cancelled, then send'],
  ['needs you, its file is missing', 'retry', 'waiting'],
  ['needs you, its file is missing', 'removed', 'cancelled, then send'],
  ['needs you, its file is missing', 'sent to another site', 'waiting'],
  ['needs you, its file is missing', 'file lies elsewhere', 'waiting'],
  ['needs you, its file is missing', 'file replaced', 'waiting'],
  ['needs you, its file is missing', 'folder or disk is back', 'waiting'],
  [
    'needs you, its file is missing',
    'may have been sent by nobody known',
    'needs you: clip-missing/retry, then look for assumed-job-1 since 400',
  ],

  ['needs you, it got a page', 'cancel', 'cancelled, then send'],
  ['needs you, it got a page', 'retry', 'waiting'],
  ['needs you, it got a page', 'removed', 'cancelled, then send'],
  ['needs you, it got a page', 'sent to another site', 'waiting'],
  ['needs you, it got a page', 'file lies elsewhere', 'needs you: web-page-answer/retry, then send'],
  ['needs you, it got a page', 'file replaced', 'needs you: web-page-answer/retry, then send'],
  ['needs you, it got a page', 'host blocks nothing more', 'waiting'],
  [
    'needs you, it got a page',
    'may have been sent by nobody known',
    'needs you: web-page-answer/retry, then look for assumed-job-1 since 400',
  ],

  ['needs you to choose', 'cancel', 'cancelled, then look for attempt-1 since 500'],
  ['needs you to choose', 'retry', 'unclear attempt-1 since 500, look 0 at 5000'],
  ['needs you to choose', 'finish', 'done somewhere at 5000'],
  ['needs you to choose', 'chose a video', 'describing 7'],
  ['needs you to choose', 'chose none', 'waiting'],
  ['needs you to choose', 'chose none, looked for once more', 'unclear attempt-1 since 500, look 0 at 5000'],
  ['needs you to choose', 'removed', 'cancelled, then look for attempt-1 since 500'],
  ['needs you to choose', 'file lies elsewhere', 'needs you: ask-which/choose, then look for attempt-1 since 500'],
  ['needs you to choose', 'candidate taken by another clip', 'unclear attempt-1 since 500, look 0 at 5000'],

  ['needs you to edit', 'edited', 'describing 14'],
  ['needs you to edit', 'cancel', 'cancelled, then describe 14'],
  ['needs you to edit', 'retry', 'describing 14'],
  ['needs you to edit', 'finish', 'done 14 at 5000'],
  ['needs you to edit', 'removed', 'cancelled, then describe 14'],
  ['needs you to edit', 'file lies elsewhere', 'needs you: metadata-refused/edit, then describe 14'],

  ['needs you to decide', 'resolved', 'describing 14'],
  ['needs you to decide', 'cancel', 'cancelled, then describe 14'],
  ['needs you to decide', 'retry', 'describing 14'],
  ['needs you to decide', 'finish', 'done 14 at 5000'],
  ['needs you to decide', 'removed', 'cancelled, then describe 14'],
  ['needs you to decide', 'file lies elsewhere', 'needs you: changed-on-site/resolve, then describe 14'],

  ['video gone', 'cancel', 'cancelled, then send'],
  ['video gone', 'retry', 'waiting'],
  ['video gone', 'finish', 'cancelled, then send'],
  ['video gone', 'removed', 'cancelled, then send'],
  ['video gone', 'sent to another site', 'waiting'],
  ['video gone', 'file lies elsewhere', 'needs you: video-gone/finish, then send'],
  ['video gone', 'file replaced', 'needs you: video-gone/finish, then send'],
  [
    'video gone',
    'may have been sent by nobody known',
    'needs you: video-gone/finish, then look for assumed-job-1 since 400',
  ],

  ['cancelled before', 'retry', 'waiting'],
  ['cancelled before', 'removed', 'cancelled, then send'],
  ['cancelled before', 'brought back', 'waiting'],
  ['cancelled before', 'brought back, to wait for a word', 'ready'],
  ['cancelled before', 'put back, it was paused', 'paused'],
  ['cancelled before', 'put back, it was asked which', 'waiting'],
  ['cancelled before', 'file lies elsewhere', 'cancelled, then send'],
  ['cancelled before', 'may have been sent by nobody known', 'cancelled, then look for assumed-job-1 since 400'],
  ['cancelled unclear', 'retry', 'unclear attempt-1 since 500, look 0 at 5000'],
  ['cancelled unclear', 'removed', 'cancelled, then look for attempt-1 since 500'],
  ['cancelled unclear', 'brought back', 'unclear attempt-1 since 500, look 0 at 5000'],
  ['cancelled unclear', 'brought back, to wait for a word', 'unclear attempt-1 since 500, look 0 at 5000'],
  ['cancelled unclear', 'put back, it was paused', 'paused'],
  ['cancelled unclear', 'put back, it was asked which', 'unclear attempt-1 since 500, look 0 at 5000'],
  ['cancelled unclear', 'file lies elsewhere', 'cancelled, then look for attempt-1 since 500'],
  ['cancelled after', 'retry', 'describing 14'],
  ['cancelled after', 'text leaves', 'cancelled, then describe 14'],
  ['cancelled after', 'removed', 'cancelled, then describe 14'],
  ['cancelled after', 'brought back', 'describing 14'],
  ['cancelled after', 'brought back, to wait for a word', 'describing 14'],
  ['cancelled after', 'put back, it was paused', 'describing 14'],
  ['cancelled after', 'put back, it was asked which', 'describing 14'],
  ['cancelled after', 'file lies elsewhere', 'cancelled, then describe 14'],
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
    ...{ ready: true, paused: true, 'needs-you': true, cancelled: true },
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
    ...{
      'text-leaves': true,
      edited: true,
      refreshed: true,
      resolved: true,
      send: true,
      pause: true,
      resume: true,
      cancel: true,
    },
    ...{
      retry: true,
      'sent-anew': true,
      finish: true,
      'version-chosen': true,
      chosen: true,
      'none-of-these': true,
      removed: true,
      'brought-back': true,
      'put-back': true,
    },
    ...{ 'moved-to-account': true, hurried: true, relocated: true, 'clip-replaced': true, 'disk-back': true },
    ...{ 'candidate-taken': true, unblamed: true, unblocked: true, presumed: true },
    ...{ 'clock-set': true, 'due-capped': true, recover: true },
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

  it('goes along when the clip is sent anew after its video was deleted; only that very video counts', () => {
    const seen = { ...nothingSeen, values: { title: 'Mine' }, modifiedAt: 4 };
    const done = aJob({
      state: states.done,
      draft: { ...emptyDraft, title: 'Mine' },
      draftRevision: 2,
      appliedRevision: 2,
      seen,
    });
    const anew = transition(done, { kind: 'sent-anew', videoId: 14 });
    expect(anew).toMatchObject({
      state: states.waiting,
      draft: { title: 'Mine' },
      draftRevision: 3,
      seen: nothingSeen,
    });
    expect(transition(done, { kind: 'sent-anew', videoId: 15 })).toBe(done);
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

describe('beside its state', () => {
  it('a clip is sent as it lies on disk when it begins, known by what was read of it', () => {
    const job = aJob({ sha256: 'old' });
    expect(transition(job, events.start)).toMatchObject({ clip: otherClip, sha256: null });
    expect(transition(job, events['start of one that leaves at once'])).toMatchObject({
      clip: otherClip,
      sha256: 'abc',
    });
  });

  it('another version of it is known by nothing that was read of the old one', () => {
    const job = aJob({ sha256: 'old', state: states.paused });
    expect(transition(job, events['file replaced'])).toMatchObject({ clip: otherClip, sha256: null });
  });

  it('the same file in another place keeps what is known of it', () => {
    const job = aJob({ sha256: 'old', failures: 2 });
    const after = transition(job, events['file lies elsewhere']);
    expect(after).toMatchObject({ sha256: 'old', failures: 2, clip: { ...otherClip, facts: job.clip.facts } });
  });

  it('it takes its terms along to another account of the same site only', () => {
    const draft = {
      ...emptyDraft,
      title: 'Mine',
      terms: { tags: [1] },
      termChanges: { topics: { add: [2], remove: [] } },
    };
    const job = aJob({ draft });
    const event = { kind: 'moved-to-account', accountId: 'account-2' } as const;
    expect(transition(job, { ...event, sameSite: true })).toMatchObject({ accountId: 'account-2', draft });
    expect(transition(job, { ...event, sameSite: false }).draft).toEqual({ ...emptyDraft, title: 'Mine' });
  });

  it('it is off the list once it was removed, also when it is done, until it is brought back', () => {
    for (const state of [states.waiting, states.done]) {
      const off = transition(aJob({ state }), events.removed);
      expect(off.removed).toBe(true);
      expect(transition(off, events.removed)).toBe(off);
      expect(transition(off, events['brought back'])).toMatchObject({ removed: false, state });
    }
  });

  it('what was typed for a clip that nobody knows to have been sent is compared with what its video has', () => {
    const draft = { ...emptyDraft, title: 'Mine' };
    const state = states['unclear, by nobody known'];
    const byHand = transition(aJob({ state, draft, draftRevision: 1 }), events.found);
    expect(byHand).toMatchObject({ draft, seen: { values: { title: '' } } });
    // The rules of a folder are not applied a second time.
    const byFolder = transition(aJob({ state, draft, draftRevision: 1, folderId: 'folder-1' }), events.found);
    expect(byFolder.draft).toEqual(emptyDraft);
    expect(transition(aJob({ state: states.unclear, draft, folderId: 'folder-1' }), events.found).draft).toBe(draft);
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

describe('the tries in a row begin afresh', () => {
  it.each<[StateName, EventName]>([
    ['waiting', 'pause'],
    ['sending', 'pause'],
    ['waiting for a time', 'retry'],
    ['describing later', 'retry'],
    ['waiting for a busy site', 'try now for the whole site'],
    ['waiting for its folder', 'folder or disk is back'],
    ['needs you, its file is missing', 'folder or disk is back'],
    ['needs you, its file is missing', 'file lies elsewhere'],
    ['needs you, its file is missing', 'file replaced'],
    ['needs you, it got a page', 'host blocks nothing more'],
    ['needs you to choose', 'chose a video'],
    ['needs you to choose', 'chose none'],
    ['needs you to choose', 'chose none, looked for once more'],
    ['needs you to choose', 'candidate taken by another clip'],
    ['needs you to decide', 'resolved'],
    ['needs you to edit', 'edited'],
    ['done', 'edited'],
    ['waiting for a time', 'sent to another site'],
    ['cancelled before', 'brought back'],
  ])('%s: %s', (state, event) => {
    expect(transition(aJob({ state: states[state], failures: 3 }), events[event]).failures).toBe(0);
  });
});

it('a new job waits for its turn or its user’s word, with nothing behind it', () => {
  const { state: _state, ...clip } = aJob();
  expect(newJob(clip)).toEqual({ ...jobBegun, ...clip, state: states.waiting });
  expect(newJob({ ...clip, isHeld: true })).toEqual({ ...jobBegun, ...clip, isHeld: true, state: states.ready });
  expect(newJob({ ...clip, folderId: 'folder-1', draftRevision: 1 })).toMatchObject({
    ...{ folderId: 'folder-1', draftRevision: 1, failures: 0, removed: false },
  });
});

describe('a job of which something could not be read', () => {
  const waits = { ...states['needs you to send'], reason: 'entry-damaged' } as const;

  it.each(stateNames)('%s: goes on by its user’s word only', (name) => {
    const job = aJob({ state: states[name] });
    const isAtRest = ['done', 'cancelled', 'needs-you'].includes(job.state.kind);
    expect(heldBack(job, waits)).toEqual(isAtRest ? job : { ...job, state: waits });
  });

  it('waits for its user also once it was sent to another site', () => {
    expect(transition(aJob({ state: waits, failures: 1 }), events['sent to another site'])).toMatchObject({
      ...{ accountId: 'account-2', failures: 0, state: waits },
    });
  });
});

describe('another version of a file', () => {
  const refused = (reason: NeedsYouReason) => aJob({ state: { ...states['needs you to send'], reason }, failures: 2 });

  it.each<NeedsYouReason>([
    'clip-missing',
    'clip-no-file',
    'clip-empty',
    'clip-not-video',
    'clip-unfinished',
    'clip-unreadable',
    'clip-changing',
    'clip-known',
  ])('deserves a try of its own where the one before was the matter: %s', (reason) => {
    expect(transition(refused(reason), events['file replaced'])).toMatchObject({ state: states.waiting, failures: 0 });
  });

  it.each<NeedsYouReason>(['extension-refused', 'no-upload-right', 'entry-damaged'])(
    'is no answer to what was asked of the user: %s',
    (reason) => {
      const job = refused(reason);
      expect(transition(job, events['file replaced'])).toEqual({ ...job, clip: otherClip });
    },
  );
});

describe('what happens only where it means something', () => {
  it('a disk that answers again lets go on what waited for it', () => {
    const silent = aJob({ state: { kind: 'waiting', why: 'disk-silent', until: 9_000 } });
    expect(transition(silent, events['folder or disk is back']).state).toMatchObject({ until: null });
    const described = aJob({ state: { ...states['describing later'], why: 'disk-silent' } });
    expect(transition(described, events['folder or disk is back'])).toBe(described);
  });

  it('a clip asks again only where its own candidate was taken', () => {
    const job = aJob({ state: states['needs you to choose'] });
    expect(transition(job, { kind: 'candidate-taken', videoId: 8, now })).toBe(job);
    const another = aJob({ state: { ...states['needs you to choose'], reason: 'site-refused' } });
    const two = { ...states['needs you to choose'], candidates: [candidate, { ...candidate, videoId: 9 }] };
    expect(transition(aJob({ state: two }), events['candidate taken by another clip']).state.kind).toBe('unclear');
    for (const name of ['candidate taken by another clip', 'chose none', 'chose none, looked for once more'] as const)
      expect(transition(another, events[name]), name).toBe(another);
  });

  it('a busy site that is ready again hurries its metadata too', () => {
    const busy = aJob({ state: { ...states['describing later'], why: 'site-maintenance' } });
    expect(transition(busy, events['try now for the whole site']).state).toMatchObject({ until: null });
  });

  it('what is due in time stays due then', () => {
    const job = aJob({ state: states['waiting for a time'] });
    expect(transition(job, { kind: 'due-capped', latest: 9_000 })).toBe(job);
    expect(transition(job, { kind: 'due-capped', latest: 8_999 }).state).toMatchObject({ until: 8_999 });
  });

  it('typing begins a change only where the user was asked to edit', () => {
    const seen = { ...nothingSeen, values: { title: 'There' } };
    const sent = aJob({ state: { ...states['needs you to send'], action: 'edit' } });
    expect(transition(sent, { ...events.edited, seen })).toMatchObject({ state: sent.state, seen });
    const kept = aJob({ state: states.done, seen });
    expect(transition(kept, events.edited).seen).toBe(seen);
  });

  it('is accepted as it is with nothing left to decide', () => {
    const seen = { ...nothingSeen, values: { title: 'Ours' }, theirs: { title: 'Theirs' } };
    expect(transition(aJob({ state: states['needs you to decide'], seen }), events.finish).seen).toEqual({
      ...seen,
      theirs: {},
    });
  });

  it('is done with no video where none was chosen', () => {
    const job = aJob({ state: states['needs you to choose'] });
    expect(transition(job, events.finish).state).toEqual({ kind: 'done', videoId: null, finishedAt: now });
  });

  it('text that leaves is remembered beside what left and was seen before', () => {
    const seen = { ...nothingSeen, values: { slug: 'a', title: 'Old' }, sent: { slug: 'b', title: 'Old' } };
    expect(transition(aJob({ state: states.describing, seen }), events['text leaves']).seen).toEqual({
      ...nothingSeen,
      values: { slug: 'a', title: 'There' },
      sent: { slug: 'b', title: 'New' },
    });
  });

  it('the last bytes tell the content where it was read to its end', () => {
    const sending = aJob({ state: states.sending, sha256: 'old' });
    expect(transition(sending, events['last bytes']).sha256).toBe('old');
    expect(transition(sending, { ...events['last bytes'], sha256: 'new' }).sha256).toBe('new');
  });

  it('a look begins from nothing said and nothing else meant, wherever it is come to from', () => {
    const look = { ...states.unclear, looks: 0, nextLookAt: now };
    expect(transition(aJob({ state: states.processing }), events['app starts']).state).toEqual(look);
    expect(transition(aJob({ state: states['cancelled unclear'] }), events.retry).state).toEqual(look);
  });

  it('a clip that was sent before goes nowhere else, and no other version of it is sent', () => {
    for (const name of ['cancelled before', 'needs you to choose', 'needs you to edit', 'done'] as const) {
      const job = aJob({ state: states[name] });
      expect(transition(job, events['sent to another site']), name).toBe(job);
      expect(transition(job, events['file replaced']), name).toBe(job);
    }
  });

  it('a page that a parked clip got after its last byte lets it be looked for', () => {
    const parked = aJob({
      state: { ...states['needs you, it got a page'], resume: states['cancelled unclear'].resume },
    });
    expect(transition(parked, events['host blocks nothing more']).state).toMatchObject({ kind: 'unclear', looks: 0 });
  });
});

/** True when bytes may be on the site without anybody having found out. */
function mayHaveArrived(state: JobState): boolean {
  return resumePoint(state).from === 'look';
}

/** What may be said of a job that is done without making it anything else. */
const aside: ReadonlySet<JobEvent['kind']> = new Set(['removed', 'brought-back', 'put-back', 'refreshed']);
const withoutTerms = ({ draft }: Job) => ({ ...draft, terms: null, termChanges: null });
const factsOf = ({ id, clip, position, accountId, removed }: Job) => ({ id, clip, position, accountId, removed });
/** What an event that means something to a job changes beside its state and what was typed. */
function namedBy(event: JobEvent, { clip }: Job): Partial<Job> {
  switch (event.kind) {
    case 'start':
    case 'clip-replaced':
      return { clip: event.clip };
    case 'relocated':
      return { clip: { ...event.clip, facts: clip.facts } };
    case 'moved-to-account':
      return { accountId: event.accountId };
    case 'removed':
      return { removed: true };
    case 'brought-back':
    case 'put-back':
      return { removed: false };
    default:
      return {};
  }
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

  it('done stays done unless something is typed, failures stay small, and nothing typed is lost', {
    tags: 'proof',
  }, () => {
    fc.assert(
      fc.property(anyWay, (way) => {
        let job = aJob();
        let typed = 0;
        for (const event of way) {
          const after = transition(job, event);
          const isChanged = after !== job;
          if (job.state.kind === 'done' && event.kind !== 'edited') {
            expect(after.state).toBe(job.state);
            if (!aside.has(event.kind)) expect(after).toBe(job);
          }
          if (event.kind === 'edited' || (event.kind === 'resolved' && isChanged)) {
            typed++;
            expect(after.draft).toEqual(event.draft);
          } else if (event.kind === 'refreshed' && isChanged) expect(after.draft).toBe(event.draft);
          // Terms are the other site's own.
          else if (event.kind === 'moved-to-account') expect(withoutTerms(after)).toEqual(withoutTerms(job));
          else expect(after.draft).toBe(job.draft);
          expect(after.draftRevision).toBe(typed);
          expect(after.failures).toBeGreaterThanOrEqual(0);
          expect(after.failures).toBeLessThanOrEqual(job.failures + 1);
          expect(factsOf(after)).toEqual({ ...factsOf(job), ...(isChanged ? namedBy(event, job) : {}) });
          job = after;
        }
      }),
      { numRuns: 10_000, seed: 20261120 },
    );
  });

  it('what its user paused stays paused, and what its user took away stays away, until the user says otherwise', () => {
    fc.assert(
      fc.property(anyWay, (way) => {
        let job = aJob();
        for (const event of way) {
          const after = transition(job, event);
          const told = `${words(job.state)} + ${event.kind} = ${words(after.state)}`;
          if (job.state.kind === 'paused' && after.state.kind !== 'paused')
            expect(['resume', 'cancel', 'removed'], told).toContain(event.kind);
          if (job.state.kind === 'cancelled' && after.state.kind !== 'cancelled')
            expect(['retry', 'brought-back', 'put-back'], told).toContain(event.kind);
          if (job.removed && !after.removed) expect(['brought-back', 'put-back']).toContain(event.kind);
          job = after;
        }
      }),
      { numRuns: 20_000, seed: 20261120 },
    );
  });

  it('a clip begins to leave only from waiting, as an attempt', () => {
    fc.assert(
      fc.property(anyWay, (way) => {
        let job = aJob();
        for (const event of way) {
          const after = transition(job, event);
          const [was, is] = [job.state.kind, after.state.kind];
          if (is === 'sending' && was !== 'sending') expect([was, event.kind]).toEqual(['waiting', 'start']);
          if (is === 'processing' && was !== 'processing')
            expect([
              ['waiting', 'start'],
              ['sending', 'last-bytes'],
            ]).toContainEqual([was, event.kind]);
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

describe('an older video that could not be trashed', () => {
  const failed = (cause: FailureCause): JobEvent =>
    described({ kind: 'older-failed', revision: 4, seen: { ...nothingSeen, values: { title: 'New' } }, cause });

  it('is tried again with the back-off of all else, and after some tries its user is asked about it', () => {
    let job = aJob({ state: states.describing, draftRevision: 4 });
    for (let tries = 0; job.state.kind === 'describing' && tries < 100; tries++) job = transition(job, failed(bounded));
    expect(job.state).toMatchObject({ reason: 'older-stays', action: 'retry', resume: { from: 'describe' } });
  });

  it('leaves what was typed as applied', () => {
    const job = aJob({ state: states.describing, draftRevision: 4 });
    expect(transition(job, failed(bounded))).toMatchObject({ appliedRevision: 4, seen: { values: { title: 'New' } } });
  });
});

describe('a newer version beside an older video that is kept', () => {
  const job = aJob({
    state: states['needs you, newer version'],
    draftRevision: 2,
    draft: { ...emptyDraft, title: 'Mine' },
  });
  const keep = (draft: Draft) => transition(job, { kind: 'version-chosen', draft, now: 5 });

  it('gets what any clip would get there, but nothing in place of what was typed for it', () => {
    const draft = { ...emptyDraft, title: 'Any', status: 'draft', terms: { tags: [4] } };
    expect(keep(draft)).toMatchObject({
      ...{ draft: { title: 'Mine', status: 'draft', terms: { tags: [4] }, termChanges: null }, draftRevision: 3 },
      state: { kind: 'waiting' },
    });
    const own = { ...job, draft: { ...job.draft, termChanges: { tags: { add: [7], remove: [] } } } };
    expect(transition(own, { kind: 'version-chosen', draft, now: 5 }).draft).toMatchObject({
      ...{ terms: null, termChanges: own.draft.termChanges },
    });
  });

  it('is not changed where that is nothing', () => {
    expect(keep(emptyDraft)).toMatchObject({ draft: job.draft, draftRevision: 2, state: { kind: 'waiting' } });
  });
});

describe('a clip that waits for its user’s word', () => {
  it('goes on by itself once it was sent anew: that was the word', () => {
    const job = { ...aJob({ state: states.done }), isHeld: true };
    const anew = transition(job, { kind: 'sent-anew', videoId: 14 });
    expect(anew).toMatchObject({ isHeld: false, state: states.waiting });
  });

  const held = (state: JobState): Job => ({ ...aJob({ state, draftRevision: 1, failures: 1 }), isHeld: true });
  /** The user's own word: to send it, or to have it back without waiting. */
  const isWord = (event: JobEvent): boolean =>
    event.kind === 'send' || event.kind === 'sent-anew' || (event.kind === 'brought-back' && !event.isHeld);
  const leaves: ReadonlySet<JobState['kind']> = new Set(['waiting', 'sending', 'processing']);

  it.each(stateNames)('never goes by anything else, whatever it was: %s', (name) => {
    const state = states[name];
    // What a site said to its bytes is said of a clip that its user has let go.
    if (leaves.has(state.kind) || (state.kind === 'unclear' && state.otherwise !== null)) return;
    for (const event of eventNames) {
      const after = transition(held(state), events[event]);
      if (!isWord(events[event])) expect([event, leaves.has(after.state.kind)]).toEqual([event, false]);
    }
  });

  it('never goes by any run of events without that word, and goes by it from wherever it may be sent', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (run) => {
        let job = held(states.ready);
        for (const event of run) {
          if (isWord(event)) continue;
          job = transition(job, event);
          expect(leaves.has(job.state.kind)).toBe(false);
        }
        if (job.state.kind === 'ready')
          expect(transition(job, { kind: 'send' })).toMatchObject({ isHeld: false, state: states.waiting });
      }),
      { numRuns: 2_000, seed: 20261126 },
    );
  });

  it('is looked for first where it may have been sent, and waits again where it is not there', () => {
    const looked = transition(held(states['needs you to send']), events['may have been sent by nobody known']);
    const tried = transition(looked, events.retry);
    expect(transition(tried, events.absent).state).toEqual(states.ready);
  });
});
