// What an account may do on its site, as the site says it now.
import type { Account } from '../../model.ts';
import type { Me } from '../../site/connect/prove-sign-in.ts';

/** Whether new clips of the account wait for their user's word: as was chosen, else where everybody would see them at once. Pure. */
export function holdsNew(account: Pick<Account, 'holdsNew' | 'publishesAtOnce' | 'publicUnasked'>): boolean {
  return account.holdsNew ?? (account.publishesAtOnce === true || account.publicUnasked);
}

/** Who may publish by now may have clips public at once that were not before: that is not known any more. Pure. */
export function withRights(account: Account, { canUpload, canPublish }: Pick<Me, 'canUpload' | 'canPublish'>): Account {
  const isMore = canPublish && !account.canPublish;
  const publishesAtOnce = isMore && account.publishesAtOnce === false ? null : account.publishesAtOnce;
  return { ...account, canUpload, canPublish, publishesAtOnce };
}
