// One clip is sent: what is on disk of it before, while and after its bytes leave, and what keeps it from leaving at all.
import { describe, expect, it } from 'vitest';
import type { Clip, FailureCause, Verdict } from '../../../../main/model.ts';
import { assumedAttempt, elsewhereAttempt } from '../../../../main/queue/job/presumed-attempt.ts';
import type { Elsewhere, JobTasks } from '../../../../main/queue/runner/job-tasks.ts';
import { handClock } from '../hand-clock.ts';
import { anAttempt, bounded, later, otherClip, page, signIn, states, tooLarge } from '../jobs.ts';
import { checkedUntil, MiB, runnerStage, silent, sized } from './stage.ts';

/** When the site was seen to have it. */
const sighting = { fileName: 'C0001.mp4', startedAt: 900, siteSkewMs: 5 };

const arrived: Verdict = { kind: 'arrived', videoId: 14 };
const small = 256 * 1024;
const missing: FailureCause = { kind: 'needs-you', reason: 'clip-missing', action: 'retry', detail: null };
const newer = ({ identity }: Clip): Clip['identity'] => ({ ...identity, mtimeNs: '1763620000999999999' });
type Stage = Awaited<ReturnType<typeof runnerStage>>;

describe('what is known of the clip’s bytes as it leaves', () => {
  it.each([
    ['read before, of a clip that leaves in one go', small, 'read', 'read', 0],
    ['read now, of a clip that leaves in one go', small, null, 'now', 1],
    ['nothing, of one that is too large to be read first', small + 1, null, null, 0],
    ['read before, of a large one', MiB, 'read', 'read', 0],
  ] as const)('is %s (F-25)', async (_, size, before, known, reads) => {
    const hashed: Clip[] = [];
    const on = await runnerStage(
      { jobs: [sized('clip', 1, size, { sha256: before })] },
      {
        hashed: async (clip) => {
          hashed.push(clip);
          return 'now';
        },
      },
    );
    expect(on.ids()).toEqual(['clip']);
    expect(on.store.job('clip')?.sha256).toBe(known);
    expect(hashed).toHaveLength(reads);
  });

  it('is nothing of what was read of a clip whose place another one took meanwhile (F-25)', async () => {
    const on = await runnerStage(
      { jobs: [sized('clip', 1, MiB, { sha256: 'of the old one' })] },
      { check: async () => ({ kind: 'go', clip: { ...otherClip, identity: { ...otherClip.identity, size: MiB } } }) },
    );
    expect(on.ids()).toEqual(['clip']);
    expect(on.store.job('clip')).toMatchObject({ sha256: null, clip: { name: otherClip.name } });
  });

  it('is what was read while it was being made ready', async () => {
    let go = (): void => {};
    const ready = new Promise<void>((resolve) => {
      go = resolve;
    });
    const on = await runnerStage({ jobs: [sized('clip', 1, MiB)] }, { enter: () => ready.then(() => null) });
    await on.write(() => on.store.saveLearned('clip', { sha256: 'meanwhile' }));
    go();
    await on.clock.settle();
    expect(on.ids()).toEqual(['clip']);
    expect(on.store.job('clip')?.sha256).toBe('meanwhile');
  });

  it('is what passed by as it was sent, should its end be lost after that', async () => {
    const on = await runnerStage({ jobs: [sized('clip', 1, MiB)] });
    await on.settled(on.sendingOf('clip').lastBytes('passed by'));
    expect(on.store.job('clip')?.sha256).toBe('passed by');
  });

  it('keeps the second of two clips with the very same bytes back, and names the first (F-31)', async () => {
    const first = sized('first', 1, small, { sha256: 'same' });
    const jobs = [{ ...first, clip: { ...first.clip, name: 'Harbour.mp4' } }, sized('second', 2, small)];
    const on = await runnerStage({ jobs }, { hashed: async () => 'same' });
    expect(on.ids()).toEqual(['first']);
    expect(on.state('second')).toMatchObject({
      kind: 'needs-you',
      reason: 'clip-known',
      action: 'retry',
      detail: 'Harbour.mp4',
      resume: { from: 'send' },
    });
    expect(on.store.attempts('second')).toEqual([]);
  });

  it('keeps nothing back of which the bytes are not known', async () => {
    const on = await runnerStage({ jobs: [sized('first', 1, MiB), sized('second', 2, MiB)] });
    expect(on.ids()).toEqual(['first', 'second']);
  });
});

