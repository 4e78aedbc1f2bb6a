// Which letter of a shortcut a key stands for, on keyboards of all kinds.
import { expect, test } from 'vitest';
import { shortcutLetter } from '../../../renderer/model/pressed.ts';

test.each([
  ['American', 'a', 'KeyA', 'a'],
  ['American with Shift', 'Z', 'KeyZ', 'z'],
  ['AZERTY', 'a', 'KeyQ', 'a'],
  ['AZERTY', 'q', 'KeyA', 'q'],
  ['QWERTZ', 'z', 'KeyY', 'z'],
  ['Dvorak', 'z', 'Slash', 'z'],
  ['Russian', 'ф', 'KeyA', 'a'],
  ['Russian with Shift', 'Я', 'KeyZ', 'z'],
  ['Greek', 'δ', 'KeyD', 'd'],
  ['Hebrew', 'ז', 'KeyZ', 'z'],
  ['Arabic', 'ؤ', 'KeyC', 'c'],
  ['Arabic, two letters at once', 'لا', 'KeyB', 'b'],
  ['Thai, a sign above a letter', 'ั', 'KeyY', 'y'],
  ['Korean', 'ㅁ', 'KeyA', 'a'],
])('%s: "%s" at %s is %s', (_keyboard, key, code, letter) => {
  expect(shortcutLetter({ key, code })).toBe(letter);
});

test.each([
  // Its own z is elsewhere: who presses what stands beside the letters does not mean one.
  ['Dvorak', ';', 'KeyZ'],
  ['BÉPO', 'à', 'KeyZ'],
  ['AZERTY', ',', 'KeyM'],
  ['Russian', 'ж', 'Semicolon'],
  ['American', '1', 'Digit1'],
  ['American', 'Enter', 'Enter'],
  ['an input method', 'Process', 'KeyA'],
])('%s: "%s" at %s is no letter', (_keyboard, key, code) => {
  expect(shortcutLetter({ key, code })).toBeNull();
});
