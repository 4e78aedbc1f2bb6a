// The metadata forms of the accounts' sites: what main kept is shown at once, and the site is asked again now and then.
import type { Bridge, FormShape } from '../../preload/contract.ts';
import type { SliceStore } from './slice.ts';

export interface FormsState {
  /** Metadata forms by account, as far as they are known. */
  readonly forms: Readonly<Record<string, FormShape>>;
}

export const noForms: FormsState = { forms: {} };

export interface Forms {
  /** Makes sure that the account's form is there soon. */
  want(accountId: string): void;
}

/** New categories and rights are seen after this long. */
const freshMs = 5 * 60_000;
/** A form that was learned so shortly before is the site's answer of just now. */
const justNowMs = 30_000;

export function createForms(
  { getState: get, setState: set }: SliceStore<FormsState>,
  bridge: Pick<Bridge, 'request'>,
): Forms {
  const asked = new Map<string, number>();

  function take(accountId: string, form: FormShape): void {
    set({ forms: { ...get().forms, [accountId]: form } });
  }

  async function load(accountId: string): Promise<void> {
    try {
      const kept = await bridge.request('site.form', { accountId, fresh: false });
      take(accountId, kept);
      if (Date.now() - (kept.learnedAt ?? 0) < justNowMs) return;
      take(accountId, await bridge.request('site.form', { accountId, fresh: true }));
    } catch {
      // The account is gone, or main is: asked again the next time the form is wanted.
      asked.delete(accountId);
    }
  }

  return {
    want(accountId) {
      if (Date.now() - (asked.get(accountId) ?? 0) < freshMs) return;
      asked.set(accountId, Date.now());
      void load(accountId);
    },
  };
}
