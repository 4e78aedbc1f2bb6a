// When what is packaged is from: the time of the commit, so that the same commit gives the same packages.
import { capture } from '../processes.mjs';

/** A source without git has no other; archives cannot tell of anything earlier. */
const firstOf1980 = 315_532_800;

/** Seconds since 1970. */
export async function commitTime() {
  const given = Number(process.env.SOURCE_DATE_EPOCH);
  if (Number.isSafeInteger(given) && given > 0) return given;
  const git = await capture('git', ['log', '-1', '--format=%ct']);
  return git.code === 0 ? Number(git.stdout.trim()) : firstOf1980;
}
