// The field in which a title is typed over its row: Enter goes to the next one, Escape leaves it as it was.

import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { t } from '../../preload/text/text.ts';
import { isOneLine } from '../model/pasted-cells.ts';

interface Props {
  /** Another one: another title, with the same field. */
  readonly id: string | number;
  /** By what a person knows it. */
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
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

export function TitleEditor(props: Props): ReactNode {
  const { id, name, value, hint, isThere } = props;
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState({ id, text: value, isTyped: false });
  const text = typed.id === id ? typed.text : value;
  const latest = useRef({ props, text, saved: value });
  if (latest.current.props.id !== id) latest.current = { props, text, saved: value };
  else latest.current = { ...latest.current, props, text };

  function save(): void {
    const now = latest.current;
    if (now.text === now.saved) return;
    latest.current = { ...now, saved: now.text };
    now.props.onSave(now.text);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each title that is typed has the field from its beginning on.
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
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
    const step = event.key === 'Enter' ? (event.shiftKey ? -1 : 1) : steps[event.key];
    if (event.key === 'Escape') {
      latest.current = { ...latest.current, saved: latest.current.text };
      props.onEnd();
    } else if (step !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey) {
      save();
      props.onGo(step);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function onPaste(event: ClipboardEvent): void {
    const pasted = event.clipboardData.getData('text/plain');
    if (isOneLine(pasted)) return;
    event.preventDefault();
    save();
    props.onEnd();
    // Once the row has the keyboard again: a dialog gives it back to whoever had it.
    requestAnimationFrame(() => requestAnimationFrame(() => latest.current.props.onPaste(pasted)));
  }

  return (
    <div className={isThere ? 'title-editor' : 'title-editor title-editor-alone'}>
      <input
        ref={field}
        className="input title-field"
        data-untyped={typed.id === id && typed.isTyped ? undefined : ''}
        aria-label={t('titles.label', { name })}
        aria-describedby="title-keys"
        value={text}
        placeholder={hint}
        spellCheck
        onChange={(event) => setTyped({ id, text: event.target.value, isTyped: true })}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => {
          save();
          // Another window may be looked at meanwhile, such as the one that plays the clip.
          if (document.hasFocus()) props.onEnd();
        }}
      />
      <span id="title-keys" className="title-note">
        {isThere ? t('titles.keys') : t('titles.moved', { name })}
      </span>
    </div>
  );
}
