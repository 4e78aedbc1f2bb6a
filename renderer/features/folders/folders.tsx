// The watched folders: each with its state in words, its files, and its rules.

import { type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components';
import type { FolderOffer, FolderView } from '../../../preload/contract.ts';
import { facts, t } from '../../../preload/text/text.ts';
import type { AppStore } from '../../state/client-state.ts';
import { destinations } from '../../state/selectors.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { folderActivity, folderStateWords, limitRemedy, rulesWords } from '../../text/folders.ts';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../window/notice.tsx';
import { AddFolder } from './add-folder.tsx';
import { FolderFiles } from './folder-files.tsx';
import { FolderRulesForm } from './folder-rules.tsx';

const none: readonly FolderView[] = [];

async function chooseFolder(store: AppStore): Promise<FolderOffer | null> {
  const outcome = await store.attempt(() => store.bridge.request('folder.choose'));
  if (outcome === null) return null;
  if (outcome.ok) return outcome.value;
  store.tell({ kind: 'folder-refused', failure: outcome.failure }, 'bad');
  return null;
}

export function Folders(): ReactNode {
  const store = useAppStore();
  const folders = useApp((state) => state.app?.folders ?? none);
  const [offer, setOffer] = useState<FolderOffer | null>(null);
  const [brought, setBrought] = useState<FolderView | null>(null);
  const choose = (folder: FolderView | null): void => {
    setBrought(folder);
    void chooseFolder(store).then(setOffer);
  };
  return (
    <main className="sites" id="content" tabIndex={-1}>
      <header className="head">
        <h1 className="head-title">{t('folders.title')}</h1>
        {folders.length > 0 && (
          <div className="head-actions">
            <Button className="button button-primary" onPress={() => choose(null)}>
              <Icon name="plus" />
              {t('folders.watch')}
            </Button>
          </div>
        )}
      </header>
      {folders.length === 0 ? (
        <div className="quiet-place folders-none">
          <Icon name="folder" size={40} />
          <p>{t('folders.none')}</p>
          <Button className="button button-primary" onPress={() => choose(null)}>
            {t('folders.watch')}
          </Button>
        </div>
      ) : (
        <div className="sites-list">
          {folders.map((folder) => (
            <FolderBlock key={folder.id} folder={folder} onPlace={() => choose(folder)} />
          ))}
        </div>
      )}
      <AddFolder offer={offer} brought={brought} onEnd={() => setOffer(null)} />
      <Notice />
    </main>
  );
}

interface BlockProps {
  readonly folder: FolderView;
  /** The user wants to say where it lies on this computer. */
  readonly onPlace: () => void;
}

function FolderBlock({ folder, onPlace }: BlockProps): ReactNode {
  const store = useAppStore();
  const id = `folder-${folder.id}`;
  const { name } = folder;
  const isPlaced = folder.state !== 'unplaced';
  const ask = (): void =>
    store.ask({
      title: t('folders.remove.title', { folder: name }),
      body: t('folders.remove.body'),
      yes: t('folders.remove.yes'),
      danger: true,
      onYes: () => void store.attempt(() => store.bridge.request('folder.remove', folder.id)),
    });
  return (
    <section className="site" aria-labelledby={id}>
      <div className="site-head">
        <div className="site-names">
          <h2 className="site-name" id={id}>
            {name}
          </h2>
          <p className="site-address folder-path">
            {isPlaced ? folder.path : t('folders.place.was', { path: folder.path })}
          </p>
        </div>
        <div className="button-row folder-buttons">
          {isPlaced ? (
            <PlacedButtons folder={folder} />
          ) : (
            <Button
              className="button button-primary"
              aria-label={t('folders.place.label', { folder: name })}
              onPress={onPlace}
            >
              <Icon name="folder" />
              {t('folders.place')}
            </Button>
          )}
          <Button className="button" aria-label={t('folders.remove.label', { folder: name })} onPress={ask}>
            {t('folders.remove')}
          </Button>
        </div>
      </div>
      <FolderState folder={folder} />
      <FolderFiles folder={folder} />
      {isPlaced ? <FolderRulesForm folder={folder} /> : <BroughtRules folder={folder} />}
    </section>
  );
}

function PlacedButtons({ folder }: { readonly folder: FolderView }): ReactNode {
  const store = useAppStore();
  const { name, paused } = folder;
  return (
    <>
      <Button
        className="button"
        isDisabled={folder.rules === null}
        aria-label={t(paused ? 'folders.resume.label' : 'folders.pause.label', { folder: name })}
        onPress={() =>
          void store.attempt(() => store.bridge.request('folder.pause', { folderId: folder.id, paused: !paused }))
        }
      >
        <Icon name={paused ? 'play' : 'pause'} />
        {t(paused ? 'folders.resume' : 'folders.pause')}
      </Button>
      <Button
        className="button"
        aria-label={t('folders.show.label', { folder: name })}
        onPress={() => void store.attempt(() => store.bridge.request('folder.show', folder.id))}
      >
        <Icon name="external" />
        {t('folders.show')}
      </Button>
    </>
  );
}

/** They can be changed once it lies somewhere. */
function BroughtRules({ folder }: { readonly folder: FolderView }): ReactNode {
  const to = destinations(useApp((state) => state.app)).find(({ account }) => account.id === folder.accountId);
  if (folder.rules === null) return <p className="folder-more">{t('folders.place.no-rules')}</p>;
  return (
    <p className="folder-more">
      {facts(t('folders.rules.to', { place: to?.label ?? null }), rulesWords(folder.rules, to?.account.presets))}
    </p>
  );
}

function FolderState({ folder }: { readonly folder: FolderView }): ReactNode {
  const store = useAppStore();
  const words = folderStateWords(folder.state);
  const looks = folder.state === 'watching' || folder.state === 'limited';
  return (
    <div className={`folder-state tone-${words.tone}`}>
      <p className="account-state">
        <Icon name={words.icon} />
        <span className="account-word">{words.label}</span>
        {folder.state !== 'unplaced' && <span className="account-more">{folderActivity(folder, Date.now())}</span>}
        {looks && (
          <Button
            className="button button-link folder-look"
            aria-label={t('folders.scan.label', { folder: folder.name })}
            onPress={() => void store.attempt(() => store.bridge.request('folder.scan', folder.id))}
          >
            {t('folders.scan')}
          </Button>
        )}
      </p>
      {words.more !== null && <p className="folder-more">{words.more}</p>}
      {folder.limit !== null && (
        <p className="folder-more">
          {t(`folders.limit.${folder.limit.what}`, { now: folder.limit.now })}{' '}
          <code className="folder-code">{limitRemedy(folder.limit)}</code>
        </p>
      )}
    </div>
  );
}
