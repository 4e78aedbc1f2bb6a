// The details that rows of the upload list may show beside the title, in the order in which they stand there.

export const queueColumns = [
  'description',
  'excerpt',
  'status',
  'publishAt',
  'categories',
  'tags',
  'commentsOpen',
] as const;

export type QueueColumn = (typeof queueColumns)[number];
