// Mutants that no test can notice, each with its reason: the app does the same with them.
import type { Equal } from './score.ts';

/** All of one file: each with the line, what stands in it in place of what, and why nobody meets it. */
const of = (
  file: string,
  ...equals: readonly (readonly [line: string, code: string, replacement: string, reason: string])[]
): readonly Equal[] =>
  equals.map(([line, code, replacement, reason]) => ({ file, line, replaces: [code, replacement], reason }));

const onlyLogged = 'it decides about nothing but a line of the log';
const onlyForTheCompiler = 'what it guards against cannot be: the check is there for the compiler';

const toLine = "if (after.kind !== before.kind) logger.info('The line to a site', { site: siteId, is: sight.kind });";
const asPage =
  "return cause.kind === 'needs-you' && said?.json === undefined && said !== null && doubtfulAsPage.has(cause.reason);";
const askedMs = "const askedMs = sight.kind === 'busy' || sight.kind === 'maintained' ? sight.askedMs : null;";

/** A job's states and the queue on disk. */
const ofQueue: readonly Equal[] = [
  {
    file: 'main/queue/job/page-answer.ts',
    line: "return state.kind === 'needs-you' && state.reason === 'web-page-answer' && state.resume.from !== 'describe';",
    replaces: ["state.kind === 'needs-you'", 'true'],
    reason: 'No other state keeps a reason; the compiler alone has to be told.',
  },
  {
    file: 'main/queue/job/schedule.ts',
    line: "if (state.kind !== 'waiting' || state.why !== 'connection-lost' || state.until === null) return false;",
    replaces: ['state.until === null', 'false'],
    reason: 'Without a time none is later than now, which the next line asks for.',
  },
  {
    file: 'main/queue/job/schedule.ts',
    line: 'return dueAt === null ? 0 : Math.min(Math.max(0, dueAt - now), longestMs);',
    replaces: ['dueAt === null', 'false'],
    reason: 'Without a time it would count as due in 1970, which is over too.',
  },
  {
    file: 'main/queue/job/settle-time.ts',
    line: 'if (createdAt === null || attempt.endedAt === null || attempt.siteSkewMs === null) return 0;',
    replaces: ['createdAt === null', 'false'],
    reason: 'Without a time it would count as made in 1970, before any attempt ended, which gives 0 too.',
  },
];

/** The proof, and what uploads do. */
const ofProof: readonly Equal[] = [
  {
    file: 'main/features/uploads/known-copy.ts',
    line: 'if (known !== null && other.sha256 === null) await store.write(() => ledger.rememberHash(other, known));',
    replaces: ['known !== null && other.sha256 === null', 'true'],
    reason: 'Saves a write: the ledger never puts another hash in the place of one, nor nothing.',
  },
  {
    file: 'main/features/uploads/known-copy.ts',
    line: 'if (known !== null && other.sha256 === null) await store.write(() => ledger.rememberHash(other, known));',
    replaces: ['known !== null && other.sha256 === null', 'known !== null || other.sha256 === null'],
    reason: 'Saves a write: the ledger never puts another hash in the place of one, nor nothing.',
  },
  {
    file: 'main/features/uploads/known-copy.ts',
    line: 'if (known !== null && other.sha256 === null) await store.write(() => ledger.rememberHash(other, known));',
    replaces: ['known !== null', 'true'],
    reason: 'Saves a write: the ledger never puts another hash in the place of one, nor nothing.',
  },
  {
    file: 'main/features/uploads/known-copy.ts',
    line: 'if (known !== null && other.sha256 === null) await store.write(() => ledger.rememberHash(other, known));',
    replaces: ['other.sha256 === null', 'true'],
    reason: 'Saves a write: the ledger never puts another hash in the place of one, nor nothing.',
  },
  {
    file: 'main/features/proof/confirm-duplicate.ts',
    line: 'if (!first || !second) return null;',
    replaces: ['!first || !second', 'false'],
    reason: 'For the compiler: the loop before has given back already where one is missing.',
  },
  {
    file: 'main/features/proof/confirm-duplicate.ts',
    line: 'if (!first || !second) return null;',
    replaces: ['!first || !second', '!first && !second'],
    reason: 'For the compiler: the loop before has given back already where one is missing.',
  },
  {
    file: 'main/features/proof/rivals.ts',
    line: "if (point.from !== 'look') return [];",
    replaces: ["point.from !== 'look'", 'false'],
    reason: 'For the compiler: where no attempt is named, none of that id is found, and the list is as empty.',
  },
  {
    file: 'main/features/uploads/tasks/failure-cause.ts',
    line: "const isGone = cause.kind === 'needs-you' && goneReasons.has(cause.reason);",
    replaces: ["cause.kind === 'needs-you'", 'true'],
    reason: 'For the compiler: no other cause has a reason, and none is no reason of these.',
  },
];

