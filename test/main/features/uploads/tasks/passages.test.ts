// What is remembered of the way to a site: within one life of the app, and over it.
import { expect, it } from 'vitest';
import { createPassages } from '../../../../../main/features/uploads/tasks/passages.ts';
import { StoreError } from '../../../../../main/ports.ts';
import { usualPiece } from '../../../../../main/transfer/piece-size.ts';
import { aSite } from '../../../a-site.ts';

const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const mib = 1024 * 1024;

function passages(onLearn: () => void = () => undefined) {
  const learned: unknown[] = [];
  const learn = (id: string, what: unknown): void => {
    onLearn();
    learned.push([id, what]);
  };
  return { learned, to: createPassages(quiet, { learn }).to };
}

it('is one for each site, also for what was read of it anew', () => {
  const { to } = passages();
  const [one, other] = [aSite({ id: 'one' }), aSite({ id: 'other' })];
  to(one).pieceSize.refused(usualPiece);
  to(one).pieceMethod.refused(false);
  const again = to({ ...one, name: 'Other name' });
  expect([again.pieceSize.next(), again.pieceMethod.isByPost()]).toEqual([usualPiece / 2, true]);
  expect([to(other).pieceSize.next(), to(other).pieceMethod.isByPost()]).toEqual([usualPiece, false]);
});

it('begins with the limit that was learned, and learns another one', () => {
  const { to, learned } = passages();
  const site = aSite({ id: 'one', pieceLimit: 2 * mib });
  const { pieceSize } = to(site);
  expect(pieceSize.next()).toBe(2 * mib);
  pieceSize.refused(2 * mib);
  pieceSize.passed(mib);
  expect(learned).toEqual([['one', { pieceLimit: mib }]]);
});

it('stops no clip where there is no room to write it down (F-43); anything else is told', () => {
  const site = aSite({ id: 'one' });
  const shrink = (onLearn: () => void): void => {
    const { pieceSize } = passages(onLearn).to(site);
    pieceSize.refused(usualPiece);
    pieceSize.passed(usualPiece / 2);
  };
  shrink(() => {
    throw new StoreError('full', 'database or disk is full');
  });
  const odd = new StoreError('failed', 'odd');
  expect(() =>
    shrink(() => {
      throw odd;
    }),
  ).toThrow(odd);
});
