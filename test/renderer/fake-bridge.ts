// A bridge that lives in memory: the contract's other side for renderer tests and for looking at screens without main.

import { searchedBy } from '../../main/queue/store/job-search.ts';
import type {
  AccountView,
  ActKind,
  ActOffers,
  ActWay,
  AddResult,
  AppPasswordView,
  AppState,
  Bridge,
  CheckCode,
  CheckFinding,
  ConnectFailure,
  ConnectProblem,
  Draft,
  EventName,
  Events,
  FieldValues,
  FolderFailure,
  FolderRules,
  FolderView,
  FormShape,
  JobDetails,
  JobRow,
  JobStateView,
  JobTarget,
  MoveInView,
  MoveOutView,
  Outcome,
  OwnChange,
  QueueCounts,
  QueueFilter,
  QueueSearch,
  QueueTotals,
  QueueView,
  QueueWindow,
  ReportFile,
  ReportView,
  RequestInput,
  RequestName,
  RequestOutput,
  Requests,
  SettingsView,
  SettingValues,
  ShownHost,
  SignInWays,
  SiteOffer,
  SiteView,
  TakenBack,
  Term,
} from '../../preload/contract.ts';
import { emptyDraft, fieldIds } from '../../preload/fields.ts';
import { firstRules } from '../../preload/folder-rules.ts';
import { byOffer } from '../../preload/sign-in-ways.ts';
import { emptyLibrary, type FakeLibrary, fakeLibraryHandlers } from './fake-library.ts';

export interface FakeJob {
  row: JobRow;
  draft: Draft;
  pending: boolean;
  readonly details?: Partial<JobDetails>;
  /** The watched folder that brought it. */
  readonly folderId?: string;
}

type Handlers = { readonly [N in RequestName]: (...input: RequestInput<N>) => RequestOutput<N> };

export interface Call {
  readonly name: RequestName;
  readonly input: readonly unknown[];
}

export interface FakeBridge extends Bridge {
  /** Every request so far, for tests that check what was asked. */
  readonly calls: readonly Call[];
  readonly jobs: FakeJob[];
  emit<N extends EventName>(name: N, event: Events[N]): void;
  /** Changes one job and sends the patch for it. */
  change(id: string, state: JobStateView): void;
  /** Sends everything that changed since the last patch. */
  flush(): void;
  setApp(app: Partial<AppState>): void;
  setTotals(totals: Partial<QueueTotals>): void;
  /** What the next sign-ins and searches answer; null = success. */
  fail(problem: ConnectProblem | null, said?: string | null): void;
  /** What the next chosen folder is like. */
  chosenFolder(over: {
    readonly name?: string;
    readonly videos?: number;
    readonly failure?: FolderFailure | null;
  }): void;
}

export function fakeAccount(over: Partial<AccountView> = {}): AccountView {
  return {
    id: 'account-1',
    siteId: 'site-1',
    login: 'mara',
    name: 'Mara Lind',
    signedIn: true,
    secret: 'keyring',
    method: 'application-password',
    tokenEndsAt: null,
    canUpload: true,
    canPublish: true,
    publishesAtOnce: null,
    publicUnasked: false,
    holdsNew: false,
    presetId: null,
    presets: [],
    ...over,
  };
}

export const allWays: SignInWays = byOffer(() => true);

export const fakeHost = (host: string): ShownHost => ({ host, readable: null, isMixed: false });

export function fakeSite(over: Partial<SiteView> = {}): SiteView {
  return {
    id: 'site-1',
    name: 'Harbour Films',
    address: 'https://harbour.example',
    secure: true,
    signInHost: fakeHost('harbour.example'),
    tooLargeFrom: null,
    tooLargeIsNamed: false,
    refusedExtensions: [],
    ways: allWays,
    accounts: [fakeAccount()],
    ...over,
  };
}

export function fakeFinding(code: CheckCode, over: Partial<CheckFinding> = {}): CheckFinding {
  return { code, status: 'fine', accountId: null, said: null, amount: null, names: [], clips: 0, ...over };
}

/** What a check-up of a site finds where nothing is wrong. */
export const fineFindings: readonly CheckFinding[] = [
  fakeFinding('answers', { names: ['https://harbour.example/wp-json/'] }),
  fakeFinding('secure'),
  fakeFinding('sign-in-arrives', { accountId: 'account-1' }),
  fakeFinding('may-publish', { accountId: 'account-1' }),
  fakeFinding('upload-route', { names: ['streamtube/v1/upload', 'POST'] }),
  fakeFinding('size-arrived', { amount: 3_200_000_000 }),
  fakeFinding('kinds-open', { names: ['mov', 'mkv', 'avi'] }),
  fakeFinding('publishes-later'),
  fakeFinding('in-one'),
  fakeFinding('looks-first'),
  fakeFinding('ranges'),
  fakeFinding('clock-right', { amount: 400 }),
];

export const fakeRules: FolderRules = firstRules;

