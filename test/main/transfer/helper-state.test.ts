// What the helper says of an upload, read with nothing in it trusted.
import { describe, expect, it } from 'vitest';
import { readAnswer, type SiteAnswer } from '../../../main/answers.ts';
import { helperStateIn } from '../../../main/transfer/helper-state.ts';

const said = (json: unknown, status = 200): SiteAnswer =>
  readAnswer({ status, headers: {}, body: new TextEncoder().encode(JSON.stringify(json)), cut: null }, 0);
const state = (json: unknown, status = 200) => helperStateIn(said(json, status));

describe('how far it is', () => {
  it.each([
    ['receiving', 'receiving'],
    ['whole', 'working'],
    ['handing', 'working'],
    ['answered', 'ended'],
    ['mixed', 'mixed'],
  ])('%s is %s', (word, kind) => {
    expect(state({ state: word })).toEqual({ kind, videoId: null, answer: null });
  });

  it.each([[{}], [{ state: 'lost' }], [{ state: 7 }], [{ state: 'toString' }], [{ state: null }], [[]], ['answered']])(
    '%j is no state',
    (json) => expect(state(json)).toBeNull(),
  );

  it('is only what comes with status 200', () => {
    for (const status of [201, 204, 404, 500]) expect(state({ state: 'answered', video: 7 }, status)).toBeNull();
  });
});

describe('the video', () => {
  it.each([
    [1, 1],
    [812, 812],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ])('%j is one', (video, id) => expect(state({ state: 'answered', video })?.videoId).toBe(id));

  it.each([0, -7, 1.5, '7', null, true, 2 ** 53])('%j is none', (video) =>
    expect(state({ state: 'answered', video })?.videoId).toBeNull(),
  );
});

describe('the answer of the site’s own upload', () => {
  const answer = (value: unknown) => state({ state: 'answered', answer: value })?.answer ?? null;

  it('is as the site gave it', () => {
    const given = { status: 201, headers: { Location: 'https://a.example/video/7', Other: 'x' }, body: '{"id":7} é' };
    const read = answer(given);
    expect(read).toMatchObject({ status: 201, headers: { location: 'https://a.example/video/7' }, cut: null });
    expect(Object.keys(read?.headers ?? {})).toEqual(['location']);
    expect(new TextDecoder().decode(read?.body)).toBe('{"id":7} é');
  });

  it('may have no headers', () => {
    expect(answer({ status: 204, headers: [], body: '' })?.headers).toEqual({});
    expect(answer({ status: 204, headers: { Location: 7 }, body: '' })?.headers).toEqual({});
    expect(answer({ status: 204, body: '' })?.headers).toEqual({});
  });

  it.each([200, 599])('may have status %i', (status) => expect(answer({ status, body: '' })?.status).toBe(status));

  it.each([
    [null],
    ['text'],
    [{ status: 199, body: '' }],
    [{ status: 600, body: '' }],
    [{ status: 200.5, body: '' }],
    [{ status: '200', body: '' }],
    [{ status: 200 }],
    [{ status: 200, body: { id: 7 } }],
    [{ body: '' }],
  ])('%j is none', (value) => expect(answer(value)).toBeNull());
});