export const equals: readonly Equal[] = [
  ...ofQueue,
  ...ofProof,
  ...of('main/hosts/circuit-store.ts', [
    "const reasonSchema = z.enum(['site-busy', 'site-maintenance', 'site-blocked']);",
    "'site-busy'",
    '""',
    'a reason that cannot be read is taken for this very one',
  ]),
  ...of(
    'main/hosts/guarded-http.ts',
    [
      "const isPage = status >= 400 && /html/i.test(headers['content-type'] ?? '');",
      "''",
      '"Stryker was here!"',
      'neither of the two texts is the type of a page',
    ],
    [
      "const why = circuits.of(host)?.why === 'site-maintenance' ? 'site-maintenance' : 'site-busy';",
      'circuits.of(host)?.why',
      'circuits.of(host).why',
      onlyForTheCompiler,
    ],
  ),
  ...of(
    'main/hosts/reachability.ts',
    [askedMs, "sight.kind === 'busy' || sight.kind === 'maintained'", 'true', 'no other sight names a time'],
    [
      "return line.kind === 'down' && line.looks >= toldFrom;",
      "line.kind === 'down'",
      'true',
      'no other line counts its looks',
    ],
  ),
  ...of(
    'main/hosts/reachability-monitor.ts',
    [asPage, "cause.kind === 'needs-you'", 'true', 'no other cause that gets here has a reason'],
    [toLine, 'after.kind !== before.kind', 'true', onlyLogged],
    [toLine, 'after.kind !== before.kind', 'false', onlyLogged],
    [toLine, 'after.kind !== before.kind', 'after.kind === before.kind', onlyLogged],
  ),
  ...of(
    'main/ingest/container-end.ts',
    [
      'if (size < tailBytes) return false;',
      'size < tailBytes',
      'size <= tailBytes',
      'a file of just this size begins with its magic, so that its tail is not all zeros',
    ],
    [
      'for (let at = 30; at + 24 <= head.length; ) {',
      'at + 24 <= head.length',
      'at + 24 < head.length',
      'an object whose head is all that is left of the file says nothing of its size',
    ],
    [
      'const at = 16 + (first < 0x80 ? 1 : 1 + (first & 0x7f));',
      'first < 0x80',
      'first <= 0x80',
      'a length that is said in no further bytes is as short as one that is said at once',
    ],
  ),
  ...of(
    'main/ingest/folder-store.ts',
    [
      "if (typeof stored !== 'object' || stored === null) return stored;",
      "typeof stored !== 'object'",
      'false',
      'what is no object has the rules of no generation, and is given back as it is',
    ],
    [
      'for (let generation = 0; generation < latestGeneration; generation++) {',
      'generation < latestGeneration',
      'generation <= latestGeneration',
      'rules of the latest generation are complete already',
    ],
  ),
  ...of('main/ingest/observe.ts', [
    'const beside = await files.stat(companion).catch(() => null);',
    '() => null',
    '() => undefined',
    'either says that nothing lies there',
  ]),
  ...of('main/ingest/readiness.ts', [
    "const key = seen.kind === 'file' ? seen.key : '';",
    "''",
    '"Stryker was here!"',
    'it only has to be no key of a file',
  ]),
  ...of('main/ingest/rechecks.ts', ['let again = false;', 'false', 'true', 'each check begins with it']),
  ...of(
    'main/ingest/walk.ts',
    ["const place = stat.kind === 'folder' ? '' : path;", "''", '"Stryker was here!"', 'it only has to be no path'],
    [
      'if (name !== null && isMachineFolder(name)) return;',
      'name !== null',
      'true',
      'a start has no name, and none is no name of such a folder',
    ],
    [
      'for (let at = 0; at < names.length; at += abreast) {',
      'at < names.length',
      'at <= names.length',
      'the group behind the last one is empty',
    ],
    [
      'if (stat && name !== undefined) await visit(join(folder, name), name, stat, depth + 1);',
      'name !== undefined',
      'true',
      onlyForTheCompiler,
    ],
  ),
  ...of('main/library/edit-state.ts', [
    'const { values, sent } = edit.left ?? { values: {}, sent: {} };',
    '{ values: {}, sent: {} }',
    '{}',
    'nothing is added by what is not there',
  ]),
  ...of('main/library/pages.ts', [
    'if (number === page || number > last) continue;',
    'number === page',
    'false',
    'the page itself is put in its place right afterwards',
  ]),
  ...of(
    'main/library/paged-list.ts',
    ['if (missing.length === 0) break;', 'missing.length === 0', 'false', 'of no pages nothing is asked in any round'],
    [
      'limited: Math.min(list.told, list.end * options.pageSize) > mostRows,',
      'list.end * options.pageSize',
      'list.end / options.pageSize',
      'only a page within what can be listed is ever found to be the last one',
    ],
  ),
  ...of('main/library/poster-cache.ts', [
    'if (gathering.get(accountId)?.ids === ids) gathering.delete(accountId);',
    'gathering.get(accountId)?.ids',
    'gathering.get(accountId).ids',
    onlyForTheCompiler,
  ]),
];
