// When a video becomes public, by the site's clock, and what that is on this computer.
import type { ReactNode } from 'react';
import { Input, Label, TextField } from 'react-aria-components';
import type { SiteZone } from '../../../preload/contract.ts';
import { differsHere, fromWall, toWall, zoneWords } from '../../model/site-time.ts';
import { fieldWords } from '../../text/fields.ts';
import { formatMoment } from '../../text/format.ts';
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
        <Label className="field-label">
          {fieldWords.publishAt} (time of the site, {zoneWords(zone)})
        </Label>
        <Input className="input" type="datetime-local" />
      </TextField>
      {value !== null && differsHere(value, zone) && (
        <p className="hint">
          <Icon name="info" />
          On this computer’s clock: {formatMoment(value, Date.now())}.
        </p>
      )}
      {value !== null && value <= Date.now() && (
        <p className="hint">
          <Icon name="info" />
          This moment has passed: the video becomes public at once.
        </p>
      )}
    </>
  );
}
