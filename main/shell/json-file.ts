// A small JSON file of the profile that may have been damaged: it is set aside as it is, never thrown away.
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { z } from 'zod';
import { readRow } from '../untrusted/rows.ts';

const objectSchema = z.record(z.string(), z.unknown());

/** True = what is in the file is no object of JSON: it lies beside its place by now, as `<name>.damaged` or with a number behind that. */
export function setAsideUnreadable(file: string): boolean {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return false;
  }
  if (readRow(objectSchema, text).ok) return false;
  let aside = `${file}.damaged`;
  for (let count = 2; existsSync(aside); count++) aside = `${file}.damaged-${count}`;
  try {
    renameSync(file, aside);
  } catch {
    // On a disk that cannot be written to it stays where it is; whoever opens it next replaces it or fails.
  }
  return true;
}
