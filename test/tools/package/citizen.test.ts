// What desktops know of the app: its icon in every size, what software centres show, and fuses that its packages are closed with.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readArguments } from '../../../main/shell/start-arguments.ts';
import { t } from '../../../preload/text/text.ts';
import { icoOf, pngSize } from './ico.ts';
import { linuxSizes, windowsSizes } from './icons.ts';
import { ninthFusePlaces } from './ninth-fuse.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (...parts: string[]): Buffer => readFileSync(path.join(root, ...parts));
const metainfo = 'assets/packaging/linux/app.clipferry.desktop.metainfo.xml';

test('there is an icon in every size that desktops of Linux ask for', () => {
  const files = linuxSizes.map((size) => `${size}x${size}.png`);
  expect(readdirSync(path.join(root, 'assets/icons')).sort()).toEqual([...files].sort());
  for (const size of linuxSizes) expect(pngSize(read('assets/icons', `${size}x${size}.png`))).toBe(size);
});

test('the icon for Windows holds the same pictures', () => {
  const ico = read('assets/icon.ico');
  const pictures = windowsSizes.map((size) => read('assets/icons', `${size}x${size}.png`));
  expect(ico.equals(icoOf(pictures))).toBe(true);
  expect(ico.readUInt16LE(4)).toBe(windowsSizes.length);
  for (const [index, picture] of pictures.entries()) {
    const entry = 6 + 16 * index;
    expect(ico.readUInt8(entry) || 256).toBe(windowsSizes[index]);
    const at = ico.readUInt32LE(entry + 12);
    expect(ico.subarray(at, at + ico.readUInt32LE(entry + 8)).equals(picture)).toBe(true);
  }
});

test('software centres and the packages name the same program', () => {
  const text = read(metainfo).toString('utf8');
  const config = read('electron-builder.yml').toString('utf8');
  const { desktopName } = JSON.parse(read('package.json').toString('utf8')) as { desktopName: string };
  expect(text).toContain(`<launchable type="desktop-id">${desktopName}</launchable>`);
  expect(desktopName).toBe(`${/^ {2}executableName: (clipferry)$/m.exec(config)?.[1]}.desktop`);
  expect(config.split(`${metainfo}=/usr/share/metainfo/${path.basename(metainfo)}`)).toHaveLength(3);
});

test.each(['add-files', 'pause', 'resume'] as const)(
  'the menu of the icon says %s as the app does, which understands it',
  (order) => {
    const config = read('electron-builder.yml').toString('utf8');
    expect(config).toMatch(new RegExp(`^ +Actions: .*\\b${order};`, 'm'));
    expect(config).toContain(
      `      ${order}:\n        Name: ${t(`menu.${order}`)}\n        Exec: clipferry --${order}\n`,
    );
    expect(readArguments([`--${order}`], '/', null).order).toBe(order);
  },
);

test('the ninth fuse is found where there is one, for each processor', () => {
  const wire = (fuses: number): Buffer =>
    Buffer.concat([Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'), Buffer.from([1, fuses]), Buffer.alloc(fuses, '0')]);
  expect(ninthFusePlaces(wire(8))).toEqual([]);
  const program = Buffer.concat([Buffer.from('x'), wire(9), wire(10)]);
  const [first = 0, second = 0] = ninthFusePlaces(program);
  expect([first, second]).toEqual([1 + 32 + 2 + 8, 1 + 43 + 32 + 2 + 8]);
  expect(() => ninthFusePlaces(Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\x02\x090000'))).toThrow('another way');
});
