// What a move becomes by what the site shows, by each end of a try and by its user's word.
import { describe, expect, it } from 'vitest';
import {
  goneAs,
  hasMoved,
  isOpen,
  type Move,
  type MoveEvent,
  type MoveState,
  mayRetry,
  newMove,
  nextMove,
  seenAs,
} from '../../../main/library/move-state.ts';
import type { FailureCause, LibraryActProblem } from '../../../main/model.ts';
import { bounded, later, signIn } from '../queue/jobs.ts';

const toTrash = newMove({ videoId: 7, title: 'Regatta', to: 'trash', from: null });
const back = newMove({ videoId: 7, title: null, to: 'publish', from: 'trash' });
const restore = newMove({ videoId: 7, title: null, to: 'draft', from: null });
const forever = newMove({ videoId: 7, title: null, to: null, from: null });
const asked = (move: Move, was: string | null = 'publish') => nextMove(move, { kind: 'asks', was });
const changed = { kind: 'failed', problem: 'changed', said: null } as const;

describe('what the site shows', () => {
  it.each<[string, Move, string, unknown]>([
    ['a video that is to go is asked for', toTrash, 'private', null],
    ['and is there already', toTrash, 'trash', { kind: 'there' }],
    ['or by what was asked for', asked(toTrash), 'trash', { kind: 'done' }],
    ['not yet, so it is asked for again', asked(toTrash), 'publish', null],
    ['somebody changed it since it was asked for', asked(toTrash), 'draft', changed],
    ['a video that is to come back is asked for', back, 'trash', null],
    ['it is as it is to be', back, 'publish', { kind: 'there' }],
    ['somebody brought it back otherwise', back, 'draft', changed],
    ['the site made another status of it', asked(back, 'trash'), 'pending', { kind: 'otherwise', is: 'pending' }],
    ['a restored one was never in the trash', restore, 'private', { kind: 'otherwise', is: 'private' }],
    ['one that was to be deleted is still there', asked(forever, null), 'trash', null],
    ['one that is wanted no more and was not done', { ...asked(toTrash), stops: true }, 'publish', { kind: 'stopped' }],
    ['one that is wanted no more and was done', { ...asked(toTrash), stops: true }, 'trash', { kind: 'done' }],
  ])('%s', (_, move, is, end) => {
    expect(seenAs(move, is)).toEqual(end);
  });

  it('a video that is gone is what was asked for only where that was asked for', () => {
    expect(goneAs(asked(forever, null))).toEqual({ kind: 'done' });
    for (const move of [forever, asked(toTrash), back])
      expect(goneAs(move)).toEqual({ kind: 'failed', problem: 'gone', said: null });
  });
});

describe('a move', () => {
  const failed = (cause: FailureCause): MoveEvent => ({ kind: 'tried', result: { kind: 'failed', cause }, until: 99 });
  const at = (state: MoveState, more: Partial<Move> = {}): Move => ({ ...toTrash, ...more, state });

  it('knows what its video was once the site is asked, and that it was', () => {
    expect(asked(toTrash, 'private')).toEqual({ ...toTrash, isAsked: true, from: 'private' });
    expect(asked(back, null)).toEqual({ ...back, isAsked: true });
  });

  it.each<[string, Move, MoveEvent, Partial<Move>]>([
    [
      'waits after a failure',
      toTrash,
      failed(later),
      { failures: 1, state: { kind: 'waiting', why: later.why, until: 99 } },
    ],
    ['waits for its account', toTrash, failed(signIn), { state: { kind: 'waiting', why: 'sign-in', until: null } }],
    [
      'asks after four failures that do not pass',
      at({ kind: 'waiting', why: null, until: null }, { failures: 3 }),
      failed(bounded),
      { failures: 0, state: { kind: 'failed', problem: 'server-error', said: null } },
    ],
    [
      'asks at once where the site refused',
      toTrash,
      failed({ kind: 'needs-you', reason: 'site-refused', action: 'retry', detail: 'No.' }),
      { state: { kind: 'failed', problem: 'site-refused', said: 'No.' } },
    ],
    [
      'ends as its try did',
      toTrash,
      { kind: 'tried', result: { kind: 'ended', end: { kind: 'done' } }, until: 1 },
      { state: { kind: 'done' } },
    ],
    [
      'is as before where it was dropped meanwhile',
      toTrash,
      { kind: 'tried', result: { kind: 'dropped' }, until: 1 },
      {},
    ],
    ['is stopped before it is asked for', toTrash, { kind: 'stop' }, { state: { kind: 'stopped' } }],
    ['is only looked at once it was', asked(toTrash), { kind: 'stop' }, { stops: true }],
    [
      'goes at once where its site had asked for time',
      at({ kind: 'waiting', why: 'site-busy', until: 50 }, { failures: 2 }),
      { kind: 'hurried' },
      { failures: 0, state: { kind: 'waiting', why: 'site-busy', until: null } },
    ],
    ['waits on for what no word ends', at({ kind: 'waiting', why: 'offline', until: 50 }), { kind: 'hurried' }, {}],
    [
      'moves with the clock',
      at({ kind: 'waiting', why: 'site-busy', until: 50 }),
      { kind: 'clock-set', byMs: -20 },
      { state: { kind: 'waiting', why: 'site-busy', until: 30 } },
    ],
    [
      'waits no longer than anything may',
      at({ kind: 'waiting', why: 'site-busy', until: 50 }),
      { kind: 'due-capped', latest: 40 },
      { state: { kind: 'waiting', why: 'site-busy', until: 40 } },
    ],
  ])('%s', (_, before, event, after) => {
    expect(nextMove(before, event)).toEqual({ ...before, ...after });
  });

  const over: readonly MoveState[] = [
    { kind: 'done' },
    { kind: 'there' },
    { kind: 'otherwise', is: 'draft' },
    changed,
    { kind: 'stopped' },
    { kind: 'damaged' },
  ];
  it.each(over)('that is over stays so: $kind', (state) => {
    const move = at(state);
    expect(isOpen(move)).toBe(false);
    for (const event of [
      { kind: 'stop' },
      { kind: 'asks', was: 'x' },
      failed(later),
      { kind: 'hurried' },
      { kind: 'clock-set', byMs: -1 },
      { kind: 'retry' },
    ] as const)
      expect(nextMove(move, event)).toBe(move);
    expect(hasMoved(move)).toBe(['done', 'there', 'otherwise'].includes(state.kind));
  });

  it.each<[LibraryActProblem, boolean]>([
    ['not-allowed', true],
    ['site-refused', true],
    ['server-error', true],
    ['web-page-answer', true],
    ['gone', false],
    ['no-trash', false],
    ['changed', false],
    ['damaged', false],
  ])('that failed as %s may be tried again: %s', (problem, may) => {
    const move = at({ kind: 'failed', problem, said: null }, { stops: true, isAsked: true });
    expect([mayRetry(move), hasMoved(move)]).toEqual([may, problem === 'gone']);
    const after = nextMove(move, { kind: 'retry' });
    if (may) expect(after).toEqual({ ...move, stops: false, state: { kind: 'waiting', why: null, until: null } });
    else expect(after).toBe(move);
  });
});
