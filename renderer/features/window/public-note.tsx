// Beside the choice of an account: whether everybody sees a clip there as soon as it has arrived, or that nobody knows yet.

import type { ReactNode } from 'react';
import { t } from '../../../preload/text/text.ts';
import { accountIn, visibilityOf } from '../../model/public-sites.ts';
import { useApp } from '../../state/use-store.ts';
import { Icon } from '../../ui/icon.tsx';

export function PublicNote({ accountId }: { readonly accountId: string | null }): ReactNode {
  const account = useApp(({ app }) => accountIn(app, accountId)?.account ?? null);
  if (account === null || visibilityOf(account) === 'hidden') return null;
  return (
    <p className="hint" role="status">
      <Icon name="info" />
      {t(`uploads.drop.${visibilityOf(account)}`)}
    </p>
  );
}
