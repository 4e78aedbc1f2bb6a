// What main answers to a question that a part of the window asks once, when it is shown.
import { useEffect, useState } from 'react';
import type { RequestOutput } from '../../preload/contract.ts';
import { useAppStore } from './use-store.ts';

/** Null until there is an answer; what fails is told as everything that fails is. */
export function useAnswer<N extends 'help.about' | 'help.licences'>(name: N): RequestOutput<N> | null {
  const store = useAppStore();
  const [answer, setAnswer] = useState<RequestOutput<N> | null>(null);
  useEffect(() => {
    let shown = true;
    void store
      .attempt(() => store.bridge.request<'help.about' | 'help.licences'>(name))
      .then((found) => {
        if (shown) setAnswer(found as RequestOutput<N> | null);
      });
    return () => {
      shown = false;
    };
  }, [store, name]);
  return answer;
}
