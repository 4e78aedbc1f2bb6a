// A filter of the library by days: the usual stretches to choose from, and two dates for any other.

import { type ReactNode, useState } from 'react';
import {
  Button,
  Dialog,
  DialogTrigger,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  TextField,
} from 'react-aria-components';
import type { DayRange } from '../../../preload/contract.ts';
import type { SiteZone } from '../../../preload/site-zone.ts';
import { t } from '../../../preload/text/text.ts';
import { dayRangeWords, daysOf, inOrder, type Stretch, stretches, stretchOf } from '../../model/day-range.ts';
import { differsHere, zoneWords } from '../../model/site-time.ts';
import { Icon } from '../../ui/icon.tsx';

interface Props {
  readonly value: DayRange;
  readonly zone: SiteZone;
  readonly onChange: (days: DayRange) => void;
}

const ends = ['from', 'to'] as const;
const firstDay = '1000-01-02';

export function DayFilter({ value, zone, onChange }: Props): ReactNode {
  const now = Date.now();
  const chosen = stretchOf(value, now, zone);
  const words = dayRangeWords(inOrder(value), now, zone);
  const [typed, setTyped] = useState<Partial<Record<(typeof ends)[number], string | undefined>>>({});
  return (
    <DialogTrigger>
      <div className="choice choice-bare">
        <Button
          className={chosen === 'any' ? 'choice-button' : 'choice-button choice-on'}
          aria-label={t('library.days.chosen', { days: words })}
        >
          <span className="choice-value">{words}</span>
          <Icon name="chevron" size={12} />
        </Button>
      </div>
      <Popover className="popover day-filter" offset={4} placement="bottom start">
        <Dialog className="day-filter-box" aria-label={t('library.days')}>
          {({ close }) => (
            <>
              <ListBox
                className="menu"
                aria-label={t('library.days.usual')}
                autoFocus
                selectionMode="single"
                selectedKeys={chosen === null ? [] : [chosen]}
                onSelectionChange={(keys) => {
                  // None: the one that is chosen already was chosen again.
                  const [key] = keys;
                  if (key !== undefined) onChange(daysOf(key as Stretch, Date.now(), zone));
                  close();
                }}
              >
                {stretches.map((stretch) => (
                  <ListBoxItem
                    className="menu-item"
                    key={stretch}
                    id={stretch}
                    textValue={t(`library.days.${stretch}`)}
                  >
                    <span className="menu-check">{stretch === chosen && <Icon name="check" size={12} />}</span>
                    <span className="menu-text">{t(`library.days.${stretch}`)}</span>
                  </ListBoxItem>
                ))}
              </ListBox>
              <div className="day-filter-ends">
                {ends.map((end) => (
                  <TextField
                    key={end}
                    className="field"
                    value={typed[end] ?? value[end] ?? ''}
                    onChange={(text) => {
                      // While a year is typed it is one of the first ones.
                      const isYet = text !== '' && text < firstDay;
                      setTyped({ ...typed, [end]: isYet ? text : undefined });
                      if (!isYet) onChange({ ...value, [end]: text === '' ? null : text });
                    }}
                  >
                    <Label className="field-label">{t(`library.days.${end}`)}</Label>
                    <Input className="input" type="date" min={firstDay} max="9999-12-30" />
                  </TextField>
                ))}
              </div>
              {differsHere(now, zone) && (
                <p className="hint">
                  <Icon name="info" />
                  {t('library.days.zone', { zone: zoneWords(zone) })}
                </p>
              )}
            </>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
