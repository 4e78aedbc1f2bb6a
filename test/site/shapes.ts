// Both shapes that the taxonomies of videos come in, for tests that run once for each: the product's own, and core's.
import type { Switches } from './switches.ts';

export interface Shape {
  readonly taxonomies: Switches['taxonomies'];
  /** Names in REST and on the site, of the hierarchical one and of the flat one. */
  readonly tree: string;
  readonly treeSlug: string;
  readonly treeName: string;
  readonly flat: string;
  readonly flatSlug: string;
  readonly flatName: string;
}

export const shapes: readonly Shape[] = [
  {
    taxonomies: 'product',
    ...{ tree: 'video_category', treeSlug: 'categories', treeName: 'Video Categories' },
    ...{ flat: 'video_tag', flatSlug: 'video_tag', flatName: 'Video Tags' },
  },
  {
    taxonomies: 'core',
    ...{ tree: 'categories', treeSlug: 'category', treeName: 'Categories' },
    ...{ flat: 'tags', flatSlug: 'post_tag', flatName: 'Tags' },
  },
];
