// How a site is asked what became of a clip that it has in full: how often, for how long, and when its word is the last one.
import { describe, expect, it } from 'vitest';
import { HttpError, type HttpRequest } from '../../../main/ports.ts';
import { type Outcome, uploadOutcome } from '../../../main/transfer/upload-outcome.ts';
import { word } from './words-of-verdicts.ts';

const address = 'https://films.example/wp-json/clipferry/v1/uploads/1/state';
const sha256 = 'ab'.repeat(32);

interface Said {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly json?: unknown;
  readonly body?: string;
  /** An answer that does not come. */
  readonly error?: Error;
}

/** Asks a site that says these one after the other, the last for ever, in a time that passes by pauses alone. */
async function asked(script: readonly Said[], stop = new AbortController(), stopsAt = Number.POSITIVE_INFINITY) {
  let now = 0;
  const at: number[] = [];
  const requests: HttpRequest[] = [];
  const clock = {
    now: () => now,
    monotonic: () => now,
    zoneOffsetMinutes: () => 0,
    after: (ms: number, call: () => void) => {
      let isOver = false;
      queueMicrotask(() => {
        if (isOver) return;
        now += ms;
        call();
      });
      return () => {
        isOver = true;
      };
    },
    soon: (call: () => void) => call(),
  };
  const http = {
    request: async (request: HttpRequest) => {
      const said = script[Math.min(requests.length, script.length - 1)] ?? {};
      at.push(now);
      requests.push(request);
      if (requests.length === stopsAt) stop.abort(new Error('Its user stopped it'));
      if (said.error) throw said.error;
      const body = Buffer.from(said.json === undefined ? (said.body ?? '') : JSON.stringify(said.json));
      return { status: said.status ?? 200, headers: said.headers ?? {}, body, cut: null };
    },
  };
  const line = { http, clock, signIn: { authorization: 'Basic x' }, signal: stop.signal } as never;
  const outcome = await uploadOutcome({ line, clock, address, sha256, sent: { extension: 'mp4', bytes: 5_000 } });
  return { outcome, at, requests };
}

const works: Said = { json: { state: 'handing', video: null, answer: null } };
const has: Said = { json: { state: 'answered', video: 9, answer: { status: 200, body: '{"id":9}' } } };
const answered = (status: number, body: unknown): Said => ({
  json: { state: 'answered', video: null, answer: { status, body: JSON.stringify(body) } },
});
const told = ({ report, upload }: Outcome) => [word(report.verdict), upload];

describe('how a site is asked', () => {
  it('is by a question at the place that was told, signed in', async () => {
    const { requests, outcome } = await asked([has]);
    expect(requests).toMatchObject([{ method: 'GET', url: address, headers: { authorization: 'Basic x' } }]);
    expect(told(outcome)).toEqual(['arrived 9', 'ended']);
    expect(outcome.report.sha256).toBe(sha256);
  });

  it('is often at first, and more and more rarely: never later than half as long again as it took', async () => {
    const { at } = await asked([...Array.from({ length: 30 }, () => works), has]);
    expect(at.slice(0, 8)).toEqual([30, 60, 100, 160, 240, 340, 490, 740]);
    for (let look = 3; look < at.length; look++)
      expect((at[look] as number) / (at[look - 1] as number)).toBeLessThanOrEqual(1.67);
    expect((at[30] as number) - (at[29] as number)).toBe(5_000);
  });

  it('is for half an hour; then the clip is looked for, and asked about again', async () => {
    const { at, outcome } = await asked([works]);
    expect(at.at(-1)).toBeGreaterThanOrEqual(29.9 * 60_000);
    expect(at.at(-1)).toBeLessThanOrEqual(30 * 60_000 + 5_000);
    expect(told(outcome)).toEqual(['look, else retry connection-lost', 'stays']);
    expect(outcome.report.sha256).toBe(sha256);
  });
});

