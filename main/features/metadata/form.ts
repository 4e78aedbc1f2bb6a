// What a site's form for videos is, and the terms that can be chosen in it: asked of the site, kept, and shown without it.
import type { FormShape, TermFailure } from '../../../preload/contract.ts';
import { SiteRefusal } from '../../answers.ts';
import type { AccountId } from '../../model.ts';
import { type Clock, HttpError } from '../../ports.ts';
import { createSingleFlight } from '../../single-flight.ts';
import type { AuthorizedClient, SiteCalls } from '../../site/client/client.ts';
import { coreForm, learnForm } from '../../site/content/form.ts';
import { createTerm, namedTerms, searchTerms } from '../../site/content/terms.ts';
import type { FormStore } from '../../site/store/form-store.ts';
import { type Handlers, NotFound } from '../../uploader-api.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { requireAccount, requireClient } from '../accounts/require.ts';

export interface FormOptions {
  readonly clock: Clock;
  readonly accounts: Accounts;
  readonly calls: SiteCalls;
  readonly forms: FormStore;
}

/** Throws what is no failure of a site. */
export function termFailure(error: unknown): TermFailure {
  if (error instanceof HttpError) return { problem: 'offline', said: null };
  if (error instanceof NotFound) return { problem: 'sign-in', said: null };
  if (!(error instanceof SiteRefusal)) throw error;
  const { status, message, code } = error.said;
  return { problem: status === 401 || status === 403 ? 'not-allowed' : 'refused', said: message ?? code };
}

export function formHandlers({
  clock,
  accounts,
  calls,
  forms,
}: FormOptions): Pick<Handlers, 'site.form' | 'terms.search' | 'terms.named' | 'terms.create'> {
  /** Questions to sites that are under way: nobody asks twice at the same time. */
  const learning = createSingleFlight<AccountId, FormShape>();

  const speakerOf = (accountId: AccountId): AuthorizedClient => {
    requireAccount(accounts, accountId);
    return requireClient(accounts, accountId);
  };
  const kept = (accountId: string): FormShape =>
    forms.form(accountId) ?? coreForm(accounts.account(accountId)?.canPublish ?? false);
  const learn = async (accountId: string): Promise<FormShape> => {
    try {
      const shape = await learnForm(calls, speakerOf(accountId), clock.now());
      forms.saveForm(accountId, shape);
      return shape;
    } catch (error) {
      if (error instanceof SiteRefusal || error instanceof HttpError || error instanceof NotFound)
        return kept(accountId);
      throw error;
    }
  };
  const siteIdOf = (accountId: string): string => accounts.siteOf(accountId)?.id ?? '';

  return {
    'site.form': async ({ accountId, fresh }) => {
      requireAccount(accounts, accountId);
      // What was learned before is there at once, also from an earlier run and without the site.
      const before = fresh ? null : forms.form(accountId);
      if (before) return before;
      return learning.run(accountId, () => learn(accountId));
    },
    'terms.search': async ({ accountId, taxonomy, search, page }) => {
      try {
        const found = await searchTerms(calls, speakerOf(accountId), taxonomy, search.trim(), page);
        forms.saveTerms(siteIdOf(accountId), taxonomy, found.terms);
        return { ok: true, value: found };
      } catch (error) {
        return { ok: false, failure: termFailure(error) };
      }
    },
    'terms.named': async ({ accountId, taxonomy, ids }) => {
      const known = forms.terms(siteIdOf(accountId), taxonomy, ids);
      const missing = ids.filter((id) => !known.some((term) => term.id === id));
      if (missing.length === 0) return known;
      try {
        const found = await namedTerms(calls, speakerOf(accountId), taxonomy, missing);
        forms.saveTerms(siteIdOf(accountId), taxonomy, found);
        return [...known, ...found];
      } catch (error) {
        termFailure(error);
        return known;
      }
    },
    'terms.create': async ({ accountId, taxonomy, name, parent }) => {
      try {
        const term = await createTerm(calls, speakerOf(accountId), taxonomy, name.trim(), parent);
        forms.saveTerms(siteIdOf(accountId), taxonomy, [term]);
        return { ok: true, value: term };
      } catch (error) {
        return { ok: false, failure: termFailure(error) };
      }
    },
  };
}
