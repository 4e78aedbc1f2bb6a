// The types of list.mjs, which must run before anything that could compile it is installed.
export interface Packaged {
  readonly file: string;
  readonly kind: string;
  readonly version: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Whether the app in it was started where it was made. */
  readonly started: boolean;
}
export interface PackageList {
  readonly version: string;
  readonly runtime: string;
  readonly packages: readonly Packaged[];
  readonly leftOut: readonly { readonly kind: string; readonly reason: string }[];
}
export function kindOf(name: string): string | undefined;
export function checksumsText(packages: readonly Packaged[]): string;
export function listText(list: PackageList): string;
