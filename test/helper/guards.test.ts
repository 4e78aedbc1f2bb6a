// Each guard of the helper can be taken out: it stands where it is looked for, and the test that has to notice is there.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { guards } from './guards.ts';

const plugin = join(import.meta.dirname, '../../assets/wordpress/clipferry-helper');

it.each(guards)('$name', ({ file, find, by: [tests, name] }) => {
  expect(readFileSync(join(plugin, file), 'utf8').split(find)).toHaveLength(2);
  expect(readFileSync(join(import.meta.dirname, `${tests}.test.ts`), 'utf8')).toContain(name);
});
