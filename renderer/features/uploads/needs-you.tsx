// What stands in a job's way, in words a creator can act on, with its one action.

import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import type { JobAct, JobDetails, JobStateView, NeedsYouReason } from '../../../preload/contract.ts';
import { type TextId, t } from '../../../preload/text/text.ts';
import { actOnRow } from '../../state/job-actions.ts';
import { needsYouAction } from '../../state/selectors.ts';
import { useAppStore } from '../../state/use-store.ts';
import { explain } from '../../text/jobs.ts';
import { HostText } from '../../ui/host-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ChangedOnSite } from '../metadata/changed-on-site.tsx';
import { AskWhich } from './ask-which.tsx';
import { NewerVersion } from './newer-version.tsx';

type Label = Extract<TextId, `jobs.action.${string}` | `uploads.need.${string}`>;

/** The second way out, where there is one beside the action that main names. */
const otherWays: Partial<Record<NeedsYouReason, { readonly act: JobAct; readonly label: Label }>> = {
  'extension-refused': { act: 'retry', label: 'jobs.action.retry' },
  'type-refused': { act: 'retry', label: 'jobs.action.retry' },
  'upload-failed': { act: 'remove', label: 'jobs.action.remove' },
  'arrived-not-found': { act: 'finish', label: 'uploads.need.there' },
  'older-stays': { act: 'finish', label: 'jobs.action.keep' },
  'video-gone': { act: 'retry', label: 'jobs.action.again' },
  'metadata-refused': { act: 'finish', label: 'uploads.need.leave' },
  'metadata-failing': { act: 'finish', label: 'uploads.need.leave' },
  'metadata-blocked': { act: 'finish', label: 'uploads.need.leave' },
  'metadata-ignored': { act: 'finish', label: 'uploads.need.leave' },
};

interface Props {
  readonly details: JobDetails;
  readonly state: Extract<JobStateView, { readonly kind: 'needs-you' }>;
}

export function NeedsYou({ details, state }: Props): ReactNode {
  const store = useAppStore();
  const words = explain(state.reason, state.detail, details);
  const action = needsYouAction(state.action);
  const other = otherWays[state.reason];
  return (
    <section className="pane-section needs-you" aria-label={t('uploads.need.title')}>
      <h3 className="needs-you-title">
        <Icon name="needs-you" />
        {words.title}
      </h3>
      <p>{words.what}</p>
      <p>{words.safe}</p>
      <p>
        <strong>{words.todo}</strong>
      </p>
      {state.action === 'version' && <NewerVersion details={details} />}
      {state.action === 'resolve' && <ChangedOnSite details={details} />}
      <div className="button-row">
        {state.action === 'choose' && <AskWhich details={details} />}
        {action.kind === 'act' && (
          <Button className="button button-primary" onPress={() => actOnRow(store, details.row, action.act)}>
            {action.label}
          </Button>
        )}
        {state.action === 'edit' && (
          <Button className="button button-primary" onPress={() => store.inspect('title')}>
            {t('uploads.need.edit')}
          </Button>
        )}
        {other !== undefined && other.act !== state.action && (
          <Button className="button" onPress={() => actOnRow(store, details.row, other.act)}>
            {t(other.label)}
          </Button>
        )}
      </div>
      {words.host !== null && <HostText text={words.host} />}
    </section>
  );
}
