// What a site that blocks uploads as a whole means for a waiting job, in words a creator can act on, with its one action.

import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import type { JobRow } from '../../../preload/contract.ts';
import { sentences, t } from '../../../preload/text/text.ts';
import { type Blocking, blockedWhat } from '../../model/blocked.ts';
import { actOnRow } from '../../state/job-actions.ts';
import { useAppStore } from '../../state/use-store.ts';
import { stateWords } from '../../text/jobs.ts';
import { HostText } from '../../ui/host-text.tsx';
import { Icon } from '../../ui/icon.tsx';

export function SiteBlocked({ row, why }: { readonly row: JobRow; readonly why: Blocking }): ReactNode {
  const store = useAppStore();
  const { label, detail } = stateWords(row.state, row.bytes, Date.now());
  const what = blockedWhat(why);
  return (
    <section className="pane-section needs-you" aria-label={label}>
      <h3 className="needs-you-title">
        <Icon name="needs-you" />
        {label}
      </h3>
      <p>{t('jobs.blocked.what', { what })}</p>
      <p>
        {sentences(
          t('jobs.blocked.safe', { what }),
          detail === null ? null : t('jobs.detail.alone', { when: detail, what }),
        )}
      </p>
      <p>
        <strong>{t('jobs.blocked.todo')}</strong>
      </p>
      <div className="button-row">
        <Button className="button button-primary" onPress={() => actOnRow(store, row, 'retry')}>
          {t('uploads.try-now')}
        </Button>
      </div>
      <HostText text={t('jobs.blocked.host', { what })} />
    </section>
  );
}
