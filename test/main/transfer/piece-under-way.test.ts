// A piece on its way: what is heard of it while it leaves, when it has left, how it ends, and that nothing of it is under way after a stop.
import { describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../main/adapters/clock.ts';
import { HttpError } from '../../../main/ports.ts';
import { type PieceOrder, sendOff } from '../../../main/transfer/piece-under-way.ts';
import { type Asked, lineByHand, type Reply } from './line-by-hand.ts';

const bytes = Buffer.alloc(1_000_000, 7);

function order(answer: (asked: Asked) => Reply | Error | Promise<Reply | Error>, more: Partial<PieceOrder> = {}) {
  const http = lineByHand(answer);
  const done = vi.fn();
  const onTaken = vi.fn();
  const signal = new AbortController().signal;
  const sent = sendOff({
    line: { http, clock: systemClock, signIn: {}, signal },
    upload: 'https://harbour.example/uploads/1',
    piece: { start: 1_000, bytes, done },
    ...{ values: {}, isAhead: false, clock: systemClock, pacer: undefined, onTaken },
    ...more,
  });
  return { sent, http, done, onTaken };
}

/** An answer that comes when a test wants it. */
function later() {
  let give: (reply: Reply) => void = () => undefined;
  const reply = new Promise<Reply>((resolve) => {
    give = resolve;
  });
  return { reply, give: (one: Reply) => give(one) };
}

describe('a piece under way', () => {
  it('says where the clip is, from where the piece begins, and that it has left only when all of it has', async () => {
    const { reply, give } = later();
    let departed = 0;
    const { sent, onTaken, done } = order(() => reply);
    void sent.departed.then(() => {
      departed = sent.left();
    });
    await sent.departed;
    expect(departed).toBe(bytes.length);
    const told = onTaken.mock.calls.map(([at]) => Number(at));
    expect(told.length).toBeGreaterThan(1);
    expect([Math.min(...told) > 1_000, told.at(-1)]).toEqual([true, 1_000 + bytes.length]);
    // At the site, and not answered: nobody is done with its bytes.
    expect([sent.isOver(), done.mock.calls.length]).toEqual([false, 0]);
    give({ status: 204, headers: { 'upload-offset': '1001000' } });
    expect(await sent.ended).toMatchObject({ kind: 'answered', answer: { offset: 1_001_000 } });
    expect([sent.isOver(), done.mock.calls.length]).toEqual([true, 1]);
    expect([sent.start, sent.end]).toEqual([1_000, 1_001_000]);
  });

  it('that comes to nothing has ended as well, and nobody waits for the rest of it to leave', async () => {
    const broken = new HttpError('reset', 'cut');
    const body = { start: 0, bytes, done: vi.fn() };
    const line = {
      ...{ clock: systemClock, signIn: {}, signal: new AbortController().signal },
      // Before a byte has left.
      http: { request: () => Promise.reject(broken) },
    };
    const { sent } = order(() => ({}), { line, piece: body });
    await sent.departed;
    expect(await sent.ended).toEqual({ kind: 'failed', error: broken });
    expect([sent.isOver(), sent.left(), body.done.mock.calls.length]).toEqual([true, 0, 1]);
  });

  it('that is stopped is over when the stop resolves, and the others go on', async () => {
    const whole = new AbortController();
    const { sent } = order(() => new Promise(() => undefined), {
      line: {
        http: lineByHand(() => new Promise(() => undefined)),
        clock: systemClock,
        signIn: {},
        signal: whole.signal,
      },
    });
    await sent.departed;
    await sent.stop();
    expect([sent.isOver(), whole.signal.aborted]).toEqual([true, false]);
    expect(await sent.ended).toMatchObject({ kind: 'failed', error: { problem: 'aborted' } });
  });

  it.each([
    [undefined, false],
    [() => false, false],
    [() => true, true],
  ])('knows by which method it left (%#)', async (isByPost, wanted) => {
    const http = lineByHand(() => ({}));
    const line = { http, clock: systemClock, signIn: {}, signal: new AbortController().signal };
    const { sent } = order(() => ({}), { line: isByPost ? { ...line, isByPost } : line, isAhead: true });
    await sent.ended;
    expect([sent.isByPost, sent.isAhead, http.asked[0]?.method]).toEqual([wanted, true, wanted ? 'POST' : 'PATCH']);
  });
});
