// A look on the site: what proves a clip there, what only asks the user, what is none, and what may never be taken for it.
import { describe, expect, it } from 'vitest';
import type { SiteAnswer } from '../../../../main/answers.ts';
import type { FindElsewhere } from '../../../../main/features/proof/find-elsewhere.ts';
import { createLooks, windowStart } from '../../../../main/features/proof/find-video.ts';
import type { Attempt, Job, StoredFile } from '../../../../main/model.ts';
import { assumedAttempt, elsewhereAttempt } from '../../../../main/queue/job/presumed-attempt.ts';
import { anAttempt, states } from '../../queue/jobs.ts';
import {
  begun,
  client,
  createDesk,
  createShelf,
  type Desk,
  film,
  mediaIdOf,
  type OnSite,
  type Shelf,
} from './shelf.ts';

const second = 1_000;
const attempted = (changes: Partial<Attempt> = {}): Attempt =>
  anAttempt({ startedAt: begun, endedAt: begun + 10 * second, ...changes });

interface Look {
  readonly desk: Desk;
  readonly shelf: Shelf;
  readonly job: Job;
  look(): Promise<unknown>;
  readonly looks: ReturnType<typeof createLooks>;
}

/** A clip of film `a` whose attempt is unclear, and a site that holds this. */
async function unclear(
  held: readonly OnSite[],
  {
    attempts = [attempted()],
    job: changes = {},
    inventory = [],
    lately = [],
    elsewhere = async () => ({ kind: 'absent' }),
  }: Partial<{
    attempts: readonly Attempt[];
    job: Partial<Job>;
    inventory: readonly StoredFile[];
    /** What is known already of the account's files. */
    lately: readonly StoredFile[];
    elsewhere: FindElsewhere;
  }> = {},
): Promise<Look> {
  const desk = createDesk();
  const shelf = createShelf(...held);
  const job = await desk.add(film('a'), { state: states.unclear, ...changes }, ...attempts);
  const looks = createLooks({
    ...{ files: desk.files, calls: shelf.calls, store: desk.store },
    siteLedger: { filesLike: async () => inventory },
    siteFiles: { latest: () => lately },
    findElsewhere: elsewhere,
  });
  const last = attempts.at(-1) ?? attempted();
  return { desk, shelf, job, looks, look: () => looks.look(job, last, client, 3) };
}

const found = (videoId: number) => ({ kind: 'found', videoId });
const asks = (...videoIds: readonly number[]) => ({
  kind: 'ask',
  candidates: videoIds.map((videoId) => ({ videoId })),
});

