// Every reason has words that say what happened, what is safe and what to do; and the result line counts right.
import { expect, test } from 'vitest';
import type {
  AddResult,
  AttemptView,
  Candidate,
  ConnectProblem,
  JobStateView,
  NeedsYouReason,
  OnSite,
  WaitReason,
} from '../../../preload/contract.ts';
import { english } from '../../../preload/text/english.ts';
import { setRegion } from '../../../preload/text/region.ts';
import { connectWords } from '../../../renderer/text/connect.ts';
import { statusWord } from '../../../renderer/text/fields.ts';
import {
  addedWords,
  attemptWords,
  explain,
  groupTitle,
  lookLine,
  looksSummary,
  rowWords,
  sentWords,
  spanWords,
  stateWords,
  type Tried,
  wasBegun,
} from '../../../renderer/text/jobs.ts';

/** What the catalogue names by the codes between `start` and `end`. */
function codes<Code extends string>(start: string, end: string): readonly Code[] {
  return Object.keys(english)
    .filter((id) => id.startsWith(start) && id.endsWith(end))
    .map((id) => id.slice(start.length, id.length - end.length) as Code);
}

const reasons = codes<NeedsYouReason>('jobs.ask.', '.title');
const problems = codes<ConnectProblem>('connect.', '.todo');
const waits = codes<WaitReason>('jobs.wait.', '');

/** A clip with one try, or without any. */
function tried(one: Partial<AttemptView> | null, candidates: readonly Candidate[] = []): Tried {
  const blank = { startedAt: 1, endedAt: 2, sentBytes: 3, looks: [], status: null, said: null, ended: null };
  return { attempts: one === null ? [] : [{ ...blank, ...one }], candidates };
}

const none: AddResult = { added: 0, ready: 0, alreadyQueued: 0, alreadyOnSite: 0, notVideos: 0, refused: [] };

test.each(reasons)('%s is explained, with and without a detail', (reason) => {
  for (const detail of [null, '', 'something the site said']) {
    const { title, what, safe, todo } = explain(reason, detail);
    expect(title.length).toBeLessThan(40);
    for (const sentence of [what, safe, todo]) expect(sentence).toMatch(/^\S.*[.”]$/);
    expect(`${what} ${safe} ${todo}`).not.toMatch(/null|undefined|NaN/);
  }
});

test.each(reasons)('%s does not say that nothing was sent where a try had begun to', (reason) => {
  const bare = (begun: boolean) => explain(reason, null, tried(begun ? { ended: 'stopped' } : null)).safe;
  expect(bare(true)).not.toContain('Nothing was sent.');
  expect(bare(true)).toMatch(/^\S.*[.”]$/);
  if (bare(false).includes('Nothing was sent.')) expect(bare(true)).toContain('An earlier try had begun');
  else expect(bare(true)).toBe(bare(false));
});

test.each(reasons)('several clips that need their user for %s are told by their site', (reason) => {
  const group = { siteId: 's', siteName: 'St. Mary’s', reason, action: 'retry', detail: null, clips: 5 } as const;
  expect(groupTitle(group)).toMatch(/^5 clips .*St. Mary’s.*[^.]$/);
});

test.each([
  ['forbidden', /your account may not/],
  ['trashless', /has no trash/],
  ['formatted', /formatting/],
])('why an older video stays is said in our own words: %s', (why, words) => {
  const { what } = explain('older-stays', why);
  expect(what).toMatch(words);
  expect(what).not.toContain(why === 'forbidden' ? 'forbidden' : '“');
});

test('the site’s words about an older video that stays are quoted', () => {
  expect(explain('older-stays', 'Not today.').what).toContain('The site said: “Not today.”');
});

test('several that are too large are told with the limit where it is known', () => {
  const group = {
    siteId: 's',
    siteName: 'Tide',
    reason: 'too-large',
    action: 'retry',
    detail: null,
    clips: 5,
  } as const;
  expect(groupTitle(group)).toBe('5 clips are larger than Tide takes');
  expect(groupTitle({ ...group, detail: '2000000000' })).toMatch(/larger than Tide takes \(less than 2[.,]0.GB\)$/);
});

