// The whole way of a clip through the engine, against the practice site over real HTTP.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { clipFolder, type Engine, fixture, startEngine } from './engine.ts';

const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

let site: PracticeSite;
let engine: Engine;

beforeEach(async () => {
  site = await startPracticeSite();
  engine = await startEngine();
});
afterEach(async () => {
  await engine.stop();
  await site.stop();
});

describe('a clip on its way', () => {
  it('arrives once, byte for byte, with what was typed', async () => {
    const account = await engine.connect(site);
    await site.switches({ holdAnswer: {} });
    const [job] = await engine.add(account, fixture('Harbour at dawn.mp4'));
    if (!job) throw new Error('not added');
    await engine.until(job.id, (row) => row.state.kind === 'processing');
    await engine.uploader.handlers['job.describe']({
      jobId: job.id,
      draft: { title: 'A & B "½" <b> 日本 🎬', description: 'First line\nSecond < line', status: 'draft' },
    });
    await site.waitFor('uploadCommitted');
    await site.switches({ holdAnswer: null });
    await site.release();
    await engine.settled();

    const { videos, uploads } = await site.state();
    expect(uploads).toHaveLength(1);
    expect(videos).toHaveLength(1);
    expect(videos[0]).toMatchObject({ status: 'draft' });
    expect(videos[0]?.file?.sha256).toBe(sha256(fixture('Harbour at dawn.mp4')));
    const details = await engine.details(job.id);
    expect(details.sha256).toBe(sha256(fixture('Harbour at dawn.mp4')));
    expect(details.video).toMatchObject({ title: 'A & B "½" <b> 日本 🎬', status: 'draft' });
    expect(details.draftPending).toBe(false);
    expect(details.attempts.map((attempt) => attempt.ended)).toEqual(['arrived']);
  });

  it.each(['rest', 'ajax', 'bare', '204', 'text', 'location'] as const)(
    'is found whatever the answer looks like: %s',
    async (answerStyle) => {
      await site.switches({ answerStyle });
      const account = await engine.connect(site);
      const [job] = await engine.add(account, fixture('Tide pools.mp4'));
      const [done] = await engine.settled();
      const { videos, uploads } = await site.state();
      expect(uploads).toHaveLength(1);
      expect(done).toMatchObject({ id: job?.id, state: { kind: 'done', videoId: videos[0]?.id } });
    },
  );

  it('is not sent again when the answer is lost (F-01)', async () => {
    await site.switches({ loseAnswer: { times: 1 } });
    const account = await engine.connect(site);
    const [job] = await engine.add(account, fixture('Market street.mp4'));
    await engine.settled();
    const { videos, uploads } = await site.state();
    expect(uploads).toHaveLength(1);
    expect(videos).toHaveLength(1);
    expect((await engine.details(job?.id ?? '')).attempts.map((one) => one.ended)).toEqual(['found']);
  });

  it('is found although it was stored late, within the settle time (F-02)', async () => {
    await engine.stop();
    engine = await startEngine({ settleMs: 30_000 });
    await site.switches({ lateCommitMs: 'release' });
    const account = await engine.connect(site);
    const [job] = await engine.add(account, fixture('Market street.mp4'));
    await engine.until(job?.id ?? '', (row) => row.state.kind === 'unclear');
    await site.release();
    await engine.settled();
    const { videos, uploads } = await site.state();
    expect([uploads.length, videos.length]).toEqual([1, 1]);
  });

  it('is sent again when it surely is not there', { tags: 'proof' }, async () => {
    await site.switches({
      failWith: { status: 502, body: '<html>Bad gateway</html>', contentType: 'text/html', times: 1 },
    });
    const account = await engine.connect(site);
    const [job] = await engine.add(account, fixture('Market street.mp4'));
    await engine.settled();
    const { videos, uploads } = await site.state();
    expect([uploads.length, videos.length]).toEqual([2, 1]);
    expect((await engine.details(job?.id ?? '')).attempts.map((one) => one.ended)).toEqual(['absent', 'arrived']);
  });

  it('goes on after a cut in the middle', { tags: 'proof' }, async () => {
    await site.switches({ cutAfterBytes: { bytes: 20_000, times: 2 } });
    const account = await engine.connect(site);
    const folder = clipFolder({ 'big enough.mp4': 'Deep zoom.mp4' });
    await engine.add(account, folder.file('big enough.mp4'));
    await engine.settled();
    const { videos } = await site.state();
    expect(videos.map((video) => video.file?.sha256)).toEqual([sha256(fixture('Deep zoom.mp4'))]);
    folder.remove();
  });
});
