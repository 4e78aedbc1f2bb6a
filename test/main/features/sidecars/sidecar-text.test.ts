// The text of a file beside a clip: what it says under which names, in whatever form programs leave it, and nothing that could do harm.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sidecarText as textIn } from '../../../../main/features/sidecars/sidecar-text.ts';

const sidecarText = (name: string, given: Uint8Array, locale = 'en-US') => textIn(name, given, locale);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const json = (value: unknown) =>
  sidecarText('a.json', bytes(typeof value === 'string' ? value : JSON.stringify(value)));
const plain = (text: string) => sidecarText('a.txt', bytes(text));
const hard = 'A & B "½" <b> é 你好';
const said = (fields: object, ...terms: readonly (readonly [string, readonly string[]])[]) => ({
  said: { fields, terms: terms.map(([key, names]) => ({ key, names })) },
  troubles: [],
});

describe('JSON', () => {
  it('says by the names of a table, and by what others call the same', () => {
    const all = {
      ...{ title: hard, Description: 'Two\r\nlines', summary: ' Short ', slug: 'by-the-sea', privacy: 'Private' },
      ...{ publishAt: '2026-12-24 18:00', comments: false, file: 'x.mp4', id: 7, made: null },
    };
    expect(json(all)).toEqual(
      said(
        {
          ...{ title: hard, description: 'Two\nlines', excerpt: 'Short', slug: 'by-the-sea', status: 'Private' },
          ...{ publishAt: '2026-12-24 18:00', commentsOpen: 'false' },
        },
        ['id', ['7']],
      ),
    );
  });

  it('names terms in a list, where each is one, or in a text', () => {
    const { said: found } = json({
      tags: ['Sea, and more', ' Sea ', 'Sea', 5],
      categories: 'One, Two',
      mood: ['calm'],
      of: { a: 1 },
    });
    expect(found.terms).toEqual([
      { key: 'tags', names: ['Sea, and more', 'Sea', '5'] },
      { key: 'categories', names: ['One', 'Two'] },
      { key: 'mood', names: ['calm'] },
    ]);
  });

  it('counts once for each thing, and an empty text says nothing', () => {
    expect(json({ title: '', titel: 'First', titles: 'Second' })).toEqual(said({ title: 'First' }));
  });

  it.each([
    ['', 'not-json'],
    ['{"title": "A"', 'not-json'],
    ['x {"title": "A"}', 'not-json'],
    ['["title"]', 'not-json'],
    ['"title"', 'not-json'],
    [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'not-json'],
    [`{"title":${'{"a":'.repeat(101)}1${'}'.repeat(101)}}`, 'not-json'],
  ])('that is none is told: %#', (text, problem) => {
    expect(json(text)).toEqual({ said: { fields: {}, terms: [] }, troubles: [{ problem, field: null, text: '' }] });
  });

  it('of another shape is told by its field, and the others count', () => {
    const { said: found, troubles } = json({
      title: ['A'],
      excerpt: { en: 'A' },
      tags: [['A']],
      description: 'D',
      slug: 's'.repeat(1_001),
    });
    expect(found).toEqual({ fields: { description: 'D' }, terms: [] });
    expect(troubles.map(({ problem, field, text }) => [problem, field ?? text])).toEqual([
      ['shape', 'title'],
      ['shape', 'excerpt'],
      ['shape', 'tags'],
      ['too-long', 'slug'],
    ]);
  });

  it('with very many names or keys is read as far as anybody writes them', () => {
    const many = Array.from({ length: 101 }, (_, at) => `t${at}`);
    expect(json({ tags: many, keywords: many.slice(1) })).toMatchObject({
      said: { terms: [{ key: 'keywords', names: { length: 100 } }] },
      troubles: [{ problem: 'too-long', text: 'tags' }],
    });
    const keys = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`k${at}`, 'v']));
    expect(json({ ...keys, title: 'Behind them' }).said).toMatchObject({ fields: {}, terms: { length: 20 } });
  });

  it('changes no prototype, and is no method of an object', () => {
    const found = json('{"__proto__":{"title":"x"},"constructor":"y","toString":"z","title":"A"}');
    expect(found.said.fields).toEqual({ title: 'A' });
    expect(({} as { title?: string }).title).toBeUndefined();
    expect(Object.getPrototypeOf(found.said.fields)).toBe(Object.prototype);
  });

  it('loses control characters and halves of characters', () => {
    expect(json('{"title":"A\\u0000\\nB\\ud800","description":"\\u0000x\\u001b[31m\\ty\\nz"}').said.fields).toEqual({
      title: 'A B\ufffd',
      description: 'x[31m\ty\nz',
    });
  });
});

