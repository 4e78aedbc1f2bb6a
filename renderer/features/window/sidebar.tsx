// The places of the app; only those that work.

import type { ReactNode } from 'react';
import { formatCount } from '../../../preload/text/format.ts';
import { t } from '../../../preload/text/text.ts';
import { signedOutAccounts, troubledFolders } from '../../state/selectors.ts';
import type { Screen } from '../../state/session.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Mark } from '../../ui/mark.tsx';
import { HelpMenu } from './help-menu.tsx';

export function Sidebar(): ReactNode {
  const needsYou = useApp((state) => state.queue?.counts.needsYou ?? 0);
  const signedOut = useApp((state) => signedOutAccounts(state.app).length);
  const troubled = useApp((state) => troubledFolders(state.app).length);
  const version = useApp((state) => state.app?.version ?? '');
  return (
    <nav className="sidebar" aria-label={t('window.places')}>
      <p className="sidebar-name">
        <Mark size={24} />
        {t('window.app')}
      </p>
      <ul className="sidebar-list">
        <Place
          screen="uploads"
          icon="uploads"
          label={t('window.uploads')}
          badge={needsYou}
          badgeWord={t('window.badge.uploads', { count: needsYou })}
        />
        <Place screen="library" icon="library" label={t('window.library')} badge={0} badgeWord="" />
        <Place
          screen="folders"
          icon="folder"
          before={t('window.folders.before')}
          label={t('window.folders')}
          badge={troubled}
          badgeWord={t('window.badge.folders', { count: troubled })}
        />
        <Place
          screen="sites"
          icon="sites"
          label={t('window.sites')}
          badge={signedOut}
          badgeWord={t('window.badge.sites')}
        />
      </ul>
      <div className="sidebar-foot">
        <ul className="sidebar-list">
          <Place screen="settings" icon="settings" label={t('window.settings')} badge={0} badgeWord="" />
          <li>
            <HelpMenu className="place" />
          </li>
        </ul>
        <p className="sidebar-version">{t('window.version', { version })}</p>
      </div>
    </nav>
  );
}

interface PlaceProps {
  readonly screen: Screen;
  readonly icon: IconName;
  /** A word that only a screen reader says before the label: there is no room for it. */
  readonly before?: string;
  readonly label: string;
  readonly badge: number;
  readonly badgeWord: string;
}

function Place({ screen, icon, before, label, badge, badgeWord }: PlaceProps): ReactNode {
  const store = useAppStore();
  const current = useApp((state) => (state.screen === 'connect' ? 'sites' : state.screen) === screen);
  return (
    <li>
      <button
        type="button"
        className="place"
        aria-current={current ? 'page' : undefined}
        onClick={() => store.show(screen)}
      >
        <Icon name={icon} />
        <span className="place-label">
          {before !== undefined && <span className="visually-hidden">{before} </span>}
          {label}
        </span>
        {badge > 0 && (
          <span className="badge" title={t('window.badge.title', { count: badge, word: badgeWord })}>
            {formatCount(badge)}
            <span className="visually-hidden"> {badgeWord}</span>
          </span>
        )}
      </button>
    </li>
  );
}
