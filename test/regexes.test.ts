// No regular expression of the app can be made slow by the text it is shown: each is decided by a machine, or named here with why not.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { filled, hostilePieces } from './hostile/answers.ts';
import { cpuMs } from './tools/cpu.ts';
import { type Found, regexesIn, verdictOn } from './tools/regexes.ts';

const root = path.resolve(import.meta.dirname, '..');

/** What takes recheck seconds each time was decided once: `RECHECK_ALL=1` decides it again. */
const decidedBefore: ReadonlySet<string> = new Set([
  String.raw`/exceeds the limit of (\d+) bytes/`,
  String.raw`/"IOPlatformUUID"\s*=\s*"([^"]+)"/`,
  String.raw`/MachineGuid\s+REG_SZ\s+(\S+)/`,
  String.raw`/\.fuse_hidden\w*$|\.part-frag\d+(?:\.part)?$|\.temp\.[a-z0-9]{2,4}$|~$/i`,
  String.raw`/\b(Basic|Bearer|Digest)\s+[\w+/=.~-]{4,}/gi`,
  String.raw`/((?:password|passwd|secret|token|nonce|api_?key)=)[^&\s;#]+/gi`,
  String.raw`/^(incorrect_password|invalid_username|invalid_email|empty_\w+|application_passwords_\w+)$/`,
  String.raw`/<\/(?:p|div|h[1-6]|ul|ol|blockquote|figure|table)\s*>/gi`,
  String.raw`/(?:^|[,\s])refresh_token=([^;,\s]+)/i`,
  String.raw`/<\/script\s*>/gi`,
  String.raw`/<\/style\s*>/gi`,
  String.raw`/^(nfs\d*|cifs|smb\w*|ncpfs|9p|afs|autofs|ceph|coda|fuse\w*(\..*)?|glusterfs|gpfs|lustre|orangefs|beegfs\w*|davfs\w*|vboxsf|vmhgfs|prl_fs|virtiofs)$/`,
  String.raw`/^\[(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3})\] \[(info|warn|error)\] {1,5}(.*)$/`,
  String.raw`/(?:account|clip|computer|folder|host|person|site)-\d+/g`,
  String.raw`/^\S+ .w.s \S+ \S+ (\d+) +(\/.*)$/gm`,
]);

/** What recheck cannot decide, and why it is all the same no danger. */
const undecidable: ReadonlyMap<string, string> = new Map([
  [
    String.raw`/((?:password|passwd|secret|token|cookie)"\s*:\s*)"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)/gi`,
    'Begins with a word and ends at the next quotation mark or the end, so that a try never fails after its first quotation mark.',
  ],
  [
    String.raw`/((?:\bcookie|\bset-cookie|x-wp-nonce)\s*:\s*)[^\s"][^\r\n]*/gi`,
    'Begins with a word; behind it only spaces are gone through before it fails, and no word is made of spaces.',
  ],
  [
    String.raw`/(?<![\w-])eyJ[\w.-]{5,}/g`,
    'Looks behind, which recheck does not know: of a row of word characters only the first place is tried.',
  ],
]);

/** Made at run time: of what, and why nobody else has a say in it. */
const computed: ReadonlyMap<string, string> = new Map([
  [
    `new RegExp(\`\\\\.($\{videoExtensions.join('|')})$\`, 'i')`,
    'A list of extensions in the same file, plain letters and digits; anchored by a dot that none of them holds.',
  ],
  [
    `new RegExp(\`($\{name}"\\\\s*:\\\\s*)"(?:[^"\\\\\\\\]|\\\\\\\\[^])*(?:"|\\\\\\\\?$)\`, 'gi')`,
    'As for the expression of such a field above: begins with the name of a header (test/main/sign-in-ways.test.ts: letters and dashes) and ends at the next quotation mark or the end.',
  ],
  [
    `new RegExp(\`($\{name}\\\\s*:\\\\s*)[^\\\\s"][^\\\\r\\\\n]*\`, 'gi')`,
    'As for cookies above: begins with the name of a header; behind it only spaces are gone through before it fails, and no name is made of spaces.',
  ],
]);

const written = ({ literal, text }: Found): string => (literal ? `/${literal.source}/${literal.flags}` : text);

function all(): readonly Found[] {
  return ['main', 'preload', 'renderer'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .flatMap((name) => regexesIn(name, readFileSync(path.join(root, folder, name), 'utf8'))),
  );
}

