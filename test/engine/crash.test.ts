// The engine killed with SIGKILL at the worst moments: after a restart each clip is on the site once, with what was typed (F-47).
import { type ChildProcess, spawn } from 'node:child_process';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyDraft } from '../../main/model.ts';
import type { Draft } from '../../preload/contract.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { type ClipFolder, clipFolder, sha256 } from './clip-files.ts';
import { startEngine } from './engine.ts';
import type { EngineLine, EngineOrder } from './engine-process.ts';
import { fileSecrets } from './file-secrets.ts';

const MiB = 1024 * 1024;
const script = fileURLToPath(new URL('engine-process.ts', import.meta.url));

interface Clip {
  readonly path: string;
  readonly draft: Draft;
}

interface Running {
  /** Resolves when the engine has said so; rejects with its complaints when it ends before. */
  said(line: EngineLine): Promise<void>;
  /** SIGKILL, and its end awaited. */
  kill(): Promise<void>;
}

let site: PracticeSite;
let folder: ClipFolder;
let profile: ClipFolder;
let running: Running[];

beforeEach(async () => {
  site = await startPracticeSite();
  folder = clipFolder();
  profile = clipFolder();
  running = [];
});
afterEach(async () => {
  for (const one of running) await one.kill();
  await site.stop();
  folder.remove();
  profile.remove();
});

function start(clips: readonly Clip[] | null, settleMs = 400): Running {
  const first = clips && { url: site.url, login: 'ava', password: site.signIn('ava').appPassword, clips };
  const order: EngineOrder = { profile: profile.path, first, settleMs };
  const child: ChildProcess = spawn(process.execPath, [script, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let complaints = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const lines = new Set<string>();
  const waiting: { line: string; resolve: () => void; reject: (error: Error) => void }[] = [];
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.add(line);
      for (const one of waiting) if (one.line === line) one.resolve();
    });
  }
  void ended.then(() => {
    for (const one of waiting) one.reject(new Error(`The engine ended: ${complaints}`));
  });
  const made: Running = {
    said: (line) =>
      lines.has(line) ? Promise.resolve() : new Promise((resolve, reject) => waiting.push({ line, resolve, reject })),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
  running.push(made);
  return made;
}

function makeClips(sizes: readonly number[]): Clip[] {
  return sizes.map((size, at) => ({
    path: folder.make(`clip ${at}.mp4`, size),
    draft: {
      ...emptyDraft,
      title: `Title ${at} & “more”`,
      description: `Line one\nLine ${at} <b>`,
      status: at % 2 === 0 ? 'draft' : 'private',
    },
  }));
}

/** Every clip is there once, byte for byte, with what was typed, and nothing else is. */
async function expectAll(clips: readonly Clip[]): Promise<void> {
  const { videos, unattached } = await site.state();
  const there = videos.map(({ title, content, status, file }) => ({ title, content, status, sha256: file?.sha256 }));
  const meant = clips.map(({ path, draft }) => ({
    title: draft.title?.replace('&', '&amp;'),
    content: draft.description?.replace('<', '&lt;').replace('>', '&gt;'),
    status: draft.status,
    sha256: sha256(path),
  }));
  const order = (one: { sha256: string | null | undefined }): string => one.sha256 ?? '';
  expect(there.sort((a, b) => order(a).localeCompare(order(b)))).toEqual(
    meant.sort((a, b) => order(a).localeCompare(order(b))),
  );
  expect(unattached).toEqual([]);
}

/** A second start on the same profile that nobody disturbs. */
async function finish(settleMs?: number): Promise<void> {
  const again = start(null, settleMs);
  await again.said('settled');
}

