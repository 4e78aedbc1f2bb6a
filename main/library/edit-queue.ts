// Carries edits of videos to the site, one after the other per account, and keeps them on disk until they are there.
import type { AccountId, Edit, FieldName, LeavingText } from '../model.ts';
import type { Clock, Logger } from '../ports.ts';
import { type Tries, unexpected, watchClock } from '../retry.ts';
import { createSingleFlight } from '../single-flight.ts';
import {
  type EditEvent,
  type EditInstead,
  type EditText,
  type EditTried,
  instead,
  nextEdit,
  typed,
} from './edit-state.ts';
import { createHeldEdits } from './held-edits.ts';
import type { LibraryStore } from './store.ts';

export interface EditorOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly store: LibraryStore;
  readonly tries: Tries;
  /** The host that an account's edits go to. */
  readonly hostOf: (accountId: AccountId) => string;
  /** In how many ms this account's site may be asked; 0 = now, Infinity = that shows at a `kick` (signed out, no network). */
  readonly mayAskInMs: (accountId: AccountId) => number;
  /** One try: looks at the video, compares, updates, compares the answer. Never throws for what a site can do. */
  readonly apply: (
    accountId: AccountId,
    edit: Edit,
    leaves: (all: LeavingText, compared: LeavingText | null) => boolean,
  ) => Promise<EditTried>;
  /** Text of a video leaves for its site: what is written down of it is there before. Missing = nobody wants to know. */
  readonly onLeaves?: (accountId: AccountId, videoId: number, leaving: LeavingText) => void;
  /** Called before the end of a try is written down: the account's secret is dead. */
  readonly signedOut: (accountId: AccountId) => void;
  readonly onChange: (accountId: AccountId, videoIds: readonly number[]) => void;
}

export interface Editor {
  get(accountId: AccountId, videoId: number): Edit | null;
  /** On disk when it returns, all or none of them, with what `alongside` writes. */
  type(accountId: AccountId, texts: readonly EditText[], alongside?: () => void): void;
  /** As `type`, for something that is taken back; a damaged edit stays as it is. */
  instead(accountId: AccountId, texts: readonly EditInstead[], alongside: () => void): void;
  settle(accountId: AccountId, videoId: number, how: 'theirs' | 'retry'): void;
  /** `mine` = the fields of a conflict that are to be as they were typed; the others stay as the site has them. */
  resolve(accountId: AccountId, videoId: number, mine: readonly FieldName[]): void;
  /** Whether something of this account would go to its site if it could. */
  waits(accountId: AccountId): boolean;
  /** Looks for work: after a sign-in, when the network or a host is back. */
  kick(): void;
  /** The time that the account's site asked for is over by the user's word, also for each edit that it sent away. */
  hurry(accountId: AccountId): void;
  stop(): Promise<void>;
}

export function createEditQueue(options: EditorOptions): Editor {
  const { clock, logger, tries } = options;
  const held = createHeldEdits(options);
  const busy = createSingleFlight<AccountId, void>(() => look());
  let timer: (() => void) | null = null;
  const clockSetMs = watchClock(clock);
  let stopped = false;

  const apply = async (accountId: AccountId, edit: Edit): Promise<void> => {
    const leaves = (all: LeavingText, compared: LeavingText | null): boolean => {
      const before = held.get(accountId, edit.videoId);
      if (before?.revision !== edit.revision) return false;
      options.onLeaves?.(accountId, edit.videoId, all);
      if (compared) held.keep(accountId, edit.videoId, nextEdit(before, { kind: 'leaves', ...compared }));
      return true;
    };
    const report = tries.beginStep(options.hostOf(accountId));
    const result = await options.apply(accountId, edit, leaves).catch((error: unknown): EditTried => {
      logger.error('An edit could not be applied', { error: String(error) });
      return { kind: 'failed', cause: unexpected };
    });
    if (stopped) return;
    const cause = result.kind === 'failed' ? result.cause : null;
    const until = cause === unexpected ? tries.until : report(cause);
    if (cause?.kind === 'sign-in') options.signedOut(accountId);
    const now = held.get(accountId, edit.videoId);
    // Dropped, or settled by the user while the site was busy with it.
    if (!now || (now.state !== edit.state && now.revision === edit.revision)) return;
    held.keepEnd(accountId, edit.videoId, nextEdit(now, { kind: 'tried', result, until: until(now.failures, cause) }));
  };

  /** Infinity = it goes only by its user's word. */
  const dueAt = ({ state }: Edit): number => (state.kind === 'waiting' ? (state.until ?? 0) : Number.POSITIVE_INFINITY);

  const work = async (accountId: AccountId): Promise<void> => {
    while (!stopped && options.mayAskInMs(accountId) === 0) {
      const due = held.of(accountId).find((edit) => dueAt(edit) <= clock.now());
      if (!due) return;
      await apply(accountId, due);
    }
  };

  const answer = (accountId: AccountId, videoId: number, event: EditEvent): void => {
    const edit = held.get(accountId, videoId);
    if (!edit) return;
    held.keep(accountId, videoId, nextEdit(edit, event));
    look();
  };

  const look = (): void => {
    timer?.();
    timer = null;
    if (stopped) return;
    const setMs = clockSetMs();
    if (setMs < 0) held.happens({ kind: 'clock-set', byMs: setMs });
    let next = Number.POSITIVE_INFINITY;
    for (const accountId of held.accounts()) {
      if (busy.has(accountId)) continue;
      const due = Math.min(...held.of(accountId).map(dueAt));
      // Who has nothing to do is not asked: the question alone may have a site looked at.
      if (!Number.isFinite(due)) continue;
      const at = Math.max(due, clock.now() + options.mayAskInMs(accountId));
      if (at > clock.now()) {
        next = Math.min(next, at);
        continue;
      }
      void busy.run(accountId, () => work(accountId));
    }
    if (Number.isFinite(next)) timer = clock.after(Math.max(0, next - clock.now()), look);
  };

  look();
  return {
    get: held.get,
    type: (accountId, texts, alongside) => {
      const now = clock.now();
      held.keepAll(
        accountId,
        texts.map((text) => [text.videoId, typed(held.get(accountId, text.videoId), text, now)]),
        alongside,
      );
      look();
    },
    instead: (accountId, texts, alongside) => {
      held.keepAll(
        accountId,
        texts.map((text) => [text.videoId, instead(held.get(accountId, text.videoId), text)]),
        alongside,
      );
      look();
    },
    settle: (accountId, videoId, how) => answer(accountId, videoId, { kind: how }),
    resolve: (accountId, videoId, mine) => answer(accountId, videoId, { kind: 'resolved', mine }),
    waits: (accountId) => held.of(accountId).some((edit) => Number.isFinite(dueAt(edit))),
    kick: look,
    hurry: (accountId) => {
      held.happens({ kind: 'hurried' }, accountId);
      look();
    },
    stop: async () => {
      stopped = true;
      timer?.();
      await busy.ended();
    },
  };
}
