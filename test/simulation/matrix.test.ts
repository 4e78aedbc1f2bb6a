// A slice of the matrix of faults in the gate, and proof that each question that it asks can be answered with a no.
import { describe, expect, it } from 'vitest';
import type { AttemptView, JobRow, JobStateView } from '../../preload/contract.ts';
import { memorySettings } from '../engine/settings.ts';
import { faultNames, type MatrixFaultName, matrixFaults, type Saying, styleNames } from './matrix-faults.ts';
import {
  crowdNames,
  crowdRow,
  type MatrixPlan,
  makeMatrixPlan,
  matrixClips,
  matrixRows,
  numberOf,
  rowOf,
} from './matrix-plan.ts';
import type { Try } from './matrix-truth.ts';
import { checkedMatrix, judgeMatrix, type MatrixOptions, matrixSentences, runMatrix } from './matrix-verdict.ts';
import { whyBroken, whyMiscounted, whyRowIsUntrue, whyTryIsUntrue, wordSentences } from './matrix-words.ts';
import { sentences } from './sentences.ts';
import type { World } from './world.ts';

const planOf = (...faults: readonly MatrixFaultName[]): MatrixPlan =>
  makeMatrixPlan({ faults, style: 'rest', seed: 1 });

const broken = async (matrix: MatrixPlan, options: MatrixOptions = {}): Promise<readonly string[]> => {
  const { record } = await checkedMatrix(matrix, options);
  return [...new Set(record.violations.map(({ sentence }) => sentence))];
};

/** Each fault, in a pair with one that is far from it in the list, under the styles in turn. */
const half = Math.floor(faultNames.length / 2);
const slice = faultNames.slice(0, faultNames.length - half).map((one, at) => ({
  faults: [one, faultNames[at + half] ?? one],
  style: styleNames[at % styleNames.length] ?? 'rest',
  seed: 1,
}));

it('has a row for every fault and every pair of faults under every answer style', () => {
  const rows = Array.from({ length: matrixRows }, (_, at) => rowOf(at + 1));
  const names = new Set(rows.map(({ faults, crowd, style }) => `${[...faults].sort().join()} ${crowd} ${style}`));
  const sets = faultNames.length + (faultNames.length * (faultNames.length - 1)) / 2;
  expect([faultNames.length, names.size]).toEqual([15, (sets + crowdNames.length) * styleNames.length]);
  expect(rows.map(numberOf)).toEqual(rows.map((_, at) => at + 1));
  expect(rowOf(matrixRows + 1)).toEqual({ ...rowOf(1), seed: 2 });
});

it('leaves most clips of a row without a fault, and no more keep a lane than there are', () => {
  for (let number = 1; number <= matrixRows; number++) {
    const { row, carriers } = makeMatrixPlan(rowOf(number));
    const met = [...carriers.values()];
    expect([...new Set(met.flat())].sort()).toEqual([...row.faults].sort());
    expect(carriers.size).toBeLessThan(matrixClips / 2);
    // A crowd is there for that.
    if (row.crowd) continue;
    expect(met.filter((all) => all.some((fault) => matrixFaults[fault].keepsLane)).length).toBeLessThan(4);
  }
});

describe.each(slice)('$faults.0 and $faults.1', (row) => {
  it('each clip once, none waits for another’s, every word is true', {
    tags: slice.indexOf(row) < 2 ? [] : 'proof',
  }, async () => {
    const { failure, hits } = await judgeMatrix(numberOf(row));
    expect(failure).toBeNull();
    for (const fault of row.faults) expect(hits.get(fault)).toBeGreaterThan(0);
  });
});

it.each<readonly MatrixFaultName[]>([['stall'], ['crawl'], ['stall', 'crawl']])(
  'nobody waits for clips that stand still in every lane: %s %s',
  async (...faults) => {
    expect(await broken(planOf(...faults))).toEqual([]);
  },
);

describe.each(crowdNames.map((crowd, at) => ({ crowd, style: styleNames[at % styleNames.length] ?? 'rest' })))(
  '$crowd',
  ({ crowd, style }) => {
    it('keep the others no longer than they have to', {
      tags: crowd === 'eight that stall' ? [] : 'proof',
    }, async () => {
      const row = crowdRow(crowd, style);
      expect((await judgeMatrix(numberOf(row))).failure).toBeNull();
    });
  },
);

it('makes the same run of the same row', async () => {
  const hash = async (seed: number): Promise<string> => {
    const matrix = makeMatrixPlan({ faults: ['429', '502-after'], style: 'bare', seed });
    return (await runMatrix(matrix, { trace: 'hash' })).record.hash();
  };
  const once = await hash(1);
  expect(await hash(1)).toBe(once);
  expect(await hash(2)).not.toBe(once);
});

