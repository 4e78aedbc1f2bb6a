// A stage of the gate that never ends is ended, and says what the machine did then.
import { expect, test } from 'vitest';
import { record } from './processes.mjs';

const node = (script: string, limits?: { limitMs?: number; grace?: number }) =>
  record(process.execPath, ['-e', script], limits);

test('what a program says on both outputs is kept, with its exit code', async () => {
  const said = await node("console.log('one'); console.error('two'); process.exitCode = 3");
  expect(said).toMatchObject({ code: 3, hung: false });
  expect(said.output).toContain('one\n');
  expect(said.output).toContain('two\n');
});

test('a program that ends in time is not said to hang', async () => {
  expect(await node("console.log('done')", { limitMs: 60_000 })).toEqual({ code: 0, output: 'done\n', hung: false });
});

test('one that does not end is ended, though it listens to nobody and what it started lives on', async () => {
  const script = `
    process.on('SIGTERM', () => {});
    const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
    console.log('child ' + child.pid);
    setInterval(() => {}, 1000);`;
  const { code, output, hung } = await node(script, { limitMs: 4000, grace: 300 });
  const child = Number(/^child (\d+)$/m.exec(output)?.[1]);
  expect(process.kill(child, 'SIGKILL')).toBe(true);
  expect({ code, hung }).toEqual({ code: 137, hung: true });
  if (process.platform !== 'win32') expect(output).toMatch(/ PPID STAT WCHAN[\s\S]*setInterval/);
});