test('a try has begun once a byte of it left, or nobody knows', () => {
  expect([[], [0], [0, 0], [null], [0, 5]].map((all) => wasBegun(all.map((sentBytes) => ({ sentBytes }))))).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
});

test('details are told in words: a limit in bytes, an extension, what the site said', () => {
  expect(explain('too-large', '2000000000').what).toMatch(/2[.,]0.GB/);
  expect(explain('too-large', 'post_max_size').what).not.toContain('post_max_size');
  expect(explain('extension-refused', 'mov').title).toBe('Site refuses .mov files');
  expect(explain('site-refused', 'Daily quota reached.').what).toContain('“Daily quota reached.”');
});

test('what the site said of a size or a kind is quoted, and its number is not told a second time in other megabytes', () => {
  const words = 'The maximum upload file size is 50 MB.';
  const { what, host } = explain('too-large', `52428801\n${words}`);
  expect(what).toBe(`The site refused this file for its size. The site said: “${words}”`);
  expect(host).toContain(words);
  expect(explain('too-large', '4194304\nNo data supplied.').what).toMatch(/less than 4[.,]2.MB.*“No data supplied\.”/);
  const mov = explain('extension-refused', 'mov\nFile Type is not allowed.');
  expect(mov.title).toBe('Site refuses .mov files');
  expect(mov.what).toBe('The site does not take .mov files. The site said: “File Type is not allowed.”');
});

test.each(['upload-failed', 'site-full'] as const)('%s does not claim that the file was looked into', (reason) => {
  const { what, host } = explain(reason, 'Fehler beim Schreiben auf die Platte.');
  expect(what).toContain('“Fehler beim Schreiben auf die Platte.”');
  expect(what).not.toMatch(/looked|type|too large/i);
  expect(host).not.toBeNull();
});

test.each<[string, Partial<AttemptView> | null, boolean]>([
  ['looked at after its answer, and not there', { ended: 'absent', status: 500 }, true],
  ['cut by the error before its last byte', { ended: 'refused', status: 500 }, false],
  ['refused for good, so that nobody looked', { ended: 'refused', status: 422 }, false],
  ['never sent, as signing in failed', null, false],
])('a site that keeps failing at a clip %s: only what was looked for is said to be not there', (_, one, checked) => {
  const { safe, host } = explain('server-error', null, tried(one));
  expect(safe.includes('Clipferry checked')).toBe(checked);
  expect(host).not.toMatch(/each upload/i);
});

const one: Candidate = { videoId: 1, title: '', createdAt: null, sizeMatches: true };

test.each<[string, Partial<AttemptView> | null, RegExp]>([
  ['an answer was lost', { ended: 'unclear' }, /^The site’s answer was lost\. There are videos/],
  ['nobody saw the end', {}, /^The site’s answer was lost\. There are videos/],
  ['a yes named no video', { ended: 'arrived', status: 200 }, /^The site’s answer did not say which video it made\./],
  ['a proxy answered', { ended: 'unclear', status: 504 }, /^The site’s answer did not say for certain/],
  ['it was never sent', null, /^There are videos on the site/],
  ['its only try was cut', { ended: 'connection-lost' }, /^There are videos on the site/],
])('which video a clip is, is asked with the reason: %s', (_, last, what) => {
  expect(explain('ask-which', null, tried(last, [one])).what).toMatch(what);
});

test('where no video was found that may be the clip, none is said to be there', () => {
  expect(explain('ask-which', null, tried({ ended: 'unclear' })).what).not.toMatch(/There are videos/);
});

test.each<[Partial<AttemptView> | null, boolean]>([
  [null, true],
  [{ ended: 'refused', status: 415 }, true],
  [{ ended: 'absent', status: 200 }, true],
  [{ ended: 'refused', status: 200 }, false],
])('that nothing was stored is said only where the site’s no is certain: %o', (last, isCertain) => {
  for (const reason of ['extension-refused', 'no-upload-right', 'upload-route-missing'] as const)
    expect(explain(reason, null, tried(last)).safe.includes('Nothing was stored')).toBe(isCertain);
});

