// The picture of a video on a site: the site's own, else that of the clip which it was sent as from here, else a film glyph.
import { type ReactNode, useState } from 'react';
import { Icon } from './icon.tsx';
import { PosterFrame } from './poster-frame.tsx';

interface Props {
  /** As its row tells them. */
  readonly poster: string | null;
  readonly jobId: string | null;
}

export function VideoPoster({ poster, jobId }: Props): ReactNode {
  if (poster === null && jobId !== null) return <PosterFrame key={jobId} jobId={jobId} canTry />;
  return <SitePoster key={poster} poster={poster} />;
}

/** The picture comes through main, never straight from the site; a film glyph where there is none. */
export function SitePoster({ poster }: { readonly poster: string | null }): ReactNode {
  const [failed, setFailed] = useState(false);
  return (
    <span className="poster">
      {poster === null || failed ? (
        <Icon name="film" size={20} />
      ) : (
        <img
          className="poster-image"
          src={`app://main/poster/${poster}`}
          alt=""
          loading="lazy"
          onError={() => setFailed(true)}
        />
      )}
    </span>
  );
}
