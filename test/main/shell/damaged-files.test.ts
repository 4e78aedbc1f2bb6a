// Damaged settings and secrets in the real files: set aside as they are, the app starts, and what was chosen is named as lost.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { systemClock } from '../../../main/adapters/clock.ts';
import { openSqlite } from '../../../main/adapters/database/sqlite.ts';
import { createSignals } from '../../../main/features/changes.ts';
import { createWeeklyPacing } from '../../../main/features/desktop/weekly-pacing.ts';
import type { Settings } from '../../../main/ports.ts';
import { migrate } from '../../../main/schema.ts';
import { readSettings, usualValues } from '../../../main/shell/setting-values.ts';
import { untoldDamage } from '../../../main/untrusted/damaged.ts';

vi.mock('electron', () => {
  const app = { getPath: () => '/nowhere', getVersion: () => '0.0.0' };
  return { app, default: { app } };
});
// The store itself, without the part that asks Electron for a folder.
vi.mock('electron-store', async () => {
  const { default: Conf } = await import('conf');
  return {
    default: class extends Conf {
      constructor({ name, ...options }: { readonly name: string; readonly cwd: string }) {
        super({ ...options, configName: name });
      }
    },
  };
});
const { createSettings, openCiphertexts, openSettings, windowBounds } = await import('../../../main/shell/settings.ts');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-files-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string): string => join(folder, name);
const loginItem = { on: () => false, set: () => {} };
const open = (): Settings =>
  createSettings({ file: openSettings(folder), loginItem, places: { data: '/d', log: '/l' } });
const chosen = { ...usualValues, week: 'n'.repeat(168), bytesPerSecond: 500_000, appearance: 'dark' as const };
const unreadable = [
  '',
  '{',
  'null',
  '[]',
  '7',
  '"x"',
  '\0\0\0\0',
  `${JSON.stringify({ values: chosen })}}`,
  '['.repeat(100_000),
];

describe('settings', () => {
  it('that were chosen are there again', () => {
    open().change(chosen);
    const again = open();
    expect(again.values()).toEqual({ ...chosen, startAtLogin: false });
    expect(again.damaged?.()).toEqual([]);
  });

  it('of a first start are the usual ones, and nothing is told', () => {
    expect(open().damaged?.()).toEqual([]);
    expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([]);
  });

  it.each(unreadable)('in a file that holds %j are named as lost, and the file is kept as it is', (text) => {
    writeFileSync(file('settings.json'), text);
    const settings = open();
    expect(settings.values()).toMatchObject(usualValues);
    expect(settings.damaged?.().map(({ name }) => name)).toEqual(Object.keys(usualValues));
    expect(readFileSync(file('settings.json.damaged'), 'utf8')).toBe(text);
    // Once they were taken over, they are as chosen as any.
    settings.change({});
    expect(open().damaged?.()).toEqual([]);
  });

  test('one bad value is named, the others stay as chosen', () => {
    const { values, damaged } = readSettings({ ...chosen, week: 'nnn', smallLanes: 99 });
    expect(values).toEqual({ ...chosen, week: null, smallLanes: 3 });
    expect(damaged).toEqual([
      { name: 'smallLanes', text: '99' },
      { name: 'week', text: '"nnn"' },
    ]);
  });

  it('whatever is in the file, it opens', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.constantFrom(...unreadable)), (text) => {
        writeFileSync(file('settings.json'), text);
        expect(open().values().bigLanes).toBeTypeOf('number');
        expect(['object', 'string']).toContain(typeof (windowBounds(openSettings(folder)) ?? ''));
      }),
      { seed: 20_261_122, numRuns: 60 },
    );
  });

  it.each([
    null,
    7,
    {},
    { x: 'a', y: 0, width: 9, height: 9, maximized: false },
    { x: 0, y: 0, width: -9, height: 9, maximized: false },
    { x: 0.5, y: 0, width: 9, height: 9, maximized: 1 },
  ])('with the window at %j give it no place, instead of no window', (window) => {
    writeFileSync(file('settings.json'), JSON.stringify({ window, values: {} }));
    expect(windowBounds(openSettings(folder))).toBeNull();
  });

  it.each([
    ['week', true],
    ['bytesPerSecond', true],
    ['appearance', false],
  ] as const)('lost %s are kept and told once; uploads are paused: %s', (name, paused) => {
    writeFileSync(file('settings.json'), JSON.stringify({ values: { ...chosen, [name]: {} } }));
    const sql = openSqlite(file('clipferry.sqlite'));
    migrate(sql);
    const begin = () =>
      createWeeklyPacing({
        clock: systemClock,
        settings: open(),
        sql,
        pacer: { setLimit: () => {} },
        onLimit: () => {},
        changes: createSignals(),
      });
    begin().stop();
    const isPaused = () => sql.prepare("SELECT value FROM flags WHERE name = 'paused'").get()?.value === 1;
    expect([untoldDamage(sql).settings, isPaused()]).toEqual([1, paused]);
    expect(sql.prepare('SELECT text FROM damaged').get()?.text).toContain(name);
    sql.exec("UPDATE damaged SET told = 1; UPDATE flags SET value = 0 WHERE name = 'paused'");
    begin().stop();
    expect([untoldDamage(sql).settings, isPaused()]).toEqual([0, false]);
    sql.close();
  });
});

describe('secrets', () => {
  it.each(unreadable)('in a file that holds %j are asked for again, and the file is kept as it is', (text) => {
    writeFileSync(file('secrets.json'), text);
    const store = openCiphertexts(folder);
    expect(store.get('account-1')).toBeUndefined();
    expect(readFileSync(file('secrets.json.damaged'), 'utf8')).toBe(text);
    store.set('account-1', 'c2VjcmV0');
    expect(openCiphertexts(folder).get('account-1')).toBe('c2VjcmV0');
  });

  it('that are no texts are none, the others stay', () => {
    writeFileSync(file('secrets.json'), JSON.stringify({ a: 7, b: null, c: {}, d: 'ZA==' }));
    const store = openCiphertexts(folder);
    expect(['a', 'b', 'c', 'd'].map((name) => store.get(name))).toEqual([undefined, undefined, undefined, 'ZA==']);
    expect(existsSync(file('secrets.json.damaged'))).toBe(false);
  });

  it('are never written over where several files were damaged', () => {
    for (const text of ['{', '[']) {
      writeFileSync(file('secrets.json'), text);
      openCiphertexts(folder);
    }
    expect(readFileSync(file('secrets.json.damaged'), 'utf8')).toBe('{');
    expect(readFileSync(file('secrets.json.damaged-2'), 'utf8')).toBe('[');
  });
});
