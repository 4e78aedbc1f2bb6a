// What has become of videos: one question for many, and what no list shows is asked for by itself before it counts as deleted.
import { describe, expect, it } from 'vitest';
import { SiteRefusal } from '../../../../main/answers.ts';
import { statesOf } from '../../../../main/site/content/video-states.ts';
import { answering, ava, type Given, inShort } from './answering.ts';

const record = (id: number, status: string, date = '2026-11-20T10:00:00') => ({
  ...{ id, status, date_gmt: date, title: { raw: 'A' }, slug: 'a' },
});
const gone: Given = { status: 404, json: { code: 'rest_post_invalid_id', message: 'Invalid post ID.' } };
const at = Date.UTC(2026, 10, 20, 10);

describe('many videos', () => {
  it('are one question, the trash included', async () => {
    const site = answering({ json: [record(7, 'publish'), record(9, 'trash')] });
    const states = await statesOf(site.calls, ava, [7, 9], 5);
    expect([...states]).toEqual([
      [7, { status: 'publish', date: at }],
      [9, { status: 'trash', date: at }],
    ]);
    expect(inShort(site.asked)).toEqual([
      'GET wp/v2/video?context=edit&include=7,9&per_page=100&status=publish,future,draft,pending,private,trash&_fields=id,title,status,slug,date_gmt,password,content.protected',
    ]);
  });

  it('are told apart by whether only a password opens them', async () => {
    const site = answering(
      { json: [{ ...record(7, 'publish'), password: 'tide' }] },
      { json: { ...record(9, 'publish'), content: { protected: true } } },
    );
    const states = await statesOf(site.calls, ava, [7, 9], 5);
    const open = { status: 'publish', date: at, isProtected: true };
    expect([...states]).toEqual([
      [7, open],
      [9, open],
    ]);
  });

  it('are a hundred at most', async () => {
    const site = answering({ json: [] });
    await statesOf(
      site.calls,
      ava,
      Array.from({ length: 130 }, (_, index) => index + 1),
      0,
    );
    expect(site.asked).toHaveLength(1);
    expect(inShort(site.asked)[0]).toContain(',99,100&');
  });
});

describe('a video that the list leaves out', () => {
  it.each<[string, Given, unknown]>([
    ['is deleted where the site says that there is none', gone, { status: null, date: null }],
    ['has a status of its own', { json: record(7, 'encoding') }, { status: 'encoding', date: at }],
    ['is nothing known of where it may not be seen', { status: 403, json: { code: 'rest_forbidden' } }, undefined],
    ['is nothing known of where its record is another one', { json: record(8, 'publish') }, undefined],
    ['is nothing known of where its status is not told', { json: record(7, '') }, undefined],
  ])('%s', async (_, alone, state) => {
    const site = answering({ json: [record(8, 'publish')] }, alone);
    const states = await statesOf(site.calls, ava, [7], 5);
    expect(states.get(7)).toEqual(state);
    expect(states.has(8)).toBe(false);
    expect(inShort(site.asked)[1]).toBe(
      'GET wp/v2/video/7?context=edit&_fields=id,title,status,slug,date_gmt,password,content.protected',
    );
  });

  it.each<[string, Given]>([
    [
      'a page of a firewall',
      { status: 404, headers: { 'content-type': 'text/html' }, body: Buffer.from('<p>Not here') },
    ],
    ['another 404', { status: 404, json: { code: 'rest_no_route' } }],
    ['a failing server', { status: 500, json: {} }],
  ])('is not taken for deleted by %s', async (_, alone) => {
    const site = answering({ json: [] }, alone);
    await expect(statesOf(site.calls, ava, [7], 5)).rejects.toThrow(SiteRefusal);
  });

  it('is asked for only so often', async () => {
    const site = answering({ json: [] }, gone);
    const states = await statesOf(site.calls, ava, [1, 2, 3, 4], 2);
    expect([...states.keys()]).toEqual([1, 2]);
    expect(site.asked).toHaveLength(3);
  });
});

describe('a site that does not give the list as it was asked for', () => {
  it.each([400, 403])('by %i is asked for each', async (status) => {
    const site = answering({ status, json: { code: 'rest_invalid_param' } }, { json: record(7, 'pending') });
    expect((await statesOf(site.calls, ava, [7], 5)).get(7)).toMatchObject({ status: 'pending' });
  });

  it.each([401, 429, 503])('by %i is left alone', async (status) => {
    const site = answering({ status, json: {} });
    await expect(statesOf(site.calls, ava, [7], 5)).rejects.toThrow(SiteRefusal);
    expect(site.asked).toHaveLength(1);
  });
});
