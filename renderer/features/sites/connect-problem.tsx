// What went wrong while connecting or signing in, in words, with what the site itself said and a text for its host.

import type { ReactNode } from 'react';
import type { ConnectFailure } from '../../../preload/contract.ts';
import { sentences, t } from '../../../preload/text/text.ts';
import { connectWords, ledWords } from '../../text/connect.ts';
import { HostText } from '../../ui/host-text.tsx';
import { Icon } from '../../ui/icon.tsx';

export function ConnectProblemBlock({ failure }: { readonly failure: ConnectFailure }): ReactNode {
  const words = connectWords(failure.problem, failure.proxy);
  return (
    <div className="connect-problem" role="alert">
      <p className="connect-problem-title">
        <Icon name="needs-you" />
        {words.title}
      </p>
      <p>{sentences(words.what, failure.led ? ledWords(failure.led) : null, words.todo)}</p>
      {failure.said !== null && failure.said !== '' && (
        <p className="said">
          {t('connect.said')} <q>{failure.said}</q>
        </p>
      )}
      {words.host !== null && <HostText text={words.host} isOpen={words.isForHost} isForNetwork={words.isForNetwork} />}
    </div>
  );
}
