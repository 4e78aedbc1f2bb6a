export function newsOf(changelog: string): readonly { readonly version: string; readonly lines: readonly string[] }[];
