// Every sentence that a person may read is one of the catalogue: nothing says, glues or counts by itself, no id is missing or unused.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { english } from '../preload/text/english.ts';
import { idsIn, toldBy } from './tools/sentences.ts';

const root = path.resolve(import.meta.dirname, '..');

function filesBelow(folder: string): readonly string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.posix.join(folder, name.replaceAll('\\', '/')));
}

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** Where a person may be spoken to; the engine only has codes, which the compiler sees to. */
const speaking = [
  ...filesBelow('renderer'),
  ...filesBelow('main/shell'),
  ...filesBelow('preload'),
  'main/index.ts',
  'main/assembly.ts',
].filter((file) => !file.startsWith('preload/text/'));

/** Text for machines that looks like a sentence. */
const forMachines: readonly (readonly [file: string, text: string])[] = [
  ['main/index.ts', 'clipferry: window ready'],
  ['main/shell/desktop-entry.ts', '[Desktop Entry]'],
  ['main/shell/page-files.ts', 'text/html; charset=utf-8'],
  ['main/shell/page-files.ts', 'text/javascript; charset=utf-8'],
  ['main/shell/page-files.ts', 'text/css; charset=utf-8'],
  ['main/shell/page-files.ts', "img-src 'self' blob: data:"],
  ['renderer/ui/clip-player.tsx', 'nodownload nofullscreen'],
  ['renderer/text/folders.ts', 'echo fs.inotify.max_user_…=… | sudo tee … && sudo sysctl -p '],
];

test('the window and the shell have no sentence of their own', () => {
  const told = speaking.flatMap((file) => toldBy(file, read(file)).map(({ line, what }) => `${file}:${line} ${what}`));
  const isForMachines = (line: string): boolean =>
    forMachines.some(([file, text]) => line.startsWith(`${file}:`) && line.includes(`“${text}”`));
  expect(told.filter((line) => !isForMachines(line))).toEqual([]);
  for (const [file, text] of forMachines)
    expect(
      told.some((line) => line.startsWith(`${file}:`) && line.includes(`“${text}”`)),
      `${file} ${text}`,
    ).toBe(true);
});

test('no sentence is excused that the engine would say', () => {
  for (const file of filesBelow('main')) {
    for (const [, said] of read(file).matchAll(/new NotFound\(\s*(['"`].*?['"`])/g))
      expect(said, file).toMatch(/^'[a-z-]+'$/);
  }
});

const ids = Object.keys(english);

/** What is asked for and not there, and what is there and asked for by nobody. */
function idProblems(sources: Readonly<Record<string, string>>, defined: readonly string[]) {
  const named = Object.entries(sources).map(([file, source]) => idsIn(file, source));
  const isNamed = (id: string): boolean =>
    named.some(({ texts, patterns }) => texts.has(id) || patterns.some((pattern) => pattern.test(id)));
  return {
    missing: named.flatMap(({ asked }) => asked).filter((id) => !defined.includes(id)),
    unused: defined.filter((id) => !isNamed(id)),
  };
}

test('every id that is asked for exists, and every id is asked for', () => {
  const files = [...speaking, ...filesBelow('preload/text').filter((file) => !file.includes('/en/'))];
  const sources = Object.fromEntries(files.map((file) => [file, read(file)]));
  expect(idProblems(sources, ids)).toEqual({ missing: [], unused: [] });
});

describe('a planted violation is caught', () => {
  test.each([
    ['<p>Nothing is lost.</p>', /says “Nothing is lost\.”/],
    ['<p>Later</p>', /says “Later”/],
    ["<p>{busy ? 'Saving…' : t('form.saved.here')}</p>", /says “Saving…”/],
    ['<Button aria-label="Close">x</Button>', /says “Close”/],
    ['<Figure label="speed" />', /says “speed”/],
    [`<Button aria-label={\`Open \${name}\`} />`, /says “Open …”/],
    ['<Input placeholder={mixed ? "Different values" : hint} />', /says “Different values”/],
    ['<img alt="Poster" />', /says “Poster”/],
    ["store.tell('Nothing changed', 'plain')", /says “Nothing changed”/],
    ["store.say(up ? 'Moved' : t('jobs.order.none'))", /says “Moved”/],
    [
      "store.ask({ title: t('jobs.pause.title'), body: 'It starts again.', yes: 'Pause' })",
      /says “It starts again\.”[\s\S]*says “Pause”/,
    ],
    ["dialog.showErrorBox('Oops', text)", /says “Oops”/],
    ["new Notification({ title: 'Done', body })", /says “Done”/],
    ["const item = { label: 'Quit', click }", /says “Quit”/],
    ["const held = { what: 'Held back' }", /says “Held back”/],
    ["const later = 'Clips wait for you';", /says “Clips wait for you”/],
    ["const later = t('jobs.wait.hours') + '.';", /glues a message to something/],
    [`const later = \`\${t('jobs.wait.hours')}!\`;`, /glues a message to something/],
    ["text += t('form.public-from', { moment });", /glues a message to something/],
    ["const line = [t('a.b'), size].join(', ');", /glues messages together/],
    ["<p>{t('jobs.wait.hours')} {t('jobs.wait.offline')}</p>", /two messages side by side/],
    ["const clips = count === 1 ? t('one.clip') : t('many.clips');", /makes a plural by itself/],
    ["const clips = 1 === count ? 'one clip' : more;", /makes a plural by itself/],
  ])('%s', (source, problem) => {
    const told = toldBy(
      'renderer/ui/a.tsx',
      `export const a = () => { return (${source.replace(/;$/, '').replace(/^const \w+ = /, '')}); };`,
    );
    const alone = toldBy('renderer/ui/a.tsx', source);
    expect([...told, ...alone].map(({ what }) => what).join('\n')).toMatch(problem);
  });

  test('an id that is not there, and one that nobody asks for', () => {
    const sources = {
      'renderer/ui/a.tsx': `t('jobs.gone'); message('jobs.later'); t('jobs.here'); t(\`jobs.wait.\${why}\`); t(\`other.\${kind}.title\`);`,
    };
    const defined = ['jobs.here', 'jobs.wait.offline', 'jobs.unused', 'other.kind.text'];
    expect(idProblems(sources, defined)).toEqual({
      missing: ['jobs.gone', 'jobs.later'],
      unused: ['jobs.unused', 'other.kind.text'],
    });
  });
});

test.each([
  '<p>{t("jobs.wait.hours")}</p>',
  '<p className="pane-section pane-top">{name}</p>',
  "<Choice look='field' label={t('uploads.sort')} />",
  "logger.warn('the page does not respond', { why })",
  "throw new Error('There is no store around this component.')",
  'grid.querySelector(\'[role="row"] button\')',
  "store.tell(t('jobs.acted.nothing'), 'plain')",
  "act({ kind: 'add', what: 'files' })",
  "const waits = { label: 'jobs.action.retry' }",
  '<span>{left} · {size}</span>',
  "event.key === 'Escape'",
])('what is no sentence is not complained about: %s', (source) => {
  expect(toldBy('renderer/ui/a.tsx', source)).toEqual([]);
});
