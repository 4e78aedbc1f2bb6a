// The window: first run, or sidebar and the current place, with what lies over all of them.
import { type ReactNode, useCallback } from 'react';
import { Announcer } from './components/announcer.tsx';
import { ChooseAccount } from './components/choose-account.tsx';
import { Confirm } from './components/confirm.tsx';
import { Icon } from './components/icon.tsx';
import { Sidebar } from './components/sidebar.tsx';
import { useWindowDrop } from './drop.ts';
import { Connect } from './screens/connect.tsx';
import { Folders } from './screens/folders.tsx';
import { Library } from './screens/library.tsx';
import { Settings } from './screens/settings.tsx';
import { Sites } from './screens/sites.tsx';
import { Uploads } from './screens/uploads.tsx';
import { destinations } from './selectors.ts';
import { type AppStore, StoreContext, useApp, useAppStore } from './store.ts';

export function App({ store }: { readonly store: AppStore }): ReactNode {
  return (
    <StoreContext value={store}>
      <Window />
    </StoreContext>
  );
}

function Window(): ReactNode {
  const store = useAppStore();
  const app = useApp((state) => state.app);
  const screen = useApp((state) => state.screen);
  const firstRun = app !== null && app.sites.length === 0;
  const drop = useCallback(
    (files: readonly File[]) => {
      store.show('uploads');
      void store.add(files);
    },
    [store],
  );
  const over = useWindowDrop(drop, app !== null && !firstRun);
  const notice = useApp((state) => state.notice);
  if (app === null) return <p className="quiet-place">{notice?.text ?? ''}</p>;
  return (
    <div className={firstRun ? 'window window-first' : 'window'}>
      {!firstRun && (
        <a className="skip-link" href="#content">
          Skip to content
        </a>
      )}
      {!firstRun && <Sidebar />}
      {firstRun || screen === 'connect' ? (
        <Connect firstRun={firstRun} />
      ) : screen === 'sites' ? (
        <Sites />
      ) : screen === 'folders' ? (
        <Folders />
      ) : screen === 'settings' ? (
        <Settings />
      ) : screen === 'library' ? (
        <Library />
      ) : (
        <Uploads />
      )}
      <Announcer />
      <Confirm />
      <ChooseAccount />
      {over && <DropOverlay />}
    </div>
  );
}

function DropOverlay(): ReactNode {
  const app = useApp((state) => state.app);
  const accountId = useApp((state) => state.accountId);
  const to = destinations(app).find(({ account }) => account.id === accountId);
  return (
    <div className="drop-overlay" aria-hidden="true">
      <div className="drop-overlay-inner">
        <Icon name="drop" size={48} />
        <p className="drop-overlay-title">Drop to send to {to?.label ?? 'your site'}</p>
        <p className="drop-overlay-text">{to?.site.address}</p>
      </div>
    </div>
  );
}
