// Something that the person waits for and may end: one request at a time, ended also when its place in the window goes.
import { useEffect, useRef, useState } from 'react';
import type { ConnectFailure, Outcome, WaitId } from '../preload/contract.ts';
import { messageOf, useAppStore } from './store.ts';

export interface Wait {
  readonly isBusy: boolean;
  /** Resolves to what came of it, or to null when it was ended. Never rejects. */
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
    // That it could not be ended shows in the answer, which nobody waits for.
    if (wait !== null) bridge.request('wait.cancel', wait).catch(() => undefined);
  });
  useEffect(() => end.current, []);

  return {
    isBusy,
    run: async (ask) => {
      const wait = crypto.randomUUID();
      current.current = wait;
      setBusy(true);
      const isWanted = (): boolean => current.current === wait;
      try {
        const outcome = await ask(wait);
        return isWanted() ? outcome : null;
      } catch (error) {
        return isWanted() ? { ok: false, failure: { problem: 'unexpected', said: messageOf(error) } } : null;
      } finally {
        if (isWanted()) {
          current.current = null;
          setBusy(false);
        }
      }
    },
    cancel: () => {
      end.current();
      setBusy(false);
    },
  };
}