describe('a clip that may not go', () => {
  const stops = [
    ['check', (cause: FailureCause) => ({ check: async () => ({ kind: 'stop', cause }) as const })],
    ['enter', (cause: FailureCause) => ({ enter: async () => cause })],
  ] as const;

  it.each(stops)('by its %s: is parked with the reason, and nothing of it left', async (_, play) => {
    const on = await runnerStage({ jobs: [sized('clip', 1, MiB)] }, play(tooLarge));
    expect(on.state('clip')).toMatchObject({ kind: 'needs-you', reason: 'too-large', detail: '1000' });
    expect(on.store.attempts('clip')).toEqual([]);
    expect(on.signedOut).toEqual([]);
  });

  it.each(stops)('by its %s for a dead secret: its account is signed out, and it waits', async (_, play) => {
    const on = await runnerStage({ jobs: [sized('clip', 1, MiB)] }, play(signIn));
    expect(on.state('clip')).toMatchObject({ kind: 'waiting', why: 'sign-in' });
    expect(on.signedOut).toEqual(['account-1']);
  });

  it('as its site is known to refuse it: is not even looked for there', async () => {
    const asked: string[] = [];
    const on = await runnerStage(
      { jobs: [sized('clip', 1, MiB)] },
      {
        enter: async () => tooLarge,
        elsewhere: async ({ id }) => {
          asked.push(id);
          return { kind: 'no' };
        },
      },
    );
    expect([asked, on.state('clip')]).toMatchObject([[], { kind: 'needs-you', reason: 'too-large' }]);
  });

  it('any more once it was looked for: is parked with the reason, and nothing of it left (F-13)', async () => {
    const answers = [null, tooLarge];
    const on = await runnerStage({ jobs: [sized('clip', 1, MiB)] }, { enter: async () => answers.shift() ?? null });
    expect([on.ids(), on.state('clip')]).toMatchObject([[], { kind: 'needs-you', reason: 'too-large' }]);
    expect(on.store.attempts('clip')).toEqual([]);
  });

  it('for a while: waits longer each time, by how often it failed', async () => {
    const on = await runnerStage(
      { jobs: [sized('clip', 1, MiB, { failures: 3 })] },
      { check: async () => ({ kind: 'stop', cause: later }) },
    );
    // The fourth failure: 16 seconds, three quarters of them.
    expect(on.state('clip')).toEqual({ kind: 'waiting', why: 'connection-lost', until: on.clock.now() + 12_000 });
    expect(on.store.job('clip')?.failures).toBe(4);
  });

  it('is asked about as it lies on disk now, not as it was', async () => {
    const asked: string[] = [];
    const prepared: string[] = [];
    const on = await runnerStage(
      { jobs: [sized('clip', 1, MiB)] },
      {
        check: async () => ({ kind: 'go', clip: otherClip }),
        enter: async ({ clip }) => {
          asked.push(clip.name);
          return null;
        },
        prepare: ({ clip }) => {
          prepared.push(clip.name);
          return { fileName: clip.name, siteSkewMs: 7 };
        },
      },
    );
    // Before the look for it on its site, and after: the clock may have been set meanwhile (F-13).
    expect([asked, prepared]).toEqual([[otherClip.name, otherClip.name], [otherClip.name]]);
    expect(on.sendingOf('clip').attempt).toMatchObject({ fileName: otherClip.name, siteSkewMs: 7 });
    expect(on.sendingOf('clip').job.clip).toEqual(otherClip);
  });

  it('waits unchanged where its account was signed out while it was checked', async () => {
    const { on, go } = await checkedUntil();
    on.signedIn.delete('account-1');
    go();
    await on.clock.settle();
    expect([on.ids(), on.state('clip')]).toEqual([[], states.waiting]);
  });

  it('does not go where it was cancelled while it was checked', async () => {
    const { on, go } = await checkedUntil();
    await on.settled(on.runner.apply('clip', { kind: 'cancel' }));
    go();
    await on.clock.settle();
    expect([on.ids(), on.state('clip')?.kind]).toEqual([[], 'cancelled']);
    expect(on.store.attempts('clip')).toEqual([]);
  });
});

describe.each([
  [
    'another place',
    (on: Stage, clip: Clip): Promise<unknown> => on.runner.relocate('clip', { ...clip, path: '/moved/C0001.mp4' }),
  ],
  [
    'another version',
    (on: Stage, clip: Clip): Promise<unknown> => on.runner.replaceClip('clip', { ...clip, identity: newer(clip) }),
  ],
])('a clip that is given %s while it is checked', (_, act) => {
  it.each([
    ['is well', { kind: 'go' }],
    ['is missing', { kind: 'stop', cause: missing }],
  ] as const)('is checked again as it is now, when the old one %s, and goes as that (F-25)', async (_found, found) => {
    const looks: Clip[] = [];
    const first = Promise.withResolvers<void>();
    const on = await runnerStage(
      { jobs: [sized('clip', 1, MiB, { sha256: 'of the old one' })] },
      {
        check: async ({ clip }) => {
          if (looks.push(clip) > 1) return { kind: 'go', clip };
          await first.promise;
          return found.kind === 'go' ? { kind: 'go', clip } : found;
        },
      },
    );
    const [old] = looks;
    if (!old) throw new Error('nothing was checked');
    await on.settled(act(on, old));
    const now = on.store.job('clip')?.clip;
    expect(now).not.toEqual(old);
    first.resolve();
    await on.clock.settle();
    expect(looks).toEqual([old, now]);
    expect(on.sendingOf('clip').job.clip).toEqual(now);
    expect(on.store.attempts('clip')).toHaveLength(1);
  });
});

