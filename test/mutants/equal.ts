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

export const equals: readonly Equal[] = [
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
];
