// Pasted text as cells: lines from anywhere, and blocks as spreadsheets put them into the clipboard.
import { expect, test } from 'vitest';
import { isOneLine, rowSteps, splitAfter, withoutBlankEnd } from '../../../renderer/model/pasted-cells.ts';
import { finish } from '../../../renderer/model/steps.ts';

const cellsOf = (text: string) => withoutBlankEnd(finish(rowSteps(text)));

test.each<[string, string, readonly (readonly string[])[]]>([
  ['lines', 'One\nTwo\nThree', [['One'], ['Two'], ['Three']]],
  ['lines of Windows, with one at their end', 'One\r\nTwo\r\n', [['One'], ['Two']]],
  ['lines of an old Mac', 'One\rTwo', [['One'], ['Two']]],
  ['blank lines within, which keep their place', 'One\n\nThree\n\n\n', [['One'], [''], ['Three']]],
  [
    'a block',
    'One\tAbout one\r\nTwo\t\r\n',
    [
      ['One', 'About one'],
      ['Two', ''],
    ],
  ],
  ['rows of nothing but empty cells at the end', 'One\tx\n\t\n\t\n', [['One', 'x']]],
  [
    'a cell with a line break, as spreadsheets write it',
    'One\t"Two\nlines"\nThree\tx',
    [
      ['One', 'Two\nlines'],
      ['Three', 'x'],
    ],
  ],
  ['quotes in such a cell', '"He said ""no""\nand left"\tx', [['He said "no"\nand left', 'x']]],
  ['a cell with a tab in it', '"a\tb"\tc', [['a\tb', 'c']]],
  [
    'a title in quotes, which are part of it',
    '"Sunset"\n"Dawn" at sea\nThe "½" hour',
    [['"Sunset"'], ['"Dawn" at sea'], ['The "½" hour']],
  ],
  ['a quote that never ends', '"Two\nlines', [['"Two'], ['lines']]],
  ['a quoted cell that goes on behind its quote', '"Two\nlines" more', [['"Two'], ['lines" more']]],
  ['everything that is no letter', 'A & B "½" <b> é 你好', [['A & B "½" <b> é 你好']]],
  ['nothing', '', []],
  ['nothing but breaks', '\n\r\n\t\n', []],
])('%s', (_, text, cells) => {
  expect(cellsOf(text)).toEqual(cells);
});

test('ten thousand lines are read at once', () => {
  const lines = Array.from({ length: 10_000 }, (_, at) => `"Title ${at}`);
  expect(cellsOf(lines.join('\n'))).toHaveLength(10_000);
});

test('a line with its break alone is one', () => {
  expect(['One', 'One\n', ' One\r\n'].map(isOneLine)).toEqual([true, true, true]);
  expect(['One\nTwo', 'One\tTwo'].map(isOneLine)).toEqual([false, false]);
});

test('the first rows are cut off where the next one begins, also where a cell has lines', () => {
  expect(splitAfter('One\tx\r\n"Two\nlines"\r\nThree\nFour', 2)).toEqual(['One\tx\r\n"Two\nlines"\r\n', 'Three\nFour']);
  expect(splitAfter('One\n\n', 2)).toEqual(['One\n\n', '']);
  expect(splitAfter('One\nTwo', 3)).toEqual(['One\nTwo', '']);
  expect(splitAfter('', 1)).toEqual(['', '']);
});

test('rows are read a little at a time', () => {
  const steps = rowSteps('x\n'.repeat(1_000));
  let turns = 0;
  while (steps.next().done !== true) turns += 1;
  expect(turns).toBe(5);
});
