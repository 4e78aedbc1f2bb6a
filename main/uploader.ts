// The composition root: joins the stages to the ports; the whole app without Electron.
import type { Events, JobAct, JobTarget } from '../preload/contract.ts';
import { belongsTo, createAccounts } from './features/accounts/accounts.ts';
import { appPasswordHandlers } from './features/accounts/app-passwords.ts';
import { createSignIn } from './features/accounts/sign-in.ts';
import { createPace } from './features/accounts/token-expiry.ts';
import { createCheckups } from './features/checkup/checkup.ts';
import { createNotifications } from './features/desktop/notifications.ts';
import { obeySettings, settingsHandlers, settingsView } from './features/desktop/settings.ts';
import { watchSleep } from './features/desktop/wake.ts';
import { createWeeklyPacing } from './features/desktop/weekly-pacing.ts';
import { createFolders } from './features/folders/folders.ts';
import { createLibrary } from './features/library/library.ts';
import { metadataHandlers, refreshed } from './features/metadata/handlers.ts';
import { createProfileOwner, ownerHandlers } from './features/profile/owner.ts';
import { storeHandlers, watchStore } from './features/profile/store-health.ts';
import { candidatesOf } from './features/proof/choose-video.ts';
import { createAudit } from './features/proof/duplicate-audit.ts';
import { createSiteLedger } from './features/proof/site-inventory.ts';
import { type AddingOptions, addPaths } from './features/uploads/add-clips.ts';
import { createEarlyRefusal } from './features/uploads/early-refusal.ts';
import { createFeed, type FeedSource } from './features/uploads/feed.ts';
import { createFinishTime } from './features/uploads/finish-time.ts';
import { createJobTasks } from './features/uploads/job-tasks.ts';
import { type Owner, toDetails, toRow, toTotals } from './features/uploads/job-view.ts';
import { sameClip } from './features/uploads/known-copy.ts';
import { createOpenFiles } from './features/uploads/open-files.ts';
import { orderingHandlers } from './features/uploads/reorder.ts';
import { hurrySentAway } from './features/uploads/try-now.ts';
import { createCircuits } from './hosts/circuit.ts';
import { circuitStore } from './hosts/circuit-store.ts';
import { createGuardedHttp } from './hosts/guarded-http.ts';
import { createReachabilityMonitor } from './hosts/reachability-monitor.ts';
import { folderStore } from './ingest/folder-store.ts';
import { probe } from './ingest/probe.ts';
import type { Job, JobId, Video } from './model.ts';
import type {
  Buffers,
  Clock,
  Connections,
  Desktop,
  Files,
  Hasher,
  Logger,
  Network,
  Notifier,
  Power,
  Random,
  Secrets,
  Settings,
  Sql,
  Watcher,
} from './ports.ts';
import { watchClock } from './queue/job/due.ts';
import type { JobEvent } from './queue/job/job-state.ts';
import { assumedAttempt } from './queue/job/presumed-attempt.ts';
import { createThroughputMeter } from './queue/progress/throughput.ts';
import type { JobTasks } from './queue/runner/job-tasks.ts';
import { createRunner } from './queue/runner/runner.ts';
import { queueLoad } from './queue/store/backlog.ts';
import { blockedClipsStore } from './queue/store/blocked-clips-store.ts';
import { createJobSelection } from './queue/store/job-selection.ts';
import { queueStore } from './queue/store/job-store.ts';
import { createLedger } from './queue/store/ledger.ts';
import { queueOrder } from './queue/store/order.ts';
import { rebuildStore } from './queue/store/rebuilds.ts';
import { queuePassing } from './queue/store/refusal-queries.ts';
import { migrate } from './schema.ts';
import { isOwnMachine, originOf } from './site/client/address.ts';
import { siteCalls } from './site/client/client.ts';
import { seeSite } from './site/connect/probe-root.ts';
import { getVideo } from './site/content/videos.ts';
import { formStore } from './site/store/form-store.ts';
import { siteStore } from './site/store/site-store.ts';
import { sentFileName } from './transfer/file-name.ts';
import { createPacer } from './transfer/pacing.ts';
import { type Handlers, NotFound, type Uploader } from './uploader-api.ts';

