// Where things are: the project's folders, the pinned Node and the command line entries of the tools that the verbs call.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** An absolute path inside the project. */
export const inProject = (...parts) => path.join(root, ...parts);

const nodeFile = process.platform === 'win32' ? 'node.exe' : 'node';

/** The Node 24 that package.json pins; everything after the set-up runs under it. */
export const pinnedNode = inProject('node_modules/node/bin', nodeFile);

/** JavaScript entries rather than node_modules/.bin, so that no shell and no `.cmd` file is involved on Windows. */
export const tools = {
  tsc: inProject('node_modules/typescript/bin/tsc'),
  biome: inProject('node_modules/@biomejs/biome/bin/biome'),
  vitest: inProject('node_modules/vitest/vitest.mjs'),
  playwright: inProject('node_modules/@playwright/test/cli.js'),
  electronVite: inProject('node_modules/electron-vite/bin/electron-vite.js'),
  electronBuilder: inProject('node_modules/electron-builder/cli.js'),
};

export const resultsDir = inProject('test-results');

export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Linux as root: Chromium's sandbox refuses to work there, so everything with a window runs as an ordinary user. */
export const isLinuxRoot = process.platform === 'linux' && process.getuid?.() === 0;

/** A failure that the user can act on: printed without a stack. */
export class SetupError extends Error {}

/** One line of news from the tools themselves, on stderr so that the runners' own output stays clean. */
export const say = (line) => process.stderr.write(`clipferry: ${line}\n`);
