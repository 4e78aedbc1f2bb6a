// The details that rows of uploads and of the library may show beside the title, in the order in which they stand there.

export const rowColumns = [
  'description',
  'excerpt',
  'status',
  'publishAt',
  'categories',
  'tags',
  'commentsOpen',
] as const;

export type RowColumn = (typeof rowColumns)[number];
