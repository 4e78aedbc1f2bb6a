// The log as it goes into a report: of what an entry says only what is known to be harmless, and that in disguise.
import type { LogEntry, LogTail } from '../../ports.ts';
import type { Disguise } from './disguise.ts';

/** Longer texts are known by their beginning. */
const longestText = 2_000;
const deepest = 6;

/**
 * The facts whose texts are told; what is not named here may be anything that a site or a file says, and is left out. Codes, names of
 * errors and of requests, ids, and where something happened.
 */
const toldFacts: ReadonlySet<string> = new Set([
  'account',
  'cause',
  'code',
  'electron',
  'error',
  'errno',
  'from',
  'id',
  'inTheWay',
  'is',
  'job',
  'kind',
  'message',
  'name',
  'named',
  'permission',
  'platform',
  'problem',
  'reason',
  'request',
  'serviceName',
  'site',
  'stack',
  'syscall',
  'type',
  'url',
  'verdict',
  'version',
  'where',
  'why',
]);

/** Numbers, yes and no. */
function withoutTexts(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return `[${value.length}]`;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= deepest) return '[…]';
  if (Array.isArray(value)) return value.map((item: unknown) => withoutTexts(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item], at) => [
      toldFacts.has(name) ? name : `#${at + 1}`,
      withoutTexts(item, depth + 1),
    ]),
  );
}

function told(value: unknown, isTold: boolean, disguise: Disguise, depth: number): unknown {
  if (typeof value === 'string') {
    if (!isTold) return `[${value.length}]`;
    return disguise.hide(value.slice(0, longestText)) + (value.length > longestText ? '…' : '');
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= deepest) return '[…]';
  if (Array.isArray(value)) return value.map((item: unknown) => told(item, isTold, disguise, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) =>
      toldFacts.has(name)
        ? [name, told(item, true, disguise, depth + 1)]
        : [disguise.hide(name), told(item, false, disguise, depth + 1)],
    ),
  );
}

/** One line of the report for an entry. Without `withTexts` no text of its facts is told: not all names are known. */
export function entryLine({ at, level, message, facts }: LogEntry, disguise: Disguise, withTexts = true): string {
  const said = disguise.hide(message.slice(0, longestText)).replaceAll('\n', ' ');
  const kept = withTexts ? told(facts, false, disguise, 0) : withoutTexts(facts, 0);
  const rest = facts === null ? '' : ` ${JSON.stringify(kept)}`;
  return `${at} ${level} ${said}${rest}`;
}

/** What stands above them: that there was more, and how many lines were left out. */
export function headLines({ unreadable, isCut }: LogTail): readonly string[] {
  return [...(isCut ? ['…'] : []), ...(unreadable > 0 ? [`left-out-lines: ${unreadable}`] : [])];
}
