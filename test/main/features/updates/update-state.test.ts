// What is known of updates is told to the window at once, and what is remembered is on the disk as it was said last.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRemembered } from '../../../../main/features/updates/remembered.ts';
import { createUpdateState } from '../../../../main/features/updates/update-state.ts';
import { SaveError } from '../../../../main/ports.ts';
import { at, notebook, type UpdateDisk, updateDisk, version } from './update-parts.ts';

const whole = {
  ...{ newestIssuedAt: 5, draw: { version: '0.2.0', place: 0.5 }, toldVersion: '0.1.9', checkedAt: 7 },
  ...{ replacedBy: '0.2.0', wish: { version: '0.2.0', isWanted: true }, failedVersion: '0.1.8' },
};
const nothing = {
  ...{ newestIssuedAt: 0, draw: { version: '', place: 0 }, toldVersion: '', checkedAt: null, replacedBy: null },
  ...{ wish: null, failedVersion: '' },
};
const offer = { version, file: at('AppImage'), url: 'https://a.example/x', news: [], page: 'https://a.example/' };

let disk: UpdateDisk;
let changes: number;
beforeEach(() => {
  disk = updateDisk();
  changes = 0;
});
afterEach(() => disk.folder.remove());
const state = (over: Partial<UpdateDisk['files']> = {}) =>
  createUpdateState({
    ...{ files: { ...disk.files, ...over }, way: 'replace', logger: notebook().logger },
    onChange: () => changes++,
  });

describe('what was remembered', () => {
  it('is read as it was written', () => {
    expect(readRemembered(JSON.stringify(whole))).toEqual(whole);
    expect(readRemembered(JSON.stringify(nothing))).toEqual(nothing);
  });

  it.each([
    ['nothing at all', null],
    ['no JSON', '{"newestIssuedAt":5'],
    ['a time before all time', JSON.stringify({ ...whole, newestIssuedAt: -1 })],
    ['a draw without a version', JSON.stringify({ ...whole, draw: { place: 0.5 } })],
    ['a draw beyond all', JSON.stringify({ ...whole, draw: { version: '', place: 1.01 } })],
    ['a draw before all', JSON.stringify({ ...whole, draw: { version: '', place: -0.01 } })],
    ['no word of what was told', JSON.stringify({ ...whole, toldVersion: null })],
    ['a look at no time', JSON.stringify({ ...whole, checkedAt: 'yesterday' })],
    ['no word of what was replaced', JSON.stringify({ ...whole, replacedBy: undefined })],
  ])('is nothing where there is %s', (_, text) => {
    expect(readRemembered(text)).toEqual(nothing);
  });

  it('is recalled from the disk, and nothing where nothing lies there', async () => {
    const known = state();
    await known.recall();
    expect(known.now().remembered).toEqual(nothing);
    await disk.files.remember(JSON.stringify(whole));
    await known.recall();
    expect([known.now().remembered, known.view().checkedAt]).toEqual([whole, 7]);
  });

  it('is on the disk when that is said, with all that was said before, also by two at once', async () => {
    const known = state();
    await Promise.all([known.remember({ toldVersion: '0.2.0' }), known.remember({ checkedAt: 9 })]);
    expect(await disk.remembered()).toEqual({ ...nothing, toldVersion: '0.2.0', checkedAt: 9 });
  });

  it('comes to the disk one after the other: the last word is the last', async () => {
    const waits: (() => void)[] = [];
    const written: unknown[] = [];
    const known = state({
      remember: async (text) => {
        // The first takes longest.
        if (written.length === 0 && waits.length === 0) await new Promise<void>((resolve) => waits.push(resolve));
        written.push(JSON.parse(text).checkedAt);
      },
    });
    const both = [known.remember({ checkedAt: 1 }), known.remember({ checkedAt: 2 })];
    await expect.poll(() => waits.length).toBe(1);
    waits[0]?.();
    await Promise.all(both);
    expect(written.at(-1)).toBe(2);
  });

  it('is known here although a disk does not take it, which is said; the next word is not held up by it', async () => {
    let isFull = true;
    const known = state({
      remember: async (text) => {
        if (isFull) throw new SaveError('full', 'no room');
        await disk.files.remember(text);
      },
    });
    await expect(known.remember({ toldVersion: '0.2.0' })).rejects.toBeInstanceOf(SaveError);
    expect(known.now().remembered.toldVersion).toBe('0.2.0');
    isFull = false;
    await known.remember({ checkedAt: 1 });
    expect(await disk.remembered()).toMatchObject({ toldVersion: '0.2.0', checkedAt: 1 });
  });
});

describe('the window', () => {
  it('hears of each change, and sees nothing of what is only remembered', async () => {
    const known = state();
    expect(known.view()).toEqual({ stage: 'none', fetched: 0, problem: null, found: null, checkedAt: null });
    known.become({ stage: 'fetching', fetched: 10, offer });
    expect(changes).toBe(1);
    const found = { version, news: [], way: 'replace', bytes: offer.file.size, isUntold: true };
    expect(known.view()).toEqual({ stage: 'fetching', fetched: 10, problem: null, found, checkedAt: null });
    await known.remember({ toldVersion: version });
    expect(known.view().found?.isUntold).toBe(false);
    known.become({ problem: 'failed' });
    expect([changes, known.view().problem, known.view().stage]).toEqual([2, 'failed', 'fetching']);
  });

  it('has one stage at a time', () => {
    const known = state();
    known.become({ stage: 'ready' });
    expect([known.isIn('ready', 'waiting'), known.isIn('waiting'), known.isIn()]).toEqual([true, false, false]);
  });

  it('begins without a file that was of no use', () => {
    expect(state().now().refused).toBe('');
  });
});
