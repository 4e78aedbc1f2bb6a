// The only user of window.clipferry: hands the typed bridge that the preload exposes to the rest of the renderer.
import type { Bridge } from '../preload/contract.ts';

declare global {
  interface Window {
    readonly clipferry?: Bridge;
  }
}

/** Throws when the page was opened without its preload, for instance in an ordinary browser. */
export function exposedBridge(): Bridge {
  const bridge = window.clipferry;
  if (bridge === undefined)
    throw new Error('Clipferry’s own part of this window did not load. Please start the app again.');
  return bridge;
}
