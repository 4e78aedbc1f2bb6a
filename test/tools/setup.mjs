// The set-up: brings this checkout to where a verb can run, and does nothing when it is there already.
import { hasDesktop } from './desktop-session.mjs';
import { ensureElectron } from './electron-runtime.mjs';
import { ensurePackages } from './packages.mjs';
import { say } from './project.mjs';
import { ensureSystemPackages } from './system-packages.mjs';

/** Packages and the pinned Node: enough for everything that has no window. */
export const setUpForNode = () => ensurePackages();

/**
 * Everything that a window needs. `virtual` is true when the verb wants a screen of its own even where there is a desktop.
 * Resolves to the Electron runtime, having said which one it is.
 */
export async function setUpForWindows({ virtual }) {
  await ensurePackages();
  await ensureSystemPackages({ withDesktop: !virtual && hasDesktop() });
  const runtime = await ensureElectron();
  say(runtime.line);
  return runtime;
}
