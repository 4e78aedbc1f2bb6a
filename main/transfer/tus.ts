// The words of tus 1.0 (https://tus.io/protocols/resumable-upload), as this app says them to a site that takes clips in pieces.
import { readAnswer, type SiteAnswer } from '../answers.ts';
import type { BodySource, Clock, Http } from '../ports.ts';
import { toldWhole } from '../untrusted/values.ts';

/** How the site is spoken to. */
export interface TusLine {
  readonly http: Http;
  readonly clock: Clock;
  /** The header that signs in, and its value; belongs to the origin of every address that is given here. */
  readonly signIn: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Whether POST stands for HEAD, PATCH and DELETE now; left out = never. */
  readonly isByPost?: () => boolean;
}

/** An answer, with what it says of an upload; what it does not say is null. */
export interface TusAnswer {
  readonly said: SiteAnswer;
  /** Where the site stands, in bytes. */
  readonly offset: number | null;
  /** A piece may follow while the one before it is at work: our helper's own word, which other servers do not have. */
  readonly takesAhead: boolean;
  /** What was ended had become a video before: our helper's own word, too. */
  readonly isVideo: boolean;
}

/** In an answer: pieces may be sent ahead; with a piece: this one is. */
const aheadHeader = 'clipferry-ahead';
/** In the answer to an end: the id of the video. */
const videoHeader = 'clipferry-video';
/** Which method a POST stands for. */
const methodHeader = 'x-http-method-override';
/** Beside a refusal: its code, as the answer to HEAD has no body. Others put headers of tus to answers of their own, so those say nothing. */
const codeHeader = 'clipferry-code';
const version = { 'tus-resumable': '1.0.0', accept: 'application/json' };
const pieceType = 'application/offset+octet-stream';
/** Milliseconds without a byte taken until the line counts as dead (F-11). */
const stallMs = 60_000;
/** Milliseconds for the answer to a piece: the site only keeps it. */
const pieceAnswerMs = 120_000;
/** Milliseconds for a question about an upload. */
const questionMs = 60_000;
const maxAnswerBytes = 256 * 1024;

/** Keys and values as the header Upload-Metadata has them. */
export function metadataText(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value, 'utf8').toString('base64')}`)
    .join(',');
}

interface Order {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodySource;
}

async function ask(line: TusLine, { method, url, headers = {}, body }: Order): Promise<TusAnswer> {
  const { http, clock, signIn, signal } = line;
  const isPiece = typeof body === 'object';
  const stands = method !== 'GET' && method !== 'POST' && line.isByPost?.() === true;
  const answer = await http.request({
    method: stands ? 'POST' : method,
    url,
    headers: { ...version, ...signIn, ...headers, ...(stands ? { [methodHeader]: method } : {}) },
    // An empty text and not nothing: some servers want a length with every POST.
    body: body ?? (stands || method === 'POST' ? '' : null),
    stallMs,
    answerMs: isPiece ? pieceAnswerMs : questionMs,
    wholeMs: isPiece ? null : questionMs,
    maxAnswerBytes,
    signal,
    onInterim: null,
  });
  const said = readAnswer(answer, clock.now());
  return {
    said: { ...said, code: said.code ?? answer.headers[codeHeader] ?? null },
    offset: toldWhole(answer.headers['upload-offset']),
    takesAhead: answer.headers[aheadHeader] === '1',
    isVideo: answer.headers[videoHeader] !== undefined,
  };
}

/** A new upload of so many bytes. Its address is in the answer's Location. Throws HttpError. */
export function createUpload(
  line: TusLine,
  url: string,
  size: number,
  values: Readonly<Record<string, string>>,
): Promise<TusAnswer> {
  const headers = { 'upload-length': String(size), 'upload-metadata': metadataText(values) };
  return ask(line, { method: 'POST', url, headers });
}

/** How far the upload has come. Throws HttpError. */
export function askOffset(line: TusLine, url: string): Promise<TusAnswer> {
  return ask(line, { method: 'HEAD', url });
}

export interface PieceWords {
  /** What is known only at the end. */
  readonly values?: Readonly<Record<string, string>>;
  /** The piece before it has left, and was not answered yet: only for a site that takes such a one. */
  readonly isAhead?: boolean;
}

/** More bytes, from `offset` on. Throws HttpError. */
export function sendPiece(
  line: TusLine,
  url: string,
  offset: number,
  body: BodySource,
  { values = {}, isAhead = false }: PieceWords = {},
): Promise<TusAnswer> {
  const told = Object.keys(values).length === 0 ? {} : { 'upload-metadata': metadataText(values) };
  const ahead = isAhead ? { [aheadHeader]: '1' } : {};
  const headers = { 'content-type': pieceType, 'upload-offset': String(offset), ...told, ...ahead };
  return ask(line, { method: 'PATCH', url, headers, body });
}

/** Nobody goes on with the upload. Throws HttpError. */
export function terminate(line: TusLine, url: string): Promise<TusAnswer> {
  return ask(line, { method: 'DELETE', url });
}

/** What became of the upload, at the address that the helper has for it. Throws HttpError. */
export function askState(line: TusLine, url: string): Promise<TusAnswer> {
  return ask(line, { method: 'GET', url });
}
