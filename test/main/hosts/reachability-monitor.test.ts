// The lines to all sites: when somebody looks who answers there, what is held meanwhile, and what the user is shown.
import { beforeEach, describe, expect, it } from 'vitest';
import { type SiteAnswer, SiteRefusal } from '../../../main/answers.ts';
import type { OpenCircuit } from '../../../main/hosts/circuit.ts';
import type { Sight } from '../../../main/hosts/reachability.ts';
import {
  causeOfCall,
  createReachabilityMonitor,
  type ReachabilityMonitor,
} from '../../../main/hosts/reachability-monitor.ts';
import type { FailureCause, Site } from '../../../main/model.ts';
import { type HandClock, handClock } from '../queue/hand-clock.ts';
import { later, signIn, tooLarge } from '../queue/jobs.ts';

const aSite = (id: string): Site => ({
  id,
  name: `Site ${id}`,
  address: `https://${id}.example`,
  root: `https://${id}.example/wp-json/`,
  platform: 'wp',
  uploadRoute: 'streamtube/v1/upload',
  passwordPage: null,
  ways: { applicationPassword: true, browser: true, accountPassword: true, token: true },
  sizeLimit: null,
  refusedExtensions: [],
  settleMs: 1,
  honoursKeys: false,
  hasHelper: false,
  helperTrouble: null,
  pieceLimit: null,
});

interface OpenLook {
  readonly siteId: string;
  readonly signal: AbortSignal;
  sees(sight: Sight): Promise<void>;
  breaks(): Promise<void>;
}

let clock: HandClock;
let sites: Map<string, Site>;
let waiting: Set<string>;
let ownMachine: Set<string>;
let holds: Map<string, OpenCircuit>;
let isOnline: boolean;
let looks: OpenLook[];
let changes: number;
/** Telling what changed reads the list, which fails. */
let isFullDisk: boolean;
let errors: string[];
let monitor: ReachabilityMonitor;

beforeEach(() => {
  clock = handClock();
  sites = new Map(['a', 'b'].map((id) => [id, aSite(id)]));
  waiting = new Set(['a', 'b']);
  ownMachine = new Set();
  holds = new Map();
  isOnline = true;
  looks = [];
  changes = 0;
  isFullDisk = false;
  errors = [];
  monitor = createReachabilityMonitor({
    clock,
    random: { fraction: () => 0, hex: () => '' },
    logger: { info: () => {}, warn: () => {}, error: (message) => void errors.push(message) },
    network: { online: () => isOnline, onChange: () => () => {} },
    site: (siteId) => sites.get(siteId) ?? null,
    nameOf: (siteId) => sites.get(siteId)?.name ?? '',
    siteIds: () => [...sites.keys()],
    isOwnMachine: (site) => ownMachine.has(site.id),
    see: (site, signal) =>
      new Promise((resolve, reject) => {
        const end = async (call: () => void): Promise<void> => {
          call();
          await clock.settle();
        };
        looks.push({
          siteId: site.id,
          signal,
          sees: (sight) => end(() => resolve(sight)),
          breaks: () => end(() => reject(new Error('a fault'))),
        });
      }),
    demand: { isThere: (siteId) => waiting.has(siteId) },
    hold: (site) => holds.get(site.id) ?? null,
    onChange: () => {
      changes++;
      if (isFullDisk) throw new Error('database or disk is full');
    },
  });
});

const last = (): OpenLook => {
  const one = looks.at(-1);
  if (!one) throw new Error('nobody looked');
  return one;
};
/** Brings the line to `siteId` down: the first of so many looks in vain. */
const goDown = async (siteId = 'a', times = 1, sight: Sight = { kind: 'away' }): Promise<void> => {
  monitor.isOpen(siteId);
  await last().sees(sight);
  for (let more = 1; more < times; more++) {
    await clock.pass(60_000);
    await last().sees(sight);
  }
};
const open = async (siteId = 'a'): Promise<void> => {
  monitor.isOpen(siteId);
  await last().sees({ kind: 'site' });
};

