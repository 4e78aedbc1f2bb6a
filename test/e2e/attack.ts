// The app as the security tests have it: one for a whole file and the next, checked after each test for anything that got out.
import { type Canary, startCanary } from './canary.ts';
import type { RunningApp } from './harness.ts';
import { expect, test } from './lent-app.ts';

export interface Attack {
  readonly running: RunningApp;
  /** A web server beside the app that must never hear of it. */
  readonly canary: Canary;
}

/** Registers the hooks of a file; its fields are there once its tests run. */
export function appUnderAttack(): Attack {
  let running: RunningApp | null = null;
  let canary: Canary | null = null;
  const there = <T>(value: T | null): T => {
    if (value === null) throw new Error('The app has not been started yet.');
    return value;
  };
  const attack: Attack = {
    get running() {
      return there(running);
    },
    get canary() {
      return there(canary);
    },
  };

  test.beforeAll(async ({ apps }) => {
    canary = await startCanary();
    running = await apps.lend({ hasCamera: true });
  });
  test.afterEach(async () => {
    expect(attack.canary.hits, 'nothing of the page reaches the network').toEqual([]);
    expect(attack.running.page.url()).toBe('app://main/index.html');
    const windows = await attack.running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
    expect(windows).toBe(1);
  });
  test.afterAll(async ({ apps }) => {
    if (running !== null) await apps.takeBack(running);
    await canary?.close();
  });
  return attack;
}
