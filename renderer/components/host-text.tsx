// A ready text for the people who run the site's server, folded away until it is wanted, to copy into a message.
import { type ReactNode, useRef, useState } from 'react';
import { Button } from 'react-aria-components';

export function HostText({ text }: { readonly text: string }): ReactNode {
  const box = useRef<HTMLParagraphElement>(null);
  const [copied, setCopied] = useState(false);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Where the clipboard is not granted, the text is at least selected, ready for the copy key.
      if (box.current !== null) getSelection()?.selectAllChildren(box.current);
    }
  }

  return (
    <details className="host-text">
      <summary className="host-text-title">Text for your site’s host</summary>
      <p ref={box} className="host-text-body">
        {text}
      </p>
      <Button className="button button-small" onPress={() => void copy()}>
        {copied ? 'Copied' : 'Copy text'}
      </Button>
    </details>
  );
}