describe('before anything is sent', () => {
  it('one looks who answers there, once, and the site itself opens its line and no other', async () => {
    expect([monitor.isOpen('a'), monitor.isOpen('a'), monitor.trouble('a')]).toEqual([false, false, null]);
    expect(looks.map((look) => look.siteId)).toEqual(['a']);
    await last().sees({ kind: 'site' });
    expect([monitor.isOpen('a'), changes]).toEqual([true, 1]);
    expect([looks.length, clock.timers()]).toEqual([1, 0]);
    expect(monitor.isOpen('b')).toBe(false);
    expect(looks.map((look) => look.siteId)).toEqual(['a', 'b']);
  });

  it('nobody looks where nothing waits, and at no site that is not there any more', () => {
    waiting.clear();
    expect(monitor.isOpen('a')).toBe(false);
    waiting.add('c');
    expect(monitor.isOpen('c')).toBe(false);
    expect(looks).toHaveLength(0);
  });

  it('a look that cannot be told about is over all the same, and rejects for nobody', async () => {
    isFullDisk = true;
    const rejected: unknown[] = [];
    const hear = (error: unknown): void => void rejected.push(error);
    process.on('unhandledRejection', hear);
    await open();
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', hear);
    expect([rejected, errors]).toEqual([[], ['What was seen of a site could not be told']]);
    expect(monitor.isOpen('a')).toBe(true);
  });

  it('a computer without a network looks nowhere, but for a site on itself', async () => {
    isOnline = false;
    expect([monitor.isOpen('a'), monitor.trouble('a'), looks.length]).toEqual([false, 'offline', 0]);
    ownMachine.add('b');
    await open('b');
    expect([monitor.isOpen('b'), monitor.trouble('b')]).toEqual([true, null]);
    // A site that is not there any more is not offline either.
    expect(monitor.trouble('c')).toBeNull();
  });

  it('a line that was open is held while the network is gone', async () => {
    await open();
    isOnline = false;
    expect([monitor.isOpen('a'), monitor.trouble('a')]).toEqual([false, 'offline']);
    isOnline = true;
    expect(monitor.isOpen('a')).toBe(true);
  });
});

describe('a line that is down', () => {
  it('is looked at again by itself, later each time, until the site is back', async () => {
    await goDown();
    expect([monitor.isOpen('a'), monitor.trouble('a'), looks.length]).toEqual([false, 'site-away', 1]);
    await clock.pass(999);
    expect(looks).toHaveLength(1);
    await clock.pass(1);
    expect(looks).toHaveLength(2);
    await last().sees({ kind: 'portal' });
    expect(monitor.trouble('a')).toBe('portal');
    await clock.pass(2_000);
    await last().sees({ kind: 'site' });
    expect([looks.length, monitor.isOpen('a'), monitor.trouble('a'), clock.timers()]).toEqual([3, true, null, 0]);
    expect(changes).toBeGreaterThanOrEqual(3);
  });

  it('is one that could not be looked at, too', async () => {
    monitor.isOpen('a');
    await last().breaks();
    expect([monitor.trouble('a'), clock.timers(), changes]).toEqual(['site-away', 1, 1]);
  });

  it('is forgotten once nothing waits for its site, and looked at again when something does', async () => {
    await goDown();
    waiting.clear();
    await clock.pass(60_000);
    expect([looks.length, clock.timers(), monitor.trouble('a')]).toEqual([1, 0, null]);
    waiting.add('a');
    monitor.isOpen('a');
    expect(looks).toHaveLength(2);
  });

  it('has one timer, whatever asks after it', async () => {
    await goDown();
    monitor.doubt('a');
    monitor.doubt('a');
    expect([clock.timers(), looks.length]).toEqual([1, 1]);
    await clock.pass(0);
    expect(looks).toHaveLength(2);
    // While somebody looks nobody else does, also where it is doubted meanwhile.
    monitor.doubt('a');
    await clock.pass(60_000);
    expect(looks).toHaveLength(2);
  });

  it('is not looked at while the computer has no network', async () => {
    await goDown();
    isOnline = false;
    await clock.pass(60_000);
    expect(looks).toHaveLength(1);
    isOnline = true;
    monitor.doubt(null);
    await clock.pass(0);
    expect(looks).toHaveLength(2);
  });
});

