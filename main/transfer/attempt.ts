// Sends one clip once, as one plain POST, and comes back with a verdict.
import { readAnswer } from '../answers.ts';
import { sortNoAnswer, sortUploadAnswer } from '../errors.ts';
import { type Clip, usualHeader } from '../model.ts';
import { type Buffers, type Clock, type Files, type Hasher, type Http, HttpError } from '../ports.ts';
import { quotedKey, redirectedTo, videoIdIn } from './answer.ts';
import { type ClipBody, clipBody } from './clip-body.ts';
import { checkName } from './clip-changed.ts';
import { checkLetGo, type HeldPorts } from './clip-held.ts';
import { extensionOf } from './file-name.ts';
import { type BodyRepresentation, representation } from './multipart.ts';
import { type Pacer, pacedBody } from './pacing.ts';
import { clipTrouble, failed, limitNamed, type SendReport } from './report.ts';
import { smallBody, smallBytes } from './small-body.ts';

export interface SendPorts {
  readonly clock: Clock;
  readonly files: Files;
  readonly http: Http;
  readonly hasher: Hasher;
  readonly buffers: Buffers;
  /** Shared by everything that is sent; left out = no limit. */
  readonly pacer?: Pacer;
  /** Left out = nobody can be seen to write to the clip. */
  readonly writers?: HeldPorts['writers'];
}

export interface SendOrder {
  readonly clip: Clip;
  readonly boundary: string;
  readonly fileName: string;
  readonly url: string;
  /** Value of the header that signs in; belongs to `url`'s origin. */
  readonly authorization: string;
  /** That header; undefined = `usualHeader`. */
  readonly header: string | undefined;
  /** Names this representation of the clip: the same for every attempt that may stand for the same video. */
  readonly idempotencyKey: string | null;
  readonly signal: AbortSignal;
  /** Bytes of the body taken by the connection so far. */
  readonly onTaken: (bytes: number) => void;
  /** Must be on disk when it resolves: from here on the site may have the clip. `sha256` of it where the whole of it was read. */
  readonly beforeLastBytes: (sha256: string | null) => Promise<void>;
}

/** Milliseconds without a byte taken until a sending connection counts as dead (F-11). */
const stallMs = 60_000;
/** Milliseconds the site may work and answer after the last byte; PHP and proxies give up long before. */
const answerMs = 30 * 60_000;

interface Prepared {
  readonly body: ClipBody;
  /** Gives everything back, when the request has ended either way. */
  readonly end: () => Promise<void>;
}

/** Throws FileError and ClipChanged; the body throws ClipHeld, too. `allSent` is called when it is written down that the last bytes may leave. */
async function prepare(
  ports: SendPorts,
  order: SendOrder,
  form: BodyRepresentation,
  allSent: () => void,
): Promise<Prepared> {
  const { files, buffers, hasher, clock } = ports;
  const { identity, path } = order.clip;
  const beforeLastBytes = async (sha256: string | null): Promise<void> => {
    await checkLetGo(ports, order.clip, order.signal);
    await order.beforeLastBytes(sha256);
    allSent();
  };
  if (identity.size <= smallBytes) {
    const small = await smallBody({ files, path, identity, form, buffers, onTaken: order.onTaken, beforeLastBytes });
    if (small) return { body: small, end: small.release };
  }

  const file = await files.open(path);
  let closing: Promise<void> | null = null;
  const body = clipBody({
    file,
    identity,
    form,
    buffers,
    hasher,
    clock,
    onTaken: order.onTaken,
    checkName: () => checkName(files, order.clip),
    beforeLastBytes: async (sha256) => {
      // Nothing is read any more: closing goes on beside the sending, and who awaits it in the end meets its failure.
      closing = file.close();
      closing.catch(() => undefined);
      await beforeLastBytes(sha256);
    },
  });
  return {
    body,
    end: async () => {
      await body.release();
      await (closing ?? file.close());
    },
  };
}

/**
 * Never throws for anything that a disk, a line or a site can do. The clip goes on to another address of the same origin where the
 * site says so, once and with a body of its own; every other redirect would lose the body or carry the secret away (F-17).
 */
export async function sendClip(ports: SendPorts, order: SendOrder): Promise<SendReport> {
  const report = await sendOnce(ports, order);
  const url = report.said === null ? null : redirectedTo(report.said, order.url);
  return url === null || order.signal.aborted ? report : sendOnce(ports, { ...order, url });
}

async function sendOnce(ports: SendPorts, order: SendOrder): Promise<SendReport> {
  let allSent = false;
  const form = representation(order.boundary, order.fileName, order.clip.identity.size);
  let prepared: Prepared;
  try {
    prepared = await prepare(ports, order, form, () => {
      allSent = true;
    });
  } catch (error) {
    return clipTrouble(error);
  }
  const { body, end } = prepared;
  try {
    const answer = await ports.http.request({
      method: 'POST',
      url: order.url,
      headers: {
        [order.header ?? usualHeader]: order.authorization,
        accept: 'application/json',
        'content-type': form.contentType,
        ...(order.idempotencyKey === null ? {} : { 'idempotency-key': quotedKey(order.idempotencyKey) }),
      },
      body: ports.pacer ? pacedBody(body, ports.pacer, order.signal) : body,
      stallMs,
      answerMs,
      wholeMs: null,
      maxAnswerBytes: 1024 * 1024,
      signal: order.signal,
      onInterim: null,
    });
    const said = readAnswer(answer, ports.clock.now());
    const bytes = order.clip.identity.size;
    const namedLimit = limitNamed(answer.body, said, bytes);
    const sent = { extension: extensionOf(order.fileName), bytes, namedLimit };
    const verdict = sortUploadAnswer(said, allSent, videoIdIn(said), sent);
    return { verdict, clipChanged: false, sha256: body.sha256(), said, toldLimit: namedLimit };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    if (order.signal.aborted && !allSent) return failed({ kind: 'stopped' });
    if (error.problem === 'body-failed') return clipTrouble(error.cause);
    return { ...failed(sortNoAnswer(error, allSent)), sha256: body.sha256() };
  } finally {
    await end();
  }
}
