// Stored files and pictures: how they are asked for, and what of an answer is believed.
import { describe, expect, it } from 'vitest';
import { SiteRefusal } from '../../../../main/answers.ts';
import type { Site, StoredFile } from '../../../../main/model.ts';
import { filesSince, fileWith, sampleOf } from '../../../../main/site/content/media.ts';
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
    expect(await sampleOf(calls, root, file, 5, 10)).toEqual({ bytes: Buffer.alloc(10, 7), total: 2_000 });
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
