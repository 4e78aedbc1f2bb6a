// A site that answers everything byte by byte, for ever: its calls end, its clips wait in plain words, and another site's arrive.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as realTime } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { undiciHttp } from '../../main/adapters/http.ts';
import type { Clock, Connections, Power } from '../../main/ports.ts';
import { handClock } from '../main/queue/hand-clock.ts';
import { startPracticeSite } from '../site/start.ts';
import { clipFolder, sha256 } from './clip-files.ts';
import { startEngine } from './engine.ts';
import { farLine } from './far-line.ts';

const minute = 60_000;

/** Takes all that is sent to it and drips its answer, a byte every 15 seconds of the clock: often enough for every watchdog. */
async function drippingServer(clock: Clock, head: string) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let answers = false;
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', () => {
      if (!answers) socket.write(head);
      answers = true;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  let cancelTimer = (): void => {};
  const drip = (): void => {
    for (const socket of sockets) socket.write(' ');
    cancelTimer = clock.after(15_000, drip);
  };
  drip();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: () => sockets.size,
    [Symbol.asyncDispose]: async () => {
      cancelTimer();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe.each([
  // Clips leave, and what became of them has to be looked for.
  ['its heads', 'uploads', 'HTTP/1.1 200 OK\r\nX-Slow: '],
  // No clip leaves: who looks whether the site is there sees no end.
  [
    'its data',
    'all',
    'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFF\r\n[',
  ],
  ['its refusals', 'uploads', 'HTTP/1.1 500 Oops\r\nContent-Type: text/html\r\nContent-Length: 10000000\r\n\r\n<html>'],
] as const)('%s drip', (what, first, head) => {
  const tags = what === 'its refusals' ? 'proof' : [];
  it('and clips of the others go on; all arrive once it is well again', { tags }, async () => {
    const clock = handClock();
    const hosts = ['near.example', 'slow.example'] as const;
    const [near, slow] = await Promise.all([startPracticeSite({ name: 'near' }), startPracticeSite({ name: 'slow' })]);
    const line = farLine({ 'near.example': near, 'slow.example': slow }, clock);
    await using server = await drippingServer(clock, head);
    const real = undiciHttp({ clock });
    let drips: 'nothing' | 'uploads' | 'all' = 'nothing';
    const http: Connections = {
      refresh: (graceMs) => line.http.refresh(graceMs),
      close: async () => void (await Promise.all([real.close(), line.http.close()])),
      request: (request) => {
        const isSlow = drips === 'all' || (drips === 'uploads' && request.url.endsWith('/upload'));
        return isSlow && request.url.startsWith('https://slow.example')
          ? real.request({ ...request, url: request.url.replace('https://slow.example', server.url) })
          : line.http.request(request);
      },
    };
    const power: Power = { onWake: () => () => {}, keepAwake: () => () => {} };
    const engine = await startEngine({ clock, http, ports: { network: line, power } });
    const folder = clipFolder();
    const { handlers } = engine.uploader;
    const rows = async () => Object.fromEntries((await engine.rows()).map(({ name, state }) => [name, state]));
    const drive = async (fits: () => Promise<boolean>, longestMs: number): Promise<void> => {
      const end = clock.monotonic() + longestMs;
      for (;;) {
        await clock.settle();
        if (await fits()) return;
        if (line.busy() > 0) await Promise.race([line.nextEnd(), realTime(25)]);
        else await realTime(2);
        if (clock.monotonic() > end) throw new Error(JSON.stringify(await rows()));
        await clock.pass(2_000);
      }
    };

    const accounts: string[] = [];
    for (const [at, host] of hosts.entries()) {
      const found = await handlers['site.find'](`https://${host}`);
      if (!found.ok) throw new Error(JSON.stringify(found));
      const password = [near, slow][at]?.signIn('ava').appPassword ?? '';
      const signed = await handlers['account.signIn']({
        offer: found.value.offer,
        with: { kind: 'application-password', login: 'ava', password },
      });
      if (!signed.ok) throw new Error(JSON.stringify(signed));
      accounts.push(signed.value.id);
    }
    await expect
      .poll(async () => (await handlers['app.state']()).checkups.every(({ at, running }) => at !== null && !running))
      .toBe(true);

    const names = (of: string, count: number) => Array.from({ length: count }, (__, at) => `${of} ${at}.mp4`);
    drips = first;
    await engine.add(accounts[1] ?? '', ...names('slow', 5).map((name) => folder.make(name, 20_000)));
    await drive(async () => server.open() > 0, minute);
    drips = 'all';
    await engine.add(accounts[0] ?? '', ...names('near', 4).map((name) => folder.make(name, 20_000)));
    await drive(async () => {
      const states = await rows();
      return names('near', 4).every((name) => states[name]?.kind === 'done');
    }, minute);

    // Half an hour and a little later nothing of what it was asked is still open, and each clip says what it waits for.
    await clock.pass(45 * minute);
    await drive(async () => {
      const states = await rows();
      return names('slow', 5).every((name) => ['waiting', 'unclear'].includes(states[name]?.kind ?? ''));
    }, 30 * minute);
    // What had left before its answer began to drip is looked for: nothing that drips makes a failure of it, nor a success.
    if (first === 'uploads') expect(Object.values(await rows()).map(({ kind }) => kind)).toContain('unclear');
    for (const name of names('slow', 5)) {
      const state = (await rows())[name];
      if (state?.kind === 'waiting') expect(state.why).toMatch(/^(site-away|site-failing|site-busy|connection-lost)$/);
    }
    expect((await engine.window()).counts.needsYou).toBe(0);
    expect((await slow.state()).uploads).toHaveLength(0);

    // It is well again: everything arrives, each once.
    drips = 'nothing';
    await drive(async () => Object.values(await rows()).every(({ kind }) => kind === 'done'), 180 * minute);
    for (const [site, of, count] of [
      [near, 'near', 4],
      [slow, 'slow', 5],
    ] as const) {
      const stored = (await site.state()).videos.map((video) => video.file?.sha256).sort();
      const wanted = names(of, count).map((name) => sha256(folder.file(name)));
      expect(stored).toEqual(wanted.sort());
    }

    await engine.stop();
    await Promise.all([near.stop(), slow.stop()]);
    folder.remove();
  });
});
