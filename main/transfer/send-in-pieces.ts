// Sends one clip in pieces to a site that goes on where it was cut (tus), and comes back with a verdict as sendClip does.
//
// Invariants:
// - bytes are sent only from where the site says that it stands, and all are of the one file that was meant (F-25);
// - `beforeLastBytes` has resolved before the piece leaves that completes the clip: until then the site cannot have it;
// - an upload is forgotten only when the site has given its last word on it, or has not got it any more; one that is gone after its last
//   bytes left proves nothing, and is looked for like any lost answer (F-01).
import { refusesSignIn, type SiteAnswer } from '../answers.ts';
import { isSameFile, usualHeader } from '../model.ts';
import { HttpError, type OpenFile } from '../ports.ts';
import type { SendOrder, SendPorts } from './attempt.ts';
import { ClipChanged, checkName } from './clip-changed.ts';
import { checkLetGo } from './clip-held.ts';
import { endUpload } from './end-upload.ts';
import { extensionOf } from './file-name.ts';
import type { PieceMethod } from './piece-method.ts';
import type { PieceSize } from './piece-size.ts';
import { createPieceSource, type PieceSource } from './piece-source.ts';
import { type PieceUnderWay, sendOff } from './piece-under-way.ts';
import {
  anew,
  ignoreLine,
  isForgotten,
  isGone,
  isGood,
  isHeldBefore,
  isOfAnother,
  isUnknownRoute,
  lineTrouble,
  lost,
  type PiecesReport,
  pause,
  refused,
  report,
  type WholeClip,
  wantsRest,
  withoutAnswer,
} from './pieces-report.ts';
import { clipTrouble } from './report.ts';
import { askOffset, createUpload, sendPiece, type TusAnswer, type TusLine, terminate } from './tus.ts';
import { uploadOutcome } from './upload-outcome.ts';

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
  /** As it is known for this site. */
  readonly pieceMethod: PieceMethod;
  /** Must be on disk when it resolves: where the clip goes on from now on; null = nowhere. */
  readonly onUpload: (url: string | null) => Promise<void>;
}

/**
 * Pauses before a line is tried again that was cut, in ms; a try that brings the clip on begins anew with the first. None is 0: the site
 * keeps what was on its way a moment after the cut, and who asks before that sends a piece for nothing (41 of 100 cuts, npm run helper:large).
 */
const pauses = [200, 500, 2_000, 5_000] as const;
/** What a proxy or PHP says of a piece that is too much for it at once. */
const tooMuch: ReadonlySet<number> = new Set([408, 413, 502, 504, 524]);
/** What a server says of a method that it does not let through. */
const noMethod: ReadonlySet<number> = new Set([405, 501]);
/** Another request is adding to the upload, or the site stands elsewhere: both are seen by asking. */
const elsewhere: ReadonlySet<number> = new Set([409, 423]);

/** Null = go on. */
type Step = PiecesReport | null;

