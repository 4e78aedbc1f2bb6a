// The helper plugin of a simulated site (assets/wordpress/clipferry-helper): takes clips in pieces, under the rules that its PHP has.
import { createHandOvers, type HandOverEvents } from './hand-over.ts';
import type { Answer, Site, User } from './site.ts';
import type { Timeline } from './timeline.ts';

/** What differs from host to host. */
export interface HelperManners {
  /** What came of a piece that was cut is kept; false = a server in front of PHP gives it whole requests alone. */
  readonly keepsParts: boolean;
  /** A firewall's limit for bodies that are no form, as mod_security has one, in bytes; null = none. */
  readonly mostPiece: number | null;
  /** Uploads of one user that may be unfinished at once. */
  readonly mostUploads: number;
  /** What a firewall lets no piece through as, whatever its size (OWASP core rule set): its method, or its kind of body; null = nothing. */
  readonly forbids: 'PATCH' | 'pieces' | null;
}

/** As the plugin's table has it: see its records.php. */
export interface HeldUpload {
  readonly id: string;
  readonly user: User;
  readonly name: string;
  readonly size: number;
  /** Of the whole clip; up to `received` they are there. */
  readonly bytes: Buffer;
  received: number;
  state: 'receiving' | 'whole' | 'handing' | 'answered' | 'mixed';
  forgotten: boolean;
  sha256: string;
  verified: boolean;
  /** A request of the site is at work on it. */
  locked: boolean;
  tries: number;
  answer: Answer | null;
  video: number;
  /** Its bytes are gone, which is found out when they are to be handed over again. */
  isLost: boolean;
  /** What bears its mark; 0 = nothing. */
  marked: number;
  recovered: boolean;
  touchedAt: number;
  /** When the helper was removed in the middle of its hand-over, of which nobody can ask any more; null = it was not. */
  aloneAt: number | null;
}

/** One request for a route of the helper. */
export interface HelperRequest {
  readonly method: string;
  readonly path: string;
  readonly user: User;
  readonly headers: Readonly<Record<string, string>>;
  /** What came of its body. */
  readonly bytes: Buffer;
  /** What was to come. */
  readonly promised: number;
}

export interface Helper {
  readonly manners: HelperManners;
  /** It is installed and active. */
  readonly isThere: boolean;
  readonly uploads: ReadonlyMap<string, HeldUpload>;
  answer(request: HelperRequest): Answer;
  /** Why it is not at rest; null = it is. */
  busyWith(): string | null;
  install(): void;
  /** Its routes are gone, and what it had with them unless that is kept. */
  remove(keeps: boolean): void;
  /** What nobody has gone on with for its days is removed. */
  sweep(): void;
  /** Its folder is not to be seen for so many ms; null = never again, which it believes after an hour. */
  hideFolder(lastsMs: number | null): void;
  /** The site's own upload is no route for so many ms. */
  hideRoute(lastsMs: number): void;
}

export const helperPath = '/wp-json/clipferry/v1/';
/** The hour's work of the platform. */
const hourMs = 3_600_000;

/** Upload-Metadata by its keys. */
function metadataOf(text = ''): ReadonlyMap<string, string> {
  return new Map(
    text.split(',').map((pair) => {
      const [key = '', value = ''] = pair.trim().split(' ');
      return [key, Buffer.from(value, 'base64').toString()];
    }),
  );
}

const sum = /^[0-9a-f]{64}$/;

