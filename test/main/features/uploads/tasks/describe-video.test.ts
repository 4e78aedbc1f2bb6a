// What was typed is brought to its video, and what came of that is told as the queue needs it.
import { describe, expect, it } from 'vitest';
import type { SiteAnswer } from '../../../../../main/answers.ts';
import { createDescribeVideo } from '../../../../../main/features/uploads/tasks/describe-video.ts';
import { type Attempt, type Draft, emptyDraft, type Job, nothingSeen, type Site } from '../../../../../main/model.ts';
import { handClock } from '../../../queue/hand-clock.ts';
import { aJob, anAttempt, later, states } from '../../../queue/jobs.ts';
import { client, createShelf, type OnSite } from '../../proof/shelf.ts';
import { oneAccount } from './parts.ts';

const typed = (draft: Partial<Draft>, changes: Partial<Job> = {}): Job =>
  aJob({ state: states.describing, draft: { ...emptyDraft, ...draft }, draftRevision: 3, ...changes });

function desk(
  video: Partial<OnSite> | null,
  {
    known = {},
    answer,
    skewMs = null,
    attempt = {},
  }: {
    known?: Partial<Site>;
    answer?: (route: string) => Partial<SiteAnswer> | null;
    skewMs?: number | null;
    attempt?: Partial<Attempt>;
  } = {},
) {
  const shelf = createShelf(...(video === null ? [] : [{ videoId: 14, title: 'Old', bytes: null, ...video }]));
  if (answer) shelf.answer = answer;
  const one = oneAccount(known);
  const shown: unknown[] = [];
  const left: unknown[] = [];
  const arrived: unknown[] = [];
  const clock = handClock();
  let signedIn = true;
  const work = createDescribeVideo(
    {
      ...{ calls: shelf.calls, clock },
      arrivedAs: (accountId, status) => void arrived.push([accountId, status]),
      store: {
        attempts: (jobId) => [
          anAttempt({ ended: 'refused', endedAt: 1 }),
          anAttempt({ jobId, ended: 'arrived', endedAt: clock.now() - 1_000, status: 201, ...attempt }),
        ],
      },
      onVideo: (job, { id, title }) => void shown.push([job.id, id, title]),
      accounts: { ...one.accounts, client: () => (signedIn ? client : null), skewMs: () => skewMs },
    },
    { ofCall: async () => later },
  );
  return {
    ...{ shelf, one, shown, left, arrived },
    signOut: () => {
      signedIn = false;
    },
    bring: (job: Job) => work(job, async (leaving) => void left.push(leaving)),
  };
}

/** The site answers a change with the video as it is afterwards. */
const becomes = (title: string) => {
  let asked = 0;
  const record = { id: 14, title: { raw: title }, content: { raw: '' }, excerpt: { raw: '' }, status: 'publish' };
  return (): Partial<SiteAnswer> | null => (++asked === 1 ? null : { json: record });
};

