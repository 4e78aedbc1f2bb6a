// Which ways are gone to a site: the system is asked once a second at most, and a way that was dead is gone last for five minutes.
import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { createRoutes } from '../../../main/adapters/routes.ts';
import type { ProxyServer, Route } from '../../../main/ports.ts';
import { handClock } from '../queue/hand-clock.ts';

const patienceMs = 3_000;
const first = (): ProxyServer => ({ kind: 'http', address: 'one.example:8080' });
const second = (): ProxyServer => ({ kind: 'http', address: 'two.example:8080' });

/** Routes of a system that says `said()`; a new answer each time, as a real one's. */
async function stage(said: () => readonly Route[] | Promise<readonly Route[]> = () => ['direct']) {
  const clock = handClock();
  await clock.pass(7_000);
  const asked: string[] = [];
  let reloads = 0;
  const proxies = {
    routesTo: async (origin: string) => [asked.push(origin), said()][1] as readonly Route[],
    reload: () => void reloads++,
  };
  const routes = createRoutes({ proxies, clock, patienceMs });
  const to = (origin = 'https://a.example', signal: AbortSignal | null = null) => routes.to(origin, signal);
  return { clock, routes, asked, to, reloads: () => reloads };
}
it('the system is asked once for all requests of a second to a site, and anew after it', async () => {
  const on = await stage();
  await Promise.all([on.to(), on.to()]);
  await on.to('https://b.example');
  await on.clock.pass(999);
  await on.to('https://b.example');
  await on.to();
  expect(on.asked).toEqual(['https://a.example', 'https://b.example']);
  await on.clock.pass(1);
  await on.to();
  expect(on.asked.slice(2)).toEqual(['https://a.example']);
});

it('a way that was dead is gone last for five minutes, whoever names it', async () => {
  const on = await stage(() => [first(), 'direct', second()]);
  on.routes.dead(first());
  expect(await on.to()).toEqual(['direct', second(), first()]);
  expect(await on.to('https://b.example')).toEqual(['direct', second(), first()]);
  await on.clock.pass(5 * 60_000 - 1);
  on.routes.dead('direct');
  expect(await on.to()).toEqual([second(), first(), 'direct']);
  await on.clock.pass(1);
  expect(await on.to()).toEqual([first(), second(), 'direct']);
});

it('another kind of proxy at the same address is another way', async () => {
  const secure: Route = { ...first(), kind: 'https' };
  const on = await stage(() => [first(), secure]);
  on.routes.dead(first());
  expect(await on.to()).toEqual([secure, first()]);
});

it('what was found out is forgotten with the network', async () => {
  const on = await stage(() => [first(), second()]);
  on.routes.dead(first());
  await on.to();
  on.routes.forget();
  expect(await on.to()).toEqual([first(), second()]);
  expect([on.asked.length, on.reloads()]).toEqual([2, 1]);
});

it('where the system cannot say it nothing is gone, and the reason is kept', async () => {
  const fault = new Error('no network process');
  const on = await stage(() => Promise.reject(fault));
  const message = 'Nobody can say which proxy leads there';
  await expect(on.to()).rejects.toMatchObject({ problem: 'unreachable', message, cause: fault });
  expect(on.clock.timers()).toBe(0);
});

it('a system that does not say it in time is waited for no longer', async () => {
  const on = await stage(() => new Promise(() => undefined));
  const outcome = on.to().catch((error: unknown) => error);
  await on.clock.pass(patienceMs - 1);
  expect(on.clock.timers()).toBe(1);
  await on.clock.pass(1);
  const message = 'The system does not say which proxy leads there';
  expect(await outcome).toMatchObject({ problem: 'unreachable', message });
});

it('who was stopped waits no longer, whether before it asked or after', async () => {
  const on = await stage(() => new Promise(() => undefined));
  const reason = new Error('not wanted');
  const stopped = { problem: 'aborted', message: 'The request was stopped', cause: reason };
  await expect(on.to('https://a.example', AbortSignal.abort(reason))).rejects.toMatchObject(stopped);
  const stopper = new AbortController();
  const waiting = on.to('https://b.example', stopper.signal);
  stopper.abort(reason);
  await expect(waiting).rejects.toMatchObject(stopped);
});

it('nothing is left behind: no timer, and nobody who listens to a signal', async () => {
  const on = await stage();
  const { signal } = new AbortController();
  const listeners = (): number => getEventListeners(signal, 'abort').length;
  const asking = on.to('https://a.example', signal);
  expect([listeners(), on.clock.timers()]).toEqual([1, 1]);
  await asking;
  await on.clock.settle();
  expect([listeners(), on.clock.timers()]).toEqual([0, 0]);
});
