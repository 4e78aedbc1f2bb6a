// The one table of what failures mean: by the JSON `code` first, by the status second.
import {
  busyWhy,
  field,
  isSignInCode,
  plainText,
  refusesSignIn,
  type SiteAnswer,
  SiteRefusal,
  storedFileIn,
} from './answers.ts';
import type { FailureCause, NeedsYouAction, NeedsYouReason, Verdict, WaitReason } from './model.ts';
import { FileError, HeldBack, HttpError, SecretRefused } from './ports.ts';
import { toldWhole } from './untrusted/values.ts';

const retry = (why: WaitReason, bounded: boolean, afterMs: number | null = null): FailureCause => ({
  kind: 'retry',
  why,
  afterMs,
  bounded,
});
const ask = (reason: NeedsYouReason, action: NeedsYouAction, detail: string | null = null): FailureCause => ({
  kind: 'needs-you',
  reason,
  action,
  detail,
});

type Row = { readonly needs: NeedsYouReason; readonly action: NeedsYouAction };

/** Codes that settle an upload for good: the site decided, and nothing was stored. */
const uploadCodes: ReadonlyMap<string, Row> = new Map(
  Object.entries<Row>({
    // no right: the status can be 400, 401 or 403 (F-04)
    rest_cannot_create: { needs: 'no-upload-right', action: 'retry' },
    rest_forbidden: { needs: 'no-upload-right', action: 'retry' },
    no_permission: { needs: 'no-upload-right', action: 'retry' },
    not_verified: { needs: 'no-upload-right', action: 'retry' },
    upload_files_disabled: { needs: 'no-upload-right', action: 'retry' },
    // too large: PHP drops the whole body over post_max_size, so that the site sees no file at all (F-20)
    rest_upload_no_data: { needs: 'too-large', action: 'retry' },
    rest_upload_no_content_disposition: { needs: 'too-large', action: 'retry' },
    rest_upload_file_too_big: { needs: 'too-large', action: 'retry' },
    file_size_not_allowed: { needs: 'too-large', action: 'retry' },
    // a full quota: a smaller file may pass, and so may this one once there is room
    rest_upload_limited_space: { needs: 'site-full', action: 'retry' },
    clipferry_disk_full: { needs: 'site-full', action: 'retry' },
    // refused kinds
    file_type_not_allowed: { needs: 'extension-refused', action: 'remove' },
    video_format_not_allowed: { needs: 'extension-refused', action: 'remove' },
    audio_format_not_allowed: { needs: 'extension-refused', action: 'remove' },
    // status 500 for permanent causes (F-04), and for a full disk, no temporary folder, no right to write: only the words differ
    rest_upload_sideload_error: { needs: 'upload-failed', action: 'retry' },
    rest_upload_unknown_error: { needs: 'upload-failed', action: 'retry' },
    rest_upload_image_type_not_supported: { needs: 'type-refused', action: 'remove' },
    rest_no_route: { needs: 'upload-route-missing', action: 'retry' },
  }),
);

/** It is the site's own word on an upload; `rest_forbidden` is also what plugins say that guard a site. */
export const isUploadWord = (code: string): boolean => code !== 'rest_forbidden' && uploadCodes.has(code);

/** Names of PHP's own limits stay untranslated in messages of every language. */
const phpLimit = /upload_max_filesize|post_max_size|MAX_FILE_SIZE/;

/** What the platform calls a kind of file in the languages that most sites speak; in others its words are only quoted. */
const fileKinds: readonly string[] = [
  ...['file type', 'filetype', 'type de fichier', 'dateityp', 'bestandstype', 'filtyp', 'filtype', 'tiedostotyyp'],
  ...['tipo de archivo', 'tipo de arquivo', 'tipo de ficheiro', 'tipo di file', 'tipus de fitxer', 'typ souboru'],
  ...['typ pliku', 'typu pliku', 'tego typu plik', 'typu plików', 'тип файл', 'типа файл', 'этого типа', 'dosya tür'],
  ...['ファイルタイプ', 'ファイル形式', '文件类型', '类型的文件', '檔案類型', '類型的檔案', '파일 유형', '파일 형식'],
];

function speaksOfKind(message: string | null): boolean {
  const low = message?.toLowerCase() ?? '';
  return fileKinds.some((kind) => low.includes(kind));
}

/** The codes of a site that saw no file at all: mostly PHP dropped a body over `post_max_size`, or takes no files. */
const noFileCodes: ReadonlySet<string> = new Set(['rest_upload_no_data', 'rest_upload_no_content_disposition']);
/** No `post_max_size` in use is as small as that, in bytes. */
const smallestLimit = 1024 * 1024;

