// Each world of the app is compiled by itself, and refuses the globals of the others: a page has no process, main has no document.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
let folder: string;

beforeAll(() => {
  // Inside of the project, where the compiler finds the types of its packages.
  const results = path.join(root, 'test-results');
  mkdirSync(results, { recursive: true });
  folder = mkdtempSync(path.join(results, 'worlds-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The names of `globals` that a file of `world` may not use. */
async function refused(world: string, globals: readonly string[]): Promise<readonly string[]> {
  const at = path.join(folder, world);
  mkdirSync(at);
  // The whole world at once: types that one file brings are seen by all.
  const entry = world === 'renderer' ? 'main.tsx' : 'index.ts';
  const lines = globals.map((name) => `void ${name};`);
  writeFileSync(
    path.join(at, 'planted.ts'),
    `${lines.join('\n')}\nexport * as world from '${path.join(root, world, entry)}';\n`,
  );
  const config = { extends: path.join(root, world, 'tsconfig.json'), include: [path.join(at, 'planted.ts')] };
  writeFileSync(path.join(at, 'tsconfig.json'), JSON.stringify(config));
  const said = await new Promise<string>((resolve) => {
    execFile(process.execPath, [tsc, '--project', at, '--singleThreaded'], (_error, stdout) => resolve(stdout));
  });
  return globals.filter((_name, line) => said.includes(`planted.ts(${line + 1},`));
}

describe.each([
  ['main', ['process', 'Buffer', 'document', 'window', 'HTMLElement'], ['document', 'window', 'HTMLElement']],
  ['preload', ['URL', 'document', 'window', 'HTMLElement'], ['document', 'window', 'HTMLElement']],
  ['renderer', ['document', 'window', 'process', 'Buffer', 'setImmediate'], ['process', 'Buffer', 'setImmediate']],
])('%s', (world, globals, wanted) => {
  // The others are large; what they use stands in the gate, where each world's types are looked at.
  const tags = world === 'preload' ? [] : 'proof';
  test('refuses what it does not have', { tags, timeout: 60_000 }, async () => {
    expect(await refused(world, globals)).toEqual(wanted);
  });
});
