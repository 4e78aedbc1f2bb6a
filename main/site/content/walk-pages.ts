// Goes through the pages of a list of the site to its end, which comes by itself even where a site never ends its list.
import { type SiteAnswer, SiteRefusal } from '../../answers.ts';
import { pagesIn, recordsIn } from './records.ts';

/** Pages in a row that hold nothing but records of earlier ones: rows move between pages, but not so many. */
const mostRepeats = 3;
/** Pages in a row without a record: what is hidden from this account is counted, but is not so much. */
const mostEmpty = 30;

/**
 * `take` gets each record once and gives its id. At most `mostPages` pages. Throws what `ask` and `take` throw, and SiteRefusal
 * for a list that goes round in circles or on and on with nothing in it: it cannot be read, and proves nothing.
 */
export async function walkPages(
  ask: (page: number) => Promise<SiteAnswer>,
  mostPages: number,
  take: (record: unknown, said: SiteAnswer) => { readonly id: number; readonly keep: () => void },
): Promise<void> {
  const seen = new Set<number>();
  let repeats = 0;
  let empty = 0;
  // The totals count what is hidden: loop on pages, never on the length of a page (platform facts, section 9).
  for (let page = 1, pages = 1; page <= pages; page++) {
    const said = await ask(page);
    const records = recordsIn(said);
    pages = Math.min(pagesIn(said), mostPages);
    const before = seen.size;
    for (const record of records) {
      const { id, keep } = take(record, said);
      if (!seen.has(id)) keep();
      seen.add(id);
    }
    empty = records.length === 0 ? empty + 1 : 0;
    repeats = records.length > 0 && seen.size === before ? repeats + 1 : 0;
    if (repeats >= mostRepeats || empty >= mostEmpty) throw new SiteRefusal(said);
  }
}
