// The tools of a release: a key that never lies in the project, and a list that the app believes and no other.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isSignedBy } from '../../../main/adapters/updates/ed25519.ts';
import { readFeed } from '../../../main/features/updates/feed.ts';
import { readUpdateSource } from '../../../main/shell/update-source.ts';
import { sha512Of } from '../../updates/signed-feed.ts';
import { makeFeed } from './feed.mjs';
import { makeKeys } from './keys.mjs';
import { newsOf } from './news.mjs';

let folder: string;
const at = (name: string): string => path.resolve(folder, name);
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'clipferry-release-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const keys = (name: string): Promise<number> =>
  makeKeys(['--feed', 'https://updates.example/updates.json', '--key', at(name), '--config', at('updates.json')]);

function packages(): void {
  writeFileSync(at('clipferry-0.2.0-x86_64.AppImage'), 'the app');
  const one = { file: 'clipferry-0.2.0-x86_64.AppImage', kind: 'AppImage', bytes: 7 };
  writeFileSync(at('packages.json'), JSON.stringify({ version: '0.2.0', packages: [one] }));
}

const feed = (...more: string[]): Promise<number> =>
  makeFeed(['--from', folder, '--config', at('source/updates.json'), '--page', 'https://clipferry.example', ...more]);

test('a list that is made by the tools is one that the app believes, with its second key, too', async () => {
  await keys('first.pem');
  await keys('second.pem');
  const source = readUpdateSource(folder);
  expect(source?.keys).toHaveLength(2);
  expect(statSync(at('first.pem')).mode & 0o777).toBe(0o600);
  packages();
  const args = [
    '--from',
    folder,
    '--config',
    at('updates.json'),
    '--page',
    'https://clipferry.example',
    '--share',
    '10',
  ];
  const [first = '', second = ''] = source?.keys ?? [];
  for (const [file, key, other] of [
    ['first.pem', first, second],
    ['second.pem', second, first],
  ] as const) {
    const config = readFileSync(at('updates.json'), 'utf8');
    await makeFeed([...args, '--key', at(file)]);
    const text = readFileSync(at('updates.json'), 'utf8');
    writeFileSync(at('updates.json'), config);
    const read = readFeed(text, [key], isSignedBy);
    expect(read).toMatchObject({ app: 'clipferry', version: '0.2.0', share: 0.1 });
    expect(read !== 'untrusted' && read.files[0]?.sha512).toBe(sha512Of(Buffer.from('the app')));
    expect(readFeed(text, [other], isSignedBy)).toBe('untrusted');
  }
});

test('the private key is kept out of the project, and none is written over', async () => {
  const inside = path.resolve(import.meta.dirname, '../../../never-made.pem');
  await expect(keys(inside)).rejects.toThrow('must not lie in the project');
  await keys('first.pem');
  await expect(keys('first.pem')).rejects.toThrow('there already');
  await keys('second.pem');
  await expect(keys('third.pem')).rejects.toThrow('two keys already');
});

test('a list that no app would believe is not made', async () => {
  packages();
  await expect(feed()).rejects.toThrow('which key');
  await keys('first.pem');
  await expect(feed('--key', at('first.pem'))).rejects.toThrow('no app would believe');
});

test('what is new is the changelog without its marks', () => {
  const changelog =
    '# Changelog\n\n## 0.2.0\n\n- *Undo* of [all](https://x.example), by `Ctrl+Z`.\n- More.\n\n## 0.1.0 (unreleased)\n\n- First.\n';
  expect(newsOf(changelog)).toEqual([
    { version: '0.2.0', lines: ['Undo of all, by Ctrl+Z.', 'More.'] },
    { version: '0.1.0', lines: ['First.'] },
  ]);
});
