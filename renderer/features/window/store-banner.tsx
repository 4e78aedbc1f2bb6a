// Above everything else in Uploads: what is wrong with the list on the disk, what became of a damaged one, or where it came from.

import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { t } from '../../../preload/text/text.ts';
import { useNow } from '../../state/use-now.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { elsewhereWords, rebuiltWords, type StoreWords, troubleWords, unreadableWords } from '../../text/store.ts';
import { Icon } from '../../ui/icon.tsx';

export function StoreBanner(): ReactNode {
  const app = useApp((state) => state.app);
  const store = useAppStore();
  const now = useNow(false);
  const trouble = app?.store.trouble ?? null;
  const rebuilt = app?.store.rebuilt ?? null;
  const elsewhere = app?.store.elsewhere ?? null;
  return (
    <div role="status" aria-label={t('window.list')}>
      {app !== null && trouble !== null && <Line words={troubleWords(trouble, app.store.folder)} />}
      {elsewhere !== null && (
        <Line words={elsewhereWords(elsewhere)}>
          {elsewhere === 'asked' && (
            <Button
              className="button button-small"
              onPress={() => void store.attempt(() => store.bridge.request('store.leave'))}
            >
              {t('window.leave-it')}
            </Button>
          )}
          <Button
            className="button button-small"
            onPress={() => void store.attempt(() => store.bridge.request('store.goOnHere'))}
          >
            {t('window.go-on-here')}
          </Button>
        </Line>
      )}
      {app !== null &&
        unreadableWords(app.store.unreadable).map((words) => (
          <Line key={words.title} words={words}>
            <Button
              className="button button-small"
              onPress={() => void store.attempt(() => store.bridge.request('store.read'))}
            >
              {t('window.got-it')}
            </Button>
          </Line>
        ))}
      {rebuilt !== null && (
        <Line words={rebuiltWords(rebuilt, now)}>
          {rebuilt.folder !== null && (
            <Button
              className="button button-small"
              onPress={() => void store.attempt(() => store.bridge.request('store.showDamaged'))}
            >
              {t('window.old-file')}
            </Button>
          )}
          <Button
            className="button button-small"
            onPress={() => void store.attempt(() => store.bridge.request('store.read'))}
          >
            {t('window.got-it')}
          </Button>
        </Line>
      )}
    </div>
  );
}

function Line({ words, children }: { readonly words: StoreWords; readonly children?: ReactNode }): ReactNode {
  return (
    <div className="hold store-line">
      <Icon name="needs-you" />
      <div className="hold-text">
        <p className="hold-title">{words.title}</p>
        <p className="hold-more">{words.text}</p>
      </div>
      <div className="hold-actions">{children}</div>
    </div>
  );
}
