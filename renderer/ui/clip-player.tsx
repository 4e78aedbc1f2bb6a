// The picture of a clip, and the clip itself in its place once it is played: from disk, before anything of it is sent.

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { t } from '../../preload/text/text.ts';
import { Icon } from './icon.tsx';
import { posterNow } from './poster.ts';
import { PosterFrame } from './poster-frame.tsx';

interface Props {
  readonly jobId: string;
  /** By what a person knows it. */
  readonly name: string;
  /** Frames of it may be had. */
  readonly canTry: boolean;
  readonly plays: boolean;
  readonly onPlays: (plays: boolean) => void;
}

/** Rows that fly past are not played. */
const settleMs = 200;
/** As a person set it last, for the clips after this one. */
const sound = { volume: 1, muted: false };

export function ClipPlayer({ jobId, name, canTry, plays, onPlays }: Props): ReactNode {
  if (plays) return <Film key={jobId} {...{ jobId, name, onPlays }} />;
  return (
    <div className="player">
      <PosterFrame key={jobId} jobId={jobId} canTry={canTry} />
      <Button className="player-play" aria-label={t('player.play', { name })} onPress={() => onPlays(true)}>
        <Icon name="play" size={20} />
      </Button>
    </div>
  );
}

function Film({ jobId, name, onPlays }: Pick<Props, 'jobId' | 'name' | 'onPlays'>): ReactNode {
  const video = useRef<HTMLVideoElement>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const film = video.current;
    if (film === null) return;
    film.volume = sound.volume;
    film.muted = sound.muted;
    const timer = setTimeout(() => {
      film.src = `/clip/${encodeURIComponent(jobId)}`;
      // What cannot be played says so by its error.
      film.play().catch(() => undefined);
    }, settleMs);
    return () => {
      clearTimeout(timer);
      // Ends the request, so that nothing holds the file: its disk may be unplugged.
      film.pause();
      film.removeAttribute('src');
      film.load();
    };
  }, [jobId]);
  const poster = posterNow(jobId);
  return (
    <div className="player">
      {isBroken ? (
        <p className="player-broken" role="status">
          <Icon name="info" />
          {t('player.broken')}
        </p>
      ) : (
        <video
          ref={video}
          className="player-film"
          aria-label={name}
          controls
          controlsList="nodownload"
          disableRemotePlayback
          disablePictureInPicture
          {...(poster === null ? {} : { poster })}
          onLoadedMetadata={(event) => {
            // Pictures of a kind that is not known here, as phones and drones make them: its sound alone would play.
            if (event.currentTarget.videoWidth === 0) setBroken(true);
          }}
          onVolumeChange={(event) => Object.assign(sound, pickSound(event.currentTarget))}
          onError={(event) => {
            // Taking its address away is no failure.
            if (event.currentTarget.hasAttribute('src')) setBroken(true);
          }}
        />
      )}
      <Button className="player-stop button button-icon" aria-label={t('player.stop')} onPress={() => onPlays(false)}>
        <Icon name="close" size={14} />
      </Button>
    </div>
  );
}

const pickSound = ({ volume, muted }: HTMLVideoElement): typeof sound => ({ volume, muted });
