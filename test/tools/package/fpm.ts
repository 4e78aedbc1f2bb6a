#!/usr/bin/env node
// Stands in for fpm, which electron-builder would fetch: makes a .deb with dpkg-deb or an .rpm with rpmbuild.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { makeDeb } from './deb.ts';
import { checkDesktopFile } from './desktop-file.ts';
import { readFpmArguments } from './fpm-arguments.ts';
import { programLink } from './program-link.ts';
import { makeRpm } from './rpm.ts';
import { stage } from './staging.ts';
import { packedAsNotes } from './update-names.ts';

const request = readFpmArguments(process.argv.slice(2));
const seconds = Number(process.env.SOURCE_DATE_EPOCH);
if (!Number.isSafeInteger(seconds) || seconds <= 0) throw new Error('SOURCE_DATE_EPOCH does not say when this is from');
for (const { from, to } of request.sources) if (to.endsWith('.desktop')) checkDesktopFile(from);
mkdirSync(path.dirname(request.output), { recursive: true });
// Beside the result: what is packaged has hundreds of megabytes, and temporary files may lie in memory.
const work = mkdtempSync(path.join(path.dirname(request.output), '.packaging-'));
try {
  const folder = path.join(work, 'root');
  mkdirSync(folder);
  const { format, sources } = request;
  const links = [programLink(sources)];
  const staged = stage(folder, { sources, links, notes: packedAsNotes(sources, format) }, seconds);
  if (request.format === 'deb') makeDeb(request, folder, staged);
  else makeRpm(request, folder, staged, work);
} finally {
  rmSync(work, { recursive: true, force: true });
}
