// Which of two versions of our helper is older; and that the one that lies beside the app has one version, wherever it is written.
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { helperFiles } from '../../../../main/adapters/helper-files.ts';
import { helperVersion, isOlder } from '../../../../main/site/connect/helper-told.ts';

const assets = fileURLToPath(new URL('../../../../assets/wordpress', import.meta.url));

it('the helper beside the app says one version in its header, to those who ask a site, and to WordPress’s own shelf', async () => {
  const files = await helperFiles(assets);
  const version = helperVersion(files);
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  const textOf = (end: string): string => files.find(({ name }) => name.endsWith(end))?.text ?? '';
  expect(/CLIPFERRY_HELPER_VERSION\s*= '(.+)';/.exec(textOf('/clipferry-helper.php'))?.[1]).toBe(version);
  expect(/^Stable tag: (.+)$/m.exec(textOf('/readme.txt'))?.[1]).toBe(version);
});

it.each([
  ['1.0.0', '1.0.1', true],
  ['1.9', '1.10', true],
  ['1', '1.0.1', true],
  ['0.9.9.9', '1', true],
  ['1.0.0', '1', false],
  ['1.1', '1.0.9', false],
  ['2.0.0', '1.9.9', false],
])('%s is older than %s: %s', (one, other, older) => {
  expect(isOlder(one, other)).toBe(older);
});

it.each([
  ['none', [] as { name: string; text: string }[]],
  ['no header', [{ name: 'clipferry-helper/clipferry-helper.php', text: '<?php' }]],
  ['no number', [{ name: 'clipferry-helper/clipferry-helper.php', text: ' * Version: next' }]],
  ['another file', [{ name: 'clipferry-helper/readme.txt', text: 'Version: 3.0' }]],
])('there is no version in %s', (_, files) => {
  expect(helperVersion(files)).toBeNull();
});
