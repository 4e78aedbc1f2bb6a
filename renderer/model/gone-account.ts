// Clips that wait for an account that is not connected any more: its site was removed, or it was signed out.
import type { JobStateView } from '../../preload/contract.ts';

/** Nothing but the account keeps it from going on, or from being looked for on its site. */
export function waitsForAccount(state: JobStateView): boolean {
  return state.kind === 'unclear' || ('why' in state && state.why === 'sign-in');
}
