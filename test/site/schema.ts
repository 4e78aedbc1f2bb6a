// The JSON schema of a post, as OPTIONS shows it: enough for a client to learn fields, statuses and taxonomies.
import { hasMeta, metaSchema } from './post-meta.ts';
import { EDIT_STATUSES } from './posts-write.ts';
import type { Site } from './site.ts';
import { taxonomiesOf } from './taxonomies.ts';

const ALL = ['view', 'edit', 'embed'];
const FULL = ['view', 'edit'];

function rendered(title: string, context: string[]): object {
  return {
    description: title,
    type: 'object',
    context,
    properties: {
      raw: { type: 'string', context: ['edit'] },
      rendered: { type: 'string', context, readonly: true },
    },
  };
}

export function postSchema(site: Site, type: 'video' | 'post'): Record<string, unknown> {
  return {
    $schema: 'http://json-schema.org/draft-04/schema#',
    title: type,
    type: 'object',
    properties: {
      date: { type: ['string', 'null'], format: 'date-time', context: ALL },
      date_gmt: { type: ['string', 'null'], format: 'date-time', context: FULL },
      guid: rendered('The globally unique identifier for the post.', FULL),
      id: { type: 'integer', context: ALL, readonly: true },
      link: { type: 'string', format: 'uri', context: ALL, readonly: true },
      modified: { type: 'string', format: 'date-time', context: FULL, readonly: true },
      modified_gmt: { type: 'string', format: 'date-time', context: FULL, readonly: true },
      slug: { type: 'string', context: ALL },
      status: { type: 'string', enum: EDIT_STATUSES, context: FULL },
      type: { type: 'string', context: ALL, readonly: true },
      password: { type: 'string', context: ['edit'] },
      title: rendered('The title for the post.', ALL),
      content: rendered('The content for the post.', FULL),
      excerpt: rendered('The excerpt for the post.', ALL),
      author: { type: 'integer', context: ALL },
      featured_media: { type: 'integer', context: ALL },
      comment_status: { type: 'string', enum: ['open', 'closed'], context: FULL },
      ping_status: { type: 'string', enum: ['open', 'closed'], context: FULL },
      template: { type: 'string', context: FULL },
      ...(hasMeta(site, type) ? { meta: metaSchema() } : {}),
      ...Object.fromEntries(
        taxonomiesOf(site, type).map(({ restBase }) => [
          restBase,
          { type: 'array', items: { type: 'integer' }, context: FULL },
        ]),
      ),
    },
  };
}
