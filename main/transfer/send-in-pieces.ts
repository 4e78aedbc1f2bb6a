// Sends one clip in pieces to a site that goes on where it was cut (tus), and comes back with a verdict as sendClip does.
//
// Invariants:
// - bytes are sent only from where the site says that it stands, and all are of the one file that was meant (F-25);
// - `beforeLastBytes` has resolved before the piece leaves that completes the clip: until then the site cannot have it;
// - an upload is forgotten only when the site has given its last word on it, or has not got it any more; one that is gone after its last
//   bytes left proves nothing, and is looked for like any lost answer (F-01).
import { readAnswer, type SiteAnswer } from '../answers.ts';
import { sortNoAnswer, sortUploadAnswer } from '../errors.ts';
import { type FailureCause, isSameFile, usualHeader, type Verdict } from '../model.ts';
import { HttpError, type OpenFile } from '../ports.ts';
import { videoIdIn } from './answer.ts';
import type { SendOrder, SendPorts } from './attempt.ts';
import { ClipChanged, checkName } from './clip-changed.ts';
import { checkLetGo } from './clip-held.ts';
import { extensionOf } from './file-name.ts';
import { type HelperState, helperStateIn } from './helper-state.ts';
import { pacedBody } from './pacing.ts';
import type { PieceSize } from './piece-size.ts';
import { createPieceSource, type PieceInHand, type PieceSource, pieceBody } from './piece-source.ts';
import { clipTrouble, failed, limitNamed, type SendReport } from './report.ts';
import { askOffset, askState, createUpload, sendPiece, type TusAnswer, type TusLine, terminate } from './tus.ts';

/** Where a site takes clips in pieces. */
export interface UploadPlace {
  /** Where new uploads are made. */
  readonly create: string;
  /** The address of an upload, from the Location that came with it; null = no address that a secret may go to. */
  readonly at: (location: string) => string | null;
  /** Where the site tells what became of an upload; null = it tells nothing of that. */
  readonly state: ((upload: string) => string) | null;
}

/** An upload that an earlier try has begun. */
export interface KnownUpload {
  readonly url: string;
  /** Its last bytes may have left. */
  readonly hasLetGo: boolean;
}

export interface PiecesOrder
  extends Pick<SendOrder, 'clip' | 'fileName' | 'authorization' | 'header' | 'signal' | 'onTaken' | 'beforeLastBytes'> {
  readonly place: UploadPlace;
  readonly known: KnownUpload | null;
  /** What the site is told when the upload is made, beside the file's name and type. */
  readonly values: Readonly<Record<string, string>>;
  readonly pieceSize: PieceSize;
  /** Must be on disk when it resolves: where the clip goes on from now on; null = nowhere. */
  readonly onUpload: (url: string | null) => Promise<void>;
}

export interface PiecesReport extends SendReport {
  /** The site takes no clips in pieces: nothing of the clip is there, and it may go in one. */
  readonly isUnfit: boolean;
}

/** Milliseconds the site may work on a clip that it has in full; as long as the answer to one that goes in one may take. */
const workMs = 30 * 60_000;
/** Pauses before a line is tried again that was cut, in ms; a try that brings the clip on begins anew with the first. */
const pauses = [0, 500, 2_000, 5_000] as const;
/** The same between two questions what became of the clip; the last goes on. */
const looks = [100, 150, 250, 500, 1_000, 2_000, 5_000] as const;

/** What a proxy or PHP says of a piece that is too much for it at once. */
const tooMuch: ReadonlySet<number> = new Set([408, 413, 502, 504, 524]);
/** Another request is adding to the upload, or the site stands elsewhere: both are seen by asking. */
const elsewhere: ReadonlySet<number> = new Set([409, 423]);
/** Codes of a site whose helper is not there, or is of no use for this clip: its own upload may take it. */
const unfitCodes: ReadonlySet<string> = new Set([
  ...['rest_no_route', 'clipferry_no_route', 'clipferry_may_not_upload', 'clipferry_too_many'],
]);

/** Not the line's: our own stop, the clip itself, or a host that wants to be left alone. */
const notTheLine: ReadonlySet<string> = new Set(['aborted', 'body-failed', 'not-asked']);

const lost: FailureCause = { kind: 'retry', why: 'connection-lost', afterMs: null, bounded: false };
const anew: Verdict = { kind: 'failed', cause: { kind: 'retry', why: 'server-error', afterMs: null, bounded: true } };