/** What is wrong with these expressions: one line each. */
function problemsOf(found: readonly Found[], before: ReadonlySet<string>): string[] {
  const problems: string[] = [];
  for (const one of found) {
    const text = written(one);
    if (one.literal === null) {
      if (!computed.has(text)) problems.push(`${one.file}: ${text} is computed`);
      continue;
    }
    if (undecidable.has(text) || before.has(text)) continue;
    const verdict = verdictOn(one.literal.source, one.literal.flags);
    if (verdict.kind === 'slow') problems.push(`${one.file}: ${text} is slow with ${verdict.attack}`);
    if (verdict.kind === 'undecided') problems.push(`${one.file}: ${text} cannot be decided (${verdict.why})`);
  }
  return problems;
}

const unique = (found: readonly Found[]): readonly Found[] => [
  ...new Map(found.map((one) => [written(one), one])).values(),
];

test('each expression of main, preload and renderer takes time in step with its text', { tags: 'proof' }, () => {
  const found = unique(all());
  expect(found.length).toBeGreaterThan(60);
  expect(problemsOf(found, process.env.RECHECK_ALL === '1' ? new Set() : decidedBefore)).toEqual([]);
});

test('nothing is excused that is not there any more', () => {
  const texts = new Set(all().map(written));
  for (const excused of [...undecidable.keys(), ...computed.keys(), ...decidedBefore])
    expect([...texts]).toContain(excused);
});

test('what is excused is as quick as the rest, tried with everything that was made to be slow', {
  tags: 'proof',
}, () => {
  const excused = all()
    .flatMap(({ literal, ...one }) => (literal ? [{ ...one, literal }] : []))
    .filter((one) => {
      const text = written(one);
      return undecidable.has(text) || decidedBefore.has(text);
    });
  const wordsOf = (source: string): string[] => source.match(/[a-z"=:</-]{3,}/gi) ?? [];
  for (const { literal } of excused) {
    const regex = new RegExp(literal.source, `${literal.flags.replace('g', '')}g`);
    const words = wordsOf(literal.source);
    const pieces = [
      ...hostilePieces,
      ...words,
      ...words.map((word) => `${word} `),
      ...words.map((word) => `${word}" : "`),
    ];
    for (const piece of pieces) {
      // 256 KiB by the square would be minutes.
      const spent = cpuMs(() => filled(piece, 256 * 1024).replace(regex, ''));
      expect(spent, `${regex} with ${JSON.stringify(piece)}`).toBeLessThan(200);
    }
  }
});

describe('a planted violation is found', () => {
  test.each([
    String.raw`const a = html.replace(/<!--[\s\S]*?-->/g, '');`,
    'const a = /(a+)+$/.test(b);',
    'const a = /^(a|aa)+$/;',
    String.raw`const a = text.replace(/\s+$/, '');`,
    "const a = text.replace(/<[^>]*>/g, ' ');",
    String.raw`const a = /^\s*\d*[.,]?\d+\s*$/.test(b);`,
    String.raw`const a = new RegExp('\\s+$').test(b);`,
    "const a = RegExp('(x+x+)+y');",
    "const a = new globalThis.RegExp('(x+x+)+y');",
    "const a = b.match('a*a*c');",
    'const a = new RegExp(b).test(c);',
    `const a = new RegExp(\`$\{b}+$\`);`,
    String.raw`const a = /(['"])(.*?)\1/.test(b);`,
  ])('%s', (source) => {
    expect(problemsOf(regexesIn('planted.ts', source), new Set())).toHaveLength(1);
  });

  test('in the middle of a component', () => {
    const source =
      'export const A = () => <p title={b.replace(/ +$/, "")}>a / b {/(c+)+$/.test(d) ? "/e/" : "/* f */"}</p>;';
    expect(problemsOf(regexesIn('planted.tsx', source), new Set())).toHaveLength(2);
  });
});

test.each([
  "const a = 4 / 2 / b; const c = '/(a+)+$/'; // /(a+)+$/",
  'const a = `/(a+)+$/`;',
  String.raw`const a = /^[\w-]{1,64}$/.test(b);`,
  'const a = b.match(c) ?? b.search(d);',
])('no violation: %s', (source) => {
  expect(problemsOf(regexesIn('fine.ts', source), new Set())).toEqual([]);
});
