// Every fault that the simulated world knows, by what it befalls; what each one is for is told where it is done.

/** Befall one request, named by its channel and how many of that channel came before it. */
export const requestFaults = [
  'refused',
  'host-not-found',
  'reset-before-answer', // after the last byte, before the site did anything
  'answer-lost', // the work is done, the line breaks
  'answer-never', // the work is done, the line stays silent
  'answer-late', // the work is done, the answer takes minutes
  'server-error', // 5xx, nothing done
  'server-error-stored', // 5xx although done (F-03)
  'web-page', // 200 with a page, nothing done (F-05)
  'web-page-stored',
  'empty-stored', // 2xx without a word
  'garbage-stored', // 2xx with a cut-off body
  'warning-json', // PHP's warnings around the data
  'not-signed-in', // one stray 401
  'busy-seconds', // 429 with Retry-After in seconds
  'busy-date', // 429 with Retry-After as a date
  'busy-503', // 503 with Retry-After
  'forbidden-page', // a firewall's 403 (F-21)
  'moved', // 301 or 302 (F-17)
] as const;

/** Befall one upload. */
export const uploadFaults = [
  'reset-first-byte',
  'reset-mid-body',
  'late-commit', // the client gave up, the site stores within its settle time (F-02)
  'late-commit-beyond', // the same after the settle time: beyond what can be guaranteed
  'stall-sending',
  'stall-processing', // silence after the last byte, nothing done
  'server-error-id', // 5xx with X-WP-Upload-Attachment-ID (F-03)
  'permanent-code', // 500 with a code that never passes (F-04)
  'success-false',
  'success-false-stored',
  'early-401', // answered in the middle of the body (F-10)
  'early-413',
  'early-507',
  'no-right', // rest_cannot_create with 403
] as const;

/** Befall the whole computer, a host, or the engine itself. */
export const worldFaults = [
  'crash',
  'crash-before-commit',
  'crash-after-commit',
  'quit',
  'sleep',
  'sleep-wall-clock',
  'clock-forward',
  'clock-back',
  'offline',
  'line-down',
  'portal',
  'host-down',
  'maintenance',
  'days-out',
  'revoked',
  'disk-full-once',
  'disk-full',
  'disk-pulled',
  'hints-lost',
  'hints-doubled',
  'hints-late',
  'watches-used-up',
  'watcher-failed',
] as const;

/** Befall one clip on the disk. */
export const clipFaults = [
  'clip-missing',
  'clip-busy',
  'clip-unreadable',
  'clip-read-error',
  'clip-rewritten',
  'clip-truncated',
  'clip-replaced',
  'clip-touched',
  'clip-grown',
  'slow-disk',
] as const;

/** Befall one request to a site's helper: what it says by itself, or what becomes of the helper in the middle of an upload. */
export const helperFaults = [
  'locked', // 423: another request adds to the upload
  'too-many', // 429: too many uploads are unfinished
  'no-room', // 507
  'may-not-upload', // 403
  'helper-switched-off', // its routes are gone, what it has is kept; it may be back later
  'helper-uninstalled', // everything of it is gone; it may be back later
  'helper-installed', // its owner installs it, and the user checks the site up
  'uploads-swept', // nobody has gone on for seven days
] as const;
/** The same; of seeds from `laterFrom` on (plan-helper.ts). */
export const laterHelperFaults = [
  'folder-away', // a disk of the network leaves an empty place for a moment, or for good
  'route-gone', // the plugin of the site's own upload is off, or left out of some requests
] as const;

/** Befall one hand-over of a whole clip to the site's own upload. */
export const handOverFaults = [
  'dies-unbegun', // PHP ends before anything of it is written down
  'dies-before', // before there is a video
  'dies-after', // after there is one
  'takes-nothing', // the site's own upload says 500
  'takes-and-says-500',
  'takes-long',
] as const;
/** The same; of seeds from `laterFrom` on (plan-helper.ts). */
export const laterHandOverFaults = [
  'dies-comparing', // while the bytes are compared with what was promised, which is counted
  'takes-none-now', // 408, 423, 425 or 429: it speaks of the moment and not of the file
] as const;

export type HelperFault = (typeof helperFaults | typeof laterHelperFaults)[number];
export type HandOverFault = (typeof handOverFaults | typeof laterHandOverFaults)[number];
export type RequestFault = (typeof requestFaults)[number];
export type UploadFault = (typeof uploadFaults)[number];
export type WorldFault = (typeof worldFaults)[number];
export type ClipFault = (typeof clipFaults)[number];
export type FaultKind = RequestFault | UploadFault | WorldFault | ClipFault | HelperFault | HandOverFault;

export const faultKinds: readonly FaultKind[] = [
  ...[...requestFaults, ...uploadFaults, ...worldFaults, ...clipFaults],
  ...[...helperFaults, ...laterHelperFaults, ...handOverFaults, ...laterHandOverFaults],
];

/** Which call of the app a request is. */
const siteChannels = ['upload', 'me', 'media', 'videos', 'sample', 'video', 'update', 'other'] as const;
/** To the helper: a new upload, a piece, how far it has come, what became of it, that nobody goes on with it. */
const toHelper = ['create', 'piece', 'offset', 'became', 'forget'] as const;
export type HelperChannel = (typeof toHelper)[number];
export type Channel = (typeof siteChannels)[number] | HelperChannel;
export const helperChannels: ReadonlySet<Channel> = new Set(toHelper);

export const jobStates = [
  'waiting',
  'sending',
  'processing',
  'unclear',
  'describing',
  'done',
  'paused',
  'needs-you',
  'cancelled',
] as const;
export type JobKind = (typeof jobStates)[number];

const sets = {
  request: new Set<string>(requestFaults),
  upload: new Set<string>(uploadFaults),
  world: new Set<string>(worldFaults),
  helper: new Set<string>([...helperFaults, ...laterHelperFaults]),
  handOver: new Set<string>([...handOverFaults, ...laterHandOverFaults]),
};
export const isRequestFault = (kind: FaultKind): kind is RequestFault => sets.request.has(kind);
export const isUploadFault = (kind: FaultKind): kind is UploadFault => sets.upload.has(kind);
export const isWorldFault = (kind: FaultKind): kind is WorldFault => sets.world.has(kind);
export const isHelperFault = (kind: FaultKind): kind is HelperFault => sets.helper.has(kind);
export const isHandOverFault = (kind: FaultKind): kind is HandOverFault => sets.handOver.has(kind);
