// Carries edits of videos to the site, one after the other per account, and keeps them on disk until they are there.
import type { AccountId, Draft, Edit, Video } from '../model.ts';
import type { Clock, Logger } from '../ports.ts';
import { type EditEvent, nextEdit, typed } from './edit-state.ts';
import type { LibraryStore } from './store.ts';

export interface EditorOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly store: LibraryStore;
  /** Whether this account may be asked to work now (signed in, network there). */
  readonly ready: (accountId: AccountId) => boolean;
  /** One attempt: looks at the video, compares, updates, compares the answer. Never throws for what a site can do. */
  readonly apply: (
    accountId: AccountId,
    edit: Edit,
    leaves: (event: Extract<EditEvent, { kind: 'leaves' }>) => void,
  ) => Promise<EditEvent>;
  readonly onChange: (accountId: AccountId, videoId: number) => void;
}

export interface Editor {
  get(accountId: AccountId, videoId: number): Edit | null;
  /** On disk when it returns. `seen` = the video as it was shown when typing began; null = it was not shown. */
  type(accountId: AccountId, videoId: number, seen: Video | null, draft: Partial<Draft>): void;
  settle(accountId: AccountId, videoId: number, how: 'mine' | 'theirs' | 'retry'): void;
  /** Whether something of this account would go to its site if it could. */
  waits(accountId: AccountId): boolean;
  /** Looks for work: after a sign-in, when the network is back. */
  kick(): void;
  stop(): Promise<void>;
}

export function createEditQueue(options: EditorOptions): Editor {
  const { clock, store, logger } = options;
  const edits = new Map<AccountId, Map<number, Edit>>();
  const busy = new Map<AccountId, Promise<void>>();
  let timer: (() => void) | null = null;
  let stopped = false;

  const ofAccount = (accountId: AccountId): Map<number, Edit> => {
    const held = edits.get(accountId) ?? new Map<number, Edit>();
    edits.set(accountId, held);
    return held;
  };
  for (const { accountId, edit } of store.edits()) ofAccount(accountId).set(edit.videoId, edit);

  const keep = (accountId: AccountId, videoId: number, edit: Edit | null): void => {
    store.save(accountId, videoId, edit);
    if (edit === null) ofAccount(accountId).delete(videoId);
    else ofAccount(accountId).set(videoId, edit);
    options.onChange(accountId, videoId);
  };

  const apply = async (accountId: AccountId, edit: Edit): Promise<void> => {
    const leaves = (leaving: EditEvent): void => {
      const before = ofAccount(accountId).get(edit.videoId);
      if (before) keep(accountId, edit.videoId, nextEdit(before, leaving));
    };
    const event = await options.apply(accountId, edit, leaves).catch((error: unknown): EditEvent => {
      logger.error('An edit could not be applied', { error: String(error) });
      const cause = { kind: 'retry', why: 'server-error', afterMs: null, bounded: true } as const;
      return { kind: 'failed', cause, now: clock.now() };
    });
    if (stopped) return;
    const now = ofAccount(accountId).get(edit.videoId);
    // Dropped, or settled by the user while the site was busy with it.
    if (!now || (now.state !== edit.state && now.revision === edit.revision)) return;
    keep(accountId, edit.videoId, nextEdit(now, event));
  };

  const dueAt = (edit: Edit): number | null => {
    if (edit.state.kind !== 'waiting' || edit.state.why === 'sign-in') return null;
    return edit.state.until ?? 0;
  };

  const work = async (accountId: AccountId): Promise<void> => {
    while (!stopped && options.ready(accountId)) {
      const due = [...ofAccount(accountId).values()].find((edit) => {
        const at = dueAt(edit);
        return at !== null && at <= clock.now();
      });
      if (!due) return;
      await apply(accountId, due);
    }
  };

  const look = (): void => {
    timer?.();
    timer = null;
    if (stopped) return;
    let next = Number.POSITIVE_INFINITY;
    for (const [accountId, held] of edits) {
      if (busy.has(accountId) || !options.ready(accountId)) continue;
      for (const edit of held.values()) next = Math.min(next, dueAt(edit) ?? next);
      if (next > clock.now()) continue;
      const run = work(accountId).finally(() => {
        busy.delete(accountId);
        look();
      });
      busy.set(accountId, run);
      next = Number.POSITIVE_INFINITY;
    }
    if (Number.isFinite(next)) timer = clock.after(Math.max(0, next - clock.now()), look);
  };

  look();
  return {
    get: (accountId, videoId) => edits.get(accountId)?.get(videoId) ?? null,
    type: (accountId, videoId, seen, draft) => {
      const before = ofAccount(accountId).get(videoId) ?? null;
      keep(accountId, videoId, typed(before, videoId, seen, draft, clock.now()));
      look();
    },
    settle: (accountId, videoId, how) => {
      const edit = ofAccount(accountId).get(videoId);
      if (!edit) return;
      keep(accountId, videoId, nextEdit(edit, { kind: how }));
      look();
    },
    waits: (accountId) => [...(edits.get(accountId)?.values() ?? [])].some((edit) => dueAt(edit) !== null),
    kick: () => {
      for (const [accountId, held] of edits) {
        if (!options.ready(accountId)) continue;
        for (const edit of held.values()) {
          const { state } = edit;
          if (state.kind === 'waiting' && (state.why === 'sign-in' || state.why === 'connection-lost'))
            keep(accountId, edit.videoId, nextEdit(edit, { kind: 'retry' }));
        }
      }
      look();
    },
    stop: async () => {
      stopped = true;
      timer?.();
      await Promise.allSettled(busy.values());
    },
  };
}
