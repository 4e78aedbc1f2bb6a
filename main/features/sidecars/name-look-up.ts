// Asks an account's site for the terms whose names files beside clips have, and makes there what no other term could be meant by.
import { SiteRefusal } from '../../answers.ts';
import type { FormShape, FormTaxonomy, Term } from '../../model.ts';
import type { AuthorizedClient, SiteCalls } from '../../site/client/client.ts';
import { termsNamed } from '../../site/content/term-names.ts';
import { createTerm, searchTerms } from '../../site/content/terms.ts';
import type { FormStore } from '../../site/store/form-store.ts';
import type { NamedTerm } from './sidecar-draft.ts';

/** A name that is to be looked up, and whether a clip that has it goes already. */
export interface WantedName {
  readonly restBase: string;
  readonly name: string;
  readonly mayMake: boolean;
}

export interface LookUp {
  /** Undefined = it was not looked up. */
  of(restBase: string, name: string): Pick<NamedTerm, 'state' | 'id'> | undefined;
}

export interface LookUpOptions {
  readonly calls: SiteCalls;
  readonly client: AuthorizedClient;
  readonly siteId: string;
  readonly shape: FormShape;
  readonly forms: Pick<FormStore, 'saveTerms'>;
}

type Found = Pick<NamedTerm, 'state' | 'id'>;

const keyOf = (restBase: string, name: string): string => JSON.stringify([restBase, name]);

/** What the site has said for good; another refusal may be of the moment. */
const isFinal = ({ status }: SiteRefusal['said']): boolean =>
  status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);

/** Undefined = the site does not let this account do it. Throws what may be otherwise later. */
async function orRefused<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SiteRefusal && isFinal(error.said)) return undefined;
    throw error;
  }
}

async function one(
  { calls, client, siteId, forms }: LookUpOptions,
  { restBase, hierarchical, canCreate }: FormTaxonomy,
  { name, mayMake }: WantedName,
  terms: readonly Term[],
): Promise<Found> {
  const [term] = terms;
  if (term !== undefined) return terms.length === 1 ? { state: 'known', id: term.id } : { state: 'several', id: null };
  // Where a new one of a tree belongs only its user knows.
  if (hierarchical || !canCreate) return { state: 'missing', id: null };
  if (!mayMake) return { state: 'making', id: null };
  const made = await orRefused(() => createTerm(calls, client, restBase, name, 0));
  if (made === undefined) return { state: 'refused', id: null };
  forms.saveTerms(siteId, restBase, [made]);
  return { state: 'known', id: made.id };
}

/** Throws HttpError, and SiteRefusal where another answer may come later; what was found before that is lost. */
export async function lookUpNames(options: LookUpOptions, wanted: readonly WantedName[]): Promise<LookUp> {
  const { calls, client, siteId, shape, forms } = options;
  const found = new Map<string, Found>();
  for (const taxonomy of shape.taxonomies) {
    const { restBase } = taxonomy;
    const own = wanted.filter((each) => each.restBase === restBase);
    const names = [...new Set(own.map(({ name }) => name))];
    if (names.length === 0) continue;
    const named = await orRefused(() =>
      termsNamed(names, async (search, page) => {
        const some = await searchTerms(calls, client, restBase, search, page);
        forms.saveTerms(siteId, restBase, some.terms);
        return some;
      }),
    );
    // Spelled otherwise it is the same term, made a moment ago.
    const made = new Map<string, Found>();
    for (const [at, name] of names.entries()) {
      const folded = name.toLowerCase();
      const mayMake = own.some((each) => each.name === name && each.mayMake);
      const is: Found =
        named === undefined
          ? { state: 'refused', id: null }
          : (made.get(folded) ?? (await one(options, taxonomy, { restBase, name, mayMake }, named[at]?.terms ?? [])));
      if (is.state === 'known') made.set(folded, is);
      found.set(keyOf(restBase, name), is);
    }
  }
  return { of: (restBase, name) => found.get(keyOf(restBase, name)) };
}