describe('killed', () => {
  it('in the middle of sending: sent again from the beginning, once', { tags: 'proof' }, async () => {
    const clips = makeClips([24 * MiB, 20_000, 400_000]);
    await site.switches({ stallAfterBytes: { bytes: 300_000, times: 1 } });
    const engine = start(clips);
    await site.waitFor('stalled');
    await engine.kill();
    await site.switches({ stallAfterBytes: null });
    await site.release();
    await finish();
    await expectAll(clips);
  });

  it('between the last byte and the answer: looked up, not sent again (F-01)', async () => {
    const clips = makeClips([2 * MiB, 20_000, 300_000]);
    await site.switches({ holdAnswer: {} });
    const engine = start(clips);
    await site.waitFor('held', 3);
    await engine.kill();
    await site.switches({ holdAnswer: null });
    await site.release();
    await finish();
    await expectAll(clips);
    expect((await site.state()).uploads).toHaveLength(3);
  });

  it('between the last byte and the answer, and the files get a new date: known by their bytes, not sent again (F-25)', {
    tags: 'proof',
  }, async () => {
    const clips = makeClips([2 * MiB, 20_000, 300_000]);
    await site.switches({ holdAnswer: {} });
    const first = start(clips);
    await site.waitFor('held', 3);
    await first.kill();
    for (const { path } of clips) utimesSync(path, new Date(), new Date(Date.now() - 3_600_000));
    await site.switches({ holdAnswer: null });
    await site.release();
    const again = await startEngine({
      profile: profile.path,
      settleMs: 400,
      secrets: fileSecrets(join(profile.path, 'secrets.json')),
    });
    await again.settled();
    const [row] = await again.rows();
    const paths = clips.map(({ path }) => path);
    expect(await again.uploader.addPaths(paths, row?.accountId ?? '')).toMatchObject({ added: 0, alreadyOnSite: 3 });
    await again.settled();
    await again.stop();
    await expectAll(clips);
  });

  it('while it looks for what the site has not stored yet: found as soon as it has (F-02)', {
    tags: 'proof',
  }, async () => {
    const clips = makeClips([2 * MiB, 20_000]);
    await site.switches({ lateCommitMs: 'release' });
    const engine = start(clips, 30_000);
    await site.waitFor('uploadReceived', 2);
    await engine.kill();
    const again = start(null, 30_000);
    await again.said('ready');
    const before = (await site.state()).requests.length;
    // It has looked in vain.
    await site.waitFor('requests', before + 1);
    await site.switches({ lateCommitMs: null });
    await site.release();
    await again.said('settled');
    await expectAll(clips);
    expect((await site.state()).uploads).toHaveLength(2);
  });

  it('while the draft is being applied: applied again, nothing typed is lost', { tags: 'proof' }, async () => {
    const clips = makeClips([20_000, 30_000, 40_000]);
    await site.switches({ holdAnswer: { route: '^POST /wp/v2/video' } });
    const engine = start(clips);
    await site.waitFor('held');
    await site.waitFor('uploadAnswered', 3);
    await engine.kill();
    await site.switches({ holdAnswer: null });
    await site.release();
    await finish();
    await expectAll(clips);
    expect((await site.state()).uploads).toHaveLength(3);
  });

  it('before the draft has reached the site at all: the same', { tags: 'proof' }, async () => {
    const clips = makeClips([20_000, 30_000]);
    await site.switches({ stallAfterBytes: null, holdAnswer: { route: '^GET /wp/v2/video' } });
    const engine = start(clips);
    await site.waitFor('held');
    await site.waitFor('uploadAnswered', 2);
    await engine.kill();
    await site.switches({ holdAnswer: null });
    await site.release();
    await finish();
    await expectAll(clips);
    expect((await site.state()).uploads).toHaveLength(2);
  });

  it('again and again, wherever it is: each clip once in the end', { tags: 'proof' }, async () => {
    const clips = makeClips([20_000, 700_000, 30_000, 900_000, 40_000, 3 * MiB, 50_000, 60_000]);
    let engine = start(clips);
    await engine.said('ready');
    for (const steps of [2, 5, 3, 7, 4]) {
      const seen = (await site.state()).counts.requests;
      // Whatever the engine is doing after so many more requests. It may be done already.
      await Promise.race([
        site.waitFor('requests', seen + steps, 5_000).catch(() => undefined),
        engine.said('settled'),
      ]);
      await engine.kill();
      engine = start(null);
    }
    await engine.said('settled');
    await expectAll(clips);
  });
});
