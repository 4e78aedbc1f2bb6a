// What was typed is brought to its video, and what came of that is told as the queue needs it.
import { describe, expect, it } from 'vitest';
import type { SiteAnswer } from '../../../../../main/answers.ts';
import { createDescribeVideo } from '../../../../../main/features/uploads/tasks/describe-video.ts';
import { inherited } from '../../../../../main/features/uploads/tasks/replace-older.ts';
import { type Attempt, type Draft, emptyDraft, type Job, nothingSeen, type Site } from '../../../../../main/model.ts';
import type { NewerVersion } from '../../../../../main/queue/store/newer-versions.ts';
import { aVideo } from '../../../a-video.ts';
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
    version = null,
    after,
  }: {
    known?: Partial<Site>;
    answer?: (route: string) => Partial<SiteAnswer> | null;
    skewMs?: number | null;
    attempt?: Partial<Attempt>;
    version?: NewerVersion | null;
    /** What it is from the second question on. */
    after?: NewerVersion;
  } = {},
) {
  const shelf = createShelf(...(video === null ? [] : [{ videoId: 14, title: 'Old', bytes: null, ...video }]));
  if (answer) shelf.answer = answer;
  const one = oneAccount(known);
  const shown: unknown[] = [];
  const left: unknown[] = [];
  const arrived: unknown[] = [];
  const settled: unknown[] = [];
  let asks = 0;
  const clock = handClock();
  let signedIn = true;
  let mayLeave = true;
  const work = createDescribeVideo(
    {
      ...{ calls: shelf.calls, clock },
      arrivedAs: (accountId, status) => void arrived.push([accountId, status]),
      store: {
        write: async (work) => work(),
        attempts: (jobId) => [
          anAttempt({ ended: 'refused', endedAt: 1 }),
          anAttempt({ jobId, ended: 'arrived', endedAt: clock.now() - 1_000, status: 201, ...attempt }),
        ],
      },
      versions: {
        of: () => (asks++ === 0 ? version : (after ?? version)),
        settle: (_, became) => void settled.push(became),
      },
      onVideo: (job, { id, title }) => void shown.push([job.id, id, title]),
      accounts: { ...one.accounts, client: () => (signedIn ? client : null), skewMs: () => skewMs },
    },
    { ofCall: async () => later },
  );
  return {
    ...{ shelf, one, shown, left, arrived, settled },
    signOut: () => {
      signedIn = false;
    },
    bring: (job: Job) =>
      work(job, async (_all, compared) => {
        if (compared) left.push(compared);
        return mayLeave;
      }),
    forbid: () => {
      mayLeave = false;
    },
  };
}

/** The site answers a change with the video as it is afterwards. */
const becomes = (title: string) => {
  let asked = 0;
  const record = { id: 14, title: { raw: title }, content: { raw: '' }, excerpt: { raw: '' }, status: 'publish' };
  return (): Partial<SiteAnswer> | null => (++asked === 1 ? null : { json: record });
};

