// The types of proof-plan.mjs, which must run before anything that could compile it is installed.
export interface Proof {
  readonly verb: string;
  readonly args: readonly string[];
  readonly minutes: number;
}
export const proofs: readonly Proof[];
export const mostMinutes: number;
export function nameOf(proof: Proof): string;
export function shardsOf(all: readonly Proof[], most?: number): readonly (readonly Proof[])[];
export function planTable(shards: readonly (readonly Proof[])[]): string;
export function resultTable(
  results: readonly { readonly proof: Proof; readonly code: number; readonly seconds: number }[],
): string;
