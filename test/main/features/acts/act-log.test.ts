// Acts on disk: the last fifty, typing as one, what was taken back gone with the next act, and nothing harmed by a disk without room.
import { expect, it, onTestFinished } from 'vitest';
import { type ActLog, createActLog } from '../../../../main/features/acts/act-log.ts';
import { emptyDraft } from '../../../../main/model.ts';
import { type Sql, StoreError } from '../../../../main/ports.ts';
import { handClock } from '../../queue/hand-clock.ts';
import { memoryQueue } from '../../queue/store/memory-queue.ts';

const titled = (title: string) => ({ ...emptyDraft, title });
function acting(wrap: (sql: Sql) => Sql = (sql) => sql) {
  const { sql } = memoryQueue();
  const clock = handClock();
  const log: ActLog = createActLog(wrap(sql), clock, () => {});
  onTestFinished(() => log.stop());
  const count = (table: string) => Number(sql.prepare(`SELECT COUNT(*) AS n FROM ${table}`).get()?.n);
  const change = (about: string, before: string, after: string) => {
    const act = log.begin('text');
    log.text(act, about, titled(before), titled(after));
    return act;
  };
  return { log, clock, count, change };
}

it('the last fifty are kept, and of those before nothing', async () => {
  const { log, clock, count, change } = acting();
  const ids = Array.from({ length: 60 }, (_, at) => change(`job-${at}`, 'a', 'b'));
  await clock.settle();
  expect([count('acts'), count('act_items'), log.find(ids[9] ?? 0)]).toEqual([50, 50, null]);
  expect(log.offers().undo).toEqual({ id: ids.at(-1), kind: 'text', count: 1 });
  // What is being taken back is needed to its end.
  log.setState(ids[10] ?? 0, 'undoing');
  for (let at = 0; at < 60; at++) change(`more-${at}`, 'a', 'b');
  expect(log.find(ids[10] ?? 0)).toMatchObject({ state: 'undoing' });
});

it('what was taken back comes again until something else is done; an act that changes nothing is none', () => {
  const { log, change } = acting();
  const [first, second] = [change('job-1', 'a', 'b'), change('job-1', 'b', 'c')];
  for (const act of [second, first]) log.setState(act, 'undone');
  expect(log.offers()).toMatchObject({ undo: null, redo: { id: first } });
  change('job-2', 'a', 'a');
  expect(log.offers()).toMatchObject({ undo: null, redo: { id: first } });
  const third = change('job-2', 'a', 'b');
  expect(log.offers()).toMatchObject({ undo: { id: third }, redo: null });
});

it('typing is one act for half a minute, in one text of one clip', async () => {
  const { log, clock, count } = acting();
  const type = (about: string, before: string, after: string) =>
    log.typed('text', about, titled(before), titled(after));
  type('job-1', 'R', 'Re');
  type('job-1', 'Re', 'Reg');
  expect(log.item(log.offers().undo?.id ?? 0, 'text', 'job-1')?.fields.title).toMatchObject({
    before: { value: 'R' },
    after: { value: 'Reg' },
  });
  type('job-2', 'a', 'b');
  await clock.pass(31_000);
  type('job-2', 'b', 'c');
  expect(count('acts')).toBe(3);
});

it('a text that never left for itself is known to be on the site once what was typed after it is taken back', () => {
  const { log, change } = acting();
  const [first, second] = [change('job-1', 'a', 'b'), change('job-1', 'b', 'c')];
  log.leaves('job-1', { values: { title: 'a' }, sent: { title: 'c' } });
  const title = (act: number) => log.item(act, 'text', 'job-1')?.fields.title;
  const of = title(second);
  if (of) log.keep(second, 'text', 'job-1', { fields: { title: { ...of, back: { value: 'b' } } } });
  log.leaves('job-1', { values: { title: 'c' }, sent: { title: 'b' } });
  expect(title(second)).toMatchObject({ there: 'a', sent: 'c' });
  expect(title(first)).toMatchObject({ there: 'a', sent: 'b' });
});

it('what somebody else wrote between two acts is not taken for what the first of them left there', () => {
  const { log, change } = acting();
  const [first, second] = [change('job-1', '', 'a'), change('job-1', 'x', 'b')];
  const title = (act: number) => log.item(act, 'text', 'job-1')?.fields.title;
  log.leaves('job-1', { values: { title: '' }, sent: { title: 'a' } });
  const one = title(first);
  if (one) log.keep(first, 'text', 'job-1', { fields: { title: { ...one, sent: 'a' } } });
  log.leaves('job-1', { values: { title: 'x' }, sent: { title: 'b' } });
  const other = title(second);
  if (other) log.keep(second, 'text', 'job-1', { fields: { title: { ...other, back: { value: 'x' } } } });
  log.leaves('job-1', { values: { title: 'b' }, sent: { title: 'x' } });
  expect(title(first)).toMatchObject({ sent: 'a' });
});

it('terms of another site are not put on or taken off for a clip that went elsewhere', () => {
  const { log } = acting();
  const act = log.begin('text');
  log.text(act, 'job-1', emptyDraft, { ...titled('b'), termChanges: { tags: { add: [4], remove: [] } } });
  log.movedElsewhere('job-1');
  expect(Object.keys(log.item(act, 'text', 'job-1')?.fields ?? {})).toEqual(['title']);
});

it('a disk without room keeps what is to be dropped, and ends nothing', async () => {
  let isFull = false;
  const { clock, count, change } = acting((sql) => ({
    ...sql,
    prepare: (text) => {
      const statement = sql.prepare(text);
      return {
        ...statement,
        run: (...values) => {
          if (isFull) throw new StoreError('full', 'database or disk is full');
          return statement.run(...values);
        },
      };
    },
  }));
  for (let at = 0; at < 51; at++) change(`job-${at}`, 'a', 'b');
  isFull = true;
  await clock.settle();
  expect(count('act_items')).toBe(51);
  isFull = false;
  change('one-more', 'a', 'b');
  await clock.settle();
  expect(count('act_items')).toBe(50);
});
