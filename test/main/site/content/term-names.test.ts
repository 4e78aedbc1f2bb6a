// Words for terms on a site that finds them as WordPress does: part of a name, in what it keeps.
import { expect, it } from 'vitest';
import type { Term } from '../../../../main/model.ts';
import { termsNamed } from '../../../../main/site/content/term-names.ts';

const term = (id: number, name: string, parent = 0): Term => ({ id, name, parent, count: 0 });
const kept = (name: string): string => name.replaceAll('&', '&amp;').toLowerCase();

function site(terms: readonly Term[]) {
  const asked: string[] = [];
  const ask = async (search: string, page: number) => {
    asked.push(search);
    const found = terms.filter(({ name }) => kept(name).includes(search.toLowerCase()));
    return {
      terms: found.slice((page - 1) * 100, page * 100),
      pages: Math.ceil(found.length / 100),
      total: found.length,
    };
  };
  return { ask, asked };
}
const some = [
  ...[
    term(1, 'Sea'),
    term(2, 'Rock & Pop'),
    term(3, 'Music'),
    term(4, 'Live', 3),
    term(5, 'Talks'),
    term(6, 'Live', 5),
  ],
  ...[term(7, 'A > B'), term(8, 'Deep', 4)],
];
const very = [...some, ...Array.from({ length: 900 }, (_, at) => term(100 + at, `Tag ${at}`))];

it.each([
  ['few', some],
  ['very many', very],
])('each is found among %s, by its name, its place, or not at all', async (_, terms) => {
  const { ask } = site(terms);
  const names = [
    ...['sea', 'Rock & Pop', 'Live', 'Music > Live', 'music > live > deep', 'Live > Music', 'A > B', 'Se', 'Regatta'],
    '& <',
  ];
  const found = await termsNamed(names, ask);
  expect(found.map(({ name, terms: those }) => [name, those.map(({ id }) => id)])).toEqual([
    ['sea', [1]],
    ['Rock & Pop', [2]],
    ['Live', [4, 6]],
    ['Music > Live', [4]],
    ['music > live > deep', [8]],
    ['Live > Music', []],
    ['A > B', [7]],
    ['Se', []],
    ['Regatta', []],
    ['& <', []],
  ]);
});

it.each<[string, readonly number[]]>([
  ['  SEA ', [1]],
  ['Rock  &\tPop', [2]],
  ['Music  >\tLive', [4]],
  ['Cafe\u0301', [9]],
  ['Big Sea', [10]],
  ['BigSea', []],
  ['Stra\u00dfe', []],
  ['Sea > Regatta', []],
])('is found however it is written, and nothing that is called otherwise: %j', async (name, ids) => {
  const terms = [...some, term(9, 'Caf\u00e9'), term(10, 'Big  sea'), term(11, 'Strasse')];
  const [found] = await termsNamed([name], site(terms).ask);
  expect(found?.terms.map(({ id }) => id)).toEqual(ids);
});

const numbered = (count: number) => Array.from({ length: count }, (_, at) => term(100 + at, `Tag ${at}`));
const all = (pages: number): readonly string[] => Array.from({ length: pages }, () => '');

it.each<[string, number, number, readonly string[]]>([
  ['few are read as a whole, whatever is looked for', 40, 40, all(1)],
  ['as many as are worth it are, for one word, too', 1, 500, all(5)],
  ['more are not, for one word', 1, 501, ['', 'Tag 0']],
  ['more are, for as many words', 40, 900, all(9)],
])('%s', async (_, words, count, questions) => {
  const { ask, asked } = site(numbered(count));
  const from = words === 1 ? 0 : count - words;
  const found = await termsNamed(
    Array.from({ length: words }, (_each, at) => `Tag ${from + at}`),
    ask,
  );
  expect(asked).toEqual(questions);
  expect(found.map(({ terms }) => terms.length)).toEqual(Array(words).fill(1));
});

it('each word is looked for once, by the longest part of it that a site keeps as it was typed', async () => {
  const { ask, asked } = site(very);
  const names = ['Tag 899', 'tag 899', 'Tag \t 898', '"Pop" & Music', 'Rock & Pop', 'Se & X &', 'Talks > Live', '& <'];
  const found = await termsNamed(names, ask);
  expect(asked).toEqual(['', 'Tag 899', 'tag 899', 'Tag 898', 'Music', 'Rock', 'Se', 'Talks', 'Live']);
  expect(found.map(({ terms }) => terms.length)).toEqual([1, 1, 1, 0, 1, 0, 1, 0]);
});

it('of a word that is part of very many names five pages are looked through', async () => {
  const at = (place: number): readonly Term[] => numbered(900).toSpliced(place, 0, term(7, 'Tag'));
  for (const [place, ids] of [
    [450, [7]],
    [520, []],
  ] as const) {
    const { ask, asked } = site(at(place));
    const [found] = await termsNamed(['Tag'], ask);
    expect([found?.terms.map(({ id }) => id), asked]).toEqual([ids, ['', ...Array(5).fill('Tag')]]);
  }
});

it('a name of signs alone, which no site can be asked for, is found among the first that it gives', async () => {
  const { ask, asked } = site([term(3, '<'), ...numbered(600)]);
  expect((await termsNamed(['<'], ask))[0]?.terms).toHaveLength(1);
  expect(asked).toEqual(['']);
});
