// What the helper on a site says of itself: what a person reads about it, and which way clips take from then on.
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { helperFiles } from '../../main/adapters/helper-files.ts';
import type { Support } from '../../main/ports.ts';
import type { CheckFinding, JobRow } from '../../preload/contract.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { jsonReply, type Reply, SiteWithHelper, well } from '../site/with-helper.ts';
import { type ClipFolder, clipFolder } from './clip-files.ts';
import { type Engine, startEngine } from './engine.ts';

const assets = fileURLToPath(new URL('../../assets/wordpress', import.meta.url));
/** A plugin that a newer Clipferry would bring. */
const bringing = (version: string): Support =>
  ({
    helperFiles: async () =>
      (await helperFiles(assets)).map(({ name, text }) => ({
        name,
        text: text.replace(/( \* Version: +)\S+/, `$1${version}`),
      })),
  }) as unknown as Support;

let practice: PracticeSite;
let site: SiteWithHelper;
let engine: Engine;
let folder: ClipFolder;
let accountId: string;
beforeAll(async () => {
  practice = await startPracticeSite({ ownProcess: true });
});
afterAll(() => practice.stop());
beforeEach(async () => {
  await practice.reset();
  folder = clipFolder();
  site = new SiteWithHelper(practice);
  await site.start();
});
afterEach(async () => {
  await engine.stop();
  await site.stop();
  folder.remove();
});

async function start(support: Support = bringing('1.2.0')): Promise<void> {
  engine = await startEngine({ ports: { support }, settleMs: 1 });
  accountId = await engine.connect(site);
}

const siteIdOf = async (): Promise<string> => (await engine.uploader.handlers['app.state']()).sites[0]?.id ?? '';
/** What a new check-up says of large clips, and what stands in the way. */
async function check(): Promise<readonly string[]> {
  const { findings } = await engine.uploader.handlers['site.checkup'](await siteIdOf());
  const isAbout = ({ code, status }: CheckFinding): boolean =>
    status === 'blocks' || code.startsWith('helper-') || code.startsWith('in-');
  return findings.filter(isAbout).map(({ code, status, names }) => [status, code, ...names].join(' '));
}

let clips = 0;
async function sendOne(): Promise<void> {
  const [job] = await engine.add(accountId, folder.make(`Film ${++clips}.mp4`, 1_200_000));
  await engine.until(job?.id ?? '', ({ state }) => state.kind === 'done');
}
const arrivals = async (): Promise<number> => (await practice.state()).videos.length;

describe('what a person is told', () => {
  it.each([
    ['as new as ours', { ...well, version: '1.2.0' }, ['fine in-pieces']],
    ['newer', { ...well, version: '1.10' }, ['fine in-pieces']],
    ['older', { ...well, version: '1.1.9' }, ['note helper-older 1.1.9 1.2.0', 'fine in-pieces']],
    ['not ready', { ...well, version: '1.2.0', ready: false }, ['note helper-not-ready']],
    ['refused', { ...well, version: '1.2.0', handOver: 'refused' }, ['note helper-refuses']],
    ['older and refused', { ...well, handOver: 'refused' }, ['note helper-older 1.0.0 1.2.0', 'note helper-refuses']],
  ])('of one that is %s', async (_, told, findings) => {
    site.told = jsonReply(told);
    await start();
    expect(await check()).toEqual(findings);
  });

  it.each<[string, Reply]>([
    ['a web page', { headers: { 'content-type': 'text/html' }, body: '<html><title>Hello</title></html>' }],
    ['an error', jsonReply({ code: 'internal_server_error', message: 'There has been a critical error.' }, 500)],
    ['that nobody may ask it', jsonReply({ code: 'rest_forbidden', message: 'No.' }, 403)],
    ['ten megabytes of data', jsonReply({ ...well, ready: false, more: 'x'.repeat(10_000_000) })],
    [
      'numbers as text, and the other way round',
      jsonReply({ version: 1, ready: 'false', handOver: 0, largestFile: '12' }),
    ],
    ['nothing', jsonReply({})],
    ['a list', jsonReply([{ ready: false }])],
    ['a version that is none', jsonReply({ version: '0.0.1-beta <b>', ready: true })],
    ['half a word', { headers: { 'content-type': 'application/json' }, body: '{"ready":fal' }],
  ])('nothing of what is odd: %s', async (_, told) => {
    site.told = told;
    await start();
    expect(await check()).toEqual(['fine in-pieces']);
  });

  it('of what is odd in one word nothing, of the others what they say', async () => {
    site.told = jsonReply({ version: '9999999.1', ready: null, handOver: 'refused' });
    await start();
    expect(await check()).toEqual(['note helper-refuses']);
  });

  it('what was so before, where it does not answer now; and nothing more once it is removed', async () => {
    site.told = jsonReply({ ...well, version: '1.2.0', handOver: 'refused' });
    await start();
    site.told = jsonReply({}, 500);
    expect(await check()).toEqual(['note helper-refuses']);
    site.told = null;
    expect(await check()).toEqual(['fine in-one']);
  });

  it('nothing of versions where the plugin beside the app cannot be read', async () => {
    await start({ helperFiles: () => Promise.reject(new Error('not there')) } as unknown as Support);
    expect(await check()).toEqual(['fine in-pieces']);
  });
});

