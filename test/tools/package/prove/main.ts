// Entry of `npm run package:prove`: takes each kind of package through its proof on each release of Debian, and prints a table.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readBuilt } from './built.ts';
import { kindsOf } from './kinds.ts';
import { provesLibraries } from './libraries.ts';
import { prove } from './prove.ts';
import { takeSteps } from './steps.ts';
import { makeClips } from './story.ts';
import { releases, systemOf } from './systems.ts';
import { allHeld, type Line, tableText } from './table.ts';

const { values } = parseArgs({
  options: {
    /** Where the packages are, and where systems and reports are kept. */
    packages: { type: 'string', default: '' },
    cache: { type: 'string', default: '' },
    results: { type: 'string', default: '' },
    /** Only these, when named. */
    release: { type: 'string', multiple: true },
    kind: { type: 'string', multiple: true },
  },
});

const say = (line: string): void => {
  process.stderr.write(`clipferry: ${line}\n`);
};
/** All of `known`, or those that are named; a name that is none is an error. */
function chosen<T>(
  known: readonly T[],
  nameOf: (one: T) => string,
  named: readonly string[] | undefined,
): readonly T[] {
  const stranger = named?.find((name) => !known.some((one) => nameOf(one) === name));
  if (stranger !== undefined) throw new Error(`There is no ${stranger}, only ${known.map(nameOf).join(', ')}`);
  return known.filter((one) => named === undefined || named.includes(nameOf(one)));
}

const built = readBuilt(values.packages);
const kinds = chosen(kindsOf(built), ({ name }) => name, values.kind);
const lines: Line[] = [];
const onLine = (line: Line): void => {
  lines.push(line);
  say(`${line.release}, ${line.kind}, ${line.step}: ${line.result}; ${line.seen}`);
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
mkdirSync(values.results, { recursive: true });
const clips = mkdtempSync(path.join(os.tmpdir(), 'clipferry-clips-'));
try {
  // Copied from there by the person in the root.
  chmodSync(clips, 0o755);
  await makeClips(clips);
  for (const release of chosen(releases, (name) => name, values.release)) {
    const system = await systemOf(release, values.cache, say);
    for (const kind of kinds) {
      const libraries = { name: 'libraries', act: () => provesLibraries(system.bare, built) };
      if (kind.name === 'deb') await takeSteps({ release, kind: kind.name }, [libraries], { onLine });
      const report = path.join(values.results, `package-prove-${release}-${kind.name.replaceAll(/\W+/g, '-')}.txt`);
      await prove({ release, base: system.desktop, kind, built, clips, report }, onLine);
    }
  }
} finally {
  rmSync(clips, { recursive: true, force: true });
}
process.stdout.write(`\n${tableText(lines)}`);
process.exitCode = allHeld(lines) ? 0 : 1;
