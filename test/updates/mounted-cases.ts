// A program on a disk that is full, and on one that may only be read: as real as root can make them here.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { besides, placeHolds, type UpdateCase } from './cases.ts';
import { fakeApp } from './fake-app.ts';
import { type Stage, seen } from './stage.ts';

/** Puts the program on a disk of its own of `kilobytes`; `work` gets a function that forbids to write there. */
async function onDisk(stage: Stage, kilobytes: number, work: (forbid: () => void) => Promise<void>): Promise<void> {
  const folder = path.dirname(stage.program);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k,exec`, 'tmpfs', folder]);
  try {
    writeFileSync(stage.program, stage.old, { mode: 0o755 });
    await work(() => void execFileSync('mount', ['-o', 'remount,ro', folder]));
  } finally {
    execFileSync('umount', [folder]);
  }
}

export const mayMount = (): boolean => process.platform === 'linux' && process.getuid?.() === 0;

/** What they need is not everywhere: see `mayMount`. */
export const mountedCases: readonly UpdateCase[] = [
  {
    name: 'a place without room beside the program',
    run: (stage) =>
      onDisk(stage, stage.payloadBytes / 1024, async () => {
        stage.publish('0.2.0', fakeApp('0.2.0', stage.payloadBytes));
        const updates = await stage.start();
        await updates.act('check');
        await updates.act('fetch');
        assert.equal(seen(updates.view()), 'found 0.2.0 full');
        assert.deepEqual(besides(stage), []);
        await updates.leave();
        placeHolds(stage, stage.old);
      }),
  },
  {
    name: 'a place at which nothing may be written: told, and the file is shown',
    run: (stage) =>
      onDisk(stage, 4 * (stage.payloadBytes / 1024), async (forbid) => {
        stage.publish('0.2.0', fakeApp('0.2.0', stage.payloadBytes));
        const updates = await stage.start();
        forbid();
        await updates.act('check');
        await updates.act('fetch');
        assert.equal(seen(updates.view()), 'found 0.2.0 read-only');
        await updates.act('open');
        assert.deepEqual(stage.asked, ['show clipferry-0.2.0-x86_64.AppImage']);
        placeHolds(stage, stage.old);
      }),
  },
  {
    name: 'a place that may no longer be written when the update is ready',
    run: (stage) =>
      onDisk(stage, 4 * (stage.payloadBytes / 1024), async (forbid) => {
        stage.publish('0.2.0', fakeApp('0.2.0', stage.payloadBytes));
        const updates = await stage.start();
        await updates.act('check');
        await updates.act('fetch');
        assert.equal(seen(updates.view()), 'ready 0.2.0');
        forbid();
        await updates.act('install');
        await updates.leave();
        placeHolds(stage, stage.old);
      }),
  },
];
