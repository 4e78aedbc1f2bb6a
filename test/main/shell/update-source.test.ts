// What the packaging says beside the app: where updates are and how it was packed; and without it no update code runs.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { appImageFile, readPackedAs, readUpdateSource } from '../../../main/shell/update-source.ts';

const key = Buffer.alloc(32, 'key').toString('base64');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'clipferry-packed-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const put = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);

describe('the place of updates', () => {
  it('is what stands there', () => {
    const source = { feed: 'https://updates.example/updates.json', keys: [key, key] };
    put('updates.json', JSON.stringify(source));
    expect(readUpdateSource(folder)).toEqual(source);
  });

  it.each([
    ['there is no file', null],
    ['it is damaged', '{"feed":'],
    ['it is not https', { feed: 'http://updates.example/updates.json', keys: [key] }],
    ['there is no key', { feed: 'https://updates.example/updates.json', keys: [] }],
    ['a key is none', { feed: 'https://updates.example/updates.json', keys: ['x'] }],
    ['there are more than two keys', { feed: 'https://updates.example/updates.json', keys: [key, key, key] }],
  ])('is none where %s', (_, content) => {
    if (content !== null) put('updates.json', typeof content === 'string' ? content : JSON.stringify(content));
    expect(readUpdateSource(folder)).toBeNull();
  });
});

test('how it was packed; a zip that a set-up unpacked is a set-up', () => {
  const program = path.join(folder, 'Clipferry.exe');
  expect(readPackedAs(folder, program)).toBeNull();
  put('packed-as', 'something');
  expect(readPackedAs(folder, program)).toBeNull();
  put('packed-as', 'deb\n');
  expect(readPackedAs(folder, program)).toBe('deb');
  put('packed-as', 'zip\n');
  expect(readPackedAs(folder, program)).toBe('zip');
  put('Uninstall Clipferry.exe', '');
  expect(readPackedAs(folder, program)).toBe('set-up');
});

test('an AppImage is the one that this runs from, not one that it was started from', () => {
  mkdirSync(path.join(folder, 'resources'));
  const env = { APPIMAGE: '/home/ava/Clipferry.AppImage', APPDIR: folder };
  expect(appImageFile(env, path.join(folder, 'resources'))).toBe('/home/ava/Clipferry.AppImage');
  expect(appImageFile(env, '/opt/Clipferry/resources')).toBeNull();
  expect(appImageFile({ ...env, APPIMAGE: 'Clipferry.AppImage' }, path.join(folder, 'resources'))).toBeNull();
  expect(appImageFile({}, path.join(folder, 'resources'))).toBeNull();
});
