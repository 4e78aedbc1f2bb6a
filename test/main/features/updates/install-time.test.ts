// An update is put in place between clips, never within one: at once when a person asked, else when nobody is there.
import { describe, expect, it } from 'vitest';
import { mayInstallOnQuit, mayRestart, type Situation } from '../../../../main/features/updates/install-time.ts';

const minute = 60_000;
const quiet: Situation = {
  isAutomatic: true,
  isWanted: false,
  idleMs: 60 * minute,
  isWindowShown: false,
  losesSignIns: false,
};

describe('the app is started again', () => {
  it.each<[string, boolean, Partial<Situation>]>([
    ['nobody is there and nothing was sent for long', true, {}],
    ['a clip is on its way', false, { idleMs: null }],
    ['a clip is on its way and a person waits', false, { idleMs: null, isWanted: true }],
    ['one clip ended a moment ago', false, { idleMs: 1_000, isWanted: true }],
    ['a person waits and nothing is on its way', true, { idleMs: 3_000, isWanted: true, isWindowShown: true }],
    ['a person waits, who is asked each time', true, { idleMs: 3_000, isWanted: true, isAutomatic: false }],
    ['somebody looks at the window', false, { isWindowShown: true }],
    ['the last clip was sent minutes ago', false, { idleMs: 9 * minute }],
    ['somebody would have to sign in again', false, { losesSignIns: true }],
    [
      'somebody would have to sign in again, and asked for it',
      true,
      { losesSignIns: true, isWanted: true, idleMs: 3_000 },
    ],
    ['the person wants to be asked', false, { isAutomatic: false }],
  ])('%s: %s', (_, expected, over) => {
    expect(mayRestart({ ...quiet, ...over })).toBe(expected);
  });
});

describe('an app that is quit goes as the old version', () => {
  it.each([
    [true, false, true],
    [false, true, true],
    [false, false, false],
    [true, true, true],
  ])('by itself: %s, asked for: %s', (isAutomatic, isWanted, expected) => {
    expect(mayInstallOnQuit({ isAutomatic, isWanted })).toBe(expected);
  });
});
