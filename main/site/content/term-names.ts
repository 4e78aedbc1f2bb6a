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

/** Terms by their names, and by their places in the tree. */
function createIndex(terms: ReadonlyMap<number, Term>): (name: string) => readonly Term[] {
  const byName = new Map<string, Term[]>();
  for (const term of terms.values()) {
    const key = folded(term.name);
    const same = byName.get(key);
    if (same === undefined) byName.set(key, [term]);
    else same.push(term);
  }
  const isAt = (term: Term | undefined, steps: readonly string[]): boolean =>
    term !== undefined &&
    folded(term.name) === steps.at(-1) &&
    (steps.length === 1 || isAt(terms.get(term.parent), steps.slice(0, -1)));
  return (name) => {
    // A term by its whole name goes before one by its place.
    const same = byName.get(folded(name)) ?? [];
    if (same.length > 0) return same;
    const steps = stepsOf(name).map(folded);
    return (byName.get(steps.at(-1) ?? '') ?? []).filter((term) => isAt(term, steps));
  };
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
  // Word by word would be more questions than the whole list.
  const whole = Math.max(fewPages, names.length);
  if (all.pages <= whole) await readAll('', all, whole);
  else {
    take(all);
    for (const search of new Set(names.flatMap(stepsOf).map(searchFor))) {
      if (search !== '') await readAll(search, await ask(search, 1), mostPages);
    }
  }
  const termsOf = createIndex(known);
  return names.map((name) => ({ name, terms: termsOf(name) }));
}
