// The types of plan.mjs, which must run before anything that could compile it is installed.
export interface Kind {
  readonly kind: string;
  readonly platform: 'linux' | 'win';
  readonly commands: readonly string[];
  readonly packages: readonly string[];
}
export const kinds: readonly Kind[];
/** Arguments of electron-builder, by Node's name of the system. */
export const ownKinds: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>>;
export function planPackages(
  has: (command: string) => boolean,
  problems?: Readonly<Record<string, string>>,
): {
  readonly make: readonly Kind[];
  readonly leftOut: readonly { readonly kind: string; readonly reason: string }[];
};