export function fakeFolder(over: Partial<FolderView> = {}): FolderView {
  return {
    id: 'folder-1',
    path: '/home/mara/Videos/Exports',
    name: 'Exports',
    accountId: 'account-1',
    paused: false,
    rules: fakeRules,
    state: 'watching',
    limit: null,
    beingWritten: 0,
    files: [],
    moreFiles: 0,
    takenCount: 0,
    waitingCount: 0,
    lastTakenAt: null,
    ...over,
  };
}

const day = 86_400_000;

const tokenForAWeek = () => ({ method: 'token', tokenEndsAt: Date.now() + 7 * day }) as const;

function fakePasswords(): readonly AppPasswordView[] {
  const used = { createdAt: Date.now() - 40 * day, lastUsedAt: Date.now() - day, lastIp: '203.0.113.7' };
  return [
    { uuid: '0c1b8a57-7f0e-4c5e-9a34-6b1d5d1c2f01', name: 'Clipferry on harbour-desk', ...used, mark: 'in-use' },
    { uuid: '0c1b8a57-7f0e-4c5e-9a34-6b1d5d1c2f02', name: 'Clipferry on cutting-room', ...used, mark: 'ours' },
    {
      uuid: '0c1b8a57-7f0e-4c5e-9a34-6b1d5d1c2f03',
      name: 'Phone',
      createdAt: Date.now() - 3 * day,
      lastUsedAt: null,
      lastIp: null,
      mark: 'other',
    },
  ];
}

function typedIn({ terms: _terms, termChanges: _changes, ...plain }: Draft): FieldValues {
  return Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== null)) as FieldValues;
}

export function fakeRow(index: number, over: Partial<JobRow> = {}): JobRow {
  return {
    id: `job-${index}`,
    name: `C${String(index).padStart(4, '0')}.MP4`,
    title: '',
    accountId: 'account-1',
    siteName: 'Harbour Films',
    bytes: 1_000_000_000,
    state: { kind: 'waiting', why: null, until: null },
    onSite: null,
    sidecarTrouble: null,
    hasPoster: true,
    ...over,
  };
}

/** As the known product has it. */
export const fakeForm: FormShape = {
  fields: fieldIds,
  statuses: ['publish', 'future', 'draft', 'pending', 'private'],
  taxonomies: [
    { restBase: 'video_category', name: 'Video Categories', hierarchical: true, canCreate: true },
    { restBase: 'video_tag', name: 'Video Tags', hierarchical: false, canCreate: true },
  ],
  zone: { name: 'Europe/Paris', offsetMinutes: 60 },
  learnedAt: 1,
};

const named = (names: readonly string[], first: number): Term[] =>
  names.map((name, index) => ({ id: first + index, name, parent: 0, count: index * 3 }));

export function fakeTerms(taxonomy: string): readonly Term[] {
  if (taxonomy === 'none') return [];
  if (taxonomy === 'many')
    return Array.from({ length: 4_231 }, (_, at) => ({ id: at + 1, name: `tag ${at + 1}`, parent: 0, count: at % 7 }));
  if (taxonomy === 'video_tag') return named(['harbour', 'night', 'regatta', 'ropes & knots', 'sea'], 100);
  return named(['Events', 'Harbour', 'Interviews', 'Regatta 2026'], 10).map((term) =>
    term.name.startsWith('Regatta') ? { ...term, parent: 10 } : term,
  );
}

/** A report for support with a log of many lines. */
export function fakeReport(withAddresses: boolean): ReportView {
  const text = `[clipferry]\nclipferry: 0.1.0\nsystem: Linux 6.12.8 x64\n\n[site-1]\n${withAddresses ? 'address: https://harbour.example\n' : ''}secure: true\n`;
  const log = Array.from(
    { length: 1_000 },
    (_, line) => `2026-11-23 22:04:07.123 info site checked {"site":"site-1","inTheWay":"${line}"}\n`,
  ).join('');
  const file = (name: string, content: string): ReportFile => ({ name, text: content, bytes: content.length });
  return { id: `report ${withAddresses}`, files: [file('report.txt', text), file('log.txt', log)] };
}

export function inFilter(state: JobStateView, filter: QueueFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'needs-you':
      return state.kind === 'needs-you';
    case 'ready':
      return state.kind === 'ready';
    case 'active':
      return ['sending', 'processing', 'unclear', 'describing'].includes(state.kind);
    case 'waiting':
      return state.kind === 'waiting' || state.kind === 'paused';
    case 'done':
      return state.kind === 'done' || state.kind === 'cancelled';
  }
}

export const fakeMoveOut: MoveOutView = {
  id: 'move-1',
  sites: 2,
  clips: 1_204,
  leftClips: 0,
  folders: 2,
  openClips: 0,
};

export const fakeMoveIn: MoveInView = {
  id: 'move-1',
  computer: 'Studio',
  savedAt: Date.now() - 600_000,
  sites: [
    { name: 'Harbour Films', address: 'https://harbour.example', newLogins: ['mara'] },
    { name: 'Night Market', address: 'https://market.example/films', newLogins: ['mara', 'studio'] },
  ],
  newClips: 1_204,
  knownClips: 0,
  newFolders: ['Exports', 'Camera card'],
  newSettings: 1,
  leftOut: { sites: 0, folders: 0, settings: 0, clips: 0 },
  openClips: 0,
};

