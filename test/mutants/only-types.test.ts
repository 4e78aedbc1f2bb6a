// Files of types alone are told from those in which something runs.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isOnlyTypes } from './only-types.ts';

it.each([
  [
    "// One idea.\nimport type { A } from './a.ts';\n/** A thing; // or none. */\nexport interface B extends A {}\n",
    true,
  ],
  ["import type { A } from './a.ts';\nexport type B = A | 'a // b';\nexport type { C } from 'c';\n", true],
  ['', true],
  ["import { a } from './a.ts';\n", false],
  ["export type A = string;\nexport const a: A = '// no comment';\n", false],
  ['export const a = ;\n', false],
  ['/* a */ export function a(): void {} // b', false],
])('%j: %s', (source, expected) => expect(isOnlyTypes(source)).toBe(expected));

it('one of the critical files is such a one', () => {
  expect(isOnlyTypes(readFileSync(new URL('../../main/features/proof/looked.ts', import.meta.url), 'utf8'))).toBe(true);
});
