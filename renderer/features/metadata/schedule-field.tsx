// When a video becomes public, by the site's clock, and what that is on this computer.

import { type ReactNode, useState } from 'react';
import { FieldError, Input, Label, TextField } from 'react-aria-components';
import type { SiteZone } from '../../../preload/contract.ts';
import { toWall } from '../../../preload/site-zone.ts';
import { formatMoment } from '../../../preload/text/format.ts';
import { t } from '../../../preload/text/text.ts';
import { differsHere, typedMoment, zoneWords } from '../../model/site-time.ts';
import { Icon } from '../../ui/icon.tsx';

interface Props {
  readonly value: number | null;
  readonly zone: SiteZone;
  /** Moments to come only: on the way to another year a date may be one that has passed, and the video would be public by then. */
  readonly onChange: (at: number) => void;
  /** The field was left, or Enter pressed. */
  readonly onDone: () => void;
}

export function ScheduleField({ value, zone, onChange, onDone }: Props): ReactNode {
  // What stands in the field and was not taken; where another moment was taken since, that one is shown.
  const [typed, setTyped] = useState<{ readonly text: string; readonly over: number | null } | null>(null);
  const own = typed?.over === value ? typed : null;
  const isPassed = own !== null && typedMoment(own.text, zone, Date.now()).kind === 'passed';

  function type(text: string): void {
    setTyped({ text, over: value });
    const moment = typedMoment(text, zone, Date.now());
    if (moment.kind === 'to-come') onChange(moment.at);
  }

  function leave(): void {
    if (!isPassed) setTyped(null);
    onDone();
  }

  return (
    <>
      <TextField
        className="field"
        value={own?.text ?? (value === null ? '' : toWall(value, zone))}
        isInvalid={isPassed}
        validationBehavior="aria"
        onChange={type}
        onBlur={leave}
        onKeyDown={({ key }) => {
          if (key === 'Enter') onDone();
        }}
      >
        <Label className="field-label">{t('field.publishAt.zone', { zone: zoneWords(zone) })}</Label>
        <Input className="input" type="datetime-local" max="9999-12-29T23:59" />
        <FieldError className="hint">
          <Icon name="info" />
          {t('form.passed.typed')}
        </FieldError>
      </TextField>
      {!isPassed && value !== null && differsHere(value, zone) && (
        <p className="hint">
          <Icon name="info" />
          {t('form.here', { moment: formatMoment(value, Date.now()) })}
        </p>
      )}
      {!isPassed && value !== null && value <= Date.now() && (
        <p className="hint">
          <Icon name="info" />
          {t('form.passed')}
        </p>
      )}
    </>
  );
}
