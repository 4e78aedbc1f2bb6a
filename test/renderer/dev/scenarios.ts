// The situations in which the screens are looked at: empty, busy, everything that needs the user, ten thousand rows.
import type {
  AttemptView,
  CheckFinding,
  DuplicatePair,
  JobDetails,
  JobRow,
  JobStateView,
  LibraryRow,
  NeedsYouAction,
  NeedsYouReason,
  OnSite,
  PresetContent,
  SiteLine,
  SiteOffer,
} from '../../../preload/contract.ts';
import { emptyDraft } from '../../../preload/fields.ts';
import { byOffer } from '../../../preload/sign-in-ways.ts';
import {
  createFakeBridge,
  type FakeBridge,
  type FakeJob,
  fakeAccount,
  fakeFinding,
  fakeFolder,
  fakeHost,
  fakeMoveIn,
  fakeRow,
  fakeRules,
  fakeSite,
  fineFindings,
} from '../fake-bridge.ts';
import { type FakeLibrary, fakeVideo } from '../fake-library.ts';

const titles = [
  'Arrival of the tall ships',
  'Harbour at first light',
  'Interview with the lock keeper',
  'Crew races, heat 3',
  'Night of the lanterns – the whole procession along the old quay, uncut, from the second camera',
  'Making a rope by hand',
  'Drone over the breakwater',
  'The ferry that never was late',
];

const reasons: readonly (readonly [NeedsYouReason, NeedsYouAction, string | null])[] = [
  ['ask-which', 'choose', null],
  ['too-large', 'retry', '2147483648'],
  ['newer-version', 'version', null],
  ['older-stays', 'retry', 'trashless'],
  ['web-page-answer', 'retry', null],
  ['extension-refused', 'remove', 'mov'],
  ['metadata-refused', 'edit', 'Invalid parameter(s): status'],
  ['metadata-failing', 'retry', null],
  ['metadata-blocked', 'retry', null],
  ['metadata-ignored', 'finish', 'title'],
  ['changed-on-site', 'resolve', null],
  ['arrived-not-found', 'finish', null],
  ['clip-missing', 'retry', null],
  ['clip-empty', 'remove', null],
  ['clip-not-video', 'remove', null],
  ['clip-unfinished', 'retry', null],
  ['entry-damaged', 'retry', null],
  ['clip-unreadable', 'retry', null],
  ['clip-changing', 'retry', null],
  ['clip-known', 'retry', 'Harbour at dawn.mp4'],
  ['type-refused', 'retry', 'Sorry, you are not allowed to upload this file type.'],
  ['upload-failed', 'retry', 'Failed to write file to disk.'],
  ['site-full', 'retry', 'Not enough space to upload. 2048 KB needed.'],
  ['no-upload-right', 'retry', null],
  ['token-too-short', 'retry', '10'],
  ['upload-route-missing', 'retry', null],
  ['site-refused', 'retry', 'Daily quota reached.'],
  ['server-error', 'retry', 'There has been a critical error on this website.'],
  ['video-gone', 'finish', null],
];

const minute = 60_000;

function checkedBridge(findings: readonly CheckFinding[]): FakeBridge {
  const checkups = [{ siteId: 'site-1', at: Date.now(), running: false, findings }];
  return createFakeBridge({ app: { sites: [fakeSite(), second], checkups } });
}

function job(index: number, over: Partial<JobRow>, details: Partial<JobDetails> = {}): FakeJob {
  const row = fakeRow(index, over);
  return {
    row,
    draft: { ...emptyDraft, title: row.title === '' ? null : row.title },
    pending: row.title !== '',
    details,
  };
}

function sending(bytes: number, part: number, speed: number): JobStateView {
  const sentBytes = Math.round(bytes * part);
  return { kind: 'sending', sentBytes, bytesPerSecond: speed, secondsLeft: (bytes - sentBytes) / speed, goesOn: false };
}

