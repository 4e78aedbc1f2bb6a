// What is copied reaches the clipboard of an older Electron and of a newer one.
import { expect, test } from 'vitest';
import { writeClipboard } from '../../../main/shell/clipboard-shapes.ts';

class Item {
  readonly kinds: Record<string, string>;

  constructor(kinds: Record<string, string>) {
    this.kinds = kinds;
  }
}

test.each([
  [{ text: 'a' }, { 'text/plain': 'a' }],
  [
    { text: 'a', html: '' },
    { 'text/plain': 'a', 'text/html': '' },
  ],
])('%j', async (what, kinds) => {
  const written: unknown[] = [];
  const older = { write: (data: unknown) => void written.push(data) };
  await writeClipboard(older, undefined, what);
  expect(written).toEqual([what]);
  const newer = {
    write: async (items: Item[]) => {
      await Promise.resolve();
      written.push(items.map((one) => one.kinds));
    },
  };
  await writeClipboard(newer, Item, what);
  expect(written).toEqual([what, [kinds]]);
});

test('a clipboard that takes nothing fails', async () => {
  const refusing = { write: () => Promise.reject(new Error('The clipboard is held')) };
  await expect(writeClipboard(refusing, Item, { text: 'a' })).rejects.toThrow('held');
});
