// Addresses among the arguments as Windows reads them: there a host in one is another computer, which would be asked at once.
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';
import { readArguments } from '../../../main/shell/start-arguments.ts';

vi.mock(import('node:url'), async (original) => {
  const real = await original();
  return { ...real, fileURLToPath: (url) => real.fileURLToPath(url, { windows: true }) };
});

test('a file of another computer is no file', () => {
  for (const argument of ['file://server/share/clip.mp4', 'file://10.0.0.7/c$/clip.mp4', 'file://evil.example/x.mp4'])
    expect(readArguments([argument], '/', null).paths, argument).toEqual([]);
});

test('a file of this one is', () => {
  const address = pathToFileURL('C:\\clips\\clip.mp4', { windows: true }).href;
  expect(readArguments([address], '/', null).paths).toHaveLength(1);
});