describe('by its files', () => {
  it('a clip is found by its size and bytes, whatever the site named it', async () => {
    const on = await unclear([{ videoId: 7, title: 'Another name', bytes: film('a'), at: begun + 3 * second }]);
    const { identity, mtimeMs } = on.job.clip;
    expect(await on.look()).toEqual({
      ...{ kind: 'found', videoId: 7, createdAt: begun + 3 * second, file: { ...identity, mtimeMs } },
    });
  });

  it('asks for what this account stored since the attempt began, by the site’s clock', async () => {
    const on = await unclear([], { attempts: [attempted({ siteSkewMs: 3_600 * second })] });
    await on.look();
    const after = new Date(begun + 3_600 * second - 30 * second).toISOString().slice(0, 19);
    for (const query of on.shelf.queries) {
      expect(query).toMatchObject({ author: '3', after: expect.stringContaining(after) });
    }
    expect(on.shelf.asked).toEqual(['wp/v2/media', 'wp/v2/video']);
    expect(on.shelf.queries[1]).toMatchObject({
      page: '1',
      per_page: '100',
      status: 'publish,future,draft,pending,private',
    });
  });

  it('where they cannot be compared, one that no other clip here can have made is it, by its name', async () => {
    const on = await unclear([{ videoId: 7, bytes: film('a'), at: begun + 3 * second }]);
    on.shelf.serves = 'none';
    const at = begun + 3 * second;
    expect(await on.look()).toEqual({ kind: 'found', videoId: 7, createdAt: at, file: null, byName: true });
  });

  it('another clip of the same size and name is not it', async () => {
    expect(await (await unclear([{ videoId: 7, bytes: film('b') }])).look()).toEqual({ kind: 'absent' });
  });

  it('of two copies the one that was there first is it, with its own time', async () => {
    const on = await unclear([
      { videoId: 8, bytes: film('a'), at: begun + 5 * second },
      { videoId: 7, bytes: film('a'), at: begun + 3 * second },
    ]);
    expect(await on.look()).toMatchObject({ kind: 'found', videoId: 7, createdAt: begun + 3 * second });
  });

  it('ten files are compared at most; what is left of its name asks', async () => {
    const ids = Array.from({ length: 11 }, (_, at) => 20 + at);
    const on = await unclear(ids.map((videoId) => ({ videoId, bytes: film('b') })));
    expect(await on.look()).toMatchObject(asks(30));
    const compared = new Set(on.shelf.asked.filter((url) => url.startsWith('http:')));
    expect(compared.size).toBe(10);
  });

  it('nothing there is absent, also where what was turned down before cannot be read any more', async () => {
    expect(await (await unclear([])).look()).toEqual({ kind: 'absent' });
    const unread = await unclear([], { attempts: [attempted({ rejectedVideoIds: null })] });
    expect(await unread.look()).toEqual({ kind: 'absent' });
  });

  it('another clip’s video is never taken for it, nor one that the user turned down', async () => {
    const taken = await unclear([{ videoId: 7, bytes: film('a') }]);
    await taken.desk.add(film('a'), { id: 'other', state: { kind: 'done', videoId: 7, finishedAt: 1 } });
    expect(await taken.look()).toEqual({ kind: 'absent' });
    const refused = await unclear([{ videoId: 7, bytes: film('a') }], {
      attempts: [attempted({ rejectedVideoIds: [7] })],
    });
    expect(await refused.look()).toEqual({ kind: 'absent' });
  });

  it('a file that fits by its name and cannot be compared asks, where another clip may have made it', async () => {
    const on = await unclear([{ videoId: 7, bytes: film('a') }]);
    on.shelf.serves = 'none';
    await on.desk.add(
      film('a'),
      { id: 'rival', state: { ...states.unclear, attemptId: 'of rival' } },
      {
        ...attempted(),
        ...{ id: 'of rival', jobId: 'rival' },
      },
    );
    expect(await on.look()).toMatchObject(asks(7));
  });

  it.each<[string, Partial<StoredFile>, boolean]>([
    ['sent something an hour before', { createdAt: begun - 3_600 * second }, true],
    ['sent something, nobody knows when', { createdAt: null }, true],
    ['last sent something two days before', { createdAt: begun - 48 * 3_600 * second }, false],
    ['is this computer: another clip of this list made it', { videoId: 5 }, false],
  ])(
    'by its name and size alone it is asked about where somebody who %s may have made it',
    async (_, file, isAsked) => {
      const strange = { mediaId: 900, videoId: 8, title: 'Beach', sourceUrl: 'http://127.0.0.1/Beach.mp4' };
      const on = await unclear([{ videoId: 7, bytes: film('a') }], {
        lately: [{ ...strange, bytes: 77, createdAt: begun, ...file }],
      });
      await on.desk.add(film('b'), { id: 'other', state: { kind: 'done', videoId: 5, finishedAt: 1 } });
      on.shelf.serves = 'none';
      expect(await on.look()).toMatchObject(isAsked ? asks(7) : found(7));
    },
  );

  it('is found, and asked about, where what was turned down before cannot be read any more', async () => {
    const on = await unclear([{ videoId: 7, bytes: film('a') }], {
      attempts: [attempted({ id: 'before', rejectedVideoIds: null }), attempted()],
    });
    expect(await on.look()).toEqual({
      kind: 'ask',
      candidates: [{ videoId: 7, title: 'C0001.mp4', createdAt: begun, sizeMatches: true }],
    });
  });
});

