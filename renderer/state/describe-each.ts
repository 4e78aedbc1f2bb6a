// What each of very many clips or videos gets goes to main in parts and is done as one act: thousands in one request would hold up the window.
import type { Bridge, OwnChange, VideoText } from '../../preload/contract.ts';

/** A few milliseconds. */
const atOnce = 250;

/** All but the last part; gives that one, and how many came before it. */
async function allButLast<T>(
  all: readonly T[],
  handOver: (some: readonly T[], after: number) => Promise<unknown>,
): Promise<{ readonly last: readonly T[]; readonly before: { readonly after?: number } }> {
  let after = 0;
  for (; all.length - after > atOnce; after += atOnce) await handOver(all.slice(after, after + atOnce), after);
  return { last: all.slice(after), before: after === 0 ? {} : { after } };
}

export interface OwnChangeOf {
  readonly jobId: string;
  readonly change: OwnChange;
}

const partOf = (some: readonly OwnChangeOf[]) => ({
  ids: some.map(({ jobId }) => jobId),
  each: some.map(({ change }) => change),
});

/** Gives how many it changed. */
export async function describeEach({ request }: Pick<Bridge, 'request'>, all: readonly OwnChangeOf[]): Promise<number> {
  const { last, before } = await allButLast(all, (some, after) => request('job.handOver', { after, ...partOf(some) }));
  const { ids, each } = partOf(last);
  const { changed } = await request('job.describeMany', {
    ...{ target: { ids }, change: { draft: {}, titlePattern: null, terms: {}, each } },
    ...before,
  });
  return changed;
}

export async function describeVideos(
  { request }: Pick<Bridge, 'request'>,
  accountId: string,
  all: readonly VideoText[],
): Promise<void> {
  const { last, before } = await allButLast(all, (texts, after) =>
    request('library.handOver', { accountId, after, texts }),
  );
  await request('library.describeMany', { accountId, texts: last, ...before });
}
