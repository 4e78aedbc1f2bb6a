// The table of failures beyond the upload's answer: calls that fail, lines that break, files.
import { describe, expect, it } from 'vitest';
import { readAnswer, SiteRefusal } from '../../main/answers.ts';
import { sortCallFailure, sortFileError, sortNoAnswer } from '../../main/errors.ts';
import { FileError, type FileProblem, type HttpAnswer, HttpError, type HttpProblem } from '../../main/ports.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const played = (status: number, body: string | object = '', headers = {}): HttpAnswer => ({
  status,
  headers,
  body: bytes(typeof body === 'string' ? body : JSON.stringify(body)),
  cut: null,
});
const refusal = (...answer: Parameters<typeof played>): SiteRefusal =>
  new SiteRefusal(readAnswer(played(...answer), 0));

describe('a call that fails', () => {
  it.each<[string, unknown, object]>([
    ['401 rest_not_logged_in', refusal(401, { code: 'rest_not_logged_in' }), { kind: 'sign-in' }],
    ['403 with a dead token', refusal(403, { code: 'jwt_auth_invalid_token' }), { kind: 'sign-in' }],
    ['401 for edit context', refusal(401, { code: 'rest_forbidden_context' }), { kind: 'sign-in' }],
    [
      '403 rest_cannot_edit',
      refusal(403, { code: 'rest_cannot_edit', message: 'No <b>way</b>' }),
      { kind: 'needs-you', reason: 'site-refused', detail: 'No way' },
    ],
    [
      '503 with a floor',
      refusal(503, '<h1>Soon</h1>', { 'retry-after': '30' }),
      { kind: 'retry', why: 'site-busy', afterMs: 30_000 },
    ],
    [
      'WordPress’s maintenance mode',
      refusal(503, { code: 'wp_die', message: 'Kurzfristig nicht verfügbar' }, { 'retry-after': '600' }),
      { kind: 'retry', why: 'site-maintenance', afterMs: 600_000, bounded: false },
    ],
    ['429', refusal(429), { kind: 'retry', why: 'site-busy', afterMs: null, bounded: false }],
    ['502', refusal(502), { kind: 'retry', why: 'server-error', bounded: true }],
    ['200 with a page', refusal(200, '<html>portal</html>'), { kind: 'retry', why: 'web-page-answer', bounded: true }],
    ['403 with a page', refusal(403, '<html>blocked</html>'), { kind: 'retry', why: 'web-page-answer', bounded: true }],
    [
      '200 that was cut off',
      refusal(200, '{"id":14,"title":{"ra'),
      { kind: 'retry', why: 'web-page-answer', bounded: true },
    ],
    [
      '400 without a message',
      refusal(400, { code: 'rest_invalid_param' }),
      { kind: 'needs-you', detail: 'rest_invalid_param' },
    ],
    ['no line', new HttpError('refused', 'x'), { kind: 'retry', why: 'connection-lost', bounded: false }],
  ])('%s', (_, error, cause) => {
    expect(sortCallFailure(error)).toMatchObject(cause);
  });

  it('for a reason of our own is not taken for the site’s', () => {
    expect(() => sortCallFailure(new TypeError('bug'))).toThrow('bug');
  });
});

const problems: readonly HttpProblem[] = [
  'host-not-found',
  'refused',
  'unreachable',
  'reset',
  'stalled',
  'certificate',
  'aborted',
  'body-failed',
  'protocol',
];

describe('no answer', () => {
  it.each(problems)('%s after the last byte is looked up, never sent again blindly (F-01)', (problem) => {
    expect(sortNoAnswer(new HttpError(problem, 'x'), true)).toEqual({
      kind: 'unclear',
      otherwise: { kind: 'retry', why: 'connection-lost', afterMs: null, bounded: false },
    });
  });

  it.each(problems)('%s before the last byte costs nothing but the bytes', (problem) => {
    const verdict = sortNoAnswer(new HttpError(problem, 'x'), false);
    expect(verdict.kind).toBe(problem === 'aborted' ? 'stopped' : 'failed');
  });
});

it.each<[FileProblem, object]>([
  ['missing', { kind: 'needs-you', reason: 'clip-missing', action: 'retry' }],
  ['unreadable', { kind: 'needs-you', reason: 'clip-unreadable', action: 'retry', detail: 'why' }],
  ['failed', { kind: 'needs-you', reason: 'clip-unreadable', action: 'retry', detail: 'why' }],
  ['busy', { kind: 'retry', why: 'clip-busy', bounded: false }],
  ['not-a-file', { kind: 'needs-you', reason: 'clip-no-file', action: 'retry', detail: null }],
  ['no-answer', { kind: 'retry', why: 'disk-silent', afterMs: null, bounded: false }],
])('a clip that is %s', (problem, cause) => {
  expect(sortFileError(new FileError(problem, 'why'))).toMatchObject(cause);
});

it('a clip that could not be compared with what the site shows, for its disk did not answer, is compared later', () => {
  const cause = { kind: 'retry', why: 'disk-silent', afterMs: null, bounded: false };
  expect(sortCallFailure(new FileError('no-answer', 'why'))).toEqual(cause);
});
