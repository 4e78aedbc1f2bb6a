// What the user is told while uploads wait as a whole: every hold has its words, and the window, the tray and the footer agree.
import { describe, expect, test } from 'vitest';
import { trayText } from '../../../main/shell/tray-text.ts';
import type { PublicWait, QueueTotals, SignInWait, SiteLine } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import { isBlocked } from '../../../renderer/model/blocked.ts';
import { type Hold, holdsOf } from '../../../renderer/model/blockers.ts';
import { finishWords, holdWords, nothingLeftWords } from '../../../renderer/text/blockers.ts';
import { networkText } from '../../../renderer/text/connect.ts';

const now = new Date(2026, 10, 20, 14, 0).getTime();
const counts = { all: 3, needsYou: 0, ready: 0, active: 0, waiting: 3, done: 0, arrived: 0 };
const totals: QueueTotals = {
  bytesOpen: 10,
  bytesSent: 0,
  bytesPerSecond: 0,
  secondsLeft: null,
  paused: false,
  offline: false,
  hours: null,
  finish: [],
  lines: [],
  signIns: [],
  publics: [],
  ready: [],
  needs: [],
};
const line: SiteLine = {
  siteId: 'site-1',
  siteName: 'Harbour Films',
  trouble: 'site-away',
  proxy: null,
  since: now - 1_500_000,
  nextTryAt: now + 60_000,
};
const troubles: readonly SiteLine['trouble'][] = [
  'site-away',
  'site-failing',
  'site-busy',
  'site-maintenance',
  'portal',
  'proxy-method',
  'proxy-refuses',
  'proxy-away',
  'proxy-kind',
  'uploads-blocked',
  'uploads-unsure',
  'site-blocked',
];
/** Somebody has to do something about it: the people who run the site or the network. */
const isTheirs = (trouble: SiteLine['trouble']): boolean =>
  isBlocked(trouble) || trouble === 'proxy-method' || trouble === 'proxy-refuses' || trouble === 'proxy-kind';
const signIn: SignInWait = {
  ...{ accountId: 'account-1', accountName: 'Ava', siteName: 'Tide TV', clips: 3 },
  ...{ looks: false, texts: false },
};
const unasked: PublicWait = { accountId: 'account-2', accountName: 'Mia', siteName: 'Tide TV', clips: 39 };
const every: readonly Hold[] = [
  { kind: 'paused' },
  { kind: 'offline' },
  { kind: 'hours', until: now + 8 * 3_600_000, active: false },
  { kind: 'hours', until: null, active: true },
  ...troubles.map((trouble): Hold => ({ kind: 'line', line: { ...line, trouble } })),
  { kind: 'sign-in', wait: signIn },
  { kind: 'sign-in', wait: { ...signIn, clips: 0, looks: true } },
  { kind: 'sign-in', wait: { ...signIn, clips: 0, texts: true } },
  { kind: 'public', wait: unasked },
];

test.each(every)('%o has a title, a sentence that promises no more than is so, and one for a screen reader', (hold) => {
  const words = holdWords(hold, now);
  expect(words.title).toMatch(/^[A-Z].*[^.]$/);
  expect(words.text).toMatch(/^[A-Z\d].*\.$/);
  expect(words.spoken).toMatch(/^[A-Z].*\.$/);
  // Of what needs somebody nothing is promised.
  const byItself = hold.kind === 'offline' || (hold.kind === 'line' && !isTheirs(hold.line.trouble));
  expect(words.text.includes('automatically')).toBe(byItself);
  expect(words.icon === 'needs-you').toBe('wait' in hold || (hold.kind === 'line' && !byItself));
});

