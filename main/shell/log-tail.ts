// The newest part of the log, read back as entries and cleaned of secrets once more: an older Clipferry may have written it.
import { open } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { LogEntry, LogTail } from '../ports.ts';
import { readRow } from '../untrusted/rows.ts';
import { logNames } from './logger.ts';
import { redact, redactText } from './redact.ts';

/** "[2026-11-23 22:04:07.123] [info]  what happened {…}" */
const head = /^\[(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3})\] \[(info|warn|error)\] {1,5}(.*)$/;
const levels = z.enum(['info', 'warn', 'error']);
const factsSchema = z.record(z.string(), z.unknown());

/** Places in a line that are tried as the beginning of its facts: a message may have a brace of its own. */
const mostTries = 5;

/** The facts at the end of a line, and the message before them; null = what stands there was broken off. */
function factsOf(text: string): Pick<LogEntry, 'message' | 'facts'> | null {
  if (!text.includes(' {"')) return { message: redactText(text), facts: null };
  let from = -1;
  for (let tries = 0; tries < mostTries; tries += 1) {
    from = text.indexOf(' {"', from + 1);
    const facts = from < 0 ? null : readRow(factsSchema, text.slice(from + 1));
    if (facts?.ok) return { message: redactText(text.slice(0, from)), facts: redact(facts.value) };
    if (from < 0) return null;
  }
  return null;
}

/** Null = no entry that can be read. */
function entryOf(line: string): LogEntry | null {
  const [, at, named, rest = ''] = head.exec(line) ?? [];
  const level = levels.safeParse(named);
  const said = factsOf(rest);
  return at === undefined || !level.success || said === null ? null : { at, level: level.data, ...said };
}

/** The last bytes of a file as text; null = there is no such file. */
async function tailOf(
  file: string,
  mostBytes: number,
): Promise<{ text: string; bytes: number; isCut: boolean } | null> {
  const handle = await open(file, 'r').catch(() => null);
  if (handle === null) return null;
  try {
    const { size } = await handle.stat();
    const bytes = Math.min(size, mostBytes);
    const buffer = Buffer.alloc(bytes);
    const { bytesRead } = await handle.read(buffer, 0, bytes, size - bytes);
    const text = buffer.toString('utf8', 0, bytesRead);
    // A line that was begun before is not whole.
    return { text: bytes < size ? text.slice(text.indexOf('\n') + 1) : text, bytes, isCut: bytes < size };
  } finally {
    await handle.close();
  }
}

/** Reads at most `mostBytes` of the log in `folder`, the newest. Throws what the disk says. */
export async function readLogTail(folder: string, mostBytes: number): Promise<LogTail> {
  const texts: string[] = [];
  let left = mostBytes;
  let isCut = false;
  for (const name of logNames) {
    if (left <= 0) isCut = true;
    if (isCut) break;
    const tail = await tailOf(path.join(folder, name), left);
    if (tail === null) break;
    texts.unshift(tail.text);
    left -= tail.bytes;
    isCut = tail.isCut;
  }
  const lines = texts.flatMap((text) => text.split(/\r?\n/)).filter((line) => line !== '');
  const entries = lines.flatMap((line) => entryOf(line) ?? []);
  return { entries, unreadable: lines.length - entries.length, isCut };
}
