// Whatever goes through texts of a site or a person takes twice as long for twice the text, not four times; and the scanners that
// took the place of expressions say what those said.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainText, readAnswer } from '../../main/answers.ts';
import { sameValue } from '../../main/fields.ts';
import { nameKeys, sameName } from '../../main/queue/match/match.ts';
import { redactText } from '../../main/shell/redact.ts';
import { decodePlain, encodePlain, hasMarkup, plainOf } from '../../main/site/client/text.ts';
import { toVideo } from '../../main/site/content/records.ts';
import { sentFileName } from '../../main/transfer/file-name.ts';
import { tolerantJson } from '../../main/untrusted/json.ts';
import { withoutComments, withoutScripts, withoutTags } from '../../main/untrusted/markup.ts';
import { leastCpuMs } from '../tools/cpu.ts';
import { filled, hostilePieces, longText, videoRecord } from './answers.ts';

/** What is cut before it gets so far is tried with more than what is left of it. */
const cutText = 32 * 1024;

const readers: readonly (readonly [string, (text: string) => unknown, number?])[] = [
  ['plainText', plainText],
  ['plainOf', plainOf],
  ['hasMarkup', hasMarkup],
  ['decodePlain', decodePlain],
  ['encodePlain', encodePlain],
  ['tolerantJson', tolerantJson],
  [
    'an answer that is no data',
    (text) => readAnswer({ status: 500, headers: {}, body: Buffer.from(text), cut: null }, 0),
  ],
  ['a video', (text) => toVideo(videoRecord({ content: { raw: text } }))],
  ['redactText', redactText],
  ['comparing addresses', (text) => sameValue('slug', text, `${text}-2`), cutText],
  ['comparing descriptions', (text) => sameValue('description', text, `${text}\r`)],
  ['comparing names', (text) => sameName(text, `${text}x`), cutText],
  ['keys of names', (text) => nameKeys({ title: text, sourceUrl: `http://127.0.0.1/${text}` }), cutText],
  ['a file name', (text) => sentFileName(text, text, null), cutText],
];

/** Text doubled three times: 8 times the work, where the square would be 64. */
const doubled = 8;
const most = 2.6 ** 3;
/** Less than this says nothing, in ms. */
const telling = 3;

test.each(readers.map(([name, read, length = longText]) => [name, read, length] as const))('%s', (_, read, length) => {
  for (const piece of hostilePieces) {
    const [part, whole] = [filled(piece, length / doubled), filled(piece, length)];
    const spent = leastCpuMs(() => read(whole), 1);
    if (spent < telling * doubled) continue;
    expect(
      leastCpuMs(() => read(whole)),
      JSON.stringify(piece),
    ).toBeLessThan(200);
    const ratio =
      leastCpuMs(() => read(whole)) /
      Math.max(
        telling,
        leastCpuMs(() => read(part)),
      );
    expect(ratio, `${JSON.stringify(piece)}: ${spent} ms`).toBeLessThan(most);
  }
});

const part = fc.constantFrom(
  ...[
    '<',
    '>',
    '<!--',
    '-->',
    '--',
    '<script',
    '<SCRIPT>',
    '</script>',
    '</Script >',
    '<style ',
    '</style>',
    '<b>',
    'a',
    ' ',
    '</',
  ],
  ...['<title', '</p>', '&lt;', '<!', '\n'],
);
const pieces = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(''));

test('without comments, scripts and tags a text is what the expressions made of it', () => {
  fc.assert(
    fc.property(pieces, (html) => {
      expect(withoutComments(html)).toBe(html.replace(/<!--[\s\S]*?-->/g, ''));
      expect(withoutScripts(html, '')).toBe(html.replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ''));
      expect(withoutTags(html)).toBe(html.replace(/<[^>]*>/g, ' '));
      expect(withoutTags(html, (next) => /[/!a-z]/i.test(next))).toBe(html.replace(/<[/!a-z][^>]*>/gi, ' '));
    }),
    { numRuns: 20_000, seed: 20261122 },
  );
});