describe('a clip that may have been sent before the list was damaged', () => {
  const since = 1_763_000_000_000;

  it('is looked up first, as old as the damage; nothing of it leaves (F-42)', async () => {
    const job = sized('clip', 1, MiB);
    const looked: number[] = [];
    const on = await runnerStage(
      { jobs: [job], attempts: [assumedAttempt(job, 'C0001.mp4', since)] },
      {
        look: async (_, __, ageMs) => {
          looked.push(ageMs);
          return { kind: 'found', videoId: 9 };
        },
      },
    );
    expect(on.ids()).toEqual([]);
    expect(looked).toEqual([on.clock.now() - since]);
    expect(on.state('clip')).toMatchObject({ kind: 'done', videoId: 9 });
  });

  it('is as old as this moment where nobody knows when that was', async () => {
    const job = sized('clip', 1, MiB);
    const looked: number[] = [];
    await runnerStage(
      { jobs: [job], attempts: [{ ...assumedAttempt(job, 'C0001.mp4', since), endedAt: null }] },
      {
        look: async (_, __, ageMs) => {
          looked.push(ageMs);
          return { kind: 'found', videoId: 9 };
        },
      },
    );
    expect(looked).toEqual([0]);
  });

  it('goes once that was answered: it is not there', async () => {
    const job = sized('clip', 1, MiB);
    const attempt = { ...assumedAttempt(job, 'C0001.mp4', since), ended: 'absent' as const };
    const on = await runnerStage({ jobs: [job], attempts: [attempt] });
    expect(on.ids()).toEqual(['clip']);
    expect(on.sendingOf('clip').attempt.id).not.toBe(attempt.id);
  });
});

