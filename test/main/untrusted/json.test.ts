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

/** What such a key would become when somebody copies it is nothing that is taken. */
const withoutPrototype = (value: unknown): boolean => !JSON.stringify(value).includes('__proto__');

describe('tolerantJson', () => {
  it.each<[string, unknown]>([
    ['{"a":1}', { a: 1 }],
    ['  \uFEFF {"a":1}', { a: 1 }],
    ['Warning: [0] in {x}\n[{"id":1}]', [{ id: 1 }]],
    ['<br />{"a":"}{"}<br />', { a: '}{' }],
    ['{"a":"\\""} trailing }', { a: '"' }],
    ['<b>x</b>[]', undefined],
    ['{"a":{"id":1},"b', undefined],
    ['[{"id":1},{"id"', undefined],
    ['"text"', undefined],
    ['12', undefined],
    ['<!doctype html><script>{"id":1}</script>', undefined],
    ['{oops {"id":1}', { id: 1 }],
    ['{"a": oops {"id":1}}', undefined],
  ])('of %j is %j', (text, value) => {
    expect(tolerantJson(text)).toEqual(value);
  });

  it('gives back any object whatever stands around it', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }).filter(withoutPrototype), (value) => {
        const json = JSON.stringify(value);
        const same: unknown = JSON.parse(json);
        expect(tolerantJson(`<br />\n<b>Warning</b>: x[1] in <b>a.php</b><br />\n${json}`)).toEqual(same);
        expect(tolerantJson(`\uFEFF${json}\n<br />Deprecated: {y}`)).toEqual(same);
      }),
      { numRuns: 2_000, seed: 20261120 },
    );
  });

  it('takes nothing from an object that was cut off anywhere', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (value, part) => {
        const json = JSON.stringify({ id: 1, inner: { id: 2, value }, last: [{ id: 3 }] });
        expect(tolerantJson(json.slice(0, Math.floor(part * json.length)))).toBeUndefined();
      }),
      { numRuns: 2_000, seed: 20261120 },
    );
  });
});
