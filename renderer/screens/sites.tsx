// The connected sites: what is known about each, its accounts, and signing in again.
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import type { AccountView, ConnectFailure, SiteView } from '../../preload/contract.ts';
import { ConnectProblemBlock } from '../components/connect-problem.tsx';
import { Icon } from '../components/icon.tsx';
import { Notice } from '../components/notice.tsx';
import { formatBytes } from '../format.ts';
import { messageOf, useApp, useAppStore } from '../store.ts';
import { noKeyringNote, secretWords } from '../words-connect.ts';

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
            <span className="site-secure">
              {site.secure ? 'secure connection' : 'plain http, only on this computer'}
            </span>
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
      <ul className="accounts" aria-label={`Accounts on ${site.name}`}>
        {site.accounts.map((account) => (
          <Account key={account.id} account={account} site={site} />
        ))}
      </ul>
    </section>
  );
}

function Account({ account, site }: { readonly account: AccountView; readonly site: SiteView }): ReactNode {
  const store = useAppStore();
  const rights = account.canUpload
    ? account.canPublish
      ? 'May upload and publish'
      : 'May upload; someone else publishes'
    : 'May not upload';
  return (
    <li className="account">
      <div className="account-line">
        <div className="account-names">
          <p className="account-name">
            {account.name}
            {account.name !== account.login && <span className="account-login">{account.login}</span>}
          </p>
          <p className={account.signedIn ? 'account-state tone-good' : 'account-state tone-attention'}>
            <Icon name={account.signedIn ? 'done' : 'needs-you'} />
            <span className="account-word">{account.signedIn ? 'Signed in' : 'Needs you to sign in again'}</span>
            <span className="account-more">
              {account.signedIn ? `${secretWords[account.secret]}. ${rights}.` : 'Its clips wait; nothing is lost.'}
            </span>
          </p>
        </div>
        <Button
          className="button button-small"
          aria-label={`Sign out ${account.name}`}
          onPress={() =>
            store.ask({
              title: `Sign ${account.name} out of ${site.name}?`,
              body: 'Its password is forgotten here and its clips leave the list. Nothing is deleted on the site.',
              yes: 'Sign out',
              danger: true,
              onYes: () => void store.attempt(() => store.bridge.request('account.remove', account.id)),
            })
          }
        >
          Sign out…
        </Button>
      </div>
      {!account.signedIn && <SignInAgain account={account} />}
    </li>
  );
}

function SignInAgain({ account }: { readonly account: AccountView }): ReactNode {
  const store = useAppStore();
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ConnectFailure | null>(null);

  async function signIn(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || password === '') return;
    setBusy(true);
    setFailure(null);
    const answer = store.bridge.request('account.signInAgain', { accountId: account.id, password });
    setPassword('');
    try {
      const outcome = await answer;
      if (!outcome.ok) setFailure(outcome.failure);
    } catch (error) {
      setFailure({ problem: 'unexpected', said: messageOf(error) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className="sign-in-again" onSubmit={(event) => void signIn(event)}>
      <TextField className="field" value={password} onChange={setPassword} type="password">
        <Label className="field-label">Application password for {account.login}</Label>
        <div className="sign-in-line">
          <Input className="input" autoComplete="off" />
          <Button className="button button-primary" type="submit" aria-busy={busy}>
            {busy ? 'Signing in…' : 'Sign in again'}
          </Button>
        </div>
      </TextField>
      {failure !== null && <ConnectProblemBlock failure={failure} />}
    </form>
  );
}
