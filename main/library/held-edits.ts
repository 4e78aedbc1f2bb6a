// The edits that are not on their sites yet: in memory, and on disk before anybody learns of them.
import type { AccountId, Edit } from '../model.ts';
import { type Clock, type Logger, StoreError } from '../ports.ts';
import { latestDue } from '../retry.ts';
import { type EditEvent, nextEdit } from './edit-state.ts';
import type { LibraryStore } from './store.ts';

export interface HeldEditsOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly store: LibraryStore;
  readonly onChange: (accountId: AccountId, videoIds: readonly number[]) => void;
}

export interface HeldEdits {
  get(accountId: AccountId, videoId: number): Edit | null;
  of(accountId: AccountId): readonly Edit[];
  accounts(): readonly AccountId[];
  /** On disk when it returns; null = it is over. Throws StoreError, and then nothing has changed. */
  keep(accountId: AccountId, videoId: number, edit: Edit | null): void;
  /** Several of an account, all or none of them, with what `alongside` writes; null = it is over. */
  keepAll(accountId: AccountId, edits: readonly (readonly [number, Edit | null])[], alongside?: () => void): void;
  /** What became of it without its user. It counts also on a disk without room (F-43): what is on disk finds itself there after a restart. */
  keepEnd(accountId: AccountId, videoId: number, edit: Edit | null): void;
  /** What happens to all of them, or to those of one account; who is left as before costs nothing. As `keepEnd`. */
  happens(event: EditEvent, accountId?: AccountId): void;
}

export function createHeldEdits({ clock, logger, store, onChange }: HeldEditsOptions): HeldEdits {
  const edits = new Map<AccountId, Map<number, Edit>>();

  const ofAccount = (accountId: AccountId): Map<number, Edit> => {
    const held = edits.get(accountId) ?? new Map<number, Edit>();
    edits.set(accountId, held);
    return held;
  };
  // What a host asked for is kept apart from the clock (hosts/circuit.ts), and asked for before each try.
  const capped: EditEvent = { kind: 'due-capped', latest: latestDue(clock.now(), 0) };
  for (const { accountId, edit } of store.edits()) {
    ofAccount(accountId).set(edit.videoId, nextEdit(edit, capped) ?? edit);
  }

  const take = (accountId: AccountId, videoId: number, edit: Edit | null): void => {
    if (edit === null) ofAccount(accountId).delete(videoId);
    else ofAccount(accountId).set(videoId, edit);
    onChange(accountId, [videoId]);
  };
  const keep: HeldEdits['keep'] = (accountId, videoId, edit) => {
    store.save(accountId, videoId, edit);
    take(accountId, videoId, edit);
  };
  const keepEnd: HeldEdits['keepEnd'] = (accountId, videoId, edit) => {
    try {
      keep(accountId, videoId, edit);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      logger.error('What became of an edit could not be written down', { problem: error.problem });
      take(accountId, videoId, edit);
    }
  };
  const of: HeldEdits['of'] = (accountId) => [...(edits.get(accountId)?.values() ?? [])];

  return {
    get: (accountId, videoId) => edits.get(accountId)?.get(videoId) ?? null,
    of,
    accounts: () => [...edits.keys()],
    keep,
    keepAll: (accountId, several, alongside) => {
      store.saveAll(accountId, several, alongside);
      const held = ofAccount(accountId);
      for (const [videoId, edit] of several) {
        if (edit === null) held.delete(videoId);
        else held.set(videoId, edit);
      }
      onChange(
        accountId,
        several.map(([videoId]) => videoId),
      );
    },
    keepEnd,
    happens: (event, accountId) => {
      for (const one of accountId === undefined ? edits.keys() : [accountId]) {
        for (const edit of of(one)) {
          const after = nextEdit(edit, event);
          if (after !== edit) keepEnd(one, edit.videoId, after);
        }
      }
    },
  };
}