describe('plain text', () => {
  it('is a title, an empty line and a description', () => {
    expect(plain(`\n${hard}\n\nTwo\n\nparts\n`)).toEqual(said({ title: hard, description: 'Two\n\nparts' }));
    expect(plain('Only a title')).toEqual(said({ title: 'Only a title' }));
    expect(plain('')).toEqual(said({}));
    expect(plain('Harbour: the movie\n\nNote: this is text')).toEqual(
      said({ title: 'Harbour: the movie', description: 'Note: this is text' }),
    );
  });

  it('may begin with lines that name fields', () => {
    const head = 'Title: A: B\nTags: sea; rock, pop\nSchlagwörter: x\nStatus: draft\nDate: 2026-12-24\n';
    expect(plain(`${head}\nThe rest.\n\nTitle: not this`)).toEqual(
      said(
        { title: 'A: B', status: 'draft', publishAt: '2026-12-24', description: 'The rest.\n\nTitle: not this' },
        ['Tags', ['sea', 'rock, pop']],
        ['Schlagwörter', ['x']],
      ),
    );
    expect(plain('Tags: sea\n\nHarbour\n\nText')).toEqual(
      said({ title: 'Harbour', description: 'Text' }, ['Tags', ['sea']]),
    );
    expect(plain('Title: A\nDescription: B')).toEqual(said({ title: 'A', description: 'B' }));
  });
});

describe('bytes', () => {
  const title = (given: Uint8Array) => sidecarText('a.TXT', given).said.fields.title;
  it('are read in the encodings that programs use', () => {
    expect(title(bytes(`\ufeff${hard}`))).toBe(hard);
    expect(title(Uint8Array.from([0xff, 0xfe, ...Buffer.from(hard, 'utf16le')]))).toBe(hard);
    expect(title(Uint8Array.from([0xfe, 0xff, ...Buffer.from(hard, 'utf16le').swap16()]))).toBe(hard);
    expect(title(Buffer.from('Caf\xe9 \x96 \x80', 'latin1'))).toBe('Café – €');
    expect(sidecarText('a.JSON', bytes(`\ufeff{"title":"A"}`)).said.fields.title).toBe('A');
  });

  it.each([
    ['pl-PL', 'Łódź nocą', [0xa3, 0xf3, 0x64, 0x9f, 0x20, 0x6e, 0x6f, 0x63, 0xb9]],
    ['ru-RU', 'Мост', [0xcc, 0xee, 0xf1, 0xf2]],
    ['el-GR', 'Θάλασσα', [0xc8, 0xdc, 0xeb, 0xe1, 0xf3, 0xf3, 0xe1]],
    ['tr-TR', 'Işık', [0x49, 0xfe, 0xfd, 0x6b]],
    ['lt-LT', 'Šešėlis', [0xd0, 0x65, 0xf0, 0xeb, 0x6c, 0x69, 0x73]],
    ['he-IL', 'ים', [0xe9, 0xed]],
    ['th', 'ทะเล', [0xb7, 0xd0, 0xe0, 0xc5]],
    ['ja-JP', '港', [0x8d, 0x60]],
    ['zh-CN', '海港', [0xba, 0xa3, 0xb8, 0xdb]],
    ['zh-TW', '海港', [0xae, 0xfc, 0xb4, 0xe4]],
    ['ko-KR', '항구', [0xc7, 0xd7, 0xb1, 0xb8]],
    ['sr-Latn-RS', 'Žeđ', [0x8e, 0x65, 0xf0]],
    ['sr-RS', 'Мост', [0xcc, 0xee, 0xf1, 0xf2]],
    ['de-DE', 'Grüße', [0x47, 0x72, 0xfc, 0xdf, 0x65]],
    ['C', 'Grüße', [0x47, 0x72, 0xfc, 0xdf, 0x65]],
  ])('are in the code page of the system where they are no Unicode: %s', (locale, meant, given) => {
    const read = (all: Uint8Array): string | undefined => sidecarText('a.txt', all, locale).said.fields.title;
    expect(read(Uint8Array.from(given))).toBe(meant);
    expect(read(bytes(meant))).toBe(meant);
  });

  it('that the code page of the system does not have are read as western', () => {
    expect(sidecarText('a.txt', Buffer.from('Caf\xe9', 'latin1'), 'ja-JP').said.fields.title).toBe('Café');
  });

  it('that are no text are told, and never thrown about', () => {
    expect(sidecarText('a.txt', Uint8Array.from([0x41, 0, 0x42])).troubles).toEqual([
      { problem: 'not-text', field: null, text: '' },
    ]);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.constantFrom('a.json', 'a.txt'), (given, name) => {
        const found = sidecarText(name, given);
        expect(
          Object.values(found.said.fields)
            .join('')
            .replaceAll(/[\n\t]/g, ''),
        ).not.toMatch(/\p{Cc}/u);
      }),
    );
  });

  it('of any JSON are understood or told, within the limits of what is kept', () => {
    const keys = fc.constantFrom('title', 'tags', 'status', 'date', 'x', '__proto__', 'comments');
    fc.assert(
      fc.property(fc.dictionary(keys, fc.jsonValue()), (value) => {
        const found = json(JSON.stringify(value));
        expect(found.said.terms.every(({ names }) => names.length > 0 && names.length <= 100)).toBe(true);
        expect((found.said.fields.status ?? '').length).toBeLessThanOrEqual(200);
        expect(found.troubles.every(({ text }) => text.length <= 200)).toBe(true);
      }),
    );
  });

  it('of a megabyte take time in step with them', () => {
    const size = 1024 * 1024;
    for (const text of ['Tags: ', 'a:'.repeat(40), ' ', '\n', '"', ':', '\u00e9,'])
      for (const name of ['a.txt', 'a.json'])
        expect(() => sidecarText(name, bytes(text.repeat(size / text.length).slice(0, size / 2)))).not.toThrow();
  }, 10_000);
});
