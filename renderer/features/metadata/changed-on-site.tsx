// Fields that were changed here and on the site: both values side by side, and the user says which one counts.

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, Label, Radio, RadioGroup } from 'react-aria-components';
import type { Conflict, FieldName, FormShape, JobDetails } from '../../../preload/contract.ts';
import { taxonomyOf } from '../../../preload/fields.ts';
import { t } from '../../../preload/text/text.ts';
import { useForm } from '../../state/use-form.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { useTermNames } from '../../state/use-terms.ts';
import { fieldWord, valueWords } from '../../text/fields.ts';

type Side = 'mine' | 'theirs';

export function ChangedOnSite({ details }: { readonly details: JobDetails }): ReactNode {
  const store = useAppStore();
  const { conflicts, row } = details;
  const fields = useRef<HTMLDivElement>(null);
  const wanted = useApp((state) => state.focusWanted === 'choice');

  useEffect(() => {
    if (!wanted) return;
    store.focusTaken();
    fields.current?.querySelector('input')?.focus();
  }, [wanted, store]);

  return (
    <div ref={fields}>
      <Conflicts
        accountId={row.accountId}
        conflicts={conflicts}
        onSettle={(mine) => void store.attempt(() => store.bridge.request('job.resolve', { jobId: row.id, mine }))}
      />
    </div>
  );
}

interface ConflictsProps {
  readonly accountId: string;
  readonly conflicts: readonly Conflict[];
  /** The fields that are to be as they were typed. */
  readonly onSettle: (mine: readonly FieldName[]) => void;
}

export function Conflicts({ accountId, conflicts, onSettle }: ConflictsProps): ReactNode {
  const store = useAppStore();
  const form = useForm(accountId);
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({});
  const decided = conflicts.every(({ field }) => sides[field] !== undefined);

  function settle(): void {
    // What is still being typed belongs to what the user decides about.
    store.drafts.flush();
    onSettle(conflicts.filter(({ field }) => sides[field] === 'mine').map(({ field }) => field));
  }

  return (
    <div className="conflicts">
      {conflicts.map((conflict) => (
        <OneConflict
          key={conflict.field}
          accountId={accountId}
          conflict={conflict}
          form={form}
          side={sides[conflict.field] ?? null}
          onChange={(side) => setSides((before) => ({ ...before, [conflict.field]: side }))}
        />
      ))}
      <div className="button-row">
        <Button className="button button-primary" isDisabled={!decided} onPress={settle}>
          {t('form.conflict.apply')}
        </Button>
      </div>
    </div>
  );
}

interface Props {
  readonly accountId: string;
  readonly conflict: Conflict;
  readonly form: FormShape;
  readonly side: Side | null;
  readonly onChange: (side: Side) => void;
}

function OneConflict({ accountId, conflict, form, side, onChange }: Props): ReactNode {
  const { field, mine, theirs } = conflict;
  const ids = [mine, theirs].flatMap((value) => (Array.isArray(value) ? (value as readonly number[]) : []));
  const taxonomy = taxonomyOf(field) ?? '';
  const names = useTermNames(accountId, taxonomy, ids);
  const choices = [
    ['mine', t('form.conflict.mine'), mine],
    ['theirs', t('form.conflict.theirs'), theirs],
  ] as const;
  return (
    <RadioGroup className="candidates" value={side} onChange={(value) => onChange(value as Side)}>
      <Label className="field-label">{fieldWord(field, form)}</Label>
      {choices.map(([id, label, value]) => (
        <Radio className="candidate" key={id} value={id}>
          <span className="candidate-mark" />
          <span className="candidate-text">
            <span className="candidate-title">{label}</span>
            <span className="candidate-facts conflict-value">{valueWords(field, value, form, names)}</span>
          </span>
        </Radio>
      ))}
    </RadioGroup>
  );
}