function busyJobs(now: number): FakeJob[] {
  const gb = 1_000_000_000;
  const jobs: FakeJob[] = [
    job(1, { title: titles[0] ?? '', bytes: 4.6 * gb, state: sending(4.6 * gb, 0.42, 11_300_000) }),
    job(2, { title: titles[1] ?? '', bytes: 0.84 * gb, state: sending(0.84 * gb, 0.71, 2_100_000) }),
    job(3, { title: titles[2] ?? '', bytes: 1.2 * gb, state: { kind: 'processing', since: now - minute } }),
    job(4, { bytes: 2.1 * gb, state: { kind: 'unclear', rebuilt: false, nextLookAt: now + 3 * minute } }),
    job(5, { title: titles[4] ?? '', bytes: 0.64 * gb, state: { kind: 'describing', why: null, until: null } }),
    job(6, {
      bytes: 3.3 * gb,
      hasPoster: false,
      state: { kind: 'needs-you', reason: 'too-large', action: 'retry', detail: '2147483648' },
    }),
    job(7, {
      title: titles[5] ?? '',
      bytes: 1.9 * gb,
      state: { kind: 'waiting', why: 'connection-lost', until: now + 4 * minute },
    }),
    job(8, {
      name: 'Drone breakwater master export FINAL v3 (graded).mov',
      bytes: 7.4 * gb,
      state: { kind: 'paused' },
    }),
  ];
  for (let index = 9; index <= 31; index += 1) {
    jobs.push(
      job(index, {
        title: index % 4 === 0 ? (titles[index % titles.length] ?? '') : '',
        bytes: (0.3 + (index % 7) * 0.41) * gb,
      }),
    );
  }
  for (let index = 32; index <= 40; index += 1) {
    jobs.push(
      job(index, {
        title: titles[index % titles.length] ?? '',
        bytes: 0.9 * gb,
        state: { kind: 'done', videoId: 400 + index, finishedAt: now - index * minute },
        onSite: onSite(now)[index - 32] ?? null,
      }),
    );
  }
  jobs.push(
    job(41, {
      title: titles[2] ?? '',
      bytes: 0.7 * gb,
      state: { kind: 'cancelled', videoId: 441 },
      onSite: { status: 'draft', date: null },
    }),
  );
  jobs[0] = {
    ...(jobs[0] as FakeJob),
    draft: {
      ...emptyDraft,
      title: titles[0] ?? '',
      description: 'Filmed from the mole with two cameras.\nMusic: none.',
      status: 'future',
      publishAt: now + 3 * 86_400_000,
      terms: { video_category: [11, 13], video_tag: [100, 103] },
    },
    details: {
      attempts: [
        {
          startedAt: now - 50 * minute,
          sentBytes: 310_000_000,
          looks: [],
          endedAt: now - 41 * minute,
          ended: 'connection-lost',
          status: null,
          said: null,
        },
        {
          startedAt: now - 12 * minute,
          endedAt: null,
          sentBytes: null,
          looks: [],
          ended: null,
          status: null,
          said: null,
        },
      ],
      sha256: 'a3f1c9e07b5d2846f0e1d2c3b4a5968778695a4b3c2d1e0f1122334455667788',
    },
  };
  return jobs;
}

/** What became of clips that arrived: nothing is known yet of the last ones. */
const onSite = (now: number): readonly OnSite[] => [
  { status: 'publish', date: now - 32 * minute },
  { status: 'pending', date: now - 33 * minute },
  { status: 'future', date: now + 3 * 86_400_000 },
  { status: 'private', date: null },
  { status: 'trash', date: null },
  { status: null, date: null },
];

/** A site that is left alone as a whole, and one that asked for time. */
function heldJobs(now: number): FakeJob[] {
  return Array.from({ length: 9 }, (_, index) =>
    job(index + 1, {
      title: titles[index % titles.length] ?? '',
      state:
        index < 4
          ? { kind: 'waiting', why: index < 2 ? 'uploads-blocked' : 'site-blocked', until: now + 47 * minute }
          : index < 7
            ? { kind: 'waiting', why: 'site-busy', until: now + 12 * minute }
            : { kind: 'waiting', why: 'site-busy', until: now + 20 * 60 * minute },
    }),
  );
}

function needsYouJobs(now: number): FakeJob[] {
  return reasons.map(([reason, action, detail], index) =>
    job(
      index + 1,
      {
        title: index % 3 === 0 ? (titles[index % titles.length] ?? '') : '',
        bytes: 900_000_000 + index * 140_000_000,
        state: { kind: 'needs-you', reason, action, detail },
      },
      {
        older:
          reason === 'newer-version'
            ? { jobId: 'older', name: 'Harbour festival, second day', choice: null, became: null }
            : null,
        conflicts:
          reason === 'changed-on-site'
            ? [
                { field: 'title', mine: 'Arrival of the tall ships', theirs: 'Tall ships arrive' },
                { field: 'terms:video_tag', mine: [100, 101], theirs: [104] },
              ]
            : [],
        candidates:
          reason === 'ask-which'
            ? [
                { videoId: 812, title: 'C0001', createdAt: now - 31 * minute, sizeMatches: true },
                { videoId: 809, title: 'C0001', createdAt: now - 44 * minute, sizeMatches: true },
                { videoId: 771, title: '', createdAt: null, sizeMatches: false },
              ]
            : [],
        attempts: [
          {
            startedAt: now - 40 * minute,
            sentBytes: 900_000_000 + index * 140_000_000,
            looks: [
              { at: now - 35 * minute, found: 'not-yet' },
              { at: now - 34 * minute, found: 'failed' },
              { at: now - 32 * minute, found: 'ask' },
            ],
            endedAt: now - 35 * minute,
            ended: 'unclear',
            status: 504,
            said: 'Gateway Time-out',
          },
        ],
      },
    ),
  );
}

