// The table of failures beyond the upload's answer: text made plain, limits told, calls that fail, lines that break, files.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FileError,
  HttpError,
  plainText,
  readAnswer,
  SiteRefusal,
  sortCallFailure,
  sortFileError,
  sortNoAnswer,
  toldLimit,
} from '../../main/errors.ts';
import type { FileProblem, HttpAnswer, HttpProblem } from '../../main/ports.ts';
import { tolerantJson } from '../../main/untrusted/json.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const played = (status: number, body: string | object = '', headers = {}): HttpAnswer => ({
  status,
  headers,
  body: bytes(typeof body === 'string' ? body : JSON.stringify(body)),
  cut: null,
});
const refusal = (...answer: Parameters<typeof played>): SiteRefusal =>
  new SiteRefusal(readAnswer(played(...answer), 0));

/** What such a key would become when somebody copies it is nothing that is taken. */
const withoutPrototype = (value: unknown): boolean => !JSON.stringify(value).includes('__proto__');

describe('plainText', () => {
  it.each([
    ['<strong>Error:</strong> Unknown user.', 'Error: Unknown user.'],
    ['A &amp; B &#8211; C', 'A & B – C'],
    ['a<br>b\n\n  c', 'a b c'],
    ['<script>alert(1)</script>hello<style>p{}</style>', 'hello'],
    ['&lt;b onclick=x&gt;Hi&lt;/b&gt;', 'Hi'],
    ['&lt;!-- x --&gt;y', 'y'],
    ['5 &lt; 6 and 7 &gt; 3', '5 < 6 and 7 > 3'],
    ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ['', ''],
    ['<p></p>', ''],
  ])('%j is %j', (html, text) => {
    expect(plainText(html)).toBe(text);
  });

  it('never returns a tag, never more than 300 characters, never half a character', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '</',
      '<b',
      'script',
      '&lt;',
      '&gt;',
      '&#60;',
      '&#x3e;',
      'a',
      ' ',
      '"',
      '🎬',
      '&amp;',
    );
    const noise = fc.array(fc.oneof(piece, fc.string({ maxLength: 20 })), { maxLength: 80 });
    fc.assert(
      fc.property(noise, (parts) => {
        const text = plainText(parts.join(''));
        expect(text).not.toMatch(/<[/!a-z][^<>]*>/i);
        expect(text.length).toBeLessThanOrEqual(300);
        expect(text.isWellFormed() || !parts.join('').isWellFormed()).toBe(true);
      }),
      { numRuns: 5_000, seed: 20261120 },
    );
  });

  it('takes no time over a page that was made to cost some', () => {
    const start = performance.now();
    for (const trap of ['<script>', '<title>', '<', '&#', '<style><script>']) {
      plainText(trap.repeat(200_000));
      readAnswer({ status: 200, headers: {}, body: bytes(trap.repeat(200_000)), cut: null }, 0);
    }
    for (const trap of ['{"', '[{', '[[', '{}{', '{"a":']) tolerantJson(trap.repeat(200_000));
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});

describe('tolerantJson', () => {
  it.each<[string, unknown]>([
    ['{"a":1}', { a: 1 }],
    ['  \uFEFF {"a":1}', { a: 1 }],
    ['Warning: [0] in {x}\n[{"id":1}]', [{ id: 1 }]],
    ['<br />{"a":"}{"}<br />', { a: '}{' }],
    ['{"a":"\\""} trailing }', { a: '"' }],
    ['<b>x</b>[]', undefined],
    ['{"a":{"id":1},"b', undefined],
    ['[{"id":1},{"id"', undefined],
    ['"text"', undefined],
    ['12', undefined],
    ['<!doctype html><script>{"id":1}</script>', undefined],
    ['{oops {"id":1}', { id: 1 }],
    ['{"a": oops {"id":1}}', undefined],
  ])('of %j is %j', (text, value) => {
    expect(tolerantJson(text)).toEqual(value);
  });

  it('gives back any object whatever stands around it', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }).filter(withoutPrototype), (value) => {
        const json = JSON.stringify(value);
        const same: unknown = JSON.parse(json);
        expect(tolerantJson(`<br />\n<b>Warning</b>: x[1] in <b>a.php</b><br />\n${json}`)).toEqual(same);
        expect(tolerantJson(`\uFEFF${json}\n<br />Deprecated: {y}`)).toEqual(same);
      }),
      { numRuns: 2_000, seed: 20261120 },
    );
  });

  it('takes nothing from an object that was cut off anywhere', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (value, part) => {
        const json = JSON.stringify({ id: 1, inner: { id: 2, value }, last: [{ id: 3 }] });
        expect(tolerantJson(json.slice(0, Math.floor(part * json.length)))).toBeUndefined();
      }),
      { numRuns: 2_000, seed: 20261120 },
    );
  });
});

describe('toldLimit', () => {
  it.each<[string, number | null]>([
    [
      '<b>Warning</b>:  POST Content-Length of 5000186 bytes exceeds the limit of 4194304 bytes in <b>Unknown</b>{}',
      4_194_304,
    ],
    ['{"code":"rest_upload_no_data"}', null],
    [`${' '.repeat(5_000)}exceeds the limit of 1 bytes`, null],
    ['', null],
  ])('%#', (text, limit) => {
    expect(toldLimit(bytes(text))).toBe(limit);
  });
});

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

describe('a site in maintenance', () => {
  const soon = { 'retry-after': '600' };
  const apache =
    '<html><head><title>503 Service Unavailable</title></head><body><p>The server is temporarily unable to service your ' +
    'request due to maintenance downtime or capacity problems. Please try again later.</p></body></html>';
  const core =
    '<html><title>維修中</title><body id="error-page"><div class="wp-die-message">稍後再試</div></body></html>';
  it.each<[string, boolean, HttpAnswer]>([
    ['WordPress itself, as data', true, played(503, { code: 'wp_die', message: 'Bientôt' }, soon)],
    ['WordPress itself, as a page in any language', true, played(503, core, soon)],
    ['a plugin’s page', true, played(503, '<title>Manutenção programada</title>')],
    ['a plugin’s data', true, played(503, { code: 'maintenance_mode', message: 'Back soon' })],
    ['a plugin that gave up somewhere', false, played(503, { code: 'wp_die', message: 'Enough' })],
    ['WordPress’s page for another reason', false, played(500, core, soon)],
    ['too much to do', false, played(503, { code: 'busy' }, soon)],
    ['Apache’s page for every 503', false, played(503, apache)],
    ['too many requests', false, played(429, { code: 'maintenance_mode' }, soon)],
  ])('is told from one that is busy: %s', (_, maintained, answer) => {
    expect(readAnswer(answer, 0).maintained).toBe(maintained);
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
