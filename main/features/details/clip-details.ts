// The details that a clip has: as its user typed them, else as its site showed them. Pure.
import type { ClipDetails } from '../../../preload/contract.ts';
import { changedTerms } from '../../fields.ts';
import type { Draft, FormTaxonomy, Video } from '../../model.ts';

/** `video` null = not known in this run. */
export function clipDetails(draft: Draft, video: Video | null, taxonomies: readonly FormTaxonomy[]): ClipDetails {
  const terms = taxonomies.map(({ restBase }): readonly [string, readonly number[]] => {
    const there = video?.terms[restBase] ?? [];
    const change = draft.termChanges?.[restBase];
    return [restBase, draft.terms?.[restBase] ?? (change ? changedTerms(there, change) : there)];
  });
  // Its text alone would take formatting away when it is read back, its beginning the rest.
  const isWhole = video !== null && !video.formatted && video.cut !== true;
  return {
    title: draft.title ?? video?.title ?? null,
    description: draft.description ?? (isWhole ? video.description : null),
    excerpt: draft.excerpt ?? video?.excerpt ?? null,
    status: draft.status ?? video?.status ?? null,
    // Of what has no date of its own yet the site shows when it was made.
    publishAt: draft.publishAt,
    commentsOpen: draft.commentsOpen ?? video?.commentsOpen ?? null,
    slug: draft.slug,
    terms: Object.fromEntries(terms),
  };
}
