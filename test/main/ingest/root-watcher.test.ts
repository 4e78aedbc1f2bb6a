// The watcher of one folder: whose hints count, and when it is opened anew after it failed (F-28, F-29).
import { beforeEach, expect, it } from 'vitest';
import { createRootWatcher, type RootWatcher } from '../../../main/ingest/root-watcher.ts';
import type { WatchRequest } from '../../../main/ports.ts';
import { type HandClock, handClock } from '../queue/hand-clock.ts';

let clock: HandClock;
let opens: WatchRequest[];
let closed: number;
let told: string[];
/** What the system says while it is being asked to watch. */
let atOnce: (request: WatchRequest) => void;
let root: RootWatcher;

beforeEach(() => {
  clock = handClock();
  opens = [];
  closed = 0;
  told = [];
  atOnce = () => {};
  root = createRootWatcher({
    clock,
    logger: { info: () => {}, warn: () => {}, error: () => {} },
    watcher: {
      watch: (request) => {
        opens.push(request);
        atOnce(request);
        return {
          close: async () => {
            closed++;
          },
        };
      },
    },
    run: (task) => void task(),
    root: '/clips',
    recursive: true,
    wanted: (name) => name === 'a.mp4',
    onReady: () => told.push('ready'),
    onFile: (path) => told.push(`file ${path}`),
    onFolder: (path) => told.push(`folder ${path}`),
    onEnd: () => told.push('end'),
  });
});

const latest = (): WatchRequest => {
  const request = opens.at(-1);
  if (!request) throw new Error('not opened');
  return request;
};

it('is opened for its folder and what is wanted there, and passes its hints on', () => {
  expect([root.isOpen(), root.mayOpen(0), root.takeHints()]).toEqual([false, true, 0]);
  root.open();
  const { root: path, recursive, wanted, onReady, onFile, onFolder } = latest();
  expect([path, recursive, wanted('a.mp4', 'file'), wanted('b.txt', 'file')]).toEqual(['/clips', true, true, false]);
  onReady();
  onFile('/clips/a.mp4');
  onFile('/clips/b.mp4');
  onFolder('/clips/more');
  expect(told).toEqual(['ready', 'file /clips/a.mp4', 'file /clips/b.mp4', 'folder /clips/more']);
  expect([root.isOpen(), root.isLimited()]).toEqual([true, false]);
  expect([root.takeHints(), root.takeHints()]).toEqual([2, 0]);
});

it('counts the hints of its own time', () => {
  root.open();
  latest().onFile('/clips/a.mp4');
  root.close();
  root.open();
  expect(root.takeHints()).toBe(0);
});

it('says nothing any more once it was closed, nor does an older one beside a newer', () => {
  root.open();
  const old = latest();
  root.close();
  const say = ({ onReady, onFile, onFolder, onProblem }: WatchRequest): void => {
    onReady();
    onFile('/clips/a.mp4');
    onFolder('/clips/more');
    onProblem('limit', 'ENOSPC');
  };
  say(old);
  root.open();
  say(old);
  expect([told, closed, root.isOpen(), root.isLimited(), root.mayOpen(0)]).toEqual([[], 1, true, false, true]);
  root.close();
  root.close();
  expect(closed).toBe(2);
});

it('takes nothing from a watcher that speaks before it is there', () => {
  atOnce = ({ onReady, onFile }) => {
    onReady();
    onFile('/clips/a.mp4');
  };
  root.open();
  expect([told, root.isOpen()]).toEqual([[], true]);
});

it('rests ever longer after each failure, at most five minutes, and begins anew once it was ready', async () => {
  const rests: number[] = [];
  for (let times = 0; times < 10; times++) {
    root.open();
    latest().onProblem('failed', 'EIO');
    expect([root.isOpen(), root.isLimited()]).toEqual([false, false]);
    const now = clock.monotonic();
    let ms = 0;
    while (!root.mayOpen(now + ms)) ms += 1_000;
    rests.push(ms / 1_000);
    await clock.pass(ms);
  }
  expect(rests).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  expect(told).toEqual(Array.from({ length: 10 }, () => 'end'));
  expect(closed).toBe(0);
  root.open();
  latest().onReady();
  latest().onProblem('failed', 'EIO');
  expect([root.mayOpen(clock.monotonic() + 1_999), root.mayOpen(clock.monotonic() + 2_000)]).toEqual([false, true]);
});

it('says that the system gives no more watches, until it does', () => {
  root.open();
  latest().onProblem('limit', 'ENOSPC', { what: 'watches', now: 50 });
  expect([root.isLimited(), root.limit()]).toEqual([true, { what: 'watches', now: 50 }]);
  root.open();
  latest().onReady();
  expect([root.isLimited(), root.limit()]).toEqual([false, null]);
  latest().onProblem('limit', 'ENOMEM');
  expect([root.isLimited(), root.limit()]).toEqual([true, null]);
});

it('forgets that it ever failed where its folder comes back', () => {
  root.open();
  latest().onProblem('failed', 'EIO');
  root.open();
  latest().onProblem('limit', 'ENOSPC');
  root.forgive();
  expect([root.mayOpen(clock.monotonic()), root.isLimited()]).toEqual([true, false]);
  root.open();
  latest().onProblem('failed', 'EIO');
  expect(root.mayOpen(clock.monotonic() + 2_000)).toBe(true);
});