function manyJobs(count: number, now: number): FakeJob[] {
  return Array.from({ length: count }, (_, index) => {
    const bytes = 200_000_000 + (index % 97) * 31_000_000;
    const state: JobStateView =
      index < 3
        ? sending(bytes, 0.2 + index * 0.25, 3_400_000)
        : index % 200 === 7
          ? { kind: 'needs-you', reason: 'clip-missing', action: 'retry', detail: null }
          : index % 5 === 4
            ? { kind: 'done', videoId: index, finishedAt: now - index * 1_000 }
            : { kind: 'waiting', why: null, until: null };
    return job(index + 1, { bytes, state, title: index % 3 === 0 ? (titles[index % titles.length] ?? '') : '' });
  });
}

/** Moves what is being sent on, ten times a second, as main would. */
export function tick(bridge: FakeBridge): void {
  const now = Date.now();
  let moved = false;
  for (const item of bridge.jobs) {
    const { state, bytes } = item.row;
    if (state.kind === 'sending') {
      moved = true;
      const sentBytes = Math.min(bytes, state.sentBytes + (state.bytesPerSecond ?? 0) / 10);
      item.row = {
        ...item.row,
        state:
          sentBytes >= bytes
            ? { kind: 'processing', since: now }
            : { ...state, sentBytes, secondsLeft: (bytes - sentBytes) / (state.bytesPerSecond ?? 0) },
      };
    } else if (state.kind === 'processing' && now - state.since > 70_000) {
      moved = true;
      item.row = { ...item.row, state: { kind: 'done', videoId: 1, finishedAt: now } };
    }
  }
  if (moved) bridge.flush();
}

function fakeLine(trouble: SiteLine['trouble']): SiteLine {
  const now = Date.now();
  const proxy = trouble.startsWith('proxy-') ? 'proxy.harbour-films.example:3128' : null;
  return {
    siteId: 'site-1',
    siteName: 'Harbour Films',
    trouble,
    proxy,
    since: now - 25 * 60_000,
    nextTryAt: now + 40_000,
  };
}

/** What is under way when nobody gets through to the sites. */
function heldBridge(why: 'offline' | SiteLine['trouble']): FakeBridge {
  const bridge = createFakeBridge({ jobs: busyJobs(Date.now()) });
  for (const item of bridge.jobs) {
    const { state } = item.row;
    if (state.kind === 'sending' || (state.kind === 'waiting' && state.why !== 'sign-in'))
      item.row = { ...item.row, state: { kind: 'waiting', why, until: null } };
  }
  const still = { bytesPerSecond: 0, secondsLeft: null, finish: [] };
  bridge.setTotals(why === 'offline' ? { offline: true, ...still } : { lines: [fakeLine(why)], ...still });
  return bridge;
}

/** As an engine shows it that has not been told to go on: no secret is in use, and nothing is on its way. */
function elsewhereBridge(elsewhere: 'asked' | 'left'): FakeBridge {
  const site = fakeSite({ accounts: [fakeAccount({ signedIn: false })] });
  const bridge = createFakeBridge({
    app: {
      sites: [site],
      store: {
        trouble: null,
        folder: '/home/mara/.config/Clipferry',
        rebuilt: null,
        elsewhere,
        unreadable: { edits: 0, changes: 0, settings: 0 },
      },
    },
    jobs: busyJobs(Date.now()),
  });
  for (const item of bridge.jobs) {
    const { state } = item.row;
    if (state.kind === 'sending' || state.kind === 'processing' || state.kind === 'waiting')
      item.row = { ...item.row, state: { kind: 'waiting', why: 'sign-in', until: null } };
  }
  bridge.setTotals({ bytesPerSecond: 0, secondsLeft: null, finish: [] });
  return bridge;
}

const second = fakeSite({
  id: 'site-2',
  name: 'Nordlicht TV',
  address: 'http://127.0.0.1:8080',
  secure: false,
  tooLargeFrom: 2_147_483_648,
  refusedExtensions: ['mov', 'mkv'],
  accounts: [
    fakeAccount({
      id: 'account-2',
      siteId: 'site-2',
      login: 'redaktion',
      name: 'Redaktion',
      publishesAtOnce: true,
      secret: 'session',
      method: 'token',
      tokenEndsAt: Date.now() + 6.5 * 86_400_000,
      canPublish: false,
    }),
    fakeAccount({ id: 'account-3', siteId: 'site-2', login: 'archiv', name: 'Archiv', signedIn: false }),
  ],
});