test('an answer of a site is not said to confirm more than it said', () => {
  const { safe, what } = explain('arrived-not-found', null, tried({ ended: 'arrived', status: 204 }));
  expect(safe).toContain('The site answered yes');
  expect(explain('arrived-not-found', null, tried({ ended: 'arrived', status: 500 })).safe).toContain('named the file');
  const blank = { startedAt: 1, endedAt: 2, sentBytes: 3, looks: [], said: null, ended: 'arrived' } as const;
  const words = [200, 500].map((status) => attemptWords({ ...blank, status }));
  expect(words[0]).toContain('answered yes');
  expect(words[1]).toContain('answered with an error');
  expect([safe, what, ...words].join()).not.toMatch(/confirmed|accepted/);
});

test.each<[AttemptView['ended'], number, RegExp]>([
  ['connection-lost', 3, /^The connection was lost on the way\./],
  ['connection-lost', 0, /^There was no connection to the site\./],
  ['clip-unreadable', 3, /file could not be found or read/],
  ['clip-in-use', 3, /program still had the file open/],
  ['signed-out', 0, /no sign-in/],
  ['held-back', 0, /asked to be left alone/],
  ['proxy', 0, /proxy/],
  ['answered-early', 3, /answered before all of it was sent/],
])('a try that ended %s after %i bytes says why', (ended, sentBytes, words) => {
  const said = attemptWords({ startedAt: 1, endedAt: 2, looks: [], said: null, status: null, ended, sentBytes });
  expect(said).toMatch(words);
  if (ended !== 'connection-lost') expect(said).not.toContain('connection');
});

test('what a bot check said in data is not called a web page alone', () => {
  const { title, what, host } = explain('web-page-answer', 'Access denied by bot protection.');
  expect(title).not.toMatch(/web page/i);
  expect(what).toContain('The answer said: “Access denied by bot protection.”');
  expect(host).not.toContain('HTML');
});

test.each(['metadata-failing', 'metadata-blocked'] as const)('%s says that the video is on the site', (reason) => {
  const { what, safe, host } = explain(reason, null);
  expect(safe).toContain('Your video is on the site');
  expect(what + safe + host).not.toMatch(/not on the site|this clip|upload/i);
});

test.each(['unclear', 'found', 'absent'] as const)('a try that ended %s says whether something answered', (ended) => {
  const one = { startedAt: 1, endedAt: 2, sentBytes: 3, looks: [], said: null, ended } as const;
  expect(attemptWords({ ...one, status: null })).toContain('No answer came.');
  const answered = attemptWords({ ...one, status: 502 });
  expect(answered).toContain('The answer did not say for certain');
  expect(answered).not.toContain('No answer came');
});

test('a try whose answer proves nothing says that everything was sent only where that was seen', () => {
  const one = { startedAt: 1, endedAt: 2, status: null, looks: [], said: null, ended: 'unclear' } as const;
  expect(attemptWords({ ...one, sentBytes: 200 })).toBe('Everything was sent. No answer came.');
  expect(attemptWords({ ...one, sentBytes: null })).toBe('All of it may have been sent. No answer came.');
  expect(sentWords({ ...one, sentBytes: null }, 200)).toBeNull();
});

test.each([
  [0, 'Nothing was sent yet.'],
  [512_000, '512 kB of 4.6 GB were sent.'],
  [120_000_000, '0.1 of 4.6 GB were sent.'],
  [4_636_000_000, 'All but 4.0 MB of 4.6 GB were sent.'],
  [4_640_000_000, null],
])('of a try that sent %i bytes of 4.64 GB: %s', (sentBytes, said) => {
  const one = { startedAt: 1, endedAt: 2, status: null, looks: [], said: null, ended: 'connection-lost' } as const;
  expect(sentWords({ ...one, sentBytes }, 4_640_000_000)?.replaceAll(/[\u202f\u00a0]/g, ' ') ?? null).toBe(said);
});

test.each(problems)('%s says what is wrong and what to do', (problem) => {
  const words = connectWords(problem);
  for (const sentence of [words.what, words.todo]) expect(sentence).toMatch(/^\S.*\.$/);
  if (words.todo.includes('text below')) expect(words.host).not.toBeNull();
});