const report = (verdict: Verdict, more: Partial<PiecesReport> = {}): PiecesReport => ({
  ...failed(verdict),
  isUnfit: false,
  ...more,
});

/** Null = go on. */
type Step = PiecesReport | null;

/** One question what became of a clip: 'nothing' = no answer that tells it. */
type Looked =
  | { readonly kind: 'state'; readonly state: HelperState }
  | { readonly kind: 'nothing' | 'end'; readonly report: PiecesReport };

/** Never throws for anything that a disk, a line or a site can do. */
export async function sendInPieces(ports: SendPorts, order: PiecesOrder): Promise<PiecesReport> {
  let file: OpenFile;
  try {
    file = await ports.files.open(order.clip.path);
  } catch (error) {
    return { ...clipTrouble(error), isUnfit: false };
  }
  const source = createPieceSource(file, order.clip.identity.size, ports);
  const sending = new Sending(ports, order, file, source);
  try {
    return await sending.run();
  } catch (error) {
    return await sending.trouble(error);
  } finally {
    await source.release();
    await file.close();
  }
}

class Sending {
  readonly #ports: SendPorts;
  readonly #order: PiecesOrder;
  readonly #file: OpenFile;
  readonly #source: PieceSource;
  readonly #line: TusLine;
  readonly #size: number;
  #url: string | null;
  #hasLetGo: boolean;
  /** In this try. */
  #isAnnounced = false;
  #offset = 0;
  #tries = 0;
  #sha256: string | null = null;

  constructor(ports: SendPorts, order: PiecesOrder, file: OpenFile, source: PieceSource) {
    const { clock, http } = ports;
    const { signal, authorization, header = usualHeader } = order;
    this.#ports = ports;
    this.#order = order;
    this.#file = file;
    this.#source = source;
    this.#line = { http, clock, signal, signIn: { [header]: authorization } };
    this.#size = order.clip.identity.size;
    this.#url = order.known?.url ?? null;
    this.#hasLetGo = order.known?.hasLetGo ?? false;
  }