describe('no answer that tells it', () => {
  const cut: Said = { error: new HttpError('reset', 'The line broke') };
  it.each<[string, Said, string]>([
    ['a line that is cut', cut, 'look, else retry connection-lost'],
    ['an error of the server', { status: 500 }, 'look, else retry server-error, bounded'],
    [
      'a no at a status of yes',
      { json: { code: 'blocked', message: 'No.' } },
      'look, else retry web-page-answer, bounded',
    ],
    // Of a firewall, a cache or a network that answers everything in the site's place.
    ['a yes that is no state', { json: { success: true, id: 9 } }, 'look, else retry web-page-answer, bounded'],
    ['a page', { body: '<html><title>Welcome</title></html>' }, 'look, else retry web-page-answer, bounded'],
    [
      'an error that names a file',
      { status: 500, headers: { 'x-wp-upload-attachment-id': '4' } },
      'look, else retry server-error, bounded',
    ],
  ])('%s is asked over four times one after the other, and never believed', async (_, said, verdict) => {
    const { outcome, requests } = await asked([said]);
    expect(requests).toHaveLength(5);
    expect(outcome.upload).toBe('stays');
    expect(word(outcome.report.verdict)).toBe(verdict);
  });

  it('is forgotten once one tells it', async () => {
    const four = [cut, { status: 502 }, cut, cut];
    const { outcome, requests } = await asked([...four, works, ...four, works, ...four, has]);
    expect([told(outcome)[0], requests.length]).toEqual(['arrived 9', 15]);
  });

  it.each<[number, Record<string, string>]>([
    [429, { 'retry-after': '40' }],
    [503, { 'retry-after': '40' }],
    // Whoever is asked too often says it also without a time.
    [429, {}],
  ])('a %i that names its time (%j) is not asked over before that is past (F-14)', async (status, headers) => {
    const { outcome, requests } = await asked([{ status, headers }, has]);
    expect(requests).toHaveLength(1);
    const after = 'retry-after' in headers ? ' after 40 s' : '';
    expect(told(outcome)).toEqual([`look, else retry site-busy${after}`, 'stays']);
  });

  it('a 503 without one is', async () => {
    const { outcome, requests } = await asked([{ status: 503 }, has]);
    expect([told(outcome)[0], requests.length]).toEqual(['arrived 9', 2]);
  });

  it.each<[number, string]>([
    [401, 'look, else send again'],
    [403, 'look, else ask site-refused/retry (No.)'],
  ])('a %i ends it, and says nothing of the clip', async (status, verdict) => {
    const { outcome, requests } = await asked([{ status, json: { code: 'rest_x', message: 'No.' } }]);
    expect(requests).toHaveLength(1);
    expect(told(outcome)).toEqual([verdict, 'stays']);
  });

  it.each([
    [404, 'clipferry_no_upload', 'ended'],
    [410, 'clipferry_gone', 'ended'],
    // The helper was switched off: it may be back with what it had.
    [404, 'rest_no_route', 'stays'],
    [404, '', 'stays'],
  ])('a %i (%s) proves nothing; the upload %s', async (status, code, upload) => {
    const { outcome, requests } = await asked([{ status, json: { code, message: 'Gone.' } }]);
    expect(requests).toHaveLength(1);
    expect(told(outcome)).toEqual(['look, else send again', upload]);
  });

  it.each([0, 3])('ends when it is stopped at question %i', async (questions) => {
    const stop = new AbortController();
    if (questions === 0) stop.abort();
    await expect(asked([works], stop, questions)).rejects.toMatchObject({ problem: 'aborted' });
  });

  it('throws what has nothing to do with the line', async () => {
    await expect(asked([{ error: new Error('a fault of ours') }])).rejects.toThrow('a fault of ours');
    await expect(asked([{ error: new HttpError('not-asked', 'held back') }])).rejects.toMatchObject({
      problem: 'not-asked',
    });
  });
});

describe('the last word', () => {
  it.each<[string, Said, string, Outcome['upload']]>([
    ['bytes are missing', { json: { state: 'receiving' } }, 'retry connection-lost', 'stays'],
    ['the bytes were others', { json: { state: 'mixed' } }, 'retry server-error, bounded', 'in-vain'],
    ['it died over it', { json: { state: 'answered', video: null } }, 'look, else send again', 'stays'],
    ['a video', { json: { state: 'answered', video: 12 } }, 'arrived 12', 'ended'],
    ['a yes without an id', answered(200, { ok: true }), 'arrived somewhere', 'ended'],
    ['a yes with an id in it alone', answered(201, { id: 31 }), 'arrived 31', 'ended'],
    [
      'a no',
      answered(415, { code: 'file_type_not_allowed', message: 'None of these.' }),
      'ask extension-refused/remove (mp4 | None of these.)',
      'in-vain',
    ],
    ['too large', answered(413, {}), 'ask too-large/retry', 'in-vain'],
    // What it takes in a while it has kept: the next try has it handed over again.
    ['too many', answered(429, { code: 'too_many', message: 'Slow down.' }), 'retry site-busy', 'stays'],
    ['a lock', answered(423, { code: 'busy_file' }), 'look, else retry server-error, bounded', 'stays'],
    ['a time that was over', answered(408, {}), 'look, else retry connection-lost', 'stays'],
    // What it has not kept goes anew.
    ['no sense', answered(422, {}), 'retry server-error, bounded', 'in-vain'],
    ['no sign-in', answered(401, { code: 'rest_not_logged_in' }), 'sign in', 'in-vain'],
    [
      'an error of the clip',
      answered(500, { code: 'rest_upload_sideload_error' }),
      'ask upload-failed/retry',
      'in-vain',
    ],
    ['an error', answered(500, { code: 'x', message: 'Boom' }), 'look, else retry server-error, bounded', 'stays'],
  ])('is %s', async (_, said, verdict, upload) => {
    const { outcome, requests } = await asked([works, said]);
    expect(requests).toHaveLength(2);
    expect(told(outcome)).toEqual([verdict, upload]);
  });

  it('has the words of the site with it, and the limit that it named', async () => {
    const no = { code: 'file_too_large', message: 'Maximum upload size is 4 KB.' };
    const { outcome } = await asked([answered(400, no)]);
    expect(outcome.report.said).toMatchObject({ status: 400, message: no.message });
    expect(outcome.report.sha256).toBe(sha256);
  });
});
