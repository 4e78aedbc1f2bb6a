// A ready text for the people who run the site's server, to copy into a message; folded away where something else may help first.

import { type ReactNode, useRef } from 'react';
import { Button } from 'react-aria-components';
import { t } from '../../preload/text/text.ts';
import { useCopy } from './use-copy.ts';

interface HostTextProps {
  readonly text: string;
  readonly isOpen?: boolean;
  /** It is meant for the people who run this network, not the site. */
  readonly isForNetwork?: boolean;
}

export function HostText({ text, isOpen = false, isForNetwork = false }: HostTextProps): ReactNode {
  const box = useRef<HTMLParagraphElement>(null);
  const { copied, copy } = useCopy(box);
  return (
    <details className="host-text" open={isOpen}>
      <summary className="host-text-title">{t(isForNetwork ? 'uploads.admin-text' : 'uploads.host-text')}</summary>
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
export function CopyHostText(
  props: Pick<HostTextProps, 'text' | 'isForNetwork'> & { readonly label: string },
): ReactNode {
  const { text, label, isForNetwork = false } = props;
  const box = useRef<HTMLSpanElement>(null);
  const { copied, copy } = useCopy(box);
  return (
    <>
      <Button className="button button-small" aria-label={copied ? t('uploads.copied') : label} onPress={copy}>
        {t(copied ? 'uploads.copied' : isForNetwork ? 'uploads.hold.admin' : 'uploads.hold.host')}
      </Button>
      <span ref={box} className="visually-hidden host-text-body" aria-hidden="true">
        {text}
      </span>
    </>
  );
}
