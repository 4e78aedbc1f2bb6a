// The quiet line after a drop or a bulk action: what became of it, and which files were not taken and why.

import { type ReactNode, useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import type { AccountView, ActWay } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import type { Notice as NoticeData } from '../../state/notices.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { type News, newsWords } from '../../text/news.ts';
import { Icon } from '../../ui/icon.tsx';

const goesAfterMs = 10_000;

const icons = { plain: 'check', info: 'info', bad: 'needs-you' } as const satisfies Record<NoticeData['tone'], string>;

/** The account that clips may go to from now on; null = none is offered. */
function offered(news: News): AccountView | null {
  return news.kind === 'signed-in' && news.insteadOf !== null ? news.account : null;
}

export function Notice(): ReactNode {
  const notice = useApp((state) => state.notice);
  const adding = useApp((state) => state.adding);
  return (
    <div className="notice-place">
      <div role="status" aria-label={t('window.result')} className="notice-live">
        {adding && <p className="notice">{t('window.adding')}</p>}
        {!adding && notice !== null && <NoticeLine key={notice.id} notice={notice} />}
      </div>
    </div>
  );
}

function TakeBack({ id, way }: { readonly id: number; readonly way: ActWay }): ReactNode {
  const store = useAppStore();
  return (
    <Button className="button button-small" onPress={() => void store.takeBack(way, id)}>
      {t('acts.take', { way })}
    </Button>
  );
}

/** Goes by itself, but not while somebody is about to use it; gives what the line has to tell for that. */
function useItsTime(notice: NoticeData) {
  const store = useAppStore();
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  // What went wrong stays until it is read, and what is offered until it is answered.
  const stays = notice.tone === 'bad' || offered(notice.news) !== null || isPointedAt || hasFocus;
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(() => store.dismissNotice(), goesAfterMs);
    return () => clearTimeout(timer);
  }, [stays, store]);
  return {
    onPointerEnter: () => setPointedAt(true),
    onPointerLeave: () => setPointedAt(false),
    onFocus: () => setFocus(true),
    onBlur: () => setFocus(false),
  };
}

function NoticeLine({ notice }: { readonly notice: NoticeData }): ReactNode {
  const store = useAppStore();
  const [open, setOpen] = useState(false);
  const heard = useItsTime(notice);
  const { news } = notice;
  const account = offered(news);
  const refused = news.kind === 'added' ? news.result.refused : [];
  return (
    <div className={`notice notice-${notice.tone}`} {...heard}>
      <div className="notice-line">
        <Icon name={icons[notice.tone]} />
        <span className="notice-text">{newsWords(news)}</span>
        {refused.length > 0 && (
          <Button className="button button-quiet" aria-expanded={open} onPress={() => setOpen(!open)}>
            {t(open ? 'window.hide' : 'window.why')}
          </Button>
        )}
        {notice.back !== null && <TakeBack {...notice.back} />}
        {account !== null && (
          <Button
            className="button button-small"
            onPress={() => {
              store.setAccount(account.id);
              store.dismissNotice();
            }}
          >
            {t('uploads.send-there', { account: account.name })}
          </Button>
        )}
        <Button className="button button-icon" aria-label={t('window.dismiss')} onPress={() => store.dismissNotice()}>
          <Icon name="close" size={12} />
        </Button>
      </div>
      {open && (
        <ul className="notice-list" aria-label={t('window.not-added')}>
          {refused.slice(0, 200).map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two files may share a name.
            <li key={index}>
              <strong>{file.name}</strong> {t(`jobs.refused.${file.reason}`)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
