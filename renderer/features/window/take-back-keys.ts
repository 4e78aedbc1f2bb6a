// Ctrl+Z and its opposite for all of the window; what is being typed in a field is the field's own to take back.
import { useEffect } from 'react';
import type { ActWay } from '../../../preload/contract.ts';
import { type Pressed, shortcutLetter } from '../../model/pressed.ts';
import { useAppStore } from '../../state/use-store.ts';

/** Null = the keys mean something else. */
export function wayOf(pressed: Pressed, isMac: boolean): ActWay | null {
  const { ctrlKey, metaKey, altKey, shiftKey } = pressed;
  if (altKey || !(isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey)) return null;
  const letter = shortcutLetter(pressed);
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  return letter === 'y' && !shiftKey && !isMac ? 'redo' : null;
}

/** A title in the list in which nothing was typed yet has nothing of its own to take back. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.dataset.untyped !== undefined) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'range'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target.isContentEditable;
}

export function useTakeBackKeys(): void {
  const store = useAppStore();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { app, question, manyTitles } = store.getState();
      const way = wayOf(event, app?.platform === 'mac');
      if (way === null || event.defaultPrevented || event.repeat || isTyping(event.target)) return;
      // A question that is open is answered first.
      if (question !== null || manyTitles !== null || document.querySelector('[role="dialog"]') !== null) return;
      event.preventDefault();
      void store.takeBack(way);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [store]);
}
