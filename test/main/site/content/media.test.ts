// Stored files and pictures: how they are asked for, and what of an answer is believed.
import { describe, expect, it } from 'vitest';
import { SiteRefusal } from '../../../../main/answers.ts';
import type { Site, StoredFile } from '../../../../main/model.ts';
import { bytesOf, filesByPage, filesSince, fileWith, sampleOf } from '../../../../main/site/content/media.ts';
import { downloadPicture, pictureAddresses } from '../../../../main/site/content/pictures.ts';
import { answering, ava, type Given, inShort, root } from './answering.ts';

const record = (id: number): object => ({
  id,
  post: 7,
  title: { rendered: 'C0001' },
  source_url: 'https://e.com/C0001.mp4',
  date_gmt: '2026-11-20T06:00:00',
  media_details: { filesize: 2_000 },
});
const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (answer) => answer,
    (error: unknown) => (error instanceof SiteRefusal ? 'refusal' : error),
  );

describe('the files of somebody', () => {
  it('are asked for by author and time, newest first, page by page', async () => {
    const headers = { 'x-wp-totalpages': '2' };
    const { calls, asked } = answering({ json: [record(1)], headers }, { json: [record(2)], headers });
    const files = await filesSince(calls, ava, 5, Date.UTC(2026, 10, 20, 6));
    expect(files).toMatchObject([
      { mediaId: 1, videoId: 7, bytes: 2_000, sourceUrl: 'https://e.com/C0001.mp4' },
      { mediaId: 2 },
    ]);
    const query = 'context=edit&author=5&after=2026-11-20T06:00:00Z&orderby=date&order=desc&per_page=100';
    expect(inShort(asked)).toEqual([1, 2].map((page) => `GET wp/v2/media?${query}&page=${page}`));
  });

  it('may be asked for up to a time, and for so many pages', async () => {
    const { calls, asked } = answering({ json: [record(1)], headers: { 'x-wp-totalpages': '9' } });
    await filesSince(calls, ava, 5, 0, { before: Date.UTC(2026, 10, 21), mostPages: 1 });
    expect(asked).toHaveLength(1);
    expect(inShort(asked)[0]).toContain('&before=2026-11-21T00:00:00');
  });

  it('are looked through for fifty pages where nothing else was said', async () => {
    let id = 0;
    const pages = Array.from({ length: 60 }, () => ({ json: [record(++id)], headers: { 'x-wp-totalpages': '60' } }));
    const { calls, asked } = answering(...pages);
    expect([await filesSince(calls, ava, 5, 0), asked.length]).toEqual([expect.any(Array), 50]);
  });
});

