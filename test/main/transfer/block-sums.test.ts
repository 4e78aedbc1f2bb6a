// The sum of a clip's sums block by block, over real bytes on the hasher's own thread.
import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { workerHasher } from '../../../main/adapters/hasher.ts';
import { beginBlockSums, blockBytes } from '../../../main/transfer/block-sums.ts';
import { blocksSum } from './clips.ts';

const hasher = workerHasher();
afterAll(() => hasher.close());

/** Bytes that the hasher's thread can see. */
function shared(bytes: Uint8Array): Uint8Array {
  const memory = new Uint8Array(new SharedArrayBuffer(bytes.length));
  memory.set(bytes);
  return memory;
}

describe('the sum of the sums of all blocks', () => {
  it.each([
    ['nothing', 0],
    ['one byte', 1],
    ['a byte less than a block', blockBytes - 1],
    ['a block', blockBytes],
    ['a byte more', blockBytes + 1],
    ['two blocks', 2 * blockBytes],
    ['three and a half', 3.5 * blockBytes],
  ])('is the same in whatever parts the bytes come: %s', async (_, length) => {
    const bytes = randomBytes(length);
    for (const most of [length, 8 * blockBytes, 700_001, 65_536]) {
      const run = beginBlockSums(hasher);
      for (let at = 0; at < length; at += most) await run.update(shared(bytes.subarray(at, at + most)));
      expect(await run.digest()).toBe(blocksSum(bytes));
    }
  });

  it('is another one where two blocks have changed places', async () => {
    const [one, two] = [randomBytes(blockBytes), randomBytes(blockBytes)];
    const sums = [Buffer.concat([one, two]), Buffer.concat([two, one])].map(async (bytes) => {
      const run = beginBlockSums(hasher);
      await run.update(shared(bytes));
      return run.digest();
    });
    expect(new Set(await Promise.all(sums)).size).toBe(2);
  });

  it('leaves no run behind when it is dropped in the middle of a block', async () => {
    let open = 0;
    const begin = () => {
      open++;
      const run = hasher.begin();
      const end = () => void open--;
      return {
        update: run.update,
        digest: async () => {
          end();
          return run.digest();
        },
        drop: () => {
          end();
          run.drop();
        },
      };
    };
    const run = beginBlockSums({ begin, close: async () => undefined });
    await run.update(shared(randomBytes(1.5 * blockBytes)));
    expect(open).toBe(1);
    run.drop();
    expect(open).toBe(0);
  });

  it('rejects with the death of the hasher, not before (F-08)', async () => {
    const own = workerHasher();
    const run = beginBlockSums({
      close: own.close,
      begin: () => ({ ...own.begin(), digest: () => Promise.reject(new Error('died')) }),
    });
    await run.update(shared(randomBytes(2.5 * blockBytes)));
    await expect(run.digest()).rejects.toThrow('died');
    await own.close();
  });
});