describe('by the file that the site named in its answer (F-03)', () => {
  const named = (videoId: number, changes: Partial<Attempt> = {}) =>
    attempted({ mediaId: mediaIdOf(videoId), ...changes });

  it('a clip is found without a list', async () => {
    const on = await unclear([{ videoId: 7, bytes: film('a'), at: begun + second }], { attempts: [named(7)] });
    expect(await on.look()).toEqual({ kind: 'found', videoId: 7, createdAt: begun + second, file: null });
    expect(on.shelf.asked).not.toContain('wp/v2/media');
  });

  it('is found although the server shows its files to nobody, unless its size is another', async () => {
    const fits = await unclear([{ videoId: 7, bytes: film('a') }], { attempts: [named(7)] });
    fits.shelf.serves = 'none';
    expect(await fits.look()).toMatchObject(found(7));
    const differs = await unclear([{ videoId: 7, bytes: film('a', 5), title: 'x' }], { attempts: [named(7)] });
    differs.shelf.serves = 'none';
    expect(await differs.look()).toEqual({ kind: 'absent' });
  });

  it.each([
    ['holds other bytes', { bytes: film('b') }, {}],
    ['is no video’s', { bytes: null }, {}],
    ['was turned down', { bytes: film('a') }, { rejectedVideoIds: [7] }],
  ] as const)('a file that %s is not it', async (_, held, changes) => {
    const on = await unclear([{ videoId: 7, title: 'x', ...held }], { attempts: [named(7, changes)] });
    expect(await on.look()).toEqual({ kind: 'absent' });
  });

  it('a file that is no video’s is passed over, for the one that the site named after it', async () => {
    const on = await unclear([{ videoId: 7, bytes: film('a') }], {
      attempts: [attempted({ id: 'before', content: 'same', mediaId: 999 }), named(7, { content: 'same' })],
    });
    const sourceUrl = `http://127.0.0.1/files/${mediaIdOf(7)}/C0001.mp4`;
    on.shelf.answer = (route) =>
      route === 'wp/v2/media/999'
        ? { json: { id: 999, post: null, title: { raw: 'x' }, source_url: sourceUrl } }
        : null;
    expect(await on.look()).toMatchObject(found(7));
    expect(on.shelf.asked).not.toContain('wp/v2/media');
  });

  it('that has become another clip’s is not it', async () => {
    const on = await unclear([{ videoId: 7, bytes: film('a') }], { attempts: [named(7)] });
    await on.desk.add(film('a'), { id: 'other', state: { kind: 'done', videoId: 7, finishedAt: 1 } });
    expect(await on.look()).toEqual({ kind: 'absent' });
  });

  it('counts for every attempt with these very bytes, and for none with others', async () => {
    const before = named(7, { id: 'before', content: 'same' });
    const now = attempted({ content: 'same' });
    // The list says nothing: only the answer of before does.
    const gone = (route: string) => (route === 'wp/v2/media' ? { json: [] } : null);
    const same = await unclear([{ videoId: 7, bytes: film('a') }], { attempts: [before, now] });
    same.shelf.answer = gone;
    expect(await same.look()).toMatchObject(found(7));
    const other = await unclear([{ videoId: 7, title: 'x', bytes: film('a') }], {
      attempts: [{ ...before, content: 'other' }, now],
    });
    other.shelf.answer = gone;
    expect(await other.look()).toEqual({ kind: 'absent' });
  });
});

