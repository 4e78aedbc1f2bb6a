// Above the list while uploads as a whole, or those to a site, wait: why, since when, and the one thing that helps.

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import type { JobTarget } from '../../../preload/contract.ts';
import { sentences, t } from '../../../preload/text/text.ts';
import { blockedWhat, isBlocked } from '../../model/blocked.ts';
import { type Hold, holdsOf } from '../../model/blockers.ts';
import { pauseAll } from '../../state/job-actions.ts';
import { useNow } from '../../state/use-now.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { holdWords, readyPlace } from '../../text/blockers.ts';
import { networkText } from '../../text/connect.ts';
import { useFocusHeir } from '../../ui/focus-heir.ts';
import { CopyHostText } from '../../ui/host-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { sendAnyway } from './queue-footer.tsx';

export function HoldBanner(): ReactNode {
  const queue = useApp((state) => state.queue);
  const holds = queue === null ? [] : holdsOf(queue);
  const now = useNow(holds.length > 0);
  const spoken = useSpoken(sentences(...holds.map((hold) => holdWords(hold, now).spoken || null)));
  return (
    <>
      {holds.length > 0 && (
        <ul className="holds" aria-label={t('uploads.holds')}>
          {holds.map((hold) => (
            <HoldLine key={keyOf(hold)} hold={hold} now={now} />
          ))}
        </ul>
      )}
      <p role="status" aria-label={t('uploads.waiting')} className="visually-hidden">
        {spoken}
      </p>
    </>
  );
}

function keyOf(hold: Hold): string {
  if (hold.kind === 'line') return `line ${hold.line.siteId}`;
  return 'wait' in hold ? `${hold.kind} ${hold.wait.accountId}` : hold.kind;
}

/** What the live region holds: nothing at first, then each change, and a word when all is over. */
function useSpoken(now: string): string {
  const before = useRef('');
  const [text, setText] = useState('');
  useEffect(() => {
    if (now === before.current) return;
    before.current = now;
    setText(now === '' ? t('uploads.holds-over') : now);
  }, [now]);
  return text;
}

function HoldLine({ hold, now }: { readonly hold: Hold; readonly now: number }): ReactNode {
  const words = holdWords(hold, now);
  const line = useRef<HTMLLIElement>(null);
  useFocusHeir(line);
  return (
    <li ref={line} className={words.icon === 'needs-you' ? 'hold hold-attention' : 'hold'}>
      <Icon name={words.icon} />
      <div className="hold-text">
        <p className="hold-title">{words.title}</p>
        <p className="hold-more">{words.text}</p>
      </div>
      <HoldActions hold={hold} />
    </li>
  );
}

const readyOf = (accountId: string): JobTarget => ({
  filter: 'ready',
  search: { text: '', accountIds: [accountId], from: null },
});

function HoldActions({ hold }: { readonly hold: Hold }): ReactNode {
  const store = useAppStore();
  if (hold.kind === 'offline') return null;
  if (hold.kind === 'paused') {
    return (
      <Button className="button button-small" onPress={() => pauseAll(store, false)}>
        {t('uploads.resume')}
      </Button>
    );
  }
  if (hold.kind === 'hours') {
    return (
      <Button className="button button-small" onPress={() => sendAnyway(store, true)}>
        {t('uploads.anyway')}
      </Button>
    );
  }
  if (hold.kind === 'sign-in') {
    const { accountId, accountName, siteName } = hold.wait;
    return (
      <Button
        className="button button-small"
        aria-label={t('uploads.hold.sign-in.label', { site: siteName, account: accountName })}
        onPress={() => store.signInTo(accountId)}
      >
        {t('uploads.hold.sign-in.act')}
      </Button>
    );
  }
  if (hold.kind === 'ready') {
    const { accountId, clips } = hold.wait;
    return (
      <Button
        className="button button-small button-primary"
        aria-label={t('uploads.hold.ready.label', { clips, place: readyPlace(hold) })}
        onPress={() => void store.sendReady(readyOf(accountId))}
      >
        {t('uploads.hold.ready.act', { clips })}
      </Button>
    );
  }
  if (hold.kind === 'public') {
    const { accountId, siteName } = hold.wait;
    return (
      <Button
        className="button button-small"
        aria-label={t('uploads.hold.public.label', { site: siteName })}
        onPress={() => store.askPublic(accountId)}
      >
        {t('uploads.hold.public.act')}
      </Button>
    );
  }
  const { siteId, siteName, trouble } = hold.line;
  const forNetwork = networkText(hold.line);
  return (
    <div className="hold-actions">
      {isBlocked(trouble) && (
        <CopyHostText
          text={t('jobs.blocked.host', { what: blockedWhat(trouble) })}
          label={t('uploads.hold.host.label', { site: siteName })}
        />
      )}
      {forNetwork !== null && (
        <CopyHostText text={forNetwork} label={t('uploads.hold.admin.label', { site: siteName })} isForNetwork />
      )}
      {trouble === 'portal' && (
        <Button
          className="button button-small"
          onPress={() => void store.attempt(() => store.bridge.request('site.open', siteId))}
        >
          <Icon name="external" size={14} />
          {t('uploads.open-browser')}
        </Button>
      )}
      <Button
        className="button button-small"
        aria-label={t('uploads.try-now.label', { site: siteName })}
        onPress={() => void store.attempt(() => store.bridge.request('site.tryNow', siteId))}
      >
        {t('uploads.try-now')}
      </Button>
    </div>
  );
}
