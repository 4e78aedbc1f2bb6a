// sha256 on a thread of its own, and the memory that is shared with it: what a clip's sum is, and what becomes of it when it ends early.
import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sharedBuffers, workerHasher } from '../../../main/adapters/hasher.ts';
import type { Hasher } from '../../../main/ports.ts';

function hasherOfTest(): Hasher {
  const hasher = workerHasher();
  onTestFinished(() => hasher.close());
  return hasher;
}
const chunkOf = (text: string, before = 0): Uint8Array => {
  const bytes = Buffer.from(text);
  const chunk = new Uint8Array(new SharedArrayBuffer(before + bytes.length + 3), before, bytes.length);
  chunk.set(bytes);
  return chunk;
};
const sumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('the sum of a clip', () => {
  it('is that of its pieces, wherever they lie in the memory, and of others not', async () => {
    const hasher = hasherOfTest();
    const [one, other] = [hasher.begin(), hasher.begin()];
    const updates = [one.update(chunkOf('first', 7)), other.update(chunkOf('other')), one.update(chunkOf('second'))];
    await Promise.all(updates);
    expect(await Promise.all([one.digest(), other.digest()])).toEqual([sumOf('firstsecond'), sumOf('other')]);
    expect(await hasher.begin().digest()).toBe(sumOf(''));
  });

  it('is asked for once: then it has ended', async () => {
    const run = hasherOfTest().begin();
    await run.update(chunkOf('a'));
    await run.digest();
    await expect(run.update(chunkOf('b'))).rejects.toThrow('has ended');
    await expect(run.digest()).rejects.toThrow('has ended');
  });

  it('of a clip that is dropped keeps nobody waiting, and is no clip’s any more', async () => {
    const hasher = hasherOfTest();
    const run = hasher.begin();
    const update = run.update(chunkOf('a'));
    run.drop();
    await expect(update).resolves.toBeUndefined();
    await expect(run.update(chunkOf('b'))).rejects.toThrow('has ended');
    await expect(run.digest()).rejects.toThrow('has ended');
    run.drop();
    const next = hasher.begin();
    await next.update(chunkOf('c'));
    expect(await next.digest()).toBe(sumOf('c'));
  });

  it('fails with the thread, and the next clip gets a new one', async () => {
    const hasher = hasherOfTest();
    const [run, other] = [hasher.begin(), hasher.begin()];
    await other.update(chunkOf('a'));
    // More of the memory than there is: the thread dies of it.
    const beyond = { buffer: new SharedArrayBuffer(4), byteOffset: 2, length: 8 } as unknown as Uint8Array;
    const updates = [run.update(beyond), run.update(chunkOf('b'))];
    const failed = await Promise.allSettled([...updates, other.digest()]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await expect(run.digest()).rejects.toThrow('has ended');
    const next = hasher.begin();
    await next.update(chunkOf('c'));
    expect(await next.digest()).toBe(sumOf('c'));
  });

  it('that nobody has yet when the thread is ended never comes', async () => {
    const [hasher, other] = [hasherOfTest(), hasherOfTest()];
    await hasher.begin().digest();
    let isSettled = false;
    const settle = (): void => {
      isSettled = true;
    };
    hasher.begin().digest().then(settle, settle);
    const ended = hasher.close();
    // A thread that was begun later has come that far.
    await other.begin().digest();
    await ended;
    expect(isSettled).toBe(false);
  });

  it('can be had while a thread is still ending: it comes from the next one', async () => {
    const hasher = hasherOfTest();
    await hasher.begin().digest();
    const ended = hasher.close();
    expect(await hasher.begin().digest()).toBe(sumOf(''));
    await ended;
    expect(await hasher.begin().digest()).toBe(sumOf(''));
  });

  it('can be had again after the thread was ended', async () => {
    const hasher = hasherOfTest();
    await hasher.close();
    expect(await hasher.begin().digest()).toBe(sumOf(''));
    await hasher.close();
    const run = hasher.begin();
    await run.update(chunkOf('again'));
    expect(await run.digest()).toBe(sumOf('again'));
  });
});

describe('shared memory', () => {
  it('is taken again when it was given back, by its size', () => {
    const buffers = sharedBuffers();
    const [small, other, large] = [buffers.take(8), buffers.take(8), buffers.take(16)];
    expect([small.length, other.length, large.length]).toEqual([8, 8, 16]);
    expect(small.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(small === other).toBe(false);
    for (const one of [small, large, other]) buffers.give(one);
    expect(buffers.take(16) === large).toBe(true);
    const again = [buffers.take(8), buffers.take(8), buffers.take(8)];
    expect(again.map((one) => [small, other].indexOf(one)).toSorted()).toEqual([-1, 0, 1]);
    expect(again.map(({ buffer }) => buffer.byteLength)).toEqual([8, 8, 8]);
  });
});
