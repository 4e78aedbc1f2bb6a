// Above each sign-in: the host that gets what is typed, and what is odd about its name.

import type { ReactNode } from 'react';
import type { ShownHost } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import { hostNote } from '../../text/sign-in.ts';
import { Icon } from '../../ui/icon.tsx';

interface Props {
  readonly host: ShownHost;
  /** False: what is sent there can be read on the way. */
  readonly isSafe: boolean;
}

export function SignInHost({ host, isSafe }: Props): ReactNode {
  const note = hostNote(host);
  return (
    <div className="sign-in-host">
      <p>
        <Icon name={isSafe ? 'lock' : 'unlocked'} size={14} /> {t('sign-in.host')} <strong>{host.host}</strong>
      </p>
      {note !== null && (
        <p className={host.isMixed ? 'sign-in-warning' : 'hint'} role={host.isMixed ? 'alert' : undefined}>
          {note}
        </p>
      )}
    </div>
  );
}
