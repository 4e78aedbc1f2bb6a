// What keys mean in a long list: where they lead, what they do to a row, and what they leave to a button in it.
import { expect, test } from 'vitest';
import { type KeyPlace, listKey } from '../../../renderer/model/list-keys.ts';
import type { Pressed } from '../../../renderer/model/pressed.ts';

const plain = { code: '', altKey: false, shiftKey: false, ctrlKey: false, metaKey: false };
const at: KeyPlace = { cursor: 5, total: 100, page: 10, columns: null, isInButton: false };
const press = (key: string, held: Partial<Pressed> = {}, over: Partial<KeyPlace> = {}) =>
  listKey({ ...plain, key, ...held }, { ...at, ...over });

test.each([
  ['ArrowDown', 6],
  ['ArrowUp', 4],
  ['PageDown', 15],
  ['PageUp', 0],
  ['Home', 0],
  ['End', 99],
])('%s leads to row %i, and with Shift selects up to it', (key, place) => {
  expect(press(key)).toEqual({ kind: 'go', place, extend: false });
  expect(press(key, { shiftKey: true })).toEqual({ kind: 'go', place, extend: true });
});

test('the edges of the list hold', () => {
  expect(press('ArrowUp', {}, { cursor: 0 })).toMatchObject({ place: 0 });
  expect(press('ArrowDown', {}, { cursor: 99 })).toMatchObject({ place: 99 });
  expect(press('PageDown', {}, { cursor: 95 })).toMatchObject({ place: 99 });
});

test.each([
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
  ['Home', 'first'],
  ['End', 'last'],
])('Alt and %s moves what is selected: %s', (key, to) => {
  expect(press(key, { altKey: true })).toEqual({ kind: 'move', to });
});

test('other keys with Alt are left alone, such as those of the menu', () => {
  expect(press('f', { altKey: true })).toBeNull();
  expect(press('Enter', { altKey: true })).toBeNull();
});

test('Ctrl or Cmd and A selects everything; the letter alone nothing', () => {
  expect(press('a', { ctrlKey: true })).toEqual({ kind: 'select-all' });
  expect(press('A', { metaKey: true })).toEqual({ kind: 'select-all' });
  expect(press('a')).toBeNull();
});

test.each([
  ['ф', 'KeyA', 'select-all'],
  ['с', 'KeyC', 'copy'],
  ['ג', 'KeyD', 'fill'],
])('on a keyboard of another script Ctrl and %s, at %s, is %s', (key, code, kind) => {
  expect(press(key, { code, ctrlKey: true })).toEqual({ kind });
  expect(press(key.toUpperCase(), { code, metaKey: true })).toEqual({ kind });
  expect(press(key, { code })).toBeNull();
});

test('Ctrl or Cmd and C copies, also from a button in the row; with Shift it is not meant', () => {
  expect(press('c', { ctrlKey: true }, { isInButton: true })).toEqual({ kind: 'copy' });
  expect(press('C', { metaKey: true })).toEqual({ kind: 'copy' });
  expect(press('c')).toBeNull();
  expect(press('C', { ctrlKey: true, shiftKey: true })).toBeNull();
});

test('keys of a row are left to a button that has the focus; leaving it, and Escape, are not', () => {
  expect(press(' ')).toEqual({ kind: 'space' });
  expect(press(' ', { ctrlKey: true })).toEqual({ kind: 'toggle' });
  expect(press('Enter')).toEqual({ kind: 'open' });
  expect(press('Delete')).toEqual({ kind: 'delete' });
  expect(press('Backspace')).toEqual({ kind: 'delete' });
  for (const key of [' ', 'Enter', 'Delete', 'Backspace']) expect(press(key, {}, { isInButton: true })).toBeNull();
  expect(press('ArrowLeft', {}, { isInButton: true })).toEqual({ kind: 'to-row' });
  expect(press('ArrowRight')).toEqual({ kind: 'to-button' });
  expect(press('Escape', {}, { isInButton: true })).toEqual({ kind: 'clear' });
});

test('Ctrl and D fills down, on a button of the row, too', () => {
  expect(press('d', { ctrlKey: true })).toEqual({ kind: 'fill' });
  expect(press('D', { metaKey: true }, { isInButton: true })).toEqual({ kind: 'fill' });
  expect(press('d')).toBeNull();
  expect(press('d', { ctrlKey: true, shiftKey: true })).toBeNull();
});

test.each([
  ['ArrowDown', 9],
  ['ArrowUp', 1],
  ['ArrowRight', 6],
  ['ArrowLeft', 4],
  ['PageDown', 13],
  ['PageUp', 1],
  ['Home', 0],
  ['End', 9],
])('among ten cards in lines of four %s leads from 5 to %i', (key, place) => {
  const cards = { columns: 4, total: key === 'PageDown' ? 100 : 10, page: 2 };
  expect(press(key, {}, cards)).toEqual({ kind: 'go', place, extend: false });
  expect(press(key, { shiftKey: true }, cards)).toEqual({ kind: 'go', place, extend: true });
});

test('at the edges of cards the keyboard stays, also where one column is left', () => {
  const cards = { columns: 4, total: 10 };
  expect(press('ArrowLeft', {}, { ...cards, cursor: 0 })).toMatchObject({ place: 0 });
  expect(press('ArrowUp', {}, { ...cards, cursor: 2 })).toMatchObject({ place: 2 });
  expect(press('ArrowRight', {}, { ...cards, cursor: 9 })).toMatchObject({ place: 9 });
  expect(press('ArrowDown', {}, { ...cards, cursor: 8 })).toMatchObject({ place: 8 });
  // Next to the end of a line the next line begins.
  expect(press('ArrowRight', {}, { ...cards, cursor: 3 })).toMatchObject({ place: 4 });
  expect(press('ArrowRight', {}, { ...cards, columns: 1, cursor: 3 })).toMatchObject({ place: 4 });
});
