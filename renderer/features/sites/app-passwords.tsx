// The application passwords of an account, as the site keeps them: which one is ours, when each was used, taking one away.

import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import type { AccountView, AppPasswordView, ConnectFailure, Outcome } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import { useAppStore } from '../../state/use-store.ts';
import { passwordFacts } from '../../text/sign-in.ts';
import { Icon } from '../../ui/icon.tsx';
import { ConnectProblemBlock } from './connect-problem.tsx';

interface Props {
  readonly account: AccountView;
  readonly siteName: string;
}

export function AppPasswords({ account, siteName }: Props): ReactNode {
  const store = useAppStore();
  const [passwords, setPasswords] = useState<readonly AppPasswordView[] | null>(null);
  const [failure, setFailure] = useState<ConnectFailure | null>(null);
  const list = useRef<HTMLUListElement>(null);

  const take = useCallback(<T,>(outcome: Outcome<T, ConnectFailure> | null): T | null => {
    if (outcome === null) return null;
    setFailure(outcome.ok ? null : outcome.failure);
    return outcome.ok ? outcome.value : null;
  }, []);

  const load = useCallback(async () => {
    const all = take(await store.attempt(() => store.bridge.request('account.passwords', account.id)));
    if (all !== null) setPasswords(all);
  }, [store, account.id, take]);

  useEffect(() => void load(), [load]);

  async function revoke(uuid: string): Promise<void> {
    const outcome = await store.attempt(() =>
      store.bridge.request('account.revokePassword', { accountId: account.id, uuid }),
    );
    take(outcome);
    if (!outcome?.ok) return;
    setPasswords((all) => all?.filter((one) => one.uuid !== uuid) ?? null);
    // The button that was pressed is gone.
    list.current?.focus();
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
        failure === null && <p className="hint">{t('password.asking', { site: siteName })}</p>
      ) : (
        <ul ref={list} tabIndex={-1} aria-label={t('account.passwords.label', { account: account.name })}>
          {passwords.map((password) => (
            <PasswordLine key={password.uuid} password={password} onRevoke={() => ask(password)} />
          ))}
        </ul>
      )}
      {passwords?.length === 0 && <p className="hint">{t('password.none')}</p>}
    </div>
  );
}

interface LineProps {
  readonly password: AppPasswordView;
  readonly onRevoke: () => void;
}

function PasswordLine({ password, onRevoke }: LineProps): ReactNode {
  const mark = password.mark === 'other' ? null : t(`password.${password.mark}`);
  return (
    <li className="password">
      <div className="password-words">
        <p className="password-name">
          {password.name}
          {mark !== null && (
            <span className="password-mark">
              <Icon name={password.mark === 'in-use' ? 'key' : 'info'} size={12} />
              {mark}
            </span>
          )}
        </p>
        <p className="password-facts">{passwordFacts(password)}</p>
      </div>
      <Button
        className="button button-small"
        aria-label={t('password.revoke.label', { password: password.name })}
        onPress={onRevoke}
      >
        {t('password.revoke')}
      </Button>
    </li>
  );
}
