// Details of many clips from a table and into one: asked for, read, and applied as one act.
import type { Bridge, JobTarget, Outcome, TableFile, TableRow, Term, TermFailure } from '../../preload/contract.ts';
import { message } from '../../preload/text/text.ts';
import type { PlannedRow } from '../model/details-plan.ts';
import type { Acts } from './acts.ts';
import { describeEach } from './describe-each.ts';
import type { Drafts } from './drafts.ts';
import type { Notices } from './notices.ts';
import type { Session, SessionState } from './session.ts';
import type { SliceStore } from './slice.ts';
import type { TitlesState, WholeTable } from './titles.ts';

export interface DetailsTable {
  /** Asks for a file and shows what it would change. */
  importDetails(): Promise<void>;
  /** Asks for a place and saves the details of the clips there. */
  exportDetails(target: JobTarget): Promise<void>;
  /** False = it failed, which was told. */
  applyDetails(rows: readonly PlannedRow[]): Promise<boolean>;
  /** Adds a term to its site; "Parent > Child" below its parents, which are added where they are missing. Null = it failed otherwise, which was told. */
  addTerm(
    accountId: string,
    taxonomy: string,
    name: string,
    isTree: boolean,
  ): Promise<Outcome<Term, TermFailure> | null>;
}

export interface DetailsTableParts {
  readonly bridge: Pick<Bridge, 'request'>;
  readonly drafts: Pick<Drafts, 'flush' | 'changedElsewhere'>;
  readonly notices: Pick<Notices, 'attempt' | 'tell'>;
  readonly acts: Pick<Acts, 'beforeAct' | 'tellDone'>;
  readonly show: Session['show'];
}

export function createDetailsTable(
  { getState: get, setState: set }: SliceStore<TitlesState & Pick<SessionState, 'app'>>,
  { acts, bridge, drafts, notices, show }: DetailsTableParts,
): DetailsTable {
  /** In parts, as main gives them. */
  async function rowsOf({ id, rows: count, ...table }: TableFile): Promise<WholeTable> {
    const rows: TableRow[] = [];
    while (rows.length < count) rows.push(...(await bridge.request('details.rows', { table: id, from: rows.length })));
    return { ...table, rows };
  }

  return {
    async importDetails() {
      if ((get().app?.sites.length ?? 0) === 0) {
        notices.tell(message('jobs.connect-first'), 'bad');
        return;
      }
      drafts.flush();
      const outcome = await notices.attempt(() => bridge.request('details.read'));
      if (outcome === null) return;
      if (!outcome.ok) {
        notices.tell(message(`details.problem.${outcome.failure}`), 'bad');
        return;
      }
      const table = await notices.attempt(() => rowsOf(outcome.value));
      // Something else may have been asked meanwhile.
      if (table === null || get().manyTitles !== null) return;
      show('uploads');
      set({ manyTitles: { way: 'import', list: 'uploads', table } });
    },
    async exportDetails(target) {
      drafts.flush();
      const outcome = await notices.attempt(() => bridge.request('details.save', { target }));
      if (outcome === null) return;
      if (outcome.ok) notices.tell(message('details.saved', outcome.value), 'plain');
      else notices.tell(message(`details.save-problem.${outcome.failure}`), 'bad');
    },
    async applyDetails(rows) {
      const all = rows.flatMap(({ change, clip }) => (clip === null ? [] : { jobId: clip.jobId, change }));
      const before = acts.beforeAct();
      const clips = await notices.attempt(() => describeEach(bridge, all));
      if (clips === null) return false;
      drafts.changedElsewhere();
      await acts.tellDone(message('details.applied', { clips }), 'text', before);
      return true;
    },
    async addTerm(accountId, taxonomy, name, isTree) {
      const steps = isTree ? name.split(' > ') : [name];
      let made: Outcome<Term, TermFailure> | null = null;
      for (const step of steps) {
        const parent: number = made?.ok ? made.value.id : 0;
        made = await notices.attempt(() => bridge.request('terms.create', { accountId, taxonomy, name: step, parent }));
        if (made?.ok !== true) return made;
      }
      return made;
    },
  };
}
