// When a video becomes public, by the site's clock, and what that is on this computer.

import type { ReactNode } from 'react';
import { Input, Label, TextField } from 'react-aria-components';
import type { SiteZone } from '../../../preload/contract.ts';
import { fromWall, toWall } from '../../../preload/site-zone.ts';
import { formatMoment } from '../../../preload/text/format.ts';
import { t } from '../../../preload/text/text.ts';
import { differsHere, zoneWords } from '../../model/site-time.ts';
import { Icon } from '../../ui/icon.tsx';

interface Props {
  readonly value: number | null;
  readonly zone: SiteZone;
  readonly onChange: (at: number) => void;
}

export function ScheduleField({ value, zone, onChange }: Props): ReactNode {
  return (
    <>
      <TextField
        className="field"
        value={value === null ? '' : toWall(value, zone)}
        onChange={(text) => {
          // A date that is not whole yet changes nothing.
          const at = fromWall(text, zone);
          if (at !== null) onChange(at);
        }}
      >
        <Label className="field-label">{t('field.publishAt.zone', { zone: zoneWords(zone) })}</Label>
        <Input className="input" type="datetime-local" />
      </TextField>
      {value !== null && differsHere(value, zone) && (
        <p className="hint">
          <Icon name="info" />
          {t('form.here', { moment: formatMoment(value, Date.now()) })}
        </p>
      )}
      {value !== null && value <= Date.now() && (
        <p className="hint">
          <Icon name="info" />
          {t('form.passed')}
        </p>
      )}
    </>
  );
}
