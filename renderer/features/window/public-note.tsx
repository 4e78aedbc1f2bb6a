// Beside the choice of an account: everybody sees a clip there as soon as it has arrived.

import type { ReactNode } from 'react';
import { t } from '../../../preload/text/text.ts';
import { siteToAskAbout } from '../../model/public-sites.ts';
import { useApp } from '../../state/use-store.ts';
import { Icon } from '../../ui/icon.tsx';

export function PublicNote({ accountId }: { readonly accountId: string | null }): ReactNode {
  const isPublic = useApp(({ app }) => accountId !== null && siteToAskAbout(app, null, accountId) !== null);
  if (!isPublic) return null;
  return (
    <p className="hint" role="status">
      <Icon name="info" />
      {t('uploads.drop.public')}
    </p>
  );
}