describe('text', () => {
  it('that is not what is typed any more is not sent', async () => {
    const on = desk({}, { answer: becomes('New') });
    on.forbid();
    expect(await on.bring(typed({ title: 'New' }))).toEqual({ kind: 'typed-since' });
  });

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

describe('a newer version that replaces an older video', () => {
  const older = aJob({ id: 'older', state: { ...states.done, videoId: 9 } });
  const replaces: NewerVersion = { older, choice: 'replace', became: null };
  const newer = (draft: Partial<Draft> = {}) => typed(draft);
  /** The site with both videos, which says `said` to a DELETE. */
  const both = (
    was: object,
    said: Partial<SiteAnswer> = {},
    version: NewerVersion = replaces,
    more: { isDeaf?: true; after?: NewerVersion } = {},
  ) => {
    const { isDeaf = false, after } = more;
    const on = desk({}, { version, ...(after && { after }) });
    const sent: object[] = [];
    const record = { id: 9, title: { raw: 'Harbour' }, content: { raw: '' }, excerpt: { raw: '' }, status: 'publish' };
    const own = { id: 14, title: { raw: 'Old' }, content: { raw: '' }, excerpt: { raw: '' }, status: 'pending' };
    on.shelf.calls.ask = async (_, { method, route, json }) => {
      if (method === 'POST' && !isDeaf) sent.push(json as object);
      on.shelf.asked.push(`${method} ${route}`);
      const became = Object.entries(Object.assign({}, ...sent)).map(([name, value]) => [
        name,
        ['title', 'content', 'excerpt'].includes(name) ? { raw: value } : value,
      ]);
      const shown = route.endsWith('/9') ? { ...record, ...was } : { ...own, ...Object.fromEntries(became) };
      return {
        ...{ status: 200, headers: {}, json: shown, webPage: false, code: null, message: null },
        ...{ retryAfterMs: null, maintained: false },
        ...(method === 'DELETE' ? said : {}),
      };
    };
    on.shelf.calls.json = on.shelf.calls.ask;
    return { ...on, sent, trashed: () => on.shelf.asked.filter((one) => one.startsWith('DELETE')) };
  };

  it('takes over title, text, status and terms where nothing else is typed, then the older one is trashed', async () => {
    const on = both({ content: { raw: 'Two boats.' }, excerpt: { raw: 'Boats' }, 'video-category': [4] });
    expect(await on.bring(newer())).toMatchObject({ kind: 'applied', revision: 3 });
    expect(Object.assign({}, ...on.sent)).toMatchObject({
      ...{ title: 'Harbour', content: 'Two boats.', excerpt: 'Boats', status: 'publish' },
    });
    expect(on.trashed()).toEqual(['DELETE wp/v2/video/9']);
    expect(on.settled).toEqual(['trashed']);
    expect(on.shown).toContainEqual(['older', 9, 'Harbour']);
  });

  it('keeps what was typed for it, and who may see it as a whole', async () => {
    const on = both({ content: { raw: 'Two boats.' }, status: 'private', password: 'tide' });
    await on.bring(newer({ title: 'Mine', description: 'One boat.', status: 'draft' }));
    const sent = Object.assign({}, ...on.sent);
    expect(sent).toMatchObject({ title: 'Mine', content: 'One boat.', status: 'draft' });
    expect(sent).not.toHaveProperty('password');
  });

  it.each([
    ['not asked yet', { ...replaces, choice: null }],
    ['to be kept', { ...replaces, choice: 'keep' }],
    ['settled', { ...replaces, became: 'stays' }],
    ['the very same video', { ...replaces, older: { ...older, state: { ...states.done, videoId: 14 } } }, 'stays'],
    ['known no more', { ...replaces, older: { ...older, state: states.waiting } }, 'gone'],
  ] as const)('leaves one alone that is %s', async (_, version, ...settled) => {
    const on = both({}, {}, version as NewerVersion);
    expect(await on.bring(newer())).toMatchObject({ kind: 'applied' });
    expect([on.trashed(), on.settled, on.sent]).toEqual([[], settled, []]);
  });

  it.each<[string, Partial<SiteAnswer>, object]>([
    ['may not be trashed', { status: 403, code: 'rest_cannot_delete' }, { detail: 'forbidden' }],
    ['has no trash to go to', { status: 501, code: 'rest_trash_not_supported' }, { detail: 'trashless' }],
  ])('stays where it %s, and its user is asked', async (_, said, cause) => {
    const on = both({}, said);
    expect(await on.bring(newer())).toMatchObject({
      ...{ kind: 'older-failed', revision: 3, cause: { kind: 'needs-you', reason: 'older-stays', ...cause } },
    });
    expect(on.settled).toEqual([]);
  });

  it('stays until all of the newer one is on the site', async () => {
    const on = both({}, {}, replaces, { isDeaf: true });
    expect(await on.bring(newer({ title: 'Mine' }))).toMatchObject({ kind: 'ignored' });
    expect([on.trashed(), on.settled]).toEqual([[], []]);
  });

  it('stays where its user thinks better of it while the rest is brought over', async () => {
    const on = both({}, {}, replaces, { after: { ...replaces, choice: 'keep' } });
    expect(await on.bring(newer())).toMatchObject({ kind: 'applied' });
    expect([on.trashed(), on.settled]).toEqual([[], []]);
  });

  it('is trashed later where the site fails', async () => {
    const on = both({}, { status: 500 });
    expect(await on.bring(newer())).toMatchObject({ kind: 'older-failed', cause: later });
  });

  it.each<[string, Partial<SiteAnswer>, string]>([
    ['is in the trash already', { status: 410, code: 'rest_already_trashed' }, 'trashed'],
    ['is gone', { status: 404, code: 'rest_post_invalid_id' }, 'gone'],
  ])('that %s is settled', async (_, said, became) => {
    const on = both({}, said);
    expect(await on.bring(newer())).toMatchObject({ kind: 'applied' });
    expect(on.settled).toEqual([became]);
  });

  it('stays while its description would be lost, unless another one was typed', async () => {
    const formatted = { content: { raw: '<!-- wp:gallery --><figure></figure><!-- /wp:gallery -->' } };
    const on = both(formatted);
    expect(await on.bring(newer())).toMatchObject({ kind: 'older-failed', cause: { detail: 'formatted' } });
    expect(on.trashed()).toEqual([]);
    const other = both(formatted);
    expect(await other.bring(newer({ description: 'One boat.' }))).toMatchObject({ kind: 'applied' });
    expect(other.settled).toEqual(['trashed']);
  });
});

describe('what is taken over from an older video', () => {
  const canPublish = { canPublish: true };
  it.each([
    ['publish', true, 'publish', null],
    ['publish', false, null, null],
    ['private', false, null, null],
    ['pending', false, 'pending', null],
    ['draft', false, 'draft', null],
    ['future', true, 'future', 5],
    ['future', false, null, null],
    ['trash', true, null, null],
    ['encoding', true, null, null],
  ])('of the status %s, for an account that may publish: %s', (status, may, is, publishAt) => {
    const from = aVideo({ status, createdAt: 5 });
    expect(inherited(emptyDraft, from, { canPublish: may })).toMatchObject({ status: is, publishAt });
  });

  it.each([{ status: 'draft' }, { publishAt: 7 }, { password: '' }])('nothing of who sees it beside %o', (draft) => {
    const from = aVideo({ status: 'private', password: 'tide' });
    const { status, publishAt, password } = inherited({ ...emptyDraft, ...draft }, from, canPublish);
    expect({ status, publishAt, password }).toEqual({ status: null, publishAt: null, password: null, ...draft });
  });

  it('terms by taxonomy, but not where some were chosen or the older one has none; never its address', () => {
    const from = aVideo({ terms: { tags: [1], 'video-category': [2], series: [3], empty: [] }, slug: 'harbour' });
    const draft = { ...emptyDraft, terms: { tags: [9] }, termChanges: { series: { add: [8], remove: [] } } };
    const taken = inherited(draft, from, canPublish);
    expect([taken.terms, taken.termChanges, taken.slug]).toEqual([
      ...[{ tags: [9], 'video-category': [2] }, draft.termChanges, null],
    ]);
    expect(inherited(emptyDraft, aVideo({ terms: { empty: [] } }), canPublish).terms).toBeNull();
  });

  it('no text that is empty, cut off or formatted', () => {
    const bare = aVideo({ title: '', description: '', excerpt: '' });
    expect(inherited(emptyDraft, bare, canPublish)).toMatchObject({ title: null, description: null, excerpt: null });
    for (const over of [{ formatted: true }, { cut: true }])
      expect(inherited(emptyDraft, aVideo({ description: 'Two', ...over }), canPublish).description).toBeNull();
  });
});
