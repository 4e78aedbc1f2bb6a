// Links and receipts on the whole engine against the practice site: of clips that were sent, of videos of the library, and of what is not there.
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SaveError } from '../../main/ports.ts';
import type { Linked, LinkForm, ReceiptForm } from '../../preload/contract.ts';
import { linksIn } from '../main/features/links/read-back.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { api } from '../site/test-client.ts';
import { type Engine, fixture, startEngine } from './engine.ts';

let site: PracticeSite;
let engine: Engine;
let accountId: string;

beforeAll(async () => {
  site = await startPracticeSite({ ownProcess: true });
});
afterAll(() => site.stop());
beforeEach(async () => {
  await site.switches({});
  await site.reset();
  engine = await startEngine();
  accountId = await engine.connect(site);
});
afterEach(() => engine.stop());

const copy = (of: Linked, form: LinkForm = 'lines') => engine.uploader.handlers['links.copy']({ of, form });
const everything: Linked = { jobs: { filter: 'all' } };
const none = { copied: 0, notPublic: 0, short: 0, notThere: 0, gone: 0 };
const hard = 'A & B "½" <b> é 你好';
const linkOf = async (id: number): Promise<string> =>
  (await api(site, 'ava', 'GET', `wp/v2/video/${id}?context=edit`)).json.link;

/** The ids of their videos, in the order of the list. */
async function sent(...names: readonly string[]): Promise<readonly number[]> {
  await engine.add(accountId, ...names.map(fixture));
  const rows = await engine.settled(['done']);
  return rows.map(({ state }) => (state.kind === 'done' ? (state.videoId ?? 0) : 0));
}

test('clips that were sent, in the order of the list, with the titles and addresses that they have there by now', async () => {
  const [first = 0, second = 0] = await sent('C0001.mp4', 'Tide pools.mp4');
  await site.editVideo(first, { title: hard, status: 'publish' });
  await site.editVideo(second, { title: '=1+1', status: 'publish' });
  const links = [await linkOf(first), await linkOf(second)];
  expect(await copy(everything, 'markdown')).toEqual({ ...none, copied: 2 });
  expect(engine.copied.at(-1)).toEqual({ text: `- [A & B "½" \\<b\\> é 你好](${links[0]})\n- [=1+1](${links[1]})` });
  await copy(everything, 'html');
  expect(linksIn(engine.copied.at(-1)?.html ?? '')).toEqual([
    [hard, links[0]],
    ['=1+1', links[1]],
  ]);
  await copy(everything, 'csv');
  expect(engine.copied.at(-1)?.text.split('\r\n')).toEqual([
    'title,link,status,file',
    `"A & B ""½"" <b> é 你好",${links[0]},publish,C0001.mp4`,
    `'=1+1,${links[1]},publish,Tide pools.mp4`,
    '',
  ]);
});

test('clips that are not there yet have none, and videos that are not public, in the trash or deleted are told', async () => {
  const [pending = 0, trashed = 0] = await sent('C0001.mp4', 'Tide pools.mp4');
  expect((await site.state()).videos.map(({ status }) => status)).toEqual(['pending', 'pending']);
  await api(site, 'ava', 'DELETE', `wp/v2/video/${trashed}`);
  await engine.uploader.handlers['queue.pause'](true);
  await engine.add(accountId, fixture('Deep zoom.mp4'));
  expect(await copy(everything)).toEqual({ copied: 1, notPublic: 1, short: 0, notThere: 1, gone: 1 });
  expect(engine.copied).toEqual([{ text: await linkOf(pending) }]);
  await api(site, 'ava', 'DELETE', `wp/v2/video/${pending}?force=true`);
  expect(await copy(everything)).toEqual({ ...none, notThere: 1, gone: 2 });
  expect(engine.copied, 'the clipboard holds what it held before').toHaveLength(1);
});

test('a clip that was cancelled when it had arrived has one as well, as its video is there', async () => {
  const [id = 0] = await sent('C0001.mp4');
  const [{ id: jobId = '' } = {}] = await engine.rows();
  await site.editVideo(id, { title: 'Theirs' });
  await engine.uploader.handlers['job.describe']({ jobId, draft: { title: 'Mine' } });
  await engine.until(jobId, ({ state }) => state.kind === 'needs-you');
  await engine.uploader.handlers['queue.act']({ act: 'cancel', target: { ids: [jobId] } });
  expect(await copy(everything)).toEqual({ ...none, copied: 1, notPublic: 1 });
  expect(engine.copied).toEqual([{ text: await linkOf(id) }]);
});

