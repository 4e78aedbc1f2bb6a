// The words of tus as they leave: methods, headers, bodies and times of every request about an upload.
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../main/adapters/clock.ts';
import {
  askOffset,
  askState,
  createUpload,
  metadataText,
  sendPiece,
  type TusLine,
  terminate,
} from '../../../main/transfer/tus.ts';
import { lineByHand, type Reply } from './line-by-hand.ts';

const url = 'https://harbour.example/wp-json/clipferry/v1/uploads/1';
const signIn = { authorization: 'Basic YTpi' };
const words = { 'tus-resumable': '1.0.0', accept: 'application/json', ...signIn };
const bytes = Buffer.from('twelve bytes');
const piece = {
  length: bytes.length,
  async *bytes() {
    yield bytes;
  },
};

/** Does what it is told on a line of its own; what was asked there. `isByPost` left out = nobody knows of another way. */
async function ask(act: (line: TusLine) => Promise<unknown>, isByPost?: () => boolean, reply: Reply = {}) {
  const http = lineByHand(() => reply);
  const line = { http, clock: systemClock, signIn, signal: new AbortController().signal };
  const answer = await act(isByPost ? { ...line, isByPost } : line);
  return { asked: http.asked, answer };
}

const minute = { answerMs: 60_000, wholeMs: 60_000 };
/** A piece may take days to leave. */
const asLongAsItTakes = { answerMs: 120_000, wholeMs: null };

describe('a request', () => {
  const pieceHeaders = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '24' };
  const cases: readonly [string, (line: TusLine) => Promise<unknown>, object][] = [
    [
      'for a new upload is a POST with an empty body',
      (line) => createUpload(line, url, 5_000, { filename: 'Über.mp4' }),
      {
        ...{ method: 'POST', body: '', ...minute },
        headers: { ...words, 'upload-length': '5000', 'upload-metadata': 'filename w5xiZXIubXA0' },
      },
    ],
    [
      'for the offset is a HEAD',
      (line) => askOffset(line, url),
      { method: 'HEAD', body: null, ...minute, headers: words },
    ],
    [
      'with a piece is a PATCH',
      (line) => sendPiece(line, url, 24, piece),
      { method: 'PATCH', body: bytes, ...asLongAsItTakes, headers: { ...words, ...pieceHeaders } },
    ],
    [
      'with the last piece tells what is known only then',
      (line) => sendPiece(line, url, 24, piece, { values: { sha256: 'ab', blocks: 'cd' } }),
      {
        ...{ method: 'PATCH', body: bytes, ...asLongAsItTakes },
        headers: { ...words, ...pieceHeaders, 'upload-metadata': 'sha256 YWI=,blocks Y2Q=' },
      },
    ],
    [
      'with a piece ahead of another says so',
      (line) => sendPiece(line, url, 24, piece, { isAhead: true }),
      { method: 'PATCH', headers: { ...words, ...pieceHeaders, 'clipferry-ahead': '1' } },
    ],
    ['to forget it is a DELETE', (line) => terminate(line, url), { method: 'DELETE', body: null, headers: words }],
    ['for what became of it is a GET', (line) => askState(line, url), { method: 'GET', body: null, headers: words }],
  ];

  it.each(cases)('%s', async (_, act, wanted) => {
    for (const isByPost of [undefined, () => false]) {
      const { asked } = await ask(act, isByPost);
      expect(asked).toEqual([expect.objectContaining({ url, ...wanted })]);
    }
  });

  it.each([
    ['HEAD', (line: TusLine) => askOffset(line, url), ''],
    ['PATCH', (line: TusLine) => sendPiece(line, url, 24, piece), bytes],
    ['DELETE', (line: TusLine) => terminate(line, url), ''],
  ] as const)(
    '%s goes as a POST that says so, with an empty body and not without one, where only POST passes',
    async (method, act, body) => {
      const { asked } = await ask(act, () => true);
      const headers = expect.objectContaining({ ...words, 'x-http-method-override': method });
      expect(asked).toEqual([expect.objectContaining({ method: 'POST', headers, body })]);
    },
  );

  it('by GET or POST is what it is, also where only POST passes', async () => {
    for (const act of [(line: TusLine) => askState(line, url), (line: TusLine) => createUpload(line, url, 5, {})]) {
      const { asked } = await ask(act, () => true);
      expect(asked[0]?.headers).not.toHaveProperty('x-http-method-override');
      expect(asked[0]?.body).toBe(asked[0]?.method === 'GET' ? null : '');
    }
  });
});

describe('an answer', () => {
  const told = async (headers: Record<string, string>) =>
    (await ask((line) => askOffset(line, url), undefined, { status: 200, headers })).answer;

  it('tells where the site stands, and whether pieces may be ahead', async () => {
    expect(await told({ 'upload-offset': '1000', 'clipferry-ahead': '1' })).toMatchObject({
      ...{ said: { status: 200 }, offset: 1_000, takesAhead: true },
    });
  });

  it.each([
    {},
    { 'upload-offset': '-7', 'clipferry-ahead': '0' },
    { 'upload-offset': '1e3', 'clipferry-ahead': 'yes' },
  ])('that says nothing of that is believed nothing: %j', async (headers) => {
    expect(await told(headers)).toMatchObject({ offset: null, takesAhead: false });
  });
});

it('has keys with their values in base64, one after the other', () => {
  expect(metadataText({ filename: 'a b.mp4', empty: '' })).toBe('filename YSBiLm1wNA==,empty ');
});
