// A key pressed while nothing has the focus belongs to the dialog on top: a button that was pressed and is gone takes the focus with it.
import { useEffect } from 'react';

/** Null = no dialog is open. */
function dialogOnTop(): HTMLElement | null {
  const dialogs = document.querySelectorAll<HTMLElement>('.modal-overlay :is([role="dialog"], [role="alertdialog"])');
  return dialogs.item(dialogs.length - 1);
}

function isNothing(element: Element | null): boolean {
  return element === null || element === document.body || element === document.documentElement;
}

/** React Aria gives the focus back in the next frame; Escape that comes before it would be heard by nobody. */
export function useKeysOfDialogs(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!(event.target instanceof Element) || !isNothing(event.target) || !isNothing(document.activeElement)) return;
      const dialog = dialogOnTop();
      if (dialog === null) return;
      dialog.focus();
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
      const again = { key, code, ctrlKey, metaKey, altKey, shiftKey, bubbles: true, cancelable: true };
      dialog.dispatchEvent(new KeyboardEvent('keydown', again));
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}
