// Videos that are moved in the Library, as tests wait for them: each batch to its end, and whatever it comes to.
import type { LibraryAct, LibraryActResult, LibraryBatch } from '../../preload/contract.ts';
import type { Engine } from './engine.ts';

/** Resolves with the batch as soon as it fits; rejects with all of them as they are after `timeoutMs`. */
export function untilBatch(
  { uploader }: Engine,
  id: number,
  fits: (batch: LibraryBatch) => boolean,
  timeoutMs = 20_000,
): Promise<LibraryBatch> {
  return new Promise((resolve, reject) => {
    let last: readonly LibraryBatch[] = [];
    const take = (all: readonly LibraryBatch[]): void => {
      last = all;
      const found = all.find((one) => one.id === id);
      if (found === undefined || !fits(found)) return;
      clearTimeout(timer);
      end();
      resolve(found);
    };
    const end = uploader.on('library.batches', take);
    const timer = setTimeout(() => {
      end();
      reject(new Error(`still ${JSON.stringify(last)}`));
    }, timeoutMs);
    uploader.handlers['library.batches']().then(take, reject);
  });
}

/** All of it is over. */
export const untilOver = (engine: Engine, id: number): Promise<LibraryBatch> =>
  untilBatch(engine, id, ({ result, taken }) => result !== null || taken !== null);

/** What became of an act of the Library, which is told then. */
export async function moved(
  engine: Engine,
  accountId: string,
  act: LibraryAct,
  ids: readonly number[],
): Promise<LibraryActResult> {
  const id = await engine.uploader.handlers['library.act']({ accountId, ids, act });
  if (id === null) return { done: [], failed: [] };
  const { result } = await untilOver(engine, id);
  await engine.uploader.handlers['library.batch']({ id, how: 'told' });
  return result ?? { done: [], failed: [] };
}
