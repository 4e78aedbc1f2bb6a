// What an account may do on its site, as the site says it now.
import type { Account } from '../../model.ts';
import type { Me } from '../../site/connect/prove-sign-in.ts';

/** Who may publish by now may have clips public at once that were not before: that is not known any more. Pure. */
export function withRights(account: Account, { canUpload, canPublish }: Pick<Me, 'canUpload' | 'canPublish'>): Account {
  const isMore = canPublish && !account.canPublish;
  const publishesAtOnce = isMore && account.publishesAtOnce === false ? null : account.publishesAtOnce;
  return { ...account, canUpload, canPublish, publishesAtOnce };
}