describe('doubt', () => {
  it('of one site has that one looked at before anything else goes there, and says so', async () => {
    await open('a');
    await open('b');
    changes = 0;
    monitor.doubt('a');
    expect([changes, monitor.isOpen('a'), monitor.isOpen('b'), looks.length]).toEqual([1, false, true, 3]);
  });

  it('of all is about those of which something is known', async () => {
    await open('a');
    await goDown('b', 3);
    changes = 0;
    monitor.doubt(null);
    await clock.pass(0);
    expect([looks.length, last().siteId, monitor.isOpen('a'), looks.length, changes]).toEqual([5, 'b', false, 6, 2]);
  });

  it('makes the next looks as frequent as the first ones', async () => {
    await goDown('a', 5);
    monitor.doubt('a');
    await clock.pass(0);
    const before = looks.length;
    await last().sees({ kind: 'away' });
    await clock.pass(1_000);
    expect(looks.length).toBe(before + 1);
  });
});

describe('what a failure means', () => {
  const refused = (reason: 'upload-route-missing' | 'web-page-answer' | 'site-refused' | 'too-large'): FailureCause =>
    ({ ...tooLarge, reason }) as FailureCause;
  const page: SiteAnswer = {
    status: 404,
    headers: {},
    json: undefined,
    webPage: true,
    code: null,
    message: null,
    retryAfterMs: null,
    maintained: false,
  };
  /** What `cause` means where a look sees `sight`; null = nobody looked. */
  const sorted = async (cause: FailureCause, said: SiteAnswer | null, sight: Sight): Promise<FailureCause | null> => {
    const before = looks.length;
    const meaning = monitor.sort('a', cause, said);
    await clock.settle();
    if (looks.length === before) {
      expect(await meaning).toBe(cause);
      return null;
    }
    await last().sees(sight);
    return meaning;
  };

  it.each(['connection-lost', 'web-page-answer', 'server-error'] as const)(
    '%s is the line where the site is not there, and its own where it is',
    async (why) => {
      const cause: FailureCause = { ...later, why };
      expect(await sorted(cause, null, { kind: 'site' })).toBe(cause);
      expect(await sorted(cause, null, { kind: 'portal' })).toEqual({ kind: 'line', why: 'portal' });
      // It is down: what fails after that is the line as well, and nobody looks for it alone.
      expect(await monitor.sort('a', cause, null)).toEqual({ kind: 'line', why: 'portal' });
      expect(looks).toHaveLength(2);
    },
  );

  it.each(['upload-route-missing', 'web-page-answer', 'site-refused'] as const)(
    '%s is doubted where it came as a page, and believed where it came as data',
    async (reason) => {
      const cause = refused(reason);
      expect(await sorted(cause, { ...page, json: {} }, { kind: 'away' })).toBeNull();
      expect(await sorted(cause, null, { kind: 'away' })).toBeNull();
      expect(await sorted(cause, page, { kind: 'away' })).toEqual({ kind: 'line', why: 'site-away' });
    },
  );

  it.each([
    ['a clip that is too large', refused('too-large')],
    ['a refused sign-in', signIn],
    ['a busy clip', { ...later, why: 'clip-busy' } as const],
    ['a site that names a time', { ...later, why: 'server-error', afterMs: 5_000 } as const],
  ])('%s is none of the line', async (_, cause) => {
    expect(await sorted(cause, page, { kind: 'away' })).toBeNull();
  });

  it('of a call that was refused without data is that of the line where the site is not there', async () => {
    const before = looks.length;
    const cause = causeOfCall(monitor, 'a', new SiteRefusal({ ...page, webPage: false }));
    await clock.settle();
    expect(looks).toHaveLength(before + 1);
    await last().sees({ kind: 'away' });
    expect(await cause).toEqual({ kind: 'line', why: 'site-away' });
  });

  it('of a call that was refused as data is the refusal, and nobody looks', async () => {
    const refusal = new SiteRefusal({ ...page, webPage: false, json: {}, code: 'rest_no_route' });
    expect(await causeOfCall(monitor, 'a', refusal)).toMatchObject({ reason: 'site-refused' });
    expect(looks).toHaveLength(0);
  });

  it('of what is no failure of a call is thrown on', () => {
    expect(() => causeOfCall(monitor, 'a', new TypeError('a fault'))).toThrow('a fault');
  });

  it('holds everything else until it is known who answers', async () => {
    await open();
    const meaning = monitor.sort('a', later, null);
    await clock.settle();
    expect([looks.length, monitor.isOpen('a')]).toEqual([2, false]);
    await last().sees({ kind: 'site' });
    expect([await meaning, monitor.isOpen('a')]).toEqual([later, true]);
  });

  it('is the missing network where there is none, without a look', async () => {
    await open();
    isOnline = false;
    expect(await monitor.sort('a', later, null)).toEqual({ kind: 'line', why: 'offline' });
    isOnline = true;
    // It was gone before anybody was asked: the line is as it was.
    expect([looks.length, monitor.isOpen('a')]).toEqual([1, true]);
  });
});

