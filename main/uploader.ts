// The composition root: joins ports, stores, stages and features, and says what follows from what; the whole app without Electron.
import type { Events } from '../preload/contract.ts';
import { appPasswordHandlers } from './features/accounts/app-passwords.ts';
import { accountsHandlers } from './features/accounts/handlers.ts';
import { createSignIn } from './features/accounts/sign-in.ts';
import { joinSites } from './features/accounts/sites.ts';
import { createActLog } from './features/acts/act-log.ts';
import { type Changes, createSignals, type Reactions, react, type Signals } from './features/changes.ts';
import { createCheckups } from './features/checkup/checkup.ts';
import { createNotifications } from './features/desktop/notifications.ts';
import { listenOutside } from './features/desktop/outside.ts';
import { settingsHandlers, settingsView } from './features/desktop/settings.ts';
import { detailsHandlers } from './features/details/handlers.ts';
import { createFolders } from './features/folders/folders.ts';
import { isFolderAway } from './features/folders/presence.ts';
import { createFolderRegistry } from './features/folders/registry.ts';
import { helpHandlers } from './features/help/handlers.ts';
import { createLibrary } from './features/library/library.ts';
import { linksHandlers } from './features/links/handlers.ts';
import { metadataHandlers } from './features/metadata/handlers.ts';
import { createManyChanges } from './features/metadata/many-changes.ts';
import { createMoves } from './features/move/handlers.ts';
import { ownerHandlers } from './features/profile/owner.ts';
import { storeHandlers, watchStore } from './features/profile/store-health.ts';
import { openStores } from './features/profile/stores.ts';
import { createAudit } from './features/proof/duplicate-audit.ts';
import { updateHooks } from './features/updates/hooks.ts';
import { resumeWaiting } from './features/uploads/actions.ts';
import { type AddingOptions, addPaths } from './features/uploads/add-clips.ts';
import { createEarlyRefusal } from './features/uploads/early-refusal.ts';
import { uploadsHandlers } from './features/uploads/handlers.ts';
import { servedClip } from './features/uploads/inspect.ts';
import { createOpenFiles } from './features/uploads/open-files.ts';
import { fileNameOf } from './features/uploads/presume.ts';
import { joinQueue } from './features/uploads/queue.ts';
import { createQueueFeed } from './features/uploads/queue-feed.ts';
import { createSizeTrials } from './features/uploads/size-trials.ts';
import { createTakeBack } from './features/uploads/take-back.ts';
import type { AccountId } from './model.ts';
import { arrivedClips } from './queue/store/arrived-clips.ts';
import { createJobSelection } from './queue/store/job-selection.ts';
import { watchClock } from './retry.ts';
import { migrate } from './schema.ts';
import type { Handlers, Uploader, UploaderPorts } from './uploader-api.ts';

/** Settle time of newly connected sites in ms; PHP hosts end their work within two minutes (F-02). */
const defaultSettleMs = 130_000;

/** Stores, then the stages that work on them: all that goes on without anybody looking. */
function joinEngine(given: UploaderPorts, changes: Signals<Changes>, events: Signals<Events>) {
  const health = watchStore(given);
  const ports = { settleMs: defaultSettleMs, ...given, sql: health.sql };
  migrate(ports.sql);
  const acts = createActLog(ports.sql, ports.clock, () => changes.tell('acts', null));
  const known = { ...ports, changes, events, health, acts, ...openStores(ports, fileNameOf) };
  const sites = { ...known, ...joinSites(known) };
  const registry = createFolderRegistry(known.folderStore);
  const mayBegin = (): boolean => health.ok() && known.owner.isHere();
  const queue = joinQueue({
    ...{ ...sites, mayBegin, folderOf: registry.find },
    isAway: async (job) => job.folderId !== null && isFolderAway(ports.files, registry, job.folderId),
  });
  return { ...sites, ...queue, mayBegin, registry };
}

type Engine = ReturnType<typeof joinEngine>;

