// Two engines on one profile: exactly one works, whatever path the other one came by, and nothing is sent twice (F-44).
import { spawn } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockProfile } from '../../main/adapters/database/profile-lock.ts';
import { emptyDraft } from '../../main/model.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { type ClipFolder, clipFolder } from './clip-files.ts';
import type { EngineOrder } from './engine-process.ts';

const script = fileURLToPath(new URL('locked-engine-process.ts', import.meta.url));
/** `CLIPFERRY_ROUNDS=20` for the long run. */
const rounds = Number(process.env.CLIPFERRY_ROUNDS ?? 4);

let site: PracticeSite;
let folder: ClipFolder;
let profile: ClipFolder;
beforeEach(async () => {
  site = await startPracticeSite();
  folder = clipFolder();
  profile = clipFolder();
});
afterEach(async () => {
  await site.stop();
  folder.remove();
  profile.remove();
});

interface Ended {
  readonly code: number | null;
  readonly said: readonly string[];
  readonly complaints: string;
}

/** Starts an engine; resolves when its process has ended, `kill` after the line that is named. */
function start(order: EngineOrder, killAfter: string | null = null): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, JSON.stringify(order)], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    let complaints = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (killAfter !== null && said.includes(`${killAfter}\n`)) child.kill('SIGKILL');
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaints += text;
    });
    child.once('close', (code) => resolve({ code, said: said.split('\n').filter(Boolean), complaints }));
  });
}

function orderOf(clips: readonly string[], path = profile.path): EngineOrder {
  const { appPassword } = site.signIn('ava');
  const described = clips.map((clip) => ({ path: clip, draft: emptyDraft }));
  return {
    profile: path,
    settleMs: 400,
    first: { url: site.url, login: 'ava', password: appPassword, clips: described },
  };
}

describe('two engine processes on one profile', () => {
  it(`started at the same moment, ${rounds} times: one works, the other says why it does not (F-44)`, {
    tags: 'proof',
  }, async () => {
    const clips: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const clip = folder.make(`clip ${round}.mp4`, 50_000 + round);
      clips.push(clip);
      const other = clipFolder();
      // Every other time the second one comes by another path.
      const link = join(other.path, 'profile');
      symlinkSync(profile.path, link);
      const both = [start(orderOf([clip])), start(orderOf([clip], round % 2 === 0 ? profile.path : link))];
      // The first to end is the refused one: the other one has a clip to bring to its end.
      const ended = await Promise.all(both);
      other.remove();
      expect(ended.map(({ said }) => said.join()).sort(), ended.map((one) => one.complaints).join()).toEqual([
        'in-use',
        'locked,ready,settled',
      ]);
      expect(ended.map(({ code }) => code).sort()).toEqual([0, 3]);
    }
    const { videos, uploads } = await site.state();
    expect(videos).toHaveLength(clips.length);
    expect(uploads).toHaveLength(clips.length);
  });

  it('after a SIGKILL the profile is free at once', async () => {
    const clip = folder.make('clip.mp4', 50_000);
    const killed = await start(orderOf([clip]), 'locked');
    expect(killed.said).toContain('locked');
    const again = await start({ ...orderOf([clip]), first: null }, 'ready');
    expect(again.said, again.complaints).toContain('ready');
  });
});

describe('the lock', () => {
  it('is not kept from anybody by a damaged lock file', () => {
    writeFileSync(join(profile.path, 'clipferry.lock'), 'x'.repeat(5_000));
    const unlock = lockProfile(profile.path);
    expect(() => lockProfile(profile.path)).toThrow('Another Clipferry');
    unlock();
    lockProfile(profile.path)();
  });
});
