// One account on the list of sites: how it is signed in, its application passwords, signing in again and signing out.

import { type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components';
import type { AccountView, CheckFinding, SiteView } from '../../../preload/contract.ts';
import { noPreset } from '../../../preload/folder-rules.ts';
import { endsByItself, signInMethods } from '../../../preload/sign-in-ways.ts';
import { sentences, t } from '../../../preload/text/text.ts';
import { workableWays } from '../../model/workable-ways.ts';
import { isOnThisComputer } from '../../state/selectors.ts';
import { signOut } from '../../state/sign-out.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { findingWords } from '../../text/checkup.ts';
import { presetOptions } from '../../text/presets.ts';
import { accountWords } from '../../text/sign-in.ts';
import { Choice } from '../../ui/choice.tsx';
import { HostText } from '../../ui/host-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Twins } from '../library/duplicates.tsx';
import { AppPasswords } from './app-passwords.tsx';
import { SignIn } from './sign-in.tsx';

interface Props {
  readonly account: AccountView;
  readonly site: SiteView;
}

export function AccountBlock({ account, site }: Props): ReactNode {
  const [open, setOpen] = useState<'passwords' | 'sign-in' | null>(null);
  const [comparing, setComparing] = useState(false);
  const { signedIn } = account;
  const toggle = (part: 'passwords' | 'sign-in'): void => setOpen(open === part ? null : part);
  return (
    <li className="account">
      <div className="account-line">
        <div className="account-names">
          <p className="account-name">
            {account.name}
            {account.name !== account.login && <span className="account-login">{account.login}</span>}
          </p>
          <p className={signedIn ? 'account-state tone-good' : 'account-state tone-attention'}>
            <Icon name={signedIn ? 'done' : 'needs-you'} />
            <span className="account-word">{t(signedIn ? 'account.signed-in' : 'account.signed-out')}</span>
            <span className="account-more">{signedIn ? accountWords(account, Date.now()) : t('account.waits')}</span>
          </p>
        </div>
        <div className="button-row account-actions">
          {signedIn && site.ways.applicationPassword && (
            <Button
              className="button button-small"
              aria-label={t('account.passwords.label', { account: account.name })}
              aria-expanded={open === 'passwords'}
              onPress={() => toggle('passwords')}
            >
              {t('account.passwords')}
            </Button>
          )}
          {signedIn && endsByItself(account.method) && (
            <Button
              className="button button-small"
              aria-label={t('account.sign-in-again.label', { account: account.name })}
              aria-expanded={open === 'sign-in'}
              onPress={() => toggle('sign-in')}
            >
              {t('account.sign-in-again')}
            </Button>
          )}
          {signedIn && (
            <Button
              className="button button-small"
              aria-label={t('account.duplicates.label', { account: account.name, site: site.name })}
              onPress={() => setComparing(true)}
            >
              {t('account.duplicates')}
            </Button>
          )}
          <SignOut account={account} site={site} />
        </div>
      </div>
      {signedIn && <NewClips account={account} />}
      <Twins
        accountId={account.id}
        siteName={site.name}
        isOpen={comparing}
        compare
        onClose={() => setComparing(false)}
      />
      {signedIn && open === 'passwords' && <AppPasswords account={account} siteName={site.name} />}
      {(!signedIn || open === 'sign-in') && (
        <SignInAgain account={account} site={site} onSignedIn={() => setOpen(null)} />
      )}
    </li>
  );
}

/** Whether new clips go at once or wait until their user has looked at them. */
function NewClips({ account }: Pick<Props, 'account'>): ReactNode {
  const store = useAppStore();
  return (
    <div className="account-new">
      <Choice
        label={t('sites.new-clips.of', { account: account.name })}
        options={[
          { id: 'at-once', label: t('sites.new-clips.at-once') },
          { id: 'wait', label: t('sites.new-clips.wait') },
        ]}
        value={account.holdsNew ? 'wait' : 'at-once'}
        onChange={(how) => store.holdNew(account.id, how === 'wait')}
      />
      {account.presets.length > 0 && (
        <Choice
          label={t('presets.choose')}
          options={presetOptions(account.presets)}
          value={account.presetId ?? noPreset}
          onChange={(id) => store.chooseNewPreset(account.id, id)}
        />
      )}
      <Button
        className="button button-small"
        aria-label={t('presets.open.label', { account: account.name })}
        onPress={() => store.showPresets(account.id)}
      >
        {t('presets.open')}
      </Button>
    </div>
  );
}

function SignOut({ account, site }: Props): ReactNode {
  const store = useAppStore();
  return (
    <Button
      className="button button-small"
      aria-label={t('account.sign-out.label', { account: account.name })}
      onPress={() =>
        store.ask({
          title: t('account.sign-out.title', { account: account.name, site: site.name }),
          body: t('account.sign-out.body'),
          yes: t('account.sign-out.yes'),
          danger: true,
          ...(account.signedIn && signInMethods[account.method].isAppPassword
            ? { tick: t('account.sign-out.tick') }
            : {}),
          onYes: (ticked) => void store.attempt(() => signOut(store, account.id, ticked)),
        })
      }
    >
      {t('account.sign-out')}
    </Button>
  );
}

function SignInAgain({ account, site, onSignedIn }: Props & { readonly onSignedIn: () => void }): ReactNode {
  const store = useAppStore();
  const isWanted = useApp((state) => state.signInAt === account.id);
  const found = useApp((state) => state.app?.checkups.find(({ siteId }) => siteId === site.id)?.findings);
  const { ways, because } = workableWays(site.ways, found ?? [], account.id);
  return (
    <div className="sign-in-again">
      {because !== null && <InTheWay finding={because} />}
      <SignIn
        siteName={site.name}
        host={site.signInHost}
        ways={ways}
        safe={site.secure || isOnThisComputer(site.address)}
        target={{ accountId: account.id }}
        login={account.login}
        large={false}
        submitLabel={t('sign-in.again')}
        signIn={(way, wait) => store.bridge.request('account.signInAgain', { accountId: account.id, with: way }, wait)}
        onSignedIn={onSignedIn}
        openPasswordPage={null}
        takesFocus={isWanted}
      />
    </div>
  );
}

/** Nothing that is typed gets past it: it is said before somebody tries. */
function InTheWay({ finding }: { readonly finding: CheckFinding }): ReactNode {
  const { what, todo, host } = findingWords(finding, Date.now());
  return (
    <div className="sign-in-warning">
      <p>{sentences(what, todo)}</p>
      {host !== null && <HostText text={host} />}
    </div>
  );
}