const now = Date.UTC(2026, 10, 20);

test('no state but “done” says that the video is on the site, and none promises a resume', () => {
  const states: readonly JobStateView[] = [
    { kind: 'waiting', why: null, until: null },
    ...waits.map((why) => ({ kind: 'waiting', why, until: now }) as const),
    { kind: 'sending', sentBytes: 100, bytesPerSecond: 5, secondsLeft: 0, goesOn: false },
    { kind: 'processing', since: now },
    { kind: 'unclear', nextLookAt: now, rebuilt: false },
    { kind: 'unclear', nextLookAt: now, rebuilt: true },
    { kind: 'paused' },
    { kind: 'cancelled', videoId: null },
  ];
  for (const state of states) {
    const words = stateWords(state, 100, now);
    expect(`${words.label} ${words.detail}`).not.toMatch(/100 %|on the site|resumes/i);
  }
  expect(stateWords({ kind: 'done', videoId: 1, finishedAt: now }, 100, now).label).toBe('On the site');
});

test.each<[OnSite | null, string | null]>([
  [null, null],
  [{ status: 'publish', date: 1 }, 'Its video is on the site · Public'],
  [{ status: 'trash', date: 1 }, 'Its video is in the site’s trash'],
  [{ status: null, date: null }, 'Its video was deleted on the site'],
])(
  'a row of a clip that was cancelled when it had arrived says what the site has of it all the same: %o',
  (onSite, detail) => {
    const row = { state: { kind: 'cancelled', videoId: 1 }, onSite, bytes: 1 } as const;
    expect(rowWords(row, now)).toMatchObject({ label: 'Cancelled', detail });
  },
);

test.each<[OnSite | null, string, string | null]>([
  [null, 'On the site', 'Today at 14:20'],
  [{ status: 'publish', date: 1 }, 'On the site · Public', 'Today at 14:20'],
  [{ status: 'pending', date: 1 }, 'On the site · Pending review', 'Today at 14:20'],
  [{ status: 'encoding', date: null }, 'On the site · encoding', 'Today at 14:20'],
  [{ status: 'future', date: null }, 'On the site · Scheduled', 'Today at 14:20'],
  [{ status: 'future', date: Date.UTC(2026, 9, 2, 9, 0) }, 'On the site', 'Scheduled for 2 Oct, 09:00'],
  [{ status: 'trash', date: 1 }, 'In the site’s trash', 'Arrived today at 14:20'],
  [{ status: null, date: null }, 'Deleted on the site', 'Arrived today at 14:20'],
])('a row says what the site has: %o', (onSite, label, detail) => {
  setRegion('en-GB');
  const at = Date.UTC(2026, 8, 30, 14, 20);
  const row = { state: { kind: 'done', videoId: 1, finishedAt: at }, onSite, bytes: 1 } as const;
  expect(rowWords(row, at + 60_000)).toMatchObject({ label, detail });
  expect(rowWords({ ...row, state: { kind: 'paused' } }, at).label).toBe('Paused');
});

test('a look that came to nothing does not say that the site was silent: it may not have been asked, or have answered something else', () => {
  expect(looksSummary([{ at: 1, found: 'failed' }])).toBe('Checked once; result: the site could not be checked');
});

test('a clip that cannot be looked for now does not say that no answer came: one may have, and named no video', () => {
  const { label, detail } = stateWords({ kind: 'unclear', nextLookAt: null, rebuilt: false }, 100, now);
  expect([label, detail]).toEqual(['Checking the site', 'Checks again when the site can be asked']);
});

test.each([
  [{ ...none, added: 40 }, '40 clips added'],
  [{ ...none, added: 1 }, '1 clip added'],
  [{ ...none, added: 2, alreadyOnSite: 38 }, '38 already on the site, 2 new'],
  [{ ...none, alreadyOnSite: 38, alreadyQueued: 2 }, '38 already on the site, 2 already in the list, nothing new'],
  [{ ...none, added: 3, notVideos: 5 }, '3 clips added, 5 are not videos'],
  [{ ...none, refused: [{ name: 'a.mp4', reason: 'empty' } as const] }, '1 file could not be added'],
  [none, 'No videos found'],
])('the result of a drop: %o', (result, text) => {
  expect(addedWords(result)).toBe(text);
});

