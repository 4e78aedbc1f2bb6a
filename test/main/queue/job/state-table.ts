// Every event of a job, states in few words, and the page that says what follows what: generated from the function itself.
//
// `node test/main/queue/job/state-table.ts` writes main/queue/job/states.md anew; job-state.test.ts checks that it is true.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyDraft, type FailureCause, type JobState, nothingSeen } from '../../../../main/model.ts';
import type { JobEvent } from '../../../../main/queue/job/job-event.ts';
import { transition } from '../../../../main/queue/job/job-state.ts';
import type { resumePoint } from '../../../../main/states.ts';
import {
  aJob,
  bounded,
  candidate,
  later,
  otherClip,
  type StateName,
  signIn,
  stateNames,
  states,
  tooLarge,
} from '../jobs.ts';

export const now = 5_000;
export const until = 7_000;
export const verdict = (of: Extract<JobEvent, { kind: 'verdict' }>['verdict']): JobEvent => ({
  kind: 'verdict',
  verdict: of,
  now,
  until,
  sha256: 'abc',
});
export const looked = (finding: Extract<JobEvent, { kind: 'looked' }>['finding']): JobEvent => ({
  kind: 'looked',
  finding,
  until,
});
export const described = (result: Extract<JobEvent, { kind: 'described' }>['result']): JobEvent => ({
  kind: 'described',
  result,
  now,
  until,
});

export const noLine = (why: Extract<FailureCause, { kind: 'line' }>['why']): FailureCause => ({ kind: 'line', why });

/** Every event, and those that differ inside. */
export const events = {
  start: { kind: 'start', attemptId: 'attempt-2', clip: otherClip, sha256: null, mayHaveArrivedAt: null },
  'start of one that leaves at once': {
    kind: 'start',
    attemptId: 'attempt-2',
    clip: otherClip,
    sha256: 'abc',
    mayHaveArrivedAt: now,
  },
  'last bytes': { kind: 'last-bytes', now, sha256: null },
  'arrived as 14': verdict({ kind: 'arrived', videoId: 14 }),
  'arrived somewhere': verdict({ kind: 'arrived', videoId: null }),
  'ended unclear': verdict({ kind: 'unclear', otherwise: null }),
  'ended unclear, else too large': verdict({ kind: 'unclear', otherwise: tooLarge }),
  'failed, later': verdict({ kind: 'failed', cause: later }),
  'failed, bounded': verdict({ kind: 'failed', cause: bounded }),
  'failed, too large': verdict({ kind: 'failed', cause: tooLarge }),
  'failed, sign in': verdict({ kind: 'failed', cause: signIn }),
  'failed, no line': verdict({ kind: 'failed', cause: noLine('site-away') }),
  stopped: verdict({ kind: 'stopped' }),
  'not sent, later': { kind: 'refused-before-sending', cause: later, until },
  'not sent, too large': { kind: 'refused-before-sending', cause: tooLarge, until },
  'not sent, sign in': { kind: 'refused-before-sending', cause: signIn, until },
  'not sent, no line': { kind: 'refused-before-sending', cause: noLine('portal'), until },
  found: looked({ kind: 'found', videoId: 15 }),
  absent: looked({ kind: 'absent' }),
  'absent after a plain no': looked({ kind: 'refused' }),
  'not yet': looked({ kind: 'not-yet', nextLookAt: 6_000 }),
  several: looked({ kind: 'ask', candidates: [candidate] }),
  'look failed': looked({ kind: 'failed', cause: later, nextLookAt: 6_500 }),
  'look met no line': looked({ kind: 'failed', cause: noLine('portal'), nextLookAt: 6_500 }),
  'look refused': looked({ kind: 'failed', cause: { ...tooLarge, reason: 'site-refused' }, nextLookAt: 6_500 }),
  applied: described({ kind: 'applied', revision: 1, seen: nothingSeen }),
  'video is gone': described({ kind: 'gone' }),
  'fields ignored': described({ kind: 'ignored', fields: 'status', seen: nothingSeen }),
  'some fields refused': described({ kind: 'refused', fields: 'terms:tags', said: 'No.', seen: nothingSeen }),
  'changed there': described({ kind: 'conflict', seen: { ...nothingSeen, theirs: { title: 'Theirs' } } }),
  'describing failed': described({ kind: 'failed', cause: bounded }),
  'describing refused': described({ kind: 'failed', cause: { ...tooLarge, reason: 'site-refused', detail: 'No.' } }),
  'describing needs sign-in': described({ kind: 'failed', cause: signIn }),
  'describing met no line': described({ kind: 'failed', cause: noLine('offline') }),
  'older one not trashed': described({ kind: 'older-failed', revision: 1, seen: nothingSeen, cause: bounded }),
  'older one may not be trashed': described({
    ...{ kind: 'older-failed', revision: 1, seen: nothingSeen },
    cause: { ...tooLarge, reason: 'site-refused', detail: 'No.' },
  }),
  'typed while it was looked at': described({ kind: 'typed-since' }),
  'text leaves': { kind: 'text-leaves', values: { title: 'There' }, sent: { title: 'New' } },
  edited: { kind: 'edited', draft: { ...emptyDraft, title: 'New' }, seen: null },
  refreshed: { kind: 'refreshed', draft: { ...emptyDraft, title: 'Theirs' }, seen: nothingSeen },
  resolved: { kind: 'resolved', draft: { ...emptyDraft, title: 'Mine' }, seen: nothingSeen, now },
  send: { kind: 'send' },
  pause: { kind: 'pause' },
  resume: { kind: 'resume' },
  cancel: { kind: 'cancel' },
  retry: { kind: 'retry', now },
  'said what becomes of the older one': { kind: 'version-chosen', draft: null, now },
  'said to keep the older one, rules unreadable': { kind: 'version-chosen', draft: 'damaged', now },
  'sent anew, as its video was deleted': { kind: 'sent-anew', videoId: 14 },
  finish: { kind: 'finish', now },
  'chose a video': { kind: 'chosen', videoId: 7 },
  'chose none': { kind: 'chosen', videoId: null },
  'chose none, looked for once more': { kind: 'none-of-these', now },
  removed: { kind: 'removed' },
  'put back, it was paused': { kind: 'put-back', was: states.paused, now },
  'put back, it was asked which': { kind: 'put-back', was: states['needs you to choose'], now },
  'brought back': { kind: 'brought-back', now, isHeld: false },
  'brought back, to wait for a word': { kind: 'brought-back', now, isHeld: true },
  'sent to another site': { kind: 'moved-to-account', accountId: 'account-2', sameSite: false },
  'try now for the whole site': { kind: 'hurried' },
  'file lies elsewhere': { kind: 'relocated', clip: otherClip, now },
  'file replaced': { kind: 'clip-replaced', clip: otherClip },
  'folder or disk is back': { kind: 'disk-back', now },
  'candidate taken by another clip': { kind: 'candidate-taken', videoId: candidate.videoId, now },
  'page told of its host': { kind: 'unblamed' },
  'host blocks nothing more': { kind: 'unblocked', now },
  'may have been sent by nobody known': { kind: 'presumed', attemptId: 'assumed-job-1', since: 400, now },
  'clock put back': { kind: 'clock-set', byMs: -250 },
  'due too late': { kind: 'due-capped', latest: 550 },
  'app starts': { kind: 'recover', now },
} as const satisfies Record<string, JobEvent>;
export type EventName = keyof typeof events;

