// The licences of what this Clipferry is made of, each to be read here.

import type { ReactNode } from 'react';
import { Button, Dialog, Heading } from 'react-aria-components';
import { t } from '../../../preload/text/text.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { useAppStore } from '../../state/use-store.ts';
import { ShownText } from './shown-text.tsx';

export function Licences(): ReactNode {
  const store = useAppStore();
  const found = useAnswer('help.licences');
  const packages = found?.packages ?? [];
  return (
    <Dialog className="dialog dialog-tall">
      <Heading slot="title" className="dialog-title">
        {t('licences.title')}
      </Heading>
      <p className="dialog-body">{t('licences.own')}</p>
      <p className="dialog-body" role="status">
        {found !== null &&
          (found.packages === null ? t('licences.from-source') : t('licences.what', { count: packages.length }))}
      </p>
      <div className="report-body" aria-busy={found === null}>
        <ul className="report-files" aria-label={t('licences.title')}>
          {packages.map(({ name, text }) => (
            <ShownText key={name} name={name} beside={null} about={null} text={text} />
          ))}
        </ul>
      </div>
      <div className="dialog-buttons">
        {found?.hasChromium === true && (
          <Button
            className="button"
            onPress={() => void store.attempt(() => store.bridge.request('help.showChromium'))}
          >
            {t('licences.chromium')}
          </Button>
        )}
        <Button className="button" onPress={() => store.showHelp('about')}>
          {t('licences.back')}
        </Button>
        <Button className="button button-primary" autoFocus onPress={() => store.showHelp(null)}>
          {t('help.close')}
        </Button>
      </div>
    </Dialog>
  );
}
