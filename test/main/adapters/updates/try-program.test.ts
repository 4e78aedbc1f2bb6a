// A program that is to take the app's place has to start, to say its version and to end: with a real program each time.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { saysVersion } from '../../../../main/adapters/updates/try-program.ts';
import { type TempFolder, tempFolder } from './temp-folder.ts';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder.remove());

function script(...lines: string[]): string {
  writeFileSync(folder.at('program'), `#!/bin/sh\n${lines.join('\n')}\n`, { mode: 0o755 });
  return folder.at('program');
}

/** What it is asked for, or 'no word' where nothing was known after a time that nobody would wait. */
const judged = (program: string, timeoutMs?: number): Promise<boolean | 'no word'> =>
  Promise.race([saysVersion(program, '0.2.0', timeoutMs), after(20_000, 'no word' as const, { ref: false })]);

const says = 'echo "clipferry 0.2.0"';

describe('a program starts', () => {
  it('that says the version when it is asked for it', async () => {
    expect(await judged(script(`[ "$1" = --say-version ] && [ $# = 1 ] && ${says}`))).toBe(true);
  });

  it('that says other things, too, and much of that where errors go', async () => {
    const much =
      'i=0; while [ $i -lt 3000 ]; do echo "a warning of a hundred letters or so, which nobody reads" >&2; i=$((i+1)); done';
    expect(await judged(script('echo "fuse: no fuse here"', much, says, 'echo bye'))).toBe(true);
  });

  it('that waits for the end of what is typed: there is nothing', async () => {
    expect(await judged(script('cat > /dev/null', says))).toBe(true);
  });
});

describe('a program does not start', () => {
  it.each([
    ['that says another version', ['echo "clipferry 0.2.1"']],
    ['that says it in the middle of a line', ['echo "this is clipferry 0.2.0"']],
    ['that says more in the line', ['echo "clipferry 0.2.0-beta"']],
    ['that says nothing', ['exit 0']],
    ['that says it and then fails', [says, 'exit 3']],
    ['that is killed after it said it', [says, 'kill -9 $$']],
    ['that says it where errors go', [`${says} >&2`]],
    ['that says it after more than anybody reads', ['head -c 400000 /dev/zero | tr "\\\\0" x', 'echo', says]],
  ])('%s', async (_, lines) => {
    expect(await judged(script(...lines))).toBe(false);
  });

  it('that is not there, or may not be run', async () => {
    writeFileSync(folder.at('text'), says, { mode: 0o644 });
    expect(await judged(folder.at('nothing'))).toBe(false);
    expect(await judged(folder.at('text'))).toBe(false);
    expect(await judged(folder.path)).toBe(false);
    expect(await judged(folder.at('text', 'below a file'))).toBe(false);
    expect(await judged(folder.at('x'.repeat(300)))).toBe(false);
  });

  it('that does not end: it is ended, with all that it began', async () => {
    const child = folder.at('child');
    const program = script(`sleep 600 & echo $! > '${child}.part'; mv '${child}.part' '${child}'`, says, 'sleep 600');
    const asked = judged(program, 1_500);
    await expect.poll(() => existsSync(child)).toBe(true);
    const pid = Number(readFileSync(child, 'utf8'));
    const lives = (): boolean => {
      try {
        // A zombie that nobody waits for any more is none.
        return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
      } catch {
        return false;
      }
    };
    expect(lives()).toBe(true);
    expect(await asked).toBe(false);
    await expect.poll(lives).toBe(false);
  });
});

it('is not waited for where something of it has left its group and does not end', async () => {
  const child = folder.at('child');
  const program = script(
    `setsid sh -c 'echo $$ > "${child}.part"; mv "${child}.part" "${child}"; sleep 600' &`,
    'sleep 600',
  );
  const asked = judged(program, 1_000);
  await expect.poll(() => existsSync(child)).toBe(true);
  expect(await asked).toBe(false);
  process.kill(-Number(readFileSync(child, 'utf8')), 'SIGKILL');
});

it('leaves no timer behind that would keep the app from ending', async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
  const before = timers();
  await saysVersion(script(says), '0.2.0');
  expect(timers()).toBe(before);
  await saysVersion(folder.at('nothing'), '0.2.0');
  expect(timers()).toBe(before);
});