describe('a clip that its site seems to have already', () => {
  const otherFirst: FailureCause = { kind: 'retry', why: 'other-computer', afterMs: null, bounded: false };
  const seen = { kind: 'seen' } as const;
  const no = { kind: 'no' } as const;

  /** Whether it is there, as is said one after the other; the last answer is given again and again. What was asked, in order. */
  function telling(...said: readonly (Elsewhere | Promise<Elsewhere>)[]) {
    const asked: unknown[][] = [];
    const signals: AbortSignal[] = [];
    const elsewhere: JobTasks['elsewhere'] = async (job, when, inOneGo, signal) => {
      asked.push([job.clip.name, when, inOneGo]);
      signals.push(signal);
      return said[Math.min(asked.length, said.length) - 1] ?? no;
    };
    return { asked, signals, elsewhere };
  }
  const sawIt: Partial<JobTasks> = { look: async () => ({ kind: 'found', videoId: 9 }) };

  it('is looked for like one that may have been sent: nothing of it leaves, and nobody is asked for more', async () => {
    const { asked, elsewhere } = telling(seen);
    const entered: string[] = [];
    const looked: unknown[] = [];
    const on = await runnerStage(
      { jobs: [sized('clip', 1, MiB)] },
      {
        elsewhere,
        enter: async ({ id }) => {
          entered.push(id);
          return null;
        },
        look: async ({ state }, attempt) => {
          looked.push(state, attempt.id);
          return { kind: 'found', videoId: 9 };
        },
      },
    );
    expect([on.ids(), entered]).toEqual([[], ['clip']]);
    expect(asked).toEqual([['C0001.MP4', 'begin', false]]);
    expect(looked).toMatchObject([
      { kind: 'unclear', attemptId: 'elsewhere-clip', since: 0, nextLookAt: on.clock.now() },
      'elsewhere-clip',
    ]);
    expect(on.state('clip')).toMatchObject({ kind: 'done', videoId: 9 });
    expect(on.store.attempts('clip')).toMatchObject([{ ended: 'found', looks: [{ found: 'found' }] }]);
  });

  it('is asked about as it lies on disk now, and with its bytes read where it leaves in one go', async () => {
    const order: string[] = [];
    const { asked, elsewhere } = telling(seen);
    const small_ = { ...otherClip, identity: { ...otherClip.identity, size: small } };
    const attempts: string[] = [];
    const on = await runnerStage(
      { jobs: [sized('clip', 1, small)] },
      {
        ...sawIt,
        check: async () => ({ kind: 'go', clip: small_ }),
        hashed: async () => {
          order.push('read');
          return 'now';
        },
        elsewhere: async (...given) => {
          order.push('elsewhere');
          return elsewhere(...given);
        },
        elsewhereAttempt: (job) => {
          attempts.push(job.clip.name);
          return elsewhereAttempt(job, sighting);
        },
      },
    );
    expect(asked).toEqual([[otherClip.name, 'begin', true]]);
    expect([order, attempts, on.ids()]).toEqual([['read', 'elsewhere'], [otherClip.name], []]);
  });

  it('keeps what its user said of videos that are not it, and what was looked for before', async () => {
    const job = sized('clip', 1, MiB);
    const look = { at: 5, found: 'absent' } as const;
    const before = { ...elsewhereAttempt(job, sighting), ended: 'absent' as const, endedAt: 900 };
    const known = { ...before, looks: [look], rejectedVideoIds: [7] };
    const told = Promise.withResolvers<{ kind: 'found'; videoId: number }>();
    const on = await runnerStage(
      { jobs: [job], attempts: [known] },
      { elsewhere: telling(seen).elsewhere, look: () => told.promise },
    );
    expect(on.store.attempts('clip')).toEqual([
      { ...elsewhereAttempt(job, sighting), looks: [look], rejectedVideoIds: [7] },
    ]);
    expect(on.state('clip')).toMatchObject({ kind: 'unclear', attemptId: 'elsewhere-clip' });
    told.resolve({ kind: 'found', videoId: 9 });
    await on.clock.settle();
    expect(on.state('clip')).toMatchObject({ kind: 'done', videoId: 9 });
  });

  it.each([
    ['less than half a minute ago waits before it is looked for once more, which uses up no try', 29_999, false],
    ['half a minute ago is looked for at once', 30_000, true],
  ])('and did not have after all %s', async (_, agoMs, isMade) => {
    const job = sized('clip', 1, MiB, { failures: 3 });
    let looks = 0;
    const { elsewhere } = telling(seen);
    const look: JobTasks['look'] = async () => {
      looks++;
      return { kind: 'found', videoId: 9 };
    };
    const before = [5, 6, handClock().now() - agoMs].map((at) => ({ at, found: 'absent' as const }));
    const known = { ...elsewhereAttempt(job, sighting), ended: 'absent' as const, endedAt: 900, looks: before };
    const on = await runnerStage({ jobs: [job], attempts: [known] }, { elsewhere, look });
    if (isMade) expect(on.state('clip')).toMatchObject({ kind: 'done', videoId: 9 });
    else {
      expect(on.state('clip')).toMatchObject({ kind: 'waiting', why: 'other-computer' });
      expect(on.store.job('clip')?.failures).toBe(3);
      await on.clock.pass(29_999);
      expect(looks).toBe(0);
      await on.clock.pass(60_000);
    }
    expect([on.state('clip'), on.ids(), looks]).toMatchObject([{ kind: 'done', videoId: 9 }, [], 1]);
  });

  it('and did not have, as was found nobody wrote down when, is looked for at once', async () => {
    const job = sized('clip', 1, MiB);
    const known = { ...elsewhereAttempt(job, sighting), ended: 'absent' as const, endedAt: 900, looks: [] };
    const on = await runnerStage({ jobs: [job], attempts: [known] }, { ...sawIt, elsewhere: telling(seen).elsewhere });
    expect([on.state('clip'), on.ids()]).toMatchObject([{ kind: 'done', videoId: 9 }, []]);
  });

  it('that is not done with when the app ends is looked for again before anything leaves', async () => {
    const job = sized('clip', 1, MiB);
    const { asked, elsewhere } = telling(no);
    const on = await runnerStage({ jobs: [job], attempts: [elsewhereAttempt(job, sighting)] }, { ...sawIt, elsewhere });
    expect([on.ids(), asked, on.state('clip')]).toMatchObject([[], [], { kind: 'done', videoId: 9 }]);
  });

  it.each([
    ['cancel', { kind: 'cancelled', resume: { from: 'look', attemptId: 'elsewhere-clip', since: 0 } }, 1],
    ['pause', { kind: 'paused' }, 0],
  ] as const)(
    'and that was stopped meanwhile stays so (%s), and is looked for when it goes on',
    async (kind, state, count) => {
      const told = Promise.withResolvers<Elsewhere>();
      const { elsewhere, signals } = telling(told.promise);
      const on = await runnerStage({ jobs: [sized('clip', 1, MiB)] }, { ...sawIt, elsewhere });
      await on.settled(on.runner.apply('clip', { kind }));
      expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
      told.resolve(seen);
      await on.clock.settle();
      expect([on.state('clip'), on.store.attempts('clip').length, on.ids()]).toEqual([state, count, []]);
      await on.settled(on.runner.apply('clip', kind === 'cancel' ? { kind: 'retry', now: 1 } : { kind: 'resume' }));
      await on.clock.settle();
      expect([on.state('clip'), on.ids()]).toMatchObject([{ kind: 'done', videoId: 9 }, []]);
    },
  );

  it('and whose place another one took meanwhile is looked for as that', async () => {
    const told = Promise.withResolvers<Elsewhere>();
    const { asked, elsewhere } = telling(told.promise, no);
    const on = await runnerStage({ jobs: [sized('clip', 1, MiB)] }, { elsewhere });
    const clip = on.store.job('clip')?.clip ?? otherClip;
    await on.settled(on.runner.replaceClip('clip', { ...clip, name: 'Newer.mp4', identity: newer(clip) }));
    told.resolve(seen);
    await on.clock.settle();
    expect([asked.map(([name]) => name), on.ids()]).toEqual([['C0001.MP4', 'Newer.mp4'], ['clip']]);
    expect(on.store.attempts('clip').map(({ id }) => id)).toEqual([on.sendingOf('clip').attempt.id]);
  });

  it('or that lets another computer go first waits three seconds at least, which uses up no try', async () => {
    const { asked, elsewhere } = telling({ kind: 'stop', cause: otherFirst }, no);
    const on = await runnerStage({ jobs: [sized('clip', 1, MiB, { failures: 3 })] }, { elsewhere });
    expect(on.state('clip')).toMatchObject({ kind: 'waiting', why: 'other-computer' });
    expect([on.store.job('clip')?.failures, on.store.attempts('clip')]).toEqual([3, []]);
    await on.clock.pass(2_999);
    expect(asked).toHaveLength(1);
    await on.clock.pass(60_000);
    expect(on.ids()).toEqual(['clip']);
  });

  describe('as its last bytes are about to leave', () => {
    it('is given up there, and stands for that video; the history says so', async () => {
      const { asked, signals, elsewhere } = telling(no, seen);
      const on = await runnerStage({ jobs: [sized('clip', 1, MiB)] }, { ...sawIt, elsewhere });
      const { attempt, taken, lastBytes, signal } = on.sendingOf('clip');
      taken(1_000);
      await on.settled(expect(lastBytes('abc')).rejects.toThrow());
      await on.clock.settle();
      expect(asked).toEqual([
        ['C0001.MP4', 'begin', false],
        ['C0001.MP4', 'end', false],
        ['C0001.MP4', 'begin', false],
      ]);
      expect([signals[1] === signal, signal.aborted]).toEqual([true, true]);
      expect(on.store.attempt(attempt.id)).toMatchObject({ ended: 'elsewhere', sentBytes: 1_000 });
      expect(on.moves.map(({ to }) => to)).not.toContain('processing');
      expect(on.state('clip')).toMatchObject({ kind: 'done', videoId: 9 });
      expect(on.ids()).toEqual(['clip']);
    });

    it.each<Elsewhere>([no, { kind: 'stop', cause: otherFirst }])(
      'goes on where it is not seen: $kind',
      async (said) => {
        const on = await runnerStage({ jobs: [sized('clip', 1, MiB)] }, { elsewhere: telling(no, said).elsewhere });
        const { attempt, lastBytes, signal, end } = on.sendingOf('clip');
        await on.settled(lastBytes('abc'));
        expect([on.state('clip')?.kind, signal.aborted]).toEqual(['processing', false]);
        await end({ verdict: arrived });
        expect(on.store.attempt(attempt.id)?.ended).toBe('arrived');
      },
    );

    it.each<Elsewhere>([no, seen])('was stopped by its user where that was first: $kind', async (said) => {
      const told = Promise.withResolvers<Elsewhere>();
      const on = await runnerStage(
        { jobs: [sized('clip', 1, MiB)] },
        { elsewhere: telling(no, told.promise).elsewhere },
      );
      const { attempt, lastBytes } = on.sendingOf('clip');
      const last = expect(lastBytes('abc')).rejects.toThrow();
      await on.settled(on.runner.apply('clip', { kind: 'pause' }));
      told.resolve(said);
      await on.settled(last);
      expect(on.state('clip')?.kind).toBe('paused');
      expect(on.moves.map(({ to }) => to)).not.toContain('processing');
      expect(on.store.attempt(attempt.id)?.ended).toBe('stopped');
    });

    it('arrived all the same where its site said so', async () => {
      const on = await runnerStage(
        { jobs: [sized('clip', 1, MiB)] },
        {
          elsewhere: telling(no, seen).elsewhere,
          send: async (_, __, ___, ____, lastBytes) => {
            await lastBytes(null).catch(() => undefined);
            return { ...silent, verdict: arrived, status: 201 };
          },
        },
      );
      expect(on.store.attempts('clip')).toMatchObject([{ ended: 'arrived' }]);
    });

    it('is not asked about again where it leaves in one go', async () => {
      const { asked, elsewhere } = telling(no);
      const on = await runnerStage({ jobs: [sized('clip', 1, small)] }, { elsewhere });
      await on.settled(on.sendingOf('clip').lastBytes('abc'));
      expect(asked).toEqual([['C0001.MP4', 'begin', true]]);
    });
  });
});

