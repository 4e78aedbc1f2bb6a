// Practice sites that share a process: each is on its own, and their process goes with who started it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { startPracticeSite } from './start.ts';
import { api, upload } from './test-client.ts';

const count = async (site: Parameters<typeof api>[0]): Promise<unknown> =>
  (await api(site, 'ava', 'GET', 'wp/v2/media')).json.length;

it('nothing of one is seen in another: videos, history, switches, sign-ins, addresses', async () => {
  await using one = await startPracticeSite({ name: 'One', switches: { answerDelayMs: 1 } });
  await using two = await startPracticeSite({ name: 'Two' });
  await upload(one, 'ava', 'Harbour.mp4');
  await one.revoke('carl');
  expect([await count(one), await count(two)]).toEqual([1, 0]);
  expect((await two.state()).uploads).toEqual([]);
  expect((await two.state()).requests).toHaveLength(1);
  expect((await two.switches()).answerDelayMs).not.toBe(1);
  expect(two.signIn('ava').appPassword).not.toBe(one.signIn('ava').appPassword);
  expect(new Set([one.url, two.url, one.httpsUrl, two.httpsUrl]).size).toBe(4);
  expect((await api(two, 'carl', 'GET', 'wp/v2/users/me')).status).toBe(200);
  expect((await api(one, 'carl', 'GET', 'wp/v2/users/me')).status).toBe(401);
});

it('one that stops takes its data and its address away, and the others go on', async () => {
  await using stays = await startPracticeSite();
  const goes = await startPracticeSite();
  expect(existsSync(goes.dataDir)).toBe(true);
  await goes.stop();
  await goes.stop();
  expect(existsSync(goes.dataDir)).toBe(false);
  await expect(count(goes)).rejects.toThrow();
  expect(await count(stays)).toBe(0);
});

it('one that is stopped in the middle of a body, with late commits and slow answers to come, takes nobody with it', async () => {
  await using stays = await startPracticeSite();
  for (const switches of [{ slowBytesPerSecond: 10 }, { answerDelayMs: 150 }, { lateCommitMs: 150, loseAnswer: 1 }]) {
    const goes = await startPracticeSite({ switches });
    const sent = upload(goes, 'ava', 'Harbour.mp4').catch(String);
    await goes.waitFor('uploadBytes');
    await goes.stop();
    expect(await sent).toMatch(/Error/);
  }
  // Longer than anything that they had yet to do.
  await sleep(300);
  expect(await count(stays)).toBe(0);
});

it('what cannot be opened says why, and costs the others nothing', async () => {
  await using stays = await startPracticeSite();
  await expect(startPracticeSite({ port: Number(new URL(stays.url).port) })).rejects.toThrow(/EADDRINUSE/);
  expect(await count(stays)).toBe(0);
});

it('is not killed, restarted or measured: that takes a process of its own', async () => {
  await using site = await startPracticeSite();
  await expect(site.kill()).rejects.toThrow(/ownProcess: true/);
  await expect(site.restart()).rejects.toThrow(/ownProcess: true/);
  await expect(site.memory()).rejects.toThrow(/ownProcess: true/);
  expect(await count(site)).toBe(0);
});

const start = fileURLToPath(new URL('start.ts', import.meta.url));
const started = (script: string) =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });

it('their process and their data are gone after their starter was killed', async () => {
  const child = started(`
    const { startPracticeSite } = await import(${JSON.stringify(start)});
    const site = await startPracticeSite();
    console.log(JSON.stringify({ url: site.url, data: site.dataDir }));`);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { url, data } = JSON.parse(line) as { url: string; data: string };
  expect((await fetch(url)).status).toBe(200);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await expect.poll(() => existsSync(data)).toBe(false);
  await expect(fetch(url)).rejects.toThrow();
});

it('they hold their starter up as long as one is open, and not after the last was stopped', async () => {
  const child = started(`
    const { startPracticeSite } = await import(${JSON.stringify(start)});
    const site = await startPracticeSite();
    process.on('SIGUSR2', () => site.stop());
    console.log('open');`);
  await once(createInterface({ input: child.stdout }), 'line');
  const ended = once(child, 'exit');
  expect(await Promise.race([ended, sleep(300, 'still there')])).toBe('still there');
  child.kill('SIGUSR2');
  expect(await ended).toEqual([0, null]);
});