  async run(): Promise<PiecesReport> {
    let step = await this.#begin();
    if (step === null && this.#offset === this.#size) step = await this.#askAgain();
    while (step === null && this.#url !== null && this.#offset < this.#size) step = await this.#sendNext(this.#url);
    if (step !== null) return step;
    return this.#url === null ? report(anew) : this.#outcome(this.#url);
  }

  /** What an end means that came from below. */
  async trouble(error: unknown): Promise<PiecesReport> {
    const isStopped = this.#order.signal.aborted && !this.#hasLetGo;
    if (error instanceof HttpError && error.problem !== 'body-failed') {
      return report(isStopped ? { kind: 'stopped' } : sortNoAnswer(error, this.#hasLetGo), { sha256: this.#sha256 });
    }
    if (isStopped) return report({ kind: 'stopped' });
    const told = clipTrouble(error instanceof HttpError ? error.cause : error);
    if (told.clipChanged) await this.#forget();
    return { ...told, isUnfit: false };
  }

  // ---------------------------------------------------------------- beginning, or going on

  async #begin(): Promise<Step> {
    await this.#checkFile();
    if (this.#url !== null) return this.#standing();
    const { place, fileName, values, onUpload, onTaken } = this.#order;
    let answer: TusAnswer;
    try {
      const told = { filename: fileName, filetype: 'video/mp4', ...values };
      answer = await createUpload(this.#line, place.create, this.#size, told);
    } catch (error) {
      return this.#lineTrouble(error);
    }
    const { said } = answer;
    if (said.status !== 201) return this.#refused(said);
    const made = place.at(said.headers.location ?? '');
    if (made === null) return report(anew, { said, isUnfit: true });
    await onUpload(made);
    this.#url = made;
    onTaken(0);
    return null;
  }

  /** Asks where the site stands. */
  async #standing(): Promise<Step> {
    if (this.#url === null) return report({ kind: 'failed', cause: lost });
    let answer: TusAnswer;
    try {
      answer = await askOffset(this.#line, this.#url);
    } catch (error) {
      return this.#again(this.#lineTrouble(error));
    }
    const { said, offset } = answer;
    if (isGone(said)) return this.#gone(said);
    if (said.status >= 500) return this.#again(this.#refused(said));
    if (said.status >= 300) return this.#refused(said);
    // Whatever answers there, it is not what was begun.
    if (offset === null || offset > this.#size) return this.#gone(said);
    if (offset > this.#offset) this.#tries = 0;
    this.#offset = offset;
    // The site hands over nothing that is not whole: what an earlier try let go has not arrived.
    if (offset < this.#size && !this.#isAnnounced) this.#hasLetGo = false;
    this.#order.onTaken(offset);
    return null;
  }

  /** The line was cut, or the site could not take it: after a pause it is asked where it stands. */
  async #again(cause: PiecesReport): Promise<Step> {
    const ms = pauses[this.#tries];
    this.#tries++;
    if (ms === undefined) return cause;
    await this.#pause(ms);
    return this.#standing();
  }

  // ---------------------------------------------------------------- pieces

  async #sendNext(upload: string): Promise<Step> {
    const { order, ports } = { order: this.#order, ports: this.#ports };
    const piece = await this.#source.from(this.#offset, order.pieceSize.next(), order.signal);
    const isLast = piece.start + piece.bytes.length === this.#size;
    if (isLast) {
      this.#sha256 ??= await this.#source.digest();
      await this.#announce();
    }
    this.#source.readAhead(order.pieceSize.next());
    let left = 0;
    const body = pieceBody(piece, ports.clock, (taken) => {
      left = taken;
      order.onTaken(piece.start + taken);
    });
    const paced = ports.pacer ? pacedBody(body, ports.pacer, order.signal) : body;
    const told = isLast && this.#sha256 !== null ? { sha256: this.#sha256 } : {};
    try {
      return await this.#afterPiece(await sendPiece(this.#line, upload, piece.start, paced, told), piece);
    } catch (error) {
      const next = await this.#again(this.#lineTrouble(error));
      // Of what the connection had taken some never left this computer: a site that kept anything of the piece has kept all that arrived.
      if (next === null) order.pieceSize.cut(this.#offset > piece.start ? 0 : left);
      return next;
    }
  }

  async #afterPiece({ said, offset }: TusAnswer, { start, bytes }: PieceInHand): Promise<Step> {
    const { pieceSize } = this.#order;
    const end = start + bytes.length;
    if (said.status >= 200 && said.status < 300) {
      if (offset === null || offset <= start || offset > end) return this.#again(report(anew, { said }));
      this.#tries = 0;
      this.#offset = offset;
      if (offset === end) pieceSize.passed(bytes.length);
      return null;
    }
    if (isGone(said)) return this.#gone(said);
    const isTooMuch = tooMuch.has(said.status);
    if (isTooMuch && !pieceSize.refused(bytes.length)) return this.#refused(said);
    // A smaller one is another matter: it gets tries of its own.
    if (said.status === 413) return this.#standing();
    return isTooMuch || elsewhere.has(said.status) || said.status >= 500
      ? this.#again(this.#refused(said))
      : this.#refused(said);
  }

  /** Everything of the file is in our hands: proves that it was the right one, and that the end may leave. */
  async #announce(): Promise<void> {
    if (this.#isAnnounced) return;
    const { clip, signal, beforeLastBytes } = this.#order;
    await Promise.all([this.#checkFile(), checkName(this.#ports.files, clip)]);
    await checkLetGo(this.#ports, clip, signal);
    await beforeLastBytes(this.#sha256);
    this.#isAnnounced = true;
    this.#hasLetGo = true;
  }

  async #checkFile(): Promise<void> {
    if (!isSameFile(this.#order.clip.identity, await this.#file.stat()))
      throw new ClipChanged('The clip on disk is not the one that was queued');
  }

  // ---------------------------------------------------------------- what becomes of it

  /** All was there when this try began: what the site could not take a moment ago it is to take now. */
  async #askAgain(): Promise<Step> {
    await this.#announce();
    if (this.#url === null) return null;
    const nothing = { length: 0, async *bytes() {} };
    await sendPiece(this.#line, this.#url, this.#size, nothing).catch(ignoreLine);
    return null;
  }

  /** All is there: what has become of it? */
  async #outcome(upload: string): Promise<PiecesReport> {
    const { clock } = this.#ports;
    const { place, onTaken } = this.#order;
    onTaken(this.#size);
    if (place.state === null) return report({ kind: 'arrived', videoId: null }, { sha256: this.#sha256 });
    const until = clock.monotonic() + workMs;
    let failures = 0;
    for (let look = 0; clock.monotonic() < until; look++) {
      await this.#pause(looks[Math.min(look, looks.length - 1)] ?? 0);
      const found = await this.#look(place.state(upload));
      if (found.kind === 'end') return found.report;
      failures = found.kind === 'state' ? 0 : failures + 1;
      if (found.kind === 'nothing' && failures > pauses.length) return found.report;
      if (found.kind === 'state' && found.state.kind !== 'working') return this.#concluded(found.state);
    }
    return report({ kind: 'unclear', otherwise: lost }, { sha256: this.#sha256 });
  }

  async #look(address: string): Promise<Looked> {
    let answer: TusAnswer;
    try {
      answer = await askState(this.#line, address);
    } catch (error) {
      return { kind: 'nothing', report: this.#lineTrouble(error) };
    }
    const { said } = answer;
    const state = helperStateIn(said);
    if (state !== null) return { kind: 'state', state };
    if (isGone(said)) return { kind: 'end', report: await this.#gone(said) };
    const told = this.#refused(said);
    return said.status >= 400 && said.status < 500 ? { kind: 'end', report: told } : { kind: 'nothing', report: told };
  }

  async #concluded(state: HelperState): Promise<PiecesReport> {
    const sha256 = this.#sha256;
    // Bytes are missing that were there: nothing was handed over, and the next try goes on from where the site stands.
    if (state.kind === 'receiving') return report({ kind: 'failed', cause: lost });
    if (state.kind === 'mixed') {
      await this.#forget();
      return report(anew);
    }
    const { answer, videoId } = state;
    const said = answer === null ? null : readAnswer(answer, this.#ports.clock.now());
    if (videoId !== null) {
      await this.#order.onUpload(null);
      return report({ kind: 'arrived', videoId }, { said, sha256 });
    }
    if (answer === null || said === null) return report({ kind: 'unclear', otherwise: null }, { sha256 });
    const toldLimit = limitNamed(answer.body, said, this.#size);
    const verdict = sortUploadAnswer(said, true, videoIdIn(said), this.#sent(toldLimit));
    if (verdict.kind === 'arrived') await this.#order.onUpload(null);
    if (verdict.kind === 'failed') await this.#forget();
    return report(verdict, { said, sha256, toldLimit });
  }

  // ---------------------------------------------------------------- what answers mean

  #sent(namedLimit: number | null) {
    return { extension: extensionOf(this.#order.fileName), bytes: this.#size, namedLimit };
  }

  /** What an answer means that is no word on the whole clip. */
  #refused(said: SiteAnswer): PiecesReport {
    const isUnfit = !this.#hasLetGo && said.code !== null && unfitCodes.has(said.code);
    return report(sortUploadAnswer(said, this.#hasLetGo, null, this.#sent(null)), { said, isUnfit });
  }

  /** The site has not got the upload any more. */
  async #gone(said: SiteAnswer): Promise<PiecesReport> {
    await this.#order.onUpload(null);
    if (this.#hasLetGo) return report({ kind: 'unclear', otherwise: null });
    return said.code === 'rest_no_route' ? this.#refused(said) : report(anew);
  }

  /** What it means that no answer came; what has nothing to do with the line is thrown on. */
  #lineTrouble(error: unknown): PiecesReport {
    if (!(error instanceof HttpError) || notTheLine.has(error.problem)) throw error;
    return report(sortNoAnswer(error, this.#hasLetGo), { sha256: this.#sha256 });
  }

  /** Nobody goes on with it; that the site hears of it is a courtesy. */
  async #forget(): Promise<void> {
    const before = this.#url;
    this.#url = null;
    await this.#order.onUpload(null);
    if (before !== null && !this.#order.signal.aborted) await terminate(this.#line, before).catch(ignoreLine);
  }

  #pause(ms: number): Promise<void> {
    const { signal } = this.#order;
    const { clock } = this.#ports;
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        cancel();
        reject(new HttpError('aborted', 'The clip was stopped', signal.reason));
      };
      const cancel = clock.after(ms, () => {
        signal.removeEventListener('abort', stop);
        resolve();
      });
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop, { once: true });
    });
  }
}

const isGone = ({ status }: SiteAnswer): boolean => status === 404 || status === 410;

/** A line that breaks at what is only a courtesy; anything unexpected is thrown on. */
function ignoreLine(error: unknown): void {
  if (!(error instanceof HttpError)) throw error;
}
