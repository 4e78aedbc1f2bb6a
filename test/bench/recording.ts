// What it costs while a film is being recorded into a watched folder, beside an engine that watches none.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type RecordingAnswer, type RecordingAsk, type RecordingWay, recordingWays } from './recording-ways.ts';
import { type Line, line } from './report.ts';
import { makeTree } from './trees.ts';

/** Clips that lie in each folder already. */
const filesThere = 1_000;
/** A screen recorder's 6 Mbit/s, written at its worst: what is heard of a file costs by the piece, not by the byte. */
const pieceBytes = 8 * 1_024;
const pieceEveryMs = 10;
/** Every engine knows the film that grows after so many looks, a second each: a network disk is looked through once a minute. */
const mostLooks = 100;

interface Watching {
  readonly way: RecordingWay;
  readonly root: string;
  readonly child: ChildProcess;
}

const watches = (way: RecordingWay): boolean => way !== 'none' && way !== 'bare';

async function answerOf<K extends RecordingAnswer['kind']>(
  child: ChildProcess,
  kind: K,
): Promise<RecordingAnswer & { kind: K }> {
  const [answer] = (await once(child, 'message')) as [RecordingAnswer];
  if (answer.kind !== kind) throw new Error(`${kind} was asked, ${answer.kind} answered`);
  return answer as RecordingAnswer & { kind: K };
}

async function begin(base: string, way: RecordingWay): Promise<Watching> {
  const [root, profile] = [join(base, way, 'clips'), join(base, way, 'profile')];
  for (const folder of [root, profile]) mkdirSync(folder, { recursive: true });
  makeTree(root, filesThere);
  const script = fileURLToPath(new URL('recording-engine.ts', import.meta.url));
  const child = fork(script, [profile, root, way], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.on('exit', (code) => {
    if (code !== 0) throw new Error(`the engine “${way}” ended with ${code}`);
  });
  await answerOf(child, 'ready');
  return { way, root, child };
}

/** Records into all of them until `over`, in a matroska that has no end yet. */
async function record(roots: readonly string[], over: AbortSignal): Promise<void> {
  const films = roots.map((root) => openSync(join(root, 'take.mkv'), 'w'));
  const head = Buffer.from('1a45dfa3934282886d6174726f736b6142878104428581041853806701ffffffffffffff', 'hex');
  const piece = Buffer.alloc(pieceBytes, 0x55);
  for (const film of films) writeSync(film, head);
  while (!over.aborted) {
    for (const film of films) writeSync(film, piece);
    await pause(pieceEveryMs, undefined, { signal: over }).catch(() => undefined);
  }
  for (const film of films) closeSync(film);
}

const costOf = async ({ child }: Watching, seconds: number): Promise<RecordingAnswer & { kind: 'cost' }> => {
  const answer = answerOf(child, 'cost');
  child.send({ kind: 'cost', seconds } satisfies RecordingAsk);
  return answer;
};

/** Resolves once each of them that watches waits for the end of the film. */
async function known(all: readonly Watching[]): Promise<void> {
  for (let look = 0; look < mostLooks; look++) {
    const told = await Promise.all(all.map((one) => costOf(one, 1)));
    if (all.every(({ way }, at) => !watches(way) || told[at]?.beingWritten === 1)) return;
  }
  throw new Error('the film that is being recorded was not found');
}

/**
 * The lines with their bar: how much more each costs than an engine that is told of the film, too, and does nothing with that, while one
 * records for so many seconds. A disk that is only asked is told of by nobody.
 */
export async function recordingCosts(seconds: number): Promise<readonly Line[]> {
  const base = mkdtempSync(join(tmpdir(), 'clipferry-bench-recording-'));
  const over = new AbortController();
  const all: Watching[] = [];
  try {
    for (const way of recordingWays) all.push(await begin(base, way));
    const recording = record(
      all.map(({ root }) => root),
      over.signal,
    );
    await known(all);
    const costs = await Promise.all(all.map((one) => costOf(one, seconds)));
    over.abort();
    await recording;
    for (const { child } of all) {
      const exited = once(child, 'exit');
      child.send({ kind: 'end' } satisfies RecordingAsk);
      await exited;
    }
    const percent = (way: RecordingWay): number => costs[recordingWays.indexOf(way)]?.percent ?? Number.NaN;
    const more = (way: RecordingWay, control: RecordingWay): Line =>
      line(`a recording: more than “${control}”, %, ${way}`, [percent(way) - percent(control)], 2, { most: 1 });
    return [
      line('a recording: processor of an engine that watches nothing (“none”), %', [percent('none')], 2),
      line('a recording: of one that does nothing with what the system tells (“bare”), %', [percent('bare')], 2),
      more('seen', 'bare'),
      more('unseen', 'bare'),
      more('network', 'none'),
    ];
  } finally {
    over.abort();
    for (const { child } of all) child.kill();
    rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