describe('an attempt', () => {
  it('is written down whole: who, what, under which name and key, and when', async () => {
    const on = await runnerStage({ jobs: [sized('clip', 1, MiB)] });
    const { attempt, job } = on.sendingOf('clip');
    const { mtimeNs, device, inode } = job.clip.identity;
    expect(attempt).toEqual({
      ...anAttempt(),
      id: '1'.padStart(16, '0'),
      jobId: 'clip',
      boundary: `----clipferry${'2'.padStart(32, '0')}`,
      key: '3'.padStart(32, '0'),
      content: `${MiB} ${mtimeNs} ${device} ${inode}`,
      startedAt: on.clock.now(),
    });
    expect(on.store.attempts('clip')).toEqual([attempt]);
  });

  it('that a crash cut short is taken up under its key and name, whatever was typed since', async () => {
    const job = sized('clip', 1, MiB);
    const { mtimeNs, device, inode } = job.clip.identity;
    const before = anAttempt({
      ...{ jobId: 'clip', boundary: '----before', key: 'before', fileName: 'Before.mp4', ended: 'absent' },
      content: `${MiB} ${mtimeNs} ${device} ${inode}`,
    });
    const on = await runnerStage({ jobs: [job], attempts: [before] });
    expect(on.sendingOf('clip').attempt).toMatchObject({
      ...{ boundary: '----before', key: 'before', fileName: 'Before.mp4' },
    });
  });

  it('tells after its end what was answered, when, and how far it got', async () => {
    const on = await runnerStage({ jobs: [sized('clip', 1, MiB)] });
    const sending = on.sendingOf('clip');
    sending.taken(1_000);
    await on.clock.pass(5_000);
    await sending.end({
      ...{ verdict: { kind: 'failed', cause: tooLarge }, status: 413, said: 'Too large.', mediaId: 6, sha256: 'read' },
    });
    expect(on.store.attempts('clip')).toEqual([
      {
        ...sending.attempt,
        ...{ endedAt: on.clock.now(), ended: 'refused', status: 413, said: 'Too large.', mediaId: 6, sentBytes: 1_000 },
      },
    ]);
    expect(on.store.job('clip')?.sha256).toBe('read');
  });

  it.each([
    ['arrived', { verdict: arrived }],
    ['unclear', { verdict: { kind: 'unclear', otherwise: null } }],
    ['stopped', { verdict: { kind: 'stopped' } }],
    ['connection-lost', { verdict: { kind: 'failed', cause: later } }],
    ['connection-lost', { verdict: { kind: 'failed', cause: { kind: 'line', why: 'site-away' } } }],
    ['refused', { verdict: { kind: 'failed', cause: later }, status: 500 }],
    ['refused', { verdict: { kind: 'failed', cause: tooLarge }, status: 200 }],
    ['answered-early', { verdict: { kind: 'failed', cause: later }, status: 201 }],
    ['clip-unreadable', { verdict: { kind: 'failed', cause: { ...tooLarge, reason: 'clip-missing' } } }],
    ['clip-unreadable', { verdict: { kind: 'failed', cause: { ...later, why: 'disk-silent' } } }],
    ['signed-out', { verdict: { kind: 'failed', cause: { kind: 'sign-in' } } }],
    ['signed-out', { verdict: { kind: 'failed', cause: bounded } }],
    ['held-back', { verdict: { kind: 'failed', cause: { ...later, why: 'site-busy' } } }],
    ['proxy', { verdict: { kind: 'failed', cause: { kind: 'line', why: 'proxy-refuses' } } }],
    ['connection-lost', { verdict: { kind: 'failed', cause: { kind: 'line', why: 'proxy-away' } } }],
    ['clip-changed', { verdict: { kind: 'failed', cause: later }, clipChanged: true }],
    ['clip-in-use', { verdict: { kind: 'failed', cause: { ...later, why: 'clip-busy' } } }],
  ] as const)('ended as %s in its history', async (ended, outcome) => {
    const on = await runnerStage({ jobs: [sized('clip', 1, MiB)] });
    const { attempt, end } = on.sendingOf('clip');
    await end(outcome);
    expect(on.store.attempt(attempt.id)?.ended).toBe(ended);
  });

  it.each([
    ['in one go', small],
    ['piece by piece', MiB],
  ] as const)(
    'that may have let its last bytes go was seen to send all, or nobody saw how much: %s',
    async (_, size) => {
      for (const [bytes, seen] of [
        [0, null],
        [size - 1, null],
        [size, size],
      ] as const) {
        const on = await runnerStage({ jobs: [sized('clip', 1, size)] });
        const { attempt, taken, lastBytes, end } = on.sendingOf('clip');
        await on.settled(lastBytes());
        taken(bytes);
        await end({ verdict: { kind: 'unclear', otherwise: null } });
        expect(on.store.attempt(attempt.id)?.sentBytes).toBe(seen);
      }
    },
  );

  it('that was not connected sent nothing, also of a clip that leaves in one go', async () => {
    const on = await runnerStage({ jobs: [sized('clip', 1, small)] });
    const { attempt, end } = on.sendingOf('clip');
    await end({ verdict: { kind: 'failed', cause: later } });
    expect(on.store.attempt(attempt.id)?.sentBytes).toBe(0);
  });

  it('never got further than the clip is long: the rest is the form around it', async () => {
    const on = await runnerStage({ jobs: [sized('clip', 1, MiB)] });
    const { attempt, taken, end } = on.sendingOf('clip');
    taken(MiB + 300);
    await end({ verdict: arrived });
    expect(on.store.attempt(attempt.id)?.sentBytes).toBe(MiB);
  });

  it('tells its progress as it goes: bytes and speed', async () => {
    const on = await runnerStage({ jobs: [sized('clip', 1, 10 * MiB)] });
    on.changes.length = 0;
    const one = () => on.runner.live().get('clip');
    expect(one()).toMatchObject({ accountId: 'account-1', siteId: 'site-1', bytes: 10 * MiB, sentBytes: 0 });
    for (let second = 1; second <= 5; second++) {
      await on.clock.pass(1_000);
      on.sendingOf('clip').taken(second * MiB);
    }
    expect(one()?.sentBytes).toBe(5 * MiB);
    expect(one()?.speed.perSecond(on.clock.monotonic())).toBeCloseTo(MiB, 0);
    expect(on.changes).toEqual(Array.from({ length: 5 }, () => ({ id: 'clip', listed: false })));
  });

  it('that begins late ends when it ended, not later than that', async () => {
    const on = await runnerStage({ jobs: [sized('clip', 1, MiB, { state: states.paused })] });
    await on.clock.pass(60_000);
    await on.settled(on.runner.apply('clip', { kind: 'resume' }));
    await on.clock.pass(5_000);
    const { attempt, end } = on.sendingOf('clip');
    await end({ verdict: { kind: 'unclear', otherwise: null } });
    expect(on.store.attempt(attempt.id)?.endedAt).toBe(attempt.startedAt + 5_000);
  });

  it.each([
    ['back', -3_600_000, 5_000],
    ['forward', 3_600_000, 3_605_000],
  ])('ends after it began, also where the clock was set %s meanwhile (F-13)', async (_, byMs, afterMs) => {
    const on = await runnerStage({ jobs: [sized('clip', 1, MiB)] });
    const { attempt, end } = on.sendingOf('clip');
    on.clock.setWall(on.clock.now() + byMs);
    await on.clock.pass(5_000);
    await end({ verdict: { kind: 'unclear', otherwise: null } });
    expect(on.store.attempt(attempt.id)?.endedAt).toBe(attempt.startedAt + afterMs);
  });

  it.each<[string, Verdict]>([
    ['of which nobody knows', { kind: 'unclear', otherwise: null }],
    ['that arrived as nobody knows which video', { kind: 'arrived', videoId: null }],
  ])(
    '%s ended as long ago as passed since, also where the clock was set before it is looked for (F-13)',
    async (_, verdict) => {
      const ages: number[] = [];
      const on = await runnerStage(
        { jobs: [sized('clip', 1, MiB)] },
        {
          look: async (__, ___, ageMs) => {
            ages.push(ageMs);
            return { kind: 'absent' };
          },
        },
      );
      await on.clock.pass(60_000);
      on.signedIn.clear();
      await on.sendingOf('clip').end({ verdict });
      on.clock.setWall(on.clock.now() + 3_600_000);
      await on.clock.pass(10_000);
      expect(ages).toEqual([]);
      on.signedIn.add('account-1');
      on.runner.kick();
      await on.clock.settle();
      expect(ages).toEqual([10_000]);
    },
  );

  it('of a clip that was cancelled among many lets its last bytes not leave', async () => {
    const on = await runnerStage({ jobs: [sized('clip', 1, MiB)] });
    const { lastBytes, signal } = on.sendingOf('clip');
    await on.settled(
      on.runner.applyMany(
        ['clip'],
        () => ({ kind: 'cancel' }),
        () => {},
      ),
    );
    await on.settled(expect(lastBytes('abc')).rejects.toThrow());
    expect(signal.aborted).toBe(true);
    expect(on.state('clip')).toMatchObject({ kind: 'cancelled', resume: { from: 'send' } });
  });

  it.each([
    ['is paused', (on: Stage) => on.store.change('clip', { kind: 'pause' })],
    ['is gone', (on: Stage) => on.sql.exec('DELETE FROM attempts; DELETE FROM jobs;')],
  ])(
    'of a clip that %s by what is on disk lets its last bytes not leave, though nobody told the sending',
    async (_, change) => {
      const on = await runnerStage({ jobs: [sized('clip', 1, MiB)] });
      const { lastBytes, signal } = on.sendingOf('clip');
      await on.write(() => void change(on));
      expect(signal.aborted).toBe(false);
      await on.settled(expect(lastBytes('abc')).rejects.toThrow());
      expect(signal.aborted).toBe(true);
      expect(on.moves.map(({ to }) => to)).not.toContain('processing');
    },
  );

  it('is none where another one of the same clip is under way by now: it leaves once', async () => {
    const checked = Promise.withResolvers<void>();
    const on = await runnerStage(
      { jobs: [sized('clip', 1, MiB)] },
      { check: ({ clip }) => checked.promise.then(() => ({ kind: 'go', clip })) },
    );
    const { clip } = sized('clip', 1, MiB);
    const other = { kind: 'start', attemptId: 'other', clip, sha256: null, mayHaveArrivedAt: null } as const;
    await on.write(() => on.store.change('clip', other));
    checked.resolve();
    await on.clock.settle();
    expect(on.ids()).toEqual([]);
    expect(on.store.attempts('clip')).toEqual([]);
    expect(on.state('clip')).toEqual({ kind: 'sending', attemptId: 'other' });
  });

  it('of a clip that leaves in one go has no last bytes of its own', async () => {
    const on = await runnerStage({ jobs: [sized('clip', 1, small)] });
    const { lastBytes, signal } = on.sendingOf('clip');
    await on.settled(on.runner.apply('clip', { kind: 'pause' }));
    expect(on.state('clip')?.kind).toBe('processing');
    await on.settled(lastBytes('abc'));
    expect(signal.aborted).toBe(false);
    expect(on.store.job('clip')?.sha256).toBe(null);
  });
});

