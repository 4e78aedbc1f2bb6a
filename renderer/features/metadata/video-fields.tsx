// The fields of a video's metadata as its site has them: the same for one and for many, before and after the upload.

import type { ReactNode, Ref } from 'react';
import { Input, Label, TextArea, TextField } from 'react-aria-components';
import type { Draft, FieldName, FieldValues, FormShape, FormTaxonomy } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import type { PlainField } from '../../model/draft.ts';
import { nextMorning } from '../../model/site-time.ts';
import { statusWord } from '../../text/fields.ts';
import { Choice } from '../../ui/choice.tsx';
import { ScheduleField } from './schedule-field.tsx';

export interface VideoFieldsProps {
  readonly form: FormShape;
  readonly values: FieldValues;
  /** Fields in which many differ and nothing was typed for all. */
  readonly mixed?: ReadonlySet<FieldName>;
  /** Fields of which only the beginning is at hand: shown, and not to be changed here. */
  readonly cut?: readonly FieldName[];
  /** What an untouched choice is called. */
  readonly untouched: string;
  /** True: the site has a value of its own for each choice, so that there is nothing untouched to choose. */
  readonly settled?: boolean;
  readonly titleHint?: string;
  readonly titleLabel?: string;
  readonly titleInput?: Ref<HTMLInputElement>;
  readonly slugHint?: string;
  readonly onChange: (change: Partial<Omit<Draft, 'terms' | 'termChanges'>>) => void;
  /** A field was left or a choice made: what was typed is whole. */
  readonly onDone: () => void;
  readonly taxonomy: (taxonomy: FormTaxonomy) => ReactNode;
  /** Shown under the title. */
  readonly afterTitle?: ReactNode;
  /** Shown under the description. */
  readonly afterDescription?: ReactNode;
}

const asItIs = '';
/** So many taxonomies are in sight; a site that has more has the others under "More". */
const taxonomiesInSight = 2;

export function VideoFields(props: VideoFieldsProps): ReactNode {
  const { form, values, mixed, onChange, onDone } = props;
  const has = (field: PlainField): boolean => form.fields.includes(field);
  const text = (field: 'title' | 'description' | 'excerpt' | 'slug' | 'password'): string =>
    String(values[field] ?? '');
  const hint = (field: FieldName, otherwise: string | undefined): string =>
    mixed?.has(field) === true ? t('form.mixed') : (otherwise ?? '');
  const area = (field: 'description' | 'excerpt', rows: number): ReactNode => (
    <TextField
      className="field"
      value={text(field)}
      isReadOnly={props.cut?.includes(field) === true}
      onChange={(value) => onChange({ [field]: value })}
      onBlur={onDone}
    >
      <Label className="field-label">{t(`field.${field}`)}</Label>
      <TextArea className="input input-area" rows={rows} placeholder={hint(field, undefined)} />
    </TextField>
  );
  return (
    <>
      {has('title') && (
        <TextField
          className="field"
          value={text('title')}
          onChange={(title) => onChange({ title: title === '' ? null : title })}
          onBlur={onDone}
        >
          <Label className="field-label">{props.titleLabel ?? t('field.title')}</Label>
          <Input
            className="input"
            {...(props.titleInput === undefined ? {} : { ref: props.titleInput })}
            placeholder={hint('title', props.titleHint)}
            maxLength={2_000}
          />
        </TextField>
      )}
      {props.afterTitle}
      {has('description') && area('description', 4)}
      {props.afterDescription}
      {has('status') && <Visibility {...props} />}
      {form.taxonomies.slice(0, taxonomiesInSight).map(props.taxonomy)}
      <details className="more">
        <summary className="more-title">{t('form.more')}</summary>
        <div className="more-fields">
          {has('excerpt') && area('excerpt', 2)}
          {has('slug') && (
            <TextField
              className="field"
              value={text('slug')}
              onChange={(slug) => onChange({ slug: slug === '' ? null : slug })}
              onBlur={onDone}
            >
              <Label className="field-label">{t('field.slug')}</Label>
              <Input className="input" placeholder={hint('slug', props.slugHint)} maxLength={200} spellCheck={false} />
            </TextField>
          )}
          {has('password') && (
            <TextField
              className="field"
              value={text('password')}
              onChange={(password) => onChange({ password })}
              onBlur={onDone}
            >
              <Label className="field-label">{t('field.password')}</Label>
              <Input
                className="input"
                placeholder={hint('password', t('form.no-password'))}
                maxLength={255}
                autoComplete="off"
                spellCheck={false}
              />
            </TextField>
          )}
          {has('commentsOpen') && <Comments {...props} />}
          {form.taxonomies.slice(taxonomiesInSight).map(props.taxonomy)}
        </div>
      </details>
    </>
  );
}

function untouchedOption({ untouched, mixed, settled }: VideoFieldsProps, field: FieldName, current: string) {
  // Once the site has a value of its own there is nothing to leave to it.
  if (settled === true && current !== asItIs) return [];
  return [{ id: asItIs, label: mixed?.has(field) === true ? t('form.mixed-now', { untouched }) : untouched }];
}

function Visibility(props: VideoFieldsProps): ReactNode {
  const { form, values, onChange, onDone } = props;
  const current = String(values.status ?? asItIs);
  // What is set stays choosable even if this account could not choose it.
  const statuses = current === asItIs || form.statuses.includes(current) ? form.statuses : [...form.statuses, current];
  const publishAt = typeof values.publishAt === 'number' ? values.publishAt : null;

  function choose(status: string): void {
    if (status === 'future') {
      const ahead = publishAt !== null && publishAt > Date.now();
      onChange({ status, publishAt: ahead ? publishAt : nextMorning(Date.now(), form.zone) });
    } else onChange({ status: status === asItIs ? null : status, publishAt: null });
    onDone();
  }

  return (
    <>
      <Choice
        look="field"
        label={t('field.status')}
        options={[
          ...untouchedOption(props, 'status', current),
          ...statuses.map((status) => ({ id: status, label: statusWord(status) })),
        ]}
        value={current}
        onChange={choose}
      />
      {current === 'future' && (
        <ScheduleField
          value={publishAt}
          zone={form.zone}
          onChange={(at) => {
            onChange({ status: 'future', publishAt: at });
            onDone();
          }}
        />
      )}
    </>
  );
}

function Comments(props: VideoFieldsProps): ReactNode {
  const { values, onChange, onDone } = props;
  const current = values.commentsOpen === undefined ? asItIs : values.commentsOpen === true ? 'open' : 'closed';
  return (
    <Choice
      look="field"
      label={t('field.commentsOpen')}
      options={[
        ...untouchedOption(props, 'commentsOpen', current),
        { id: 'open', label: t('value.open') },
        { id: 'closed', label: t('value.closed') },
      ]}
      value={current}
      onChange={(value) => {
        onChange({ commentsOpen: value === asItIs ? null : value === 'open' });
        onDone();
      }}
    />
  );
}