describe('it is told', () => {
  /** What came is never shown: neither to who looks for it nor to who asks before sending. */
  const hideFiles = ({ sites }: World): void => {
    for (const site of sites.values()) {
      const { answer } = site;
      site.answer = (method, url, ...more) => {
        const isList = url.pathname === '/wp-json/wp/v2/media' || url.pathname === '/wp-json/wp/v2/video';
        return isList ? site.data(200, [], { 'x-wp-totalpages': '1' }) : answer(method, url, ...more);
      };
    }
  };
  /** The same run, of which the oracle is told that the clips carry other faults. */
  const carrying = (matrix: MatrixPlan, carriers: MatrixPlan['carriers']): MatrixOptions => ({
    told: { ...matrix, carriers },
  });

  it('that a clip is on the site twice', async () => {
    expect(await broken(planOf('502-after'), { meddle: hideFiles })).toContain(sentences.twice);
  });

  it('that a video does not have what was typed', async () => {
    const untitled = ({ sites }: World): void => {
      for (const site of sites.values()) {
        const { answer } = site;
        site.answer = (method, url, authorization, json, range) => {
          const given = answer(method, url, authorization, json, range);
          for (const post of site.posts.values()) if (json !== null) post.title = 'Another';
          return given;
        };
      }
    };
    expect(await broken(planOf('slow'), { meddle: untitled })).toContain(sentences.metadata);
  });

  it('that a clip waited for the faults of others: with a single lane it does', async () => {
    const settings = memorySettings({ notify: false, smallLanes: 1 });
    const found = await broken(planOf('stall'), { around: (ports) => ({ ...ports, settings }) });
    expect(found).toEqual([matrixSentences.waited]);
  });

  it('that a clip needs its user for what it should not', async () => {
    const matrix = planOf('413-always');
    const clips = matrix.plan.clips.map((clip) => ({ ...clip, poison: false }));
    const told = { ...matrix, plan: { ...matrix.plan, clips } };
    expect(await broken(matrix, { told })).toEqual([matrixSentences.notThere]);
  });

  it('that the window says what no fault explains, or never says what one does, or that a fault was never met', async () => {
    const matrix = planOf('502-before');
    expect(await broken(matrix, carrying(matrix, new Map()))).toContain(matrixSentences.unexpected);
    const other = new Map([...matrix.carriers].map(([id]) => [id, ['504-after'] as const]));
    const found = await broken(matrix, carrying(matrix, other));
    expect(found).toContain(matrixSentences.untold);
    expect(found).toContain(matrixSentences.missed);
  });

  it('that a row, a try or a banner says what did not happen', async () => {
    const never = { isSignedOut: () => false, isAsked: () => false } as const;
    expect(await broken(planOf('429', '401-middle'), { truth: (truth) => ({ ...truth, ...never }) })).toEqual([
      wordSentences.untrue,
    ]);
    const silent = ({ tries, ...truth }: Parameters<NonNullable<MatrixOptions['truth']>>[0]) => ({
      ...truth,
      tries: (path: string) => tries(path).map((one) => ({ ...one, answer: null })),
    });
    expect(await broken(planOf('502-after'), { truth: silent })).toEqual([wordSentences.untrue]);
  });
});

