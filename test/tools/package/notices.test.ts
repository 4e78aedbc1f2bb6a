// Each package that the app is made of is passed on with its licence: also one inside of another, and none without.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundledPackages, noticeOf, noticesText } from './notices.ts';

const root = path.resolve(import.meta.dirname, '../../..');
let folder: string;
const at = (...parts: string[]): string => path.join(folder, ...parts);

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'clipferry-notices-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(file: string, content: unknown): void {
  mkdirSync(path.dirname(at(file)), { recursive: true });
  writeFileSync(at(file), typeof content === 'string' ? content : JSON.stringify(content));
}

test('what was bundled is what the source maps name, each package once', () => {
  put('out/main/index.js.map', { sources: ['../../main/index.ts', '../../node_modules/zod/v4/a.js'] });
  put('out/main/chunks/b.js.map', {
    sources: ['../../../node_modules/zod/v4/b.js', '../../../node_modules/one/node_modules/@scope/two/c.js'],
  });
  const folders = ['one/node_modules/@scope/two', 'zod'].map((name) =>
    at('node_modules', name).replaceAll(path.sep, '/'),
  );
  expect(bundledPackages(at('out'))).toEqual(folders);
  mkdirSync(at('empty'));
  expect(() => bundledPackages(at('empty'))).toThrow('no source maps');
});

test('a notice has the text as it is, and where the source is', () => {
  const repository = { url: 'git+https://example.org/one.git' };
  put('one/package.json', { name: 'one', version: '1.0.0', license: 'MIT', repository });
  put('one/LICENSE.md', '\nAs you like.\n');
  const notice = noticeOf(at('one'));
  expect(notice).toEqual({
    name: 'one',
    version: '1.0.0',
    license: 'MIT',
    source: 'git+https://example.org/one.git',
    text: 'As you like.',
  });
  expect(noticesText([notice])).toContain('one 1.0.0 (MIT)\ngit+https://example.org/one.git\n\nAs you like.\n');
});

test('a package without a licence, or without its text, is not passed on', () => {
  put('one/package.json', { name: 'one', version: '1.0.0', license: 'MIT' });
  expect(() => noticeOf(at('one'))).toThrow('one 1.0.0 brings no licence');
  put('two/package.json', { name: 'two', version: '2.0.0' });
  put('two/LICENSE', 'As you like.');
  expect(() => noticeOf(at('two'))).toThrow('two 2.0.0 brings no licence');
});

interface Locked {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The window's packages count as tools in package.json, since all is bundled. */
const ofTheWindow = ['react', 'react-dom', 'react-aria-components', 'zustand', '@tanstack/react-virtual'];

/** Types, and a file without a line of code; what is for other platforms is not installed at all. */
const leavesNothing = /\/(@types\/.*|type-fest|client-only)$/;

test('every package that could be bundled brings its licence', () => {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Locked>>;
  };
  const found = new Set(Object.keys(packages).filter((name) => name !== '' && packages[name]?.dev !== true));
  const visit = (name: string): void => {
    const key = `node_modules/${name}`;
    if (found.has(key) || packages[key] === undefined) return;
    found.add(key);
    for (const other of Object.keys(packages[key]?.dependencies ?? {})) visit(other);
  };
  for (const name of ofTheWindow) visit(name);
  expect(found.size).toBeGreaterThan(40);
  const built = [...found].filter((name) => !leavesNothing.test(name) && existsSync(path.join(root, name)));
  const without = built.filter((name) => {
    try {
      return noticeOf(path.join(root, name)).text === '';
    } catch {
      return true;
    }
  });
  expect(without).toEqual([]);
});
