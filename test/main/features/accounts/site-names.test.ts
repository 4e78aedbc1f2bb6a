// Sites of one name can be told apart wherever they are named; all others are called what they are called.
import { expect, it } from 'vitest';
import { nameAmong } from '../../../../main/features/accounts/site-names.ts';

const site = (id: string, name: string, address: string) => ({ id, name, address });

it.each<[string, string, string, string, string, string]>([
  ['another name', 'Harbour', 'https://a.example', 'Gulls', 'https://b.example', 'Harbour'],
  ['the same name', 'Harbour', 'https://a.example/', 'Harbour', 'https://b.example', 'Harbour (a.example)'],
  ['the same in a folder', 'My Site', 'https://a.example/tv', 'My Site', 'https://a.example', 'My Site (a.example/tv)'],
  ['what looks the same', 'My  Site', 'https://a.example', ' my site ', 'https://b.example', 'My  Site (a.example)'],
  ['no name at all', '', 'https://a.example', '', 'https://b.example', '(a.example)'],
  ['the same but for its scheme', 'X', 'https://a.example', 'X', 'http://a.example/', 'X (https://a.example)'],
])('beside one with %s', (_, name, address, other, otherAddress, shown) => {
  expect(nameAmong(site('1', name, address), [site('1', name, address), site('2', other, otherAddress)])).toBe(shown);
});

it('beside nobody', () => {
  expect(nameAmong(site('1', 'X', 'https://a.example'), [])).toBe('X');
});