describe('words', () => {
  const bytes = 1_000;
  const aTry = (more: Partial<Omit<Try, 'exchange'>> & { readonly left?: number } = {}): Try => {
    const { left = bytes, ...rest } = more;
    const exchange = { left } as Try['exchange'];
    return { path: '/a.mp4', bytes, fault: null, stored: false, answer: null, over: true, ...rest, exchange };
  };
  const answered = (status: number, type = 'application/json'): Partial<Try> => ({
    answer: { status, headers: { 'content-type': type }, body: '' },
  });

  it.each([
    ['nothing at all', ' '],
    ['a code', 'Waits: server-error'],
    ['a code of the site', 'The site said: rest_cannot_create'],
    ['a value that was not there', 'undefined left'],
    ['a gap that was not filled', '{clips} wait'],
    ['the name of a sentence', 'jobs.wait.offline'],
  ])('are none: %s', (_, text) => {
    expect(whyBroken(text)).not.toBeNull();
    expect(whyBroken('Waiting for you to sign in')).toBeNull();
  });

  const now = Date.UTC(2026, 10, 20);
  const waits = (why: Extract<JobStateView, { kind: 'waiting' }>['why']): JobStateView => ({
    ...{ kind: 'waiting', why, until: null },
  });
  const tooLarge: JobStateView = { kind: 'needs-you', reason: 'too-large', action: 'retry', detail: null };
  const whyRow = (state: JobStateView, tries: readonly Try[], more: { from?: number; held?: boolean } = {}) => {
    const { from = Number.POSITIVE_INFINITY, held = false } = more;
    const row: Pick<JobRow, 'state' | 'bytes'> = { state, bytes };
    return whyRowIsUntrue({ row, tries, isSignedOut: held, isAsked: held, tooLargeFrom: from }, now);
  };
  it.each<[Saying, JobStateView, Try, Try | null]>([
    ['connection lost', waits('connection-lost'), aTry(), aTry(answered(502))],
    ['a problem of the site', waits('server-error'), aTry(answered(502)), aTry(answered(200))],
    ['a web page', waits('web-page-answer'), aTry(answered(200, 'text/html')), aTry(answered(200))],
    ['refused once', waits('size-doubted'), aTry(answered(413)), aTry(answered(401))],
    ['offline', waits('offline'), aTry(), aTry()],
    [
      'sending',
      { kind: 'sending', sentBytes: 500, bytesPerSecond: 0, secondsLeft: null, goesOn: false },
      aTry(),
      aTry({ left: 300 }),
    ],
    ['all sent', { kind: 'processing', since: now }, aTry(), aTry({ left: 300 })],
    ['looked for', { kind: 'unclear', nextLookAt: now, rebuilt: false }, aTry(), aTry({ left: 0 })],
    [
      'described',
      { kind: 'describing', videoId: 1, why: null, until: null } as JobStateView,
      aTry({ stored: true }),
      aTry(),
    ],
    ['done', { kind: 'done', videoId: 1, finishedAt: now }, aTry({ stored: true }), aTry()],
    ['paused', { kind: 'paused' }, aTry(), aTry()],
  ])('of a row are true or not: %s', (what, state, so, notSo) => {
    if (what !== 'offline' && what !== 'paused') expect(whyRow(state, [so])).toBeNull();
    if (notSo) expect(whyRow(state, [notSo])).not.toBeNull();
  });

  it.each([waits('sign-in'), waits('site-busy')])('of a row are true only while something holds it: $why', (state) => {
    expect([whyRow(state, [], { held: true }), whyRow(state, []) === null]).toEqual([null, false]);
  });

  it('of a row call too large what is as large as something that was refused so', () => {
    expect(whyRow(tooLarge, [], { from: bytes })).toBeNull();
    expect(whyRow(tooLarge, [], { from: bytes + 1 })).not.toBeNull();
    expect(whyRow({ ...tooLarge, reason: 'site-refused' }, [], { from: bytes })).not.toBeNull();
  });

  const view = (ended: AttemptView['ended'], more: Partial<AttemptView> = {}): AttemptView => ({
    ...{ startedAt: 1, endedAt: 2, sentBytes: bytes, looks: [], ended, status: null, said: null, ...more },
  });
  it.each<[string, AttemptView, Try, Try | undefined]>([
    ['confirmed', view('arrived', { status: 201 }), aTry({ ...answered(201), stored: true }), aTry(answered(201))],
    ['no answer', view('unclear'), aTry(), aTry(answered(502))],
    ['everything sent', view('unclear'), aTry(), aTry({ left: 400 })],
    ['nothing sent', view('connection-lost', { sentBytes: 0 }), aTry({ left: 0 }), aTry({ left: 400 })],
    ['a status', view('refused', { status: 413 }), aTry(answered(413)), aTry(answered(401))],
    ['refused', view('refused', { status: 413 }), aTry(answered(413)), aTry()],
    ['found', view('found', { status: 502 }), aTry({ ...answered(502), stored: true }), aTry(answered(502))],
    ['absent', view('absent'), aTry(), aTry({ stored: true })],
    ['lost on the way', view('connection-lost', { sentBytes: 400 }), aTry({ left: 400 }), aTry({ over: false })],
    ['a try that was none', view('unclear'), aTry(), undefined],
  ])('of a try are true or not: %s', (_, words, so, notSo) => {
    expect(whyTryIsUntrue(words, bytes, so, so.stored)).toBeNull();
    expect(whyTryIsUntrue(words, bytes, notSo, notSo?.stored === true)).not.toBeNull();
  });

  it('of a try never say that all and a part of it were sent', () => {
    expect(whyTryIsUntrue(view('unclear', { sentBytes: 400 }), bytes, aTry(), false)).not.toBeNull();
    expect(whyTryIsUntrue(view('stopped'), bytes, aTry(), false)).not.toBeNull();
  });

  it('count what is shown', () => {
    const rows = [waits(null), { kind: 'done', videoId: 1, finishedAt: now } as const].map(
      (state) => ({ state }) as JobRow,
    );
    const counts = { all: 2, needsYou: 0, ready: 0, active: 0, waiting: 1, done: 1, arrived: 1 };
    const totals = {
      signIns: [{ accountId: 'a', accountName: 'Ava', siteName: 'Tide', clips: 1, looks: false, texts: false }],
    };
    const why = (more: Partial<typeof counts>, clips = 1): string | null => {
      const signIns = totals.signIns.map((one) => ({ ...one, clips }));
      return whyMiscounted({ rows, counts: { ...counts, ...more }, totals: { signIns } });
    };
    expect(why({})).toBeNull();
    for (const name of Object.keys(counts)) expect(why({ [name]: 5 })).not.toBeNull();
    expect(why({}, 2)).not.toBeNull();
  });
});
