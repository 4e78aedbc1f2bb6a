// A small labelled pop-up choice: a button that shows what is chosen and a list to choose from.
import type { ReactNode } from 'react';
import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue } from 'react-aria-components';
import { Icon, type IconName } from './icon.tsx';

export interface Option<T extends string> {
  readonly id: T;
  readonly label: string;
  readonly note?: string | undefined;
}

interface Props<T extends string> {
  readonly label: string;
  readonly options: readonly Option<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  /** 'inline' = in a toolbar, label beside it; 'field' = in a form, label above; 'icon' and 'bare' = label only for screen readers. */
  readonly look?: 'inline' | 'field' | 'icon' | 'bare';
  readonly icon?: IconName;
  readonly disabled?: boolean;
  /** What stands there while the value is none of the options. */
  readonly placeholder?: string;
}

export function Choice<T extends string>(props: Props<T>): ReactNode {
  const { label, options, value, onChange, look = 'inline', icon, disabled = false, placeholder = '' } = props;
  return (
    <Select
      className={`choice choice-${look}`}
      value={value}
      isDisabled={disabled}
      onChange={(key) => {
        const chosen = options.find((option) => option.id === key);
        if (chosen !== undefined) onChange(chosen.id);
      }}
    >
      <Label className={look === 'icon' || look === 'bare' ? 'visually-hidden' : 'choice-label'}>{label}</Label>
      <Button className="choice-button">
        {icon !== undefined && <Icon name={icon} />}
        <SelectValue className="choice-value">
          {options.find((option) => option.id === value)?.label ?? placeholder}
        </SelectValue>
        <Icon name="chevron" size={12} />
      </Button>
      <Popover className="popover" offset={4}>
        <ListBox className="menu">
          {options.map((option) => (
            <ListBoxItem className="menu-item" key={option.id} id={option.id} textValue={option.label}>
              <span className="menu-check">{option.id === value && <Icon name="check" size={12} />}</span>
              <span className="menu-text">
                {option.label}
                {option.note !== undefined && <span className="menu-note">{option.note}</span>}
              </span>
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
