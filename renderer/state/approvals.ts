// The browser approval that the window waits for: at most one, kept here so that looking at another place does not end it.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AccountView, ApprovalTarget, Bridge, ConnectFailure, Events } from '../../preload/contract.ts';

export interface ApprovalState {
  /** Whom it is for (`approvalKey`), and its id once the browser was opened. */
  readonly waiting: { readonly key: string; readonly id: string | null } | null;
  readonly failed: { readonly key: string; readonly failure: ConnectFailure } | null;
}

export interface Approvals extends StoreApi<ApprovalState> {
  begin(target: ApprovalTarget): Promise<void>;
  cancel(): Promise<void>;
  stop(): void;
}

export function approvalKey(target: ApprovalTarget): string {
  return 'offer' in target ? `offer ${target.offer}` : `account ${target.accountId}`;
}

export function createApprovals(bridge: Bridge, onSignedIn: (account: AccountView) => void): Approvals {
  const store = createStore<ApprovalState>(() => ({ waiting: null, failed: null }));
  const { getState: get, setState: set } = store;

  function take({ approval, outcome }: Events['account.approval']): void {
    const { waiting } = get();
    const ours = waiting?.id === approval;
    if (ours) set({ waiting: null });
    if (outcome.ok) onSignedIn(outcome.value);
    else if (ours) set({ failed: { key: waiting.key, failure: outcome.failure } });
  }

  async function giveUp(waiting: ApprovalState['waiting']): Promise<void> {
    if (waiting !== null && waiting.id !== null) await bridge.request('account.cancelApproval', waiting.id);
  }

  async function cancel(): Promise<void> {
    const { waiting } = get();
    set({ waiting: null, failed: null });
    await giveUp(waiting);
  }

  const off = bridge.on('account.approval', take);
  return {
    ...store,
    cancel,
    async begin(target) {
      const before = get().waiting;
      const key = approvalKey(target);
      const opening = { key, id: null };
      set({ waiting: opening, failed: null });
      try {
        await giveUp(before);
        const begun = await bridge.request('account.approve', target);
        const wanted = get().waiting === opening;
        if (!begun.ok) {
          if (wanted) set({ waiting: null, failed: { key, failure: begun.failure } });
        } else if (wanted) set({ waiting: { key, id: begun.value.approval } });
        else await bridge.request('account.cancelApproval', begun.value.approval);
      } catch (error) {
        if (get().waiting === opening) set({ waiting: null });
        throw error;
      }
    },
    stop: off,
  };
}