describe('what came of an attempt', () => {
  it('is a dead secret: the account is signed out in the same moment', async () => {
    const on = await runnerStage({ jobs: [sized('clip', 1, MiB)] });
    await on.sendingOf('clip').end({ verdict: { kind: 'failed', cause: signIn }, status: 401 });
    expect(on.signedOut).toEqual(['account-1']);
    expect(on.state('clip')).toMatchObject({ kind: 'waiting', why: 'sign-in' });
  });

  it('is a dead secret, perhaps: nobody is signed out before it is known that the clip is not there', async () => {
    const on = await runnerStage({ jobs: [sized('clip', 1, MiB)] });
    await on.sendingOf('clip').end({ verdict: { kind: 'unclear', otherwise: signIn }, status: 401 });
    expect(on.signedOut).toEqual([]);
  });

  it('waits longer with each failure in a row', async () => {
    const on = await runnerStage({ jobs: [sized('clip', 1, MiB, { failures: 3 })] });
    await on.sendingOf('clip').end({ verdict: { kind: 'failed', cause: later } });
    expect(on.state('clip')).toMatchObject({ kind: 'waiting', until: on.clock.now() + 12_000 });
  });

  const uploads = 'https://one.example uploads';
  const refused = { verdict: { kind: 'failed', cause: { ...page, bounded: false } } } as const;

  it.each([
    ['a clip that arrived', 'closed', { verdict: arrived }],
    ['an answer of the site’s own', 'closed', { verdict: { kind: 'failed', cause: tooLarge }, status: 413 }],
    ['a clip that was stopped and said nothing of the site', 'open', { verdict: { kind: 'stopped' } }],
    ['a clip that could not be read', 'open', { verdict: { kind: 'failed', cause: later } }],
  ] as const)('is four pages and %s, then one more: the way there is %s (F-21)', async (_, circuit, between) => {
    const jobs = Array.from({ length: 6 }, (__, at) => sized(`clip ${at}`, at, MiB));
    const on = await runnerStage({ jobs }, {}, { lanes: () => ({ small: 1, big: 1 }) });
    for (const at of [0, 1, 2, 3]) await on.sendingOf(`clip ${at}`).end({ ...refused, status: 403 });
    await on.sendings.at(-1)?.end(between);
    // What was stopped goes again by itself; it is refused like the others now.
    await on.sendings.at(-1)?.end({ ...refused, status: 403 });
    expect(on.circuits.stateOf(uploads)).toBe(circuit);
  });

  it('counts a page although nobody saw with which status it came', async () => {
    const jobs = Array.from({ length: 5 }, (_, at) => sized(`clip ${at}`, at, MiB));
    const on = await runnerStage({ jobs }, {}, { lanes: () => ({ small: 1, big: 1 }) });
    for (const at of [0, 1, 2, 3, 4]) await on.sendingOf(`clip ${at}`).end(refused);
    expect(on.circuits.stateOf(uploads)).toBe('open');
  });

  it.each([true, false, null])(
    'is five pages: the site is asked for something else before it is called blocked, once it is so: %s (F-21)',
    async (isBlocked) => {
      const asked: string[] = [];
      const jobs = Array.from({ length: 6 }, (_, at) => sized(`clip ${at}`, at, MiB, { accountId: 'account-2' }));
      const on = await runnerStage(
        { jobs },
        {
          isBlocked: async (accountId) => {
            asked.push(accountId);
            return isBlocked;
          },
        },
        { lanes: () => ({ small: 2, big: 1 }) },
      );
      for (const at of [0, 1, 2, 3]) await on.sendingOf(`clip ${at}`).end(refused);
      expect(asked).toEqual([]);
      await on.sendingOf('clip 4').end(refused);
      expect(asked).toEqual(['account-2']);
      expect(on.circuits.of('https://one.example')?.why).toBe(isBlocked === true ? 'site-blocked' : undefined);
      // That all but the uploads goes on is said only once something was answered.
      expect(on.circuits.of(uploads)?.why).toBe(isBlocked === false ? 'uploads-blocked' : 'uploads-unsure');
      // One that was on its way meanwhile and is answered otherwise: uploads pass.
      await on.sendingOf('clip 5').end({ verdict: arrived });
      expect(on.circuits.of(uploads)).toBeNull();
      expect(asked).toHaveLength(1);
    },
  );

  it('is told of the host that it went to, also where its account is gone by now (F-14)', async () => {
    let host = 'https://one.example';
    const on = await runnerStage({ jobs: [sized('clip', 1, MiB)] }, { hostOf: () => host });
    host = 'https://another.example';
    const busy = { ...later, why: 'site-busy', afterMs: 60_000 } as const;
    await on.sendingOf('clip').end({ verdict: { kind: 'failed', cause: busy }, status: 429 });
    expect([on.circuits.stateOf('https://one.example'), on.circuits.stateOf(host)]).toEqual(['open', 'closed']);
  });
});
