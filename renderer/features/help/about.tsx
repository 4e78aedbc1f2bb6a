// About this Clipferry: its version, what it runs on and its licence, to read out or to copy.

import { type ReactNode, useRef } from 'react';
import { Button, Dialog, Heading } from 'react-aria-components';
import { t } from '../../../preload/text/text.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { useAppStore } from '../../state/use-store.ts';
import { Mark } from '../../ui/mark.tsx';
import { useCopy } from '../../ui/use-copy.ts';

export function About(): ReactNode {
  const store = useAppStore();
  const about = useAnswer('help.about');
  const box = useRef<HTMLDListElement>(null);
  const { copied, copy } = useCopy(box);
  return (
    <Dialog className="dialog">
      <div className="about-head">
        <Mark size={48} />
        <div>
          <Heading slot="title" className="dialog-title">
            {t('about.title')}
          </Heading>
          <p className="about-what">{t('about.what')}</p>
        </div>
      </div>
      <dl className="about-facts" ref={box}>
        {about !== null &&
          (
            [
              ['about.version', t('about.version.of', { version: about.version, build: about.build })],
              ['about.electron', about.electron],
              ['about.chromium', about.chromium],
              ['about.node', about.node],
              ['about.system', about.system],
              ['about.licence', t('about.licence.text')],
            ] as const
          ).map(([id, value]) => (
            <div key={id} className="about-fact">
              <dt>{t(id)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <div className="dialog-buttons">
        <Button className="button" onPress={() => store.showHelp('licences')}>
          {t('about.licences')}
        </Button>
        <Button className="button" isDisabled={about === null} onPress={copy}>
          {t(copied ? 'about.copied' : 'about.copy')}
        </Button>
        <Button className="button button-primary" autoFocus onPress={() => store.showHelp(null)}>
          {t('help.close')}
        </Button>
      </div>
    </Dialog>
  );
}