function watchedFolders(now: number) {
  return [
    fakeFolder({ beingWritten: 3, waitingCount: 2, takenCount: 41, lastTakenAt: now - 4 * minute }),
    fakeFolder({
      id: 'folder-2',
      name: 'Karte der zweiten Kamera mit einem recht langen Namen',
      path: '/media/mara/EOS_DIGITAL/DCIM/Karte der zweiten Kamera mit einem recht langen Namen',
      accountId: 'account-2',
      state: 'disconnected',
      takenCount: 380,
      lastTakenAt: now - 3_000 * minute,
      rules: { ...fakeRules, extensions: ['mp4', 'mov'], status: 'draft', stableMs: 10_000 },
    }),
    fakeFolder({
      id: 'folder-3',
      name: 'OBS',
      path: '/home/mara/Videos/OBS',
      takenCount: 1,
      lastTakenAt: now - 9 * minute,
      beingWritten: 3,
      files: [
        { name: 'Regatta, last heat.mp4', state: 'broken', program: null },
        { name: 'Tests/notes.mp4', state: 'not-video', program: null },
        { name: 'locked.mkv', state: 'unreadable', program: null },
        { name: 'Tonight/2026-11-25 20-00-13.mkv', state: 'writing', program: 'obs' },
        { name: 'Harbour at night, camera two.ts', state: 'unproven', program: null },
        { name: 'Lighthouse.mov', state: 'changing', program: null },
        { name: 'Old test.mp4', state: 'ignored', program: null },
        { name: 'Harbour at dawn.mp4', state: 'sent', program: null },
      ],
      moreFiles: 14,
    }),
    fakeFolder({
      id: 'folder-4',
      name: 'Archive',
      path: '/mnt/archive',
      state: 'limited',
      limit: { what: 'watches', now: 8_192 },
    }),
    fakeFolder({ id: 'folder-5', name: 'Private', path: '/srv/private', state: 'unreadable' }),
    fakeFolder({ id: 'folder-6', name: 'Old', path: '/home/mara/Old', state: 'paused', paused: true }),
    fakeFolder({ id: 'folder-7', name: 'Inbox', path: '/home/mara/Inbox', state: 'scanning', beingWritten: 1_204 }),
    fakeFolder({ id: 'folder-8', name: 'Gone', path: '/home/mara/Gone', state: 'no-account', accountId: 'account-9' }),
  ];
}

const statuses = ['publish', 'publish', 'pending', 'draft', 'publish', 'private', 'future', 'encoding'];

function libraryVideos(count: number): LibraryRow[] {
  return Array.from({ length: count }, (_, at) =>
    fakeVideo(at + 1, {
      title: at === 6 ? '' : `${titles[at % titles.length] ?? ''}${at < titles.length ? '' : ` ${at}`}`,
      status: at % 11 === 10 ? 'trash' : (statuses[at % statuses.length] ?? 'publish'),
      fromHere: at % 3 === 0,
      pending: at === 1,
      canEdit: at !== 4,
      canDelete: at !== 4,
    }),
  );
}

function twinPairs(now: number): DuplicatePair[] {
  const pair = (name: string, own: number, minutes: number, proof: DuplicatePair['proof']): DuplicatePair => ({
    accountId: 'account-1',
    jobId: 'job-1',
    name,
    bytes: 640_000_000,
    proof,
    videoIds: [own, own + 2],
    videos: [
      { videoId: own, title: 'Arrival of the tall ships', status: 'publish', createdAt: now - minutes * minute },
      { videoId: own + 2, title: name.replace('.MP4', ''), status: 'pending', createdAt: now - (minutes - 9) * minute },
    ],
  });
  return [{ ...pair('C0001.MP4', 812, 80, 'bytes'), sentOnce: true }, pair('C0014.MP4', 840, 55, 'name-and-size')];
}

const libraryOf = (count: number, over: Partial<FakeLibrary> = {}): (() => FakeBridge) => {
  return () =>
    createFakeBridge({
      jobs: busyJobs(Date.now()),
      library: {
        videos: libraryVideos(count),
        posts: Array.from({ length: 12 }, (_, at) => ({
          id: at + 1,
          title: `Harbour letter no. ${at + 1}`,
          status: at === 0 ? 'draft' : 'publish',
          date: Date.UTC(2026, 9, 28 - at),
          link: null,
        })),
        ...over,
      },
    });
};

const tokenOnly: Partial<SiteOffer> = {
  address: 'http://harbour.example',
  secure: false,
  ways: { ...byOffer(() => false), token: true },
};