export interface UploaderPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly files: Files;
  readonly watcher: Watcher;
  readonly http: Connections;
  readonly sql: Sql;
  readonly secrets: Secrets;
  readonly hasher: Hasher;
  readonly buffers: Buffers;
  readonly logger: Logger;
  readonly network: Network;
  readonly power: Power;
  readonly desktop: Desktop;
  readonly settings: Settings;
  readonly notifier: Notifier;
  readonly version: string;
  readonly platform: 'linux' | 'mac' | 'windows';
  /** What this computer is called. */
  readonly computer: string;
  /** What tells it from every other computer, see adapters/machine.ts; null or missing = nothing does. */
  readonly machine?: string | null;
  /** Settle time of newly connected sites in ms; PHP hosts end their work within two minutes (F-02). */
  readonly settleMs?: number;
}

const defaultSettleMs = 130_000;
const rememberedVideos = 1_000;
/** Somebody who comes back to a video after this long sees what was changed on the site since. */
const lookAgainMs = 20_000;

/** Servers give up a request from which nothing comes for so long, in ms (client_body_timeout and its like). */
const deadAfterMs = 60_000;
/** How long a connection may take to prove that it survived a short sleep or a change of the network, in ms. */
const proofMs = 4_000;

type Listeners = { [N in keyof Events]: Set<(event: Events[N]) => void> };