describe('all files of somebody', () => {
  /** Reads from a page on until `enough` pages were kept; what was kept, and what was asked. */
  async function read(steps: readonly Given[], page = 1, enough = Number.POSITIVE_INFINITY) {
    const kept: { readonly ids: readonly number[]; readonly next: number | null }[] = [];
    const { calls, asked } = answering(...steps);
    const keep = async (files: readonly StoredFile[], next: number | null): Promise<boolean> => {
      kept.push({ ids: files.map(({ mediaId }) => mediaId), next });
      return kept.length < enough;
    };
    const ended = await refusalOf(filesByPage(calls, ava, 5, { page, perPage: 20 }, keep));
    return { kept, asked, ended };
  }
  const pageOf = (pages: number, ...ids: readonly number[]): Given => ({
    json: ids.map(record),
    headers: { 'x-wp-totalpages': String(pages) },
  });

  it('are asked for by author and id, newest first, page by page to the end', async () => {
    const { kept, asked, ended } = await read([pageOf(3, 9, 8), pageOf(3, 7), pageOf(3, 6)]);
    expect(kept).toEqual([
      { ids: [9, 8], next: 2 },
      { ids: [7], next: 3 },
      { ids: [6], next: null },
    ]);
    const fields = '_fields=id,post,title,source_url,date_gmt,media_details';
    const query = 'context=edit&author=5&orderby=id&order=desc&per_page=20';
    expect(inShort(asked)).toEqual([1, 2, 3].map((page) => `GET wp/v2/media?${query}&page=${page}&${fields}`));
    expect(ended).toBeUndefined();
  });

  it('are as the site tells of them', async () => {
    const files: StoredFile[] = [];
    await filesByPage(answering({ json: [record(1)] }).calls, ava, 5, { page: 1, perPage: 9 }, async (given) => {
      files.push(...given);
      return true;
    });
    expect(files).toEqual([
      {
        ...{ mediaId: 1, videoId: 7, title: 'C0001', sourceUrl: 'https://e.com/C0001.mp4', bytes: 2_000 },
        createdAt: Date.UTC(2026, 10, 20, 6),
      },
    ]);
  });

  it('are read from a later page on, and no further than is wanted', async () => {
    const { kept, asked } = await read([pageOf(9, 5), pageOf(9, 4)], 4, 2);
    expect(kept).toEqual([
      { ids: [5], next: 5 },
      { ids: [4], next: 6 },
    ]);
    expect(asked).toHaveLength(2);
  });

  it('are none where the account has none, or the site does not say how many pages there are: one', async () => {
    expect((await read([pageOf(0)])).kept).toEqual([{ ids: [], next: null }]);
    expect((await read([{ json: [record(1)] }])).kept).toEqual([{ ids: [1], next: null }]);
  });

  const none = { status: 400, json: { code: 'rest_post_invalid_page_number' } };

  it('have come to their end where a page is not there any more', async () => {
    const { kept, asked, ended } = await read([pageOf(2, 9), none]);
    expect([kept.at(-1), asked.length, ended]).toEqual([{ ids: [], next: null }, 2, undefined]);
    expect((await read([none], 2)).ended).toBeUndefined();
  });

  it.each<[string, readonly Given[], number]>([
    ['has no first page', [none], 0],
    ['refuses a later page', [pageOf(2, 9), { status: 400, json: { code: 'rest_invalid_param' } }], 1],
    ['refuses', [{ status: 403 }], 0],
    ['answers otherwise', [{ status: 201, json: [record(1)] }], 0],
    ['gives no list', [{ json: {} }], 0],
    ['gives something else than a file', [{ json: [record(1), { id: 'x' }] }], 0],
    ['counts its pages by no number', [{ json: [record(1)], headers: { 'x-wp-totalpages': 'x' } }], 0],
  ])('cannot be read where the site %s', async (_, steps, count) => {
    const { kept, ended } = await read(steps);
    expect([kept.length, ended]).toEqual([count, 'refusal']);
  });

  it.each<[string, Given]>([
    ['the same', pageOf(900, 9, 8)],
    ['nothing', pageOf(900)],
  ])('lead nowhere where thirty pages in a row bring %s', async (_, again) => {
    const { asked, ended, kept } = await read([pageOf(900, 9, 8), again]);
    expect([asked.length, kept.length, ended]).toEqual([31, 30, 'refusal']);
  });

  it('go on where something new comes after twenty-nine such pages, and count anew', async () => {
    const vain = Array.from({ length: 29 }, () => pageOf(61, 9));
    const { asked, ended } = await read([pageOf(61, 9), ...vain, pageOf(61, 9, 8), ...vain, pageOf(61, 7)]);
    expect([asked.length, ended]).toEqual([61, undefined]);
  });

  it('are five thousand pages at most', async () => {
    const { kept } = await read([pageOf(9_000, 9), pageOf(9_000, 8)], 4_999);
    expect(kept).toEqual([
      { ids: [9], next: 5_000 },
      { ids: [8], next: null },
    ]);
  });

  it('are not read further where a page could not be kept', async () => {
    const { calls, asked } = answering(pageOf(9, 5));
    const full = new Error('the disk is full');
    const work = filesByPage(calls, ava, 5, { page: 1, perPage: 9 }, () => Promise.reject(full));
    await expect(work).rejects.toBe(full);
    expect(asked).toHaveLength(1);
  });
});

