// A step that throws what no step should: what that is to a job of each state, so that none is lost, sent twice or left standing.
import { describe, expect, it } from 'vitest';
import { crashEvent } from '../../../../main/queue/job/job-event.ts';
import { transition } from '../../../../main/queue/job/job-state.ts';
import { aJob, bounded, type StateName, stateNames, states } from '../jobs.ts';
import { jobIn, now, until, words } from './state-table.ts';

/** What the job is after it; a state that is not here is one that no step works at. */
const after: Partial<Record<StateName, string>> = {
  waiting: 'waiting (server-error) until 7000',
  'waiting for a time': 'waiting (server-error) until 7000',
  'waiting for a busy site': 'waiting (server-error) until 7000',
  'waiting for its folder': 'waiting (server-error) until 7000',
  sending: 'waiting (server-error) until 7000',
  // The site may have it: it is looked for, never sent at once.
  processing: 'unclear attempt-1 since 500, look 0 at 5000',
  unclear: 'unclear attempt-1 since 500, look 3 at 7000',
  'unclear, said yes': 'unclear attempt-1 since 500, look 1 at 7000, said yes',
  'unclear, else too large': 'unclear attempt-1 since 500, look 1 at 7000, else needs-you',
  'unclear, else a page': 'unclear attempt-1 since 500, look 1 at 7000, else retry',
  'unclear, by nobody known': 'unclear assumed-job-1 since 500, look 1 at 7000',
  describing: 'describing 14 (server-error) until 7000',
  'describing later': 'describing 14 (server-error) until 7000',
};

describe('a step that throws', () => {
  it.each(stateNames.filter((name) => name in after))('%s: is tried again later, from where the clip is', (name) => {
    const event = crashEvent(jobIn(name), bounded, now, until);
    expect(event && words(transition(jobIn(name), event).state)).toBe(after[name]);
  });

  it.each(stateNames.filter((name) => !(name in after)))('%s: is nothing to a job changed meanwhile', (name) => {
    expect(crashEvent(jobIn(name), bounded, now, until)).toBeNull();
  });

  it.each(['waiting', 'sending', 'describing'] as const)('%s: counts as a failed try', (name) => {
    const job = aJob({ state: states[name], failures: 2, sha256: 'known' });
    const event = crashEvent(job, bounded, now, until);
    expect(event && transition(job, event)).toMatchObject({ failures: 3, sha256: 'known' });
  });

  it('while the site may have the clip says nothing of its content, nor what else could be meant', () => {
    const job = aJob({ state: states.processing, failures: 2, sha256: 'known' });
    const event = crashEvent(job, bounded, now, until);
    expect(event && transition(job, event)).toMatchObject({
      ...{ failures: 2, sha256: 'known', state: { saidYes: false, otherwise: null } },
    });
  });
});
