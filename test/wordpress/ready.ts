// Sees to it that a real WordPress can be set up here; ends with 0, or with 3 after saying why there is none.
import { ensureWordPressPackages } from './debian.ts';

const readiness = await ensureWordPressPackages();
if (readiness.kind === 'left-out') {
  process.stdout.write(`Left out: the tests on a real WordPress. ${readiness.why}\n`);
  process.exitCode = 3;
}
