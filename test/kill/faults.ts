// What goes wrong on the practice site during one life of the engine: a few of its switches, by chance.
import type { SwitchPatch } from '../site/start.ts';
import { defaultSwitches } from '../site/switches.ts';
import type { Chance } from './chance.ts';

/** The longest that the site may take to store what has arrived, in ms: below every settle time used here (F-02). */
export const latestCommitMs = 600;

const describing = '^POST /wp/v2/video/';
const reading = '^GET /wp/v2/(video|media)';
const anything = '.';

type Fault = readonly [name: string, make: (chance: Chance) => SwitchPatch];

const faults: readonly [Fault, ...Fault[]] = [
  ['answers lost', (c) => ({ loseAnswer: { times: c.whole(1, 3) } })],
  ['late commits', (c) => ({ lateCommitMs: c.whole(100, latestCommitMs) })],
  [
    'stored, then 5xx',
    (c) => ({ failWith: { status: c.pick([500, 502, 504]), times: c.whole(1, 3), when: 'after-work' } }),
  ],
  ['5xx, nothing stored', (c) => ({ failWith: { status: c.pick([500, 502]), times: 1, when: 'after-body' } })],
  ['503 with Retry-After', (c) => ({ failWith: { ...busy(503), when: c.pick(['after-work', 'after-body']) } })],
  ['503 at once', () => ({ failWith: { ...busy(503), when: 'at-once' } })],
  ['429 with Retry-After', () => ({ failWith: { ...busy(429), when: 'after-body' } })],
  ['cut in the body', (c) => ({ cutAfterBytes: { bytes: c.whole(1, 600_000), times: c.whole(1, 3) } })],
  ['stalled in the body', (c) => ({ stallAfterBytes: { bytes: c.whole(1, 400_000), times: 1 } })],
  ['uploads dropped', (c) => ({ dropUpload: { times: c.whole(1, 2) } })],
  ['answers held', (c) => ({ holdAnswer: { times: c.whole(1, 3) } })],
  ['answers cut', (c) => ({ cutAnswer: { times: c.whole(1, 3), route: c.pick(['^POST', anything]) } })],
  ['slow answers', (c) => ({ answerDelayMs: c.whole(50, latestCommitMs) })],
  // Never so slow that what lies in the line's buffers at a kill is still being read when the settle time is over.
  ['slow line', (c) => ({ slowBytesPerSecond: c.whole(12_000_000, 40_000_000) })],
  ['a web page instead', (c) => ({ htmlInsteadOfJson: { times: c.whole(1, 3), work: c.is(0.5) } })],
  ['warnings before answers', (c) => ({ warningBeforeAnswer: { times: c.whole(1, 5), route: anything } })],
  ['stored, then a no', () => ({ successFalse: { code: 'odd', message: 'Something is odd', work: true, times: 1 } })],
  ['a no', () => ({ successFalse: { code: 'odd', message: 'Something is odd', times: 1 } })],
  ['metadata answers lost', (c) => ({ loseAnswer: { times: c.whole(1, 2), route: describing } })],
  ['metadata answers held', () => ({ holdAnswer: { times: 2, route: describing } })],
  ['looks fail', (c) => ({ failWith: { status: c.pick([500, 503]), times: c.whole(1, 3), route: reading } })],
  ['looks are cut', (c) => ({ loseAnswer: { times: c.whole(1, 3), route: reading } })],
  // The real page of maintenance asks for ten minutes, which nobody would wait for here.
  [
    'maintenance',
    (c) => ({ failWith: { ...busy(503), body: '<h1>Maintenance</h1>', times: c.whole(1, 8), route: anything } }),
  ],
  ['no ranges', () => ({ ranges: false })],
  ['another answer', (c) => ({ answerStyle: c.pick(['ajax', 'bare', '204', 'text', 'location']) })],
];

function busy(status: number): { status: number; times: number; headers: Record<string, string> } {
  return { status, times: 1, headers: { 'Retry-After': '1' } };
}

/** What a site is like without faults; `keys` = it honours Idempotency-Key. sha256 is taken of the stored file, when asked. */
export const healthy = (keys: boolean): SwitchPatch => ({ ...defaultSwitches(), hash: false, idempotencyKeys: keys });

export interface Weather {
  readonly names: readonly string[];
  readonly switches: SwitchPatch;
}

/** None to three faults at a time; of two on one switch the later counts. */
export function weather(chance: Chance, habits: SwitchPatch): Weather {
  const names: string[] = [];
  let switches = habits;
  for (let left = chance.whole(0, 3); left > 0; left--) {
    const [name, make] = chance.pick(faults);
    names.push(name);
    switches = { ...switches, ...make(chance) };
  }
  return { names, switches };
}
