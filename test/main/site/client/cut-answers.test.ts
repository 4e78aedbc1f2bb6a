// What an answer comes to that was cut off, by the line, by its end of time or by the person who waited for it; and that each has an end.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../../main/adapters/clock.ts';
import { SiteRefusal } from '../../../../main/answers.ts';
import type { Site, StoredFile } from '../../../../main/model.ts';
import { type AnswerCut, type HttpAnswer, HttpError, type HttpRequest } from '../../../../main/ports.ts';
import { basic, endedBy, siteCalls } from '../../../../main/site/client/client.ts';
import { callMs, fetchMs } from '../../../../main/site/client/deadlines.ts';
import { filesSince, sampleOf } from '../../../../main/site/content/media.ts';
import { downloadPicture } from '../../../../main/site/content/pictures.ts';
import { listVideos } from '../../../../main/site/content/videos.ts';

const root = 'https://videos.example/wp-json/';
const nobody = { root, authorization: null };
const json = { 'content-type': 'application/json; charset=UTF-8' };

function answering(answer: Partial<HttpAnswer> & { readonly text?: string }) {
  const asked: HttpRequest[] = [];
  const { text = '', ...rest } = answer;
  const request = async (wanted: HttpRequest): Promise<HttpAnswer> => {
    asked.push(wanted);
    return { status: 200, headers: json, body: Buffer.from(text), cut: null, ...rest };
  };
  return { asked, calls: siteCalls({ request }, systemClock) };
}
const problemOf = (error: unknown): string => {
  if (error instanceof HttpError) return error.problem;
  if (error instanceof SiteRefusal) return 'refusal';
  throw error;
};
const list = JSON.stringify([
  { id: 1, title: { rendered: 'One' } },
  { id: 2, title: { rendered: 'Two [with] {brackets}' } },
]);
const byLine = ['reset', 'stalled', 'protocol'] as const satisfies readonly AnswerCut[];

describe('data that was cut off', () => {
  it.each(byLine)('by the line (%s) is never taken for whole, wherever it was cut', async (cut) => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: list.length - 1 }),
        fc.constantFrom(
          '',
          '\uFEFF',
          '<br />\n<b>Warning</b>: [{"a":1}] in x.php\n',
          'Notice: {"id":7} ',
          '[{"id":9}]\n',
        ),
        async (at, before) => {
          const { calls } = answering({ text: before + list.slice(0, at), cut });
          const asked = calls.json(nobody, { method: 'GET', route: 'wp/v2/video' });
          // A whole value at its beginning is one as long as nothing follows: there was no list then.
          if (at === 0 && before.startsWith('[')) return;
          await expect(asked.then(() => 'taken', problemOf)).resolves.toBe(cut);
        },
      ),
      { numRuns: 400, seed: 20261122 },
    );
  });

  it.each(byLine)('only behind its end (%s) is whole', async (cut) => {
    const { calls } = answering({ text: `${list}  \n`, cut });
    expect((await calls.json(nobody, { method: 'GET', route: 'wp/v2/video' })).json).toHaveLength(2);
  });

  it('because it is larger than anything we keep is an answer of the site that makes no sense', async () => {
    const { calls } = answering({ text: list.slice(0, 20), cut: 'enough' });
    const asked = calls.json(nobody, { method: 'GET', route: 'wp/v2/video' });
    await expect(asked.then(() => 'taken', problemOf)).resolves.toBe('refusal');
  });

  it('is no shorter list of videos, and none of files', async () => {
    const { calls } = answering({ text: list.slice(0, list.lastIndexOf(',')), cut: 'stalled' });
    await expect(listVideos(calls, nobody, { page: 1, perPage: 100 }).then(() => 'taken', problemOf)).resolves.toBe(
      'stalled',
    );
    await expect(filesSince(calls, nobody, 2, 0).then(() => 'taken', problemOf)).resolves.toBe('stalled');
  });
});

