// The connected sites: what is known about each, and its accounts.
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import type { SiteView } from '../../../preload/contract.ts';
import { isOnThisComputer } from '../../state/selectors.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { noKeyringNote } from '../../text/connect.ts';
import { formatBytes } from '../../text/format.ts';
import { Icon } from '../../ui/icon.tsx';
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
        <h1 className="head-title">Sites</h1>
        <div className="head-actions">
          <Button className="button button-primary" onPress={() => store.show('connect')}>
            <Icon name="plus" />
            Connect a site
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
            {noKeyringNote}
          </p>
        )}
      </div>
      <Notice />
    </main>
  );
}

function learned(site: SiteView): readonly string[] {
  return [
    ...(site.publishesAtOnce === true ? ['Makes videos public as soon as they arrive'] : []),
    ...(site.publishesAtOnce === false ? ['Does not make videos public by itself'] : []),
    ...(site.tooLargeFrom === null ? [] : [`Refused a file of ${formatBytes(site.tooLargeFrom)} as too large`]),
    ...(site.refusedExtensions.length === 0
      ? []
      : [`Refuses ${site.refusedExtensions.map((extension) => `.${extension}`).join(', ')} files`]),
  ];
}

function connectionWords({ secure, address }: SiteView): string {
  if (secure) return 'secure connection';
  return isOnThisComputer(address) ? 'plain http, only on this computer' : 'plain http: can be read on the way';
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
            aria-label={`Open ${site.name}`}
            onPress={() => void store.attempt(() => store.bridge.request('site.open', site.id))}
          >
            <Icon name="external" />
            Open
          </Button>
          <Button
            className="button"
            aria-label={`Remove ${site.name}`}
            onPress={() =>
              store.ask({
                title: `Remove ${site.name}?`,
                body: 'Its accounts are signed out and its clips leave the list. Nothing is deleted on the site, and your files stay where they are.',
                yes: 'Remove site',
                danger: true,
                onYes: () => void store.attempt(() => store.bridge.request('site.remove', site.id)),
              })
            }
          >
            Remove…
          </Button>
        </div>
      </div>
      {facts.length > 0 && (
        <ul className="site-facts" aria-label={`Learned about ${site.name}`}>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
      <Checkup site={site} />
      <ul className="accounts" aria-label={`Accounts on ${site.name}`}>
        {site.accounts.map((account) => (
          <AccountBlock key={account.id} account={account} site={site} />
        ))}
      </ul>
    </section>
  );
}
