// What the app is started anew with for an update: the program in its place, as this run was started.
import type { BrowserWindow } from 'electron';
import { expect, it, vi } from 'vitest';

const relaunched = vi.hoisted((): unknown[] => []);
vi.mock('electron', () => {
  const app = { relaunch: (how: unknown) => void relaunched.push(how) };
  return { app, shell: {}, dialog: {}, default: { app } };
});
const { createUpdateSystem } = await import('../../../main/shell/update-system.ts');

const program = '/home/m/Clipferry.AppImage';
const switches = ['--password-store=gnome-libsecret', '--user-data-dir=/data/second'];

function systemWith(isShown: boolean, packedAs: 'AppImage' | 'set-up') {
  const restarts: unknown[] = [];
  const system = createUpdateSystem({
    desktop: { openUrl: async () => undefined, showFile: () => undefined },
    window: () => ({ isVisible: () => isShown }) as BrowserWindow,
    leaving: { restart: (...how) => restarts.push(how) > 0 },
    ...{ program, packedAs, switches },
  });
  return { system, restarts };
}

it.each([
  ['with its window', true, switches],
  ['out of sight', false, [...switches, '--hidden']],
])('%s: by the same switches, once the app has gone', (_, isShown, args) => {
  const { system, restarts } = systemWith(isShown, 'AppImage');
  expect(system.restart()).toBe(true);
  expect(restarts).toEqual([[program, args]]);
  relaunched.length = 0;
  system.startAnew();
  expect(relaunched).toEqual([{ execPath: program, args }]);
});

it('a set-up starts it itself', () => {
  const { system, restarts } = systemWith(true, 'set-up');
  system.restart();
  expect(restarts).toEqual([[null, switches]]);
});
