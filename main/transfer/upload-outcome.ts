// What became of a clip that a site has in full: asked again and again until the site has given its last word on it.
import { readAnswer, type SiteAnswer } from '../answers.ts';
import { sortUploadAnswer } from '../errors.ts';
import type { Verdict } from '../model.ts';
import type { Clock } from '../ports.ts';
import { videoIdIn } from './answer.ts';
import { type HelperState, helperStateIn } from './helper-state.ts';
import {
  anew,
  isForgotten,
  isGone,
  lineTrouble,
  lost,
  type PiecesReport,
  pause,
  refused,
  report,
  type WholeClip,
  wantsRest,
} from './pieces-report.ts';
import { limitNamed } from './report.ts';
import { askState, type TusAnswer, type TusLine } from './tus.ts';

export interface OutcomeOrder {
  readonly line: TusLine;
  readonly clock: Clock;
  /** Where the site tells it. */
  readonly address: string;
  readonly sent: WholeClip;
  readonly sha256: string | null;
}

export interface Outcome {
  readonly report: PiecesReport;
  /** stays = it is asked for again by the next try; ended = nobody asks for it any more; in-vain = nor does the site need it any more. */
  readonly upload: 'stays' | 'ended' | 'in-vain';
}

/** Milliseconds the site may work on a clip that it has in full; as long as the answer to one that goes in one may take. */
const workMs = 30 * 60_000;
/** Pauses before the questions, in ms; the last goes on. About a third of what it has taken so far: a video is known soon after it is there. */
const looks = [30, 30, 40, 60, 80, 100, 150, 250, 350, 500, 700, 1_000, 1_500, 2_000, 3_000, 5_000] as const;
/** So many questions one after the other may stay without an answer that tells it. */
const mostFailures = 4;

/** One question: 'nothing' = no answer that tells it. */
type Looked =
  | { readonly kind: 'state'; readonly state: HelperState }
  | ({ readonly kind: 'nothing' | 'end' } & Outcome);

/** Throws what has nothing to do with the line. */
export async function uploadOutcome(order: OutcomeOrder): Promise<Outcome> {
  const { clock, line, sha256 } = order;
  const until = clock.monotonic() + workMs;
  let failures = 0;
  for (let look = 0; clock.monotonic() < until; look++) {
    await pause(clock, looks[Math.min(look, looks.length - 1)] ?? 0, line.signal);
    const found = await lookAt(order);
    if (found.kind === 'end') return found;
    failures = found.kind === 'state' ? 0 : failures + 1;
    if (found.kind === 'nothing' && failures > mostFailures) return found;
    if (found.kind === 'state' && found.state.kind !== 'working') return concluded(order, found.state);
  }
  return { report: report({ kind: 'unclear', otherwise: lost }, { sha256 }), upload: 'stays' };
}

async function lookAt({ line, address, sha256, sent }: OutcomeOrder): Promise<Looked> {
  let answer: TusAnswer;
  try {
    answer = await askState(line, address);
  } catch (error) {
    return { kind: 'nothing', report: lineTrouble(error, true, sha256), upload: 'stays' };
  }
  const { said } = answer;
  const state = helperStateIn(said);
  if (state !== null) return { kind: 'state', state };
  if (isGone(said)) {
    // Gone after its last bytes: that proves nothing, and the clip is looked for like after any lost answer (F-01). A helper that was
    // removed may be back with what it had, and hand it over: then this upload is asked about, and the clip not sent beside it.
    const upload = isForgotten(said) ? 'ended' : 'stays';
    return { kind: 'end', report: report({ kind: 'unclear', otherwise: null }), upload };
  }
  const told = { report: refused(said, true, sent), upload: 'stays' } as const;
  const isEnd = wantsRest(said) || (said.status >= 400 && said.status < 500);
  return { kind: isEnd ? 'end' : 'nothing', ...told };
}

function concluded({ clock, sent, sha256 }: OutcomeOrder, { kind, answer, videoId }: HelperState): Outcome {
  // Bytes are missing that were there: nothing was handed over, and the next try goes on from where the site stands.
  if (kind === 'receiving') return { report: report({ kind: 'failed', cause: lost }), upload: 'stays' };
  if (kind === 'mixed') return { report: report(anew), upload: 'in-vain' };
  const said = answer === null ? null : readAnswer(answer, clock.now());
  if (videoId !== null) return { report: report({ kind: 'arrived', videoId }, { said, sha256 }), upload: 'ended' };
  if (answer === null || said === null)
    return { report: report({ kind: 'unclear', otherwise: null }, { sha256 }), upload: 'stays' };
  const toldLimit = limitNamed(answer.body, said, sent.bytes);
  const verdict = sortUploadAnswer(said, true, videoIdIn(said), { ...sent, namedLimit: toldLimit });
  return { report: report(verdict, { said, sha256, toldLimit }), upload: uploadAfter(verdict, said) };
}

/** What speaks of the moment and not of the clip: its bytes are kept on the site then (clipferry_helper_is_of_moment in the helper's hand-over.php). */
const ofMoment: ReadonlySet<number> = new Set([408, 423, 425, 429]);

/** What may be handed over again in a while is kept, and no byte leaves twice. */
function uploadAfter(verdict: Verdict, { status }: SiteAnswer): Outcome['upload'] {
  if (verdict.kind === 'arrived') return 'ended';
  if (verdict.kind !== 'failed') return 'stays';
  return verdict.cause.kind === 'retry' && (status >= 500 || ofMoment.has(status)) ? 'stays' : 'in-vain';
}