/** What was sent, and what the answer to it named. */
export interface SentClip {
  /** Lower case, no dot. */
  readonly extension: string;
  readonly bytes: number;
  /** A size in bytes that the answer named as the limit; null = none. */
  readonly namedLimit: number | null;
}

/** That a clip is too large is only concluded: the site saw no file, and named no limit. */
export function seesNoFile(said: SiteAnswer, namedLimit: number | null): boolean {
  return said.status !== 413 && namedLimit === null && said.code !== null && noFileCodes.has(said.code);
}

interface Sorted {
  readonly cause: FailureCause;
  /** False: the site may have the clip all the same; look before acting on the meaning. */
  readonly certain: boolean;
}

/** What is known of a refusal beside what the site said of it, each on a line of its own; null = neither is there. */
function detailOf(known: string | null, said: string | null): string | null {
  return said === null ? known : `${known ?? ''}\n${said}`;
}

/** The limit in bytes that was kept with a refusal for its size; null = none was named. */
export function limitOfRefusal(cause: FailureCause | null): number | null {
  if (cause?.kind !== 'needs-you' || cause.reason !== 'too-large') return null;
  return toldWhole(cause.detail?.split('\n')[0]);
}

/** Only words of the site itself are kept with it: a page is of anything on the way. */
function tooLarge({ code, message }: SiteAnswer, { namedLimit }: SentClip): Sorted {
  const limit = namedLimit === null ? null : String(namedLimit);
  return { cause: ask('too-large', 'retry', detailOf(limit, code === null ? null : message)), certain: true };
}

function sortByCode(said: SiteAnswer, sent: SentClip): Sorted | null {
  const { code, message } = said;
  if (code === null) return null;
  if (isSignInCode(code)) return { cause: { kind: 'sign-in' }, certain: true };
  // PHP's own limit: some versions answer it by the code of every failed upload, and by this status (platform facts, section 16).
  if (said.status === 413) return tooLarge(said, sent);
  const row = uploadCodes.get(code);
  if (!row) return null;
  // 401 is said to nobody in particular: the secret was not even looked at, or it is dead (platform facts, section 17; F-15).
  if (row.needs === 'no-upload-right' && said.status === 401) return { cause: { kind: 'sign-in' }, certain: true };
  if (message !== null && phpLimit.test(message)) return tooLarge(said, sent);
  return { cause: causeByRow(row, said, sent), certain: true };
}

function causeByRow({ needs, action }: Row, said: SiteAnswer, sent: SentClip): FailureCause {
  const { message } = said;
  if (needs === 'upload-failed' && speaksOfKind(message)) return ask('type-refused', 'remove', message);
  if (needs === 'extension-refused') return ask(needs, action, detailOf(sent.extension, message));
  if (needs !== 'too-large') return ask(needs, action, message);
  const isSmall = sent.bytes < smallestLimit && seesNoFile(said, sent.namedLimit);
  return isSmall ? ask('upload-failed', 'retry', message) : tooLarge(said, sent).cause;
}

/** Statuses about the clip itself; null = it is none of them. */
function sortOfClip(said: SiteAnswer, sent: SentClip): Sorted | null {
  const { status, code, message, json } = said;
  if (status === 413) return tooLarge(said, sent);
  // Data without a code at this status is a bot check's (F-21); it says nothing about this kind of file.
  if (status === 415 && json !== undefined && code === null) {
    return { cause: ask('web-page-answer', 'retry', message), certain: true };
  }
  return status === 415 ? { cause: ask('extension-refused', 'remove', sent.extension), certain: true } : null;
}

/** Statuses that ask to come again; null = it is none of them. */
function sortOfMoment(said: SiteAnswer): Sorted | null {
  const { status, code, retryAfterMs } = said;
  if (status === 429) return { cause: retry('site-busy', false, retryAfterMs), certain: true };
  // "Still at it" and "another body under this key" (Idempotency-Key): with a code of its own it is another matter.
  if (status === 409 && code === null) return { cause: retry('site-busy', false, retryAfterMs), certain: false };
  if (status === 422 && code === null && said.json !== undefined) {
    return { cause: retry('server-error', true), certain: true };
  }
  // The platform's maintenance mode answers so before anything of it runs: the clip was not looked at (measured with 6.1).
  const untouched = code === 'wp_die' && retryAfterMs !== null;
  if (status === 503) return { cause: retry(busyWhy(said), false, retryAfterMs), certain: untouched };
  // Another request has what this one needs (RFC 4918): its process may hang for minutes, and says nothing of the clip.
  if (status === 423) return { cause: retry('server-error', true, retryAfterMs), certain: false };
  if (status === 408 || status === 425) return { cause: retry('connection-lost', false), certain: false };
  return status >= 500 ? { cause: retry('server-error', true, retryAfterMs), certain: false } : null;
}

