// What the window is shown of a job: its row with what holds it back, its details, and the totals over all that is open.
import { describe, expect, it } from 'vitest';
import { type Owner, type SentOf, toDetails, toRow, toTotals } from '../../../../main/features/uploads/job-view.ts';
import { emptyDraft, type Job, type JobState, nothingSeen } from '../../../../main/model.ts';
import { elsewhereAttempt } from '../../../../main/queue/job/presumed-attempt.ts';
import { aVideo } from '../../a-video.ts';
import { aJob, anAttempt, candidate, states } from '../../queue/jobs.ts';
import { account } from './tasks/parts.ts';

const free: Owner = {
  account,
  siteName: 'Harbour',
  trouble: null,
  hours: null,
  hold: null,
  uploadsHold: null,
  isUnasked: false,
  isSilent: false,
  onSite: null,
  sidecarTrouble: null,
};
const nobody: Owner = { ...free, account: null };
const signedOut: Owner = { ...free, account: { ...account, signedIn: false } };
const hold: Owner['hold'] = { why: 'site-busy', since: 1, until: 8_000 };
const live = (sentBytes: number, perSecond = 500): SentOf => ({
  ...{ bytes: 2_000, sentBytes, goesOn: false },
  speed: { perSecond: (at) => (at === 7 ? perSecond : -1) },
});
const shown = (state: JobState, owner: Owner = free, one: SentOf | null = null) =>
  toRow(aJob({ state }), one, owner, 7).state;

describe('what a waiting row waits for', () => {
  it('is the site’s silence only where nothing else is known, and the user’s word before that', () => {
    const silent = { ...free, isSilent: true };
    expect(shown(states.waiting, silent)).toEqual({ kind: 'waiting', why: 'site-silent', until: null });
    expect(shown(states['waiting for a time'], silent)).not.toMatchObject({ why: 'site-silent' });
    expect(shown(states.waiting, { ...silent, trouble: 'site-away' })).toMatchObject({ why: 'site-away' });
    expect(shown(states.waiting, { ...silent, isUnasked: true })).toMatchObject({ why: 'public-unasked' });
    expect(shown(states.waiting, { ...signedOut, isUnasked: true, isSilent: true })).toMatchObject({ why: 'sign-in' });
  });
});

describe('a row', () => {
  it('is the clip by its name, title and site', () => {
    const job = aJob({ draft: { ...emptyDraft, title: 'Harbour at night' } });
    expect(toRow(job, null, free, 7)).toEqual({
      ...{ id: 'job-1', name: 'C0001.MP4', title: 'Harbour at night', accountId: 'account-1', siteName: 'Harbour' },
      ...{ bytes: 2_000, state: states.waiting, onSite: null, hasPoster: true, sidecarTrouble: null },
    });
    expect(toRow(aJob(), null, { ...free, siteName: '' }, 7)).toMatchObject({ title: '', siteName: '' });
  });

  it.each([
    ['mp4', true],
    ['mov', true],
    ['webm', true],
    ['avi', false],
    [null, false],
  ] as const)('has a picture of a clip that a player opens: %s', (format, has) => {
    const { clip } = aJob();
    expect(toRow(aJob({ clip: { ...clip, facts: { ...clip.facts, format } } }), null, free, 7).hasPoster).toBe(has);
  });
});