/** Opens the store, puts right what a crash left and begins to work. Throws when the store cannot be opened. */
export async function createUploader(given: UploaderPorts): Promise<Uploader> {
  const { clock, logger, desktop, settings } = given;
  const health = watchStore(given);
  const ports: UploaderPorts = { ...given, sql: health.sql };
  const listeners: Listeners = {
    'app.state': new Set(),
    'queue.patch': new Set(),
    'job.details': new Set(),
    'settings.changed': new Set(),
    'desktop.command': new Set(),
    'desktop.opened': new Set(),
    'library.changed': new Set(),
    'library.details': new Set(),
    'account.approval': new Set(),
  };
  const emit = <N extends keyof Events>(name: N, event: Events[N]): void => {
    for (const listener of listeners[name]) listener(event);
  };

  migrate(ports.sql);
  const store = queueStore(ports.sql, clock);
  const home = createProfileOwner(ports.sql, ports.machine ?? null);
  const circuits = createCircuits(clock, ports.random, circuitStore(ports.sql), () => {
    feed.changedAll();
    runner.kick();
  });
  const gate = createGuardedHttp({
    clock,
    http: ports.http,
    circuits,
    onRefused: (origin, authorization) => accounts.refused(origin, authorization),
  });
  const calls = siteCalls(gate.engine, clock);

  const state = (): Events['app.state'] => ({
    store: { ...health.view(rebuilds), elsewhere: home.view() },
    sites: accounts.views(),
    folders: folders.views(),
    keyring: ports.secrets.keeping() === 'keyring' ? 'available' : 'none',
    duplicates: audit.counts(),
    checkups: checkups.views(),
    version: ports.version,
    platform: ports.platform,
  });
  const sites = siteStore(ports.sql);
  const lines = createReachabilityMonitor({
    ...ports,
    site: (siteId) => accounts.site(siteId),
    isOwnMachine: (site) => isOwnMachine(new URL(site.root)),
    see: (site, signal) => seeSite(gate.engine, clock, site, signal),
    hold: (site) => circuits.of(originOf(site.root)),
    wanted: (siteId) =>
      home.isHere() &&
      accounts
        .ready()
        .some(
          ({ id, ...account }) =>
            account.siteId === siteId && (store.goesOn(id, !runner.paused() && byHours.open()) || library.waits(id)),
        ),
    onChange: () => {
      feed.changedAll();
      runner.kick();
      library.kick();
    },
  });
  const accounts = createAccounts({
    clock,
    logger,
    secrets: ports.secrets,
    store: sites,
    calls,
    onChange: () => {
      folders.accountsChanged();
      emit('app.state', state());
      feed.changedAll();
      runner.kick();
      notifying.accountsChanged();
      library.kick();
      void cannotPass.look(false);
    },
  });
  const notifying = createNotifications({
    clock,
    notifier: ports.notifier,
    openJobs: () => store.openJobs(),
    sites: () => accounts.views(),
  });
  const library = createLibrary({
    ...ports,
    lines,
    accounts,
    calls,
    emit,
    insist: (accountId) => circuits.lift(steps.hostOf(accountId)),
  });
  const audit = createAudit({
    ...ports,
    lines,
    store,
    accounts,
    calls,
    trash: (accountId, videoId) => library.handlers['library.act']({ accountId, ids: [videoId], act: 'trash' }),
    onChange: () => emit('app.state', state()),
  });

  const signingIn = createSignIn({
    clock,
    random: ports.random,
    logger,
    desktop,
    calls: siteCalls(gate.clicks, clock),
    store: sites,
    accounts,
    computer: ports.computer,
    settleMs: ports.settleMs ?? defaultSettleMs,
    onSignedIn: (siteId) => checkups.begin(siteId),
    onApproval: (approval, outcome) => emit('account.approval', { approval, outcome }),
  });

  const videos = new Map<JobId, Video>();
  /** When a job's video was last fetched for somebody who looked at it, by the monotonic clock. */
  const looked = new Map<JobId, number>();
  const rememberVideo = (jobId: JobId, video: Video): void => {
    videos.delete(jobId);
    videos.set(jobId, video);
    for (const oldest of videos.keys()) {
      if (videos.size <= rememberedVideos) break;
      videos.delete(oldest);
      looked.delete(oldest);
    }
  };

  const pacer = createPacer(clock);
  const pace = createPace();
  const nameOf = (job: Job): string => sentFileName(job.clip.name, job.draft.title);
  const rebuilds = rebuildStore(ports.sql, store, nameOf);
  if (home.isHere()) rebuilds.mark(clock.now());
  const siteLedger = createSiteLedger({ clock, accounts, calls, store, rebuilds });
  const ledger = createLedger(ports.sql, store);
  const allSteps = createJobTasks({
    ...ports,
    http: gate.engine,
    pacer,
    lines,
    accounts,
    calls,
    store,
    pace,
    sameClip: (job, clip) => sameClip({ ...ports, store, ledger }, job, clip),
    isAway: async (job) => job.folderId !== null && folders.isAway(job.folderId),
    siteLedger,
    onVideo: (job, video) => rememberVideo(job.id, video),
  });
  const throughput = createThroughputMeter(() => clock.monotonic());
  let limit: number | null = null;
  const mayGo = (): boolean => health.ok() && home.isHere();
  const steps: JobTasks = { ...allSteps, readyAccounts: () => (mayGo() ? allSteps.readyAccounts() : []) };
  const byHours = createWeeklyPacing({
    clock,
    settings,
    sql: ports.sql,
    pacer: {
      setLimit: (bytesPerSecond) => {
        if (bytesPerSecond !== limit) throughput.reset();
        limit = bytesPerSecond;
        pacer.setLimit(bytesPerSecond);
      },
    },
    onChange: () => {
      runner.kick();
      feed.changedAll();
    },
  });
  const obeyed = obeySettings({
    settings,
    power: ports.power,
    onChange: () => {
      runner.kick();
      emit('settings.changed', settingsView(settings));
    },
  });
  const runner = createRunner({
    clock,
    random: ports.random,
    logger,
    store,
    jobTasks: steps,
    circuits,
    blockedClips: blockedClipsStore(ports.sql),
    lanes: obeyed.lanes,
    otherRequests: (accountId) => Number(checkups.isUnderWay(accounts.siteOf(accountId)?.id ?? '')),
    open: byHours.open,
    throughput,
    onChange: (jobId, listed) => {
      feed.changed(jobId, listed);
      if (listed) folders.changed();
    },
    onMoved: notifying.moved,
    onBusy: (busy) => {
      obeyed.busy(busy);
      if (!busy) audit.kick();
    },
  });

  const passing = queuePassing(ports.sql);
  const cannotPass = createEarlyRefusal({ clock, logger, passing, accounts, apply: runner.apply });
  const checkups = createCheckups({
    ...ports,
    accounts,
    calls: siteCalls(gate.checks, clock),
    passing,
    cannotPass,
    pace,
    onChange: () => {
      emit('app.state', state());
      runner.kick();
    },
  });

  const finish = createFinishTime({
    clock,
    throughput,
    load: queueLoad(ports.sql),
    ready: () => steps.readyAccounts(),
    live: () => runner.live().values(),
    heldMs: (accountId) => circuits.leftMs(steps.hostOf(accountId)),
    values: () => settings.values(),
    hours: byHours.view,
  });
  const owner = (job: Job): Owner => ({
    account: accounts.account(job.accountId),
    site: accounts.siteOf(job.accountId),
    trouble: lines.trouble(accounts.account(job.accountId)?.siteId ?? ''),
    hours: byHours.view(),
    hold: circuits.of(steps.hostOf(job.accountId)),
  });
  const rowOf = (job: Job) => toRow(job, runner.live().get(job.id) ?? null, owner(job), clock.monotonic());
  const summary: FeedSource['summary'] = (view) => {
    const paused = runner.paused();
    const offline = !ports.network.online() && accounts.views().some((site) => !isOwnMachine(new URL(site.address)));
    const held = { paused, offline, hours: byHours.view(), lines: lines.shown() };
    // When a line will be back cannot be foreseen.
    const foreseeable = !paused && !offline && home.isHere() && held.lines.length === 0;
    return {
      total: store.count(view.filter),
      counts: store.counts(),
      totals: toTotals(store.openBytes(), runner.live().values(), clock.monotonic(), {
        ...held,
        secondsLeft: foreseeable ? finish() : null,
      }),
    };
  };
  const feed = createFeed(
    clock,
    {
      summary,
      window: (view) => ({
        ...summary(view),
        rows: store.rows(view.filter, view.sort, view.offset, view.limit).map(rowOf),
      }),
      row: (jobId) => {
        const job = store.job(jobId);
        return job ? rowOf(job) : null;
      },
      details: (jobId) => {
        const job = store.job(jobId);
        return job ? toDetails(job, rowOf(job), store.attempts(jobId), videos.get(jobId) ?? null) : null;
      },
    },
    (patch) => emit('queue.patch', patch),
    (details) => emit('job.details', details),
  );

  const jobOf = (jobId: JobId): Job => {
    const job = store.job(jobId);
    if (!job) throw new NotFound('This upload is not in the list any more');
    return job;
  };
  const videoIdOf = (job: Job): number | null => {
    const { state: at } = job;
    if (at.kind === 'done' || at.kind === 'describing') return at.videoId;
    return at.kind === 'needs-you' && at.resume.from === 'describe' ? at.resume.videoId : null;
  };

  /** Facts that cost a read or a request are fetched when somebody looks at the job. */
  const lookInto = async (job: Job): Promise<void> => {
    const { facts, path, identity } = job.clip;
    if (facts.format !== null && facts.durationSeconds === null) {
      const file = await ports.files.open(path).catch(() => null);
      if (file) {
        const found = await probe(file, identity.size, facts).finally(() => file.close());
        if (found.durationSeconds !== null) {
          await store.write(() => {
            const now = store.job(job.id);
            if (now) store.saveJob({ ...now, clip: { ...now.clip, facts: found } });
          });
        }
      }
    }
    const videoId = videoIdOf(job);
    const client = accounts.client(job.accountId);
    const known =
      videos.has(job.id) && clock.monotonic() - (looked.get(job.id) ?? Number.NEGATIVE_INFINITY) < lookAgainMs;
    if (videoId !== null && client && !known) {
      looked.set(job.id, clock.monotonic());
      const video = await getVideo(calls, client, videoId);
      if (video) {
        rememberVideo(job.id, video);
        const news = refreshed(job, video);
        if (news) await runner.apply(job.id, (now) => refreshed(now, video) ?? news);
      }
    }
    feed.changed(job.id, false);
  };

  /** "Try again" after the host raised a limit: what was learned no longer counts. */
  const forgetRefusal = (job: Job): void => {
    const site = accounts.siteOf(job.accountId);
    if (!site || job.state.kind !== 'needs-you') return;
    if (job.state.reason === 'too-large') accounts.learn(site.id, { tooLargeFrom: null });
    if (job.state.reason === 'extension-refused') accounts.learn(site.id, { refusedExtensions: [] });
  };

  const eventOf = (act: Exclude<JobAct, 'remove'>): JobEvent => {
    switch (act) {
      case 'pause':
      case 'resume':
      case 'cancel':
        return { kind: act };
      case 'retry':
      case 'finish':
        return { kind: act, now: clock.now() };
    }
  };
  const actOn = async (jobId: JobId, act: JobAct): Promise<boolean> => {
    const before = store.job(jobId);
    if (!before) return false;
    if (act === 'retry') forgetRefusal(before);
    const held = act === 'retry' && circuits.of(steps.hostOf(before.accountId)) !== null;
    const after = act === 'remove' ? await runner.remove(jobId) : await runner.apply(jobId, eventOf(act));
    const siteId = accounts.siteOf(before.accountId)?.id;
    // The line was not looked at while the site was to be left alone.
    if (held && siteId !== undefined) lines.doubt(siteId);
    return after !== null && (held || after.removed || after.state !== before.state);
  };
  const targets = createJobSelection(store, clock);
  const actOnAll = async (target: JobTarget, act: JobAct): Promise<number> => {
    const live = runner.live();
    const ids = await targets.idsOf(target);
    // What is being sent comes first, and nothing new begins to be sent before its turn to be held has come.
    const inOrder = [...ids.filter((id) => live.has(id)), ...ids.filter((id) => !live.has(id))];
    const work = () => targets.each(inOrder, (id) => actOn(id, act));
    const circuits = act === 'pause' || act === 'cancel' || act === 'remove';
    return (await (circuits ? runner.quietly(work) : work())).filter(Boolean).length;
  };

  const adding: AddingOptions = {
    ...ports,
    store,
    ledger,
    onAdded: () => {
      void cannotPass.look(true);
      feed.changedAll();
      folders.changed();
      runner.kick();
    },
    assumed: (job) => {
      const since = rebuilds.since();
      const fileName = nameOf(job);
      // What comes to a list that belongs to another computer is doubted with all the rest, once it is to go on here.
      if (!home.isHere() || since === null || !siteLedger.mayHold(job.accountId, job.clip.identity.size, fileName))
        return null;
      return { attempt: assumedAttempt(job, fileName, since), since };
    },
    revive: async (job) => {
      await runner.bringBack(job.id);
    },
    relocate: async (job, clip) => {
      await runner.relocate(job.id, clip);
    },
    replaceClip: (job, clip) => runner.replaceClip(job.id, clip),
    clockSetMs: watchClock(clock),
  };
  const resumeWaiting = (back: readonly JobId[]): void => {
    for (const id of back) {
      runner
        .resumeWaiting(id)
        .catch((error: unknown) => logger.error('A clip that is back could not go on', { error: String(error) }));
    }
  };
  const folders = createFolders({
    ...ports,
    accounts,
    store: folderStore(ports.sql),
    adding,
    onHere: (folderId) => resumeWaiting(adding.ledger.missed(folderId)),
    onChange: () => emit('app.state', state()),
  });
  const add = (paths: readonly string[], accountId: string) => {
    if (!accounts.account(accountId)) throw new NotFound('This account is not connected any more');
    return addPaths(adding, paths, accountId);
  };

  const opening = createOpenFiles({
    accounts: () => accounts.views().flatMap((site) => site.accounts.map((account) => account.id)),
    add,
    emit: (opened) => emit('desktop.opened', opened),
  });

  const handlers: Handlers = {
    ...settingsHandlers(settings, desktop),
    ...opening.handlers,
    'app.state': async () => state(),
    ...signingIn.handlers,
    ...appPasswordHandlers({ calls, accounts, hold: (accountId) => runner.hold(accountId) }),
    'site.open': async (siteId) => {
      const site = accounts.site(siteId);
      if (!site) throw new NotFound('This site is not connected any more');
      await desktop.openUrl(site.address);
    },
    ...storeHandlers({ store, rebuilds, desktop, settings, onChange: () => emit('app.state', state()) }),
    ...ownerHandlers({
      clock,
      home,
      store,
      rebuilds,
      onSettled: () => accounts.askAgain(),
      onChange: () => {
        emit('app.state', state());
        feed.changedAll();
        runner.kick();
        library.kick();
      },
    }),
    'site.tryNow': async (siteId) => {
      circuits.lift(originOf(accounts.site(siteId)?.root ?? ''));
      await hurrySentAway(
        { clock, store, siteOf: (id) => accounts.siteOf(id)?.id ?? null, apply: runner.apply },
        siteId,
      );
      lines.doubt(siteId);
    },
    'site.remove': async (siteId) => {
      const held = accounts.ready().filter((account) => account.siteId === siteId);
      await accounts.removeSite(siteId);
      for (const account of held) runner.hold(account.id);
    },
    'account.remove': async (accountId) => {
      await accounts.removeAccount(accountId);
      runner.hold(accountId);
    },
    'queue.choose': async ({ accountId, what }) => {
      const paths = await desktop.choose(what);
      return paths === null ? null : add(paths, accountId);
    },
    'queue.view': async (view) => feed.view(view),
    'queue.act': async ({ act, target }) => {
      const changed = await actOnAll(target, act);
      // What was learned while they were paused counts for them too, before their turn comes.
      if (act === 'resume') void cannotPass.look(true);
      return { changed };
    },
    ...orderingHandlers({
      store,
      order: queueOrder(ports.sql),
      idsOf: targets.idsOf,
      onMoved: () => feed.changedAll(),
    }),
    'queue.pause': async (paused) => {
      await runner.setPaused(paused);
      feed.changedAll();
    },
    'queue.sendAnyway': async (anyway) => byHours.sendAnyway(anyway),
    'queue.moveTo': async ({ ids, accountId }) => {
      if (!accounts.account(accountId)) throw new NotFound('This account is not connected any more');
      const siteId = accounts.siteOf(accountId)?.id;
      const changed = await targets.each(ids, (id) => {
        const from = store.job(id)?.accountId;
        return runner.moveTo(id, accountId, from !== undefined && accounts.siteOf(from)?.id === siteId);
      });
      void cannotPass.look(true);
      return { changed: changed.filter(Boolean).length };
    },
    'job.watch': async (jobId) => {
      const details = feed.watch(jobId);
      if (jobId !== null && details) {
        lookInto(jobOf(jobId)).catch((error: unknown) =>
          logger.warn('Could not look into a job', { error: String(error) }),
        );
      }
      return details;
    },
    ...metadataHandlers({
      clock,
      accounts,
      calls,
      queue: store,
      forms: formStore(ports.sql),
      sql: ports.sql,
      logger,
      runner,
      video: (jobId) => videos.get(jobId) ?? null,
      idsOf: targets.idsOf,
      onManyChanged: () => feed.changedAll(),
    }),
    'job.candidates': async (jobId) => candidatesOf({ accounts, calls, store }, jobOf(jobId)),
    'job.choose': async ({ jobId, videoId }) => {
      const client = accounts.client(jobOf(jobId).accountId);
      if (videoId !== null && client) {
        // What cannot be asked now is found out when the details are brought over.
        const video = await getVideo(calls, client, videoId).catch(() => undefined);
        if (video === null || video?.status === 'trash') return 'gone';
      }
      return runner.choose(jobId, videoId);
    },
    'job.openVideo': async (jobId) => {
      const job = jobOf(jobId);
      const videoId = videoIdOf(job);
      const site = accounts.siteOf(job.accountId);
      if (videoId === null || !site) throw new NotFound('This clip is not on the site yet');
      const link = videos.get(jobId)?.link;
      await desktop.openUrl(link && belongsTo(site, link) ? link : `${site.address}/?post_type=video&p=${videoId}`);
    },
    'job.showFile': async (jobId) => desktop.showFile(jobOf(jobId).clip.path),
    ...folders.handlers,
    ...library.handlers,
    ...audit.handlers,
    ...checkups.handlers,
  };

  const unsubscribe = [
    ports.files.onAnswering?.(() => {
      logger.info('a disk answers again');
      resumeWaiting(ledger.silent());
      folders.woke();
    }),
    ports.network.onChange((online) => {
      if (online) ports.http.refresh(proofMs);
      lines.doubt(null);
    }),
    watchSleep({
      clock,
      power: ports.power,
      onWake: (sleptMs, sure) => {
        logger.info('woke', { sleptMs, sure });
        // After a real sleep no other end is still there; a clip that goes on in spite of a set clock is not begun again.
        ports.http.refresh(sure && sleptMs >= deadAfterMs ? 0 : proofMs);
        circuits.woke();
        lines.doubt(null);
        folders.woke();
      },
      // What stands still sends no word of itself.
      onBeat: () => {
        for (const jobId of runner.live().keys()) feed.changed(jobId, false);
      },
    }),
  ];
  health.watch({
    onTrouble: () => emit('app.state', state()),
    onRoom: () => {
      circuits.keep();
      emit('app.state', state());
      runner.mend().catch((error: unknown) => logger.error('The queue could not go on', { error: String(error) }));
    },
  });
  await accounts.start(home.isHere());
  await runner.start();
  folders.start();
  library.kick();
  audit.kick();

  return {
    handlers,
    addPaths: async (paths, accountId) => add(paths, accountId),
    openFiles: opening.open,
    command: (command) => emit('desktop.command', command),
    picture: (accountId, mediaId) => library.picture(accountId, mediaId),
    openLink: (text) => signingIn.openLink(text),
    clip: (jobId) => store.job(jobId)?.clip ?? null,
    on: (name, listener) => {
      listeners[name].add(listener);
      return () => listeners[name].delete(listener);
    },
    sendingCount: () => runner.live().size,
    stop: async () => {
      for (const end of unsubscribe) end?.();
      // What waits for a disk that hangs is not waited for.
      const patient = ports.files.hurry?.();
      await folders.stop();
      signingIn.stop();
      lines.stop();
      const stopping = Promise.all([runner.stop(), library.stop(), audit.stop(), checkups.stop(), cannotPass.stop()]);
      // Looks and metadata steps would go on for as long as a site keeps them waiting.
      await ports.http.close();
      await stopping;
      feed.stop();
      notifying.stop();
      obeyed.stop();
      byHours.stop();
      await ports.hasher.close();
      health.stop();
      ports.sql.close();
      patient?.();
    },
  };
}
