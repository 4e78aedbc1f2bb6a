// How a simulated site's helper gives a whole clip to the site's own upload, and what it does when PHP dies with it (hand-over.php, marks.php).
import { hash } from 'node:crypto';
import type { HandOverFault } from './faults.ts';
import type { HeldUpload } from './helper.ts';
import type { Answer, Post, Site } from './site.ts';
import type { Timeline } from './timeline.ts';

export interface HandOverEvents {
  /** What goes wrong with this hand-over, the next of the run; null = nothing. */
  begins(upload: HeldUpload): HandOverFault | null;
  /** Ms that the site's own upload takes. */
  workMs(): number;
  stored(post: Post, upload: HeldUpload): void;
  /** Its bytes are not those that were promised. */
  mixed(upload: HeldUpload): void;
  /** PHP died in the middle of it. */
  died(upload: HeldUpload): void;
  /** After a death it is known what became of it, and nothing was made again. */
  recovered(upload: HeldUpload): void;
  /** The site takes no such file, ever. */
  refuses(bytes: Buffer): boolean;
}

export interface HandOvers {
  /** When the request that asked for it has been answered; `anew` = also what the site's upload could not take a moment ago. */
  finishLater(upload: HeldUpload, anew: boolean): void;
  /** Whether there is a video of one whose hand-over died is found out; true = there is. */
  recover(upload: HeldUpload): boolean;
}

/** What speaks of the moment and not of the file: it may be handed over again. */
const ofMoment = [408, 423, 425, 429] as const;
const isOfMoment = (status: number): boolean => status >= 500 || ofMoment.some((one) => one === status);
/** Deaths after which it is left to the sender what to do. */
const mostTries = 3;
const slowlyMs = 4 * 60_000;

/** `isHeldUp` = nothing can be handed over just now, and that is no try. */
export function createHandOvers(
  site: Site,
  timeline: Pick<Timeline, 'after' | 'now'>,
  events: HandOverEvents,
  isHeldUp: (upload: HeldUpload) => boolean,
): HandOvers {
  const answered = (upload: HeldUpload, answer: Answer | null, video: number): void => {
    Object.assign(upload, { state: 'answered', answer, video, touchedAt: timeline.now() });
  };
  const isDue = ({ forgotten, state, video, answer }: HeldUpload, anew: boolean): boolean => {
    if (forgotten) return false;
    if (state === 'answered') return anew && video === 0 && answer !== null && isOfMoment(answer.status);
    return state === 'whole' || state === 'handing';
  };
  const recover = (upload: HeldUpload): boolean => {
    if (upload.marked === 0) return false;
    upload.recovered = true;
    answered(upload, null, upload.marked);
    events.recovered(upload);
    return true;
  };

  /** The site's own upload, in the same process. */
  const take = (upload: HeldUpload, fault: HandOverFault | null): void => {
    upload.locked = false;
    if (fault === 'dies-before') {
      events.died(upload);
      return;
    }
    const broken: Answer = { status: 500, headers: {}, body: '<html>Internal error</html>' };
    if (fault === 'takes-nothing' || events.refuses(upload.bytes)) {
      // Every other site has moved the file by then, and loses it with the post that it could not make.
      upload.isLost = fault === 'takes-nothing' && Number.parseInt(upload.id.slice(-1), 16) % 2 === 1;
      answered(upload, broken, 0);
      return;
    }
    if (fault === 'takes-none-now') {
      const status = ofMoment[upload.id.charCodeAt(0) % ofMoment.length] ?? 429;
      answered(upload, site.refusal(status, 'too_many_requests'), 0);
      return;
    }
    const post = site.store(upload.user, upload.name, upload.bytes);
    upload.marked = post.id;
    events.stored(post, upload);
    if (fault === 'dies-after') events.died(upload);
    else answered(upload, fault === 'takes-and-says-500' ? broken : site.uploaded(post), post.id);
  };

  /** Whether it is known by now what became of it: a hand-over before died, or the bytes are not those that were promised. */
  const isSettled = (upload: HeldUpload): boolean => {
    if (upload.state === 'handing' && recover(upload)) return true;
    if (upload.state !== 'answered' && upload.tries >= mostTries) {
      answered(upload, site.refusal(500, 'clipferry_died'), 0);
      return true;
    }
    if (upload.isLost) {
      upload.forgotten = true;
      return true;
    }
    if (upload.sha256 !== '' && !upload.verified && hash('sha256', upload.bytes) !== upload.sha256) {
      upload.state = 'mixed';
      events.mixed(upload);
      return true;
    }
    upload.verified = upload.sha256 !== '';
    return false;
  };
  const finish = (upload: HeldUpload, anew: boolean): void => {
    if (!isDue(upload, anew) || upload.locked || isHeldUp(upload) || isSettled(upload)) return;
    const fault = events.begins(upload);
    if (fault === 'dies-unbegun') {
      events.died(upload);
      return;
    }
    if (fault === 'dies-comparing') {
      if (upload.state === 'answered') upload.state = 'handing';
      upload.tries++;
      events.died(upload);
      return;
    }
    Object.assign(upload, { state: 'handing', tries: upload.tries + 1, locked: true, touchedAt: timeline.now() });
    timeline.after(fault === 'takes-long' ? slowlyMs : events.workMs(), () => take(upload, fault));
  };

  return {
    finishLater: (upload, anew) => void timeline.after(1, () => finish(upload, anew)),
    recover,
  };
}
