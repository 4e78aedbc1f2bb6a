// Text from the site and from file names is shown as text, and only plain web addresses are opened (rows 15 and 29).
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { ask, connectBehind, dropBehind, jobs, writeBigClip } from './behind.ts';
import { close, killLeftovers, launchApp, type RunningApp } from './harness.ts';
import { expect, test } from './lent-app.ts';

const hostile = [
  '<img src=x onerror=window.pwned=1>',
  '<svg onload=window.pwned=1>',
  '<script>window.pwned=1<∕script>',
  '"><iframe srcdoc=x onload=window.pwned=1>',
  '{{constructor.constructor("window.pwned=1")()}}',
  '&lt;b&gt;bold&lt;∕b&gt; %3Cimg%3E',
];

let site: PracticeSite;
let running: RunningApp;
let folder: string;

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'clipferry-text-'));
  site = await startPracticeSite({ name: '<b onmouseover=window.pwned=1>Harbour</b> & Films' });
  running = await launchApp();
});
test.afterAll(async () => {
  await close(running);
  await site.stop();
  await rm(folder, { recursive: true });
});
test.afterAll(killLeftovers);

const pwned = (): Promise<boolean> => running.page.evaluate(() => Reflect.has(window, 'pwned'));
/** Elements that only hostile text could have made. */
const made = (): Promise<number> =>
  running.page.evaluate(
    () => document.querySelectorAll('img[src="x"], svg[onload], iframe, [onerror], [onmouseover], body script').length,
  );

test('hostile file names, site names and refusals are shown letter by letter and do nothing', async () => {
  await site.switches({
    failWith: {
      status: 400,
      body: {
        code: 'rest_upload_sideload_error',
        message: `No. ${hostile[0]}<b>Ask</b> your host.`,
        data: { status: 400 },
      },
    },
  });
  const { id } = await connectBehind(running.page, site);
  const files = hostile.map((name) => path.join(folder, `${name}.mp4`));
  for (const file of files) await writeBigClip(file, 1);
  expect(await dropBehind(running.page, files, id)).toMatchObject({ added: hostile.length, refused: [] });
  await expect
    .poll(async () => (await jobs(running.page)).every((job) => job.state.kind === 'needs-you'), { timeout: 60_000 })
    .toBe(true);

  await running.page.reload();
  for (const name of hostile) {
    const shown = running.page.getByText(name, { exact: false }).first();
    await expect(shown).toBeVisible();
    await shown.click();
    await running.page.mouse.move(640, 400);
  }
  expect(await made()).toBe(0);
  expect(await pwned()).toBe(false);
  for (const job of await jobs(running.page)) {
    const said = job.state.kind === 'needs-you' ? (job.state.detail ?? '') : '';
    expect(said, 'messages have their tags stripped').not.toMatch(/[<>]/);
    expect(said.length).toBeLessThanOrEqual(300);
  }
});

test('the browser is only ever given web addresses', async () => {
  await running.app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Reflect.set(globalThis, 'opened', opened);
    shell.openExternal = async (url) => void opened.push(url);
  });
  const [connected] = (await ask(running.page, 'app.state')).sites;
  await ask(running.page, 'site.open', connected?.id ?? '');
  const opened = (await running.app.evaluate(() => Reflect.get(globalThis, 'opened') as unknown)) as string[];
  expect(opened).toHaveLength(1);
  expect(opened[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/?$/);
});