/** Never throws for anything that a disk, a line or a site can do. */
export async function sendInPieces(ports: SendPorts, order: PiecesOrder): Promise<PiecesReport> {
  let file: OpenFile;
  try {
    file = await ports.files.open(order.clip.path);
  } catch (error) {
    return { ...clipTrouble(error), isUnfit: false, isBlocked: false };
  }
  const source = createPieceSource(file, order.clip.identity.size, ports);
  const sending = new Sending(ports, order, file, source);
  try {
    return await sending.run();
  } catch (error) {
    return await sending.trouble(error);
  } finally {
    await sending.end();
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
  /** Its last bytes have left in this try or an earlier one: what holds them on the way may let them through at any time. */
  #mayStillCome: boolean;
  /** In this try. */
  #isAnnounced = false;
  #offset = 0;
  #tries = 0;
  #sha256: string | null = null;
  #blocks: string | null = null;
  #takesAhead = false;
  readonly #underWay = new Set<PieceUnderWay>();

  constructor(ports: SendPorts, order: PiecesOrder, file: OpenFile, source: PieceSource) {
    const { clock, http } = ports;
    const { signal, authorization, header = usualHeader } = order;
    this.#ports = ports;
    this.#order = order;
    this.#file = file;
    this.#source = source;
    const { isByPost } = order.pieceMethod;
    this.#line = { http, clock, signal, signIn: { [header]: authorization }, isByPost };
    this.#size = order.clip.identity.size;
    this.#url = order.known?.url ?? null;
    this.#hasLetGo = order.known?.hasLetGo ?? false;
    this.#mayStillCome = this.#hasLetGo;
  }

  async run(): Promise<PiecesReport> {
    const told = await this.#goOn();
    // Whatever says that the clip may go in one says nothing about bytes that are still on their way.
    return (told.isUnfit ? await this.#endFirst() : null) ?? told;
  }

  async #goOn(): Promise<PiecesReport> {
    let step = await this.#begin();
    if (step === null && this.#order.pieceMethod.isBlocked() && this.#mayGoInOne()) return this.#inOne(null);
    if (step === null && this.#offset === this.#size) step = await this.#askAgain();
    while (step === null && this.#url !== null && this.#offset < this.#size) step = await this.#sendOn(this.#url);
    if (step !== null) return step;
    return this.#url === null ? report(anew) : this.#outcome(this.#url);
  }

  /** Nothing of it is under way any more when it resolves. */
  async end(): Promise<void> {
    await Promise.all([...this.#underWay].map((one) => one.stop()));
  }

  /** What an end means that came from below. */
  async trouble(error: unknown): Promise<PiecesReport> {
    await this.end();
    const isStopped = this.#order.signal.aborted && !this.#hasLetGo;
    if (error instanceof HttpError && error.problem !== 'body-failed') {
      return report(isStopped ? { kind: 'stopped' } : withoutAnswer(error, this.#hasLetGo), { sha256: this.#sha256 });
    }
    if (isStopped) return report({ kind: 'stopped' });
    const cause = error instanceof HttpError ? error.cause : error;
    if (this.#order.signal.aborted && cause === this.#order.signal.reason) {
      // Stopped between two requests: no other word on what an earlier try let go than in the middle of one.
      return report(withoutAnswer(new HttpError('aborted', 'The clip was stopped', cause), this.#hasLetGo));
    }
    const told = clipTrouble(cause);
    // Where its end may still come it is kept in mind, and ended for certain before the clip goes anew.
    if (told.clipChanged && !this.#mayStillCome) await this.#forget();
    return { ...told, isUnfit: false, isBlocked: false };
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
    const made = said.status === 201 ? place.at(said.headers.location ?? '') : null;
    // A page with a yes may be of a network that has to be signed in to, and is gone then; any other yes is none of a helper.
    const isUnfit = isHeldBefore(said) || isOfAnother(said) || (isGood(said) && !said.webPage);
    if (made === null) return isUnfit ? report(anew, { said, isUnfit }) : this.#refused(said);
    this.#order.pieceMethod.begins();
    await onUpload(made);
    this.#url = made;
    this.#takesAhead = answer.takesAhead;
    onTaken(0);
    return null;
  }

  /** Asks where the site stands. */
  async #standing(): Promise<Step> {
    if (this.#url === null) return report({ kind: 'failed', cause: lost });
    const { pieceMethod } = this.#order;
    const isByPost = pieceMethod.isByPost();
    let answer: TusAnswer;
    try {
      answer = await askOffset(this.#line, this.#url);
    } catch (error) {
      return this.#again(this.#lineTrouble(error));
    }
    const { said, offset } = answer;
    if (noMethod.has(said.status) && pieceMethod.refused(isByPost)) return this.#standing();
    if (said.status >= 300) return this.#notStanding(said, isByPost);
    // Somebody answers in the site's place: what the site has of the clip it has all the same.
    if (offset === null) return this.#again(this.#refused(said));
    // Whatever it is, it is not what was begun.
    if (offset > this.#size) return this.#gone(said);
    this.#standsAt(offset, answer.takesAhead);
    return null;
  }

  #standsAt(offset: number, takesAhead: boolean): void {
    if (offset > this.#offset) this.#tries = 0;
    this.#offset = offset;
    this.#takesAhead = takesAhead;
    // The site hands over nothing that is not whole: what an earlier try let go has not arrived.
    if (offset < this.#size && !this.#isAnnounced) this.#hasLetGo = false;
    this.#order.onTaken(offset);
  }

  /** It does not say where it stands. */
  async #notStanding(said: SiteAnswer, isByPost: boolean): Promise<Step> {
    if (isByPost && (isHeldBefore(said) || isUnknownRoute(said))) {
      const plain = await this.#standingPlainly();
      if (plain === 'stands') return this.#heldBefore(said, isByPost);
      if (plain !== null) return this.#again(plain);
    }
    if (isGone(said)) return this.#gone(said);
    return said.status >= 500 && said.retryAfterMs === null ? this.#again(this.#refused(said)) : this.#refused(said);
  }

  /** Where it says where it stands once nothing stands for the question, only what stands for another method is not let through. Null = it does not say. */
  async #standingPlainly(): Promise<'stands' | Step> {
    if (this.#url === null) return null;
    try {
      const { said, offset, takesAhead } = await askOffset({ ...this.#line, isByPost: () => false }, this.#url);
      if (said.status >= 300 || offset === null || offset > this.#size) return null;
      this.#standsAt(offset, takesAhead);
      return 'stands';
    } catch (error) {
      return this.#lineTrouble(error);
    }
  }

  /** The line was cut, or the site could not take it: after a pause it is asked where it stands. */
  async #again(cause: PiecesReport): Promise<Step> {
    const ms = pauses[this.#tries];
    this.#tries++;
    if (ms === undefined) return cause;
    await pause(this.#ports.clock, ms, this.#order.signal);
    return this.#standing();
  }

  // ---------------------------------------------------------------- pieces

  /**
   * Pieces from where the site stands, until the clip is whole or one of them is not taken as it should be. Where the site allows it the
   * next leaves while the one before it is at work, so that the line never waits; the last one waits for all others.
   */
  async #sendOn(upload: string): Promise<Step> {
    let sent = await this.#sendOff(upload, this.#offset, false);
    for (;;) {
      const next = await this.#follow(upload, sent);
      const end = await sent.ended;
      if (end.kind === 'answered' && this.#isTaken(end.answer, sent)) {
        if (next === null) return null;
        sent = next;
        continue;
      }
      // What follows lies where the site does not stand.
      await next?.stop();
      return end.kind === 'answered'
        ? this.#afterPiece(end.answer, sent)
        : this.#afterCut(end.error, sent, next?.left() ?? 0);
    }
  }

  /** Null = none is to leave before the answer. */
  async #follow(upload: string, sent: PieceUnderWay): Promise<PieceUnderWay | null> {
    if (!this.#takesAhead || !this.#order.pieceSize.mayGoAhead() || sent.end >= this.#size) return null;
    await sent.departed;
    if (sent.isOver() || sent.end + this.#order.pieceSize.next() >= this.#size) return null;
    return this.#sendOff(upload, sent.end, true);
  }

  async #sendOff(upload: string, offset: number, isAhead: boolean): Promise<PieceUnderWay> {
    const { pieceSize, signal, onTaken } = this.#order;
    const { clock, pacer } = this.#ports;
    const piece = await this.#source.from(offset, pieceSize.next(), signal);
    const isLast = offset + piece.bytes.length === this.#size;
    try {
      if (isLast) await this.#prepareEnd();
    } catch (error) {
      piece.done();
      throw error;
    }
    this.#source.readAhead(pieceSize.next());
    const sent = sendOff({
      ...{ line: this.#line, upload, piece, isAhead, clock, pacer, onTaken },
      values: isLast ? this.#sums() : {},
    });
    this.#underWay.add(sent);
    void sent.ended.then(() => this.#underWay.delete(sent));
    return sent;
  }

  /** Whether the site has all of the piece, and says so. */
  #isTaken(answer: TusAnswer, { start, end }: PieceUnderWay): boolean {
    if (keptOf(answer, start, end) !== end) return false;
    this.#tries = 0;
    this.#offset = end;
    this.#order.pieceSize.passed(end - start);
    this.#order.pieceMethod.passed();
    return true;
  }

  /** `ahead` = bytes that had left of the piece behind it. */
  async #afterCut(error: unknown, sent: PieceUnderWay, ahead: number): Promise<Step> {
    const next = await this.#again(this.#lineTrouble(error));
    // Of what the connection had taken some never left this computer: a site that kept anything of the piece has kept all that arrived.
    if (next === null) this.#order.pieceSize.cut((this.#offset > sent.start ? 0 : sent.left()) + ahead);
    return next;
  }

  /** The site did not take the piece as a whole. */
  async #afterPiece(answer: TusAnswer, { start, end, isAhead, isByPost }: PieceUnderWay): Promise<Step> {
    const { said } = answer;
    const { pieceSize } = this.#order;
    const kept = keptOf(answer, start, end);
    if (kept !== null) {
      this.#tries = 0;
      this.#offset = kept;
      return null;
    }
    if (isGood(said)) return this.#again(report(anew, { said }));
    if (isHeldBefore(said) && !isAhead) return this.#heldBefore(said, isByPost);
    if (isByPost && isUnknownRoute(said) && !isAhead) return this.#heldBefore(said, isByPost);
    if (isGone(said)) return this.#gone(said);
    // Some hosts let nobody have two requests at once.
    if (isAhead && said.status !== 413) pieceSize.aheadRefused();
    // Not even where it stands is asked before.
    if (wantsRest(said)) return this.#refused(said);
    if (isAhead && said.status !== 413) return this.#again(this.#refused(said));
    const isTooMuch = tooMuch.has(said.status);
    if (isTooMuch && !pieceSize.refused(end - start)) return this.#refused(said);
    // A smaller one is another matter: it gets tries of its own.
    if (said.status === 413) return this.#standing();
    return isTooMuch || elsewhere.has(said.status) || said.status >= 500
      ? this.#again(this.#refused(said))
      : this.#refused(said);
  }

  /** Somebody before the site lets no piece through like this: as another method, or all in one. */
  async #heldBefore(said: SiteAnswer, isByPost: boolean): Promise<Step> {
    if (this.#order.pieceMethod.refused(isByPost)) return this.#standing();
    if (this.#mayGoInOne()) return this.#inOne(said);
    // Of its last bytes nobody knows who has them: the site is asked, and the next try sends it in one where it has not.
    return report({ kind: 'unclear', otherwise: null }, { said, sha256: this.#sha256 });
  }

  /** Nothing of the clip passes in pieces. */
  async #inOne(said: SiteAnswer | null): Promise<PiecesReport> {
    const notEnded = await this.#endFirst();
    if (notEnded !== null) return { ...notEnded, isBlocked: true };
    await this.#forget();
    return report(anew, { said, isUnfit: true, isBlocked: true });
  }

  /**
   * Ends an upload on the site whose last bytes may still come, so that they make no video beside the one that is sent anew; null = nothing
   * is left that could. Where it has come after all, or nobody lets the question through: the site is looked through once what is on its way
   * has had its time, as after any lost answer. The same where no helper is there now, which is asked about further: it may be back.
   */
  async #endFirst(): Promise<PiecesReport | null> {
    if (!this.#mayStillCome || this.#url === null) return null;
    try {
      const ended = await endUpload(this.#line, this.#url);
      if (ended.is === 'ended') {
        this.#url = null;
        return null;
      }
      if (ended.is !== 'refused') {
        if (ended.is === 'unsure') await this.#order.onUpload(null);
        return report({ kind: 'unclear', otherwise: null }, { sha256: this.#sha256 });
      }
      const { said } = ended;
      // That it does not end it now is no word on the clip.
      return refusesSignIn(said) || wantsRest(said) ? this.#refused(said) : report(anew, { said });
    } catch (error) {
      return this.#lineTrouble(error);
    }
  }

  /** Nothing that is there can become a video: it is not whole. */
  #mayGoInOne(): boolean {
    return !this.#hasLetGo && this.#offset < this.#size;
  }

  async #prepareEnd(): Promise<void> {
    [this.#sha256, this.#blocks] = await Promise.all([this.#source.digest(), this.#source.blocks()]);
    await this.#announce();
  }

  /** By which the site finds bytes that are not those of this clip. */
  #sums(): Record<string, string> {
    return this.#sha256 === null || this.#blocks === null ? {} : { sha256: this.#sha256, blocks: this.#blocks };
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
    this.#mayStillCome = true;
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
    const { place, onTaken, onUpload } = this.#order;
    onTaken(this.#size);
    if (place.state === null) return report({ kind: 'arrived', videoId: null }, { sha256: this.#sha256 });
    const { report: found, upload: left } = await uploadOutcome({
      ...{ line: this.#line, clock: this.#ports.clock, sent: this.#sent, sha256: this.#sha256 },
      address: place.state(upload),
    });
    if (left === 'ended') await onUpload(null);
    if (left === 'in-vain') await this.#forget();
    return found;
  }

  // ---------------------------------------------------------------- what answers mean

  get #sent(): WholeClip {
    return { extension: extensionOf(this.#order.fileName), bytes: this.#size };
  }

  #refused(said: SiteAnswer): PiecesReport {
    return refused(said, this.#hasLetGo, this.#sent);
  }

  /** The site has not got the upload any more, or somebody says so in its place. */
  async #gone(said: SiteAnswer): Promise<PiecesReport> {
    const isItsWord = isForgotten(said);
    // Somebody's page, or a helper that is only switched off: with what it had, which it hands over once it is back. It is asked about further.
    if (this.#isAnnounced && !isItsWord) return report({ kind: 'unclear', otherwise: null });
    const notEnded = isItsWord ? null : await this.#endFirst();
    if (notEnded !== null) return notEnded;
    await this.#order.onUpload(null);
    if (this.#hasLetGo) return report({ kind: 'unclear', otherwise: null });
    return isUnknownRoute(said) ? this.#refused(said) : report(anew);
  }

  #lineTrouble(error: unknown): PiecesReport {
    return lineTrouble(error, this.#hasLetGo, this.#sha256);
  }

  /** Nobody goes on with it; that the site hears of it is a courtesy. */
  async #forget(): Promise<void> {
    const before = this.#url;
    this.#url = null;
    await this.#order.onUpload(null);
    if (before !== null && !this.#order.signal.aborted) await terminate(this.#line, before).catch(ignoreLine);
  }
}

/** Where the site stands after a piece of which it has kept something; null = it has not. */
function keptOf({ said, offset }: TusAnswer, start: number, end: number): number | null {
  return isGood(said) && offset !== null && offset > start && offset <= end ? offset : null;
}
