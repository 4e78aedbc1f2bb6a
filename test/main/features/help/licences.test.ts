// The licences are told package by package, with every word that they were passed on with.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { licencesIn } from '../../../../main/features/help/licences.ts';
import { noticeOf, noticesText } from '../../../tools/package/notices.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'clipferry-licences-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(name: string, license: string, text: string): string {
  const at = path.join(folder, name);
  mkdirSync(at, { recursive: true });
  writeFileSync(path.join(at, 'package.json'), JSON.stringify({ name, version: '1.2.3', license }));
  writeFileSync(path.join(at, 'LICENSE'), text);
  return at;
}

test('each package that was written down is told again, with its text', () => {
  const real = ['react', 'zod', 'undici', '@tanstack/react-virtual'].map((name) =>
    path.join(root, 'node_modules', name),
  );
  const notices = real.map(noticeOf);
  expect(licencesIn(noticesText(notices))).toEqual(
    notices.map(({ name, version, license, source, text }) => ({
      name: `${name} ${version} (${license})`,
      text: `${source}\n\n${text}`,
    })),
  );
});

test('lines of dashes, and what looks nearly like another package, stay in a licence', () => {
  const line = '-'.repeat(80);
  const parts = ['files in lib\nlib/\n', 'part 1.0 (MIT)\nof it\n', 'part 1.0 (MIT)\nlib/\nand so on', ''];
  const text = ['As you like.', ...parts, 'The end.'].join(`\n${line}\n`);
  const notices = [put('one', '(MIT OR Apache-2.0)', text), put('two', 'ISC', 'So be it.')].map(noticeOf);
  const found = licencesIn(noticesText(notices));
  expect(found.map(({ name }) => name)).toEqual(['one 1.2.3 ((MIT OR Apache-2.0))', 'two 1.2.3 (ISC)']);
  expect(found[0]?.text).toMatch(/^https:/);
  expect(found[0]?.text.endsWith(`\n\n${text}`)).toBe(true);
});

test('line ends of Windows are as good, and a text without a package has none', () => {
  const text = noticesText([put('one', 'MIT', 'As you like.')].map(noticeOf));
  expect(licencesIn(text.replaceAll('\n', '\r\n'))).toEqual(licencesIn(text));
  expect(licencesIn('')).toEqual([]);
  expect(licencesIn('Nothing of that kind.')).toEqual([]);
});
