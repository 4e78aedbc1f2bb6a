// A look ends with what a signed list offers this computer and what is to be remembered of it, or with a word why it told nothing.
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../../main/adapters/clock.ts';
import { type LookOptions, lookForUpdate } from '../../../../main/features/updates/look.ts';
import { readRemembered } from '../../../../main/features/updates/remembered.ts';
import { dayMs } from '../../../../main/retry.ts';
import { createSigner, feedFor, signedText } from '../../../updates/signed-feed.ts';
import { type Answer, type ScriptedHttp, scriptedHttp } from './parts.ts';
import { bytes, list, lookParts, notebook, version } from './update-parts.ts';

const now = 1_790_000_000_000;
const issued = { issuedAt: now - 1_000, expiresAt: now + dayMs };
const signal = new AbortController().signal;
const nothing = readRemembered(null);
const look = (http: ScriptedHttp, before = nothing, over: Partial<LookOptions> = {}) =>
  lookForUpdate(
    {
      ...{ ...lookParts(), http, logger: notebook().logger, clock: { ...systemClock, now: () => now } },
      random: { fraction: () => 0.25, hex: () => '' },
      ...over,
    },
    before,
    signal,
  );
const of = (answer: Answer) => scriptedHttp([answer]);

it('asks for the list as data, once, for two minutes at most', async () => {
  const http = of(list(issued));
  await look(http);
  expect(http.asked).toMatchObject([
    {
      url: 'https://a.example/updates/updates.json',
      headers: { accept: 'application/json' },
      wholeMs: 120_000,
      signal,
    },
  ]);
});

it('offers what is there for this computer, beside the list, and says what is to be remembered', async () => {
  const found = await look(of(list(issued)));
  const url = 'https://a.example/updates/new.AppImage';
  expect(found).toEqual({
    isJudged: true,
    offer: {
      ...{ version, url, page: 'https://clipferry.example/download', news: [{ version, lines: [expect.any(String)] }] },
      file: expect.objectContaining({ name: 'new.AppImage', size: bytes.length }),
    },
    learned: { newestIssuedAt: now - 1_000, draw: { version, place: 0.25 }, checkedAt: now },
  });
});

it('of nothing that is newer is a look all the same', async () => {
  const learned = { newestIssuedAt: now - 1_000, draw: { version: '0.1.0', place: 0.25 }, checkedAt: now };
  expect(await look(of(list({ ...issued, version: '0.1.0' })))).toEqual({ isJudged: true, offer: null, learned });
});

describe('the place of a computer among all', () => {
  const half = { ...issued, share: 0.5 };

  it('is drawn once for a version, and stays', async () => {
    const before = { ...nothing, draw: { version, place: 0.9 } };
    expect(await look(of(list(half)), before)).toMatchObject({ offer: null, learned: { draw: before.draw } });
    const first = { ...nothing, draw: { version, place: 0.1 } };
    expect(await look(of(list(half)), first)).toMatchObject({ offer: { version }, learned: { draw: first.draw } });
  });

  it('is drawn anew for another version', async () => {
    const before = { ...nothing, draw: { version: '0.1.9', place: 0.9 } };
    const draw = { version, place: 0.25 };
    expect(await look(of(list(half)), before)).toMatchObject({ offer: { version }, learned: { draw } });
  });
});

describe('tells nothing, and why:', () => {
  it.each<[string, string, Answer]>([
    ['a list that is not there', 'no-answer', { ...list(issued), status: 404 }],
    ['one that was cut', 'no-answer', { ...list(issued), cut: 'reset' }],
    ['one without end', 'no-answer', { pieces: [Buffer.alloc(2 * 1024 * 1024, ' ')] }],
    [
      'one for which somewhere else has to be asked without https',
      'no-answer',
      { status: 302, headers: { location: 'http://a.example/' } },
    ],
    ['a page', 'untrusted', { pieces: [Buffer.from('<h1>Welcome</h1>')] }],
    ['one of a stranger', 'untrusted', { pieces: [Buffer.from(signedText(feedFor(version, bytes), createSigner()))] }],
    ['one whose time is over', 'stale', list({ ...issued, expiresAt: now })],
    ['one of the day after tomorrow', 'stale', list({ issuedAt: now + 2 * dayMs, expiresAt: now + 9 * dayMs })],
    ['one of another app', 'stale', list({ ...issued, app: 'clipferry-test-build' })],
  ])('%s is %s', async (_, problem, answer) => {
    expect(await look(of(answer))).toEqual({ isJudged: false, problem });
  });

  it('a list from before the newest one is stale', async () => {
    expect(await look(of(list(issued)), { ...nothing, newestIssuedAt: now })).toEqual({
      isJudged: false,
      problem: 'stale',
    });
  });

  it('a line that is not there is no answer', async () => {
    expect(await look(scriptedHttp(['host-not-found']))).toEqual({ isJudged: false, problem: 'no-answer' });
  });
});

it('what nobody thought of is no word of a line', async () => {
  await expect(look(scriptedHttp([new TypeError('a fault')]))).rejects.toThrow('a fault');
});
