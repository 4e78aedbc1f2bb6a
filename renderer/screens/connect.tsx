// Connecting a site in two steps: its address, then login and application password.
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import type { ConnectFailure, SiteOffer } from '../../preload/contract.ts';
import { ConnectProblemBlock } from '../components/connect-problem.tsx';
import { Icon } from '../components/icon.tsx';
import { Mark } from '../components/mark.tsx';
import { Notice } from '../components/notice.tsx';
import { messageOf, useApp, useAppStore } from '../store.ts';
import { noKeyringNote } from '../words-connect.ts';

export function Connect({ firstRun }: { readonly firstRun: boolean }): ReactNode {
  const store = useAppStore();
  const [offer, setOffer] = useState<SiteOffer | null>(null);
  return (
    <main className="connect" id="content" tabIndex={-1}>
      <div className="connect-form">
        <div className="connect-mark">
          <Mark size={48} />
        </div>
        {offer === null ? (
          <AddressStep firstRun={firstRun} onFound={setOffer} />
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
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ConnectFailure | null>(null);

  async function find(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || address.trim() === '') return;
    setBusy(true);
    setFailure(null);
    try {
      const outcome = await store.bridge.request('site.find', address.trim());
      if (outcome.ok) onFound(outcome.value);
      else setFailure(outcome.failure);
    } catch (error) {
      setFailure({ problem: 'unexpected', said: messageOf(error) });
    } finally {
      setBusy(false);
    }
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
      <Button className="button button-primary button-large" type="submit" aria-busy={busy}>
        {busy ? 'Looking for the site…' : 'Continue'}
      </Button>
    </form>
  );
}

interface SignInProps {
  readonly offer: SiteOffer;
  readonly onBack: () => void;
}

function SignInStep({ offer, onBack }: SignInProps): ReactNode {
  const store = useAppStore();
  const keyring = useApp((state) => state.app?.keyring);
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ConnectFailure | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  async function signIn(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || login.trim() === '' || password === '') return;
    setBusy(true);
    setFailure(null);
    const answer = store.bridge.request('account.signIn', { offer: offer.offer, login: login.trim(), password });
    setPassword('');
    try {
      const outcome = await answer;
      if (outcome.ok) {
        store.setAccount(outcome.value.id);
        store.show('uploads');
      } else setFailure(outcome.failure);
    } catch (error) {
      setFailure({ problem: 'unexpected', said: messageOf(error) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className="connect-step" onSubmit={(event) => void signIn(event)}>
      <p className="connect-count">Step 2 of 2</p>
      <h1 className="connect-title" ref={heading} tabIndex={-1}>
        Sign in to {offer.name}
      </h1>
      <p className="connect-text">
        <Icon name={offer.secure ? 'lock' : 'unlocked'} size={14} /> {offer.address}
        <Button className="button button-link button-small" onPress={onBack}>
          Another site
        </Button>
      </p>
      <TextField className="field" value={login} onChange={setLogin}>
        <Label className="field-label">Login</Label>
        <Input className="input input-large" autoComplete="username" spellCheck="false" autoCapitalize="none" />
      </TextField>
      <TextField className="field" value={password} onChange={setPassword} type="password">
        <Label className="field-label">Application password</Label>
        <Input className="input input-large" autoComplete="off" />
      </TextField>
      {failure !== null && <ConnectProblemBlock failure={failure} />}
      <Button className="button button-primary button-large" type="submit" aria-busy={busy}>
        {busy ? 'Signing in…' : 'Sign in'}
      </Button>
      <div className="help">
        <p>
          An application password lets one program in and can be taken back at any time. Your usual password stays with
          you.
        </p>
        <p>
          On the site: Account → App Password, enter “Clipferry” as App name, press “Add New Application Password”. It
          is shown once only: copy it and paste it here.
        </p>
        {offer.hasPasswordPage && (
          <Button
            className="button button-link"
            onPress={() => void store.attempt(() => store.bridge.request('site.openPasswordPage', offer.offer))}
          >
            <Icon name="external" size={14} />
            Make an application password on {offer.name}
          </Button>
        )}
      </div>
      {keyring === 'none' && (
        <p className="hint">
          <Icon name="info" />
          {noKeyringNote}
        </p>
      )}
    </form>
  );
}