export function createFakeBridge(
  start: {
    readonly app?: Partial<AppState>;
    readonly jobs?: readonly FakeJob[];
    readonly library?: Partial<FakeLibrary>;
    readonly offer?: Partial<SiteOffer>;
    /** What becomes of saving a report. */
    readonly saving?: RequestOutput<'help.save'>;
    /** What would be saved for another computer. */
    readonly moveOut?: Partial<MoveOutView>;
    /** What the file of another computer turns out to be. */
    readonly moveIn?: RequestOutput<'move.open'>;
  } = {},
): FakeBridge {
  let app: AppState = {
    store: {
      trouble: null,
      folder: '/home/mara/.config/Clipferry',
      rebuilt: null,
      elsewhere: null,
      unreadable: { edits: 0, changes: 0, settings: 0 },
    },
    sites: [fakeSite()],
    folders: [],
    keyring: 'available',
    proxies: { asking: null, kept: [] },
    updates: null,
    duplicates: [],
    checkups: [],
    version: '0.1.0',
    platform: 'linux',
    region: 'en-US',
    ...start.app,
  };
  const jobs: FakeJob[] = [...(start.jobs ?? [])];
  const calls: Call[] = [];
  const listeners = new Map<EventName, Set<(event: never) => void>>();
  let seq = 1;
  let view: QueueView = { filter: 'all', sort: 'queue', offset: 0, limit: 200 };
  let shown: readonly JobRow[] = [];
  let watched: string | null = null;
  let extraTotals: Partial<QueueTotals> = {};
  let failure: { readonly problem: ConnectProblem; readonly said: string | null } | null = null;
  let made = 0;
  let chosen: { name: string; videos: number; failure: FolderFailure | null } = {
    name: 'Exports',
    videos: 12,
    failure: null,
  };

  function setFolder(id: string, change: Partial<FolderView>): FolderView {
    const folders = app.folders.map((folder) => (folder.id === id ? { ...folder, ...change } : folder));
    bridge.setApp({ folders });
    const folder = folders.find((one) => one.id === id);
    if (folder === undefined) throw new Error('folder-gone');
    return folder;
  }
  let values: SettingValues = {
    smallLanes: 3,
    bigLanes: 1,
    bytesPerSecond: null,
    week: null,
    slowBytesPerSecond: 2_000_000,
    keepAwake: true,
    startAtLogin: false,
    notify: true,
    updates: 'ask',
    appearance: 'system',
    libraryView: 'list',
    publicSites: [],
    columns: [],
    libraryColumns: [],
  };
  const settings = (): SettingsView => ({
    values,
    dataFolder: '/home/mara/.config/Clipferry',
    logFolder: '/home/mara/.config/Clipferry/logs',
  });
  let passwords: readonly AppPasswordView[] = fakePasswords();
  function passwordOf(uuid: string): Outcome<AppPasswordView, ConnectFailure> {
    const found = passwords.find((password) => password.uuid === uuid);
    if (failure !== null) return { ok: false, failure };
    return found ? { ok: true, value: found } : { ok: false, failure: { problem: 'password-gone', said: null } };
  }
  function changeAccount(accountId: string, change: (account: AccountView) => AccountView): void {
    const changed = (account: AccountView): AccountView => (account.id === accountId ? change(account) : account);
    bridge.setApp({ sites: app.sites.map((site) => ({ ...site, accounts: site.accounts.map(changed) })) });
  }
  function signOut(accountId: string): void {
    const revoke = (account: AccountView): AccountView =>
      account.id === accountId ? { ...account, signedIn: false } : account;
    bridge.setApp({ sites: app.sites.map((site) => ({ ...site, accounts: site.accounts.map(revoke) })) });
  }

  const searched = (search: QueueSearch | undefined): readonly FakeJob[] => {
    const fits = search === undefined ? () => true : searchedBy(search);
    return jobs.filter(({ row: { name, title, accountId }, folderId = null }) =>
      fits({ name, title, accountId, folderId }),
    );
  };

  function listed(): readonly FakeJob[] {
    const found = searched(view.search).filter((job) => inFilter(job.row.state, view.filter));
    if (view.sort === 'name') return found.toSorted((a, b) => a.row.name.localeCompare(b.row.name));
    if (view.sort === 'size') return found.toSorted((a, b) => b.row.bytes - a.row.bytes);
    return view.sort === 'newest' ? found.toReversed() : found;
  }

  function counts(of: readonly FakeJob[] = jobs): QueueCounts {
    const count = (filter: QueueFilter): number => of.filter((job) => inFilter(job.row.state, filter)).length;
    return {
      all: of.length,
      needsYou: count('needs-you'),
      ready: count('ready'),
      active: count('active'),
      waiting: count('waiting'),
      done: count('done'),
      arrived: of.filter(({ row }) => row.state.kind === 'done').length,
    };
  }

  const readyNow = (): QueueTotals['ready'] =>
    app.sites.flatMap((site) =>
      site.accounts.flatMap(({ id: accountId, name: accountName }) => {
        const clips = jobs.filter(({ row }) => row.accountId === accountId && row.state.kind === 'ready').length;
        return clips === 0 ? [] : [{ accountId, accountName, siteName: site.name, clips }];
      }),
    );

  function totals(): QueueTotals {
    let bytesOpen = 0;
    let bytesSent = 0;
    let bytesPerSecond = 0;
    for (const { row } of jobs) {
      if (['done', 'cancelled', 'ready'].includes(row.state.kind)) continue;
      bytesOpen += row.bytes;
      if (row.state.kind === 'sending') {
        bytesSent += row.state.sentBytes;
        bytesPerSecond += row.state.bytesPerSecond ?? 0;
      } else if (['processing', 'unclear', 'describing'].includes(row.state.kind)) bytesSent += row.bytes;
    }
    const secondsLeft = bytesPerSecond === 0 ? null : (bytesOpen - bytesSent) / bytesPerSecond;
    return {
      bytesOpen,
      bytesSent,
      bytesPerSecond,
      secondsLeft,
      paused: false,
      offline: false,
      finish: secondsLeft === null ? [] : [{ siteId: 'site-1', siteName: 'Harbour Films', secondsLeft }],
      lines: [],
      signIns: [],
      publics: [],
      ready: readyNow(),
      needs: [],
      hours: null,
      ...extraTotals,
    };
  }

  function windowNow(): QueueWindow {
    const all = listed();
    shown = all.slice(view.offset, view.offset + view.limit).map((job) => job.row);
    const found = view.search && { found: { counts: counts(searched(view.search)), isSearching: false } };
    return { seq, view, total: all.length, rows: shown, counts: counts(), totals: totals(), ...found };
  }

  function emit<N extends EventName>(name: N, event: Events[N]): void {
    for (const listener of listeners.get(name) ?? []) (listener as (event: Events[N]) => void)(event);
  }

  function flush(): void {
    const before = shown;
    seq += 1;
    const now = windowNow();
    const sameIds = before.length === now.rows.length && before.every((row, index) => row.id === now.rows[index]?.id);
    emit('queue.patch', {
      seq,
      total: now.total,
      counts: now.counts,
      totals: now.totals,
      ...(now.found && { found: now.found }),
      rows: sameIds ? null : now.rows,
      changed: sameIds ? now.rows.filter((row, index) => row !== before[index]) : [],
    });
    if (watched !== null) {
      const details = detailsOf(watched);
      if (details !== null) emit('job.details', details);
    }
  }

  function find(id: string): FakeJob | undefined {
    return jobs.find((job) => job.row.id === id);
  }

  function detailsOf(id: string): JobDetails | null {
    const job = find(id);
    if (job === undefined) return null;
    return {
      folder: '/home/mara/Videos/Harbour festival/Day 2',
      modifiedAt: Date.now() - 90_000_000,
      addedAt: Date.now() - 5_400_000,
      sha256: null,
      durationSeconds: 754,
      width: 3_840,
      height: 2_160,
      format: 'MP4, H.264, AAC',
      videoId: 'videoId' in job.row.state ? job.row.state.videoId : null,
      video: null,
      candidates: [],
      conflicts: [],
      attempts: [],
      older: null,
      sidecar: null,
      ...job.details,
      row: job.row,
      draft: job.draft,
      draftPending: job.pending,
    };
  }

  function targeted(target: JobTarget): readonly FakeJob[] {
    if ('filter' in target) return searched(target.search).filter((job) => inFilter(job.row.state, target.filter));
    if ('ids' in target) {
      const byId = new Map(jobs.map((job) => [job.row.id, job]));
      return target.ids.flatMap((id) => byId.get(id) ?? []);
    }
    const { reason, detail } = target.needs;
    return jobs.filter(
      ({ row: { state } }) => state.kind === 'needs-you' && state.reason === reason && state.detail === detail,
    );
  }

  function setState(job: FakeJob, state: JobStateView): void {
    job.row = { ...job.row, state };
  }

  const acts = fakeActs();
  const handedOver: { readonly id: string; readonly change: OwnChange }[] = [];
  const handlers: Handlers = {
    'app.state': () => app,
    'acts.offers': () => acts.offers(),
    'acts.take': ({ id, way }) => acts.take(id, way),
    'wait.cancel': () => {},
    'site.trust': () => {},
    'site.find': (address) =>
      failure === null
        ? {
            ok: true,
            value: {
              offer: 'offer-1',
              name: 'Harbour Films',
              address: `https://${address}`,
              secure: true,
              signInHost: fakeHost(address),
              typedHost: null,
              namedBy: null,
              hasPasswordPage: true,
              ways: allWays,
              membersOnly: false,
              ...start.offer,
            },
          }
        : { ok: false, failure },
    'site.openPasswordPage': () => undefined,
    'site.open': () => undefined,
    'store.read': () => {
      app = {
        ...app,
        store: { ...app.store, rebuilt: null, elsewhere: null, unreadable: { edits: 0, changes: 0, settings: 0 } },
      };
      emit('app.state', app);
    },
    'store.showDamaged': () => {},
    'store.goOnHere': () => {
      app = { ...app, store: { ...app.store, elsewhere: null } };
      emit('app.state', app);
    },
    'store.leave': () => {
      app = { ...app, store: { ...app.store, elsewhere: 'left' } };
      emit('app.state', app);
    },
    'site.checkup': (siteId) => {
      const findings = app.checkups.find((one) => one.siteId === siteId)?.findings ?? fineFindings;
      const checkup = { siteId, at: Date.now(), running: false, findings };
      bridge.setApp({ checkups: [...app.checkups.filter((one) => one.siteId !== siteId), checkup] });
      return checkup;
    },
    'proxy.signIn': ({ id, user, password }) => {
      if (password !== 'right') return 'refused';
      const { kept } = app.proxies;
      bridge.setApp({ proxies: { asking: null, kept: [...kept, { id, address: id.replace(/^.*\//, ''), user }] } });
      return 'accepted';
    },
    'proxy.forget': (id) => {
      const { asking, kept } = app.proxies;
      bridge.setApp({ proxies: { asking, kept: kept.filter((one) => one.id !== id) } });
    },
    'site.tryNow': (siteId) => {
      bridge.setTotals({
        lines: totals().lines.map((line) => (line.siteId === siteId ? { ...line, nextTryAt: null } : line)),
      });
    },
    'site.remove': (siteId) => {
      bridge.setApp({ sites: app.sites.filter((site) => site.id !== siteId) });
    },
    'account.signIn': ({ with: way }) => {
      if (failure !== null) return { ok: false, failure };
      const login = 'login' in way ? way.login : 'mara';
      const account = fakeAccount({ login, name: login, ...(way.kind === 'token' ? tokenForAWeek() : {}) });
      bridge.setApp({ sites: [...app.sites, fakeSite({ accounts: [account] })] });
      return { ok: true, value: account };
    },
    'account.signInAgain': ({ accountId }) => {
      if (failure !== null) return { ok: false, failure };
      const renew = (account: AccountView): AccountView =>
        account.id === accountId ? { ...account, signedIn: true } : account;
      bridge.setApp({ sites: app.sites.map((site) => ({ ...site, accounts: site.accounts.map(renew) })) });
      return { ok: true, value: fakeAccount({ id: accountId }) };
    },
    'account.approve': () => {
      if (failure !== null) return { ok: false, failure };
      made += 1;
      return { ok: true, value: { approval: `approval-${made}` } };
    },
    'account.cancelApproval': () => undefined,
    'account.passwords': () => (failure === null ? { ok: true, value: passwords } : { ok: false, failure }),
    'account.password': ({ uuid }) => passwordOf(uuid),
    'account.renamePassword': ({ uuid, name }) => {
      passwords = passwords.map((password) => (password.uuid === uuid ? { ...password, name } : password));
      return passwordOf(uuid);
    },
    'account.revokePasswords': ({ accountId, which }) => {
      if (failure !== null) return { ok: false, failure };
      const gone = passwords.filter(({ mark }) => which === 'all' || mark !== 'in-use');
      passwords = passwords.filter((password) => !gone.includes(password));
      if (gone.some(({ mark }) => mark === 'in-use')) signOut(accountId);
      return { ok: true, value: gone.length };
    },
    'account.revokePassword': ({ accountId, uuid }) => {
      if (failure !== null) return { ok: false, failure };
      const ours = passwords.find((password) => password.uuid === uuid)?.mark === 'in-use';
      passwords = passwords.filter((password) => password.uuid !== uuid);
      if (ours) signOut(accountId);
      return { ok: true, value: null };
    },
    'account.usePreset': ({ accountId, presetId }) => {
      changeAccount(accountId, (account) => ({ ...account, presetId }));
    },
    'preset.save': ({ accountId, presetId, name, content }) => {
      made += 1;
      const id = presetId ?? `preset-${made}`;
      changeAccount(accountId, (account) => ({
        ...account,
        presets: account.presets.some((one) => one.id === id)
          ? account.presets.map((one) => (one.id === id ? { id, name, content } : one))
          : [...account.presets, { id, name, content }],
      }));
      return id;
    },
    'preset.remove': (presetId) => {
      for (const { id } of app.sites.flatMap(({ accounts }) => accounts)) {
        changeAccount(id, (account) => ({
          ...account,
          presetId: account.presetId === presetId ? null : account.presetId,
          presets: account.presets.filter((one) => one.id !== presetId),
        }));
      }
    },
    'account.holdNew': ({ accountId, isHeld }) => {
      changeAccount(accountId, (account) => ({ ...account, holdsNew: isHeld }));
    },
    'account.remove': (accountId) => {
      const sites = app.sites.map((site) => ({ ...site, accounts: site.accounts.filter((a) => a.id !== accountId) }));
      bridge.setApp({ sites: sites.filter((site) => site.accounts.length > 0) });
    },
    'queue.choose': ({ accountId }) => addNamed(['Picked 1.mp4', 'Picked 2.mp4'], accountId),
    'queue.addOpened': (accountId) => (accountId === null ? null : addNamed(['Opened.mp4'], accountId)),
    'queue.view': (next) => {
      view = next;
      return windowNow();
    },
    'queue.placeOf': ({ jobId, filter }) => {
      const place = jobs.filter((job) => inFilter(job.row.state, filter)).findIndex(({ row }) => row.id === jobId);
      return place < 0 ? null : place;
    },
    'queue.act': ({ act, target }) => {
      const found = targeted(target);
      if (act === 'remove' || act === 'cancel') {
        const before = [...jobs];
        acts.done(act, found.length, () => {
          jobs.splice(0, jobs.length, ...before);
          flush();
        });
      }
      for (const job of found) {
        if (act === 'pause') setState(job, { kind: 'paused' });
        if (act === 'resume' || act === 'retry') setState(job, { kind: 'waiting', why: null, until: null });
        if (act === 'cancel') setState(job, { kind: 'cancelled', videoId: null });
        if (act === 'finish') setState(job, { kind: 'done', videoId: null, finishedAt: Date.now() });
        if (act === 'remove') jobs.splice(jobs.indexOf(job), 1);
      }
      flush();
      return { changed: found.length };
    },
    'queue.reorder': ({ target, place }) => {
      const order = [...jobs];
      const waits = (job: FakeJob): boolean => inFilter(job.row.state, 'waiting');
      const moving = new Set(targeted(target));
      const block = jobs.filter((job) => moving.has(job) && waits(job));
      const before = jobs.map((job) => job.row.id).join(' ');
      const start = jobs.findIndex((job) => job.row.id === block[0]?.row.id);
      const rest = jobs.filter((job) => !block.includes(job));
      const others = rest.filter(waits);
      const at = (job: FakeJob | undefined): number => (job === undefined ? rest.length : rest.indexOf(job));
      const aim = (): number => {
        switch (place.to) {
          case 'first':
            return at(others[0]);
          case 'last':
            return at(others.at(-1)) + 1;
          case 'up':
            return at(others.findLast((job) => jobs.indexOf(job) < start) ?? others[0]);
          case 'down':
            return at(others.find((job) => jobs.indexOf(job) > start) ?? others.at(-1)) + 1;
          case 'before':
          case 'after': {
            const named = jobs.findIndex((job) => job.row.id === place.jobId) + Number(place.to === 'after');
            return jobs.slice(0, named).filter((job) => !block.includes(job)).length;
          }
        }
      };
      rest.splice(aim(), 0, ...block);
      jobs.splice(0, jobs.length, ...rest);
      flush();
      const waiting = jobs.filter(waits);
      const changed = before === jobs.map((job) => job.row.id).join(' ') ? 0 : block.length;
      if (changed > 0)
        acts.done('order', changed, () => {
          jobs.splice(0, jobs.length, ...order);
          flush();
        });
      return { changed, place: waiting.findIndex((job) => job.row.id === block[0]?.row.id) + 1, of: waiting.length };
    },
    'queue.pause': (paused) => {
      bridge.setTotals({ paused });
    },
    'queue.sendPublic': (accountId) => {
      bridge.setTotals({ publics: totals().publics.filter((wait) => wait.accountId !== accountId) });
    },
    'queue.sendAnyway': (anyway) => {
      const until = totals().hours?.until ?? null;
      bridge.setTotals({ hours: { kind: anyway ? 'anyway' : 'closed', until } });
    },
    'queue.moveTo': ({ ids, accountId }) => {
      for (const job of targeted({ ids })) job.row = { ...job.row, accountId };
      flush();
      return { changed: ids.length };
    },
    'job.watch': (id) => {
      watched = id;
      return id === null ? null : detailsOf(id);
    },
    'job.describe': ({ jobId, draft }) => {
      const job = find(jobId);
      if (job === undefined) throw new Error('upload-gone');
      job.draft = { ...job.draft, ...draft };
      job.pending = true;
      job.row = { ...job.row, title: job.draft.title ?? '' };
      flush();
    },
    'job.handOver': ({ ids, each }) => {
      handedOver.push(...ids.map((id, at) => ({ id, change: each[at] ?? {} })));
    },
    'job.describeMany': ({ target, change, after = 0 }) => {
      const own = handedOver.splice(0).slice(0, after);
      const found = [...own.flatMap(({ id }) => find(id) ?? []), ...targeted(target)];
      const each = [...own.map((one) => one.change), ...(change.each ?? [])];
      const before = found.map((job) => ({ job, draft: job.draft, title: job.row.title }));
      acts.done('text', found.length, () => {
        for (const { job, draft, title } of before) Object.assign(job, { draft, row: { ...job.row, title } });
        flush();
      });
      found.forEach((job, place) => {
        const own = each[place] ?? {};
        const title = change.titlePattern?.replace('{n}', String(place + 1)) ?? own.title ?? job.draft.title;
        job.draft = { ...job.draft, ...change.draft, ...own, title };
        job.pending = true;
        job.row = { ...job.row, title: job.draft.title ?? '' };
      });
      flush();
      return { changed: found.length };
    },
    'job.summarize': (target) => {
      const found = targeted(target);
      const titles = new Set(found.map((job) => job.draft.title));
      return {
        count: found.length,
        accountIds: [...new Set(found.map((job) => job.row.accountId))],
        values: found.length === 1 ? typedIn(found[0]?.draft ?? emptyDraft) : {},
        mixed: titles.size > 1 ? ['title', 'description'] : [],
      };
    },
    'job.previewTitles': ({ target, pattern }) =>
      targeted(target)
        .slice(0, 5)
        .map((job, place) =>
          pattern.replace('{n}', String(place + 1)).replace('{name}', job.row.name.replace(/\.[^.]+$/, '')),
        ),
    'job.sidecarSeen': () => {},
    'job.resolve': ({ jobId }) => {
      const job = find(jobId);
      if (job !== undefined) setState(job, { kind: 'done', videoId: 1, finishedAt: Date.now() });
      flush();
    },
    'site.form': () => fakeForm,
    'terms.search': ({ taxonomy, search, page }) => {
      if (taxonomy === 'refused') {
        return { ok: false, failure: { problem: 'not-allowed', said: 'Sorry, you are not allowed to do that.' } };
      }
      const terms = fakeTerms(taxonomy).filter((term) => term.name.toLowerCase().includes(search.toLowerCase()));
      const from = (page - 1) * 100;
      const pages = Math.ceil(terms.length / 100);
      return { ok: true, value: { terms: terms.slice(from, from + 100), pages, total: terms.length } };
    },
    'terms.named': ({ taxonomy, ids }) => fakeTerms(taxonomy).filter((term) => ids.includes(term.id)),
    'terms.create': ({ name, parent }) => {
      made += 1;
      return { ok: true, value: { id: 5_000 + made, name, parent, count: 0 } };
    },
    // One is as it was found, one is another clip's by now, the last one is gone.
    'job.candidates': (jobId) =>
      (find(jobId)?.details?.candidates ?? []).map((candidate, at) => ({
        ...candidate,
        status: at === 1 ? 'draft' : 'pending',
        bytes: candidate.sizeMatches ? (find(jobId)?.row.bytes ?? null) : 1_200_000,
        poster: null,
        there: at < 2,
        taken: at === 1,
      })),
    'job.choose': ({ jobId, videoId }) => {
      const job = find(jobId);
      if (job === undefined) return 'over';
      setState(
        job,
        videoId === null
          ? { kind: 'waiting', why: null, until: null }
          : { kind: 'done', videoId, finishedAt: Date.now() },
      );
      flush();
      return 'chosen';
    },
    'job.openVideo': () => undefined,
    'job.showFile': () => undefined,
    'history.view': () => ({ days: [], total: null, night: null }),
    'history.save': () => null,
    'details.read': () => null,
    'details.rows': () => [],
    'details.match': (names) => names.map(() => []),
    'details.terms': ({ names }) => ({ ok: true, value: names.map((name) => ({ name, terms: [] })) }),
    'details.save': ({ target }) => ({
      ok: true,
      value: { name: 'details.csv', folder: '/home/mara', clips: targeted(target).length },
    }),
    'links.receipt': ({ target }) => ({
      ok: true,
      value: { name: 'receipt.csv', folder: '/home/mara', clips: targeted(target).length, notThere: 0 },
    }),
    'links.copy': ({ of }) => {
      const none = { notPublic: 0, short: 0, notThere: 0, gone: 0 };
      if (!('jobs' in of)) return { ...none, copied: of.videoIds.length };
      const meant = targeted(of.jobs);
      const done = meant.filter(({ row }) => row.state.kind === 'done');
      return { ...none, copied: done.length, notThere: meant.length - done.length };
    },
    'folder.choose': () => ({
      ok: true,
      value: {
        offer: 'folder-offer-1',
        path: `/home/mara/Videos/${chosen.name}`,
        name: chosen.name,
        videos: chosen.videos,
        more: false,
      },
    }),
    'folder.add': ({ accountId, existing }) => {
      if (chosen.failure !== null) return { ok: false, failure: chosen.failure };
      const { name } = chosen;
      const folder = fakeFolder({ id: `folder-${app.folders.length + 1}`, name, path: `/home/mara/Videos/${name}` });
      const added = { ...folder, accountId, rules: { ...fakeRules, existing } };
      bridge.setApp({ folders: [...app.folders, added] });
      return { ok: true, value: added };
    },
    'folder.change': ({ folderId, accountId, rules }) => {
      const folder = setFolder(folderId, {});
      return {
        ok: true,
        value: setFolder(folderId, {
          rules: { ...(folder.rules ?? fakeRules), ...rules },
          state: folder.state === 'rules-damaged' && rules !== undefined ? 'watching' : folder.state,
          accountId: accountId ?? folder.accountId,
        }),
      };
    },
    'folder.pause': ({ folderId, paused }) => {
      setFolder(folderId, { paused, state: paused ? 'paused' : 'watching' });
    },
    'folder.remove': (folderId) => {
      bridge.setApp({ folders: app.folders.filter((folder) => folder.id !== folderId) });
    },
    'folder.scan': () => undefined,
    'folder.show': () => undefined,
    'folder.file': () => true,
    'settings.get': settings,
    'settings.change': (change) => {
      values = { ...values, ...change };
      return settings();
    },
    'settings.showFolder': () => undefined,
    'help.about': () => ({
      version: app.version,
      build: 'source',
      electron: '45.3.4',
      chromium: '148.0.7778.56',
      node: '24.21.0',
      system: 'Linux 6.12.8 x64',
    }),
    'help.licences': () => ({
      packages: [
        { name: 'react 19.2.0 (MIT)', text: 'https://github.com/facebook/react.git\n\nMIT License' },
        { name: 'zod 4.6.7 (MIT)', text: 'https://github.com/colinhacks/zod.git\n\nMIT License' },
      ],
      hasChromium: true,
    }),
    'help.showChromium': () => undefined,
    'help.report': ({ withAddresses }) => fakeReport(withAddresses),
    'help.save': () =>
      start.saving ?? { ok: true, value: { name: 'clipferry-report-2026-11-23.zip', folder: '/home/mara/Downloads' } },
    'help.saveHelper': () => ({
      ok: true,
      value: { name: 'clipferry-helper.zip', folder: '/home/mara/Downloads', sha256: '5e'.repeat(32) },
    }),
    'help.showSaved': () => undefined,
    'updates.act': () => undefined,
    'help.close': () => undefined,
    'move.gather': () => ({ ...fakeMoveOut, ...start.moveOut }),
    'move.save': () =>
      start.saving ?? { ok: true, value: { name: 'clipferry-2026-11-23.clipferry', folder: '/home/mara/Downloads' } },
    'move.showSaved': () => undefined,
    'move.open': () => (start.moveIn === undefined ? { ok: true, value: fakeMoveIn } : start.moveIn),
    'move.take': () => ({ accounts: 2, clips: 1_204, folders: 2, settings: 1 }),
    'move.close': () => undefined,
    ...fakeLibraryHandlers({ ...emptyLibrary, ...start.library }, emit),
  };

  function addNamed(names: readonly string[], accountId: string): AddResult {
    const refused: AddResult['refused'][number][] = [];
    const isHeld = app.sites.some(({ accounts }) => accounts.some((one) => one.id === accountId && one.holdsNew));
    let added = 0;
    for (const name of names) {
      if (/broken/i.test(name)) refused.push({ name, reason: 'unfinished' });
      else if (/empty/i.test(name)) refused.push({ name, reason: 'empty' });
      else {
        made += 1;
        added += 1;
        jobs.push({
          row: fakeRow(900_000 + made, {
            ...{ name, accountId, bytes: 640_000_000 },
            ...(isHeld ? { state: { kind: 'ready' } as const } : {}),
          }),
          draft: emptyDraft,
          pending: false,
        });
      }
    }
    flush();
    return { added, ready: isHeld ? added : 0, alreadyQueued: 0, alreadyOnSite: 0, notVideos: 0, refused };
  }

  const bridge: FakeBridge = {
    calls,
    jobs,
    emit,
    flush,
    async request<N extends RequestName>(name: N, ...input: RequestInput<N>): Promise<RequestOutput<N>> {
      calls.push({ name, input });
      const handler = handlers[name] as (...input: RequestInput<N>) => ReturnType<Requests[N]>;
      return handler(...input);
    },
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set);
      set.add(listener as (event: never) => void);
      return () => set.delete(listener as (event: never) => void);
    },
    addFiles: async (files, accountId) =>
      addNamed(
        files.map((file) => file.name),
        accountId,
      ),
    change(id, state) {
      const job = find(id);
      if (job !== undefined) setState(job, state);
      flush();
    },
    setApp(next) {
      app = { ...app, ...next };
      emit('app.state', app);
    },
    setTotals(next) {
      extraTotals = { ...extraTotals, ...next };
      flush();
    },
    fail(problem, said = null) {
      failure = problem === null ? null : { problem, said };
    },
    chosenFolder(over) {
      chosen = { ...chosen, ...over };
    },
  };
  return bridge;
}

/** Acts as main offers them; `back` puts back what was done. */
function fakeActs() {
  const all: { readonly kind: ActKind; readonly count: number; readonly back: () => void }[] = [];
  return {
    done: (kind: ActKind, count: number, back: () => void): void => void all.push({ kind, count, back }),
    offers: (): ActOffers => {
      const last = all.at(-1);
      return { undo: last ? { id: all.length, kind: last.kind, count: last.count } : null, redo: null };
    },
    take: (id: number, way: ActWay): TakenBack | null => {
      const [act] = all.splice(id - 1, 1);
      act?.back();
      return act ? { kind: act.kind, way, changed: act.count, kept: 0, failed: 0, otherwise: 0 } : null;
    },
  };
}
