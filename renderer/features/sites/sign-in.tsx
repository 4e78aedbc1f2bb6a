// Signing in by one of the ways that a site has: one is visible at a time, the others are named below it.

import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import { useStore } from 'zustand';
import type {
  AccountView,
  ApprovalTarget,
  ConnectFailure,
  Outcome,
  ShownHost,
  SignInWays,
  SignInWith,
  WaitId,
} from '../../../preload/contract.ts';
import { offeredWays, type SignInWay, signInWith, type TypedWay, typedWays } from '../../../preload/sign-in-ways.ts';
import { t } from '../../../preload/text/text.ts';
import { approvalKey } from '../../state/approvals.ts';
import { useAppStore } from '../../state/use-store.ts';
import { useWait } from '../../state/use-wait.ts';
import { Icon } from '../../ui/icon.tsx';
import { forgetSecret, SecretField, typedSecret } from '../../ui/secret-field.tsx';
import { ConnectProblemBlock } from './connect-problem.tsx';
import { SignInHost } from './sign-in-host.tsx';

interface Props {
  readonly siteName: string;
  /** The host that gets what is typed. */
  readonly host: ShownHost;
  readonly ways: SignInWays;
  /** False: what is sent can be read on the way; only a token may be, and only with consent. */
  readonly safe: boolean;
  readonly target: ApprovalTarget;
  /** The account that signs in again; null = whoever has a login. */
  readonly login: string | null;
  readonly large: boolean;
  readonly submitLabel: string;
  readonly signIn: (way: SignInWith, wait: WaitId) => Promise<Outcome<AccountView, ConnectFailure>>;
  readonly onSignedIn: (account: AccountView) => void;
  /** Opens the site's page where an application password is made; null where it names none. */
  readonly openPasswordPage: (() => void) | null;
  /** Somebody was led here to sign in: the first field gets the keyboard. */
  readonly takesFocus?: boolean;
}