describe('a line that is down', () => {
  test('says since when and when it is tried next', () => {
    expect(holdWords({ kind: 'line', line }, now).text).toMatch(/Since (13|0?1):35.*\. Next try at (14|0?2):01/);
    expect(holdWords({ kind: 'line', line: { ...line, nextTryAt: null } }, now).text).toContain('Trying now.');
  });

  test('that is down for days says the day too', () => {
    const days = { ...line, since: new Date(2026, 10, 17, 9, 30).getTime() };
    expect(holdWords({ kind: 'line', line: days }, now).text).toMatch(/Since .*17.*9:30/);
  });

  test('does not interrupt a screen reader with each new time', () => {
    const later = { ...line, nextTryAt: now + 900_000 };
    expect(holdWords({ kind: 'line', line: later }, now).spoken).toBe(holdWords({ kind: 'line', line }, now).spoken);
  });
});

test('what a sign-in holds is told by what it is', () => {
  const said = (over: Partial<SignInWait>) =>
    holdWords({ kind: 'sign-in', wait: { ...signIn, clips: 0, ...over } }, now).text.replace(/ ?Nothing is lost.*/, '');
  expect(said({ clips: 3 })).toBe('3 clips of Ava wait for it.');
  expect(said({ looks: true })).toBe('Clips of Ava that may be on the site already are looked for then.');
  expect(said({ texts: true })).toBe('What you typed for videos of Ava is saved there then.');
  expect(said({ clips: 1, texts: true })).toMatch(/^1 clip .* What you typed/);
});

test('clips that wait for a word about being public are told with their number', () => {
  expect(holdWords({ kind: 'public', wait: unasked }, now).text).toContain('39 more clips of Mia wait');
  expect(holdsOf({ counts, totals: { ...totals, publics: [unasked] } }).map(({ kind }) => kind)).toEqual(['public']);
});

test('all that holds is listed, the widest first; nothing but a sign-in holds an empty list', () => {
  const other = { ...line, siteId: 'site-2' };
  const held = { ...totals, paused: true, offline: true, lines: [line, other], signIns: [signIn] };
  const kinds = ['paused', 'offline', 'sign-in', 'line', 'line'];
  expect(holdsOf({ counts, totals: held }).map(({ kind }) => kind)).toEqual(kinds);
  const empty = { ...counts, all: 0, waiting: 0 };
  expect(holdsOf({ counts: empty, totals: held }).map(({ kind }) => kind)).toEqual(['sign-in']);
  expect(holdsOf({ counts: { ...counts, waiting: 0, done: 3 }, totals: { ...totals, offline: true } })).toEqual([]);
  expect(holdsOf({ counts, totals })).toEqual([]);
});

test('closed hours are told while something waits for them, and not beside the user’s own pause', () => {
  const closed = { ...totals, hours: { kind: 'closed', until: now } as const };
  expect(holdsOf({ counts, totals: closed }).map(({ kind }) => kind)).toEqual(['hours']);
  expect(holdsOf({ counts, totals: { ...closed, paused: true } }).map(({ kind }) => kind)).toEqual(['paused']);
  expect(holdsOf({ counts: { ...counts, waiting: 0, active: 1 }, totals: closed })).toEqual([]);
});

