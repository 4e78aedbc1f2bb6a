// A speed in the settings: a number that is typed and its unit.

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Input, TextField } from 'react-aria-components';
import { type TextId, t } from '../../../preload/text/text.ts';
import { type LimitUnit, limitText, typedLimit, unitOf, withUnit } from '../../model/speed-limit.ts';
import { HiddenLabelChoice, SettingRow, useChange } from './setting-row.tsx';

const unitNames = {
  off: 'settings.no-limit',
  'KB/s': 'settings.kilobytes',
  'MB/s': 'settings.megabytes',
} as const satisfies Record<LimitUnit, TextId>;

const units = (): readonly { readonly id: LimitUnit; readonly label: string }[] =>
  (['off', 'KB/s', 'MB/s'] as const).map((id) => ({ id, label: t(unitNames[id]) }));

export function SpeedLimit({ value }: { readonly value: number | null }): ReactNode {
  const change = useChange();
  const label = t('settings.bytesPerSecond');
  const note = t('settings.bytesPerSecond.note');
  const unit = unitOf(value);
  const line = useRef<HTMLDivElement>(null);
  const off = (): void => {
    // The field goes away: who has just pressed Enter in it stays in this setting.
    const isTyping =
      document.activeElement instanceof HTMLInputElement && line.current?.contains(document.activeElement);
    if (isTyping) line.current?.querySelector('button')?.focus();
    change({ bytesPerSecond: null });
  };
  return (
    <SettingRow label={label} note={note}>
      <div className="setting-line" ref={line}>
        {unit !== 'off' && value !== null && (
          <SpeedField
            key={unit}
            label={label}
            unit={unit}
            value={value}
            onChange={(bytesPerSecond) => change({ bytesPerSecond })}
            onOff={off}
          />
        )}
        <HiddenLabelChoice
          label={label}
          options={units()}
          value={unit}
          onChange={(next) => change({ bytesPerSecond: withUnit(value, next) })}
        />
      </div>
    </SettingRow>
  );
}

/** The speed of slower hours: always one. */
export function SlowSpeed({ value }: { readonly value: number }): ReactNode {
  const change = useChange();
  const label = t('settings.slowBytesPerSecond');
  const unit = unitOf(value);
  if (unit === 'off') return null;
  return (
    <SettingRow label={label} note={null}>
      <div className="setting-line">
        <SpeedField
          key={unit}
          label={label}
          unit={unit}
          value={value}
          onChange={(slowBytesPerSecond) => change({ slowBytesPerSecond })}
        />
        <HiddenLabelChoice
          label={label}
          options={units().slice(1)}
          value={unit}
          onChange={(next) => change({ slowBytesPerSecond: withUnit(value, next) ?? value })}
        />
      </div>
    </SettingRow>
  );
}

interface SpeedFieldProps {
  readonly label: string;
  readonly unit: Exclude<LimitUnit, 'off'>;
  readonly value: number;
  readonly onChange: (bytesPerSecond: number) => void;
  /** Nought was typed; left out = there is always a limit, and nought leaves it as it is. */
  readonly onOff?: () => void;
}

/**
 * Counts when the field is left or Enter is pressed. Not react-aria's number field: it speaks through a live region that it
 * clears by innerHTML, which our policy of trusted types stops.
 */
function SpeedField({ label, unit, value, onChange, onOff }: SpeedFieldProps): ReactNode {
  const [text, setText] = useState(limitText(value, unit));
  useEffect(() => setText(limitText(value, unit)), [value, unit]);
  const commit = (): void => {
    const typed = typedLimit(text, unit);
    const bytesPerSecond = typeof typed === 'number' ? typed : value;
    setText(limitText(bytesPerSecond, unit));
    if (typed === 'off') onOff?.();
    else if (bytesPerSecond !== value) onChange(bytesPerSecond);
  };
  return (
    <TextField
      aria-label={t('settings.speed-in', { setting: label, unit: t(unitNames[unit]) })}
      value={text}
      onChange={setText}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        // The same key is not to press what gets the focus.
        event.preventDefault();
        commit();
      }}
    >
      <Input className="input setting-number" inputMode="decimal" />
    </TextField>
  );
}