it('one file is found by its number, or is not there; anything else is a refusal', async () => {
  const found = answering({ json: record(9) });
  expect(await fileWith(found.calls, ava, 9)).toMatchObject({ mediaId: 9, bytes: 2_000 });
  expect(inShort(found.asked)).toEqual(['GET wp/v2/media/9?context=edit']);
  expect(await fileWith(answering({ status: 404 }).calls, ava, 9)).toBeNull();
  for (const given of [{ status: 403 }, { status: 201, json: record(9) }, { json: { id: 'x' } }] as Given[])
    expect(await refusalOf(fileWith(answering(given).calls, ava, 9))).toBe('refusal');
});

describe('a sample of a stored file', () => {
  const file: StoredFile = {
    ...{ mediaId: 1, videoId: 2, title: '', bytes: null, createdAt: null },
    sourceUrl: 'https://e.com/C0001.mp4',
  };
  const sample = (range: string | null, bytes = 10, status = 206) => {
    const headers: Record<string, string> = range === null ? {} : { 'content-range': range };
    return sampleOf(answering({ status, headers, body: Buffer.alloc(bytes, 7) }).calls, root, file, 5, 10);
  };

  it('is just the bytes that were asked for, and what the server says of the whole', async () => {
    const { calls, asked } = answering({
      status: 206,
      headers: { 'content-range': 'bytes 5-14/2000' },
      body: Buffer.alloc(10, 7),
    });
    expect(await sampleOf(calls, root, file, 5, 10)).toEqual({
      kind: 'part',
      bytes: Buffer.alloc(10, 7),
      total: 2_000,
    });
    expect(asked).toMatchObject([{ url: file.sourceUrl, headers: { range: 'bytes=5-14' }, maxAnswerBytes: 11 }]);
    expect((await sample('bytes 5-14/*'))?.total).toBeNull();
    const later = { status: 206, headers: { 'content-range': 'bytes 1000-1009/2000' }, body: Buffer.alloc(10, 7) };
    expect(await sampleOf(answering(later).calls, root, file, 1_000, 10)).not.toBeNull();
  });

  it('is never asked for on another origin', async () => {
    const { calls, asked } = answering({});
    expect(await sampleOf(calls, root, { ...file, sourceUrl: 'https://cdn.example/a.mp4' }, 5, 10)).toBeNull();
    expect(asked).toEqual([]);
  });

  it.each<[string, Parameters<typeof sample>]>([
    ['the whole file', ['bytes 5-14/2000', 10, 200]],
    ['no range', [null]],
    ['another beginning', ['bytes 6-14/2000']],
    ['another end', ['bytes 5-15/2000']],
    ['something around the range', ['x bytes 5-14/2000']],
    ['something behind the range', ['bytes 5-14/2000 x']],
    ['a total that is none', ['bytes 5-14/x']],
    ['fewer bytes', ['bytes 5-14/2000', 9]],
    ['more bytes', ['bytes 5-14/2000', 11]],
  ])('is none where the server gives %s', async (_, given) => {
    expect(await sample(...given)).toBeNull();
  });
});

describe('the beginning of a stored file', () => {
  const file: StoredFile = {
    ...{ mediaId: 1, videoId: 2, title: '', bytes: null, createdAt: null },
    sourceUrl: 'https://e.com/C0001.mp4',
  };
  const whole = Buffer.from('the whole of a clip');
  const served = (given: Given) =>
    bytesOf(answering({ body: whole, ...given }).calls, root, file, { start: 5, length: 3 }, 9);

  it('is what a server gives that sends files whole, as far as it is wanted', async () => {
    const { calls, asked } = answering({ body: whole });
    const begun = await bytesOf(calls, root, file, { start: 5, length: 3 }, 9);
    expect(begun).toEqual({ kind: 'beginning', bytes: Buffer.from('the whole'), total: 19 });
    expect(asked).toMatchObject([{ headers: { range: 'bytes=5-7' }, maxAnswerBytes: 10 }]);
  });

  it.each<[string, Given, number | null]>([
    ['by its bytes where all of them came, whatever is said', { headers: { 'content-length': '7' } }, 19],
    ['by what is said where more would have come', { cut: 'enough', headers: { 'content-length': '2000' } }, 2_000],
    ['not where nothing is said', { cut: 'enough' }, null],
    [
      'not by the length of what was packed',
      { cut: 'enough', headers: { 'content-length': '2000', 'content-encoding': 'br' } },
      null,
    ],
  ])('tells how large the whole is %s', async (_, given, total) => {
    expect(await served(given)).toMatchObject({ kind: 'beginning', total });
  });

  it.each<[string, Given]>([
    ['is not there', { status: 404, headers: { 'content-range': 'bytes 5-7/19' }, body: Buffer.from('ole') }],
    ['is given in part without a word of which', { status: 206, body: Buffer.from('ole') }],
  ])('is none where the file %s', async (_, given) => {
    expect(await served(given)).toBeNull();
  });
});

