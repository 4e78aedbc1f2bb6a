// A ready text for the people who run the site's server, to copy into a message; folded away where something else may help first.

import { type ReactNode, useRef } from 'react';
import { Button } from 'react-aria-components';
import { t } from '../../preload/text/text.ts';
import { useCopy } from './use-copy.ts';

export function HostText({ text, isOpen = false }: { readonly text: string; readonly isOpen?: boolean }): ReactNode {
  const box = useRef<HTMLParagraphElement>(null);
  const { copied, copy } = useCopy(box);
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

/** The same where there is room for a button only. */
export function CopyHostText({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const box = useRef<HTMLSpanElement>(null);
  const { copied, copy } = useCopy(box);
  return (
    <>
      <Button className="button button-small" aria-label={copied ? t('uploads.copied') : label} onPress={copy}>
        {t(copied ? 'uploads.copied' : 'uploads.hold.host')}
      </Button>
      <span ref={box} className="visually-hidden host-text-body" aria-hidden="true">
        {text}
      </span>
    </>
  );
}
