// Of the files that a folder shows, those that are not taken as they are.

const refusals: ReadonlySet<string> = new Set(['not-video', 'unreadable', 'in-cloud']);

export const refusedOf = <T extends { readonly state: string }>(files: readonly T[]): readonly T[] =>
  files.filter(({ state }) => refusals.has(state));
