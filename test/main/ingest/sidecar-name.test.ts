// Which files tell details of a clip, by their names: the most exact one first, whatever the case of the ending or the form of the letters.
import { describe, expect, it } from 'vitest';
import { clipsOfSidecar, isSidecarName, isSidecarOf, sidecarsOf } from '../../../main/ingest/sidecar-name.ts';

describe('the files of a clip', () => {
  it('stand in the order of what is more exact, JSON before text', () => {
    const names = [
      'Harbour.txt',
      'harbour.json',
      'Harbour.JSON',
      'Harbour.mp4.TXT',
      'Harbour.mp4.json',
      'Harbour.mov.json',
    ];
    expect(sidecarsOf('Harbour.mp4', names)).toEqual([
      'Harbour.mp4.json',
      'Harbour.mp4.TXT',
      'Harbour.JSON',
      'Harbour.txt',
    ]);
    // Of two that differ in the case of the ending it is always the same one.
    expect(sidecarsOf('a.mp4', ['a.JSON', 'a.json'])).toEqual(sidecarsOf('a.mp4', ['a.json', 'a.JSON']));
  });

  it('may be spelled in another form of the same letters', () => {
    expect(isSidecarOf('Été.json'.normalize('NFD'), 'Été.mp4'.normalize('NFC'))).toBe(true);
  });

  it.each(['.Harbour.json', '~$Harbour.txt', 'Harbour.json.part', 'Harbour.csv', 'Harbour'])('are not: %s', (name) => {
    expect([isSidecarName(name), isSidecarOf(name, 'Harbour.mp4')]).toEqual([false, false]);
  });

  it('lead back to it', () => {
    expect(clipsOfSidecar('Harbour.mp4.json')).toEqual(['Harbour.mp4']);
    expect(clipsOfSidecar('Harbour.v2.TXT')).toEqual(expect.arrayContaining(['Harbour.v2.mp4', 'Harbour.v2.MOV']));
  });
});
