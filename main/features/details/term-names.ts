// Words for terms and the terms that a site has under them: asked for together where there are few, else word by word.
import type { NamedTerms } from '../../../preload/contract.ts';
import type { Term, TermPage } from '../../model.ts';

/** One page of what the site finds, "" = all; see searchTerms. */
export type AskTerms = (search: string, page: number) => Promise<TermPage>;

/** So many pages of a hundred are read as a whole, whatever is looked for. */
const fewPages = 5;
/** Pages of what the site finds for one word: a name that is part of very many others. */
const mostPages = 5;

const folded = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
/** "Parent > Child", as shops and WordPress itself write it. */
const stepsOf = (name: string): readonly string[] => name.replaceAll(/\s+/g, ' ').split(' > ');

/** WordPress keeps these encoded in names, and finds what was typed word for word: the longest part without them is looked for. */
const searchFor = (step: string): string =>
  step
    .split(/[&<>"'’‘“”]+/)
    .reduce((longest, part) => (part.trim().length > longest.length ? part.trim() : longest), '');

/** A term by its whole name goes before one by its place in the tree. */
function matching(name: string, terms: ReadonlyMap<number, Term>): readonly Term[] {
  const whole = folded(name);
  const same = [...terms.values()].filter((term) => folded(term.name) === whole);
  if (same.length > 0) return same;
  const steps = stepsOf(name).map(folded);
  if (steps.length < 2) return [];
  const isAt = (term: Term | undefined, at: number): boolean =>
    term !== undefined && folded(term.name) === steps[at] && (at === 0 || isAt(terms.get(term.parent), at - 1));
  return [...terms.values()].filter((term) => isAt(term, steps.length - 1));
}

/** Throws what `ask` throws. */
export async function termsNamed(names: readonly string[], ask: AskTerms): Promise<readonly NamedTerms[]> {
  const known = new Map<number, Term>();
  const take = ({ terms }: TermPage): void => {
    for (const term of terms) known.set(term.id, term);
  };
  const readAll = async (search: string, first: TermPage, most: number): Promise<void> => {
    take(first);
    for (let page = 2; page <= Math.min(first.pages, most); page++) take(await ask(search, page));
  };
  const all = await ask('', 1);
  if (all.pages <= fewPages) await readAll('', all, fewPages);
  else {
    take(all);
    for (const search of new Set(names.flatMap(stepsOf).map(searchFor))) {
      if (search !== '') await readAll(search, await ask(search, 1), mostPages);
    }
  }
  return names.map((name) => ({ name, terms: matching(name, known) }));
}