describe('bytes that were cut off', () => {
  const file = { sourceUrl: 'https://videos.example/a.mp4' } as StoredFile;
  const site = { root, address: 'https://videos.example' } as Site;

  it('prove nothing about a stored file, and least of all that its server knows no ranges', async () => {
    const headers = { 'content-type': 'video/mp4', 'content-range': 'bytes 0-99/1000' };
    const { calls } = answering({ status: 206, headers, text: 'x'.repeat(50), cut: 'reset' });
    await expect(sampleOf(calls, root, file, 0, 100).then(() => 'taken', problemOf)).resolves.toBe('reset');
  });

  it('are no picture', async () => {
    const { calls } = answering({ headers: { 'content-type': 'image/jpeg' }, text: 'half', cut: 'stalled' });
    const asked = downloadPicture(calls, site, 'https://videos.example/p.jpg');
    await expect(asked.then(() => 'taken', problemOf)).resolves.toBe('stalled');
  });

  it('are as good as a whole page, and as good as a redirect, which say at their beginning where to go', async () => {
    const page = answering({ headers: { 'content-type': 'text/html' }, text: '<html><link', cut: 'stalled' });
    expect((await page.calls.get('https://videos.example', {}, 100)).status).toBe(200);
    const redirect = answering({ status: 301, headers: { location: '/x' }, cut: 'stalled' });
    expect((await redirect.calls.get('https://videos.example', {}, 100)).headers.location).toBe('/x');
  });
});

describe('a person who does not wait any longer', () => {
  it('gets no half answer, whatever it is', async () => {
    for (const headers of [json, { 'content-type': 'text/html' }]) {
      const { calls } = answering({ headers, text: list, cut: 'aborted' });
      await expect(calls.get('https://videos.example', {}, 100).then(() => '', problemOf)).resolves.toBe('aborted');
      const asked = calls.ask(nobody, { method: 'GET', route: 'x' });
      await expect(asked.then(() => '', problemOf)).resolves.toBe('aborted');
    }
  });

  it('ends every call that is made for them', async () => {
    const { asked, calls } = answering({ text: '{}' });
    const stopper = new AbortController();
    const mine = endedBy(calls, stopper.signal);
    await mine.get('https://videos.example', {}, 100);
    await mine.ask(nobody, { method: 'GET', route: 'x' });
    await mine.json(nobody, { method: 'POST', route: 'x', json: {} });
    expect(asked.map(({ signal }) => signal)).toEqual([stopper.signal, stopper.signal, stopper.signal]);
    await calls.get('https://videos.example', {}, 100);
    expect(asked[3]?.signal).toBeNull();
  });

  it('does not wait for the renewal of a token either, which others wait for and which goes on', async () => {
    const { asked, calls } = answering({ text: '{}' });
    const stopper = new AbortController();
    let renewed = (_: string): void => {};
    const renewal = new Promise<string>((resolve) => {
      renewed = resolve;
    });
    const token = { plainHttp: false, endsAt: 0, renew: () => renewal };
    const client = { root, authorization: basic('ava', 'x'), token };
    const waiting = calls.ask(client, { method: 'GET', route: 'x', signal: stopper.signal });
    const other = calls.ask(client, { method: 'GET', route: 'x' });
    stopper.abort();
    await expect(waiting.then(() => '', problemOf)).resolves.toBe('aborted');
    renewed('Bearer new');
    await other;
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer new']);
  });
});

describe('the end of a question', () => {
  const slowBytesPerMs = 20;

  it('lies behind what a slow and honest host needs, and within minutes', () => {
    const minute = 60_000;
    const query = { per_page: '100' };
    // A page of PHP that takes its 30 s, and a list of a megabyte on a line of 20 KiB a second.
    expect(callMs({ method: 'GET', route: 'wp/v2/media', query })).toBeGreaterThan(30_000 + 1_000_000 / slowBytesPerMs);
    expect(callMs({ method: 'POST', route: 'wp/v2/video/1' })).toBeGreaterThan(minute);
    expect(fetchMs(2 * 1024 * 1024)).toBeGreaterThan(30_000 + (2 * 1024 * 1024) / slowBytesPerMs);
    for (const longest of [callMs({ method: 'GET', route: 'x', query }), fetchMs(4 * 1024 * 1024)]) {
      expect(longest).toBeLessThan(5 * minute);
    }
  });

  it('is named for every call', async () => {
    const { asked, calls } = answering({ text: '{}' });
    await calls.get('https://videos.example', {}, 100);
    await calls.ask(nobody, { method: 'GET', route: 'x' });
    await calls.json(nobody, { method: 'DELETE', route: 'x' });
    for (const { wholeMs } of asked) expect(wholeMs).toBeGreaterThan(0);
  });
});
