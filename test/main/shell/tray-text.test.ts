// The tray's line says what is going on, and never that all has arrived before it has.
import { expect, test } from 'vitest';
import { trayText } from '../../../main/shell/tray-text.ts';

const counts = { all: 0, needsYou: 0, ready: 0, active: 0, waiting: 0, done: 0, arrived: 0 };
const totals = {
  bytesOpen: 0,
  bytesSent: 0,
  bytesPerSecond: 0,
  secondsLeft: null,
  paused: false,
  offline: false,
  finish: [],
  lines: [],
  signIns: [],
  publics: [],
  ready: [],
  needs: [],
  hours: null,
};

test.each([
  [counts, totals, 'Clipferry'],
  [{ ...counts, active: 1 }, { ...totals, bytesOpen: 1000, bytesSent: 421 }, 'Clipferry: 1 clip to go, 42 % sent'],
  [{ ...counts, active: 1 }, { ...totals, bytesOpen: 1000, bytesSent: 1000 }, 'Clipferry: 1 clip to go, 99 % sent'],
  [{ ...counts, active: 1, waiting: 4 }, { ...totals, paused: true }, 'Clipferry: paused, 5 clips to go, 0 % sent'],
  [{ ...counts, waiting: 2 }, { ...totals, offline: true }, 'Clipferry: offline, 2 clips to go, 0 % sent'],
  [{ ...counts, done: 9 }, { ...totals, offline: true }, 'Clipferry'],
  [{ ...counts, needsYou: 1 }, totals, 'Clipferry: 1 clip needs attention'],
  [{ ...counts, needsYou: 3 }, totals, 'Clipferry: 3 clips need attention'],
])('%#', (queue, sums, expected) => expect(trayText(queue, sums)).toBe(expected));
