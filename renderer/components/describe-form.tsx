// The form for a clip's title, description and status: saved on each change, and never overwritten while one types.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Input, Label, TextArea, TextField } from 'react-aria-components';
import type { Draft, JobDetails } from '../../preload/contract.ts';
import { useApp, useAppStore } from '../store.ts';
import { statusWord } from '../words.ts';
import { Choice } from './choice.tsx';
import { Icon, type IconName } from './icon.tsx';

const asSiteDecides = '';

/** Mounted once per job (by key), so that text typed for one job can never be saved to another. */
export function DescribeForm({ details }: { readonly details: JobDetails }): ReactNode {
  const store = useAppStore();
  const jobId = details.row.id;
  const titleWanted = useApp((state) => state.focusWanted === 'title');
  const publishesAtOnce = useApp(
    (state) =>
      state.app?.sites.find((site) => site.accounts.some((a) => a.id === details.row.accountId))?.publishesAtOnce,
  );
  const titleInput = useRef<HTMLInputElement>(null);
  // What was typed here stays what is shown here: nothing that comes from main may overwrite it.
  const [typed, setTyped] = useState<Partial<Draft>>(() => store.drafts.unsaved(jobId) ?? {});

  useEffect(() => () => store.drafts.flush(), [store]);

  useEffect(() => {
    if (!titleWanted) return;
    store.focusTaken();
    titleInput.current?.focus();
    titleInput.current?.select();
  }, [titleWanted, store]);

  function change(draft: Partial<Draft>): void {
    setTyped((now) => ({ ...now, ...draft }));
    store.drafts.type(jobId, draft);
  }

  const shown: Draft = { ...details.draft, ...typed };
  const siteTitle = details.video?.title ?? details.row.name.replace(/\.[^.]+$/, '');
  const statuses = withCurrent(details.statuses, shown.status);

  return (
    <section className="pane-section" aria-label="About the video">
      <TextField
        className="field"
        value={shown.title ?? ''}
        onChange={(title) => change({ title: title === '' ? null : title })}
        onBlur={() => store.drafts.flush()}
      >
        <Label className="field-label">Title</Label>
        <Input className="input" ref={titleInput} placeholder={siteTitle} maxLength={2_000} />
      </TextField>
      <TextField
        className="field"
        value={shown.description ?? ''}
        onChange={(description) => change({ description })}
        onBlur={() => store.drafts.flush()}
      >
        <Label className="field-label">Description</Label>
        <TextArea className="input input-area" rows={4} />
      </TextField>
      <Choice
        look="field"
        label="Status on the site"
        options={[
          { id: asSiteDecides, label: 'As the site decides' },
          ...statuses.map((status) => ({ id: status, label: statusWord(status) })),
        ]}
        value={shown.status ?? asSiteDecides}
        onChange={(status) => {
          change({ status: status === asSiteDecides ? null : status });
          store.drafts.flush();
        }}
      />
      {publishesAtOnce === true && details.video === null && (
        <p className="hint">
          <Icon name="info" />
          This site makes videos public as soon as they arrive. Another status takes effect a moment later.
        </p>
      )}
      <SaveState details={details} typed={typed} />
    </section>
  );
}

/** Statuses to choose from, and the one that is set even if the site no longer offers it. */
function withCurrent(statuses: readonly string[], current: string | null): readonly string[] {
  return current === null || statuses.includes(current) ? statuses : [...statuses, current];
}

interface SaveProps {
  readonly details: JobDetails;
  readonly typed: Partial<Draft>;
}

function SaveState({ details, typed }: SaveProps): ReactNode {
  const store = useAppStore();
  useApp((state) => state.draftSeq);
  const problem = useApp((state) => state.draftProblem);
  const unsaved = store.drafts.unsaved(details.row.id) !== null;
  const { draft, draftPending, video } = details;
  const anything = [draft.title, draft.description, draft.status].some((value) => value !== null);
  let icon: IconName = 'check';
  let text: string;
  if (problem !== null && unsaved) {
    icon = 'needs-you';
    text = `Not saved yet: ${problem} Trying again.`;
  } else if (unsaved) {
    icon = 'describing';
    text = 'Saving…';
  } else if (draftPending || !caughtUp(draft, typed)) {
    text =
      video === null
        ? 'Saved on this computer. Goes to the site with the video.'
        : 'Saved on this computer. On its way to the site.';
  } else if (anything) {
    text = video === null ? 'Saved on this computer.' : 'On the site.';
  } else {
    icon = 'info';
    text = 'What you leave empty, the site decides.';
  }
  return (
    <p className="save-state">
      <Icon name={icon} />
      {text}
    </p>
  );
}

/** False while the details from main are older than what it has saved already. */
function caughtUp(draft: Draft, typed: Partial<Draft>): boolean {
  const latest = { ...draft, ...typed };
  return latest.title === draft.title && latest.description === draft.description && latest.status === draft.status;
}
