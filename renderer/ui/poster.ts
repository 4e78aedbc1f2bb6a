// Poster frames of local clips: a hidden video element, one frame onto a canvas, kept as a small picture in memory.
const atOnce = 2;
const kept = 300;
const width = 320;
const height = 180;
/** A frame that takes longer than this is not worth waiting for; the film glyph stays. */
const patienceMs = 8_000;
/** About as long as a frame is shown. */
const frameMs = 40;
/** For as many a picture is waited for; after them the clip itself is transparent there. */
const mostFrames = 50;
/** A clip that could not be shown (for instance because it was still being written) is tried again after this long. */
const retryAfterMs = 60_000;

type Entry = { readonly url: string } | { readonly failedAt: number };

const cache = new Map<string, Entry>();
const waiting = new Map<string, ((url: string | null) => void)[]>();
let running = 0;

/** The clip as main serves it; only this app's own origin. */
function clipUrl(jobId: string): string {
  return new URL(`/clip/${encodeURIComponent(jobId)}`, window.location.href).href;
}

/** A picture that is already there, without waiting. */
export function posterNow(jobId: string): string | null {
  const entry = cache.get(jobId);
  if (entry === undefined || !('url' in entry)) return null;
  cache.delete(jobId);
  cache.set(jobId, entry);
  return entry.url;
}

/** Calls back once with the picture's address, or null; returns the function that gives up waiting for it. */
export function requestPoster(jobId: string, onReady: (url: string | null) => void): () => void {
  const entry = cache.get(jobId);
  if (entry !== undefined && 'failedAt' in entry && performance.now() - entry.failedAt < retryAfterMs) {
    onReady(null);
    return () => undefined;
  }
  const callbacks = waiting.get(jobId) ?? [];
  callbacks.push(onReady);
  waiting.set(jobId, callbacks);
  next();
  return () => {
    const left = waiting.get(jobId);
    if (left === undefined) return;
    const place = left.indexOf(onReady);
    if (place >= 0) left.splice(place, 1);
    // Scrolled away before its turn: nobody needs it any more. One under way is finished and kept.
    if (left.length === 0 && !underWay.has(jobId)) waiting.delete(jobId);
  };
}

const underWay = new Set<string>();

function next(): void {
  if (running >= atOnce) return;
  // Newest first: what was asked for last is what is on screen now.
  const jobId = [...waiting.keys()].findLast((id) => !underWay.has(id));
  if (jobId === undefined) return;
  running += 1;
  underWay.add(jobId);
  void draw(jobId).then((url) => {
    running -= 1;
    underWay.delete(jobId);
    keep(jobId, url === null ? { failedAt: performance.now() } : { url });
    const callbacks = waiting.get(jobId) ?? [];
    waiting.delete(jobId);
    for (const callback of callbacks) callback(url);
    next();
  });
}

function keep(jobId: string, entry: Entry): void {
  cache.set(jobId, entry);
  if (cache.size <= kept) return;
  for (const [oldest, old] of cache) {
    cache.delete(oldest);
    if ('url' in old) URL.revokeObjectURL(old.url);
    break;
  }
}

/** Null when the clip cannot be decoded here (HEVC, for instance) or takes too long. */
async function draw(jobId: string): Promise<string | null> {
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), patienceMs);
  try {
    const loaded = once(video, 'loadeddata', patience.signal);
    video.src = clipUrl(jobId);
    await loaded;
    if (video.videoWidth === 0) return null;
    const seeked = once(video, 'seeked', patience.signal);
    // The first frames of a clip are often black.
    video.currentTime = Number.isFinite(video.duration) ? Math.min(2, video.duration * 0.2) : 0;
    await seeked;
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d');
    if (context === null) return null;
    const scale = Math.max(width / video.videoWidth, height / video.videoHeight);
    const w = video.videoWidth * scale;
    const h = video.videoHeight * scale;
    const paint = (): void => context.drawImage(video, (width - w) / 2, (height - h) / 2, w, h);
    paint();
    // On a busy computer the frame that was sought can come a moment later than the word that it is there.
    for (let frames = 0; frames < mostFrames && !isPainted(context); frames += 1) {
      await moment(patience.signal);
      paint();
    }
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.82));
    return blob === null ? null : URL.createObjectURL(blob);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    // Frees the decoder and ends the request for the rest of the file.
    video.removeAttribute('src');
    video.load();
  }
}

/** Frames cover all of the canvas; without one it stays transparent. */
const isPainted = (context: CanvasRenderingContext2D): boolean =>
  context.getImageData(width / 2, height / 2, 1, 1).data[3] !== 0;

function moment(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, frameMs);
    const stop = (): void => {
      clearTimeout(timer);
      reject(new Error('no frame'));
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}

function once(video: HTMLVideoElement, event: 'loadeddata' | 'seeked', signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(new Error('no frame'));
    video.addEventListener(event, () => resolve(), { once: true, signal });
    video.addEventListener('error', fail, { once: true, signal });
    signal.addEventListener('abort', fail, { once: true });
  });
}