export const scenarios = {
  library: libraryOf(64, {
    edits: new Map([
      [
        3,
        {
          kind: 'changed-on-site',
          conflicts: [
            { field: 'title', mine: 'Harbour at dawn, second cut', theirs: 'By hand' },
            { field: 'excerpt', mine: 'From the quay', theirs: 'From the old quay, before the boats leave' },
          ],
        },
      ],
    ]),
  }),
  'library-twins': () => {
    const bridge = libraryOf(64, { duplicates: twinPairs(Date.now()) })();
    bridge.setApp({ duplicates: [{ accountId: 'account-1', clips: 2 }] });
    return bridge;
  },
  'library-taxonomies': libraryOf(64, {
    taxonomies: [
      { restBase: 'video_category', name: 'Categories', hierarchical: true },
      { restBase: 'many', name: 'Tags', hierarchical: false },
      { restBase: 'none', name: 'Aufzeichnungsorte und Spielstätten im Überblick', hierarchical: true },
      { restBase: 'refused', name: 'Shows', hierarchical: false },
    ],
  }),
  'library-no-taxonomies': libraryOf(64, { taxonomies: [] }),
  'library-taxonomies-failed': libraryOf(64, { taxonomies: null }),
  'library-empty': libraryOf(0),
  'library-offline': libraryOf(9, { failure: { problem: 'offline', said: null } }),
  'library-many': libraryOf(10_000),
  'first-run': () => createFakeBridge({ app: { sites: [] } }),
  'first-run-no-keyring': () => createFakeBridge({ app: { sites: [], keyring: 'none' } }),
  'first-run-elsewhere': () =>
    createFakeBridge({
      app: { sites: [] },
      offer: {
        signInHost: fakeHost('films.hosting-partner.example'),
        namedBy: fakeHost('harbour.example'),
        typedHost: fakeHost('harbour-films.example'),
      },
    }),
  'first-run-imitation': () =>
    createFakeBridge({
      app: { sites: [] },
      offer: { signInHost: { host: 'xn--hrbour-3fg.example', readable: 'hаrbour.example', isMixed: true } },
    }),
  'first-run-plain-http': () => createFakeBridge({ app: { sites: [] }, offer: tokenOnly }),
  empty: () => createFakeBridge(),
  held: () => {
    const bridge = createFakeBridge({ jobs: heldJobs(Date.now()) });
    bridge.setTotals({
      ...{ bytesPerSecond: 0, secondsLeft: null, finish: [] },
      lines: [
        fakeLine('uploads-blocked'),
        {
          ...fakeLine('site-blocked'),
          siteId: 'site-2',
          siteName: 'Nordlicht TV',
          nextTryAt: Date.now() + 47 * minute,
        },
      ],
      signIns: [
        {
          accountId: 'account-3',
          accountName: 'Archiv',
          siteName: 'Nordlicht TV',
          clips: 12,
          looks: false,
          texts: true,
        },
      ],
    });
    return bridge;
  },
  busy: () => createFakeBridge({ jobs: busyJobs(Date.now()) }),
  'account-gone': () => {
    const bridge = createFakeBridge({ jobs: busyJobs(Date.now()) });
    for (const item of bridge.jobs.slice(0, 9))
      if (item.row.state.kind === 'waiting')
        item.row = {
          ...item.row,
          ...{ accountId: 'account-9', siteName: '' },
          state: { kind: 'waiting', why: 'sign-in', until: null },
        };
    return bridge;
  },
  'public-site': () =>
    createFakeBridge({
      app: { sites: [fakeSite({ accounts: [fakeAccount({ publishesAtOnce: true })] })] },
      jobs: busyJobs(Date.now()),
    }),
  ready: () => {
    const accounts = [fakeAccount({ publishesAtOnce: true, holdsNew: true })];
    const bridge = createFakeBridge({ app: { sites: [fakeSite({ accounts })] }, jobs: busyJobs(Date.now()) });
    for (const item of bridge.jobs)
      if (item.row.state.kind === 'waiting') item.row = { ...item.row, state: { kind: 'ready' } };
    return bridge;
  },
  presets: () => {
    const preset = (id: string, name: string, content: PresetContent | null) => ({ id, name, content });
    const draft = { ...emptyDraft, description: 'Filmed {date}. {title}', status: 'draft', terms: { video_tag: [3] } };
    const accounts = [
      fakeAccount({
        ...{ publishesAtOnce: true, holdsNew: true, presetId: 'preset-1' },
        presets: [
          preset('preset-1', 'Regatta', { titlePattern: 'Regatta {n}: {name}', draft }),
          preset('preset-2', 'Night market, with a longer name', { titlePattern: null, draft: emptyDraft }),
          preset('preset-3', 'Interviews', null),
        ],
      }),
    ];
    return createFakeBridge({ app: { sites: [fakeSite({ accounts })] }, jobs: busyJobs(Date.now()) });
  },
  'public-unasked': () => {
    const accounts = [fakeAccount({ publishesAtOnce: true, publicUnasked: true })];
    const bridge = createFakeBridge({ app: { sites: [fakeSite({ accounts })] }, jobs: busyJobs(Date.now()) });
    for (const item of bridge.jobs) {
      const { kind } = item.row.state;
      if (kind === 'sending' || kind === 'waiting')
        item.row = { ...item.row, state: { kind: 'waiting', why: 'public-unasked', until: null } };
    }
    bridge.setTotals({
      ...{ bytesPerSecond: 0, secondsLeft: null, finish: [] },
      publics: [{ accountId: 'account-1', accountName: 'Mara Lind', siteName: 'Harbour Films', clips: 39 }],
    });
    return bridge;
  },
  'two-sites': () => {
    const bridge = createFakeBridge({
      app: { sites: [fakeSite({ accounts: [fakeAccount({ publishesAtOnce: false })] }), second] },
      jobs: busyJobs(Date.now()),
    });
    for (const item of bridge.jobs.filter((_, index) => index % 3 === 1))
      item.row = { ...item.row, siteName: 'Nordlicht TV', accountId: 'account-2' };
    bridge.setTotals({
      finish: [
        { siteId: 'site-1', siteName: 'Harbour Films', secondsLeft: 900 },
        { siteId: 'site-2', siteName: 'Nordlicht TV', secondsLeft: 2_500 },
      ],
      signIns: [
        {
          accountId: 'account-3',
          accountName: 'Archiv',
          siteName: 'Nordlicht TV',
          clips: 12,
          looks: false,
          texts: true,
        },
      ],
    });
    return bridge;
  },
  'three-sites': () => {
    const bridge = createFakeBridge({ app: { sites: [fakeSite(), second] }, jobs: busyJobs(Date.now()) });
    bridge.setTotals({
      finish: ['Harbour Films', 'Gulls', 'Dunes'].map((siteName, at) => ({
        ...{ siteId: `site-${at + 5}`, siteName, secondsLeft: 900 * (at + 1) },
      })),
      secondsLeft: 2_700,
      lines: [{ ...fakeLine('uploads-unsure'), siteId: 'site-2', siteName: 'Nordlicht TV' }],
    });
    return bridge;
  },
  checkup: () => checkedBridge(fineFindings),
  'checkup-notes': () =>
    checkedBridge([
      fakeFinding('kinds-doubtful', { status: 'note', names: ['mov', 'mkv'], clips: 4 }),
      fakeFinding('no-ranges', { status: 'note' }),
      fakeFinding('clock-off', { status: 'note', amount: 1_500_000 }),
      ...fineFindings.slice(0, 6),
      fakeFinding('publishing-unknown', { status: 'unknown' }),
    ]),
  'checkup-blocked': () =>
    checkedBridge([
      fakeFinding('header-stripped', { status: 'blocks', accountId: 'account-1' }),
      fakeFinding('size-limit-clips', {
        status: 'blocks',
        amount: 2_147_483_648,
        names: ['Arrival of the tall ships.mp4', 'Regatta, all heats in one.mp4', 'C0031.MP4'],
        clips: 5,
      }),
      fakeFinding('uploads-refused', {
        status: 'blocks',
        said: 'Uploading files is disabled.',
        names: ['Quay.mp4'],
        clips: 1,
      }),
      fakeFinding('publishes-at-once', { status: 'note' }),
      fakeFinding('answers'),
      fakeFinding('secure'),
      fakeFinding('in-pieces'),
      fakeFinding('looks-first'),
      fakeFinding('ranges-unknown', { status: 'unknown' }),
    ]),
  'passwords-off': () =>
    createFakeBridge({
      app: {
        sites: [fakeSite({ accounts: [fakeAccount({ signedIn: false })] })],
        checkups: [
          {
            ...{ siteId: 'site-1', at: Date.now() - 3 * minute, running: false },
            findings: [
              fakeFinding('passwords-off', { status: 'blocks', accountId: 'account-1' }),
              fakeFinding('secure'),
            ],
          },
        ],
      },
    }),
  'needs-you': () => {
    const bridge = createFakeBridge({ jobs: needsYouJobs(Date.now()) });
    const site = { siteId: 'site-1', siteName: 'Harbour Films' };
    bridge.setTotals({
      needs: [
        { ...site, reason: 'too-large', action: 'retry', detail: '2147483648', clips: 5 },
        { ...site, reason: 'newer-version', action: 'version', detail: null, clips: 3 },
        { ...site, reason: 'clip-missing', action: 'retry', detail: null, clips: 2 },
      ],
    });
    return bridge;
  },
  /** Older versions in each way in which they end. */
  'newer-versions': () => {
    const now = Date.now();
    const olders: readonly JobDetails['older'][] = [
      { jobId: 'older', name: 'Harbour festival, second day', choice: 'replace', became: null },
      { jobId: 'older', name: 'Harbour festival, second day', choice: 'replace', became: 'trashed' },
      { jobId: 'older', name: 'Harbour festival, second day', choice: 'keep', became: null },
    ];
    return createFakeBridge({
      jobs: olders.map((older, at) => {
        const state: JobStateView =
          at === 0 ? { kind: 'waiting', why: null, until: null } : { kind: 'done', videoId: 40 + at, finishedAt: now };
        return job(at + 1, { title: titles[at] ?? '', bytes: 910_000_000, state }, { older });
      }),
    });
  },
  folders: () => createFakeBridge({ app: { sites: [fakeSite(), second], folders: watchedFolders(Date.now()) } }),
  'folders-refused': () => {
    const bridge = createFakeBridge();
    bridge.chosenFolder({ failure: { problem: 'around-watched', other: 'Exports' }, name: 'Videos', videos: 1 });
    return bridge;
  },
  many: () => createFakeBridge({ jobs: manyJobs(10_000, Date.now()) }),
  'hours-closed': () => {
    const bridge = createFakeBridge({ jobs: busyJobs(Date.now()) });
    const until = new Date().setHours(22, 0, 0, 0);
    for (const item of bridge.jobs) {
      if (item.row.state.kind === 'waiting')
        item.row = { ...item.row, state: { kind: 'waiting', why: 'hours', until } };
    }
    bridge.setTotals({ hours: { kind: 'closed', until }, secondsLeft: null });
    return bridge;
  },
  /** Another computer sends the same clips: some were found on the site, the others let it go first. */
  'other-computer': () => {
    const now = Date.now();
    const found = { at: now - 3 * minute, found: 'found' } as const;
    const attempts: readonly AttemptView[] = [
      {
        ...{ startedAt: found.at, endedAt: found.at, sentBytes: null, ended: 'elsewhere' },
        ...{ looks: [found], status: null, said: null },
      },
    ];
    const bridge = createFakeBridge({
      jobs: busyJobs(now).map((item) => (item.row.state.kind === 'done' ? { ...item, details: { attempts } } : item)),
    });
    for (const item of bridge.jobs) {
      if (item.row.state.kind === 'waiting')
        item.row = { ...item.row, state: { kind: 'waiting', why: 'other-computer', until: now + 3_000 } };
    }
    return bridge;
  },
  /** A clip that met everything that a try can end with. */
  history: () => {
    const now = Date.now();
    const endings: readonly Partial<AttemptView>[] = [
      { ended: 'connection-lost', sentBytes: 310_000_000 },
      { ended: 'refused', sentBytes: 512_000, status: 413, said: 'Request Entity Too Large' },
      {
        ended: 'refused',
        status: 200,
        said: 'Your video may have 2 GB at most.',
        looks: [{ at: now, found: 'not-yet' }],
      },
      { ended: 'signed-out', sentBytes: 0, status: 401, said: 'Your token has ended.' },
      { ended: 'held-back', sentBytes: 0 },
      { ended: 'proxy', sentBytes: 0 },
      { ended: 'clip-unreadable', sentBytes: 64_000_000 },
      { ended: 'clip-changed', sentBytes: 64_000_000 },
      { ended: 'clip-in-use', sentBytes: 64_000_000 },
      { ended: 'interrupted', sentBytes: 64_000_000 },
      { ended: 'stopped', sentBytes: 64_000_000 },
      { ended: 'answered-early', sentBytes: 64_000_000, status: 200 },
      {
        ended: 'absent',
        status: 504,
        said: 'Gateway Time-out',
        looks: [
          { at: now, found: 'not-yet' },
          { at: now, found: 'absent' },
        ],
      },
      { ended: 'unclear', status: 502, said: 'Bad Gateway', looks: [{ at: now, found: 'failed' }] },
      {
        ended: 'found',
        looks: [
          { at: now, found: 'not-yet' },
          { at: now, found: 'found' },
        ],
      },
      { ended: 'arrived', status: 201 },
    ];
    const attempts = endings.map((ending, index): AttemptView => {
      const startedAt = now - (endings.length - index) * 9 * minute;
      const looks = (ending.looks ?? []).map((look, at) => ({ ...look, at: startedAt + (4 + at) * minute }));
      const usual = {
        startedAt,
        endedAt: startedAt + 3 * minute,
        sentBytes: 900_000_000,
        ended: null,
        status: null,
        said: null,
      };
      return { ...usual, ...ending, looks };
    });
    const [first] = busyJobs(now);
    return createFakeBridge({ jobs: first ? [{ ...first, details: { attempts } }] : [] });
  },
  'site-away': () => heldBridge('site-away'),
  'disk-full': () =>
    createFakeBridge({
      app: {
        store: {
          trouble: 'full',
          folder: '/home/mara/.config/Clipferry',
          rebuilt: null,
          elsewhere: null,
          unreadable: { edits: 0, changes: 0, settings: 0 },
        },
      },
      jobs: busyJobs(Date.now()),
    }),
  elsewhere: () => elsewhereBridge('asked'),
  'elsewhere-left': () => elsewhereBridge('left'),
  unreadable: () =>
    createFakeBridge({
      app: {
        store: {
          trouble: null,
          folder: '/home/mara/.config/Clipferry',
          elsewhere: null,
          unreadable: { edits: 2, changes: 1, settings: 1 },
          rebuilt: null,
        },
      },
      jobs: busyJobs(Date.now()),
    }),
  move: () =>
    createFakeBridge({
      app: {
        sites: [fakeSite({ accounts: [fakeAccount({ signedIn: false })] }), second],
        folders: [
          fakeFolder({
            id: 'folder-8',
            name: 'Stock footage',
            state: 'unplaced',
            path: 'D:\\Films\\Stock footage',
            lastTakenAt: null,
          }),
          ...watchedFolders(Date.now()).slice(0, 1),
        ],
      },
      jobs: busyJobs(Date.now()),
      moveOut: { openClips: 3, leftClips: 2 },
    }),
  'move-left': () =>
    createFakeBridge({
      moveIn: {
        ok: true,
        value: {
          ...fakeMoveIn,
          knownClips: 12,
          openClips: 3,
          leftOut: { sites: 1, folders: 1, settings: 2, clips: 4 },
          newFolders: ['Exports', 'A folder with a very long name that somebody made for a film festival in autumn'],
        },
      },
    }),
  'move-nothing': () =>
    createFakeBridge({
      moveIn: {
        ok: true,
        value: { ...fakeMoveIn, newClips: 0, knownClips: 1_204, newFolders: [], newSettings: 0, sites: [] },
      },
    }),
  'move-damaged': () => createFakeBridge({ moveIn: { ok: false, failure: 'damaged' } }),
  'folders-damaged': () =>
    createFakeBridge({
      app: {
        sites: [fakeSite(), second],
        folders: [fakeFolder(), fakeFolder({ id: 'folder-9', name: 'Exports 2', state: 'rules-damaged', rules: null })],
      },
    }),
  rebuilt: () =>
    createFakeBridge({
      app: {
        store: {
          trouble: null,
          folder: '/home/mara/.config/Clipferry',
          elsewhere: null,
          unreadable: { edits: 0, changes: 0, settings: 0 },
          rebuilt: {
            why: 'damaged',
            at: Date.now(),
            sites: 1,
            clips: 1_204,
            lostClips: 3,
            copyFrom: Date.now() - 26 * 3_600_000,
            folder: 'damaged-2026-11-20T10-00-00',
          },
        },
      },
      jobs: busyJobs(Date.now()),
    }),
  'rebuilt-empty': () =>
    createFakeBridge({
      app: {
        sites: [],
        store: {
          trouble: null,
          folder: '/home/mara/.config/Clipferry',
          elsewhere: null,
          unreadable: { edits: 0, changes: 0, settings: 0 },
          rebuilt: {
            why: 'damaged',
            at: Date.now(),
            sites: 0,
            clips: 0,
            lostClips: 0,
            copyFrom: null,
            folder: 'damaged-2026-11-20T10-00-00',
          },
        },
      },
    }),
  portal: () => heldBridge('portal'),
  'proxy-asks': () => {
    const bridge = heldBridge('proxy-sign-in');
    const address = 'proxy.harbour-films.example:3128';
    const asking = { id: `http://${address}`, address, user: 'mara', isRefused: false, isSecure: false };
    bridge.setApp({ proxies: { asking, kept: [] } });
    return bridge;
  },
  'proxy-refuses': () => heldBridge('proxy-refuses'),
  'proxy-kept': () => {
    const address = 'proxy.harbour-films.example:3128';
    const kept = [{ id: `http://${address}`, address, user: 'mara' }];
    return createFakeBridge({ app: { proxies: { asking: null, kept } } });
  },
  'held-sites': () => {
    const bridge = createFakeBridge({ app: { sites: [fakeSite(), second] }, jobs: busyJobs(Date.now()) });
    bridge.setTotals({
      lines: [fakeLine('portal'), { ...fakeLine('site-failing'), siteId: second.id, siteName: second.name }],
      bytesPerSecond: 0,
      secondsLeft: null,
    });
    return bridge;
  },
  paused: () => {
    const bridge = createFakeBridge({ jobs: busyJobs(Date.now()) });
    bridge.setTotals({ paused: true, bytesPerSecond: 0, secondsLeft: null });
    return bridge;
  },
  offline: () => heldBridge('offline'),
} as const satisfies Record<string, () => FakeBridge>;
