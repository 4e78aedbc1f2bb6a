// The details of a clip in a table: what was typed for it, and nothing that its site might have changed by the time that it comes back. Pure.
import type { ClipDetails } from '../../../preload/contract.ts';
import type { Draft } from '../../model.ts';

export function clipDetails(draft: Draft): ClipDetails {
  const { title, description, excerpt, status, publishAt, commentsOpen, slug, terms } = draft;
  return { title, description, excerpt, status, publishAt, commentsOpen, slug, terms: terms ?? {} };
}
