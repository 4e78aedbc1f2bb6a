// The practice site as a process: what survives a kill, how it ends, and how little memory a large body takes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setImmediate as breathe } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { startPracticeSite } from './start.ts';
import { api, RAW_TAIL, rawUpload, upload } from './test-client.ts';

it('keeps everything over a kill, at the same address', async () => {
  await using site = await startPracticeSite({ ownProcess: true, switches: { loseAnswer: 1 } });
  const { url, signIns } = site;
  await expect(upload(site, 'ava', 'Harbour.mp4')).rejects.toThrow();
  const before = await site.state();
  await site.restart();
  const after = await site.state();
  expect(site.url).toBe(url);
  expect(site.signIns).toEqual(signIns);
  expect(after.videos).toEqual(before.videos);
  expect(after.videos[0]?.file?.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(after.uploads).toMatchObject([{ fileName: 'Harbour.mp4', complete: true }]);
  expect((await api(site, 'ava', 'GET', 'wp/v2/media')).json).toHaveLength(1);
});

it('forgets a body that a kill has cut', async () => {
  await using site = await startPracticeSite({ ownProcess: true });
  const { request, outcome } = rawUpload(site, 1_000_000);
  request.write(Buffer.alloc(500_000));
  await site.waitFor('uploadBytes', 500_000);
  await site.restart();
  expect(await outcome).toHaveProperty('error');
  expect((await site.state()).videos).toEqual([]);
  expect((await site.state()).uploads).toMatchObject([{ complete: false, answered: false }]);
});

it('removes its temporary folder when stopped, and ends with its parent', async () => {
  const site = await startPracticeSite();
  const { dataDir } = site;
  expect(existsSync(dataDir)).toBe(true);
  await site.stop();
  expect(existsSync(dataDir)).toBe(false);

  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, '--die-with-parent']);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  expect(JSON.parse(line)).toMatchObject({ ready: true, control: expect.stringContaining('/__practice/') });
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('takes 512 MiB without growing', { tags: 'proof' }, async () => {
  await using site = await startPracticeSite({ ownProcess: true, switches: { hash: false } });
  await upload(site, 'ava', 'warm-up.mp4');
  const before = await site.memory();
  const size = 512 * 1024 ** 2;
  const { request, outcome } = rawUpload(site, size);
  const piece = Buffer.alloc(1024 * 1024);
  let peak = before;
  for (let sent = 0; sent < size; sent += piece.length) {
    if (!request.write(piece)) await once(request, 'drain');
    if (sent % (32 * piece.length) === 0) peak = Math.max(peak, await site.memory());
    await breathe();
  }
  request.end(RAW_TAIL);
  expect(await outcome).toMatchObject({ status: 201 });
  peak = Math.max(peak, await site.memory());
  expect(peak - before).toBeLessThan(80 * 1024 * 1024);
  expect((await site.state()).uploads.at(-1)?.bytes).toBe(size);
});
