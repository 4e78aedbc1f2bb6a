// The types of size.mjs, which must run before anything that could compile it is installed.
export interface PackedFile {
  readonly name: string;
  readonly bytes: number;
  readonly packed: number;
}
export const mostTimes: number;
export function filesIn(listing: string): readonly PackedFile[];
export function sizesOf(files: readonly PackedFile[]): {
  readonly lines: readonly string[];
  readonly times: number;
  readonly complaints: readonly string[];
};
