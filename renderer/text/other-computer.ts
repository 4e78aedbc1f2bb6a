// What is said about a list that came from another computer: what is held, what going on means, and that it can be left alone.
import type { StoreView } from '../../preload/contract.ts';

export const elsewhereWords = {
  asked: {
    title: 'This list came from another computer',
    text: 'Nothing is sent from here yet. To go on here, quit Clipferry on the other computer and sign in again on this one. What is not done is looked for on your site before it is sent, so that no clip arrives twice.',
  },
  left: {
    title: 'Nothing is sent from this computer',
    text: 'This list came from another computer and stays as it is.',
  },
} as const satisfies Record<NonNullable<StoreView['elsewhere']>, { readonly title: string; readonly text: string }>;

/** At the foot of the list, in place of when everything is going to be on the site. */
export const elsewhereOutlook = 'Held: this list came from another computer.';
