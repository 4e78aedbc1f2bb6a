// The ways in which the practice site can fail on demand, each counted and each leaving exactly what it should.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PracticeSite, startPracticeSite } from './start.ts';
import { api, filmBytes, get, RAW_TAIL, rawUpload, upload } from './test-client.ts';

let site: PracticeSite;
beforeAll(async () => {
  site = await startPracticeSite();
});
afterAll(() => site.stop());
beforeEach(() => site.reset());

async function stored(): Promise<number> {
  return (await site.state()).videos.length;
}

describe('broken connections', () => {
  it('cutAfterBytes resets in the middle of the body and leaves nothing', async () => {
    await site.switches({ cutAfterBytes: { bytes: 100_000, times: 1 } });
    await expect(upload(site, 'ava', 'a.mp4', filmBytes(900_000))).rejects.toThrow();
    const { uploads, videos } = await site.state();
    expect(videos).toEqual([]);
    expect(uploads[0]).toMatchObject({ complete: false, answered: false });
    expect(uploads[0]?.received).toBeGreaterThanOrEqual(100_000);
    expect(uploads[0]?.received).toBeLessThan(400_000);
    expect((await upload(site, 'ava', 'a.mp4')).status).toBe(201);
    expect((await site.switches()).cutAfterBytes).toBeNull();
  });

  it('a client that leaves in the middle leaves nothing', async () => {
    const { request } = rawUpload(site, 500_000);
    request.write(Buffer.alloc(100_000));
    await site.waitFor('uploadBytes', 100_000);
    request.destroy();
    await site.waitFor('uploadAborted');
    expect(await stored()).toBe(0);
    expect((await site.state()).uploads[0]).toMatchObject({ complete: false, answered: false, status: null });
  });

  it('loseAnswer does the work and then resets', async () => {
    await site.switches({ loseAnswer: 1 });
    await expect(upload(site, 'ava', 'a.mp4')).rejects.toThrow();
    const { uploads, videos } = await site.state();
    expect(videos).toHaveLength(1);
    expect(uploads[0]).toMatchObject({ complete: true, answered: false, videoId: videos[0]?.id });
    expect((await upload(site, 'ava', 'b.mp4')).status).toBe(201);
  });

  it('loseAnswer can aim at any route', async () => {
    const [id] = await site.addVideos([{ title: 'old' }]);
    await site.switches({ loseAnswer: { times: 1, route: '^POST /wp/v2/video/' } });
    expect((await upload(site, 'ava', 'a.mp4')).status).toBe(201);
    await expect(api(site, 'ava', 'POST', `wp/v2/video/${id}`, { json: { title: 'new' } })).rejects.toThrow();
    expect((await site.state()).videos[0]?.title).toBe('new');
  });

  it('can aim at one file, and at that file with one fault after the other', async () => {
    const file = '^First';
    await site.switches({
      dropUpload: { times: 1, file },
      htmlInsteadOfJson: { route: '^POST .*/upload$', times: 1, file, status: 502 },
      failWith: { status: 504, times: 1, when: 'after-work', file: '^Third' },
    });
    expect((await upload(site, 'ava', 'Second.mp4')).status).toBe(201);
    await expect(upload(site, 'ava', 'First.mp4')).rejects.toThrow();
    expect(await stored()).toBe(1);
    expect((await upload(site, 'ava', 'First.mp4')).status).toBe(502);
    expect((await upload(site, 'ava', 'Third.mp4')).status).toBe(504);
    expect(await stored()).toBe(3);
    const { dropUpload, htmlInsteadOfJson, failWith } = await site.switches();
    expect([dropUpload, htmlInsteadOfJson, failWith]).toEqual([null, null, null]);
  });

  it('dropUpload takes the whole body and does nothing with it', async () => {
    await site.switches({ dropUpload: { times: 1 } });
    await expect(upload(site, 'ava', 'a.mp4')).rejects.toThrow();
    const { uploads, videos, unattached } = await site.state();
    expect({ videos, unattached }).toEqual({ videos: [], unattached: [] });
    expect(uploads[0]).toMatchObject({ complete: true, answered: false, videoId: null });
    expect((await upload(site, 'ava', 'b.mp4')).status).toBe(201);
  });

  it('cutAnswer does the work and resets in the middle of the answer', async () => {
    await site.switches({ cutAnswer: { times: 1 } });
    await expect(upload(site, 'ava', 'a.mp4')).rejects.toThrow();
    const { uploads, videos } = await site.state();
    expect(videos).toHaveLength(1);
    expect(uploads[0]).toMatchObject({ complete: true, answered: false, videoId: videos[0]?.id });
    expect((await upload(site, 'ava', 'b.mp4')).status).toBe(201);
  });

  it('lateCommitMs commits after the connection is gone', async () => {
    await site.switches({ lateCommitMs: 'release' });
    await expect(upload(site, 'ava', 'a.mp4')).rejects.toThrow();
    expect(await stored()).toBe(0);
    expect(await site.release()).toBe(1);
    await site.waitFor('uploadCommitted');
    expect(await stored()).toBe(1);
    await site.switches({ lateCommitMs: 20 });
    await expect(upload(site, 'ava', 'b.mp4')).rejects.toThrow();
    await site.waitFor('uploadCommitted', 2);
    expect(await stored()).toBe(2);
  });
});

