// Whether the list's disk can be written to, and what became of a damaged list: seen at every call to the store, told to the window.
//
// A full disk (F-43): the room that was kept for this moment is given up, so that what is under way is written down to its end;
// nothing new begins until that room can be taken again.
import type { StoreView } from '../../../preload/contract.ts';
import {
  type Clock,
  type Desktop,
  type Logger,
  type Settings,
  type Sql,
  StoreError,
  type StoreProblem,
} from '../../ports.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import type { Rebuilds } from '../../queue/store/rebuilds.ts';
import type { Handlers } from '../../uploader-api.ts';
import type { Changes, Signals } from '../changes.ts';

export interface StoreHealth {
  /** The same database, with an eye on it. */
  readonly sql: Sql;
  /** False = nothing new may begin. */
  ok(): boolean;
  /** Throws StoreError where nothing new may begin. */
  insist(): void;
  view(rebuilds: Rebuilds): Omit<StoreView, 'elsewhere'>;
  /** From here on it is told what goes wrong, and looks for room again. */
  watch(told: { readonly onTrouble: () => void; readonly onRoom: () => void }): void;
  stop(): void;
}

const lookForRoomMs = 2_000;

export function watchStore(parts: {
  readonly sql: Sql;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly settings: Settings;
}): StoreHealth {
  const { sql, clock, logger, settings } = parts;
  let trouble: StoreView['trouble'] = null;
  let told: Parameters<StoreHealth['watch']>[0] | null = null;
  let cancelTimer: (() => void) | null = null;
  let stopped = false;

  const lookForRoom = (): void => {
    cancelTimer = null;
    if (stopped || trouble !== 'full') return;
    if (sql.reserve?.take() === false) {
      later();
      return;
    }
    trouble = null;
    logger.info('there is room for the list again');
    told?.onRoom();
  };
  const later = (): void => {
    if (!stopped) cancelTimer ??= clock.after(lookForRoomMs, lookForRoom);
  };

  const note = (problem: StoreProblem): void => {
    if (problem === 'full') {
      sql.reserve?.give();
      later();
    }
    if ((problem !== 'full' && problem !== 'damaged') || trouble === problem || trouble === 'damaged') return;
    trouble = problem;
    logger.error('the list cannot be relied on', { problem });
    if (problem === 'damaged') sql.reserve?.distrust();
    told?.onTrouble();
  };

  const guarded = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      if (error instanceof StoreError) note(error.problem);
      throw error;
    }
  };
  /** Once more where room was made by what happened to the first try. */
  const twice = <T>(work: () => T): T => {
    const hadRoom = trouble !== 'full';
    try {
      return guarded(work);
    } catch (error) {
      if (!hadRoom || !(error instanceof StoreError) || error.problem !== 'full') throw error;
      return guarded(work);
    }
  };
  let depth = 0;

  return {
    sql: {
      ...sql,
      exec: (text) => (depth > 0 ? guarded : twice)(() => sql.exec(text)),
      prepare: (text) => {
        const statement = guarded(() => sql.prepare(text));
        return {
          run: (...values) => (depth > 0 ? guarded : twice)(() => statement.run(...values)),
          get: (...values) => guarded(() => statement.get(...values)),
          all: (...values) => guarded(() => statement.all(...values)),
        };
      },
      transaction: (work) =>
        (depth > 0 ? guarded : twice)(() => {
          depth++;
          try {
            return sql.transaction(work);
          } finally {
            depth--;
          }
        }),
    },
    ok: () => trouble === null,
    insist: () => {
      if (trouble !== null) throw new StoreError(trouble, 'Nothing new is written to the list for now');
    },
    view: (rebuilds) => {
      const { data } = settings.places;
      const rebuilt = rebuilds.untold();
      return {
        trouble,
        folder: data.slice(0, Math.max(data.lastIndexOf('/'), data.lastIndexOf('\\'))),
        rebuilt: rebuilt && {
          why: rebuilt.why,
          at: rebuilt.at,
          sites: rebuilt.sites,
          clips: rebuilt.clips,
          lostClips: rebuilt.lostClips,
          copyFrom: rebuilt.copyFrom,
          folder: rebuilt.folder,
        },
        unreadable: rebuilds.unreadable(),
      };
    },
    watch: (listeners) => {
      told = listeners;
    },
    stop: () => {
      stopped = true;
      cancelTimer?.();
    },
  };
}

export interface StoreHandlersParts {
  readonly store: QueueStore;
  readonly rebuilds: Rebuilds;
  readonly desktop: Pick<Desktop, 'showFile'>;
  readonly settings: Settings;
  readonly changes: Signals<Changes>;
}

export function storeHandlers(parts: StoreHandlersParts): Pick<Handlers, 'store.read' | 'store.showDamaged'> {
  const { store, rebuilds, desktop, settings } = parts;
  return {
    'store.read': async () => {
      await store.write(() => rebuilds.told());
      parts.changes.tell('shown', null);
    },
    'store.showDamaged': async () => {
      const { data } = settings.places;
      const at = Math.max(data.lastIndexOf('/'), data.lastIndexOf('\\')) + 1;
      desktop.showFile(`${data.slice(0, at)}${rebuilds.untold()?.folder ?? data.slice(at)}`);
    },
  };
}
