// A clip's poster frame in 16:9, or a film glyph where there is none to show.
import { type ReactNode, useEffect, useState } from 'react';
import { Icon } from './icon.tsx';
import { posterNow, requestPoster } from './poster.ts';

/** Rows that fly past while scrolling fast ask for nothing. */
const settleMs = 120;

export function PosterFrame({ jobId, canTry }: { readonly jobId: string; readonly canTry: boolean }): ReactNode {
  const [url, setUrl] = useState(() => posterNow(jobId));
  useEffect(() => {
    const ready = posterNow(jobId);
    setUrl(ready);
    if (!canTry || ready !== null) return;
    let giveUp: (() => void) | null = null;
    const timer = setTimeout(() => {
      giveUp = requestPoster(jobId, setUrl);
    }, settleMs);
    return () => {
      clearTimeout(timer);
      giveUp?.();
    };
  }, [jobId, canTry]);
  return (
    <span className="poster">
      {url === null ? <Icon name="film" size={20} /> : <img className="poster-image" src={url} alt="" />}
    </span>
  );
}
