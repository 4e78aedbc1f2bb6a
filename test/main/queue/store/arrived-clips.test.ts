// Clips that came to their sites, gone through a few at a time: each once, with when it came and how many tries that took.
import { expect, it } from 'vitest';
import { arrivedClips } from '../../../../main/queue/store/arrived-clips.ts';
import { accountId, anAttempt, states } from '../jobs.ts';
import { clipOf, memoryQueue, otherAccount } from './memory-queue.ts';

const begin = () => {
  const queue = memoryQueue();
  return { ...queue, clips: arrivedClips(queue.sql) };
};

it('are those whose video is there, also off the list, whichever account sent them', () => {
  const { add, store, clips } = begin();
  add(
    { id: 'described', clip: clipOf(10), state: states.describing, arrivedAt: 500 },
    { id: 'waiting', clip: clipOf(11) },
    { id: 'may be there', clip: clipOf(12), state: states.unclear },
    { id: 'nobody knows where', clip: clipOf(13), state: states['done, unknown where'], arrivedAt: 501 },
    { id: 'off', clip: clipOf(14), state: states.done, arrivedAt: 502, removed: true },
    { id: 'another’s', clip: clipOf(15), state: states.done, arrivedAt: 503, accountId: otherAccount },
  );
  for (const [id, jobId] of ['described', 'off', 'off', 'may be there'].entries())
    store.insertAttempt(anAttempt({ id: `${id}`, jobId }));
  expect(clips.after(0, 9)).toEqual({
    arrivals: [
      { accountId, bytes: 10, at: 500, tries: 1 },
      { accountId, bytes: 14, at: 502, tries: 2 },
      { accountId: otherAccount, bytes: 15, at: 503, tries: 0 },
    ],
    last: null,
  });
});

it('of older versions, which did not keep when they came, count from when they were done; without any time they are passed over', () => {
  const { add, sql, clips } = begin();
  const done = (id: string, finishedAt: number) => ({ id, state: { ...states.done, finishedAt }, arrivedAt: null });
  add(done('kept', 800), done('unreadable', 801), done('without', 802), done('a word', 803), done('last', 804));
  add({ id: 'on its way', state: states.describing, arrivedAt: null }, { ...done('both', 805), arrivedAt: 700 });
  const damage = sql.prepare('UPDATE jobs SET state = ? WHERE id = ?');
  damage.run('{', 'unreadable');
  damage.run('{"kind":"done"}', 'without');
  damage.run('{"finishedAt":"yesterday"}', 'a word');
  expect(clips.after(0, 99).arrivals.map(({ at }) => at)).toEqual([800, 804, 700]);
});

it('are gone through from place to place, each once and none left out, until there are no more', () => {
  const { add, sql, clips } = begin();
  add(...[1, 2, 3, 4, 5, 6].map((at) => ({ id: `${at}`, state: states.done, arrivedAt: 100 + at })));
  // A step of which nothing can be read is not the end.
  sql.exec("UPDATE jobs SET arrived_at = NULL, state = '{' WHERE id IN ('1', '2', '3')");
  const stepsOf = (most: number) => {
    const steps: (readonly number[])[] = [];
    for (let place: number | null = 0; place !== null; ) {
      const { arrivals, last }: ReturnType<typeof clips.after> = clips.after(place, most);
      steps.push(arrivals.map(({ at }) => at));
      place = last;
    }
    return steps;
  };
  expect(stepsOf(3)).toEqual([[], [104, 105, 106], []]);
  expect(stepsOf(4)).toEqual([[104], [105, 106]]);
  expect(stepsOf(7)).toEqual([[104, 105, 106]]);
});

it('are none where nothing was sent', () => {
  expect(begin().clips.after(0, 9)).toEqual({ arrivals: [], last: null });
});