describe('the finish time', () => {
  const wordsOf = (over: Partial<QueueTotals>) => {
    const { figures, besides } = finishWords({ counts, totals: { ...totals, ...over } }, now);
    return [...figures.map(({ label, value }) => `${label}: ${value}`), ...(besides === null ? [] : [besides])];
  };
  const to = (siteName: string, minutes: number) => ({ siteId: siteName, siteName, secondsLeft: minutes * 60 });

  const away: SiteLine = { ...line, trouble: 'proxy-away', proxy: 'p:1' };

  test.each<[string, Partial<QueueTotals>]>([
    ['finish: Calculating…', {}],
    ['finish: within your hours', { hours: { kind: 'closed', until: now } }],
    ['finish: Paused', { paused: true, finish: [to('Harbour Films', 9)], secondsLeft: 540 }],
    ['finish: once you are online', { offline: true, lines: [line] }],
    ['finish: once Harbour Films answers', { lines: [line] }],
    ['finish: once you sign in to the proxy', { lines: [{ ...line, trouble: 'proxy-sign-in', proxy: 'p:1' }] }],
    ['finish: once the proxy lets it through', { lines: [{ ...line, trouble: 'proxy-refuses', proxy: 'p:1' }] }],
    ['finish: once the proxy lets it through', { lines: [{ ...line, trouble: 'proxy-method', proxy: 'p:1' }] }],
    ['finish: once the proxy answers', { lines: [{ ...line, trouble: 'proxy-away', proxy: 'p:1' }] }],
    ['finish: once another proxy is set', { lines: [{ ...line, trouble: 'proxy-kind', proxy: 'p:1' }] }],
    // One proxy in the way of several sites is no trouble of theirs.
    ['finish: once the proxy answers', { lines: [away, { ...away, siteId: 'site-2', siteName: 'Tide TV' }] }],
    ['finish: once uploads can go on', { lines: [away, { ...away, siteId: 'site-2', proxy: 'p:2' }] }],
    ['finish: once uploads can go on', { lines: [away, line] }],
    ['finish: once uploads can go on', { lines: [away], signIns: [signIn] }],
    ['finish: once Harbour Films takes uploads', { lines: [{ ...line, trouble: 'uploads-blocked' }] }],
    ['finish: once you decide', { publics: [unasked] }],
    ['finish: once you sign in', { signIns: [signIn, signIn] }],
    ['finish: once the sites go on', { lines: [line, line] }],
    ['finish: once the sites go on', { lines: [line], signIns: [signIn] }],
  ])('says what it waits for: %s', (said, over) => {
    expect(wordsOf(over)).toEqual([said]);
  });

  test('is not being calculated where nothing is left to send: all is paused by itself, or only looked for or described', () => {
    const left = (over: Partial<typeof counts>) =>
      finishWords({ counts: { ...counts, ...over }, totals: { ...totals, bytesOpen: 0 } }, now).figures;
    expect(left({ waiting: 3, active: 0 })).toEqual([{ label: 'finish', value: 'Paused' }]);
    expect(left({ waiting: 0, active: 2 })).toEqual([{ label: 'finish', value: 'once your sites answer' }]);
    expect(left({ waiting: 1, active: 2 })).toEqual([{ label: 'finish', value: 'once your sites answer' }]);
  });

  test('is of what goes now; who waits meanwhile is named beside it, several by their number', () => {
    const goes = { finish: [to('Harbour Films', 20)], secondsLeft: 1_200 };
    const foreseen = wordsOf(goes);
    expect(foreseen).toEqual([expect.stringMatching(/^finish: .*(14|2):25/)]);
    expect(wordsOf({ ...goes, signIns: [signIn] })).toEqual([...foreseen, 'Tide TV waits']);
    // Two accounts of one site are one site.
    expect(wordsOf({ ...goes, signIns: [signIn, { ...signIn, accountId: 'account-2' }] })).toEqual([
      ...foreseen,
      'Tide TV waits',
    ]);
    // What goes to it by another account has its time.
    expect(wordsOf({ ...goes, signIns: [{ ...signIn, siteName: 'Harbour Films' }] })).toEqual(foreseen);
    expect(wordsOf({ ...goes, lines: [{ ...line, siteName: 'Far away' }], signIns: [signIn] })).toEqual([
      ...foreseen,
      '2 sites wait',
    ]);
  });

  test('is said for each of two sites, and for all where there are more', () => {
    const [one, two, three] = [to('Harbour Films', 20), to('Tide TV', 40), to('Gulls', 50)];
    expect(wordsOf({ finish: [one, two], secondsLeft: 2_400 })).toEqual([
      expect.stringMatching(/^finish, Harbour Films: .*(14|2):25/),
      expect.stringMatching(/^finish, Tide TV: .*(14|2):45/),
    ]);
    expect(wordsOf({ finish: [one, two, three], secondsLeft: 3_000 })).toEqual([
      expect.stringMatching(/^last finish: .*(14|2):55/),
      '3 sites',
    ]);
  });

  test('is said of every site, and why others wait, where it does not fit', () => {
    const each = (over: Partial<QueueTotals>) => finishWords({ counts, totals: { ...totals, ...over } }, now).each;
    const [one, two, three] = [to('Gulls', 20), to('Dunes', 40), to('Reef', 50)];
    expect(
      each({ finish: [one, two, three], secondsLeft: 3_000, lines: [line], signIns: [signIn], publics: [unasked] }),
    ).toEqual([
      expect.stringMatching(/^Gulls: finish .*(14|2):25/),
      expect.stringMatching(/^Dunes: finish .*(14|2):45/),
      expect.stringMatching(/^Reef: finish .*(14|2):55/),
      expect.stringMatching(/^Harbour Films cannot be reached\. Since/),
      expect.stringMatching(/^Clips are public at once at Tide TV\. A clip was public/),
      expect.stringMatching(/^Sign in to Tide TV\. 3 clips of Ava/),
    ]);
    // Nothing is kept back where it all stands there already.
    expect(each({ finish: [one, two], secondsLeft: 2_400 })).toEqual([]);
    expect(each({ finish: [one], secondsLeft: 1_200, signIns: [signIn] })).toHaveLength(2);
  });
});

