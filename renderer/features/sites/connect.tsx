// Connecting a site in two steps: its address, then one of the ways to sign in.

import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import type { ConnectFailure, ShownHost, SiteOffer } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import { isOnThisComputer } from '../../state/selectors.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { useWait } from '../../state/use-wait.ts';
import { hostNote, leadsToWords } from '../../text/sign-in.ts';
import { Icon } from '../../ui/icon.tsx';
import { Mark } from '../../ui/mark.tsx';
import { HelpMenu } from '../window/help-menu.tsx';
import { Notice } from '../window/notice.tsx';
import { StoreBanner } from '../window/store-banner.tsx';
import { ConnectProblemBlock } from './connect-problem.tsx';
import { SignIn } from './sign-in.tsx';

export function Connect({ firstRun }: { readonly firstRun: boolean }): ReactNode {
  const store = useAppStore();
  const [offer, setOffer] = useState<SiteOffer | null>(null);
  /** The offer whose host the person agreed to. */
  const [trusted, setTrusted] = useState<string | null>(null);
  return (
    <main className="connect" id="content" tabIndex={-1}>
      <div className="connect-form">
        {firstRun && <StoreBanner />}
        <div className="connect-mark">
          <Mark size={48} />
        </div>
        {offer === null ? (
          <AddressStep firstRun={firstRun} onFound={setOffer} />
        ) : offer.namedBy !== null && trusted !== offer.offer ? (
          <TrustStep
            offer={offer}
            by={offer.namedBy}
            onTrusted={() => setTrusted(offer.offer)}
            onBack={() => setOffer(null)}
          />
        ) : (
          <SignInStep offer={offer} onBack={() => setOffer(null)} />
        )}
        {firstRun && offer === null && <FromBefore />}
        {firstRun && <HelpMenu className="button button-quiet help-button" />}
        {!firstRun && (
          <Button className="button button-quiet connect-cancel" onPress={() => store.show('sites')}>
            {t('connect.cancel')}
          </Button>
        )}
      </div>
      <Notice />
    </main>
  );
}

/** Who used Clipferry on another computer need not begin anew. */
function FromBefore(): ReactNode {
  const store = useAppStore();
  return (
    <p className="move-first">
      {t('move.first')}{' '}
      <Button className="button button-link button-small" onPress={() => void store.bringOver()}>
        {t('move.first.button')}
      </Button>
    </p>
  );
}

interface AddressProps {
  readonly firstRun: boolean;
  readonly onFound: (offer: SiteOffer) => void;
}

function AddressStep({ firstRun, onFound }: AddressProps): ReactNode {
  const store = useAppStore();
  const [address, setAddress] = useState('');
  const wait = useWait();
  const [failure, setFailure] = useState<ConnectFailure | null>(null);

  async function find(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (wait.isBusy || address.trim() === '') return;
    setFailure(null);
    const outcome = await wait.run((id) => store.bridge.request('site.find', address.trim(), id));
    if (outcome?.ok === true) onFound(outcome.value);
    else if (outcome !== null) setFailure(outcome.failure);
  }

  return (
    <form className="connect-step" onSubmit={(event) => void find(event)}>
      <p className="connect-count">{t('connect.step', { step: 1 })}</p>
      <h1 className="connect-title">{t(firstRun ? 'connect.first.title' : 'connect.title')}</h1>
      <p className="connect-text">{t(firstRun ? 'connect.first.text' : 'connect.text')}</p>
      <TextField
        className="field"
        value={address}
        onChange={setAddress}
        isInvalid={failure !== null}
        // The browser would refuse to send a form with an invalid field, and with it the next try.
        validationBehavior="aria"
        autoFocus
      >
        <Label className="field-label">{t('connect.address')}</Label>
        <Input
          className="input input-large"
          placeholder={t('connect.address.example')}
          spellCheck="false"
          autoComplete="off"
        />
      </TextField>
      {failure !== null && <ConnectProblemBlock failure={failure} />}
      <div className="button-row">
        <Button className="button button-primary button-large" type="submit" aria-busy={wait.isBusy}>
          {t(wait.isBusy ? 'connect.looking' : 'connect.continue')}
        </Button>
        {wait.isBusy && (
          <Button className="button button-quiet button-large" onPress={wait.cancel}>
            {t('connect.stop')}
          </Button>
        )}
      </div>
    </form>
  );
}

interface TrustProps {
  readonly offer: SiteOffer;
  readonly by: ShownHost;
  readonly onTrusted: () => void;
  readonly onBack: () => void;
}

/** A page named another host for its sign-in: nobody but the person can say whether that is right. */
function TrustStep({ offer, by, onTrusted, onBack }: TrustProps): ReactNode {
  const store = useAppStore();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const named = { host: offer.signInHost.host, by: by.host };
  const note = hostNote(offer.signInHost);
  const trust = (): void =>
    void store.attempt(async () => {
      await store.bridge.request('site.trust', { offer: offer.offer, host: offer.signInHost.host });
      onTrusted();
    });
  return (
    <div className="connect-step">
      <p className="connect-count">{t('connect.step', { step: 1 })}</p>
      <h1 className="connect-title" ref={heading} tabIndex={-1}>
        {t('connect.trust.title', named)}
      </h1>
      <p className="connect-text">{t('connect.trust.what', named)}</p>
      {note !== null && <p className="sign-in-warning">{note}</p>}
      <div className="button-row">
        <Button className="button button-primary button-large" onPress={onBack}>
          {t('connect.other-address')}
        </Button>
        <Button className="button button-large" onPress={trust}>
          {t('connect.continue-with', { host: offer.signInHost.host })}
        </Button>
      </div>
    </div>
  );
}

interface SignInProps {
  readonly offer: SiteOffer;
  readonly onBack: () => void;
}

function SignInStep({ offer, onBack }: SignInProps): ReactNode {
  const store = useAppStore();
  const keyring = useApp((state) => state.app?.keyring);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const leads = leadsToWords(offer);
  const openPasswordPage = (): void =>
    void store.attempt(() => store.bridge.request('site.openPasswordPage', offer.offer));
  return (
    <div className="connect-step">
      <p className="connect-count">{t('connect.step', { step: 2 })}</p>
      <h1 className="connect-title" ref={heading} tabIndex={-1}>
        {t('connect.sign-in', { site: offer.name })}
      </h1>
      <p className="connect-text">
        {leads ?? offer.address}
        <Button className="button button-link button-small" onPress={onBack}>
          {t('connect.other-site-button')}
        </Button>
      </p>
      {offer.membersOnly && (
        <p className="hint">
          <Icon name="info" />
          {t('connect.members-only')}
        </p>
      )}
      <SignIn
        siteName={offer.name}
        host={offer.signInHost}
        ways={offer.ways}
        safe={offer.secure || isOnThisComputer(offer.address)}
        target={{ offer: offer.offer }}
        login={null}
        large
        submitLabel={t('sign-in.submit')}
        signIn={(way, wait) => store.bridge.request('account.signIn', { offer: offer.offer, with: way }, wait)}
        onSignedIn={(account) => store.welcome(account)}
        openPasswordPage={offer.hasPasswordPage ? openPasswordPage : null}
      />
      {keyring === 'none' && (
        <p className="hint">
          <Icon name="info" />
          {t('connect.no-keyring')}
        </p>
      )}
    </div>
  );
}