describe('a picture', () => {
  const sizes = (...widths: readonly (number | string)[]) =>
    Object.fromEntries(widths.map((width) => [`w${width}`, { width, source_url: `https://e.com/${width}.jpg` }]));
  const picture = (id: number, details: unknown): object => ({
    id,
    source_url: 'https://e.com/full.jpg',
    media_details: details,
  });
  const addressOf = async (details: unknown): Promise<string | undefined> =>
    (await pictureAddresses(answering({ json: [picture(4, details)] }).calls, ava, [4])).get(4);

  it.each<[string, unknown, string]>([
    ['the smallest that is large enough', { sizes: sizes(1_024, 150, 300, 768) }, '300.jpg'],
    ['the next one above', { sizes: sizes(768, 299, 1_024) }, '768.jpg'],
    ['its width as text', { sizes: sizes('400', 500) }, '400.jpg'],
    ['the whole where none is large enough', { sizes: sizes(150, 299) }, 'full.jpg'],
    ['the whole where there are none', { sizes: [] }, 'full.jpg'],
    ['the whole where nothing is said', undefined, 'full.jpg'],
    ['the whole where it makes no sense', 'x', 'full.jpg'],
    ['what makes sense among what does not', { sizes: { a: 5, b: { width: 'x' }, ...sizes(640) } }, '640.jpg'],
  ])('is taken in %s', async (_, details, name) => {
    expect(await addressOf(details)).toBe(`https://e.com/${name}`);
  });

  it('is one of those that were asked for, in one question', async () => {
    const { calls, asked } = answering({ json: [picture(4, {}), { id: 0 }, 'x', { id: 6 }, picture(5, {})] });
    expect([...(await pictureAddresses(calls, ava, [4, 5])).keys()]).toEqual([4, 5]);
    expect(inShort(asked)).toEqual(['GET wp/v2/media?include=4,5&per_page=100&_fields=id,source_url,media_details']);
    expect((await pictureAddresses(answering({ json: { id: 4 } }).calls, ava, [4])).size).toBe(0);
  });

  const site = { root, address: 'https://www.e.com' } as Site;
  const mebibytes = 1024 * 1024;
  it.each<[string, string, Given, boolean]>([
    ['of the site itself', 'https://e.com/a.jpg', {}, true],
    ['of the address of its pages', 'https://www.e.com/a.jpg', {}, true],
    ['of another host', 'https://cdn.example/a.jpg', {}, false],
    ['that is not given', 'https://e.com/a.jpg', { status: 404 }, false],
    ['as large as may be', 'https://e.com/a.jpg', { body: Buffer.alloc(4 * mebibytes) }, true],
    ['larger than that', 'https://e.com/a.jpg', { body: Buffer.alloc(4 * mebibytes + 1) }, false],
  ])('%s', async (_, url, given, isThere) => {
    const { calls, asked } = answering({ body: Buffer.from('picture'), ...given });
    expect((await downloadPicture(calls, site, url)) !== null).toBe(isThere);
    if (asked.length > 0)
      expect(asked).toMatchObject([{ url, headers: { accept: 'image/*' }, maxAnswerBytes: 4 * mebibytes + 1 }]);
    expect(asked.length).toBe(url.includes('cdn') ? 0 : 1);
  });
});
