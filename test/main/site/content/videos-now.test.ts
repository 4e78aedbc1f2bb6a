// What a site has of videos now: one question for many, one for each that it leaves out, and what of the answers is believed.
import { expect, it } from 'vitest';
import { SiteRefusal } from '../../../../main/answers.ts';
import { videosNow } from '../../../../main/site/content/videos-now.ts';
import { answering, ava, type Given, inShort } from './answering.ts';

const record = (id: number, changes: object = {}) => ({ id, title: { raw: `No ${id}` }, status: 'draft', ...changes });

async function now(ids: readonly number[], steps: readonly Given[], mostAlone = 9) {
  const { calls, asked } = answering(...steps);
  const found = await videosNow(calls, ava, { ids, fields: 'link', mostAlone });
  const told = [...found].map(([id, item]) => [id, item === 'gone' ? item : item.title]);
  return { told, asked: inShort(asked) };
}
const refused = (ids: readonly number[], ...steps: readonly Given[]): Promise<unknown> =>
  now(ids, steps).catch((error: unknown) => error);

it('is asked for all of them at once, and for those that the list leaves out each by itself', async () => {
  const { told, asked } = await now([3, 4], [{ json: [record(3)] }, { json: record(4) }]);
  expect(told).toEqual([
    [3, 'No 3'],
    [4, 'No 4'],
  ]);
  const fields = '_fields=id,title,status,link';
  expect(asked).toEqual([
    `GET wp/v2/video?context=edit&include=3,4&per_page=100&status=publish,future,draft,pending,private,trash&${fields}`,
    `GET wp/v2/video/4?context=edit&${fields}`,
  ]);
});

it('is asked for a hundred at most, and by themselves for no more than was said', async () => {
  const ids = Array.from({ length: 120 }, (_, at) => at + 1);
  const { told, asked } = await now(ids, [{ json: [] }, { json: record(1) }, { json: record(2) }], 2);
  expect([asked.length, told.map(([id]) => id)]).toEqual([3, [1, 2]]);
  expect(asked[0]).toContain(',100&');
});

it.each([400, 403])('is asked for each by itself where it answers %i to all of them', async (status) => {
  const { told } = await now([3, 4], [{ status, json: [record(3)] }, { json: record(3) }, { status: 403 }]);
  expect(told).toEqual([[3, 'No 3']]);
});

it('says of one that there is none; a route that is missing or a failure says nothing of it', async () => {
  const none = { code: 'rest_post_invalid_id' };
  expect((await now([3], [{ json: [] }, { status: 404, json: none }])).told).toEqual([[3, 'gone']]);
  const others: readonly Given[] = [
    { status: 404, json: { code: 'rest_no_route' } },
    { status: 500, json: none },
    { status: 500, json: record(3) },
    { status: 401 },
  ];
  for (const other of others) expect(await refused([3], { json: [] }, other)).toBeInstanceOf(SiteRefusal);
});

it.each<[string, object]>([
  ['another video', record(9)],
  ['no status', { id: 3, title: { raw: 'No 3' } }],
  ['an empty status', record(3, { status: '' })],
])('is not believed where it shows %s', async (_, shown) => {
  expect((await now([3], [{ json: [shown] }, { json: shown }])).told).toEqual([]);
});

it.each<[string, Given]>([
  ['is out of order', { status: 503 }],
  ['takes no sign-in', { status: 401 }],
  ['gives no list', { json: {} }],
])('is refused where the site %s', async (_, given) => {
  expect(await refused([3], given)).toBeInstanceOf(SiteRefusal);
});