/** A state in few words: what it is, and what of it matters for going on. */
export function words(state: JobState): string {
  const point = (at: ReturnType<typeof resumePoint>): string =>
    at.from === 'send'
      ? 'send'
      : at.from === 'look'
        ? `look for ${at.attemptId} since ${at.since}`
        : `describe ${at.videoId}`;
  const waits = (why: string | null, at: number | null): string =>
    `${why === null ? '' : ` (${why})`}${at === null ? '' : ` until ${at}`}`;
  switch (state.kind) {
    case 'ready':
      return 'ready';
    case 'waiting':
      return `waiting${waits(state.why, state.until)}`;
    case 'sending':
      return `sending ${state.attemptId}`;
    case 'processing':
      return `processing ${state.attemptId} since ${state.since}`;
    case 'unclear':
      return `unclear ${state.attemptId} since ${state.since}, look ${state.looks} at ${state.nextLookAt}${
        state.saidYes ? ', said yes' : ''
      }${state.otherwise ? `, else ${state.otherwise.kind}` : ''}`;
    case 'describing':
      return `describing ${state.videoId}${waits(state.why, state.until)}`;
    case 'done':
      return `done ${state.videoId ?? 'somewhere'} at ${state.finishedAt}`;
    case 'paused':
      return 'paused';
    case 'needs-you':
      return `needs you: ${state.reason}/${state.action}, then ${point(state.resume)}`;
    case 'cancelled':
      return `cancelled, then ${point(state.resume)}`;
  }
}

export const eventNames = Object.keys(events) as EventName[];

/** What has been typed is on its way once, so that "applied" settles it. */
export const jobIn = (state: StateName) =>
  aJob({ state: states[state], draftRevision: 1, failures: 1, isHeld: state === 'ready' });

/** The words of a test's state as a person says them: its times and numbers mean nothing. */
function plainly(text: string): string {
  return text
    .replace(/ since \d+/, '')
    .replace(/, look 0 at \d+/, ', look now')
    .replace(/, look \d+ at \d+/, ', look later')
    .replace(/ at 5000$/, '')
    .replace(/ until \d+/, ', for a time')
    .replaceAll('attempt-2', 'a new attempt')
    .replace(/\b(processing|unclear|sending) attempt-1/, '$1')
    .replace(' for attempt-1', ' for it')
    .replace(/\b(describing|describe|done) (14|15|7)\b/, '$1 its video')
    .replace('else needs-you', 'else it needs you');
}

/** The page of all states and events. */
export function statesPage(): string {
  const parts = stateNames.map((name) => {
    const rows = eventNames.flatMap((event) => {
      const job = jobIn(name);
      const after = transition(job, events[event]);
      return after.state === job.state ? [] : [`| ${event} | ${plainly(words(after.state))} |`];
    });
    const body = rows.length === 0 ? 'Nothing changes it.' : `| event | then |\n|---|---|\n${rows.join('\n')}`;
    return `## ${name}\n\n${body}\n`;
  });
  return `# What happens to a job when…

Every state (${stateNames.length}) met with every event (${eventNames.length}), as \`transition\` in \`job-state.ts\` has it. What is not listed leaves the state
exactly as it is; typing is kept in every state. Made by \`node test/main/queue/job/state-table.ts\`, checked by \`test/main/queue/job/job-state.test.ts\`.

${parts.join('\n')}`;
}

const pageFile = join(import.meta.dirname, '../../../../main/queue/job/states.md');
export const writtenPage = (): string => readFileSync(pageFile, 'utf8');

if (process.argv[1] === import.meta.filename) writeFileSync(pageFile, statesPage());
