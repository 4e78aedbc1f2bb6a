// Numbers and times read as a person says them, and do not jump while they change.
import { expect, test } from 'vitest';
import {
  formatBytes,
  formatFinish,
  formatLength,
  formatMoment,
  formatPart,
  formatSpeed,
  formatTimeLeft,
} from '../../../preload/text/format.ts';

const en = 'en-GB';
const plain = (text: string): string => text.replaceAll(/[\u202f\u00a0]/g, ' ');

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [42_000_000, '42 MB'],
  [999_600_000, '1.0 GB'],
  [4_640_000_000, '4.6 GB'],
  [250_000_000_000, '250 GB'],
  [2_500_000_000_000, '2.5 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(plain(formatBytes(bytes, en))).toBe(text);
});

test('both numbers of a part have the unit and digits of the whole', () => {
  expect(plain(formatPart(120_000_000, 4_640_000_000, en))).toBe('0.1 of 4.6 GB');
  expect(plain(formatPart(596_000_000, 840_000_000, en))).toBe('596 of 840 MB');
});

test('speed', () => {
  expect(plain(formatSpeed(11_300_000, en))).toBe('11 MB/s');
  expect(plain(formatSpeed(300, en))).toBe('0 kB/s');
});

test.each([
  [5, 'under 1 min'],
  [60, '1 min'],
  [61, '2 mins'],
  [3_601, '1 hr 5 mins'],
  [7_200, '2 hrs'],
  [6 * 3_600 + 60, '6 hrs 30 mins'],
  [50 * 3_600, '3 days'],
])('%d seconds left are %s', (seconds, text) => {
  expect(plain(formatTimeLeft(seconds, en))).toBe(text);
});

test('the finish time is rounded up and names its day', () => {
  const now = new Date(2026, 10, 20, 14, 3).getTime();
  expect(formatFinish(now, 15 * 60, en)).toBe('about 14:20');
  expect(formatFinish(now, 10 * 3_600, en)).toBe('about 00:30 tomorrow');
  expect(formatFinish(now, 48 * 3_600, en)).toBe('about Sunday 14:30');
  expect(formatFinish(now, 20 * 86_400, en)).toBe('about 10 December');
});

test('the same finish is said the same while its estimate wavers a little', () => {
  const now = new Date(2026, 10, 20, 14, 3).getTime();
  expect(formatFinish(now, 15 * 60 + 20, en)).toBe(formatFinish(now + 10_000, 15 * 60 - 5, en));
});

test('moments', () => {
  const now = new Date(2026, 10, 20, 14, 3).getTime();
  expect(formatMoment(new Date(2026, 10, 20, 9, 5).getTime(), now, en)).toBe('today at 09:05');
  expect(formatMoment(new Date(2026, 9, 2, 9, 5).getTime(), now, en)).toBe('2 Oct, 09:05');
  expect(formatMoment(new Date(2024, 9, 2, 9, 5).getTime(), now, en)).toContain('2024');
});

test('length of a clip', () => {
  expect(formatLength(123)).toBe('2:03');
  expect(formatLength(3_723)).toBe('1:02:03');
});
