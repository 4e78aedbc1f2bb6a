// The form for one clip's metadata: saved on each change, and never overwritten while one types.

import { createRef, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Draft, FormShape, JobDetails } from '../../../preload/contract.ts';
import { termsField } from '../../../preload/fields.ts';
import { sentences, t } from '../../../preload/text/text.ts';
import {
  fileTitle,
  isTyped,
  isUntouched,
  sameDraft,
  shownTerms,
  shownValues,
  stillTyped,
  termsPatch,
} from '../../model/draft.ts';
import { type Place, savedId } from '../../model/place.ts';
import { accountIn, visibilityOf } from '../../model/public-sites.ts';
import type { FieldWanted, QueueListState } from '../../state/queue-list.ts';
import { useForm } from '../../state/use-form.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { momentWords } from '../../text/fields.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { TermsField } from './terms-field.tsx';
import { VideoFields } from './video-fields.tsx';

/** What the form needs of a job, or of a video on the site. */
export interface Describable extends Pick<JobDetails, 'draft' | 'draftPending' | 'video'> {
  readonly place: Place;
  readonly row: { readonly id: string; readonly accountId: string; readonly name: string };
}

interface DescribeProps {
  readonly details: Describable;
  /** Its video was deleted on the site: nothing typed can get there. */
  readonly isDeleted?: boolean;
}

/** As React fills it in. */
const noInput = createRef<HTMLInputElement & HTMLTextAreaElement>;

function fieldIn(wanted: QueueListState['focusWanted']): FieldWanted | null {
  return wanted === 'title' || wanted === 'description' || wanted === 'excerpt' ? wanted : null;
}

/** Mounted once per job (by key), so that text typed for one job can never be saved to another. */
export function DescribeForm({ details, isDeleted = false }: DescribeProps): ReactNode {
  const store = useAppStore();
  const { row, video, draft } = details;
  const form = useForm(row.accountId);
  const fieldWanted = useApp(({ focusWanted }) => fieldIn(focusWanted));
  const isMeant = useApp((state) => state.titleOf === null || state.titleOf === row.id);
  const account = useApp(({ app }) => accountIn(app, row.accountId)?.account ?? null);
  const inputs = useRef({ title: noInput(), description: noInput(), excerpt: noInput() });
  // What was typed here is what is shown here until main has it: nothing older that comes from there may overwrite it.
  const [typed, setTyped] = useState<Partial<Draft>>(() => store.drafts.unsaved(row.id) ?? {});

  useEffect(() => () => store.drafts.flush(), [store]);

  // What was typed in the row of the list, or for many, is shown here as well; the form itself, and what is open in it, stays.
  const typedElsewhere = useApp((state) => state.typedElsewhere);
  const heard = useRef(typedElsewhere);
  useEffect(() => {
    if (heard.current === typedElsewhere) return;
    heard.current = typedElsewhere;
    setTyped(store.drafts.unsaved(row.id) ?? {});
  }, [typedElsewhere, store, row.id]);

  const { draftPending } = details;
  useApp((state) => state.draftSeq);
  const isSaved = store.drafts.unsaved(row.id) === null;
  useEffect(() => {
    // From here on it may change: the site takes it in a shape of its own, or its user keeps what the site has.
    if (isSaved) setTyped((now) => stillTyped(now, draft, video, draftPending));
  }, [isSaved, draft, video, draftPending]);

  useEffect(() => {
    if (fieldWanted === null) return;
    store.focusTaken();
    // Who went on to another one meanwhile types into nothing.
    const input = inputs.current[fieldWanted].current;
    if (!isMeant || input === null) return;
    input.closest('details')?.setAttribute('open', '');
    input.focus();
    if (fieldWanted === 'title') input.select();
  }, [fieldWanted, isMeant, store]);

  function change(patch: Partial<Draft>): void {
    setTyped((now) => ({ ...now, ...patch }));
    store.drafts.type(row.id, patch);
  }

  const latest: Draft = { ...draft, ...typed };
  const values = shownValues(
    draft,
    typed,
    video,
    form.taxonomies.map((taxonomy) => taxonomy.restBase),
  );
  // A field that was typed anew is whole again, whatever the site has in it.
  const locked = (video?.cut ?? []).filter((field) => !isTyped(latest, field));
  return (
    <section className="pane-section" aria-label={t('form.about')}>
      <VideoFields
        form={form}
        values={values}
        untouched={t('form.site-default')}
        cut={locked}
        settled={video !== null}
        hints={{
          title: video?.title ?? fileTitle(row.name),
          slug: video?.slug || t('form.slug-hint'),
        }}
        inputs={inputs.current}
        onChange={change}
        onDone={() => store.drafts.flush()}
        after={{
          description:
            latest.description === null &&
            (locked.includes('description') ? (
              <Cut what={t('form.cut.description')} />
            ) : (
              video?.formatted === true && (
                <p className="hint">
                  <Icon name="info" />
                  {t('form.formatted')}
                </p>
              )
            )),
        }}
        taxonomy={(taxonomy) =>
          locked.includes(termsField(taxonomy.restBase)) ? (
            <Cut key={taxonomy.restBase} what={t('form.cut.terms', { taxonomy: taxonomy.name })} />
          ) : (
            <TermsField
              key={taxonomy.restBase}
              accountId={row.accountId}
              taxonomy={taxonomy}
              value={shownTerms(latest, video, taxonomy.restBase)}
              onChange={(ids) => {
                change(termsPatch(latest, taxonomy.restBase, ids));
                store.drafts.flush();
              }}
            />
          )
        }
      />
      {account !== null && visibilityOf(account) === 'public' && details.place === 'ahead' && (
        <p className="hint">
          <Icon name="info" />
          {t('form.public-at-once')}
        </p>
      )}
      <SaveState details={details} isDeleted={isDeleted} typed={typed} form={form} />
    </section>
  );
}

