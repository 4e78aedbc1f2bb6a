// The window: first run, or sidebar and the current place, with what lies over all of them.

import { type ReactNode, useCallback } from 'react';
import type { AccountView } from '../preload/contract.ts';
import { noPreset } from '../preload/folder-rules.ts';
import { t } from '../preload/text/text.ts';
import { Folders } from './features/folders/folders.tsx';
import { Help } from './features/help/help.tsx';
import { Library } from './features/library/library.tsx';
import { Presets } from './features/metadata/presets.tsx';
import { Move } from './features/move/move.tsx';
import { Settings } from './features/settings/settings.tsx';
import { Connect } from './features/sites/connect.tsx';
import { Sites } from './features/sites/sites.tsx';
import { ChooseAccount } from './features/uploads/choose-account.tsx';
import { History } from './features/uploads/history.tsx';
import { Uploads } from './features/uploads/uploads.tsx';
import { Announcer } from './features/window/announcer.tsx';
import { Confirm } from './features/window/confirm.tsx';
import { useWindowDrop } from './features/window/drop.ts';
import { useKeysOfDialogs } from './features/window/lost-focus.ts';
import { ProxyBanner } from './features/window/proxy-banner.tsx';
import { Sidebar } from './features/window/sidebar.tsx';
import { useTakeBackKeys } from './features/window/take-back-keys.ts';
import { visibilityOf } from './model/public-sites.ts';
import type { AppStore } from './state/client-state.ts';
import { destinations } from './state/selectors.ts';
import type { Screen } from './state/session.ts';
import { StoreContext, useApp, useAppStore } from './state/use-store.ts';
import { newsWords } from './text/news.ts';
import { presetOptions } from './text/presets.ts';
import { Icon } from './ui/icon.tsx';

export function App({ store }: { readonly store: AppStore }): ReactNode {
  return (
    <StoreContext value={store}>
      <Window />
    </StoreContext>
  );
}

const places: Readonly<Record<Screen, () => ReactNode>> = {
  uploads: () => <Uploads />,
  library: () => <Library />,
  folders: () => <Folders />,
  sites: () => <Sites />,
  connect: () => <Connect firstRun={false} />,
  settings: () => <Settings />,
};

function Window(): ReactNode {
  const store = useAppStore();
  const app = useApp((state) => state.app);
  const screen = useApp((state) => state.screen);
  const firstRun = app !== null && app.sites.length === 0;
  const drop = useCallback(
    (files: readonly File[], at: string | null) => {
      store.show('uploads');
      void store.add(files, at === noPreset ? null : (at ?? undefined));
    },
    [store],
  );
  useTakeBackKeys();
  useKeysOfDialogs();
  const { over, place } = useWindowDrop(drop, app !== null && !firstRun);
  const notice = useApp((state) => state.notice);
  if (app === null) return <p className="quiet-place">{notice === null ? '' : newsWords(notice.news)}</p>;
  const { asking } = app.proxies;
  return (
    <div className={`window ${firstRun ? 'window-first' : ''} ${asking === null ? '' : 'window-asked'}`}>
      {!firstRun && (
        <a className="skip-link" href="#content">
          {t('window.skip')}
        </a>
      )}
      {asking !== null && <ProxyBanner asking={asking} />}
      {!firstRun && <Sidebar />}
      {firstRun ? <Connect firstRun={true} /> : places[screen]()}
      <Announcer />
      <Confirm />
      <ChooseAccount />
      <Presets />
      <Help />
      <Move />
      <History />
      {over && <DropOverlay place={place} />}
    </div>
  );
}

/** `place` = the preset that the pointer is over. */
function DropOverlay({ place }: { readonly place: string | null }): ReactNode {
  const app = useApp((state) => state.app);
  const accountId = useApp((state) => state.accountId);
  const to = destinations(app).find(({ account }) => account.id === accountId);
  return (
    <div className="drop-overlay" aria-hidden="true">
      <div className="drop-overlay-inner">
        <Icon name="drop" size={48} />
        <p className="drop-overlay-title">{t('uploads.drop', { site: to?.label ?? t('uploads.your-site') })}</p>
        {to !== undefined && (
          <>
            <p className="drop-overlay-text">
              {t('uploads.drop.as', { account: to.account.name, address: to.site.address })}
            </p>
            <p className="drop-overlay-text">{t(`uploads.drop.${visibilityOf(to.account)}`)}</p>
            {to.account.holdsNew && <p className="drop-overlay-text">{t('uploads.drop.wait')}</p>}
            <DropPresets account={to.account} place={place} />
          </>
        )}
      </div>
    </div>
  );
}

/** One place for each preset, and one for none; what is dropped beside them gets the one that is chosen for new clips. */
function DropPresets({ account, place }: { readonly account: AccountView; readonly place: string | null }): ReactNode {
  if (account.presets.length === 0) return null;
  const meant = place ?? account.presetId ?? noPreset;
  return (
    <>
      <p className="drop-overlay-text">{t('presets.drop')}</p>
      <ul className="drop-places">
        {presetOptions(account.presets).map(({ id, label }) => (
          <li key={id} data-drop={id} className={id === meant ? 'drop-place drop-place-meant' : 'drop-place'}>
            {label}
          </li>
        ))}
      </ul>
    </>
  );
}
