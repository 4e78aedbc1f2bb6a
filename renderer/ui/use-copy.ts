// Copies what is shown: by selecting it, the one way that needs no permission of the page; it stays selected if that fails.
import { type RefObject, useState } from 'react';

export function useCopy(box: RefObject<HTMLElement | null>): { readonly copied: boolean; readonly copy: () => void } {
  const [copied, setCopied] = useState(false);
  const copy = (): void => {
    if (box.current === null) return;
    getSelection()?.selectAllChildren(box.current);
    setCopied(document.execCommand('copy'));
  };
  return { copied, copy };
}
