// Beside the choice of an account: whether everybody sees a clip there as soon as it has arrived, or that nobody knows yet; and that clips wait.

import type { ReactNode } from 'react';
import { sentences, t } from '../../../preload/text/text.ts';
import { accountIn, visibilityOf } from '../../model/public-sites.ts';
import { useApp } from '../../state/use-store.ts';
import { Icon } from '../../ui/icon.tsx';

export function PublicNote({ accountId }: { readonly accountId: string | null }): ReactNode {
  const account = useApp(({ app }) => accountIn(app, accountId)?.account ?? null);
  if (account === null || (visibilityOf(account) === 'hidden' && !account.holdsNew)) return null;
  return (
    <p className="hint" role="status">
      <Icon name="info" />
      {sentences(
        visibilityOf(account) === 'hidden' ? null : t(`uploads.drop.${visibilityOf(account)}`),
        account.holdsNew ? t('uploads.drop.wait') : null,
      )}
    </p>
  );
}
