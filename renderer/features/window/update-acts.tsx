// The buttons of an update: bring it here, put it in place, or leave it.
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import type { UpdateAct, UpdatesView } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import { useAppStore } from '../../state/use-store.ts';

interface ActProps {
  readonly act: UpdateAct;
  readonly children: string;
}

export function UpdateButton({ act, children }: ActProps): ReactNode {
  const store = useAppStore();
  return (
    <Button
      className="button button-small"
      onPress={() => void store.attempt(() => store.bridge.request('updates.act', act))}
    >
      {children}
    </Button>
  );
}

/** What can be done next; nothing while something is under way. */
export function UpdateNext({ view }: { readonly view: UpdatesView }): ReactNode {
  const { stage, found, problem } = view;
  if (found === null) return null;
  const { way } = found;
  const opens = <UpdateButton act="open">{t(`updates.open.${way}`)}</UpdateButton>;
  if (stage === 'waiting') return <UpdateButton act="later">{t('updates.cancel')}</UpdateButton>;
  if (stage === 'ready' && (way === 'replace' || way === 'run'))
    return <UpdateButton act="install">{t('updates.install')}</UpdateButton>;
  if (stage === 'ready') return opens;
  if (stage !== 'found') return null;
  if (way === 'page' || problem === 'read-only') return opens;
  return <UpdateButton act="fetch">{t('updates.fetch')}</UpdateButton>;
}
