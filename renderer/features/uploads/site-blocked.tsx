// What a site that blocks uploads as a whole means for a waiting job, in words a creator can act on, with its one action.
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import type { JobRow } from '../../../preload/contract.ts';
import { actOnRow } from '../../state/job-actions.ts';
import { useAppStore } from '../../state/use-store.ts';
import { blockedWords, stateWords } from '../../text/jobs.ts';
import { HostText } from '../../ui/host-text.tsx';
import { Icon } from '../../ui/icon.tsx';

export function SiteBlocked({ row }: { readonly row: JobRow }): ReactNode {
  const store = useAppStore();
  const { detail } = stateWords(row.state, row.bytes, Date.now());
  return (
    <section className="pane-section needs-you" aria-label={blockedWords.title}>
      <h3 className="needs-you-title">
        <Icon name="needs-you" />
        {blockedWords.title}
      </h3>
      <p>{blockedWords.what}</p>
      <p>
        {blockedWords.safe}
        {detail !== null && ` ${detail} with a single clip.`}
      </p>
      <p>
        <strong>{blockedWords.todo}</strong>
      </p>
      <div className="button-row">
        <Button className="button button-primary" onPress={() => actOnRow(store, row, 'retry')}>
          Try now
        </Button>
      </div>
      {blockedWords.host !== null && <HostText text={blockedWords.host} />}
    </section>
  );
}