it('warningBeforeAnswer puts the warning of PHP before the JSON of any route', async () => {
  await site.switches({ warningBeforeAnswer: { times: 1, route: '^GET /wp/v2/video' } });
  const text = async (): Promise<string> => (await fetch(`${site.root}wp/v2/video`)).text();
  expect(await text()).toMatch(/^<br \/>\n<b>Deprecated<\/b>.*<br \/>\n\[/s);
  expect(JSON.parse(await text())).toEqual([]);
});

describe('slowness', () => {
  it('holdAnswer has the video on the site before the answer', async () => {
    await site.switches({ holdAnswer: true });
    const pending = upload(site, 'ava', 'a.mp4');
    await site.waitFor('held');
    expect(await stored()).toBe(1);
    await site.release();
    expect((await pending).status).toBe(201);
    expect((await site.state()).counts.held).toBe(0);
  });

  it('holdAnswer without work does nothing, and resets the connection on release', async () => {
    await site.switches({ holdAnswer: { times: 1, work: false } });
    const pending = upload(site, 'ava', 'a.mp4');
    const ended = expect(pending).rejects.toThrow();
    await site.waitFor('held');
    expect((await upload(site, 'ava', 'b.mp4')).status).toBe(201);
    await site.release();
    await ended;
    expect(await stored()).toBe(1);
  });

  it('a held answer whose client leaves is let go', async () => {
    await site.switches({ holdAnswer: true });
    const { request } = rawUpload(site, 1000);
    request.end(Buffer.concat([filmBytes(1000), Buffer.from(RAW_TAIL)]));
    await site.waitFor('held');
    request.destroy();
    await site.waitFor('uploadAborted');
    expect((await site.state()).counts.held).toBe(0);
    expect(await stored()).toBe(1);
  });

  it('stallAfterBytes stops reading until released', async () => {
    await site.switches({ stallAfterBytes: { bytes: 1, times: 1 } });
    const pending = upload(site, 'ava', 'a.mp4', filmBytes(300_000));
    await site.waitFor('stalled');
    expect(await stored()).toBe(0);
    await site.release();
    expect((await pending).status).toBe(201);
  });

  it('slowBytesPerSecond and answerDelayMs take their time', async () => {
    await site.switches({ slowBytesPerSecond: 1_000_000, answerDelayMs: 50 });
    const started = performance.now();
    expect((await upload(site, 'ava', 'a.mp4', filmBytes(300_000))).status).toBe(201);
    expect(performance.now() - started).toBeGreaterThan(330);
  });
});

describe('wrong answers', () => {
  it('failWith: nothing done by default, everything done after-work, at once without reading', async () => {
    await site.switches({
      failWith: { status: 502, body: '<h1>Bad Gateway</h1>', headers: { 'Retry-After': '7' }, times: 1 },
    });
    const bad = await upload(site, 'ava', 'a.mp4');
    expect([bad.status, bad.text, bad.headers.get('retry-after')]).toEqual([502, '<h1>Bad Gateway</h1>', '7']);
    expect(await stored()).toBe(0);
    await site.switches({ failWith: { status: 500, body: { code: 'x' }, when: 'after-work', times: 1 } });
    expect((await upload(site, 'ava', 'a.mp4')).json).toEqual({ code: 'x' });
    expect(await stored()).toBe(1);
    await site.switches({ failWith: { status: 429, when: 'at-once', times: 1 } });
    const { request, outcome } = rawUpload(site, 50_000_000);
    const early = await outcome;
    expect('status' in early ? early.status : early.error).toSatisfy((seen) =>
      [429, 'ECONNRESET', 'EPIPE'].includes(seen as never),
    );
    request.destroy();
    expect((await upload(site, 'ava', 'b.mp4')).status).toBe(201);
  });

  it('failWith that lingers is heard by a client that goes on sending', async () => {
    await site.switches({ failWith: { status: 401, body: { code: 'x' }, when: 'at-once', lingers: true, times: 1 } });
    const { request, outcome } = rawUpload(site, 50_000_000);
    request.write(Buffer.alloc(20_000_000));
    expect(await outcome).toEqual({ status: 401, text: '{"code":"x"}' });
    expect(request.writableEnded).toBe(false);
    request.destroy();
    expect(await stored()).toBe(0);
    expect((await upload(site, 'ava', 'b.mp4')).status).toBe(201);
  });

  it('failWith aims and counts', async () => {
    await site.switches({ failWith: { status: 503, route: '^GET /wp/v2/users/me$', times: 2 } });
    expect((await upload(site, 'ava', 'a.mp4')).status).toBe(201);
    const statuses = [];
    for (let time = 0; time < 3; time += 1) statuses.push((await api(site, 'ava', 'GET', 'wp/v2/users/me')).status);
    expect(statuses).toEqual([503, 503, 200]);
  });

  it('htmlInsteadOfJson hides an answer, with or without the work', async () => {
    await site.switches({ htmlInsteadOfJson: { times: 1 } });
    const page = await get(site.root);
    expect([page.status, page.json, page.headers.get('content-type')]).toEqual([
      200,
      undefined,
      'text/html; charset=UTF-8',
    ]);
    expect((await get(site.root)).status).toBe(200);
    await site.switches({ htmlInsteadOfJson: { route: '/upload$', times: 1, status: 403, work: false } });
    expect((await upload(site, 'ava', 'a.mp4')).status).toBe(403);
    expect(await stored()).toBe(0);
    await site.switches({ htmlInsteadOfJson: { route: '/upload$', times: 1 } });
    expect((await upload(site, 'ava', 'a.mp4')).json).toBeUndefined();
    expect(await stored()).toBe(1);
  });

  it('the clock can be wrong, Date header included', async () => {
    await site.switches({ clockOffsetSeconds: 7200, uploadStatus: 'publish' });
    const { headers, json } = await upload(site, 'ava', 'a.mp4');
    expect(Date.parse(headers.get('date') ?? '') - Date.now()).toBeGreaterThan(7_190_000);
    expect(Date.parse(`${json.date_gmt}Z`) - Date.now()).toBeGreaterThan(7_190_000);
  });
});

describe('control', () => {
  it('needs the token, knows its switches, and times out when nothing comes', async () => {
    const bare = await fetch(`${site.url}/__practice/state`);
    expect(bare.status).toBe(403);
    await expect(site.switches({ anserStyle: 'rest' } as never)).rejects.toThrow(
      /400 .*There is no switch .*anserStyle/,
    );
    await expect(site.waitFor('uploadStarted', 1, 10)).rejects.toThrow(/408/);
  });

  it('lists requests with user and status, without secrets', async () => {
    await api(site, 'ava', 'GET', 'wp/v2/users/me');
    await get(`${site.root}wp/v2/users/me`);
    const state = await site.state();
    expect(state.requests).toMatchObject([
      { method: 'GET', path: '/wp-json/wp/v2/users/me', user: 'ava', scheme: 'Basic', status: 200 },
      { user: null, scheme: null, status: 401 },
    ]);
    expect(JSON.stringify(state)).not.toContain(site.basic('ava').slice(6));
  });

  it('reset wipes videos, files, history and switches', async () => {
    const url = (await upload(site, 'ava', 'a.mp4')).json.attachment.source_url;
    await site.switches({ answerStyle: 'text' });
    await site.reset();
    const { videos, uploads, requests } = await site.state();
    expect([videos, uploads, requests]).toEqual([[], [], []]);
    expect((await fetch(url)).status).toBe(404);
    expect((await site.switches()).answerStyle).toBe('rest');
  });
});
