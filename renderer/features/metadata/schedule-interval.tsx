// Many videos that become public one after the other: how far apart, and when the last of them does, by both clocks.

import type { ReactNode } from 'react';
import { Input, Label, NumberField } from 'react-aria-components';
import type { Interval, SiteZone } from '../../../preload/contract.ts';
import { stepped } from '../../../preload/site-zone.ts';
import { formatMoment } from '../../../preload/text/format.ts';
import { sentences, t } from '../../../preload/text/text.ts';
import { differsHere } from '../../model/site-time.ts';
import { momentWords } from '../../text/fields.ts';
import { Choice } from '../../ui/choice.tsx';
import { Icon } from '../../ui/icon.tsx';

interface Props {
  /** When the first of them is public. */
  readonly first: number;
  /** Null = all of them at that moment. */
  readonly every: Interval | null;
  /** How many they are. */
  readonly count: number;
  readonly zone: SiteZone;
  readonly onChange: (every: Interval | null) => void;
}

const together = 'together';
const units = ['minute', 'hour', 'day', 'week'] as const;

export function ScheduleInterval({ first, every, count, zone, onChange }: Props): ReactNode {
  const last = every === null ? first : stepped(first, Math.max(0, count - 1), every, zone);
  return (
    <>
      <Choice
        look="field"
        label={t('schedule.interval')}
        options={[
          { id: together, label: t('schedule.together') },
          ...units.map((unit) => ({ id: unit, label: t(`schedule.${unit}`) })),
        ]}
        value={every?.unit ?? together}
        onChange={(unit) => onChange(unit === together ? null : { count: every?.count ?? 1, unit })}
      />
      {every !== null && (
        <>
          <NumberField
            className="field number-field"
            value={every.count}
            minValue={1}
            maxValue={10_000}
            formatOptions={{ useGrouping: false, maximumFractionDigits: 0 }}
            onChange={(apart) => {
              if (Number.isFinite(apart)) onChange({ ...every, count: apart });
            }}
          >
            <Label className="field-label">{t('schedule.apart', { unit: every.unit })}</Label>
            <Input className="input" />
          </NumberField>
          <p className="hint">
            <Icon name="info" />
            {sentences(
              t('schedule.last', { moment: momentWords(last, zone) }),
              differsHere(last, zone) ? t('form.here', { moment: formatMoment(last, Date.now()) }) : null,
            )}
          </p>
        </>
      )}
    </>
  );
}
