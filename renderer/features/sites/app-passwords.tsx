// The application passwords of an account, as the site keeps them: which one is ours, renaming one, taking one or many away.

import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import type { AccountView, AppPasswordView, ConnectFailure, Outcome } from '../../../preload/contract.ts';
import { signInMethods } from '../../../preload/sign-in-ways.ts';
import { message, t } from '../../../preload/text/text.ts';
import type { Question } from '../../state/notices.ts';
import { useAppStore } from '../../state/use-store.ts';
import { revokeAllWords, revokeOthersWords } from '../../text/sign-in.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { AppPasswordLine } from './app-password-line.tsx';
import { ConnectProblemBlock } from './connect-problem.tsx';

interface Props {
  readonly account: AccountView;
  readonly siteName: string;
}

/** The list as the site told it last, and what is asked of the site about it. */
function usePasswords(accountId: string) {
  const store = useAppStore();
  const [passwords, setPasswords] = useState<readonly AppPasswordView[] | null>(null);
  const [failure, setFailure] = useState<ConnectFailure | null>(null);
  const [acting, setActing] = useState(false);

  const load = useCallback(
    async (why: ConnectFailure | null = null): Promise<void> => {
      const outcome = await store.attempt(() => store.bridge.request('account.passwords', accountId));
      setFailure(outcome === null || outcome.ok ? why : outcome.failure);
      if (outcome?.ok) setPasswords(outcome.value);
    },
    [store, accountId],
  );

  useEffect(() => void load(), [load]);

  /** Null = it was not done; then the list is what the site has now. */
  async function act<T>(work: () => Promise<Outcome<T, ConnectFailure>>): Promise<T | null> {
    setActing(true);
    const outcome = await store.attempt(work);
    if (outcome?.ok) setFailure(null);
    else if (outcome !== null) await load(outcome.failure);
    setActing(false);
    return outcome?.ok ? outcome.value : null;
  }

  return { passwords, setPasswords, failure, acting, load, act };
}

export function AppPasswords({ account, siteName }: Props): ReactNode {
  const store = useAppStore();
  const { passwords, setPasswords, failure, acting, load, act } = usePasswords(account.id);
  const list = useRef<HTMLUListElement>(null);
  const of = (uuid: string) => ({ accountId: account.id, uuid });

  async function revoke(uuid: string): Promise<void> {
    const done = await act(async () => {
      const outcome = await store.bridge.request('account.revokePassword', of(uuid));
      return outcome.ok ? { ok: true, value: true } : outcome;
    });
    if (done === null) return;
    setPasswords((all) => all?.filter((one) => one.uuid !== uuid) ?? null);
    // The button that was pressed is gone.
    list.current?.focus();
  }

  async function revokeMany(which: 'others' | 'all'): Promise<void> {
    const passwordsGone = await act(() =>
      store.bridge.request('account.revokePasswords', { accountId: account.id, which }),
    );
    if (passwordsGone === null) return;
    store.tell(message('password.revoked', { passwords: passwordsGone, site: siteName }), 'plain');
    await load();
    list.current?.focus();
  }

  /** Takes the place of what was shown of it before. */
  function replace(next: AppPasswordView | null): boolean {
    if (next !== null) setPasswords((all) => all?.map((one) => (one.uuid === next.uuid ? next : one)) ?? null);
    return next !== null;
  }

  const look = async (uuid: string): Promise<boolean> =>
    replace(await act(() => store.bridge.request('account.password', of(uuid))));

  async function rename(uuid: string, name: string): Promise<boolean> {
    const renamed = await act(() => store.bridge.request('account.renamePassword', { ...of(uuid), name }));
    if (renamed !== null) store.say(message('password.renamed', { password: renamed.name }));
    return replace(renamed);
  }

  function ask(password: AppPasswordView): void {
    const ours = password.mark === 'in-use';
    store.ask({
      title: ours ? t('password.revoke-ours.title') : t('password.revoke.title', { password: password.name }),
      body: ours ? t('password.revoke-ours.body', { site: siteName }) : t('password.revoke.body'),
      yes: t(ours ? 'password.revoke-ours.yes' : 'password.revoke.yes'),
      danger: true,
      onYes: () => void revoke(password.uuid),
    });
  }

  return (
    <div className="passwords">
      {failure !== null && <ConnectProblemBlock failure={failure} />}
      {passwords === null ? (
        failure === null ? (
          <p className="hint">{t('password.asking', { site: siteName })}</p>
        ) : (
          <Button className="button button-small" onPress={() => void load()}>
            {t('password.again')}
          </Button>
        )
      ) : (
        <ul ref={list} tabIndex={-1} aria-label={t('account.passwords.label', { account: account.name })}>
          {passwords.map((password) => (
            <AppPasswordLine
              key={password.uuid}
              password={password}
              isBusy={acting}
              onLook={() => look(password.uuid)}
              onRename={(name) => rename(password.uuid, name)}
              onRevoke={() => ask(password)}
            />
          ))}
        </ul>
      )}
      {passwords?.length === 0 && <p className="hint">{t('password.none')}</p>}
      {passwords !== null && (
        <RevokeMany
          passwords={passwords}
          siteName={siteName}
          isAppPassword={signInMethods[account.method].isAppPassword}
          isBusy={acting}
          onRevoke={(which) => revokeMany(which)}
        />
      )}
    </div>
  );
}

interface ManyProps {
  readonly passwords: readonly AppPasswordView[];
  readonly siteName: string;
  /** The account signs in with one of them. */
  readonly isAppPassword: boolean;
  readonly isBusy: boolean;
  readonly onRevoke: (which: 'others' | 'all') => Promise<void>;
}

/** Of one alone its own line has the button. */
function RevokeMany({ passwords, siteName, isAppPassword, isBusy, onRevoke }: ManyProps): ReactNode {
  const store = useAppStore();
  if (passwords.length < 2) return null;
  const ask = (words: Pick<Question, 'title' | 'body' | 'yes'>, which: 'others' | 'all'): void =>
    store.ask({ ...words, danger: true, onYes: () => void onRevoke(which) });
  const others = revokeOthersWords(passwords);
  return (
    <div className="button-row passwords-many">
      {others !== null && (
        <BusyButton className="button button-small" isBusy={isBusy} onPress={() => ask(others, 'others')}>
          {t('password.others')}
        </BusyButton>
      )}
      <BusyButton
        className="button button-small"
        isBusy={isBusy}
        onPress={() => ask(revokeAllWords(passwords, siteName, isAppPassword), 'all')}
      >
        {t('password.all')}
      </BusyButton>
      {isBusy && (
        <span className="hint" role="status">
          {t('password.working')}
        </span>
      )}
    </div>
  );
}
