// Writes down what was packaged: packages.json for programs, SHA256SUMS for sha256sum, and the same for people.
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { capture } from '../processes.mjs';
import { inProject, readJson } from '../project.mjs';
import { checksumsText, kindOf, listText } from './list.mjs';

async function sha256Of(file) {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}

/** `started` are the kinds whose app was started here; `runtime` is the line that names it. */
export async function writeList(output, { runtime, leftOut, started }) {
  const { version } = readJson(inProject('package.json'));
  const commit = await capture('git', ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*']);
  const packages = [];
  for (const file of readdirSync(output).sort()) {
    const kind = kindOf(file);
    if (kind === undefined) continue;
    const at = path.join(output, file);
    packages.push({
      file,
      kind,
      version,
      bytes: statSync(at).size,
      sha256: await sha256Of(at),
      runtime,
      started: started.includes(kind),
    });
  }
  const list = { version, commit: commit.code === 0 ? commit.stdout.trim() : null, runtime, packages, leftOut };
  writeFileSync(path.join(output, 'packages.json'), `${JSON.stringify(list, null, 2)}\n`);
  writeFileSync(path.join(output, 'SHA256SUMS'), checksumsText(packages));
  process.stdout.write(`\n${listText(list)}`);
}
