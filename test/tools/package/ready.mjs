// Brings what packages are made with: programs of the system, what an AppImage begins with, and a runtime for Windows; tells what cannot be had.
import { ensureWindowsElectron } from '../electron-runtime.mjs';
import { capture } from '../processes.mjs';
import { inProject, pinnedNode, SetupError, say } from '../project.mjs';
import { ensurePrograms, whereOnPath } from '../system-packages.mjs';
import { kinds, planPackages } from './plan.mjs';

/** Resolves to the SetupError that `act` throws, if it does. */
async function complaintOf(act) {
  try {
    await act();
    return undefined;
  } catch (error) {
    if (error instanceof SetupError) return error;
    throw error;
  }
}

async function installPrograms() {
  for (const { kind, packages } of kinds) {
    const complaint = await complaintOf(() => ensurePrograms(packages));
    // Whether it matters is seen by what is missing afterwards.
    if (complaint !== undefined) say(`for ${kind}: ${complaint.message}`);
  }
}

/** The first line of what went wrong, as a compiler or Node says it. */
const firstError = (text) => /^(?:\w*Error: |.*error: )(.*)$/m.exec(text)?.[1] ?? 'its tools cannot be made';

/**
 * Resolves to `{ make, leftOut, windows }`: kinds of packages, those that cannot be made with their reasons, and the runtime for
 * Windows. Puts the tools of AppImages into the folder `appImageTools`.
 */
export async function readyForPackages(runtime, appImageTools) {
  await installPrograms();
  const problems = {};
  const made = await capture(pinnedNode, [inProject('test/tools/package/appimage-tools.ts'), appImageTools]);
  if (made.code !== 0) problems.AppImage = firstError(made.stderr);
  let windows;
  const complaint = await complaintOf(async () => {
    windows = await ensureWindowsElectron(runtime);
  });
  if (complaint !== undefined) problems.zip = complaint.message.split('\n')[0];
  return { ...planPackages((command) => whereOnPath(command) !== undefined, problems), windows };
}
