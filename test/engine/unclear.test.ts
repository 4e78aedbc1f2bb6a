// Lost answers through the whole engine, on a real site: keys, what the site is known to take, and late commits (F-01, F-02).
import { mkdirSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { openSqlite } from '../../main/adapters/database/sqlite.ts';
import { undiciHttp } from '../../main/adapters/http.ts';
import { siteStore } from '../../main/site/store/site-store.ts';
import type { SwitchPatch } from '../site/start.ts';
import { upload } from '../site/test-client.ts';
import { grownClip, sha256 } from './clip-files.ts';
import { type EngineOptions, fastClock } from './engine.ts';
import { createStage, noJitter, type Stage } from './stage.ts';

const stage = (switches: SwitchPatch, options: EngineOptions = {}) =>
  createStage({ switches, engine: { settleMs: 130_000, ports: noJitter, ...options } });

/** What is learned about the only site, as it stands on disk. */
function learned({ engine }: Stage) {
  const sql = openSqlite(`${engine.profile}/clipferry.sqlite`);
  const [site] = siteStore(sql).sites();
  sql.close();
  return site;
}
const keysOf = async ({ site }: Stage): Promise<(string | undefined)[]> =>
  (await site.state()).uploads.map((upload) => upload.headers['idempotency-key']);
const hashes = async ({ site }: Stage) => (await site.state()).videos.map((video) => video.file?.sha256);

describe.concurrent('a key', () => {
  it('goes with every upload, quoted, another one for each clip; a site that ignores it is not trusted', {
    tags: 'proof',
  }, async () => {
    await using on = await stage({});
    await on.engine.add(on.account, on.folder.make('a.mp4', 20_000), on.folder.make('b.mp4', 700_000));
    await on.engine.settled();
    const keys = await keysOf(on);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(2);
    for (const key of keys) expect(key).toMatch(/^"[0-9a-f]{32}"$/);
    expect(learned(on)?.honoursKeys).toBe(false);
    // Nothing of it is there, and a site without keys could still be at it: it is waited for.
    await on.site.switches({ lateCommitMs: 'release' });
    const [job] = await on.engine.add(on.account, on.folder.make('c.mp4', 20_000));
    await on.engine.until(
      job?.id ?? '',
      ({ state }) => state.kind === 'unclear' && (state.nextLookAt ?? 0) > Date.now() + 3_500,
    );
    expect(await keysOf(on)).toHaveLength(3);
    await on.site.release();
    await on.engine.settled();
    expect((await on.site.state()).videos).toHaveLength(3);
  });

  it('goes again with a lost clip once the settle time is over, also to a site that honours it', {
    tags: 'proof',
  }, async () => {
    // The moments below are of the wall clock, which somebody may set meanwhile: here it goes with the one that nobody sets.
    await using on = await stage({ idempotencyKeys: true }, { settleMs: 1_000, clock: fastClock(1) });
    await on.engine.add(on.account, on.folder.make('first.mp4', 20_000));
    await on.engine.settled();
    expect(learned(on)?.honoursKeys).toBe(true);
    // All of it arrived, and before the site began the line was cut.
    await on.site.switches({ failWith: { status: 504, times: 1 } });
    const lost = on.folder.make('lost.mp4', 20_000);
    const [job] = await on.engine.add(on.account, lost);
    await on.engine.settled();
    const [, one, two] = await keysOf(on);
    expect(one).toBe(two);
    expect((await hashes(on)).filter((hash) => hash === sha256(lost))).toHaveLength(1);
    const { attempts } = await on.engine.details(job?.id ?? '');
    expect(attempts.map(({ ended }) => ended)).toEqual(['absent', 'arrived']);
    // On a slow computer the time may be over by the first look.
    expect(attempts[0]?.looks.map(({ found }) => found)).toSatisfy((all: string[]) =>
      /^(not-yet )*absent$/.test(all.join(' ')),
    );
    // The two clocks are read one after the other, and a busy computer may stop in between.
    const waitedMs = (attempts[0]?.looks.at(-1)?.at ?? 0) - (attempts[0]?.endedAt ?? 0);
    expect(waitedMs).toBeGreaterThanOrEqual(1_000 - 50);
  });

  it('in use by the attempt before (409) is waited for once more, and what comes of it is adopted, however late', {
    tags: 'proof',
  }, async () => {
    await using on = await stage({ idempotencyKeys: true }, { settleMs: 1_000 });
    await on.engine.add(on.account, on.folder.make('first.mp4', 20_000));
    await on.engine.settled();
    await on.site.switches({ lateCommitMs: 'release' });
    const lost = on.folder.make('lost.mp4', 20_000);
    const [job] = await on.engine.add(on.account, lost);
    await on.site.waitFor('uploadReceived', 3);
    await on.engine.until(job?.id ?? '', ({ state }) => state.kind === 'unclear');
    expect((await on.site.state()).uploads.map(({ status }) => status)).toEqual([201, null, 409]);
    await on.site.release();
    await on.engine.settled();
    expect((await on.site.state()).uploads).toHaveLength(3);
    expect((await hashes(on)).filter((hash) => hash === sha256(lost))).toHaveLength(1);
  });

  it('is replayed in a wording that names only a number, and the video of the first attempt is taken', {
    tags: 'proof',
  }, async () => {
    const http = undiciHttp();
    let sent = 0;
    const lateFirst: EngineOptions['http'] = {
      ...http,
      request: async (request) => {
        // Stored between the last look and the second try: what was promised is over, the key still holds.
        if (request.method === 'POST' && request.url.endsWith('/upload') && ++sent === 3) {
          await on.site.release();
          await on.site.waitFor('uploadCommitted', 2);
        }
        return http.request(request);
      },
    };
    await using on: Stage = await stage(
      { idempotencyKeys: true, answerStyle: 'bare' },
      { settleMs: 1_000, http: lateFirst },
    );
    await on.engine.add(on.account, on.folder.make('first.mp4', 20_000));
    await on.engine.settled();
    await on.site.switches({ lateCommitMs: 'release' });
    const [job] = await on.engine.add(on.account, on.folder.make('lost.mp4', 20_000));
    await on.engine.settled();
    expect(sent).toBe(3);
    expect((await on.site.state()).videos).toHaveLength(2);
    expect((await on.engine.details(job?.id ?? '')).video?.title).toBe('lost');
  });

  it('that the site no longer names back is not relied on any more', async () => {
    await using on = await stage({ idempotencyKeys: true });
    await on.engine.add(on.account, on.folder.make('a.mp4', 20_000));
    await on.engine.settled();
    await on.site.switches({ idempotencyKeys: false });
    await on.engine.add(on.account, on.folder.make('b.mp4', 20_000));
    await on.engine.settled();
    expect(learned(on)?.honoursKeys).toBe(false);
  });
});

describe.concurrent('the settle time', () => {
  it('grows with an answer that was slow, and is kept (F-02)', async () => {
    await using on = await stage({ answerDelayMs: 900 }, { settleMs: 500 });
    await on.engine.add(on.account, on.folder.make('slow.mp4', 20_000));
    await on.engine.settled();
    // It was looked for and found before it was answered: the answer tells all the same.
    await vi.waitFor(() => expect(learned(on)?.settleMs).toBeGreaterThanOrEqual(1_800));
    expect(learned(on)?.settleMs).toBeLessThan(20_000);
  });

  it('grows with a clip that was found late (F-02)', { tags: 'proof' }, async () => {
    await using on = await stage({ lateCommitMs: 6_000 }, { settleMs: 7_000 });
    await on.engine.add(on.account, on.folder.make('late.mp4', 20_000));
    await on.engine.settled();
    expect((await on.site.state()).uploads).toHaveLength(1);
    // Twice some six seconds, as well as whole seconds tell.
    expect(learned(on)?.settleMs).toBeGreaterThan(8_500);
  });

  it('stays as it is with quick answers', async () => {
    await using on = await stage({});
    await on.engine.add(on.account, on.folder.make('a.mp4', 20_000));
    await on.engine.settled();
    expect(learned(on)?.settleMs).toBe(130_000);
  });
});

it('a file that the site named in its answer is adopted by that name, where nothing else could tell (F-03)', async () => {
  await using on = await stage({ offloaded: true });
  await on.engine.add(on.account, on.folder.make('first.mp4', 20_000));
  await on.engine.settled();
  const last = (await on.site.state()).videos[0]?.file?.attachmentId ?? 0;
  const path = on.folder.make('C0001.mp4', 20_000);
  const named = last + 2;
  await on.site.switches({
    holdAnswer: { times: 1 },
    failWith: { status: 500, when: 'after-work', times: 1, headers: { 'X-WP-Upload-Attachment-ID': String(named) } },
    // At first not even that file can be asked for.
    htmlInsteadOfJson: { route: '^GET /wp/v2/media/', times: 1 },
  });
  const [job] = await on.engine.add(on.account, path);
  await on.site.waitFor('held');
  // Somebody else's video of the same name and size, without which there would be nothing to tell apart.
  await upload(on.site, 'ava', 'C0001.mp4', Buffer.from(grownClip(20_000)));
  await on.site.release();
  await on.engine.settled();
  const { videos, uploads } = await on.site.state();
  expect(uploads).toHaveLength(3);
  const own = videos.find(({ file }) => file?.attachmentId === named);
  expect(own?.file?.sha256).toBe(sha256(path));
  const { video, attempts } = await on.engine.details(job?.id ?? '');
  expect(video?.id).toBe(own?.id);
  expect(attempts[0]?.looks.map(({ found }) => found)).toEqual(['found']);
});

it.each<[string, SwitchPatch, string, number]>([
  ['went again meanwhile', {}, 'done', 3],
  [
    'was refused since',
    { failWith: { status: 400, body: { code: 'odd', message: 'No' }, when: 'at-once', times: 1 } },
    'needs-you',
    2,
  ],
])(
  'a copy that comes late of another clip that %s is not taken for this one, where nothing but the name could tell them apart (F-02)',
  async (_, then, becomes, videos) => {
    await using on = await stage({ offloaded: true, lateCommitMs: 'release' }, { settleMs: 400 });
    const [early] = await on.engine.add(on.account, on.folder.make('C0001.mp4', 20_000));
    await on.site.waitFor('uploadReceived', 1);
    await on.site.switches({ lateCommitMs: null, ...then });
    await on.engine.until(early?.id ?? '', ({ state }) => state.kind === becomes);
    await on.site.switches({ dropUpload: { times: 1 } });
    mkdirSync(on.folder.file('other'));
    const before = (await on.site.state()).counts.uploadReceived;
    const [job] = await on.engine.add(on.account, on.folder.make('other/C0001.mp4', 20_000));
    await on.site.waitFor('uploadReceived', before + 1);
    await on.site.release();
    const asked = await on.engine.until(job?.id ?? '', ({ state }) => state.kind === 'needs-you');
    expect(asked.state).toMatchObject({ reason: 'ask-which' });
    await on.engine.uploader.handlers['job.choose']({ jobId: job?.id ?? '', videoId: null });
    await on.engine.until(job?.id ?? '', ({ state }) => state.kind === 'done');
    expect((await on.site.state()).videos).toHaveLength(videos);
  },
);

it('a clip that is stored while the site is asked for another one of its name is not taken for that one (F-02)', {
  tags: 'proof',
}, async () => {
  const http = undiciHttp();
  let uploads = 0;
  let looks = 0;
  let known = (): void => {};
  const isKnown = new Promise<void>((resolve) => {
    known = resolve;
  });
  const together: EngineOptions['http'] = {
    ...http,
    request: async (request) => {
      if (request.method === 'POST' && request.url.endsWith('/upload') && ++uploads === 2) {
        const answer = await http.request(request);
        await isKnown;
        return answer;
      }
      if (/\/wp\/v2\/media\?.*after=/.test(request.url) && ++looks === 1) {
        await on.engine.add(on.account, on.folder.make('card 2/C0001.mp4', 20_000));
        await on.site.waitFor('uploadCommitted', 1);
      }
      return http.request(request);
    },
  };
  await using on: Stage = await stage({ offloaded: true }, { settleMs: 1_500, http: together });
  await on.site.switches({ dropUpload: { times: 1 } });
  const paths = [1, 2].map((card) => on.folder.file(`card ${card}/C0001.mp4`));
  for (const card of [1, 2]) mkdirSync(on.folder.file(`card ${card}`));
  const [lost] = await on.engine.add(on.account, on.folder.make('card 1/C0001.mp4', 20_000));
  await expect.poll(async () => (await on.engine.details(lost?.id ?? '')).attempts[0]?.looks.length).toBeGreaterThan(0);
  known();
  await on.engine.settled();
  expect(new Set(await hashes(on))).toEqual(new Set(paths.map(sha256)));
  const { video } = await on.engine.details(lost?.id ?? '');
  const { videos } = await on.site.state();
  expect(videos.find(({ id }) => id === video?.id)?.file?.sha256).toBe(sha256(paths[0] ?? ''));
});

it('a yes that led to nothing never makes another video of the same title the clip’s own (F-03)', async () => {
  await using on = await stage({}, { settleMs: 400 });
  const path = on.folder.make('C0001.mp4', 20_000);
  await upload(on.site, 'ava', 'C0001.mp4', Buffer.from(grownClip(30_000)));
  await on.site.switches({
    failWith: { status: 500, when: 'after-body', times: 1, headers: { 'X-WP-Upload-Attachment-ID': '9999' } },
  });
  const [job] = await on.engine.add(on.account, path);
  const ids = [job?.id ?? ''];
  const asked = await on.engine.until(ids[0] ?? '', ({ state }) => state.kind === 'needs-you');
  expect(asked.state).toMatchObject({ reason: 'arrived-not-found' });
  await on.engine.uploader.handlers['queue.act']({ act: 'retry', target: { ids } });
  await on.engine.settled();
  const { videos } = await on.site.state();
  const { video } = await on.engine.details(ids[0] ?? '');
  expect(videos.find(({ id }) => id === video?.id)?.file?.sha256).toBe(sha256(path));
  expect(videos).toHaveLength(2);
});

it('a video of the same title that is stored between the two lists of a look is not taken for the clip (F-03)', async () => {
  const http = undiciHttp();
  let others = 0;
  const between: EngineOptions['http'] = {
    ...http,
    request: async (request) => {
      const isList = request.method === 'GET' && /wp\/v2\/video\?/.test(request.url);
      if (isList && others++ === 0) await upload(on.site, 'ava', 'C0001.mp4', Buffer.from(grownClip(30_000)));
      return http.request(request);
    },
  };
  await using on: Stage = await stage({}, { settleMs: 400, http: between });
  await on.site.switches({
    failWith: { status: 500, when: 'after-body', times: 1, headers: { 'X-WP-Upload-Attachment-ID': '9999' } },
  });
  const [job] = await on.engine.add(on.account, on.folder.make('C0001.mp4', 20_000));
  const asked = await on.engine.until(job?.id ?? '', ({ state }) => state.kind === 'needs-you');
  expect(others).toBeGreaterThan(0);
  expect(asked.state).toMatchObject({ reason: 'arrived-not-found' });
});

it('a video that was made long after the site said yes is not taken by its title (F-03)', async () => {
  await using on = await stage({}, { settleMs: 4_000 });
  await on.site.switches({
    failWith: { status: 500, when: 'after-body', times: 1, headers: { 'X-WP-Upload-Attachment-ID': '9999' } },
  });
  const [job] = await on.engine.add(on.account, on.folder.make('C0001.mp4', 20_000));
  const id = job?.id ?? '';
  await on.engine.until(id, ({ state }) => state.kind === 'unclear');
  // A page without a file of its own: nothing but its title tells of it.
  await on.site.switches({ clockOffsetSeconds: 3_600 });
  await on.site.addVideos([{ title: 'C0001' }]);
  const after = await on.engine.until(id, ({ state }) => state.kind !== 'unclear');
  expect(after.state).toMatchObject({ kind: 'needs-you', reason: 'ask-which' });
});

describe.concurrent('what cannot be told apart', () => {
  /** Two clips of one name and size, both answers lost, stored at the same moment, whose files lie elsewhere. */
  async function asked() {
    // Long enough that the first one does not go again before the second one has gone.
    const on = await stage({ lateCommitMs: 'release', offloaded: true }, { settleMs: 8_000 });
    await on.engine.uploader.handlers['queue.pause'](true);
    const clips = [1, 2].map((card) => on.folder.make(`card ${card}/C0001.MP4`, 20_000));
    await on.engine.add(on.account, ...clips);
    await on.engine.uploader.handlers['queue.pause'](false);
    await on.site.waitFor('uploadReceived', 2);
    await on.site.release();
    await on.site.switches({ lateCommitMs: null });
    const [one, two] = await on.engine.settled(['needs-you']);
    if (!one || !two) throw new Error('not asked');
    const { handlers } = on.engine.uploader;
    return { on, handlers, clips, one: one.id, two: two.id, candidates: await handlers['job.candidates'](one.id) };
  }

  it('is asked about once: the answer for one clip settles the other', { tags: 'proof' }, async () => {
    const { on, handlers, one, two, candidates } = await asked();
    await using _ = on;
    const size = { bytes: 20_000, sizeMatches: true, there: true, taken: false, status: 'pending', title: 'C0001' };
    expect(candidates).toMatchObject([size, size]);
    const [first, second] = candidates.map(({ videoId }) => videoId);
    expect(await handlers['job.choose']({ jobId: one, videoId: first ?? 0 })).toBe('chosen');
    await on.engine.settled();
    expect((await on.engine.details(one)).video?.id).toBe(first);
    expect((await on.engine.details(two)).video?.id).toBe(second);
    expect((await on.site.state()).uploads).toHaveLength(2);
    expect(await handlers['job.choose']({ jobId: one, videoId: second ?? 0 })).toBe('over');
  });

  it('gives a video to one clip only, also when both are answered at the same moment', { tags: 'proof' }, async () => {
    const { on, handlers, one, two, candidates } = await asked();
    await using _ = on;
    const videoId = candidates[0]?.videoId ?? 0;
    const answers = await Promise.all([one, two].map((jobId) => handlers['job.choose']({ jobId, videoId })));
    expect(answers.filter((answer) => answer === 'chosen')).toHaveLength(1);
    expect(answers).not.toContain('gone');
    await on.engine.settled();
    const states = (await on.engine.rows()).map(({ state }) => (state.kind === 'done' ? state.videoId : null));
    expect(new Set(states).size).toBe(2);
  });

  it('shows which of the videos have vanished meanwhile, and does not take them', { tags: 'proof' }, async () => {
    const { on, handlers, one, candidates } = await asked();
    await using _ = on;
    const [first, second] = candidates.map(({ videoId }) => videoId);
    await on.site.editVideo(first ?? 0, { status: 'trash' });
    expect((await handlers['job.candidates'](one)).map(({ there }) => there)).toEqual([false, true]);
    expect(await handlers['job.choose']({ jobId: one, videoId: first ?? 0 })).toBe('gone');
    expect((await on.engine.rows()).map(({ state }) => state.kind)).toEqual(['needs-you', 'needs-you']);
    expect(await handlers['job.choose']({ jobId: one, videoId: second ?? 0 })).toBe('chosen');
  });

  it('is never taken for the clip later, once the user has said that it is none of these', {
    tags: 'proof',
  }, async () => {
    const { on, handlers, one, candidates } = await asked();
    await using _ = on;
    await on.site.switches({ lateCommitMs: 'release' });
    expect(await handlers['job.choose']({ jobId: one, videoId: null })).toBe('chosen');
    await on.site.waitFor('uploadReceived', 3);
    await on.engine.until(one, ({ state }) => state.kind === 'unclear');
    await on.site.release();
    await on.engine.until(one, ({ state }) => state.kind === 'done');
    const { video } = await on.engine.details(one);
    expect(candidates.map(({ videoId }) => videoId)).not.toContain(video?.id);
    expect((await on.site.state()).videos).toHaveLength(3);
  });

  it('is shown as it was found when the site cannot be asked', { tags: 'proof' }, async () => {
    const { on, handlers, one, candidates } = await asked();
    await using _ = on;
    await on.site.switches({ maintenance: true });
    expect(await handlers['job.candidates'](one)).toEqual(
      candidates.map((one) => ({ ...one, title: expect.any(String), status: '', bytes: null, there: null })),
    );
  });
});
