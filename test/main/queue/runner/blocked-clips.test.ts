// A host that blocked everything is tried with one of the clips that told so: which of them goes ahead, when, and when none can.
import { describe, expect, it } from 'vitest';
import { MiB, type RunnerStage, runnerStage, sized } from './stage.ts';

const minute = 60_000;
const names = ['clip 1', 'clip 2', 'clip 3', 'clip 4', 'clip 5'];

/** How long a host is left alone that blocks everything, and one that takes no clips: an hour and five minutes, a twentieth of it more. */
const ways = [
  ['everything', true, 63 * minute],
  ['its uploads', false, 5.25 * minute],
] as const;

describe.each(ways)('%s is blocked', (_, isBlocked, heldMs) => {
  /** Five clips are all there is, of two accounts in turn, and the host answered each with a page. */
  async function blocked(): Promise<RunnerStage> {
    const jobs = names.map((id, at) => sized(id, at, MiB, { accountId: at % 2 === 0 ? 'account-1' : 'account-2' }));
    const lanes = () => ({ small: 1, big: 1 });
    const on = await runnerStage({ jobs }, { isBlocked: async () => isBlocked }, { lanes });
    const cause = { kind: 'needs-you', reason: 'web-page-answer', action: 'retry', detail: null } as const;
    for (const id of names) await on.sendingOf(id).end({ verdict: { kind: 'failed', cause }, status: 403 });
    expect(names.map((id) => on.state(id)?.kind)).toEqual(names.map(() => 'needs-you'));
    return on;
  }

  /** Almost until its time is over, and then until it is: all else was looked through only a minute ago. */
  async function timePasses(on: RunnerStage): Promise<void> {
    await on.clock.pass(heldMs - minute);
    on.runner.kick();
    await on.clock.settle();
    expect(on.ids()).toEqual(names);
    await on.clock.pass(2 * minute);
  }

  it('the first of them goes ahead as soon as the time is over, and alone (F-21)', async () => {
    const on = await blocked();
    await timePasses(on);
    expect(on.ids().slice(5)).toEqual(['clip 1']);
  });

  it('the next one goes ahead where the first was cancelled meanwhile (F-21)', async () => {
    const on = await blocked();
    await on.settled(on.runner.apply('clip 1', { kind: 'cancel' }));
    await timePasses(on);
    expect(on.ids().slice(5)).toEqual(['clip 2']);
    expect(on.state('clip 1')?.kind).toBe('cancelled');
  });

  it('one of an account that is signed in goes ahead (F-21)', async () => {
    const on = await blocked();
    on.signedIn.delete('account-1');
    await timePasses(on);
    expect(on.ids().slice(5)).toEqual(['clip 2']);
    expect(on.state('clip 1')?.kind).toBe('needs-you');
  });

  it('one whose entry was lost with a damaged database keeps none of the others back (F-21)', async () => {
    const on = await blocked();
    on.sql.exec("DELETE FROM attempts WHERE job_id = 'clip 1'; DELETE FROM jobs WHERE id = 'clip 1'");
    await timePasses(on);
    expect(on.ids().slice(5)).toEqual(['clip 2']);
  });

  it('nothing goes where all were cancelled meanwhile, and the queue rests', async () => {
    const on = await blocked();
    for (const id of names) await on.settled(on.runner.apply(id, { kind: 'cancel' }));
    await timePasses(on);
    const { nextDue } = on.store;
    let looks = 0;
    Object.assign(on.store, {
      nextDue: (now: number) => {
        looks++;
        return nextDue(now);
      },
    });
    await on.clock.settle();
    expect([on.ids(), looks, on.errors]).toEqual([names, 0, []]);
  });

  it('a disk without room as the time is over: that is told, and one goes ahead when there is room (F-43)', async () => {
    const on = await blocked();
    const { write } = on.store;
    on.store.write = () => Promise.reject(new Error('disk is full'));
    await timePasses(on);
    expect(on.errors).toContain('A parked clip could not go ahead');
    expect(on.ids()).toEqual(names);
    on.store.write = write;
    on.runner.kick();
    await on.clock.settle();
    expect(on.ids().slice(5)).toEqual(['clip 1']);
  });

  it('the end of the app waits until it is written down which of them goes ahead', async () => {
    const on = await blocked();
    const { write } = on.store;
    const room = Promise.withResolvers<void>();
    on.store.write = (work) => room.promise.then(() => write(work));
    await timePasses(on);
    let isOver = false;
    const stopping = on.runner.stop().then(() => {
      isOver = true;
    });
    await on.clock.settle();
    expect(isOver).toBe(false);
    room.resolve();
    await on.settled(stopping);
    expect(on.state('clip 1')?.kind).toBe('waiting');
  });
});
