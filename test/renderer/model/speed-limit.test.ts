// A limit as typed and as kept: never outside its bounds, and shown as it was typed; shortcuts as each system writes them.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settingSchemas } from '../../../preload/schemas.ts';
import { shortcut } from '../../../renderer/features/window/shortcuts.ts';
import { limitText, typedLimit, unitOf, withUnit } from '../../../renderer/model/speed-limit.ts';

test('whatever is typed, only limits that may be kept come out', () => {
  const typed = fc.oneof(
    fc.string(),
    fc.double().map(String),
    fc.integer().map(String),
    fc.stringMatching(/^\d*[.,]\d*$/),
  );
  fc.assert(
    fc.property(typed, fc.constantFrom('KB/s', 'MB/s'), (text, unit) => {
      const limit = typedLimit(text, unit);
      expect(limit === null || limit === 'off' || settingSchemas.bytesPerSecond.safeParse(limit).success).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['640', 'KB/s', 640_000],
  [' 1.5 ', 'MB/s', 1_500_000],
  ['2,5', 'MB/s', 2_500_000],
  ['.5', 'MB/s', 500_000],
  ['1', 'KB/s', 50_000],
  ['999999', 'MB/s', 1_000_000_000],
  ['0', 'MB/s', 'off'],
  ['0,0', 'KB/s', 'off'],
  ['fast', 'MB/s', null],
  ['', 'KB/s', null],
  ['-3', 'MB/s', null],
  ['1e3', 'KB/s', null],
] as const)('%s %s', (text, unit, limit) => expect(typedLimit(text, unit)).toBe(limit));

test('a limit is shown as it was typed', () => {
  expect(limitText(1_500_000, 'MB/s')).toBe('1.5');
  expect(limitText(640_000, unitOf(640_000) === 'KB/s' ? 'KB/s' : 'MB/s')).toBe('640');
});

test('another unit begins with a usual limit of its own', () => {
  for (const unit of ['off', 'KB/s', 'MB/s'] as const) {
    expect(unitOf(withUnit(null, unit))).toBe(unit);
    expect(unitOf(withUnit(700_000, unit))).toBe(unit);
  }
  expect(withUnit(700_000, 'KB/s')).toBe(700_000);
});

test('shortcuts', () => {
  expect(shortcut('add-folder', 'linux')).toBe('Ctrl+Shift+O');
  expect(shortcut('add-folder', 'mac')).toBe('⇧⌘O');
  expect(shortcut('needs-you', 'windows')).toBe('Ctrl+2');
});
