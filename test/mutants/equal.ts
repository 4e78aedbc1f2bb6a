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

const forgetEnd = "if (finding.kind === 'found' || finding.kind === 'absent') endedAt.delete(attemptId);";
const siteOfLive = "siteId: jobTasks.readyAccounts().find(({ id }) => id === job.accountId)?.siteId ?? '',";
const recoverHead =
  'export async function recover(context: RunnerContext, running: (jobId: JobId) => boolean = () => false): Promise<void> {';
const rankLine = 'return { place: Number(ahead?.n ?? 0) + 1, of: Number(query(count).get()?.n ?? 0) };';

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
  ...of('main/queue/runner/blocked-clips.ts', [
    'if (jobIds.length === 0) return;',
    'jobIds.length === 0',
    'false',
    'of no clips nothing is noted',
  ]),
  ...of('main/queue/runner/describe.ts', [
    "const cause = result.kind === 'failed' ? result.cause : null;",
    "result.kind === 'failed'",
    'true',
    onlyForTheCompiler,
  ]),
  ...of(
    'main/queue/runner/dispatcher.ts',
    ['if (lanes === 0) continue;', 'lanes === 0', 'false', 'in no lanes nothing begins'],
    ['if (ready.length === 0) continue;', 'ready.length === 0', 'false', 'of no clips that are ready none begins'],
    [': [];', '[]', '["Stryker was here"]', 'what has no place in the queue stands before none'],
    [
      'if (context.blockedClips.of(host).length === 0) return;',
      'context.blockedClips.of(host).length === 0',
      'false',
      'of no clips none is found to go ahead',
    ],
    ['trying.add(host);', 'trying.add(host);', ';', 'until one is written down as going the same one is found again'],
  ),
  ...of('main/queue/runner/job-tasks.ts', [
    "return verdict.kind === 'failed' ? verdict.cause : null;",
    "verdict.kind === 'failed'",
    'true',
    onlyForTheCompiler,
  ]),
  ...of(
    'main/queue/runner/recover.ts',
    [
      'await applyToTimed(store, clock.now() + longestBackOffMs, ({ accountId }) => ({',
      'clock.now() + longestBackOffMs',
      'clock.now() - longestBackOffMs',
      'a time that is near enough is left as it is by what happens to it',
    ],
    [recoverHead, '() => false', '() => undefined', 'either says that none runs'],
    [
      "if (state.kind === 'unclear') knownEnd(context, state, store.attempt(state.attemptId));",
      "state.kind === 'unclear'",
      'true',
      onlyForTheCompiler,
    ],
    [
      "if (!recordOf(state).runs || !('attemptId' in state)) continue;",
      "!recordOf(state).runs || !('attemptId' in state)",
      "!recordOf(state).runs && !('attemptId' in state)",
      'whatever runs has an attempt',
    ],
    [
      'if (mayHaveArrived) endedAt.set(state.attemptId, clock.monotonic());',
      'mayHaveArrived',
      'true',
      'nobody asks when an attempt ended that cannot have arrived',
    ],
    [
      "store.saveAttempt({ ...attempt, endedAt: now, ended: mayHaveArrived ? 'unclear' : 'interrupted' });",
      "'unclear'",
      '""',
      'an end that cannot be read is taken for this very one',
    ],
  ),
  ...of(
    'main/queue/runner/resolve.ts',
    [
      'if (videoId !== null && store.takenVideos(job.accountId, job.id).has(videoId)) {',
      'videoId !== null',
      'true',
      'no clip stands for a video that is none',
    ],
    [
      "if (outcome === 'chosen' && videoId !== null) await askLess(context, jobId, videoId);",
      'videoId !== null',
      'true',
      'nobody is asked about a video that is none',
    ],
    [
      "if (state.kind !== 'needs-you' || state.reason !== 'ask-which') return null;",
      "state.kind !== 'needs-you'",
      'false',
      'no other state has this reason',
    ],
    ['if (!job) return;', '!job', 'false', onlyForTheCompiler],
    [
      'if (askedAbout(other)?.includes(videoId))',
      'askedAbout(other)?.includes(videoId)',
      'true',
      'who asks about other videos is left as it is by what happens to it',
    ],
  ),
  ...of(
    'main/queue/runner/running-steps.ts',
    ['tasks.delete(task);', 'tasks.delete(task);', ';', 'for what is over nobody waits'],
    [
      'const task = work.finally(() => tasks.delete(task));',
      '() => tasks.delete(task)',
      '() => undefined',
      'for what is over nobody waits',
    ],
    [siteOfLive, "''", '"Stryker was here!"', onlyForTheCompiler],
    [
      siteOfLive,
      'jobTasks.readyAccounts().find(({ id }) => id === job.accountId)?.siteId',
      'jobTasks.readyAccounts().find(({ id }) => id === job.accountId).siteId',
      onlyForTheCompiler,
    ],
  ),
  ...of(
    'main/queue/runner/send.ts',
    [
      "return cause ? { kind: 'stop', cause } : { kind: 'go', clip, sha256, inOneGo };",
      "'go'",
      '""',
      'it only has to be another word than that for a stop',
    ],
    [
      'const known = read === null ? null : store.underWay(job.accountId, clip.identity.size, read, job.id);',
      'read === null',
      'false',
      'no clip has bytes that nobody read',
    ],
    [
      "if (verdict.kind === 'arrived' || verdict.kind === 'unclear') endedAt.set(ended.id, clock.monotonic());",
      "verdict.kind === 'arrived' || verdict.kind === 'unclear'",
      'true',
      'nobody asks when an attempt ended that cannot have arrived',
    ],
  ),
  ...of(
    'main/queue/runner/verify.ts',
    ["if (job.state.kind !== 'unclear') return;", "job.state.kind !== 'unclear'", 'false', onlyForTheCompiler],
    [
      "const until = report(found.kind === 'failed' ? found.cause : null);",
      "found.kind === 'failed'",
      'true',
      onlyForTheCompiler,
    ],
    [": found.kind === 'failed'", "found.kind === 'failed'", 'true', 'an answer is not asked when the next look is'],
    [
      "const otherwise = before.state.kind === 'unclear' ? before.state.otherwise : null;",
      "before.state.kind === 'unclear'",
      'true',
      'no other state keeps what else was wrong',
    ],
    [
      "if (finding.kind === 'found') await askLess(context, job.id, finding.videoId);",
      "finding.kind === 'found'",
      'true',
      'nobody is asked about a video that is none',
    ],
    ...(
      [
        [
          "finding.kind === 'found' || finding.kind === 'absent'",
          "finding.kind === 'found' && finding.kind === 'absent'",
        ],
        ["finding.kind === 'found' || finding.kind === 'absent'", 'false'],
        ["finding.kind === 'found'", 'false'],
        ["'found'", '""'],
        ["finding.kind === 'absent'", 'false'],
        ["'absent'", '""'],
        ['endedAt.delete(attemptId);', ';'],
      ] as const
    ).map(
      ([code, replacement]) =>
        [forgetEnd, code, replacement, 'when an attempt ended whose fate is known nobody asks'] as const,
    ),
  ),
  ...of(
    'main/queue/store/order.ts',
    [rankLine, 'ahead?.n', 'ahead.n', onlyForTheCompiler],
    [rankLine, 'query(count).get()?.n', 'query(count).get().n', onlyForTheCompiler],
    [
      "const rank = () => rankOf(String(moving[0]?.id ?? ''));",
      "''",
      '"Stryker was here!"',
      'it only has to be no clip',
    ],
    [
      'const found = moving.length === 0 ? null : gapAt(query, moving, place);',
      'moving.length === 0',
      'false',
      'where nothing moves nothing is written, whatever place it finds',
    ],
    ['const first = Number(moving[0]?.position);', 'moving[0]?.position', 'moving[0].position', onlyForTheCompiler],
    [
      'const last = Number(moving.at(-1)?.position);',
      'moving.at(-1)?.position',
      'moving.at(-1).position',
      onlyForTheCompiler,
    ],
    [
      'const above = (high: number | null) => (high === null ? null : ([before(high), high] as const));',
      'high === null',
      'false',
      'where nothing else waits the block stands in its place',
    ],
    [
      'const below = (low: number | null) => (low === null ? null : ([low, after(low)] as const));',
      'low === null',
      'false',
      'where nothing else waits the block stands in its place',
    ],
    [
      'return above(before(Number(moving[0]?.position), waits) ?? after(Number.MIN_SAFE_INTEGER, waits));',
      'moving[0]?.position',
      'moving[0].position',
      onlyForTheCompiler,
    ],
    [
      'return below(after(Number(moving.at(-1)?.position), waits) ?? before(Number.MAX_SAFE_INTEGER, waits));',
      'moving.at(-1)?.position',
      'moving.at(-1).position',
      onlyForTheCompiler,
    ],
    ['if (at === null) return null;', 'at === null', 'false', 'beside nothing there is no place either'],
    [
      'const itself = moving.some((row) => row.id === place.jobId);',
      'moving.some((row) => row.id === place.jobId)',
      'moving.every(row => row.id === place.jobId)',
      'beside one of its own the block comes to the same place',
    ],
    [
      'const roomy = end === null || low === null || end - low >= roomyStep * (rows.length + 1);',
      'low === null',
      'false',
      'before the first clip there is always room',
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