/** What a person does with Clipferry, each in a room of its own. */
function joinFeatures(engine: Engine) {
  const { accounts, events, runner, store } = engine;
  const library = createLibrary({ ...engine, emit: events.tell });
  engine.demandOf((accountId) => library.waits(accountId));
  const many = createManyChanges(engine);
  const feed = createQueueFeed({ ...engine, editsWait: library.editsWait });
  const earlyRefusal = createEarlyRefusal(engine);
  const adding: AddingOptions = { ...engine, clockSetMs: watchClock(engine.clock) };
  const folders = createFolders({
    ...{ ...engine, adding },
    onHere: (folderId) => resumeWaiting(runner, engine.logger, engine.ledger.missed(folderId)),
  });
  return {
    ...{ library, many, feed, earlyRefusal, adding, folders, moves: createMoves(engine) },
    takeBack: createTakeBack({ ...engine, library, many }),
    targets: createJobSelection(store, engine.clock, engine.needsGroups.idsOf),
    sizeTrials: createSizeTrials(engine),
    notifications: createNotifications({ ...engine, editsWait: library.editsWait, sites: accounts.views }),
    updates: engine.updates?.(updateHooks(engine)) ?? null,
    audit: createAudit({ ...engine, trash: library.trashNow }),
    signIn: createSignIn({ ...engine, calls: engine.clickedCalls }),
    checkups: createCheckups({ ...engine, calls: engine.checkingCalls, earlyRefusal }),
    openFiles: createOpenFiles({ ...engine, add: (paths, accountId) => addPaths(adding, paths, accountId) }),
  };
}

type Features = ReturnType<typeof joinFeatures>;

function handlersOf(engine: Engine, features: Features, state: () => Events['app.state']): Handlers {
  const { settings, desktop, runner } = engine;
  const all = { ...engine, ...features, hold: (accountId: AccountId) => runner.hold(accountId) };
  const metadata = metadataHandlers(all);
  return {
    'app.state': async () => state(),
    ...settingsHandlers(settings, desktop),
    ...{ ...storeHandlers(all), ...ownerHandlers(all), ...helpHandlers(all, state), ...features.moves.handlers },
    ...{ ...accountsHandlers(all), ...appPasswordHandlers(all) },
    ...{
      ...uploadsHandlers(all),
      ...metadata,
      ...linksHandlers({ ...all, arrivals: arrivedClips(engine.sql) }),
      ...detailsHandlers(all, metadata['terms.named']),
    },
    ...{ ...features.signIn.handlers, ...features.takeBack.handlers },
    'updates.act': async (act) => features.updates?.act(act),
    ...{ ...features.openFiles.handlers, ...engine.publicHold.handlers, ...engine.sidecars.handlers },
    ...{ ...features.folders.handlers, ...features.library.handlers },
    ...{ ...features.audit.handlers, ...features.checkups.handlers },
  };
}

/** What follows from what, in this order. `tellState` = the window hears what it shows beside its lists. */
function reactionsOf(engine: Engine, features: Features, tellState: () => void): Reactions<Changes> {
  const { accounts, events, ledger, logger, obeyed, runner, settings } = engine;
  const { audit, checkups, earlyRefusal, feed, folders, library, notifications, sizeTrials } = features;
  const tellList = (): void => feed.changedAll();
  const kickQueue = (): void => runner.kick();
  const kickLibrary = (): void => library.kick();
  const kickNames = (): void => engine.sidecars.kick();
  const toSites = [tellState, tellList, kickQueue, kickLibrary, kickNames, () => notifications.linesChanged()];
  const refuse = (anew: boolean) => (): void => void earlyRefusal.look(anew);
  return {
    accounts: [
      () => folders.accountsChanged(),
      tellState,
      tellList,
      kickQueue,
      () => notifications.accountsChanged(),
      kickLibrary,
      kickNames,
      refuse(false),
      () => sizeTrials.kick(),
    ],
    signedIn: [(siteId) => checkups.begin(siteId), () => engine.accountFiles.kick()],
    ...{ circuits: toSites, reachability: toSites },
    job: [({ jobId, listed }) => feed.changed(jobId, listed), ({ listed }) => listed && folders.changed()],
    moved: [notifications, sizeTrials, checkups, engine.needsGroups, earlyRefusal, library].map(
      (one) =>
        ({ before, after }) =>
          one.moved(before, after),
    ),
    busy: [(busy) => obeyed.busy(busy), (busy) => !busy && audit.kick()],
    added: [refuse(true), tellList, () => folders.changed(), () => notifications.added(), kickQueue, kickNames],
    resumed: [refuse(true)],
    ...{ list: [tellList], acts: [features.takeBack.changed], hours: [kickQueue, tellList] },
    settings: [kickQueue, () => events.tell('settings.changed', settingsView(settings))],
    checkups: [tellState, kickQueue],
    shown: [tellState, () => notifications.proxiesChanged()],
    claimed: [() => accounts.askAgain()],
    ...{ owner: [tellState, tellList, kickQueue, kickLibrary, kickNames], woke: [folders.woke, accounts.woke] },
    diskBack: [() => resumeWaiting(runner, logger, ledger.silent()), () => folders.woke()],
    beat: [
      engine.leftUploads.look,
      () => {
        for (const jobId of runner.live().keys()) feed.changed(jobId, false);
      },
    ],
  };
}