describe('by its title', () => {
  const bare = (videoId: number, changes: Partial<OnSite> = {}): OnSite => ({
    videoId,
    bytes: null,
    at: begun,
    ...changes,
  });

  it('a video without a file of its own asks the user: it has its name alone', async () => {
    expect(await (await unclear([bare(7)])).look()).toEqual({
      kind: 'ask',
      candidates: [{ videoId: 7, title: 'C0001', createdAt: begun, sizeMatches: false }],
    });
  });

  it('a video of this name asks although its file says neither its name nor its size', async () => {
    const on = await unclear([bare(7)]);
    const file = { id: mediaIdOf(7), post: 7, title: { raw: 'x' }, mime_type: 'video/mp4', media_details: {} };
    on.shelf.answer = (route) =>
      route === 'wp/v2/media' ? { json: [{ ...file, source_url: 'http://127.0.0.1/x.mp4' }] } : null;
    expect(await on.look()).toMatchObject(asks(7));
  });

  it('only the end of a file’s name is its kind', async () => {
    const on = await unclear([bare(7, { title: 'C0001.take' }), bare(8)], {
      attempts: [attempted({ fileName: 'C0001.take.mp4' })],
    });
    expect(await on.look()).toMatchObject(asks(7));
  });

  it('a video of another name is none', async () => {
    expect(await (await unclear([bare(7, { title: 'C0002' })])).look()).toEqual({ kind: 'absent' });
  });

  it('a video that is another clip’s, was turned down, or has a file of another size is none', async () => {
    const refused = await unclear([bare(7)], { attempts: [attempted({ rejectedVideoIds: [7] })] });
    expect(await refused.look()).toEqual({ kind: 'absent' });
    const taken = await unclear([bare(7)]);
    await taken.desk.add(film('b'), { id: 'other', state: { kind: 'done', videoId: 7, finishedAt: 1 } });
    expect(await taken.look()).toEqual({ kind: 'absent' });
    const sized = await unclear([{ videoId: 7, bytes: film('a', 10) }]);
    expect(await sized.look()).toEqual({ kind: 'absent' });
    // That is known from the first list.
    expect(sized.shelf.asked).toEqual(['wp/v2/media', 'wp/v2/video']);
    const bytes = await unclear([{ videoId: 7, bytes: film('b') }]);
    expect(await bytes.look()).toEqual({ kind: 'absent' });
  });

  it('a video whose file came between the two lists is judged by that', async () => {
    const on = await unclear([bare(7)]);
    let lists = 0;
    on.shelf.answer = (route) => {
      if (route === 'wp/v2/media' && ++lists === 2) on.shelf.held[0] = { videoId: 7, bytes: film('b') };
      return null;
    };
    expect(await on.look()).toEqual({ kind: 'absent' });
    const own = await unclear([bare(7)]);
    lists = 0;
    own.shelf.answer = (route) => {
      if (route === 'wp/v2/media' && ++lists === 2) own.shelf.held[0] = { videoId: 7, bytes: film('a') };
      return null;
    };
    expect(await own.look()).toMatchObject(found(7));
  });

  describe('after the site said yes', () => {
    const yes = states['unclear, said yes'];
    it('the one video of this name that was there by then is it', async () => {
      const on = await unclear([bare(7)], { job: { state: yes } });
      expect(await on.look()).toEqual({ kind: 'found', videoId: 7, createdAt: begun, file: null });
    });

    it.each([
      ['two of them ask', [bare(7), bare(8)], {}, asks(7, 8)],
      ['one that came later asks', [bare(7, { at: begun + 41 * second })], {}, asks(7)],
      ['one at the very end of its time is it', [bare(7, { at: begun + 40 * second })], {}, found(7)],
      ['the site’s own clock counts', [bare(7, { at: begun + 45 * second })], { siteSkewMs: 5 * second }, found(7)],
      ['without a clock to go by it is it', [bare(7, { at: begun + 999 * second })], { siteSkewMs: null }, found(7)],
      ['without an end to go by it is it', [bare(7, { at: begun + 999 * second })], { endedAt: null }, found(7)],
      ['without a date of its own it is it', [bare(7, { at: null })], {}, found(7)],
    ] as const)('%s', async (_, held, changes, looked) => {
      const on = await unclear(held, { job: { state: yes }, attempts: [attempted(changes)] });
      expect(await on.look()).toMatchObject(looked);
    });
  });
});

describe('what may have been sent before the list was damaged (F-42)', () => {
  const file = (videoId: number, bytes: number | null): StoredFile => ({
    ...{ mediaId: mediaIdOf(videoId), videoId, title: 'C0001', bytes, createdAt: begun },
    sourceUrl: `http://127.0.0.1/files/${mediaIdOf(videoId)}/C0001.mp4`,
  });
  const assumed = assumedAttempt({ id: 'job-1' }, 'C0001.mp4', begun);

  it('is found among what the site held, at no time that anybody knows', async () => {
    const on = await unclear([{ videoId: 7, bytes: film('a') }], {
      attempts: [assumed],
      inventory: [file(7, 200_000)],
    });
    expect(await on.look()).toMatchObject({ kind: 'found', videoId: 7, createdAt: null });
    expect(on.shelf.asked.filter((route) => route.startsWith('wp/'))).toEqual([]);
  });

  it('asks where only its name is there', async () => {
    const on = await unclear([{ videoId: 7, bytes: null }], {
      attempts: [assumed],
      inventory: [{ ...file(7, null), sourceUrl: '' }],
    });
    expect(await on.look()).toMatchObject(asks(7));
  });

  it('is absent where nothing like it is there', async () => {
    expect(await (await unclear([], { attempts: [assumed] })).look()).toEqual({ kind: 'absent' });
  });
});

