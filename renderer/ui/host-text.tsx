// A ready text for the people who run the site's server, to copy into a message; folded away where something else may help first.

import { type ReactNode, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { t } from '../../preload/text/text.ts';

export function HostText({ text, isOpen = false }: { readonly text: string; readonly isOpen?: boolean }): ReactNode {
  const box = useRef<HTMLParagraphElement>(null);
  const [copied, setCopied] = useState(false);

  function copy(): void {
    if (box.current === null) return;
    // Copies what is selected: the one way that needs no permission of the page, and the text stays selected if it fails.
    getSelection()?.selectAllChildren(box.current);
    setCopied(document.execCommand('copy'));
  }

  return (
    <details className="host-text" open={isOpen}>
      <summary className="host-text-title">{t('uploads.host-text')}</summary>
      <p ref={box} className="host-text-body">
        {text}
      </p>
      <Button className="button button-small" onPress={copy}>
        {t(copied ? 'uploads.copied' : 'uploads.copy')}
      </Button>
    </details>
  );
}