export function createHelper(
  site: Site,
  manners: HelperManners,
  timeline: Pick<Timeline, 'after' | 'now'>,
  newId: () => string,
  events: HandOverEvents,
): Helper {
  const uploads = new Map<string, HeldUpload>();
  let isThere = false;
  let since = 0;
  let folderBackAt = 0;
  let routeBackAt = 0;
  const isAway = ({ state }: HeldUpload): boolean =>
    timeline.now() < folderBackAt && (state === 'receiving' || state === 'whole' || state === 'handing');
  const hasNoRoute = (): boolean => timeline.now() < routeBackAt;
  const handOvers = createHandOvers(site, timeline, events, (upload) => hasNoRoute() || isAway(upload));
  const tus = (status: number, headers: Readonly<Record<string, string>> = {}): Answer => ({
    status,
    headers: { date: new Date(site.now()).toUTCString(), 'tus-resumable': '1.0.0', ...headers },
    body: '',
  });
  const refuse = (status: number, code: string, more: Readonly<Record<string, string>> = {}): Answer => {
    const answer = site.refusal(status, code);
    return { ...answer, headers: { ...answer.headers, 'tus-resumable': '1.0.0', 'clipferry-code': code, ...more } };
  };
  const stands = (upload: HeldUpload) => ({ 'upload-offset': String(upload.received) });

  const create = ({ user, headers }: HelperRequest): Answer => {
    const told = metadataOf(headers['upload-metadata']);
    const size = Number(headers['upload-length']);
    if (!Number.isSafeInteger(size)) return refuse(400, 'clipferry_length');
    if (told.get('route') !== '/streamtube/v1/upload' || hasNoRoute()) return refuse(400, 'clipferry_no_route');
    const unfinished = [...uploads.values()].filter(
      (one) => one.user === user && !one.forgotten && ['receiving', 'whole', 'handing'].includes(one.state),
    );
    if (unfinished.length >= manners.mostUploads) return refuse(429, 'clipferry_too_many');
    if ([...uploads.values()].some(isAway)) return refuse(503, 'clipferry_away');
    // Where nobody misses it, another is made in its place.
    folderBackAt = 0;
    const upload: HeldUpload = {
      ...{ id: newId(), user, size, name: told.get('filename') ?? 'video.mp4', bytes: Buffer.alloc(size), received: 0 },
      ...{ state: 'receiving', forgotten: false, sha256: '', verified: false, locked: false, tries: 0 },
      ...{
        answer: null,
        video: 0,
        isLost: false,
        marked: 0,
        recovered: false,
        touchedAt: timeline.now(),
        aloneAt: null,
      },
    };
    uploads.set(upload.id, upload);
    return tus(201, { location: `${site.root}clipferry/v1/uploads/${upload.id}` });
  };

  const add = (upload: HeldUpload, offset: number, { bytes, promised }: HelperRequest): Answer | null => {
    if (offset !== upload.received) return refuse(409, 'clipferry_offset', stands(upload));
    if (promised > upload.size - offset) return refuse(413, 'clipferry_longer');
    if (bytes.length === 0 && promised > 0) return refuse(413, 'clipferry_piece_too_large');
    if (upload.locked) return refuse(423, 'clipferry_locked');
    if (upload.isLost) {
      upload.forgotten = true;
      return refuse(410, 'clipferry_lost');
    }
    upload.received += bytes.copy(upload.bytes, offset);
    if (upload.received === upload.size) upload.state = 'whole';
    return null;
  };
  const patch = (upload: HeldUpload, request: HelperRequest): Answer => {
    const offset = Number(request.headers['upload-offset']);
    const sha256 = metadataOf(request.headers['upload-metadata']).get('sha256') ?? '';
    upload.touchedAt = timeline.now();
    if (upload.state === 'receiving') {
      if (sum.test(sha256)) upload.sha256 = sha256;
      const refused = add(upload, offset, request);
      if (refused) return refused;
    } else {
      if (offset !== upload.received) return refuse(409, 'clipferry_offset', stands(upload));
      if (request.bytes.length > 0) return refuse(413, 'clipferry_longer');
    }
    if (upload.state !== 'receiving') handOvers.finishLater(upload, true);
    return tus(204, stands(upload));
  };

  const tell = (upload: HeldUpload): Answer => {
    const { id, state, size, sha256, verified, video, recovered, tries, answer } = upload;
    if (state === 'whole' || state === 'handing') handOvers.finishLater(upload, false);
    const kept = answer && {
      status: answer.status,
      headers: answer.headers.location === undefined ? [] : { Location: answer.headers.location },
      body: answer.body.toString(),
    };
    return site.data(200, {
      ...{ id, state, offset: upload.received, size, sha256: verified ? sha256 : null },
      ...{ video: video === 0 ? null : video, recovered, tries, answer: kept },
    });
  };

  const forget = (upload: HeldUpload): Answer => {
    if (upload.locked) return refuse(423, 'clipferry_locked');
    if (upload.state === 'handing') handOvers.recover(upload);
    upload.forgotten = true;
    return tus(204, upload.video === 0 ? {} : { 'clipferry-video': String(upload.video) });
  };

  const helper: Helper = {
    manners,
    get isThere() {
      return isThere;
    },
    uploads,
    answer: (request) => {
      const { method, path, user } = request;
      if (!isThere) return site.refusal(404, 'rest_no_route');
      if (path === `${helperPath}uploads` && method === 'POST') return create(request);
      const [, id = '', more] = /^uploads\/([0-9a-f]{64})(\/state)?$/.exec(path.slice(helperPath.length)) ?? [];
      if (id === '') return site.refusal(404, 'rest_no_route');
      const upload = uploads.get(id);
      if (upload?.user !== user) return refuse(404, 'clipferry_no_upload');
      if (upload.forgotten) return refuse(410, 'clipferry_gone');
      if (isAway(upload)) return refuse(503, 'clipferry_away');
      if (more !== undefined) return tell(upload);
      if (method === 'HEAD') return tus(200, { ...stands(upload), 'upload-length': String(upload.size) });
      if (method === 'PATCH') return patch(upload, request);
      return method === 'DELETE' ? forget(upload) : site.refusal(404, 'rest_no_route');
    },
    busyWith: () => {
      const open = [...uploads.values()].find((upload) => upload.locked || isAwaited(upload));
      return open ? `the helper on ${site.host} still has ${open.name} to hand over (${open.state})` : null;
    },
    install: () => {
      isThere = true;
      since = timeline.now();
    },
    remove: (keeps) => {
      isThere = false;
      if (!keeps) folderBackAt = 0;
      // What a request of it is at has its file open and its record in hand, and comes to its end.
      for (const upload of [...uploads.values()]) {
        if (upload.locked) upload.aloneAt ??= timeline.now();
        else if (!keeps) uploads.delete(upload.id);
      }
    },
    sweep: () => {
      for (const { id, state } of [...uploads.values()])
        if (state === 'receiving' || state === 'mixed') uploads.delete(id);
    },
    hideFolder: (lastsMs) => {
      folderBackAt = timeline.now() + (lastsMs ?? hourMs);
      if (lastsMs !== null) return;
      for (const upload of uploads.values()) if (isAway(upload) && !upload.locked) upload.isLost = true;
    },
    hideRoute: (lastsMs) => {
      routeBackAt = timeline.now() + lastsMs;
    },
  };

  /** Whether it is handed over without being asked about: not what lay there while the helper was switched off. */
  const isAwaited = ({ state, forgotten, touchedAt }: HeldUpload): boolean =>
    isThere && !forgotten && (state === 'whole' || state === 'handing') && touchedAt >= since;
  /** Hands over what is whole: its sender was told that all has arrived, and may never come back. */
  const eachHour = (): void => {
    for (const upload of uploads.values()) {
      if (isAwaited(upload) && timeline.now() - upload.touchedAt > 300_000) handOvers.finishLater(upload, false);
    }
    timeline.after(hourMs, eachHour);
  };
  timeline.after(hourMs, eachHour);
  return helper;
}