/** Opens the store, puts right what a crash left and begins to work. Throws when the store cannot be opened. */
export async function createUploader(given: UploaderPorts): Promise<Uploader> {
  const changes = createSignals<Changes>();
  const events = createSignals<Events>();
  const engine = joinEngine(given, changes, events);
  const features = joinFeatures(engine);
  const { accounts, health, logger, owner, runner, version, platform, region } = engine;
  const { audit, checkups, earlyRefusal, feed, folders, library, moves, notifications, signIn, sizeTrials } = features;

  const state = (): Events['app.state'] => ({
    store: { ...health.view(engine.rebuilds), elsewhere: owner.view() },
    sites: accounts.views(),
    folders: folders.views(),
    keyring: given.secrets.keeping() === 'keyring' ? 'available' : 'none',
    duplicates: audit.counts(),
    checkups: checkups.views(),
    ...{ version, platform, region, proxies: engine.proxySignIns.view() },
    updates: features.updates?.view() ?? null,
  });
  const tellState = (): void => events.tell('app.state', state());
  react(changes, reactionsOf(engine, features, tellState));
  // A change for many that was cut off goes on before anything is sent.
  const handlers = handlersOf(engine, features, state);
  const endListening = listenOutside(engine);
  health.watch({
    onTrouble: tellState,
    onRoom: () => {
      engine.circuits.keep();
      tellState();
      for (const one of [library, moves]) one.kick();
      features.many.goOn();
      runner.mend().catch((error: unknown) => logger.error('The queue could not go on', { error: String(error) }));
    },
  });
  await accounts.start(owner.isHere());
  await runner.start();
  folders.start();
  library.kick();
  for (const one of [audit, sizeTrials, engine.accountFiles, engine.sidecars, moves]) one.kick();

  return {
    handlers,
    addPaths: async (paths, accountId, presetId) => addPaths(features.adding, paths, accountId, presetId),
    openFiles: features.openFiles.open,
    command: (command) => events.tell('desktop.command', command),
    picture: (accountId, mediaId) => library.picture(accountId, mediaId),
    openLink: (text) => signIn.openLink(text),
    clip: (jobId) => servedClip(engine.store.job(jobId)),
    on: events.on,
    updates: features.updates,
    sendingCount: () => runner.live().size,
    stop: async () => {
      endListening();
      features.updates?.stop();
      // What waits for a disk that hangs is not waited for.
      const patient = given.files.hurry?.();
      await folders.stop();
      signIn.stop();
      engine.lines.stop();
      const ending = [runner, library, audit, checkups, earlyRefusal, engine.folderClaims, engine.sidecars].map((one) =>
        one.stop(),
      );
      // Looks and metadata steps would go on for as long as a site keeps them waiting.
      await given.http.close();
      await Promise.all([...ending, moves.stop()]);
      for (const one of [
        feed,
        features.takeBack,
        notifications,
        sizeTrials,
        engine.needsGroups,
        engine.obeyed,
        engine.pacing,
      ])
        one.stop();
      await Promise.all([given.hasher.close(), given.writers?.close()]);
      health.stop();
      engine.sql.close();
      patient?.();
    },
  };
}
