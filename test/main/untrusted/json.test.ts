// Data of a site is read within limits, and whatever is within them is read as it is.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deepestJson, mostJsonValues, tolerantJson } from '../../../main/untrusted/json.ts';

describe('the limits', () => {
  it('of depth', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(tolerantJson(nested(deepestJson))).toBeDefined();
    expect(tolerantJson(nested(deepestJson + 1))).toBeUndefined();
    expect(tolerantJson(`{"a":${nested(deepestJson)}}`)).toBeUndefined();
    // Brackets in a text are text.
    expect(tolerantJson(JSON.stringify({ a: nested(10_000) }))).toEqual({ a: nested(10_000) });
  });

  it('of values', () => {
    const list = (count: number): string => `[${Array.from({ length: count }, () => '1').join(',')}]`;
    expect(tolerantJson(list(mostJsonValues - 10))).toHaveLength(mostJsonValues - 10);
    expect(tolerantJson(list(mostJsonValues + 2))).toBeUndefined();
    expect(tolerantJson(`[${'[],'.repeat(mostJsonValues / 2)}{}]`)).toBeUndefined();
    expect(tolerantJson(`[${'[[]],'.repeat(mostJsonValues / 3)}{}]`)).toBeUndefined();
  });

  it('of digits', () => {
    expect(tolerantJson(`{"id":${'9'.repeat(1_000)}}`)).toEqual({ id: Number.POSITIVE_INFINITY });
    expect(tolerantJson(`{"id":${'9'.repeat(1_001)}}`)).toBeUndefined();
    expect(tolerantJson(JSON.stringify({ id: '9'.repeat(5_000) }))).toEqual({ id: '9'.repeat(5_000) });
  });
});

it('an answer that was cut off is read only where it is whole', () => {
  expect(tolerantJson('[{"id":1}]', true)).toEqual([{ id: 1 }]);
  expect(tolerantJson('[{"id":1},', true)).toBeUndefined();
  expect(tolerantJson('Warning: x\n{"id":1}', true)).toBeUndefined();
});

it('is what JSON.parse makes of it, for any object and list, also between warnings', () => {
  const value = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue()));
  fc.assert(
    fc.property(
      value,
      fc.constantFrom('', '\uFEFF', ' \n', '<br />\n<b>Warning</b>: a in b<br />\n'),
      (data, before) => {
        const text = JSON.stringify(data);
        const plain: unknown = JSON.parse(text);
        const hasPrototype = text.includes('__proto__');
        const read = tolerantJson(before + text);
        if (!hasPrototype && (before.trim() === '' || /^(\{\s*["}]|\[\s*[[{])/.test(text))) expect(read).toEqual(plain);
      },
    ),
    { numRuns: 500, seed: 20261122 },
  );
});