describe('a clip that waits', () => {
  const later = states['waiting for a time'];

  it('says why, and until when', () => {
    expect(shown(later)).toEqual(later);
  });

  it.each([nobody, signedOut])('waits for its account where nobody is signed in', (owner) => {
    const closed = { ...owner, hours: { kind: 'closed', until: 6_000 } } as const;
    for (const of of [owner, closed, { ...closed, trouble: 'site-away', hold } as const])
      expect(shown(later, of)).toEqual({ kind: 'waiting', why: 'sign-in', until: null });
  });

  it('just waits for its turn once somebody has signed in again', () => {
    expect(shown({ kind: 'waiting', why: 'sign-in', until: null })).toEqual(states.waiting);
    expect(shown({ kind: 'waiting', why: 'sign-in', until: null }, { ...free, hold })).toMatchObject({
      why: 'site-busy',
    });
    const describing = { kind: 'describing', videoId: 14, why: 'sign-in', until: null } as const;
    expect(shown(describing)).toMatchObject({ kind: 'describing', why: null });
  });

  it('waits for its hours where nothing else holds it back', () => {
    const closed = { ...free, hours: { kind: 'closed', until: 6_000 } } as const;
    expect(shown(states.waiting, closed)).toEqual({ kind: 'waiting', why: 'hours', until: 6_000 });
    expect(shown(states.waiting, { ...closed, hours: { kind: 'slow', until: 6_000 } })).toEqual(states.waiting);
    expect(shown(states.waiting, { ...closed, trouble: 'site-away' })).toMatchObject({ why: 'site-away', until: null });
    expect(shown(states.waiting, { ...closed, hold })).toMatchObject({ why: 'site-busy', until: 8_000 });
  });

  it('is described later for the same reasons', () => {
    const describing = states['describing later'];
    expect(shown(describing, signedOut)).toMatchObject({ kind: 'describing', why: 'sign-in', until: null });
    expect(shown(describing, { ...free, trouble: 'offline' })).toMatchObject({ why: 'offline', until: null });
    expect(shown(describing)).toMatchObject({ why: 'server-error', until: 9_000 });
  });
});

describe('a clip on its way', () => {
  it('is shown with what has left, how fast, and how long it takes', () => {
    expect(shown(states.sending, free, live(500))).toEqual({
      ...{ kind: 'sending', sentBytes: 500, bytesPerSecond: 500, secondsLeft: 3, goesOn: false },
    });
  });

  it('says whether its site keeps what it has of it', () => {
    expect(shown(states.sending, free, { ...live(500), goesOn: true })).toMatchObject({ sentBytes: 500, goesOn: true });
  });

  it('takes nobody knows how long while nothing moves', () => {
    expect(shown(states.sending, free, live(500, 0))).toMatchObject({ bytesPerSecond: 0, secondsLeft: null });
    expect(shown(states.sending)).toEqual({
      ...{ kind: 'sending', sentBytes: 0, bytesPerSecond: null, secondsLeft: null, goesOn: false },
    });
  });

  it('never has more behind it than it holds', () => {
    expect(shown(states.sending, free, live(2_300))).toMatchObject({ sentBytes: 2_000, secondsLeft: 0 });
  });

  it('is being sent until all of it has left, also where it may have arrived by then', () => {
    expect(shown(states.processing, free, live(1_999))).toMatchObject({ kind: 'sending', sentBytes: 1_999 });
    for (const one of [null, live(2_000)])
      expect(shown(states.processing, free, one)).toEqual({ kind: 'processing', since: 500 });
  });
});

describe('a clip that is looked for', () => {
  it('says when it is looked for next', () => {
    expect(shown(states.unclear)).toEqual({ kind: 'unclear', nextLookAt: 600, rebuilt: false });
    expect(shown(states['unclear, by nobody known'])).toMatchObject({ rebuilt: true });
  });

  it.each([nobody, signedOut])('says no time while nobody is signed in', (owner) => {
    const of = { ...owner, hold };
    expect(shown(states['unclear, by nobody known'], of)).toEqual({ kind: 'unclear', nextLookAt: null, rebuilt: true });
  });

  it('is not kept from being looked for, nor from its text, where only uploads are held back', () => {
    const uploadsHold = { ...hold, why: 'uploads-blocked' } as const;
    expect(shown(states.unclear, { ...free, uploadsHold })).toMatchObject({ nextLookAt: 600 });
    expect(shown(states.describing, { ...free, uploadsHold })).toMatchObject({ why: null });
    expect(shown(states.waiting, { ...free, uploadsHold })).toMatchObject({ why: 'uploads-blocked', until: 8_000 });
    expect(shown(states.waiting, { ...free, uploadsHold, hold })).toMatchObject({ why: 'site-busy', until: 8_000 });
    const closed = { kind: 'closed', until: null } as const;
    expect(shown(states.waiting, { ...free, uploadsHold, hours: closed })).toMatchObject({ why: 'uploads-blocked' });
  });

  it('says no time while the site is not there, and none before the site may be asked', () => {
    expect(shown(states.unclear, { ...free, trouble: 'site-away' })).toMatchObject({ nextLookAt: null });
    expect(shown(states.unclear, { ...free, hold })).toEqual({ kind: 'unclear', nextLookAt: 8_000, rebuilt: false });
    const due = { ...states.unclear, nextLookAt: 9_000 };
    expect(shown(due, { ...free, hold, trouble: 'site-away' })).toMatchObject({ nextLookAt: 9_000 });
  });
});

