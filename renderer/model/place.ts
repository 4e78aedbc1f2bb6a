// Where the video of a clip is while its details are typed, and what follows from that for the words about what was saved.
import type { JobDetails } from '../../preload/contract.ts';

/**
 * 'ahead' = it is still to come; 'held' = it is there, and what is typed goes only by its user's word; 'unknown' = it arrived, and nobody
 * can tell which video it is.
 */
export type Place = 'ahead' | 'there' | 'held' | 'unknown';

export function placeOf({
  videoId,
  row,
}: Pick<JobDetails, 'videoId'> & { readonly row: Pick<JobDetails['row'], 'state'> }): Place {
  const { kind } = row.state;
  if (videoId !== null) return kind === 'needs-you' || kind === 'cancelled' ? 'held' : 'there';
  return kind === 'done' ? 'unknown' : 'ahead';
}

/** The text about what was typed and saved here; `isPending` = it has not reached the site yet. */
export function savedId(place: Place, isPending: boolean) {
  switch (place) {
    case 'ahead':
      return isPending ? 'form.saved.with-video' : 'form.saved.here';
    case 'there':
      return isPending ? 'form.saved.going' : 'form.saved.there';
    case 'held':
      return isPending ? 'form.saved.here' : 'form.saved.there';
    case 'unknown':
      return 'form.saved.here';
  }
}