test('a site that fails gives what was known of the address, or a short link, and both lead to the video', async () => {
  const [videoId = 0] = await sent('C0001.mp4');
  await site.editVideo(videoId, { title: 'Harbour', status: 'publish' });
  await site.switches({ failWith: { status: 503, route: '^GET /wp/v2/video' } });
  expect(await copy(everything)).toEqual({ ...none, copied: 1 });
  expect(await copy({ accountId, videoIds: [videoId] })).toEqual({ ...none, copied: 1, short: 1 });
  expect(engine.copied.at(-1)?.text).toBe(`${site.url}/?post_type=video&p=${videoId}`);
  await site.switches({ failWith: null });
  for (const { text } of engine.copied) expect(await (await fetch(text)).text()).toContain('<h1>Harbour</h1>');
});

test('videos of the library, with or without having been looked at', async () => {
  const [id = 0, other = 0] = await site.addVideos([
    { title: hard, status: 'publish' },
    { title: 'Second', status: 'private' },
  ]);
  const of = { accountId, videoIds: [other, id] };
  expect(await copy(of, 'table')).toEqual({ ...none, copied: 2, notPublic: 1 });
  expect(engine.copied.at(-1)?.text).toBe(
    `title\tlink\tstatus\tfile\nSecond\t${await linkOf(other)}\tprivate\t\n"A & B ""½"" <b> é 你好"\t${await linkOf(id)}\tpublish\t\n`,
  );
  await expect(copy({ accountId: 'another', videoIds: [id] })).rejects.toMatchObject({ code: 'account-gone' });
});

describe('a receipt', () => {
  const saved: { path: string; text: string }[] = [];
  let place: string | null = '/receipts/mine.json';
  let problem: SaveError | null = null;
  beforeEach(async () => {
    saved.length = 0;
    place = '/receipts/mine.json';
    problem = null;
    await engine.stop();
    engine = await startEngine({
      ports: {
        receipts: {
          choosePlace: async () => place,
          saveText: async (path, text) => {
            if (problem) throw problem;
            saved.push({ path, text });
          },
        },
      },
    });
    accountId = await engine.connect(site);
  });
  const save = (form: ReceiptForm) => engine.uploader.handlers['links.receipt']({ target: { filter: 'all' }, form });

  test('has what was sent, its sum, its video as it is there now, and each try; and what did not arrive', async () => {
    await site.switches({ cutAfterBytes: { bytes: 100, times: 1 } });
    const [first = 0, second = 0] = await sent('C0001.mp4', 'Tide pools.mp4');
    await site.switches({});
    await site.editVideo(first, { title: hard, status: 'publish' });
    await api(site, 'ava', 'DELETE', `wp/v2/video/${second}?force=true`);
    await engine.uploader.handlers['queue.pause'](true);
    await engine.add(accountId, fixture('Deep zoom.mp4'));
    expect(await save('json')).toEqual({
      ok: true,
      value: { name: 'mine.json', folder: '/receipts', clips: 3, notThere: 2 },
    });
    const [{ text = '' } = {}] = saved;
    const { clips } = JSON.parse(text);
    const sumOf = (name: string) =>
      createHash('sha256')
        .update(readFileSync(fixture(name)))
        .digest('hex');
    expect(clips).toMatchObject([
      {
        ...{ file: 'C0001.mp4', bytes: statSync(fixture('C0001.mp4')).size, sha256: sumOf('C0001.mp4') },
        ...{ title: hard, site: site.url, account: 'ava', videoId: first, link: await linkOf(first) },
        ...{ status: 'publish', state: 'done' },
      },
      { file: 'Tide pools.mp4', sha256: sumOf('Tide pools.mp4'), videoId: second, link: null, status: 'deleted' },
      { file: 'Deep zoom.mp4', videoId: null, state: 'waiting', arrived: null, attempts: [] },
    ]);
    for (const { added, arrived, attempts } of clips.slice(0, 2)) {
      expect(Date.parse(arrived)).toBeGreaterThanOrEqual(Date.parse(added));
      expect(attempts.at(-1)).toMatchObject({ ended: 'arrived' });
    }
    expect(clips.flatMap((one: { attempts: unknown[] }) => one.attempts).length).toBeGreaterThanOrEqual(2);
  });

  test('is not written where the dialog was closed, and a disk that does not take it is told', async () => {
    await engine.uploader.handlers['queue.pause'](true);
    await engine.add(accountId, fixture('C0001.mp4'));
    place = null;
    expect(await save('csv')).toBeNull();
    place = 'C:\\receipts\\mine.csv';
    problem = new SaveError('full', 'no room');
    expect(await save('csv')).toEqual({ ok: false, failure: 'full' });
    expect(saved).toEqual([]);
    problem = null;
    expect(await save('csv')).toMatchObject({ value: { name: 'mine.csv', folder: 'C:\\receipts', notThere: 1 } });
    expect(saved[0]?.text).toMatch(/^\ufefffile,.*\r\nC0001\.mp4,/);
  });
});
