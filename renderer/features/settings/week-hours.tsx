// The weekly hours in the settings: a usual week by name, or one's own, painted hour by hour with mouse or keyboard.

// biome-ignore-all lint/a11y/useSemanticElements: a grid to move about in, not a table to read.
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import { formatHour, formatWeekday } from '../../../preload/text/format.ts';
import { firstWeekday } from '../../../preload/text/region.ts';
import { t } from '../../../preload/text/text.ts';
import { useAppStore } from '../../state/use-store.ts';
import {
  daysFrom,
  type Hour,
  hours,
  hourWords,
  type Letter,
  letterAt,
  painted,
  stepped,
  type UsualWeek,
  usualOf,
  usualWeeks,
  weekWords,
} from '../../text/week.ts';
import { HiddenLabelChoice, SettingRow, useChange } from './setting-row.tsx';
import { SlowSpeed } from './speed-setting.tsx';

interface Props {
  readonly week: string | null;
  readonly slowBytesPerSecond: number;
}

export function WeekHours({ week, slowBytesPerSecond }: Props): ReactNode {
  const change = useChange();
  const [own, setOwn] = useState(false);
  const label = t('settings.week');
  const note = t('settings.week.note');
  const usual = usualOf(week);
  const shown: UsualWeek = usual === 'own' || (own && week !== null) ? 'own' : usual;
  return (
    <>
      <SettingRow label={label} note={note}>
        <HiddenLabelChoice
          label={label}
          options={(['any', 'nights', 'slow-by-day', 'own'] as const).map((id) => ({
            id,
            label: t(`week.${id}`, { from: formatHour(22), to: formatHour(7) }),
          }))}
          value={shown}
          onChange={(next) => {
            setOwn(next === 'own');
            if (next === 'own') change({ week: week ?? usualWeeks.nights });
            else change({ week: usualWeeks[next] });
          }}
        />
      </SettingRow>
      {week !== null && (
        <div className="week-place">
          {shown === 'own' && <WeekGrid week={week} onChange={(next) => change({ week: next })} />}
          <div className="week-words">
            {weekWords(week).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        </div>
      )}
      {week?.includes('s') === true && <SlowSpeed value={slowBytesPerSecond} />}
    </>
  );
}

interface GridProps {
  readonly week: string;
  readonly onChange: (week: string) => void;
}

function hourOf(target: EventTarget | null): Hour | null {
  const cell = target instanceof Element ? target.closest('[data-hour]') : null;
  if (cell === null) return null;
  return { day: Number(cell.getAttribute('data-day')), hour: Number(cell.getAttribute('data-hour')) };
}

function WeekGrid({ week, onChange }: GridProps): ReactNode {
  const store = useAppStore();
  const grid = useRef<HTMLDivElement>(null);
  const first = firstWeekday();
  const [brush, setBrush] = useState<Letter>('f');
  const [cursor, setCursor] = useState<Hour>({ day: first, hour: 0 });
  const [stroke, setStroke] = useState<{ readonly from: Hour; readonly to: Hour } | null>(null);
  const shown = stroke === null ? week : painted(week, stroke.from, stroke.to, brush, first);

  const paint = (from: Hour, to: Hour): void => {
    const next = painted(week, from, to, brush, first);
    if (next === week) return;
    onChange(next);
    store.say({ kind: 'painted', week: next, at: to });
  };
  // The button may be let go anywhere, also outside of the window.
  const finish = useRef<() => void>(() => undefined);
  finish.current = () => {
    if (stroke === null) return;
    setStroke(null);
    paint(stroke.from, stroke.to);
  };
  const painting = stroke !== null;
  useEffect(() => {
    if (!painting) return;
    const end = (): void => finish.current();
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
    return () => {
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
    };
  }, [painting]);

  function goTo(at: Hour): void {
    setCursor(at);
    grid.current?.querySelector<HTMLElement>(`[data-day="${at.day}"][data-hour="${at.hour}"]`)?.focus();
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === ' ' || event.key === 'Enter') paint(cursor, cursor);
    else {
      const next = stepped(cursor, event.key, first);
      if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.shiftKey) paint(cursor, next);
      goTo(next);
    }
    event.preventDefault();
  }
  function onPointerDown(event: PointerEvent): void {
    const at = hourOf(event.target);
    if (at === null || event.button !== 0) return;
    event.preventDefault();
    goTo(at);
    setStroke({ from: at, to: at });
  }
  function onPointerMove(event: PointerEvent): void {
    if (stroke === null) return;
    const at = hourOf(document.elementFromPoint(event.clientX, event.clientY));
    if (at !== null && (at.day !== stroke.to.day || at.hour !== stroke.to.hour))
      setStroke({ from: stroke.from, to: at });
  }

  return (
    <>
      <RadioGroup
        className="brushes"
        aria-label={t('week.brushes')}
        orientation="horizontal"
        value={brush}
        onChange={(next) => setBrush(next as Letter)}
      >
        {(['f', 's', 'n'] as const).map((letter) => (
          <Radio key={letter} className="brush" value={letter}>
            <span className={`hour hour-${letter}`} aria-hidden="true" />
            {t(`week.brush.${letter}`)}
          </Radio>
        ))}
      </RadioGroup>
      <p className="setting-note" id="week-help">
        {t('week.help')}
      </p>
      <div className="week-hours" aria-hidden="true">
        {[0, 6, 12, 18].map((hour) => (
          <span key={hour}>{formatHour(hour)}</span>
        ))}
      </div>
      <div
        ref={grid}
        role="grid"
        className="week"
        aria-label={t('week.grid')}
        aria-describedby="week-help"
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
      >
        {daysFrom(first).map((day) => (
          <div key={day} role="row" className="week-day">
            <span role="rowheader" className="week-name">
              {formatWeekday(day, 'short')}
            </span>
            {hours.map((hour) => (
              <div
                key={hour}
                role="gridcell"
                className={`hour hour-${letterAt(shown, { day, hour })}`}
                data-day={day}
                data-hour={hour}
                aria-label={hourWords(shown, { day, hour })}
                tabIndex={cursor.day === day && cursor.hour === hour ? 0 : -1}
              />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}
