// What takes long to work out is worked out a little at a time, so that the window goes on answering its user meanwhile.
import { useEffect, useRef, useState } from 'react';
import { inTurns } from './in-turns.ts';

export interface MadeInTurns<T> {
  readonly made: T;
  /** Another one is being made: this one stays in sight until then. */
  readonly isOld: boolean;
  /** That of this very moment. Null = what it would be of has changed meanwhile, or nobody waits for it any more. */
  anew(): Promise<T | null>;
}

/** What the steps that `begin` begins come to, made anew whenever it is another function; `nothing` until then. */
export function useInTurns<T>(begin: () => Generator<void, T, void>, nothing: T): MadeInTurns<T> {
  const [last, setLast] = useState<{ readonly by: typeof begin | null; readonly made: T }>({ by: null, made: nothing });
  const wanted = useRef<typeof begin | null>(null);
  useEffect(() => {
    wanted.current = begin;
    const make = async (): Promise<void> => {
      const made = await inTurns(begin(), () => wanted.current === begin);
      if (made !== null) setLast({ by: begin, made });
    };
    void make();
    return () => {
      wanted.current = null;
    };
  }, [begin]);
  return {
    made: last.made,
    isOld: last.by !== begin,
    anew: () => inTurns(begin(), () => wanted.current === begin),
  };
}