describe('what somebody else may have sent', () => {
  const elsewhere = elsewhereAttempt({ id: 'job-1' }, { fileName: 'Mine.mp4', startedAt: 900, siteSkewMs: 5 });

  it('is looked for among all that the account has now, by the name under which it would go', async () => {
    const wanted: unknown[][] = [];
    const on = await unclear([{ videoId: 7, bytes: film('a') }], {
      attempts: [elsewhere],
      inventory: [
        {
          ...{ mediaId: mediaIdOf(7), videoId: 7, title: 'C0001', bytes: 200_000, createdAt: begun },
          sourceUrl: `http://127.0.0.1/files/${mediaIdOf(7)}/C0001.mp4`,
        },
      ],
      elsewhere: async (...asked) => {
        wanted.push(asked);
        return { kind: 'absent' };
      },
    });
    expect(await on.look()).toEqual({ kind: 'absent' });
    expect(wanted).toEqual([[on.job, client, 3, 'job-1.mp4', 2_000]]);
    expect(on.shelf.asked, 'and nowhere else').toEqual([]);
  });

  it('is found, and teaches nothing of how long the site takes with what is sent from here', async () => {
    const file = { device: '1', inode: '2', size: 3, mtimeNs: '4', mtimeMs: 5 };
    const on = await unclear([], {
      attempts: [elsewhere],
      elsewhere: async () => ({ kind: 'found', videoId: 7, createdAt: begun, file }),
    });
    expect(await on.look()).toEqual({ kind: 'found', videoId: 7, createdAt: null, file });
  });

  it('is asked about with all that is known of what is there', async () => {
    const candidates = [{ videoId: 7, title: 'x', createdAt: begun, sizeMatches: true }];
    const on = await unclear([], { attempts: [elsewhere], elsewhere: async () => ({ kind: 'ask', candidates }) });
    expect(await on.look()).toEqual({ kind: 'ask', candidates });
  });

  it('is not looked for where the clip may have been sent from here', async () => {
    const on = await unclear([{ videoId: 7, bytes: film('a') }], {
      elsewhere: () => Promise.reject(new Error('not asked for')),
    });
    expect(await on.look()).toMatchObject(found(7));
  });
});

describe('the file that an answer names', () => {
  const header = (id: number | string): SiteAnswer => ({
    ...{ status: 500, headers: { 'x-wp-upload-attachment-id': String(id) }, json: undefined, webPage: false },
    ...{ code: null, message: null, retryAfterMs: null, maintained: false },
  });

  const none = header('none');

  it.each([
    ['of the clip’s size is its video', header(mediaIdOf(7)), 7],
    ['of another size is not', header(mediaIdOf(8)), null],
    ['that is not there is none', header(5_000), null],
    ['that is none', none, null],
  ] as const)('%s', async (_, said, videoId) => {
    const on = await unclear([
      { videoId: 7, bytes: film('a') },
      { videoId: 8, bytes: film('a', 10) },
    ]);
    expect(await on.looks.videoOfFile(said, on.job, client)).toBe(videoId);
    expect(on.shelf.asked).toHaveLength(said === none ? 0 : 1);
  });

  it('is not its video where another clip has it, or where the site does not tell', async () => {
    const on = await unclear([{ videoId: 7, bytes: film('a') }]);
    on.shelf.answer = () => ({ status: 500 });
    expect(await on.looks.videoOfFile(header(mediaIdOf(7)), on.job, client)).toBe(null);
    on.shelf.answer = null;
    await on.desk.add(film('b'), { id: 'other', state: { kind: 'done', videoId: 7, finishedAt: 1 } });
    expect(await on.looks.videoOfFile(header(mediaIdOf(7)), on.job, client)).toBe(null);
  });
});

it('a video can come from an attempt from half a minute before it on; by an unknown clock from a day and two hours before', () => {
  expect(windowStart({ ...attempted(), siteSkewMs: 5_000 })).toBe(begun - 25_000);
  expect(windowStart({ ...attempted(), siteSkewMs: null })).toBe(begun - 26 * 3_600_000);
});
