// The watchdog of a process that runs seeds: an engine that never gives its process back is ended, and so is who lost its parent.
import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const watchdog = new URL('./watchdog.ts', import.meta.url).href;

/** A process with a watchdog that promises one thing after another for ever; gives how it ended. */
function spin(watched: string): Promise<{ signal: NodeJS.Signals | null; said: string }> {
  const script = `
    import { Worker } from 'node:worker_threads';
    const seed = new Int32Array(new SharedArrayBuffer(4));
    seed[0] = 17;
    const dog = new Worker(new URL('${watchdog}'), { workerData: { seed, ${watched} }, execArgv: [] });
    const again = () => void Promise.resolve().then(again);
    dog.on('online', again);
  `;
  const options = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script];
  // Should its watchdog fail, SIGTERM ends it.
  const child = spawn(process.execPath, options, { stdio: ['ignore', 'ignore', 'pipe'], timeout: 30_000 });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  return new Promise((resolve) => child.on('close', (_, signal) => resolve({ signal, said })));
}

describe('a process that runs seeds is ended', () => {
  it('when its engine goes round in circles, and the seed is named', async () => {
    const { signal, said } = await spin('parent: process.ppid, limitMs: 1_000');
    expect(signal).toBe('SIGKILL');
    expect(said).toMatch(/^seed 17 goes on after 1 s/);
  });

  it('when its parent is gone', async () => {
    expect(await spin('parent: 0, limitMs: 3_600_000')).toEqual({ signal: 'SIGKILL', said: '' });
  });
});
