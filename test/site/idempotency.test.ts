// A site that honours Idempotency-Key: one key is one video, as the IETF draft has it; by default it knows nothing of keys.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PracticeSite, startPracticeSite } from './start.ts';
import { api, filmBytes, form, type Reply } from './test-client.ts';

let site: PracticeSite;
beforeAll(async () => {
  site = await startPracticeSite({ ownProcess: true });
});
afterAll(() => site.stop());
beforeEach(async () => {
  await site.reset();
  await site.switches({ idempotencyKeys: true });
});

const send = (key: string, bytes = filmBytes(2_000), login = 'ava'): Promise<Reply> =>
  api(site, login, 'POST', 'streamtube/v1/upload', {
    body: form('clip.mp4', bytes),
    headers: { 'Idempotency-Key': key },
  });
const videos = async (): Promise<number> => (await site.state()).videos.length;

describe('the same key', () => {
  it('gives the first answer again and makes no second video', async () => {
    const first = await send('"one"');
    const again = await send('"one"');
    expect([first.status, again.status, await videos()]).toEqual([201, 201, 1]);
    expect(again.json).toEqual(first.json);
    expect(first.headers.get('idempotency-key')).toBe('"one"');
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
  });

  it('outlives the site’s restart, and an answer that was lost', async () => {
    await site.switches({ loseAnswer: 1 });
    await expect(send('"one"')).rejects.toThrow();
    await site.kill();
    await site.restart();
    await site.switches({ idempotencyKeys: true });
    const again = await send('"one"');
    expect([again.status, again.headers.get('idempotent-replayed'), await videos()]).toEqual([201, 'true', 1]);
  });

  it('is refused with 409 while the first request is at it', async () => {
    await site.switches({ holdAnswer: { times: 1 } });
    const first = send('"one"');
    await site.waitFor('held');
    const second = await send('"one"');
    expect(second.status).toBe(409);
    expect(second.headers.get('content-type')).toBe('application/problem+json');
    expect(second.json).toMatchObject({ status: 409, title: expect.stringContaining('outstanding') });
    await site.release();
    expect((await first).status).toBe(201);
    expect([(await send('"one"')).status, await videos()]).toEqual([201, 1]);
  });

  it('of a late commit is taken until the commit, and answered with its video afterwards', async () => {
    await site.switches({ lateCommitMs: 'release' });
    await expect(send('"one"')).rejects.toThrow();
    await site.switches({ lateCommitMs: null });
    expect((await send('"one"')).status).toBe(409);
    await site.release();
    await site.waitFor('uploadCommitted');
    expect([(await send('"one"')).status, await videos()]).toEqual([201, 1]);
  });

  it('with another body is refused with 422', async () => {
    await send('"one"');
    const other = await send('"one"', filmBytes(2_001));
    expect([other.status, other.headers.get('content-type'), await videos()]).toEqual([
      422,
      'application/problem+json',
      1,
    ]);
  });

  it('of somebody else is another key', async () => {
    await send('"one"');
    expect((await send('"one"', filmBytes(2_001), 'admin')).status).toBe(201);
    expect(await videos()).toBe(2);
  });

  it('is free again after a failure of the server, and answered again after a refusal', async () => {
    await site.switches({ failWith: { status: 500, times: 1 } });
    expect((await send('"one"')).status).toBe(500);
    expect((await send('"one"')).status).toBe(201);
    await site.switches({ maxFileBytes: 100, answerStyle: 'ajax' });
    const refused = await send('"two"');
    await site.switches({ maxFileBytes: null });
    expect((await send('"two"')).json).toEqual(refused.json);
  });
});

it('a key that is no quoted string is refused', async () => {
  expect((await send('bare')).status).toBe(400);
  expect(await videos()).toBe(0);
});

it('is off by default: WordPress knows nothing of keys', async () => {
  await site.reset();
  const first = await send('"one"');
  await send('"one"');
  expect([first.headers.get('idempotency-key'), await videos()]).toEqual([null, 2]);
});