describe('text', () => {
  it('that reached its video is applied, with what the site has now; the video is shown', async () => {
    const on = desk({}, { answer: becomes('New') });
    expect(
      await on.bring(typed({ title: 'New' }, { seen: { ...nothingSeen, values: { title: 'Old' } } })),
    ).toMatchObject({
      ...{ kind: 'applied', revision: 3, seen: { values: { title: 'New' }, theirs: {} } },
    });
    expect(on.shown).toEqual([['job-1', 14, 'New']]);
    expect(on.left).toEqual([{ values: { title: 'Old' }, sent: { title: 'New' } }]);
  });

  it('that the site has already is applied without a word', async () => {
    const on = desk({ title: 'New' });
    expect(await on.bring(typed({ title: 'New' }))).toMatchObject({ kind: 'applied', revision: 3 });
    expect(on.left).toEqual([]);
    expect(on.shelf.asked).toEqual(['wp/v2/video/14']);
  });

  it('that the site took with yes and left out is told by its fields', async () => {
    const on = desk({}, { answer: becomes('Old') });
    const job = typed({ title: 'New' }, { seen: { ...nothingSeen, values: { title: 'Old' } } });
    expect(await on.bring(job)).toMatchObject({ kind: 'ignored', fields: 'title' });
  });

  it('that somebody changed on the site meanwhile is the user’s to decide', async () => {
    const on = desk({ title: 'Theirs' });
    const job = typed({ title: 'New' }, { seen: { ...nothingSeen, values: { title: 'Old' } } });
    expect(await on.bring(job)).toMatchObject({ kind: 'conflict', seen: { theirs: { title: 'Theirs' } } });
  });

  it('that the site refuses is told with the site’s words', async () => {
    let asked = 0;
    const refusal = {
      status: 400,
      code: 'rest_invalid_param',
      message: 'No such title.',
      json: { data: { params: { title: 'No.' } } },
    };
    const on = desk({}, { answer: () => (++asked === 1 ? null : refusal) });
    const job = typed({ title: 'New' }, { seen: { ...nothingSeen, values: { title: 'Old' } } });
    expect(await on.bring(job)).toMatchObject({ kind: 'refused', fields: 'title', said: 'No such title.' });
  });

  it('of which the site refuses some and leaves out some is told by all these fields', async () => {
    let asked = 0;
    const refusal = {
      status: 400,
      code: 'rest_invalid_param',
      message: 'No such title.',
      json: { data: { params: { title: 'No.' } } },
    };
    const unchanged = { id: 14, title: { raw: 'Old' }, content: { raw: '' }, excerpt: { raw: '' }, status: 'publish' };
    const on = desk({}, { answer: () => [null, refusal, { json: unchanged }][asked++] ?? null });
    const refused = await on.bring(typed({ title: 'New', description: 'A day at the harbour.' }));
    expect(refused).toMatchObject({ kind: 'refused', fields: 'title, description' });
  });

  it('of which the site leaves out several fields is told by each', async () => {
    const on = desk({}, { answer: becomes('Old') });
    const ignored = await on.bring(typed({ title: 'New', description: 'A day at the harbour.' }));
    expect(ignored).toMatchObject({ kind: 'ignored', fields: 'title, description' });
  });

  it('that nobody else changed is brought over also while another field is the user’s to decide', async () => {
    const on = desk({ title: 'Theirs' }, { answer: becomes('Theirs') });
    const seen = { ...nothingSeen, values: { title: 'Old', description: '' } };
    const job = typed({ title: 'New', description: 'A day at the harbour.' }, { seen });
    expect(await on.bring(job)).toMatchObject({ kind: 'conflict', seen: { theirs: { title: 'Theirs' } } });
    expect(on.left).toEqual([{ values: { description: '' }, sent: { description: 'A day at the harbour.' } }]);
  });

  it.each([
    ['over by the site’s clock, which is ahead, is no future', 3_600_000, 1_800_000, 'publish'],
    ['still to come by the site’s clock, which is behind, is one', -3_600_000, -1_800_000, 'future'],
  ])('with a date that is %s', async (_, skewMs, fromNow, status) => {
    const publishAt = handClock().now() + fromNow;
    const on = desk({ status, at: publishAt }, { skewMs });
    expect(await on.bring(typed({ status: 'publish', publishAt }))).toMatchObject({ kind: 'applied' });
    expect(on.shelf.asked).toEqual(['wp/v2/video/14']);
  });

  it('for a video that is gone is told as that', async () => {
    const on = desk(null);
    expect(await on.bring(typed({ title: 'New' }))).toEqual({ kind: 'gone' });
    expect(on.shown).toEqual([]);
  });

  it('that cannot be brought over now is a failure of its call', async () => {
    const on = desk({}, { answer: () => ({ status: 500 }) });
    expect(await on.bring(typed({ title: 'New' }))).toEqual({ kind: 'failed', cause: later });
  });

  it('of a job that is over by now asks nobody', async () => {
    const on = desk({});
    const job = aJob({ state: states.paused, appliedRevision: 2 });
    expect(await on.bring(job)).toEqual({ kind: 'applied', revision: 2, seen: job.seen });
    expect(on.shelf.asked).toEqual([]);
  });

  it('without a sign-in, or for a site that is gone, waits for the user', async () => {
    const on = desk({});
    on.signOut();
    expect(await on.bring(typed({}))).toEqual({ kind: 'failed', cause: { kind: 'sign-in' } });
    const gone = desk({});
    gone.one.site = null;
    expect(await gone.bring(typed({}))).toEqual({ kind: 'failed', cause: { kind: 'sign-in' } });
    expect([...on.shelf.asked, ...gone.shelf.asked]).toEqual([]);
  });
});

describe('what a site makes of a clip that was just sent', () => {
  it.each(['publish', 'draft', 'pending'])('is told, each time: %s', async (status) => {
    const on = desk({ status });
    await on.bring(typed({}));
    await on.bring(typed({ status: 'private' }));
    expect(on.arrived).toEqual([
      ['account-1', status],
      ['account-1', status],
    ]);
  });

  const hour = 3_600_000;
  it.each<[string, Partial<Attempt>, Partial<Job>]>([
    ['somebody else sent', { ended: 'elsewhere' }, {}],
    ['was found after its answer was lost', { ended: 'found', status: null }, {}],
    ['was found after the site had failed', { ended: 'found', status: 500 }, {}],
    ['arrived long ago', { endedAt: handClock().now() - hour }, {}],
    ['is changed again', {}, { arrivedAt: 5 }],
    ['has details already', {}, { appliedRevision: 1 }],
    ['got its status from here', {}, { seen: { ...nothingSeen, sent: { status: 'publish' } } }],
    ['was seen with a status', {}, { seen: { ...nothingSeen, values: { status: 'publish' } } }],
  ])('is not what one has that %s', async (_, attempt, changes) => {
    const on = desk({ status: 'publish' }, { attempt });
    await on.bring(typed({}, changes));
    expect(on.arrived).toEqual([]);
  });

  it('is also seen where the yes named no video, which was found a moment later', async () => {
    const on = desk({ status: 'publish' }, { attempt: { ended: 'found', status: 200 } });
    await on.bring(typed({}));
    expect(on.arrived).toEqual([['account-1', 'publish']]);
  });
});
