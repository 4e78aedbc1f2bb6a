// Which keys take back what was done, and do it again, on each system and keyboard.
import { expect, test } from 'vitest';
import { wayOf } from '../../../../renderer/features/window/take-back-keys.ts';
import type { Pressed } from '../../../../renderer/model/pressed.ts';

const pressed = (key: string, code: string, held: Partial<Pressed> = {}): Pressed => ({
  ...{ key, code, altKey: false, shiftKey: false, ctrlKey: false, metaKey: false },
  ...held,
});
const ctrl = { ctrlKey: true };
const cmd = { metaKey: true };

test.each([
  ['z', 'Z', 'y'],
  ['я', 'Я', 'н'],
  ['ζ', 'Ζ', 'υ'],
  ['ז', 'ז', 'ט'],
])('with the keys %s, %s and %s', (z, shifted, y) => {
  expect(wayOf(pressed(z, 'KeyZ', ctrl), false)).toBe('undo');
  expect(wayOf(pressed(shifted, 'KeyZ', { ...ctrl, shiftKey: true }), false)).toBe('redo');
  expect(wayOf(pressed(y, 'KeyY', ctrl), false)).toBe('redo');
  expect(wayOf(pressed(z, 'KeyZ', cmd), true)).toBe('undo');
  expect(wayOf(pressed(shifted, 'KeyZ', { ...cmd, shiftKey: true }), true)).toBe('redo');
});

test('a key alone, with Alt, or with the other system’s key means something else', () => {
  expect(wayOf(pressed('я', 'KeyZ'), false)).toBeNull();
  expect(wayOf(pressed('z', 'KeyZ', { ...ctrl, altKey: true }), false)).toBeNull();
  expect(wayOf(pressed('z', 'KeyZ', cmd), false)).toBeNull();
  expect(wayOf(pressed('z', 'KeyZ', ctrl), true)).toBeNull();
  expect(wayOf(pressed('н', 'KeyY', cmd), true)).toBeNull();
});
