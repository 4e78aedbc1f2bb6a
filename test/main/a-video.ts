// A video on a site as tests need one of which they only care about a few fields.
import type { Video } from '../../main/model.ts';

export const aVideo = (changes: Partial<Video> = {}): Video => ({
  ...{ id: 14, formatted: false, title: 'On the site', description: '', excerpt: '', slug: 'a', status: 'publish' },
  ...{ commentsOpen: true, password: '', terms: {}, link: null, createdAt: 900, modifiedAt: null },
  ...changes,
});
