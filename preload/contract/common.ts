// Words that the shapes of every room are written with.

/** Milliseconds since 1970 by this computer's clock. */
export type WallMs = number;

export type Outcome<T, F> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: F };
