// How long the packaged app takes from its start to a window that answers, and how often it wakes while nothing happens, beside a bare
// window of the same Electron in the same run.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as after } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    app: { type: 'string', default: '' },
    electron: { type: 'string', default: '' },
    times: { type: 'string', default: '9' },
    /** Seconds for which it is watched while it rests. */
    rest: { type: 'string', default: '30' },
  },
});
const times = Number(values.times);
const restMs = Number(values.rest) * 1_000;
/** Started and asked for nothing, an app still has its own first minute to tidy up in. */
const settleMs = 20_000;
const readyLine = 'clipferry: window ready';

const bareMain = `const { app, BrowserWindow } = require('electron');
app.enableSandbox();
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800, show: false });
  window.once('ready-to-show', () => {
    window.show();
    if (process.env.CLIPFERRY_SMOKE === '1') process.stdout.write('${readyLine}\\n', () => app.quit());
  });
  // The caret of a field blinks in both.
  window.loadURL('data:text/html,<input autofocus>');
});
`;

interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

function start({ command, args }: Program, profile: string, endsAtOnce: boolean): ChildProcess {
  const { CLIPFERRY_SMOKE: _, ...env } = process.env;
  return spawn(command, [...args, `--user-data-dir=${profile}`, '--password-store=gnome-libsecret'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...env, ...(endsAtOnce ? { CLIPFERRY_SMOKE: '1' } : {}) },
  });
}

/** Milliseconds until its window answers; it ends then. */
async function untilReady(program: Program, profile: string): Promise<number> {
  const begun = performance.now();
  const child = start(program, profile, true);
  const closed = once(child, 'close');
  let readyMs = Number.NaN;
  if (child.stdout === null) throw new Error('no output');
  for await (const line of createInterface(child.stdout)) if (line === readyLine) readyMs = performance.now() - begun;
  await closed;
  if (Number.isNaN(readyMs)) throw new Error(`${program.name} has no window`);
  return readyMs;
}

const middle = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;

/** By thread, of all processes that name the profile: how often it gave its processor up. */
function switches(profile: string): ReadonlyMap<string, number> {
  const all = new Map<string, number>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      if (!line.includes(profile)) continue;
      const type = /--type=([\w-]+)/.exec(line)?.[1] ?? 'main';
      for (const task of readdirSync(`/proc/${pid}/task`)) {
        const status = readFileSync(`/proc/${pid}/task/${task}/status`, 'utf8');
        const [, name = '', count = '0'] = /^Name:\s+(.*)$[\s\S]*^voluntary_ctxt_switches:\s+(\d+)/m.exec(status) ?? [];
        all.set(`${type} ${name} ${task}`, Number(count));
      }
    } catch {
      // It has ended.
    }
  }
  return all;
}

interface Rest {
  /** Wake-ups a second while nothing happens, of all threads together. */
  readonly all: number;
  /** Those of which there is more than one a second, by thread. */
  readonly often: readonly string[];
}

async function resting(program: Program, profile: string): Promise<Rest> {
  const child = start(program, profile, false);
  await after(settleMs);
  const before = switches(profile);
  await after(restMs);
  const perSecond = [...switches(profile)].map(
    ([thread, count]) => [thread.replace(/ \d+$/, ''), (count - (before.get(thread) ?? 0)) / (restMs / 1_000)] as const,
  );
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
  const often = perSecond.filter(([, count]) => count > 1).toSorted((one, other) => other[1] - one[1]);
  return {
    all: perSecond.reduce((sum, [, count]) => sum + count, 0),
    often: often.map(([thread, count]) => `${thread} ${count.toFixed(1)}`),
  };
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'clipferry-start-'));
try {
  const bareFolder = path.join(folder, 'bare');
  mkdirSync(bareFolder);
  writeFileSync(path.join(bareFolder, 'package.json'), JSON.stringify({ name: 'bare', main: 'main.js' }));
  writeFileSync(path.join(bareFolder, 'main.js'), bareMain);
  const bare: Program = { name: 'the bare window', command: values.electron, args: [bareFolder] };
  const app: Program = { name: 'the app', command: path.resolve(values.app), args: [] };
  const profileOf = ({ name }: Program): string => path.join(folder, name.replaceAll(' ', '-'));
  const took = new Map<Program, number[]>([bare, app].map((program) => [program, []]));
  // The first start of each makes its profile and reads its program from the disk.
  for (let time = 0; time <= times; time++) {
    for (const [program, all] of took) {
      const ms = await untilReady(program, profileOf(program));
      if (time > 0) all.push(ms);
      else process.stdout.write(`${program.name}, first start: ${ms.toFixed(0)} ms\n`);
    }
  }
  for (const [program, all] of took)
    process.stdout.write(
      `${program.name}: ${middle(all).toFixed(0)} ms (${all.map((ms) => ms.toFixed(0)).join(', ')})\n`,
    );
  const ratio = middle(took.get(app) ?? []) / middle(took.get(bare) ?? []);
  process.stdout.write(`start to a window that answers: ${ratio.toFixed(2)} times a bare window (aim: 1.30)\n`);
  for (const program of [bare, app]) {
    const { all, often } = await resting(program, profileOf(program));
    process.stdout.write(
      `${program.name} at rest: ${all.toFixed(1)} wake-ups a second; ${often.join(', ') || 'no thread more than one'}\n`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