test('statuses of the site in plain words, unknown ones as they are', () => {
  expect(['publish', 'pending', 'draft', 'private', 'unlist'].map((status) => statusWord(status))).toEqual([
    'Public',
    'Pending review',
    'Draft',
    'Private',
    'unlist',
  ]);
});

test('what only a password opens does not read “Public”', () => {
  expect([statusWord('publish', true), statusWord('draft', true)]).toEqual(['Password-protected', 'Draft']);
  const state = { kind: 'done', videoId: 1, finishedAt: now } as const;
  const label = (onSite: OnSite) => rowWords({ state, bytes: 1, onSite }, now).label;
  expect(label({ status: 'publish', date: now, isProtected: true })).toBe('On the site · Password-protected');
  expect(label({ status: 'publish', date: now })).toBe('On the site · Public');
});

test('what stands still says so: while it is sent, and while the site works on it (F-11)', () => {
  const sending = { kind: 'sending', sentBytes: 500, bytesPerSecond: 0, secondsLeft: null, goesOn: false } as const;
  expect(stateWords(sending, 1_000, now).detail).toBe('Stalled');
  expect(stateWords({ ...sending, sentBytes: 0 }, 1_000, now).detail).toBe('Starting');
  // In its first second nobody knows yet.
  expect(stateWords({ ...sending, bytesPerSecond: null }, 1_000, now).detail).toBe('Starting');
  const long = { kind: 'processing', since: now - 6 * 60_000 } as const;
  expect(stateWords(long, 1_000, now).detail).toBe('All sent; the site is slow to confirm');
});

test('the next look names its day where that is not today', () => {
  setRegion('en-GB');
  const evening = new Date(2026, 10, 20, 17, 10).getTime();
  const next = (nextLookAt: number) => stateWords({ kind: 'unclear', nextLookAt, rebuilt: false }, 100, evening).detail;
  expect(next(new Date(2026, 10, 20, 17, 12).getTime())).toBe('Checks again at 17:12');
  expect(next(new Date(2026, 10, 21, 16, 58).getTime())).toBe('Checks again tomorrow at 16:58');
});

test.each([
  [[20, 14, 20], [20, 15, 0], 'Today at 14:20 – 15:00'],
  [[18, 23, 50], [18, 23, 58], '18 Nov, 23:50 – 23:58'],
  [[18, 23, 50], [19, 6, 10], '18 Nov, 23:50 – 19 Nov, 06:10'],
  [[19, 23, 50], [20, 0, 10], '19 Nov, 23:50 – today at 00:10'],
  // The same time of another day is no moment.
  [[18, 14, 20], [19, 14, 20], '18 Nov, 14:20 – 19 Nov, 14:20'],
  [[20, 14, 20], [20, 14, 20], 'Today at 14:20'],
  [[20, 14, 20], null, 'Today at 14:20'],
] as const)('a try from %j to %j is told with the day of its end where that is another', (from, to, words) => {
  setRegion('en-GB');
  const at = ([day, hour, minute]: readonly [number, number, number]) =>
    new Date(2026, 10, day, hour, minute).getTime();
  const span = { startedAt: at(from), endedAt: to === null ? null : at(to) };
  expect(spanWords(span, at([20, 17, 0]))).toBe(words);
});

test('a look on another day than its try says which', () => {
  setRegion('en-GB');
  const attempt = { startedAt: new Date(2026, 10, 18, 23, 50).getTime() };
  const line = (day: number, hour: number) =>
    lookLine(
      { at: new Date(2026, 10, day, hour, 55).getTime(), found: 'not-yet' },
      attempt,
      new Date(2026, 10, 25).getTime(),
    );
  expect(line(18, 23)).toBe('23:55: not there yet');
  expect(line(19, 0)).toBe('19 Nov, 00:55: not there yet');
});