describe('what is looked at', () => {
  const details = (job: Job, ...attempts: Parameters<typeof toDetails>[2]) =>
    toDetails(job, toRow(job, null, free, 7), attempts, null, null, null);

  it('is all that is known of the clip', () => {
    const facts = { format: 'mov', durationSeconds: 12.5, width: 1_920, height: 1_080 } as const;
    const job = aJob({ clip: { ...aJob().clip, facts }, sha256: 'known' });
    expect(details(job)).toEqual({
      ...{ row: toRow(job, null, free, 7), folder: '/clips', modifiedAt: 1_763_620_000_123, addedAt: job.addedAt },
      ...{
        sha256: 'known',
        ...facts,
        draft: emptyDraft,
        draftPending: false,
        videoId: null,
        video: null,
        conflicts: [],
      },
      ...{ candidates: [], attempts: [], older: null, sidecar: null },
    });
  });

  it.each([
    ['Harbour at dawn', 'Harbour at dawn'],
    [' ', 'C0001.mp4'],
    [null, 'C0001.mp4'],
  ])('is shown with the older version, by its title or else its file: %o', (title, name) => {
    const older = aJob({ id: 'older', clip: { ...aJob().clip, name: 'C0001.mp4' }, draft: { ...emptyDraft, title } });
    const job = aJob();
    const version = { older, choice: 'replace', became: null } as const;
    expect(toDetails(job, toRow(job, null, free, 7), [], null, version, null).older).toEqual({
      ...{ jobId: 'older', name, choice: 'replace', became: null },
    });
  });

  it.each([
    ['/clips/day 1/a.mp4', '/clips/day 1'],
    ['C:\\clips\\a.mp4', 'C:\\clips'],
    ['/a.mp4', ''],
    ['a.mp4', ''],
  ])('lies in a folder: %s', (path, folder) => {
    expect(details(aJob({ clip: { ...aJob().clip, path } })).folder).toBe(folder);
  });

  it('has typed text that is not on the site yet, until that is applied', () => {
    const pending = [2, 3].map((appliedRevision) => details(aJob({ draftRevision: 3, appliedRevision })).draftPending);
    expect(pending).toEqual([true, false]);
  });

  it.each([
    ['waits', states.waiting, null],
    ['is being described', states.describing, 14],
    ['is done', states.done, 14],
    ['asks its user about its details', states['needs you to decide'], 14],
  ] as const)('knows its video as soon as that is on the site: it %s', (_, state, videoId) => {
    expect(details(aJob({ state })).videoId).toBe(videoId);
  });

  it('is shown with its video', () => {
    const job = aJob({ state: states.done });
    expect(toDetails(job, toRow(job, null, free, 7), [], aVideo(), null, null).video).toMatchObject({
      id: 14,
      title: 'On the site',
    });
  });

  it('tells of its tries, but for one that nobody knows of', () => {
    const known = anAttempt({ endedAt: 900, ended: 'unclear', status: 502, said: 'No.', sentBytes: 2_000 });
    expect(details(aJob(), known, anAttempt({ id: 'assumed-job-1' })).attempts).toEqual([
      { startedAt: 400, endedAt: 900, sentBytes: 2_000, looks: [], ended: 'unclear', status: 502, said: 'No.' },
    ]);
  });

  describe('of one that its site had already', () => {
    const elsewhere = elsewhereAttempt(aJob(), { fileName: 'C0001.mp4', startedAt: 900, siteSkewMs: 5 });
    const look = (at: number, found: 'absent' | 'found' | 'ask') => ({ at, found });
    const tried = anAttempt({ endedAt: 900, ended: 'elsewhere', sentBytes: 1_500 });

    it('tells once it was found there: nothing was sent, at the moment in which it was found', () => {
      const looks = [look(700, 'absent'), look(800, 'found'), look(850, 'found')];
      expect(details(aJob(), tried, { ...elsewhere, endedAt: 5, ended: 'found', looks }).attempts).toEqual([
        { startedAt: 400, endedAt: 900, sentBytes: 1_500, looks: [], ended: 'elsewhere', status: null, said: null },
        { startedAt: 800, endedAt: 800, sentBytes: null, looks, ended: 'elsewhere', status: null, said: null },
      ]);
    });

    it('tells nothing of it before, nor of one that was not found, nor of what may have been sent before the list was lost', () => {
      expect(details(aJob(), elsewhere).attempts).toEqual([]);
      const looks = [look(700, 'absent'), look(800, 'ask')];
      expect(details(aJob(), { ...elsewhere, ended: 'absent', looks }).attempts).toEqual([]);
      const assumed = { ...anAttempt({ id: 'assumed-job-1' }), looks: [look(800, 'found')] };
      expect(details(aJob(), assumed).attempts).toEqual([]);
    });
  });

  it('shows which video it may be', () => {
    expect(details(aJob({ state: states['needs you to choose'] })).candidates).toEqual([candidate]);
  });

  it('shows what stands against what, in the fields that were typed and changed there', () => {
    const changed = {
      draft: { ...emptyDraft, title: 'Mine', terms: { tags: [1] } },
      seen: {
        ...nothingSeen,
        theirs: { title: 'Theirs', description: 'x'.repeat(200_001), 'terms:tags': [2], 'terms:topics': [3] },
      },
    };
    const job = aJob({ ...changed, state: states['needs you to decide'] });
    expect(details(job).conflicts).toEqual([
      { field: 'title', mine: 'Mine', theirs: 'Theirs' },
      { field: 'terms:tags', mine: [1], theirs: [2] },
    ]);
    expect(details({ ...job, draft: emptyDraft }).conflicts).toEqual([]);
    const long = { ...job, draft: { ...emptyDraft, description: 'Mine' } };
    expect(details(long).conflicts).toEqual([
      { field: 'description', mine: 'Mine', theirs: `${'x'.repeat(200_000)}…` },
    ]);
    for (const state of [states.done, states['needs you to edit']])
      expect(details(aJob({ ...changed, state })).conflicts).toEqual([]);
  });
});

describe('the totals', () => {
  const rest = {
    paused: false,
    offline: true,
    lines: [],
    signIns: [],
    publics: [],
    ready: [],
    needs: [],
    hours: null,
    secondsLeft: 9,
    finish: [],
  };

  it('are those of all clips on their way, with what holds them back', () => {
    expect(toTotals(9_000, [live(500), live(2_300, 200)], 7, rest)).toEqual({
      ...{ bytesOpen: 9_000, bytesSent: 2_500, bytesPerSecond: 700, ...rest },
    });
  });

  it('never tell of more than there is to send', () => {
    expect(toTotals(400, [live(500)], 7, rest)).toMatchObject({ bytesOpen: 400, bytesSent: 400 });
    expect(toTotals(0, [], 7, rest)).toMatchObject({ bytesSent: 0, bytesPerSecond: 0 });
  });
});
