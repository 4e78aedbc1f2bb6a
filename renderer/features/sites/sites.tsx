// The connected sites: what is known about each, and its accounts.

import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import type { SiteView } from '../../../preload/contract.ts';
import { formatBytes } from '../../../preload/text/format.ts';
import { listed, t } from '../../../preload/text/text.ts';
import { agreedSites, visibilityOf } from '../../model/public-sites.ts';
import { isOnThisComputer } from '../../state/selectors.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { Icon } from '../../ui/icon.tsx';
import { Said } from '../window/announcer.tsx';
import { Notice } from '../window/notice.tsx';
import { AccountBlock } from './account-block.tsx';
import { Checkup } from './checkup.tsx';

const noSites: readonly SiteView[] = [];

export function Sites(): ReactNode {
  const store = useAppStore();
  const sites = useApp((state) => state.app?.sites ?? noSites);
  const keyring = useApp((state) => state.app?.keyring);
  return (
    <main className="sites" id="content" tabIndex={-1}>
      <header className="head">
        <h1 className="head-title">{t('sites.title')}</h1>
        <div className="head-actions">
          <Button className="button button-primary" onPress={() => store.show('connect')}>
            <Icon name="plus" />
            {t('sites.connect')}
          </Button>
        </div>
      </header>
      <div className="sites-list">
        {sites.map((site) => (
          <SiteBlock key={site.id} site={site} />
        ))}
        {keyring === 'none' && (
          <p className="hint">
            <Icon name="info" />
            {t('connect.no-keyring')}
          </p>
        )}
      </div>
      <Notice />
      <Said />
    </main>
  );
}

function learned(site: SiteView): readonly string[] {
  return [
    ...(site.tooLargeFrom === null
      ? []
      : [t('sites.too-large', { size: formatBytes(site.tooLargeFrom), named: site.tooLargeIsNamed ? 'yes' : 'no' })]),
    ...(site.refusedExtensions.length === 0
      ? []
      : [t('sites.refuses', { extensions: listed(site.refusedExtensions.map((extension) => `.${extension}`)) })]),
  ];
}

function connectionWords({ secure, address }: SiteView): string {
  if (secure) return t('sites.secure');
  return t(isOnThisComputer(address) ? 'sites.local-http' : 'sites.plain-http');
}

function SiteBlock({ site }: { readonly site: SiteView }): ReactNode {
  const store = useAppStore();
  const facts = learned(site);
  const id = `site-${site.id}`;
  return (
    <section className="site" aria-labelledby={id}>
      <div className="site-head">
        <div className="site-names">
          <h2 className="site-name" id={id}>
            {site.name}
          </h2>
          <p className="site-address">
            <Icon name={site.secure ? 'lock' : 'unlocked'} size={14} />
            {site.address}
            <span className="site-secure">{connectionWords(site)}</span>
          </p>
        </div>
        <div className="button-row">
          <Button
            className="button"
            aria-label={t('sites.open.label', { site: site.name })}
            onPress={() => void store.attempt(() => store.bridge.request('site.open', site.id))}
          >
            <Icon name="external" />
            {t('sites.open')}
          </Button>
          <Button
            className="button"
            aria-label={t('sites.remove.label', { site: site.name })}
            onPress={() =>
              store.ask({
                title: t('sites.remove.title', { site: site.name }),
                body: t('sites.remove.body'),
                yes: t('sites.remove.yes'),
                danger: true,
                onYes: () => void store.attempt(() => store.bridge.request('site.remove', site.id)),
              })
            }
          >
            {t('sites.remove')}
          </Button>
        </div>
      </div>
      {facts.length > 0 && (
        <ul className="site-facts" aria-label={t('sites.learned', { site: site.name })}>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
      <Agreed site={site} />
      <Checkup site={site} />
      <ul className="accounts" aria-label={t('sites.accounts', { site: site.name })}>
        {site.accounts.map((account) => (
          <AccountBlock key={account.id} account={account} site={site} />
        ))}
      </ul>
    </section>
  );
}

/** That nobody is asked before clips go to a site where everybody sees them at once, and the way back. */
function Agreed({ site }: { readonly site: SiteView }): ReactNode {
  const store = useAppStore();
  const values = useApp((state) => state.settings?.values ?? null);
  if (
    values === null ||
    !site.accounts.some((account) => visibilityOf(account) === 'public') ||
    !values.publicSites.includes(site.id)
  )
    return null;
  return (
    <p className="site-agreed">
      {t('sites.publishes.agreed')}
      <Button
        className="button button-small"
        aria-label={t('sites.publishes.ask.label', { site: site.name })}
        onPress={() => void store.changeSettings({ publicSites: agreedSites(values, site.id, false) })}
      >
        {t('sites.publishes.ask')}
      </Button>
    </p>
  );
}
