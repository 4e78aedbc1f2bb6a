// A list of the site gone through to its end, also where the site never ends it.
import { describe, expect, it } from 'vitest';
import { readAnswer, SiteRefusal } from '../../../../main/answers.ts';
import { walkPages } from '../../../../main/site/content/walk-pages.ts';

/** What is kept of pages of ids where the site says that there are `told` pages. */
async function walked(pages: (page: number) => readonly number[], told: number, mostPages = 1_000) {
  const asked: number[] = [];
  const kept: number[] = [];
  const ask = async (page: number) => {
    asked.push(page);
    const body = Buffer.from(JSON.stringify(pages(page).map((id) => ({ id }))));
    return readAnswer({ status: 200, headers: { 'x-wp-totalpages': `${told}` }, body, cut: null }, 0);
  };
  const work = walkPages(ask, mostPages, (record) => {
    const { id } = record as { readonly id: number };
    return { id, keep: () => kept.push(id) };
  });
  const end = await work.then(
    () => 'end',
    (error: unknown) => (error instanceof SiteRefusal ? 'refusal' : error),
  );
  return { asked: asked.length, kept, end };
}

describe('a walk', () => {
  it('takes each record once, from every page that there is', async () => {
    const pages = [[1, 2], [2, 3], [], [4]];
    expect(await walked((page) => pages[page - 1] ?? [], 4)).toEqual({ asked: 4, kept: [1, 2, 3, 4], end: 'end' });
  });

  it('goes no further than it is told to', async () => {
    expect(await walked((page) => [page], 9, 3)).toEqual({ asked: 3, kept: [1, 2, 3], end: 'end' });
    expect(await walked(() => [1], 1)).toEqual({ asked: 1, kept: [1], end: 'end' });
  });

  it('follows a list that becomes longer or shorter on the way', async () => {
    let told = 5;
    const ask = async (page: number) => {
      if (page === 2) told = 3;
      const headers = { 'x-wp-totalpages': `${told}` };
      return readAnswer({ status: 200, headers, body: Buffer.from(`[{"id":${page}}]`), cut: null }, 0);
    };
    const kept: number[] = [];
    await walkPages(ask, 99, (record) => {
      const { id } = record as { readonly id: number };
      return { id, keep: () => kept.push(id) };
    });
    expect(kept).toEqual([1, 2, 3]);
  });

  it('is no proof of anything where it goes round in circles', async () => {
    expect(await walked(() => [1, 2], 99)).toEqual({ asked: 4, kept: [1, 2], end: 'refusal' });
    // Two pages of what was there before may be rows that moved.
    const moving = (page: number): number[] => (page % 3 === 1 ? [page] : [1]);
    expect((await walked(moving, 30)).end).toBe('end');
    // An empty page is no repeat, and begins the count anew.
    const resting = (page: number): number[] => (page % 3 === 0 ? [] : [1]);
    expect((await walked(resting, 60)).end).toBe('end');
  });

  it('is none either where it goes on and on with nothing in it', async () => {
    expect(await walked(() => [], 99)).toMatchObject({ asked: 30, end: 'refusal' });
    const hidden = (page: number): number[] => (page % 30 === 0 ? [page] : []);
    expect((await walked(hidden, 90)).end).toBe('end');
  });
});
