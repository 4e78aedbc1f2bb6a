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
  /** What is shown of it in place of a frame. */
  readonly picture?: ReactNode;
  readonly plays: boolean;
  readonly onPlays: (plays: boolean) => void;
}

/** Rows that fly past are not played. */
const settleMs = 200;
/** As a person set it last, for the clips after this one. */
const sound = { volume: 1, muted: false };

export function ClipPlayer({ jobId, name, canTry, picture, plays, onPlays }: Props): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const byHand = useRef(false);
  // The button that was pressed goes: the keyboard stays in its place.
  useEffect(() => {
    if (!byHand.current) return;
    byHand.current = false;
    box.current?.querySelector<HTMLElement>(plays ? 'video' : 'button')?.focus();
  }, [plays]);
  const press = (on: boolean): void => {
    byHand.current = true;
    onPlays(on);
  };
  return (
    <div ref={box} className="player">
      {plays ? (
        <Film key={jobId} jobId={jobId} name={name} />
      ) : (
        (picture ?? <PosterFrame key={jobId} jobId={jobId} canTry={canTry} />)
      )}
      {plays ? (
        <Button className="player-stop button button-icon" aria-label={t('player.stop')} onPress={() => press(false)}>
          <Icon name="close" size={14} />
        </Button>
      ) : (
        <Button className="player-play" aria-label={t('player.play', { name })} onPress={() => press(true)}>
          <Icon name="play" size={20} />
        </Button>
      )}
    </div>
  );
}

/** Ends the request, so that nothing holds the file: its disk may be unplugged. */
function letGo(film: HTMLVideoElement): void {
  film.pause();
  film.removeAttribute('src');
  film.load();
}

function Film({ jobId, name }: Pick<Props, 'jobId' | 'name'>): ReactNode {
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
      letGo(film);
    };
  }, [jobId]);
  function fail(film: HTMLVideoElement): void {
    letGo(film);
    setBroken(true);
  }
  const poster = posterNow(jobId);
  if (isBroken)
    return (
      <p className="player-broken" role="status">
        <Icon name="info" />
        {t('player.broken')}
      </p>
    );
  return (
    <video
      ref={video}
      className="player-film"
      aria-label={name}
      controls
      controlsList="nodownload nofullscreen"
      disableRemotePlayback
      disablePictureInPicture
      {...(poster === null ? {} : { poster })}
      onLoadedMetadata={({ currentTarget: film }) => {
        // Pictures of a kind that is not known here, as phones and drones make them: its sound alone would play.
        if (film.videoWidth === 0) fail(film);
      }}
      onVolumeChange={({ currentTarget: { volume, muted } }) => Object.assign(sound, { volume, muted })}
      onError={({ currentTarget: film }) => {
        // Taking its address away is no failure.
        if (film.hasAttribute('src')) fail(film);
      }}
    />
  );
}
