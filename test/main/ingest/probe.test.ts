// What a container says of its clip: a courtesy that never stands in the way.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { probe } from '../../../main/ingest/probe.ts';
import type { OpenFile } from '../../../main/ports.ts';
import { fixture } from '../../engine/engine.ts';

const facts = { format: 'mp4', durationSeconds: null, width: null, height: null };
const opened = (bytes: Uint8Array): OpenFile => ({
  read: async (buffer, offset, length, position) => {
    const part = bytes.subarray(position, position + length);
    buffer.set(part, offset);
    return part.length;
  },
  stat: () => Promise.reject(new Error('not asked for')),
  close: async () => {},
});

it.each(['Harbour at dawn.mp4', 'Phone clip.mov', 'Studio loop.webm'])(
  '%s: how long and how large it is',
  async (name) => {
    const bytes = readFileSync(fixture(name));
    const found = await probe(opened(bytes), bytes.length, { ...facts, format: 'as it was' });
    expect(found.format).toBe('as it was');
    expect(found.durationSeconds).toBeGreaterThan(0.5);
    expect(found.durationSeconds).toBeLessThan(120);
    for (const side of [found.width, found.height]) {
      expect(side).toBeGreaterThanOrEqual(16);
      expect(side).toBeLessThan(4_000);
    }
  },
);

it('what cannot be understood says nothing', async () => {
  const words = Buffer.from('These are only words.'.repeat(50));
  expect(await probe(opened(words), words.length, facts)).toBe(facts);
  const failing: OpenFile = { ...opened(words), read: () => Promise.reject(new Error('EIO')) };
  expect(await probe(failing, words.length, facts)).toBe(facts);
});
