// The polite live regions: ends of files and quarters of a batch, at most once every few seconds, and moves in the list.

import { type ReactNode, useEffect, useState } from 'react';
import { t } from '../../../preload/text/text.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { announce, firstHeard, type Heard } from '../../text/announce.ts';
import { newsWords } from '../../text/news.ts';

const calmMs = 4_000;

export function Announcer(): ReactNode {
  const store = useAppStore();
  const [text, setText] = useState('');
  useEffect(() => {
    let heard: Heard | null = null;
    const timer = setInterval(() => {
      const counts = store.getState().queue?.counts;
      if (counts === undefined || counts === heard?.counts) return;
      if (heard === null) {
        heard = firstHeard(counts);
        return;
      }
      const next = announce(heard, counts);
      heard = next.heard;
      if (next.text !== '') setText(next.text);
    }, calmMs);
    return () => clearInterval(timer);
  }, [store]);
  return (
    <div role="status" aria-live="polite" aria-label={t('window.progress')} className="visually-hidden">
      {text}
    </div>
  );
}

/** What was just moved, and where it stands now: at once, because somebody pressed a key for it. */
export function Said(): ReactNode {
  const said = useApp((state) => state.said);
  return (
    <div role="status" aria-live="polite" aria-label={t('window.just-done')} className="visually-hidden">
      <span key={said.id}>{said.news && newsWords(said.news)}</span>
    </div>
  );
}
