// What an attempt takes over from the one before: one key for what can stand for one video, a new one for everything else.
import { describe, expect, it } from 'vitest';
import type { Attempt } from '../../../../main/model.ts';
import { carriedOn, contentOf, firstOf, withLook } from '../../../../main/queue/job/attempt-lineage.ts';
import { assumedAttempt } from '../../../../main/queue/job/presumed-attempt.ts';
import { aJob, anAttempt } from '../jobs.ts';

const { identity } = aJob().clip;
const content = contentOf(identity);
const lost = anAttempt({ content, key: 'k1', boundary: 'b1', ended: 'unclear' });

describe('the next attempt of a clip', () => {
  it.each<[string, Partial<Attempt>, string, boolean]>([
    ['after a lost answer', {}, 'C0001.mp4', true],
    ['after a lost answer, with a title typed meanwhile: still the very same bytes', {}, 'Tall ships.mp4', true],
    ['after a look that found nothing', { ended: 'absent' }, 'Tall ships.mp4', true],
    ['after a crash that nobody saw the end of', { ended: null }, 'Tall ships.mp4', true],
    ['after a cut in the middle', { ended: 'connection-lost' }, 'C0001.mp4', true],
    ['after a cut in the middle, under a new name', { ended: 'connection-lost' }, 'Tall ships.mp4', false],
    ['after a pause', { ended: 'stopped' }, 'C0001.mp4', true],
    ['after a time that was over for a proxy', { ended: 'refused', status: 408 }, 'C0001.mp4', true],
    ['after "locked"', { ended: 'refused', status: 423 }, 'C0001.mp4', true],
    ['after "too early"', { ended: 'refused', status: 425 }, 'C0001.mp4', true],
    ['after a proxy without a site', { ended: 'refused', status: 502 }, 'C0001.mp4', true],
    ['after "not now"', { ended: 'refused', status: 503 }, 'C0001.mp4', true],
    ['after "still at it"', { status: 409 }, 'C0001.mp4', true],
    ['after a proxy that gave up', { status: 504 }, 'C0001.mp4', true],
    ['after "too many requests"', { ended: 'refused', status: 429 }, 'C0001.mp4', true],
    ['after an error of the site itself, which it would say again', { status: 500 }, 'C0001.mp4', false],
    ['after a yes that said no, which it would say again', { ended: 'absent', status: 200 }, 'C0001.mp4', false],
    ['after "this key came with another body"', { ended: 'refused', status: 422 }, 'C0001.mp4', false],
    ['after a refusal', { ended: 'refused', status: 413 }, 'C0001.mp4', false],
    ['after it arrived: the user wants it once more', { ended: 'arrived', status: 201 }, 'C0001.mp4', false],
    ['after it arrived, as nobody noted by which answer', { ended: 'arrived' }, 'C0001.mp4', false],
    ['after it was found: the user wants it once more', { ended: 'found' }, 'C0001.mp4', false],
    ['after the file changed while it was read', { ended: 'clip-changed' }, 'C0001.mp4', false],
    ['while a program still wrote to it', { ended: 'clip-in-use' }, 'C0001.mp4', false],
    ['of another file', { content: contentOf({ ...identity, mtimeNs: '1' }) }, 'C0001.mp4', false],
    ['after one whose key could not be read', { key: null }, 'C0001.mp4', false],
    ['after one of an older Clipferry', { key: null, content: null }, 'C0001.mp4', false],
  ])('%s', (_, changes, fileName, same) => {
    expect(carriedOn([{ ...lost, ...changes }], content, fileName)).toEqual(
      same ? { boundary: 'b1', key: 'k1', fileName: 'C0001.mp4' } : null,
    );
  });

  it('follows the last one that was made, whatever was looked for after the list was lost (F-42)', () => {
    const attempts = [{ ...lost, id: 'first', key: 'k0' }, lost, assumedAttempt(aJob(), 'C0001.mp4', 1)];
    expect(carriedOn(attempts, content, 'C0001.mp4')?.key).toBe('k1');
  });

  it('begins afresh when there was none', () => {
    expect(carriedOn([], content, 'C0001.mp4')).toBeNull();
  });
});

describe('what is looked for', () => {
  it('can have come of every attempt with the same bytes that may have arrived', () => {
    const attempts = [
      anAttempt({ id: 'other bytes', content: 'x', ended: 'absent' }),
      anAttempt({ id: 'cut', content, ended: 'connection-lost' }),
      anAttempt({ id: 'late', content, ended: 'absent' }),
      anAttempt({ id: 'now', content, ended: 'unclear' }),
    ];
    const at = (id: string): Attempt => attempts.find((one) => one.id === id) ?? lost;
    expect(firstOf(attempts, at('now')).id).toBe('late');
    expect(firstOf(attempts, at('other bytes')).id).toBe('other bytes');
    expect(firstOf([anAttempt({ content: null, ended: 'unclear' })], anAttempt({ id: 'old' })).id).toBe('old');
  });

  it('is remembered, the first and the last looks of very many', () => {
    let attempt = lost;
    for (let at = 0; at < 50; at++) attempt = withLook(attempt, { at, found: 'not-yet' });
    expect(attempt.looks).toHaveLength(20);
    expect([attempt.looks[0]?.at, attempt.looks[1]?.at, attempt.looks.at(-1)?.at]).toEqual([0, 31, 49]);
  });
});
