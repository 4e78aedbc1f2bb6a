// What stands in a job's way, in words a creator can act on, with its one action; or the choice between videos.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, Label, Radio, RadioGroup } from 'react-aria-components';
import type { JobAct, JobDetails, JobStateView, NeedsYouReason } from '../../preload/contract.ts';
import { formatMoment } from '../format.ts';
import { actOnRow } from '../job-actions.ts';
import { needsYouAction } from '../selectors.ts';
import { useApp, useAppStore } from '../store.ts';
import { explain } from '../words.ts';
import { ChangedOnSite } from './changed-on-site.tsx';
import { HostText } from './host-text.tsx';
import { Icon } from './icon.tsx';

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
      {state.action === 'choose' && <Candidates details={details} />}
      {state.action === 'resolve' && <ChangedOnSite details={details} />}
      <div className="button-row">
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

const noneOfThese = 'none';

function Candidates({ details }: { readonly details: JobDetails }): ReactNode {
  const store = useAppStore();
  const [chosen, setChosen] = useState<string | null>(null);
  const now = Date.now();
  const group = useRef<HTMLDivElement>(null);
  const wanted = useApp((state) => state.focusWanted === 'choice');

  useEffect(() => {
    if (!wanted) return;
    store.focusTaken();
    group.current?.querySelector('input')?.focus();
  }, [wanted, store]);

  function settle(): void {
    if (chosen === null) return;
    const videoId = chosen === noneOfThese ? null : Number(chosen);
    void store.attempt(() => store.bridge.request('job.choose', { jobId: details.row.id, videoId }));
  }

  return (
    <>
      <RadioGroup ref={group} className="candidates" value={chosen} onChange={setChosen}>
        <Label className="field-label">Videos on the site</Label>
        {details.candidates.map((video) => (
          <Radio className="candidate" key={video.videoId} value={String(video.videoId)}>
            <span className="candidate-mark" />
            <span className="candidate-text">
              <span className="candidate-title">{video.title === '' ? `Video ${video.videoId}` : video.title}</span>
              <span className="candidate-facts">
                {video.createdAt === null ? 'Time unknown' : formatMoment(video.createdAt, now)}
                {' · '}
                {video.sizeMatches ? 'same size as your file' : 'size differs or is unknown'}
              </span>
            </span>
          </Radio>
        ))}
        <Radio className="candidate" value={noneOfThese}>
          <span className="candidate-mark" />
          <span className="candidate-text">
            <span className="candidate-title">None of these: send again</span>
          </span>
        </Radio>
      </RadioGroup>
      <div className="button-row">
        <Button className="button button-primary" isDisabled={chosen === null} onPress={settle}>
          {chosen === noneOfThese ? 'Send again' : 'This is my clip'}
        </Button>
      </div>
    </>
  );
}
