import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../../main/answers.ts';
import { sortUploadAnswer } from '../../../main/errors.ts';
import type { Verdict } from '../../../main/model.ts';
import { redirectedTo, videoIdIn } from '../../../main/transfer/answer.ts';
import { type WildAnswer, wildAnswers } from './wild-answers.ts';
import { word } from './words-of-verdicts.ts';

const now = Date.parse('2026-11-20T06:00:00Z');

function verdictOf({ status, headers = {}, body = '' }: WildAnswer, allSent: boolean): Verdict {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const said = readAnswer({ status, headers, body: bytes, cut: null }, now);
  return sortUploadAnswer(said, allSent, videoIdIn(said), { extension: 'mov', bytes: 5_000_000, namedLimit: null });
}

describe('an answer of the wild', () => {
  it.each(wildAnswers.map((one) => [one.name, one] as const))('%s', (_, one) => {
    const allSent = verdictOf(one, true);
    expect([word(allSent), word(verdictOf(one, false))]).toEqual([one.cause, one.early]);
    expect(allSent.kind !== 'unclear').toBe(one.certain);
  });

  it('is one of at least forty, each under a name of its own', () => {
    expect(new Set(wildAnswers.map(({ name }) => name)).size).toBe(wildAnswers.length);
    expect(wildAnswers.length).toBeGreaterThanOrEqual(40);
  });

  it('never has a clip sent again blindly once all of it has left, unless the site itself said what is wrong (F-01)', () => {
    for (const one of wildAnswers) {
      const verdict = verdictOf(one, true);
      if (verdict.kind !== 'failed' || verdict.cause.kind !== 'retry') continue;
      expect(one.status, one.name).toBe(429);
    }
  });
});

describe('a redirect (F-17)', () => {
  const from = 'https://example.com/wp-json/streamtube/v1/upload';
  const to = (status: number, location?: string) =>
    redirectedTo(
      readAnswer(
        { status, headers: location === undefined ? {} : { location }, body: new Uint8Array(), cut: null },
        now,
      ),
      from,
    );

  it.each([
    [307, '/wp-json/streamtube/v1/upload/', `${from}/`],
    [308, `${from}/`, `${from}/`],
    [307, '//example.com/x', 'https://example.com/x'],
  ])('%i to %s is followed', (status, location, target) => {
    expect(to(status, location)).toBe(target);
  });

  it.each<[number, string | undefined]>([
    [301, `${from}/`],
    [302, `${from}/`],
    [303, `${from}/`],
    [307, undefined],
    [307, from],
    [307, 'http://example.com/wp-json/streamtube/v1/upload/'],
    [308, 'https://www.example.com/upload'],
    [308, 'https://example.com:8443/upload'],
    [308, 'javascript:alert(1)'],
    [200, `${from}/`],
  ])('%i to %s is not', (status, location) => {
    expect(to(status, location)).toBeNull();
  });
});
