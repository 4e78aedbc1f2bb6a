// Above the uploads, once for each version: there is an update, and what can be done about it. Its answer takes it away for good.
import type { ReactNode } from 'react';
import { t } from '../../../preload/text/text.ts';
import { useApp } from '../../state/use-store.ts';
import { stageWords, untold, wayWords } from '../../text/updates.ts';
import { Icon } from '../../ui/icon.tsx';
import { UpdateButton, UpdateNext } from './update-acts.tsx';

export function UpdateLine(): ReactNode {
  const view = useApp((state) => state.app?.updates ?? null);
  const isTold = view !== null && untold(view) !== null;
  return (
    <div role="status" aria-label={t('updates.title')}>
      {isTold && (
        <div className="hold update-line">
          <Icon name="info" />
          <div className="hold-text">
            <p className="hold-title">{stageWords(view)}</p>
            <p className="hold-more">{wayWords(view)}</p>
          </div>
          <div className="hold-actions">
            <UpdateNext view={view} />
            <UpdateButton act="later">{t('updates.later')}</UpdateButton>
          </div>
        </div>
      )}
    </div>
  );
}
