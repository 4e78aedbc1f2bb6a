// What each of very many clips gets goes to main in parts and is done as one act: thousands in one request would hold up the window.
import type { Bridge, OwnChange } from '../../preload/contract.ts';

/** A few milliseconds. */
const atOnce = 250;

export interface OwnChangeOf {
  readonly jobId: string;
  readonly change: OwnChange;
}

function partOf(all: readonly OwnChangeOf[], from: number, to: number) {
  const some = all.slice(from, to);
  return { ids: some.map(({ jobId }) => jobId), each: some.map(({ change }) => change) };
}

/** Gives how many it changed. */
export async function describeEach({ request }: Pick<Bridge, 'request'>, all: readonly OwnChangeOf[]): Promise<number> {
  let after = 0;
  for (; all.length - after > atOnce; after += atOnce)
    await request('job.handOver', { after, ...partOf(all, after, after + atOnce) });
  const { ids, each } = partOf(all, after, all.length);
  const { changed } = await request('job.describeMany', {
    ...{ target: { ids }, change: { draft: {}, titlePattern: null, terms: {}, each } },
    ...(after === 0 ? {} : { after }),
  });
  return changed;
}
