// What had the keyboard goes away, the button that was pressed with it: the keyboard goes on in the list, or at the head of the page.
import { type RefObject, useLayoutEffect } from 'react';

/** `node` is about to leave the page. */
function handOver(node: HTMLElement): void {
  if (!node.contains(document.activeElement)) return;
  const rows = document.querySelectorAll<HTMLElement>('#content [data-index][tabindex="0"]');
  const heir = [...rows].find((row) => !node.contains(row)) ?? document.getElementById('content');
  heir?.focus({ preventScroll: true });
}

export function useFocusHeir(of: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const node = of.current;
    return () => {
      if (node !== null) handOver(node);
    };
  }, [of]);
}
