// Questions without an answer are not asked again before there can be one, and every other is.
import { expect, it } from 'vitest';
import { createIdle } from '../../../../main/queue/store/empty-answers.ts';

function idleOf(due: (now: number) => number | null = () => null) {
  const asked: string[] = [];
  const reads: number[] = [];
  const idle = createIdle((now) => {
    reads.push(now);
    return due(now);
  });
  const ask = (
    question: string,
    now: number,
    answer: readonly string[] = [],
    kind: 'waiting' | 'unclear' = 'waiting',
  ) =>
    idle.ask(question, kind, now, () => {
      asked.push(question);
      return answer;
    });
  return { idle, asked, reads, ask };
}

it('are asked once, until a job of the kind is written', () => {
  const { idle, asked, ask } = idleOf();
  expect(ask('a', 1)).toEqual([]);
  expect(ask('a', 2, ['never asked'])).toEqual([]);
  expect(asked.splice(0)).toEqual(['a']);
  idle.wrote('unclear');
  expect(ask('a', 3, ['never asked'])).toEqual([]);
  idle.wrote('waiting');
  expect(ask('a', 3, ['job'])).toEqual(['job']);
  expect(ask('a', 3, ['job', 'another'])).toEqual(['job', 'another']);
  expect(asked.splice(0)).toEqual(['a', 'a']);
  ask('b', 3);
  expect(asked).toEqual(['b']);
});

it('are asked again when the next time is there, and not before', () => {
  const { asked, ask } = idleOf((now) => (now < 50 ? 50 : null));
  ask('a', 1);
  ask('a', 49);
  expect(asked.splice(0)).toEqual(['a']);
  expect(ask('a', 50, ['job'])).toEqual(['job']);
  expect(asked.splice(0)).toEqual(['a']);
});

it('what has had an answer since is asked again, also where the clock was put back before its time', () => {
  const { asked, ask } = idleOf((now) => (now < 50 ? 50 : null));
  ask('a', 1);
  ask('a', 50, ['job']);
  expect(ask('a', 10, ['job'])).toEqual(['job']);
  expect(asked).toEqual(['a', 'a', 'a']);
});

it('what was answered once and is empty now is asked for as long as nothing is known', () => {
  const { idle, asked, ask } = idleOf();
  ask('a', 1);
  idle.wrote('waiting');
  ask('a', 1, ['job']);
  ask('a', 1);
  ask('a', 1);
  expect(asked).toEqual(['a', 'a', 'a']);
});

it('a job that is written while the question is asked leaves what it was asked for', () => {
  const { idle, asked, ask } = idleOf();
  // A damaged row is parked by the very question that meets it.
  idle.ask('a', 'waiting', 1, () => {
    idle.wrote('waiting');
    return [];
  });
  ask('a', 1);
  expect(asked).toEqual([]);
});

it('the next due time is read also where nothing but a job was written before', () => {
  const { idle, reads } = idleOf(() => 50);
  idle.wrote('waiting');
  expect([idle.nextDue(10), idle.nextDue(11)]).toEqual([50, 50]);
  expect(reads).toEqual([10]);
});

it('the next due time is read once, until it has passed, something is written, or the clock is put back', () => {
  const { idle, reads } = idleOf((now) => (now < 50 ? 50 : now < 80 ? 80 : null));
  expect([idle.nextDue(10), idle.nextDue(10), idle.nextDue(49)]).toEqual([50, 50, 50]);
  expect(reads.splice(0)).toEqual([10]);
  expect([idle.nextDue(50), idle.nextDue(60)]).toEqual([80, 80]);
  expect(reads.splice(0)).toEqual([50]);
  expect(idle.nextDue(9)).toBe(50);
  expect(reads.splice(0)).toEqual([9]);
  idle.wrote('done');
  expect(idle.nextDue(9)).toBe(50);
  expect(reads.splice(0)).toEqual([9]);
  expect([idle.nextDue(90), idle.nextDue(1e12)]).toEqual([null, null]);
  expect(reads.splice(0)).toEqual([90]);
});
