// Takes the secrets of accounts out of the keyring when the app starts, and later what was shut then: a keyring that is locked, or
// behind which a question waits for somebody, says nothing of the secrets in it (F-54, F-55).
import type { AccountId } from '../../model.ts';
import type { Clock, Logger, Secrets } from '../../ports.ts';
import type { Keys } from './credentials.ts';
import type { Directory } from './directory.ts';

/** The start waits so long for the keyring, in ms: the question for its password may be put to somebody who is not there. */
const keyringMs = 3_000;

export interface KeyringOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly secrets: Secrets;
  readonly directory: Directory;
  readonly keys: Pick<Keys, 'load'>;
}

export interface KeyringStart {
  /** Ends when each secret is in use or shut, at the latest after a few seconds: then others follow when they can be opened. */
  start(): Promise<void>;
  /** Tries again what is shut. Whose it is, is signed out for as long as that lasts; nothing of it is written down. */
  again(): void;
}

export function createKeyringStart({ clock, logger, secrets, directory, keys }: KeyringOptions): KeyringStart {
  const shut = new Set<AccountId>();
  let started = false;

  const open = async (id: AccountId): Promise<void> => {
    shut.add(id);
    if (!(await keys.load(id))) return;
    shut.delete(id);
    if (started) directory.reload();
  };
  const openAll = async (ids: readonly AccountId[]): Promise<void> => {
    try {
      await Promise.all(ids.map(open));
    } catch (error) {
      logger.error('Secrets stayed shut', { error: String(error) });
    }
  };
  const again = (): void => void openAll([...shut]);

  return {
    again,
    start: async () => {
      secrets.onOpened?.(again);
      let cancelTimer = (): void => {};
      const patience = new Promise<void>((resolve) => {
        cancelTimer = clock.after(keyringMs, resolve);
      });
      const ids = directory.accounts().flatMap(({ id, signedIn }) => (signedIn ? [id] : []));
      await Promise.race([openAll(ids), patience]);
      cancelTimer();
      started = true;
    },
  };
}