describe('what the user is shown', () => {
  const shownA = (more: object): object => ({ siteId: 'a', siteName: 'Site a', proxy: null, ...more });

  it('is a line that is down for the second time, since the first, with its next look', async () => {
    await clock.pass(5_000);
    const since = clock.now();
    await goDown();
    expect(monitor.shown()).toEqual([]);
    await clock.pass(1_000);
    expect(monitor.shown()).toEqual([]);
    await last().sees({ kind: 'failing' });
    expect(monitor.shown()).toEqual([shownA({ trouble: 'site-failing', since, nextTryAt: since + 3_000 })]);
    // While somebody looks there is no next time, and the window is told of that.
    changes = 0;
    await clock.pass(2_000);
    expect(changes).toBe(1);
    expect(monitor.shown()).toEqual([shownA({ trouble: 'site-failing', since, nextTryAt: null })]);
    await last().sees({ kind: 'site' });
    expect(monitor.shown()).toEqual([]);
  });

  it('is told of no look that it does not see', async () => {
    await goDown();
    changes = 0;
    await clock.pass(1_000);
    expect([looks.length, changes]).toEqual([2, 0]);
  });

  it('moves with the wall clock when that is set (F-13)', async () => {
    await goDown('a', 2);
    const [before] = monitor.shown();
    clock.setWall(clock.now() + 7_000);
    expect(monitor.shown()[0]).toEqual({
      ...before,
      since: (before?.since ?? 0) + 7_000,
      nextTryAt: (before?.nextTryAt ?? 0) + 7_000,
    });
  });

  it('is nothing of a site for which nothing waits, that is not there any more, or without a network', async () => {
    await goDown('a', 2);
    expect(monitor.shown()).toHaveLength(1);
    waiting.delete('a');
    expect(monitor.shown()).toEqual([]);
    waiting.add('a');
    isOnline = false;
    expect(monitor.shown()).toEqual([]);
    isOnline = true;
    sites.delete('a');
    expect(monitor.shown()).toEqual([]);
  });

  it('is that a site is in maintenance as soon as it said so, and until when', async () => {
    await open();
    const now = clock.now();
    holds.set('a', { why: 'site-maintenance', since: now - 5_000, until: now + 1 });
    expect(monitor.shown()).toEqual([shownA({ trouble: 'site-maintenance', since: now - 5_000, nextTryAt: now + 1 })]);
    holds.set('a', { why: 'site-maintenance', since: now - 5_000, until: now });
    expect(monitor.shown()).toEqual([shownA({ trouble: 'site-maintenance', since: now - 5_000, nextTryAt: null })]);
    // That it is busy is shown with its clips.
    holds.set('a', { why: 'site-busy', since: now - 5_000, until: now + 1 });
    expect(monitor.shown()).toEqual([]);
  });

  it.each(['uploads-blocked', 'uploads-unsure', 'site-blocked'] as const)(
    'is that a site blocks (%s), also before anybody asked who answers there',
    (why) => {
      const now = clock.now();
      holds.set('a', { why, since: now - 5_000, until: now + 1 });
      expect(monitor.shown()).toEqual([shownA({ trouble: why, since: now - 5_000, nextTryAt: now + 1 })]);
      waiting.delete('a');
      expect(monitor.shown()).toEqual([]);
    },
  );
});

describe('after the end', () => {
  it('nobody looks any more, and what is still found out changes nothing', async () => {
    await goDown('a');
    monitor.isOpen('b');
    const look = last();
    monitor.stop();
    expect([look.signal.aborted, clock.timers()]).toEqual([true, 0]);
    changes = 0;
    await look.sees({ kind: 'away' });
    expect([changes, clock.timers(), monitor.trouble('b')]).toEqual([0, 0, null]);
    monitor.doubt('a');
    monitor.isOpen('b');
    await clock.pass(60_000);
    expect([looks.length, clock.timers()]).toEqual([2, 0]);
  });
});
