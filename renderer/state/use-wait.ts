// Something that the person waits for and may end: one request at a time, ended also when its place in the window goes.
import { useEffect, useRef, useState } from 'react';
import type { ConnectFailure, Outcome, WaitId } from '../../preload/contract.ts';
import { messageOf } from '../text/failure.ts';
import { useAppStore } from './use-store.ts';

export interface Wait {
  readonly isBusy: boolean;
  /**
   * Resolves to what came of it; null = it was ended, and nothing came of it. What could not be ended any more, such as a sign-in
   * that the site had just confirmed, is true and comes back all the same. Never rejects.
   */
  readonly run: <T>(
    ask: (wait: WaitId) => Promise<Outcome<T, ConnectFailure>>,
  ) => Promise<Outcome<T, ConnectFailure> | null>;
  readonly cancel: () => void;
}

export function useWait(): Wait {
  const { bridge } = useAppStore();
  const current = useRef<WaitId | null>(null);
  const [isBusy, setBusy] = useState(false);
  const end = useRef(() => {
    const wait = current.current;
    current.current = null;
    // That it could not be ended shows in its own answer.
    if (wait !== null) bridge.request('wait.cancel', wait).catch(() => undefined);
  });
  useEffect(() => end.current, []);

  return {
    isBusy,
    run: async (ask) => {
      const wait = crypto.randomUUID();
      current.current = wait;
      setBusy(true);
      const outcome = await ask(wait).catch(
        (error: unknown) => ({ ok: false, failure: { problem: 'unexpected', said: messageOf(error) } }) as const,
      );
      const isWanted = current.current === wait;
      if (isWanted) {
        current.current = null;
        setBusy(false);
      }
      return isWanted || outcome.ok ? outcome : null;
    },
    cancel: () => {
      end.current();
      setBusy(false);
    },
  };
}
