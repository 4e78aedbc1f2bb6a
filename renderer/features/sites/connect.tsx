// Connecting a site in two steps: its address, then one of the ways to sign in.
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import type { ConnectFailure, ShownHost, SiteOffer } from '../../../preload/contract.ts';
import { isOnThisComputer } from '../../state/selectors.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { useWait } from '../../state/use-wait.ts';
import { noKeyringNote } from '../../text/connect.ts';
import { hostNote, leadsToWords, trustWords } from '../../text/sign-in.ts';
import { Icon } from '../../ui/icon.tsx';
import { Mark } from '../../ui/mark.tsx';
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
        {!firstRun && (
          <Button className="button button-quiet connect-cancel" onPress={() => store.show('sites')}>
            Cancel
          </Button>
        )}
      </div>
      <Notice />
    </main>
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
      <p className="connect-count">Step 1 of 2</p>
      <h1 className="connect-title">{firstRun ? 'Connect your video site' : 'Connect a site'}</h1>
      <p className="connect-text">
        {firstRun
          ? 'Clipferry carries your videos there, each exactly once. The address is enough to begin.'
          : 'Its address is enough to begin.'}
      </p>
      <TextField
        className="field"
        value={address}
        onChange={setAddress}
        isInvalid={failure !== null}
        // The browser would refuse to send a form with an invalid field, and with it the next try.
        validationBehavior="aria"
        autoFocus
      >
        <Label className="field-label">Site address</Label>
        <Input className="input input-large" placeholder="videos.example.com" spellCheck="false" autoComplete="off" />
      </TextField>
      {failure !== null && <ConnectProblemBlock failure={failure} />}
      <div className="button-row">
        <Button className="button button-primary button-large" type="submit" aria-busy={wait.isBusy}>
          {wait.isBusy ? 'Looking for the site…' : 'Continue'}
        </Button>
        {wait.isBusy && (
          <Button className="button button-quiet button-large" onPress={wait.cancel}>
            Stop looking
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
  const { title, what } = trustWords(offer.signInHost, by);
  const note = hostNote(offer.signInHost);
  const trust = (): void =>
    void store.attempt(async () => {
      await store.bridge.request('site.trust', { offer: offer.offer, host: offer.signInHost.host });
      onTrusted();
    });
  return (
    <div className="connect-step">
      <p className="connect-count">Step 1 of 2</p>
      <h1 className="connect-title" ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className="connect-text">{what}</p>
      {note !== null && <p className="sign-in-warning">{note}</p>}
      <div className="button-row">
        <Button className="button button-primary button-large" onPress={onBack}>
          Use another address
        </Button>
        <Button className="button button-large" onPress={trust}>
          Continue with {offer.signInHost.host}
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
      <p className="connect-count">Step 2 of 2</p>
      <h1 className="connect-title" ref={heading} tabIndex={-1}>
        Sign in to {offer.name}
      </h1>
      <p className="connect-text">
        {leads ?? offer.address}
        <Button className="button button-link button-small" onPress={onBack}>
          Another site
        </Button>
      </p>
      {offer.membersOnly && (
        <p className="hint">
          <Icon name="info" />
          This site shows itself to members only: the rest is looked up when you are signed in.
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
        submitLabel="Sign in"
        signIn={(way, wait) => store.bridge.request('account.signIn', { offer: offer.offer, with: way }, wait)}
        onSignedIn={(account) => store.welcome(account)}
        openPasswordPage={offer.hasPasswordPage ? openPasswordPage : null}
      />
      {keyring === 'none' && (
        <p className="hint">
          <Icon name="info" />
          {noKeyringNote}
        </p>
      )}
    </div>
  );
}
