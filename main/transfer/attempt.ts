// Sends one clip once, as one plain POST, and comes back with a verdict.
import { readAnswer, type Said, sortFileError, sortNoAnswer, sortUploadAnswer, toldLimit } from '../errors.ts';
import type { Clip, Verdict } from '../model.ts';
import { type Buffers, type Clock, FileError, type Files, type Hasher, type Http, HttpError } from '../ports.ts';
import { videoIdIn } from './answer.ts';
import { ClipChanged, clipBody, sameClip } from './clip-body.ts';
import { extensionOf } from './file-name.ts';
import { representation } from './multipart.ts';

export interface SendPorts {
  readonly clock: Clock;
  readonly files: Files;
  readonly http: Http;
  readonly hasher: Hasher;
  readonly buffers: Buffers;
}

export interface SendOrder {
  readonly clip: Clip;
  readonly boundary: string;
  readonly fileName: string;
  readonly url: string;
  /** Value of the Authorization header; belongs to `url`'s origin. */
  readonly authorization: string;
  readonly signal: AbortSignal;
  /** Bytes of the body taken by the connection so far. */
  readonly onTaken: (bytes: number) => void;
  /** Must be on disk when it resolves: from here on the site may have the clip. */
  readonly beforeLastBytes: () => Promise<void>;
}

export interface SendReport {
  readonly verdict: Verdict;
  /** The clip is not the one that was queued (F-25). */
  readonly clipChanged: boolean;
  readonly sha256: string | null;
  readonly said: Said | null;
  /** A size limit in bytes that the answer named. */
  readonly toldLimit: number | null;
}

/** Milliseconds without a byte taken until a sending connection counts as dead (F-11). */
const stallMs = 60_000;
/** Milliseconds the site may work after the last byte; PHP and proxies give up long before. */
const answerMs = 30 * 60_000;

/** Never throws for anything that a disk, a line or a site can do. */
export async function sendClip(ports: SendPorts, order: SendOrder): Promise<SendReport> {
  const failed = (verdict: Verdict, clipChanged = false): SendReport => ({
    verdict,
    clipChanged,
    sha256: null,
    said: null,
    toldLimit: null,
  });
  let allSent = false;
  let closing: Promise<void> | null = null;
  const form = representation(order.boundary, order.fileName, order.clip.identity.size);

  const openedFile = await ports.files.open(order.clip.path).catch((error: unknown) => {
    if (error instanceof FileError) return error;
    throw error;
  });
  if (openedFile instanceof FileError) return failed({ kind: 'failed', meaning: sortFileError(openedFile) });

  /** A new version saved over the old one leaves the opened file as it was: the name has to be looked at too (F-25). */
  const checkName = async (): Promise<void> => {
    const there = await ports.files.stat(order.clip.path).catch((error: unknown) => {
      // Moved away or gone: the opened file still holds the bytes that were meant.
      if (error instanceof FileError) return null;
      throw error;
    });
    if (there && !sameClip(order.clip.identity, there))
      throw new ClipChanged('Another file took the place of the clip');
  };

  const body = clipBody({
    file: openedFile,
    identity: order.clip.identity,
    form,
    buffers: ports.buffers,
    hasher: ports.hasher,
    onTaken: order.onTaken,
    clock: ports.clock,
    checkName,
    beforeLastBytes: async () => {
      order.signal.throwIfAborted();
      // Nothing is read any more: closing goes on beside the sending, and who awaits it in the end meets its failure.
      closing = openedFile.close();
      closing.catch(() => undefined);
      await order.beforeLastBytes();
      allSent = true;
    },
  });
  try {
    const answer = await ports.http.request({
      method: 'POST',
      url: order.url,
      headers: { authorization: order.authorization, accept: 'application/json', 'content-type': form.contentType },
      body,
      stallMs,
      answerMs,
      maxAnswerBytes: 1024 * 1024,
      signal: order.signal,
      onInterim: null,
    });
    const said = readAnswer(answer, ports.clock.now());
    return {
      verdict: sortUploadAnswer(said, allSent, videoIdIn(said), extensionOf(order.clip.name)),
      clipChanged: false,
      sha256: body.sha256(),
      said,
      toldLimit: toldLimit(answer.body),
    };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const cause = error.problem === 'body-failed' ? error.cause : null;
    if (order.signal.aborted && !allSent) return failed({ kind: 'stopped' });
    if (cause instanceof ClipChanged) {
      return failed(
        { kind: 'failed', meaning: { kind: 'retry', why: 'clip-busy', afterMs: null, bounded: true } },
        true,
      );
    }
    if (cause instanceof FileError) return failed({ kind: 'failed', meaning: sortFileError(cause) });
    if (cause !== null) throw cause;
    return { ...failed(sortNoAnswer(error, allSent)), sha256: body.sha256() };
  } finally {
    await body.release();
    await (closing ?? openedFile.close());
  }
}