export function SignIn(props: Props): ReactNode {
  const { ways, target, host, safe } = props;
  const store = useAppStore();
  const waiting = useStore(store.approvals, (state) => state.waiting?.key === approvalKey(target));
  const offered = offeredWays(ways);
  const [chosen, setChosen] = useState<SignInWay | null>(null);
  const way = chosen ?? offered[0] ?? 'application-password';
  const others = offered.filter((other) => other !== way);
  const focus = chosen !== null || props.takesFocus === true;
  return (
    <div className="sign-in">
      <SignInHost host={host} isSafe={safe} />
      {way === 'browser' ? (
        <BrowserWay focus={focus} {...props} />
      ) : (
        <SecretWay key={way} way={way} focus={focus} {...props} />
      )}
      {way !== 'browser' && waiting && (
        <p className="hint" role="status">
          <Icon name="info" />
          {t('sign-in.still-waiting')}
        </p>
      )}
      {others.length > 0 && (
        <ul className="ways" aria-label={t('sign-in.other-ways')}>
          {others.map((other) => (
            <li key={other}>
              <Button className="button button-link" onPress={() => setChosen(other)}>
                {t(`sign-in.${other}.choose`)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What was chosen gets the keyboard: the button that chose it is gone. */
function useFocus(place: RefObject<HTMLElement | null>, wanted: boolean): void {
  useEffect(() => {
    if (wanted) place.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [place, wanted]);
}

interface WayProps extends Props {
  readonly focus: boolean;
}

function BrowserWay({ target, siteName, large, focus }: WayProps): ReactNode {
  const store = useAppStore();
  const place = useRef<HTMLDivElement>(null);
  useFocus(place, focus);
  const key = approvalKey(target);
  const waiting = useStore(store.approvals, (state) => state.waiting?.key === key);
  const failed = useStore(store.approvals, (state) => (state.failed?.key === key ? state.failed.failure : null));
  const begin = (): void => void store.attempt(() => store.approvals.begin(target));
  return (
    <div className="sign-in-way" ref={place}>
      <p className="help">{t('sign-in.browser.help')}</p>
      {failed !== null && <ConnectProblemBlock failure={failed} />}
      <div className="button-row">
        <Button className={`button button-primary ${large ? 'button-large' : ''}`} onPress={begin}>
          <Icon name="external" size={14} />
          {t(waiting ? 'sign-in.open-again' : 'sign-in.browser.choose')}
        </Button>
        {waiting && (
          <Button
            className={`button button-quiet ${large ? 'button-large' : ''}`}
            onPress={() => void store.attempt(() => store.approvals.cancel())}
          >
            {t('sign-in.stop-waiting')}
          </Button>
        )}
      </div>
      <p className="hint sign-in-waiting" role="status">
        {waiting && (
          <>
            <Icon name="waiting" />
            {t('sign-in.waiting', { site: siteName })}
          </>
        )}
      </p>
    </div>
  );
}

function SecretWay({ way, focus, ...props }: WayProps & { readonly way: TypedWay }): ReactNode {
  const { login: fixed, large, safe } = props;
  const [login, setLogin] = useState(fixed ?? '');
  const [consent, setConsent] = useState(false);
  const wait = useWait();
  const [failure, setFailure] = useState<ConnectFailure | null>(null);
  const secret = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLFormElement>(null);
  useFocus(place, focus);
  const { asksLogin, mayGoPlain, isMadeOnPage } = typedWays[way];

  function given(): SignInWith | null {
    if ((asksLogin && login.trim() === '') || typedSecret(secret).trim() === '') return null;
    if (mayGoPlain && !safe && !consent) return null;
    return signInWith(way, { login: login.trim(), secret: typedSecret(secret), consent: !safe && consent });
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const what = wait.isBusy ? null : given();
    if (what === null) return;
    setFailure(null);
    const outcome = await wait.run((id) => props.signIn(what, id));
    if (outcome?.ok === true) {
      forgetSecret(secret);
      props.onSignedIn(outcome.value);
    } else if (outcome !== null) setFailure(outcome.failure);
  }

  const label = fixed === null ? t(`sign-in.${way}`) : t(`sign-in.${way}.for`, { account: fixed });
  return (
    <form className="sign-in-way" ref={place} onSubmit={(event) => void submit(event)}>
      {asksLogin && fixed === null && (
        <TextField className="field" value={login} onChange={setLogin}>
          <Label className="field-label">{t('sign-in.login')}</Label>
          <Input
            className={large ? 'input input-large' : 'input'}
            autoComplete="username"
            spellCheck="false"
            autoCapitalize="none"
            maxLength={300}
          />
        </TextField>
      )}
      <SecretField label={label} input={secret} large={large} />
      {!safe && (
        <div className="sign-in-warning">
          <p>{t('sign-in.plain-http')}</p>
          <label className="tick">
            <input type="checkbox" checked={consent} onChange={(event) => setConsent(event.target.checked)} />
            {t('sign-in.plain-http.consent')}
          </label>
        </div>
      )}
      {failure !== null && <ConnectProblemBlock failure={failure} />}
      <div className="button-row">
        <Button
          className={`button button-primary ${large ? 'button-large' : ''}`}
          type="submit"
          aria-busy={wait.isBusy}
          isDisabled={!safe && !consent}
        >
          {wait.isBusy ? t('sign-in.busy') : props.submitLabel}
        </Button>
        {wait.isBusy && (
          <Button className={`button button-quiet ${large ? 'button-large' : ''}`} onPress={wait.cancel}>
            {t('sign-in.stop')}
          </Button>
        )}
      </div>
      <p className="help">{t(`sign-in.${way}.help`)}</p>
      {isMadeOnPage && props.openPasswordPage !== null && (
        <Button className="button button-link" onPress={props.openPasswordPage}>
          <Icon name="external" size={14} />
          {t('sign-in.make-password', { site: props.siteName })}
        </Button>
      )}
    </form>
  );
}
