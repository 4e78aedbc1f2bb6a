// The field in which a text is typed over its row: Enter goes to the next row, Tab to the next column, Escape leaves it as it was.

import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { t } from '../../preload/text/text.ts';
import { listCommand } from '../model/list-keys.ts';
import { isOneLine } from '../model/pasted-cells.ts';
import type { Option } from './choice.tsx';

interface Props {
  /** Another one: another text, with the same field. */
  readonly id: string | number;
  /** By what a person knows its row. */
  readonly name: string;
  /** What stands in the field at first, all of it selected. */
  readonly value: string;
  readonly hint: string;
  /** Its row still stands below the field. */
  readonly isThere: boolean;
  /** Told only of what was changed. */
  readonly onSave: (text: string) => void;
  readonly onGo: (step: 1 | -1) => void;
  readonly onEnd: () => void;
  /** Several lines, or cells, from the clipboard. */
  readonly onPaste: (text: string) => void;
  /** Where the row has columns in which something is typed; left out = only its title is. */
  readonly cell?: CellOptions;
}

/** What is otherwise in a row with columns. */
export interface CellOptions {
  /** What is typed, and of which row. */
  readonly label: string;
  /** The column of CSS that the field stands over. */
  readonly column: number;
  /** What the keys do here, or what else there is to know. */
  readonly note: (text: string) => string;
  /** One of these is chosen, and nothing typed. */
  readonly choices?: readonly Option<string>[];
  /** What stands there cannot be typed in one line: it is opened elsewhere. */
  readonly onOpen?: () => void;
  /** The text may have several lines, and now has them: it is shown where there is room for it. Left out = it is a line. */
  readonly onLines?: () => void;
  readonly onTab: (step: 1 | -1) => void;
  /** Ctrl or Cmd and D: what stands here, once it is saved, for the other selected rows. */
  readonly onFill: () => void;
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

interface Typed {
  readonly id: Props['id'];
  readonly text: string;
  readonly isTyped: boolean;
}

/** Null = the key is the field's own. */
function stepOf(event: KeyboardEvent, isChoice: boolean): 1 | -1 | null {
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  if (event.key === 'Enter') return event.shiftKey ? -1 : 1;
  // Another one is chosen by them.
  return isChoice ? null : (steps[event.key] ?? null);
}

export function TitleEditor(props: Props): ReactNode {
  const { id, value, cell, isThere } = props;
  const field = useRef<HTMLInputElement & HTMLSelectElement>(null);
  const [typed, setTyped] = useState<Typed>({ id, text: value, isTyped: false });
  const isTyped = typed.id === id && typed.isTyped;
  const text = isTyped ? typed.text : value;
  const latest = useRef({ props, text, isTyped, saved: value });
  if (latest.current.props.id !== id) latest.current = { props, text, isTyped, saved: value };
  else latest.current = { ...latest.current, props, text, isTyped };

  function save(): void {
    const now = latest.current;
    if (!now.isTyped || now.text === now.saved) return;
    latest.current = { ...now, saved: now.text };
    now.props.onSave(now.text);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each text that is typed has the field from its beginning on.
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true });
    if (cell?.choices === undefined) field.current?.select();
  }, [id]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is saved also when the list, or the whole page, goes away.
  useEffect(() => {
    window.addEventListener('pagehide', save);
    return () => {
      window.removeEventListener('pagehide', save);
      save();
    };
  }, []);

  function onKeyDown(event: KeyboardEvent): void {
    // What the keys of an input method mean is its own affair.
    if (event.nativeEvent.isComposing) return;
    const step = stepOf(event, cell?.choices !== undefined);
    const isTab = event.key === 'Tab' && !event.altKey && !event.ctrlKey && !event.metaKey;
    if (event.key === 'Escape') {
      latest.current = { ...latest.current, saved: latest.current.text };
      props.onEnd();
    } else if (step !== null) {
      save();
      props.onGo(step);
    } else if (isTab && cell !== undefined) {
      save();
      cell.onTab(event.shiftKey ? -1 : 1);
    } else if (listCommand(event) === 'fill' && cell !== undefined) {
      save();
      cell.onFill();
    } else if (event.key === 'F2' && cell?.onOpen !== undefined) cell.onOpen();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function onPaste(event: ClipboardEvent): void {
    const pasted = event.clipboardData.getData('text/plain');
    if (isOneLine(pasted)) return;
    event.preventDefault();
    if (cell?.onOpen !== undefined) {
      cell.onOpen();
      return;
    }
    // Cells side by side are those of a spreadsheet, wherever they are pasted.
    if (cell?.onLines !== undefined && !pasted.includes('\t')) {
      const { selectionStart, selectionEnd } = event.currentTarget as HTMLInputElement;
      const whole = [text.slice(0, selectionStart ?? 0), pasted, text.slice(selectionEnd ?? text.length)].join('');
      latest.current = { ...latest.current, text: whole.replace(/\r\n?/g, '\n'), isTyped: true };
      save();
      cell.onLines();
      return;
    }
    save();
    props.onEnd();
    // Once the row has the keyboard again: a dialog gives it back to whoever had it.
    requestAnimationFrame(() => requestAnimationFrame(() => latest.current.props.onPaste(pasted)));
  }

  const inColumn = (cell?.column ?? 1) > 1 ? 'cell-editor' : '';
  return (
    <div
      className={`title-editor ${isThere ? inColumn : 'title-editor-alone'}`}
      style={isThere && cell !== undefined ? { gridColumn: cell.column } : {}}
    >
      <Field
        {...{ field, text, props }}
        isUntyped={!isTyped}
        onChange={(changed) => setTyped({ id, text: changed, isTyped: true })}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => {
          save();
          // Another window may be looked at meanwhile, such as the one that plays the clip.
          if (document.hasFocus()) props.onEnd();
        }}
      />
      <span id="title-keys" className="title-note">
        {isThere ? (cell?.note(text) ?? t('titles.keys')) : t('titles.moved', { name: props.name })}
      </span>
    </div>
  );
}

interface FieldProps {
  readonly props: Props;
  readonly field: RefObject<(HTMLInputElement & HTMLSelectElement) | null>;
  readonly text: string;
  readonly isUntyped: boolean;
  readonly onChange: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
  readonly onBlur: () => void;
}

function Field({ props, field, text, isUntyped, onChange, onPaste, ...events }: FieldProps): ReactNode {
  const { name, hint, cell } = props;
  const shared = {
    ...events,
    ref: field,
    'data-untyped': isUntyped ? '' : undefined,
    'aria-label': cell?.label ?? t('titles.label', { name }),
    'aria-describedby': 'title-keys',
    value: text,
  };
  if (cell?.choices !== undefined) {
    return (
      <select {...shared} className="input title-field" onChange={(event) => onChange(event.target.value)}>
        {cell.choices.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      {...shared}
      className="input title-field"
      placeholder={hint}
      readOnly={cell?.onOpen !== undefined}
      spellCheck
      onPaste={onPaste}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