/** What is left says who answered, and whether it is the site at all. */
function sortOfWhoAnswered({ status, message, json, webPage }: SiteAnswer): Sorted {
  const isData = json !== undefined;
  if (status === 401 && isData) return { cause: { kind: 'sign-in' }, certain: true };
  if (status >= 300 && status < 400) {
    // Not there (F-17). Some answer a form that they took with 302 or 303, which lead to a page about it.
    const moved = status === 301 || status === 307 || status === 308;
    return { cause: ask('upload-route-missing', 'retry', message), certain: moved };
  }
  if (webPage || status === 401) {
    // A firewall's or portal's page (F-05, F-21): one file may be parked, but what happened behind it is not known.
    // A protected folder's 401 may be a server's slip of a moment; a firewall refuses what it refuses.
    const again = status < 400 || status === 401;
    return { cause: again ? retry('web-page-answer', true) : ask('web-page-answer', 'retry', message), certain: false };
  }
  if (status === 404) return { cause: ask('upload-route-missing', 'retry', message), certain: true };
  return { cause: ask('site-refused', 'retry', message), certain: isData };
}

const sortByStatus = (said: SiteAnswer, sent: SentClip): Sorted =>
  sortOfClip(said, sent) ?? sortOfMoment(said) ?? sortOfWhoAnswered(said);

/** What an answer to the upload means. `allSent` = the last byte may have left. `videoId` = what id it names, if any. */
export function sortUploadAnswer(said: SiteAnswer, allSent: boolean, videoId: number | null, sent: SentClip): Verdict {
  const ok = said.status >= 200 && said.status < 300;
  const saysNo =
    field(said.json, 'success') === false ||
    (ok && videoId === null && said.code !== null && field(said.json, 'success') !== true);
  if (ok && !saysNo && !said.webPage) {
    // A 2xx that came before the body was complete cannot be about this clip.
    return allSent ? { kind: 'arrived', videoId } : { kind: 'failed', cause: retry('connection-lost', false) };
  }
  // It was stored, and the work on it went wrong afterwards: a second copy would help nobody (F-03).
  if (said.status >= 500 && allSent && storedFileIn(said) !== null) return { kind: 'arrived', videoId: null };
  const { cause, certain } =
    sortByCode(said, sent) ??
    (ok && saysNo ? { cause: ask('site-refused', 'retry', said.message), certain: false } : sortByStatus(said, sent));
  // A 2xx that says no is looked up first, whatever its code (decision 4).
  return allSent && (ok || !certain) ? { kind: 'unclear', otherwise: cause } : { kind: 'failed', cause };
}

/** What it means that no answer came. Once the last byte may have left, no broken line proves anything (F-01). */
export function sortNoAnswer(error: HttpError, allSent: boolean): Verdict {
  const kept = sortKeptBack(error);
  if (kept) return { kind: 'failed', cause: kept };
  const cause = retry('connection-lost', false);
  if (allSent) return { kind: 'unclear', otherwise: cause };
  return error.problem === 'aborted' ? { kind: 'stopped' } : { kind: 'failed', cause };
}

/** What trouble with the clip on disk means. */
export function sortFileError(error: FileError): FailureCause {
  switch (error.problem) {
    case 'missing':
      return ask('clip-missing', 'retry');
    case 'unreadable':
    case 'failed':
      return ask('clip-unreadable', 'retry', plainText(error.message));
    case 'busy':
      return retry('clip-busy', false);
    case 'not-a-file':
      return ask('clip-no-file', 'retry');
    case 'no-answer':
      return retry('disk-silent', false);
  }
}

/** What a failed call of the API (not the upload) means for the step that made it. */
export function sortCallFailure(error: unknown): FailureCause {
  if (error instanceof SiteRefusal) {
    const { said } = error;
    if (refusesSignIn(said)) return { kind: 'sign-in' };
    if (said.status === 429 || said.status === 503) return retry(busyWhy(said), false, said.retryAfterMs);
    if (said.status >= 500) return retry('server-error', true, said.retryAfterMs);
    const noData = said.json === undefined && said.status >= 200 && said.status <= 299;
    // A page in between, or an answer that was cut off on its way.
    if (said.webPage || noData) return retry('web-page-answer', true);
    return ask('site-refused', 'retry', said.message ?? said.code);
  }
  if (error instanceof HttpError) return sortKeptBack(error) ?? retry('connection-lost', false);
  // What the site shows was to be compared with the clip.
  if (error instanceof FileError) return sortFileError(error);
  throw error;
}

/** What it means that a request was kept back; null = it was not. The host's own time counts, so none is set here (F-14). */
function sortKeptBack(error: HttpError): FailureCause | null {
  if (error instanceof SecretRefused) return { kind: 'sign-in' };
  return error instanceof HeldBack ? retry(error.why, false) : null;
}
