// A long table is planned a little at a time, so that the window goes on answering its user meanwhile.
import { useEffect, useRef, useState } from 'react';
import type { DetailsPlan, PlanSteps } from '../model/details-plan.ts';
import { inTurns } from './in-turns.ts';

const nothing: DetailsPlan = { rows: [], ready: [], terms: [], unchanged: 0, isAsking: true };

export interface PlanInUse {
  readonly plan: DetailsPlan;
  /** Another one is being made: this one stays in sight until then. */
  readonly isOld: boolean;
  /** The plan of this very moment. Null = what it would be of has changed meanwhile, or nobody waits for it any more. */
  anew(): Promise<DetailsPlan | null>;
}

/** The plan that `begin` begins, made anew whenever it is another function. */
export function useDetailsPlan(begin: () => PlanSteps): PlanInUse {
  const [planned, setPlanned] = useState<{ readonly by: typeof begin | null; readonly plan: DetailsPlan }>({
    by: null,
    plan: nothing,
  });
  const wanted = useRef<typeof begin | null>(null);
  useEffect(() => {
    wanted.current = begin;
    const plan = async (): Promise<void> => {
      const made = await inTurns(begin(), () => wanted.current === begin);
      if (made !== null) setPlanned({ by: begin, plan: made });
    };
    void plan();
    return () => {
      wanted.current = null;
    };
  }, [begin]);
  return {
    plan: planned.plan,
    isOld: planned.by !== begin,
    anew: () => inTurns(begin(), () => wanted.current === begin),
  };
}
