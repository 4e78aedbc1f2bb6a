// A file is asked for where the server says that it lies by now: over https alone, and not for ever.
import { describe, expect, it } from 'vitest';
import { getFollowing } from '../../../../main/features/updates/follow.ts';
import { HttpError } from '../../../../main/ports.ts';
import { type Answer, type ScriptedHttp, scriptedHttp } from './parts.ts';

const to = (location: string, status = 302): Answer => ({ status, headers: { location } });
const file: Answer = { pieces: [Buffer.from('the file')] };
const signal = new AbortController().signal;
const get = (http: ScriptedHttp, url = 'https://a.example/b/updates.json') =>
  getFollowing(http, { url, signal, wholeMs: 7, maxAnswerBytes: 1_000, headers: { range: 'bytes=5-' } });
const asked = ({ asked: all }: ScriptedHttp): readonly string[] => all.map(({ url }) => url);

describe('an answer that sends on', () => {
  it.each([301, 302, 303, 307, 308])('by %i is followed, with all that was said the first time', async (status) => {
    const http = scriptedHttp([to('https://c.example/d', status), file]);
    const answer = await get(http);
    expect(answer).toMatchObject({ status: 200, body: Buffer.from('the file'), cut: null });
    expect(asked(http)).toEqual(['https://a.example/b/updates.json', 'https://c.example/d']);
    const said = {
      method: 'GET',
      body: null,
      wholeMs: 7,
      maxAnswerBytes: 1_000,
      headers: { range: 'bytes=5-' },
      signal,
    };
    expect(http.asked).toMatchObject([said, said]);
    expect(http.asked[0]).toMatchObject({ stallMs: 60_000, answerMs: 60_000, onInterim: null });
  });

  it('is followed from where it was said, not from where it began', async () => {
    const http = scriptedHttp([to('https://c.example/d/'), to('e'), to('/f'), file]);
    await get(http);
    expect(asked(http).slice(1)).toEqual(['https://c.example/d/', 'https://c.example/d/e', 'https://c.example/f']);
  });

  it('is followed five times, and no more', async () => {
    const http = scriptedHttp([...Array.from({ length: 5 }, (_, times) => to(`/${times}`)), file]);
    expect((await get(http)).status).toBe(200);
    const round = scriptedHttp(Array.from({ length: 20 }, () => to('/again')));
    await expect(get(round)).rejects.toMatchObject({ problem: 'protocol' });
    expect(round.asked).toHaveLength(6);
  });

  it.each(['http://c.example/d', 'file:///etc/passwd', 'data:,x', 'https://[', '//c.example:port'])(
    'to %s is an error, and nothing is asked there',
    async (location) => {
      const http = scriptedHttp([to(location), file]);
      const found = await get(http).catch((error: unknown) => error);
      expect(found).toBeInstanceOf(HttpError);
      expect(found).toMatchObject({ problem: 'protocol' });
      expect(http.asked).toHaveLength(1);
    },
  );
});

it.each<[string, Answer]>([
  ['that names a place and does not send on', { status: 200, headers: { location: 'https://c.example/' } }],
  ['that names nothing', { status: 302 }],
  ['that nothing was changed', { status: 304, headers: { location: 'https://c.example/' } }],
  ['of choices', { status: 300, headers: { location: 'https://c.example/' } }],
  ['of an error', { status: 404, headers: { location: 'https://c.example/' } }],
])('an answer %s is the answer', async (_, answer) => {
  const http = scriptedHttp([answer]);
  expect(await get(http)).toMatchObject({ status: answer.status });
});

it('what the line says is said on', async () => {
  await expect(get(scriptedHttp([to('/x'), 'stalled']))).rejects.toMatchObject({ problem: 'stalled' });
});