describe('a proxy', () => {
  const proxied = (trouble: SiteLine['trouble'], siteId = 'site-1'): SiteLine => ({
    ...{ ...line, trouble, siteId },
    proxy: 'proxy.example:3128',
  });
  const shown = (...lines: SiteLine[]) => holdsOf({ counts, totals: { ...totals, lines } });

  test('that wants a sign-in is told above everything, and not once more for each site', () => {
    expect(shown(proxied('proxy-sign-in'))).toEqual([]);
  });

  test('in the way of several sites is told once, but which of them it refuses is told of each', () => {
    expect(shown(proxied('proxy-away'), proxied('proxy-away', 'site-2'))).toHaveLength(1);
    expect(shown(proxied('proxy-refuses'), proxied('proxy-refuses', 'site-2'))).toHaveLength(2);
    expect(shown(line, { ...line, siteId: 'site-2' })).toHaveLength(2);
  });

  test('is named, with a text for the network’s admin where they can help', () => {
    for (const trouble of ['proxy-method', 'proxy-refuses', 'proxy-away', 'proxy-kind'] as const) {
      const one = proxied(trouble);
      expect(holdWords({ kind: 'line', line: one }, now).title).toContain('proxy.example:3128');
      const canHelp = trouble === 'proxy-method' || trouble === 'proxy-refuses';
      expect(networkText(one)?.includes('proxy.example:3128') ?? false).toBe(canHelp);
    }
    expect(networkText(line)).toBeNull();
  });
});

test.each(troubles)('the tray agrees with the window: %s', (trouble) => {
  const title = t(`uploads.line.${trouble}`, { site: line.siteName, proxy: 'proxy.example:3128' });
  const said = trayText(counts, { ...totals, lines: [{ ...line, trouble, proxy: 'proxy.example:3128' }] });
  if (trouble !== 'portal') expect(said).toContain(title);
  expect(said).toMatch(trouble === 'portal' ? /sign in first, 3 clips to go/ : /, 3 clips to go/);
  expect(
    trayText(counts, {
      ...totals,
      lines: [
        { ...line, trouble },
        { ...line, siteName: 'Gulls' },
      ],
    }),
  ).toContain('2 sites wait');
});

test('the tray says where to sign in', () => {
  expect(trayText(counts, { ...totals, signIns: [signIn] })).toContain('Sign in to Tide TV');
  expect(trayText(counts, { ...totals, signIns: [signIn], lines: [line] })).toContain('2 sites wait');
});

test.each([
  ['Every clip has arrived on its site.', 3, 3],
  ['Nothing is left to send.', 2, 3],
  ['Nothing is left to send.', 0, 1],
])('a list that is over says “%s” where %i of %i have arrived', (text, arrived, done) =>
  expect(nothingLeftWords({ arrived, done })).toBe(text),
);