describe('which way clips take', () => {
  it.each([
    ['is not ready', { ...well, ready: false }],
    ['is refused by the site’s own upload', { ...well, handOver: 'refused' }],
  ])(
    'is in one while the helper %s, also after connecting once more, and in pieces as soon as that is over',
    async (_, told) => {
      site.told = jsonReply(told);
      await start();
      await check();
      await engine.connect(site);
      await check();
      await sendOne();
      expect([site.asked, await arrivals()]).toEqual([[], 1]);
      site.told = jsonReply(well);
      expect(await check()).toContain('fine in-pieces');
      site.refusal = jsonReply({ code: 'clipferry_no_route' }, 400);
      await sendOne();
      expect(site.asked).toEqual(['POST uploads']);
    },
  );

  it.each([
    ['400, which is certain', 400],
    ['500, after a look for what it may have made', 500],
  ])(
    'is in one for the very clip that shows that the site takes none from the helper: it says %s',
    async (_, status) => {
      await start();
      await check();
      site.wholeAnswer = { ...site.wholeAnswer, status };
      site.told = jsonReply({ ...well, handOver: 'refused' });
      await sendOne();
      expect(await arrivals()).toBe(1);
      // Nothing is left of it on the site.
      const asked = site.asked.filter((one) => !one.startsWith('GET'));
      expect(asked).toEqual(['POST uploads', 'PATCH uploads/id', 'DELETE uploads/id']);
      site.asked.length = 0;
      await sendOne();
      expect([site.asked, await arrivals()]).toEqual([[], 2]);
      expect((await engine.uploader.handlers['app.state']()).checkups[0]?.findings).toContainEqual(
        expect.objectContaining({ code: 'helper-refuses', status: 'note' }),
      );
    },
  );

  it('is in one where a firewall lets no piece through, which the check-up says until it is made again', async () => {
    await start();
    await check();
    site.firewall = { status: 403, headers: { 'content-type': 'text/html' }, body: '<html>403 Forbidden</html>' };
    await sendOne();
    expect(await arrivals()).toBe(1);
    site.asked.length = 0;
    await sendOne();
    expect([site.asked, await arrivals()]).toEqual([[], 2]);
    const told = (await engine.uploader.handlers['app.state']()).checkups[0]?.findings;
    expect(told).toContainEqual(expect.objectContaining({ code: 'helper-blocked', status: 'note' }));
    // Whether pieces pass by now only a piece can tell.
    expect(await check()).toEqual(['note helper-older 1.0.0 1.2.0', 'fine in-pieces']);
  });

  it('is in pieces for a clip that is too large for one request, however long that takes, and holds no other back', async () => {
    await practice.switches({ sizeLimit: { bytes: 1_100_000, style: '413-rest' } });
    await start();
    await check();
    site.refusal = jsonReply({ code: 'clipferry_too_many', message: 'Too many.' }, 429);
    const [film, longer] = await engine.add(
      accountId,
      folder.make('Film.mp4', 1_200_000),
      folder.make('Longer.mp4', 1_300_000),
    );
    const waits = ({ state }: JobRow): boolean => state.kind === 'waiting' && state.why === 'pieces-away';
    for (const job of [film, longer]) await engine.until(job?.id ?? '', waits);
    // Neither is known of the site now: what is too large for one request is no more than any other in pieces.
    expect((await engine.uploader.handlers['app.state']()).sites[0]?.tooLargeFrom).toBeNull();
    expect(site.asked).toEqual(['POST uploads']);

    // Whoever cannot wait has them go at once, by the way that may be open again.
    site.refusal = null;
    await engine.uploader.handlers['site.tryNow'](await siteIdOf());
    await expect.poll(() => site.asked.filter((one) => one === 'PATCH uploads/id').length).toBeGreaterThanOrEqual(1);
  });

  it('is in pieces again for an account that could begin no more, once a check-up finds the helper as it should be', async () => {
    await start();
    await check();
    site.refusal = jsonReply({ code: 'clipferry_too_many', message: 'Too many.' }, 429);
    await sendOne();
    await sendOne();
    expect(site.asked).toEqual(['POST uploads']);
    // What says nothing of it does not count.
    site.told = jsonReply({}, 500);
    await check();
    await sendOne();
    expect(site.asked).toEqual(['POST uploads']);
    site.told = jsonReply(well);
    await check();
    await sendOne();
    expect(site.asked).toEqual(['POST uploads', 'POST uploads']);
    expect(await arrivals()).toBe(4);
  });
});
