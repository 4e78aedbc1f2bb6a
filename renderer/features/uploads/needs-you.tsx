// What stands in a job's way, in words a creator can act on, with its one action.
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import type { JobAct, JobDetails, JobStateView, NeedsYouReason } from '../../../preload/contract.ts';
import { actOnRow } from '../../state/job-actions.ts';
import { needsYouAction } from '../../state/selectors.ts';
import { useAppStore } from '../../state/use-store.ts';
import { explain } from '../../text/jobs.ts';
import { HostText } from '../../ui/host-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ChangedOnSite } from '../metadata/changed-on-site.tsx';
import { AskWhich } from './ask-which.tsx';

/** The second way out, where there is one beside the action that main names. */
const otherWays: Partial<Record<NeedsYouReason, { readonly act: JobAct; readonly label: string }>> = {
  'extension-refused': { act: 'retry', label: 'Try again' },
  'type-refused': { act: 'retry', label: 'Try again' },
  'arrived-not-found': { act: 'finish', label: 'It is there: finish' },
  'video-gone': { act: 'retry', label: 'Send again' },
  'metadata-refused': { act: 'finish', label: 'Leave it as it is' },
  'metadata-ignored': { act: 'finish', label: 'Leave it as it is' },
};

interface Props {
  readonly details: JobDetails;
  readonly state: Extract<JobStateView, { readonly kind: 'needs-you' }>;
}

export function NeedsYou({ details, state }: Props): ReactNode {
  const store = useAppStore();
  const words = explain(state.reason, state.detail);
  const action = needsYouAction(state.action);
  const other = otherWays[state.reason];
  return (
    <section className="pane-section needs-you" aria-label="Needs you">
      <h3 className="needs-you-title">
        <Icon name="needs-you" />
        {words.title}
      </h3>
      <p>{words.what}</p>
      <p>{words.safe}</p>
      <p>
        <strong>{words.todo}</strong>
      </p>
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
            Edit the details
          </Button>
        )}
        {other !== undefined && other.act !== state.action && (
          <Button className="button" onPress={() => actOnRow(store, details.row, other.act)}>
            {other.label}
          </Button>
        )}
      </div>
      {words.host !== null && <HostText text={words.host} />}
    </section>
  );
}