/** Part of it would be lost if it were changed here. */
function Cut({ what }: { readonly what: string }): ReactNode {
  return (
    <p className="hint">
      <Icon name="info" />
      {what}
    </p>
  );
}

interface SaveProps {
  readonly details: Describable;
  readonly isDeleted: boolean;
  readonly typed: Partial<Draft>;
  readonly form: FormShape;
}

/** Where what was typed is by now, and when it becomes public. */
function SaveState({ details, isDeleted, typed, form }: SaveProps): ReactNode {
  const store = useAppStore();
  useApp((state) => state.draftSeq);
  const problem = useApp((state) => state.draftProblem);
  const unsaved = store.drafts.unsaved(details.row.id) !== null;
  const { draft, draftPending, place } = details;
  const latest = { ...draft, ...typed };
  // False while the details from main are older than what it has saved already.
  const caughtUp = sameDraft(draft, latest);
  const { publishAt } = latest;
  let icon: IconName = 'check';
  let text: string;
  if (problem !== null && unsaved) {
    icon = 'needs-you';
    text = t('form.saved.problem', { problem });
  } else if (unsaved) {
    icon = 'describing';
    text = t('form.saved.saving');
  } else if (isDeleted) {
    icon = 'info';
    text = t('form.saved.deleted');
  } else if (draftPending || !caughtUp) {
    text = t(savedId(place, true));
  } else if (!isUntouched(draft) || (place === 'there' && details.video !== null)) {
    text = t(savedId(place, false));
  } else {
    icon = 'info';
    text = t('form.saved.empty');
  }
  const publicFrom =
    latest.status === 'future' && publishAt !== null
      ? t('form.public-from', { moment: momentWords(publishAt, form.zone) })
      : null;
  return (
    <p className="save-state">
      <Icon name={icon} />
      {sentences(text, publicFrom)}
    </p>
  );
}
