// The list of the platform facts is true: each statement has a proof that exists, or a reason why there is none.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const list = readFileSync(path.join(import.meta.dirname, 'contract/platform-facts.md'), 'utf8');

interface Proof {
  readonly file: string;
  /** Part of the title of a test, or of a group of tests. */
  readonly title: string;
}

interface Row {
  readonly section: number;
  readonly statement: string;
  readonly mark: string;
  readonly shown: string;
  readonly proofs: readonly Proof[];
}

const separator = ' › ';

function readRows(markdown: string): Row[] {
  let section = 0;
  return markdown.split('\n').flatMap((line) => {
    section = Number(/^## (\d+)\. /.exec(line)?.[1] ?? section);
    const cells = line.split('|').map((cell) => cell.trim());
    const [, statement = '', mark = '', shown = ''] = cells;
    if (cells.length !== 5 || statement === 'Statement' || /^-+$/.test(statement)) return [];
    const spans = [...shown.matchAll(/`([^`]*)`/g)].map((match) => match[1] ?? '');
    const proofs = spans
      .filter((span) => span.includes(separator))
      .map((span) => {
        const at = span.indexOf(separator);
        return { file: span.slice(0, at), title: span.slice(at + separator.length) };
      });
    return [{ section, statement, mark, shown, proofs }];
  });
}

/** Titles of tests and of groups, those of tables (`it.each(…)('title'`) included. */
function titlesIn(source: string): string[] {
  const calls = source.matchAll(/(?:\b(?:it|test|describe)|\))\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1\s*,/g);
  return [...calls].map((match) => (match[2] ?? '').replaceAll(/\\(.)/g, '$1'));
}

/** The sections that a file says it is about: "(platform facts, sections 8 and 14 to 17)", "(section 4)". */
function sectionsCited(source: string): Set<number> {
  const cited = new Set<number>();
  for (const [, text = ''] of source.matchAll(
    /(?:platform facts, (?:sections? )?|\(sections? )((?:\d+|,|and|to|\s)+)/g,
  )) {
    for (const [, from, to = from] of text.matchAll(/(\d+)(?: to (\d+))?/g)) {
      for (let number = Number(from); number <= Number(to); number += 1) cited.add(number);
    }
  }
  return cited;
}

const rows = readRows(list);

/** What is wrong with one row, in words. */
function faultsOf({ section, statement, mark, shown, proofs }: Row): string[] {
  const where = `${section}: ${statement}`;
  const faults: string[] = [];
  if (!/^(M|S|S, M)$/.test(mark)) faults.push(`${where}: the mark is "${mark}"`);
  const reason = /^None: \S/.test(shown);
  if (proofs.length === 0 && !reason) faults.push(`${where}: neither proof nor reason`);
  for (const { file, title } of proofs) {
    const full = path.join(import.meta.dirname, file);
    if (!existsSync(full)) {
      faults.push(`${where}: there is no test/${file}`);
      continue;
    }
    const source = readFileSync(full, 'utf8');
    if (title === '' || !titlesIn(source).some((one) => one.includes(title))) {
      faults.push(`${where}: no test of test/${file} is called "${title}"`);
    }
    if (file.startsWith('contract/') && !sectionsCited(source).has(section)) {
      faults.push(`${where}: test/${file} does not cite section ${section}`);
    }
  }
  return faults;
}

test('every statement has a proof that exists, or a reason', () => {
  expect(rows.flatMap(faultsOf)).toEqual([]);
});

test('every section from 2 to 17 is there, and no statement twice', () => {
  expect([...new Set(rows.map(({ section }) => section))]).toEqual(Array.from({ length: 16 }, (_, at) => at + 2));
  const named = rows.map(({ section, statement }) => `${section}: ${statement}`);
  expect(named).toEqual([...new Set(named)]);
  expect(rows.length).toBeGreaterThan(180);
});

describe('a row that is not true is found:', () => {
  const row = (shown: string): Row[] => readRows(`## 9. Lists\n| It is so | S | ${shown} |`);
  test.each([
    ['nothing named', 'later', 'neither proof nor reason'],
    ['no such file', '`contract/nowhere.test.ts › x`', 'there is no test/contract/nowhere.test.ts'],
    ['no such test', '`contract/list.test.ts › flies`', 'no test of test/contract/list.test.ts is called "flies"'],
    ['no title', '`contract/list.test.ts › `', 'is called ""'],
    ['another section', '`contract/delete.test.ts › trashes first`', 'does not cite section 9'],
  ])('%s', (_, shown, fault) => {
    expect(row(shown).flatMap(faultsOf)).toEqual([expect.stringContaining(fault)]);
  });
});
