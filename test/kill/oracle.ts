// The judge of a round: every clip once on the site, byte for byte on its disk, with what was typed; and nothing else.
import type { StateFile, StateVideo } from '../site/control-state.ts';
import type { Typed } from './typed.ts';

export interface WantedClip {
  readonly name: string;
  readonly sha256: string;
  readonly typed: Typed;
}

export type Wrong = 'lost' | 'doubled' | 'stuck' | 'wrong text' | 'foreign' | 'crashed';

export interface Complaint {
  readonly wrong: Wrong;
  readonly story: string;
}

/** What a site has, whatever it shows. */
export interface Stored {
  readonly videos: readonly StateVideo[];
  readonly unattached: readonly StateFile[];
}

/** `clips` = all that this site was ever meant to have. */
export function complaints(clips: readonly WantedClip[], { videos, unattached }: Stored): readonly Complaint[] {
  const found: Complaint[] = [];
  const meant = new Set(clips.map((clip) => clip.sha256));
  for (const { name, sha256, typed } of clips) {
    const own = videos.filter((video) => video.file?.sha256 === sha256);
    const first = own[0];
    if (!first) found.push({ wrong: 'lost', story: `${name} is not on the site` });
    else if (own.length > 1) {
      found.push({ wrong: 'doubled', story: `${name} is on the site as ${own.map((one) => one.id).join(' and ')}` });
    } else {
      const wrong = typed.complaint(first);
      if (wrong !== null) found.push({ wrong: 'wrong text', story: `${name}, video ${first.id}: ${wrong}` });
    }
  }
  for (const { id, title, file } of videos) {
    if (file?.sha256 == null || !meant.has(file.sha256))
      found.push({ wrong: 'foreign', story: `video ${id} “${title}” holds none of the clips (${file?.size} bytes)` });
  }
  for (const { name } of unattached) found.push({ wrong: 'foreign', story: `the file ${name} belongs to no video` });
  return found;
}
