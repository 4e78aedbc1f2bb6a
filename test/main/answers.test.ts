// What a site said, as it is read: text made plain, limits told, and who says that it is in maintenance.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText, readAnswer, toldLimit } from '../../main/answers.ts';
import type { HttpAnswer } from '../../main/ports.ts';
import { tolerantJson } from '../../main/untrusted/json.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const played = (status: number, body: string | object = '', headers = {}): HttpAnswer => ({
  status,
  headers,
  body: bytes(typeof body === 'string' ? body : JSON.stringify(body)),
  cut: null,
});

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
