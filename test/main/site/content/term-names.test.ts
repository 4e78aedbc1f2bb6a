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

it('few are read at once, whatever is looked for; of very many only what is', async () => {
  const names = Array.from({ length: 40 }, (_, at) => `Tag ${at}`);
  const small = site(some);
  await termsNamed(names, small.ask);
  expect(small.asked).toEqual(['']);
  const large = site(very);
  const found = await termsNamed(['Tag 899', 'tag 899', 'Sea'], large.ask);
  expect(found.map(({ terms }) => terms.length)).toEqual([1, 1, 1]);
  expect(large.asked.length).toBeLessThanOrEqual(4);
});
