// The control of each field in the form; a field without one does not compile.

import { type FC, type ReactNode, type Ref, useState } from 'react';
import { Input, type InputProps, Label, TextArea, TextField } from 'react-aria-components';
import type { FieldId, FieldName, FieldValues, FormShape, PlainDraft } from '../../../preload/contract.ts';
import { fields } from '../../../preload/fields.ts';
import { t } from '../../../preload/text/text.ts';
import { statusPatch } from '../../model/draft.ts';
import { plainFieldWord, statusWord } from '../../text/fields.ts';
import { Choice } from '../../ui/choice.tsx';
import { ScheduleField } from './schedule-field.tsx';

export interface ControlProps {
  readonly field: FieldId;
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
  /** What stands in an empty field. */
  readonly hints?: { readonly [F in FieldId]?: string };
  readonly inputs?: { readonly [F in FieldId]?: Ref<HTMLInputElement & HTMLTextAreaElement> };
  readonly onChange: (change: Partial<PlainDraft>) => void;
  /** A field was left or a choice made: what was typed is whole. */
  readonly onDone: () => void;
}

const asItIs = '';

const textOf = ({ values, field }: ControlProps): string => String(values[field] ?? '');
const hintOf = ({ mixed, hints, field }: ControlProps, otherwise: string): string =>
  mixed?.has(field) === true ? t('form.mixed') : (hints?.[field] ?? otherwise);

type InputOptions = Pick<InputProps, 'maxLength' | 'spellCheck' | 'autoComplete'>;

/**
 * A text as its control shows it: from the moment one stands in the field until it is left, only typing changes it. The video may
 * come true on its site at that very moment, and its title would get in front of what is being typed.
 */
function useOwnText(props: ControlProps, toChange: (text: string) => string | null) {
  const { field, onChange, onDone } = props;
  const [own, setOwn] = useState<string | null>(null);
  return {
    value: own ?? textOf(props),
    onFocus: () => setOwn(textOf(props)),
    onChange: (text: string) => {
      setOwn(text);
      onChange({ [field]: toChange(text) });
    },
    onBlur: () => {
      setOwn(null);
      onDone();
    },
  };
}

/** A text of one line. */
function line(input: InputOptions, hint: () => string = () => ''): FC<ControlProps> {
  return function Line(props): ReactNode {
    const { field, inputs } = props;
    const { mayBeEmpty } = fields[field];
    const text = useOwnText(props, (typed) => (typed === '' && !mayBeEmpty ? null : typed));
    return (
      <TextField className="field" {...text}>
        <Label className="field-label">{plainFieldWord(field)}</Label>
        <Input className="input" ref={inputs?.[field] ?? null} placeholder={hintOf(props, hint())} {...input} />
      </TextField>
    );
  };
}

/** A text of several lines. */
function area(rows: number): FC<ControlProps> {
  return function Area(props): ReactNode {
    const { field } = props;
    const text = useOwnText(props, (typed) => typed);
    return (
      <TextField className="field" isReadOnly={props.cut?.includes(field) === true} {...text}>
        <Label className="field-label">{plainFieldWord(field)}</Label>
        <TextArea
          className="input input-area"
          ref={props.inputs?.[field] ?? null}
          rows={rows}
          placeholder={hintOf(props, '')}
        />
      </TextField>
    );
  };
}

function untouchedOption({ field, untouched, mixed, settled }: ControlProps, current: string) {
  // Once the site has a value of its own there is nothing to leave to it.
  if (settled === true && current !== asItIs) return [];
  return [{ id: asItIs, label: mixed?.has(field) === true ? t('form.mixed-now', { untouched }) : untouched }];
}

/** The status, and with "scheduled" the moment. */
function Visibility(props: ControlProps): ReactNode {
  const { form, values, onChange, onDone } = props;
  const current = String(values.status ?? asItIs);
  // What is set stays choosable even if this account could not choose it.
  const statuses = current === asItIs || form.statuses.includes(current) ? form.statuses : [...form.statuses, current];
  const publishAt = typeof values.publishAt === 'number' ? values.publishAt : null;

  function choose(status: string): void {
    onChange(statusPatch(status, publishAt, Date.now(), form.zone));
    onDone();
  }

  return (
    <>
      <Choice
        look="field"
        label={t('field.status')}
        options={[
          ...untouchedOption(props, current),
          ...statuses.map((status) => ({ id: status, label: statusWord(status) })),
        ]}
        value={current}
        onChange={choose}
      />
      {current === 'future' && (
        <ScheduleField
          value={publishAt}
          zone={form.zone}
          onChange={(at) => onChange({ status: 'future', publishAt: at })}
          onDone={onDone}
        />
      )}
    </>
  );
}

/** Open, closed, or as the site makes it. */
function Openness(props: ControlProps): ReactNode {
  const { field, values, onChange, onDone } = props;
  const current = values[field] === undefined ? asItIs : values[field] === true ? 'open' : 'closed';
  return (
    <Choice
      look="field"
      label={plainFieldWord(field)}
      options={[
        ...untouchedOption(props, current),
        { id: 'open', label: t('value.open') },
        { id: 'closed', label: t('value.closed') },
      ]}
      value={current}
      onChange={(value) => {
        onChange({ [field]: value === asItIs ? null : value === 'open' });
        onDone();
      }}
    />
  );
}

/** Null = it belongs to the control of the field that its record names in `place`. */
export const controls: { readonly [F in FieldId]: FC<ControlProps> | null } = {
  title: line({ maxLength: 2_000 }),
  description: area(4),
  excerpt: area(2),
  status: Visibility,
  publishAt: null,
  slug: line({ maxLength: 200, spellCheck: false }),
  password: line({ maxLength: 255, autoComplete: 'off', spellCheck: false }, () => t('form.no-password')),
  commentsOpen: Openness,
};
