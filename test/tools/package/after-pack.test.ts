// What lies beside the archive of every packaged app, on each system: licences and a set fuse, and nothing of Electron's own.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { afterPack } from './after-pack.ts';

const root = path.resolve(import.meta.dirname, '../../..');
let folder: string;
const at = (...parts: string[]): string => path.join(folder, ...parts);

function put(file: string, content: string | Buffer): void {
  mkdirSync(path.dirname(at(file)), { recursive: true });
  writeFileSync(at(file), content);
}

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'clipferry-after-pack-'));
  put('project/LICENSE', 'As you like.');
  put('project/out/index.js.map', JSON.stringify({ sources: ['../node_modules/one/a.js'] }));
  put('project/node_modules/one/package.json', JSON.stringify({ name: 'one', version: '1.0.0', license: 'MIT' }));
  put('project/node_modules/one/LICENSE', 'Be kind.');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function pack(platform: string): void {
  afterPack({
    appOutDir: at('app'),
    electronPlatformName: platform,
    packager: { projectDir: at('project'), executableName: 'clipferry', appInfo: { productFilename: 'Clipferry' } },
  });
}

test('electron-builder calls it', () => {
  const [, file = ''] = /^afterPack: (.*)$/m.exec(readFileSync(path.join(root, 'electron-builder.yml'), 'utf8')) ?? [];
  expect(path.resolve(root, file)).toBe(path.join(import.meta.dirname, 'after-pack.ts'));
});

test.each([
  ['linux', 'clipferry', 'resources', '.'],
  ['win32', 'Clipferry.exe', 'resources', '.'],
  [
    'darwin',
    'Clipferry.app/Contents/Frameworks/Electron Framework.framework/Electron Framework',
    'Clipferry.app/Contents/Resources',
    'Clipferry.app/Contents/Resources',
  ],
])('%s: licences, nine fuses and no demonstration', (platform, program, resources, texts) => {
  const wire = Buffer.concat([
    Buffer.from('xxdL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
    Buffer.from([1, 9]),
    Buffer.from('001100010'),
  ]);
  put(path.join('app', program), wire);
  put(path.join('app', resources, 'default_app.asar'), 'Electron');
  put(path.join('app', resources, 'app.asar'), 'ours');
  pack(platform);
  expect(readFileSync(at('app', program)).subarray(-9).toString()).toBe('001100011');
  expect(existsSync(at('app', resources, 'default_app.asar'))).toBe(false);
  expect(readFileSync(at('app', resources, 'app.asar'), 'utf8')).toBe('ours');
  const kinds: Readonly<Record<string, string>> = { linux: 'tar.gz', win32: 'zip', darwin: 'dmg' };
  expect(readFileSync(at('app', resources, 'packed-as'), 'utf8').trim()).toBe(kinds[platform]);
  // Without a place of updates none is looked for.
  expect(existsSync(at('app', resources, 'updates.json'))).toBe(false);
  expect(readFileSync(at('app', texts, 'LICENSE.txt'), 'utf8')).toBe('As you like.');
  expect(readFileSync(at('app', texts, 'THIRD-PARTY-NOTICES.txt'), 'utf8')).toContain('one 1.0.0 (MIT)');
});

test('the place of updates goes with the app, where the project names one', () => {
  put(
    'app/clipferry',
    Buffer.concat([Buffer.from('xxdL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'), Buffer.from([1, 9]), Buffer.from('001100010')]),
  );
  put('app/resources/app.asar', 'ours');
  put('project/updates.json', '{"feed":"https://updates.example/updates.json"}');
  pack('linux');
  expect(readFileSync(at('app/resources/updates.json'), 'utf8')).toContain('updates.example');
});
