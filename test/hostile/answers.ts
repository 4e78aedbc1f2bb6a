// Answers of a site's API that were made to freeze, exhaust or mislead whoever reads them: status, headers and body, by name.

export interface HostileAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export interface HostileCase {
  readonly name: string;
  /** Builds it anew: some are megabytes long. */
  make(): HostileAnswer;
}

const json = { 'content-type': 'application/json; charset=UTF-8' };
const html = { 'content-type': 'text/html; charset=UTF-8' };

/** As long as an answer may be, and as long as one text in it is here. */
export const longest = 8 * 1024 * 1024;
export const longText = 512 * 1024;

/** `piece` again and again, to exactly `length` characters. */
export function filled(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}

// ---------------------------------------------------------------- numbers

/** What stands in a header where a whole number belongs. */
export const hostileNumbers: readonly string[] = [
  '1e300',
  '1e9',
  '0x10',
  '-1',
  '-0',
  '+3',
  '3.5',
  'Infinity',
  'NaN',
  '1,000',
  '3, 3',
  '',
  ' ',
  '\u00b3',
  'three',
  '999999999999999',
  '9'.repeat(400),
  '9007199254740993',
];

/** The same in JSON: number literals as they stand there. */
export const hostileJsonNumbers: readonly string[] = [
  '1e308',
  '1e999',
  '-1e20',
  '-1',
  '0',
  '3.5',
  '9007199254740993',
  '9'.repeat(400),
  '"1e300"',
  'null',
  'true',
  '[[1]]',
];

/** Dates as the site writes them: beyond the calendar, beyond what a program can hold, or none. */
export const hostileDates: readonly string[] = [
  '+275760-09-13T00:00:00',
  '+275760-09-13T00:00:00.001',
  '-271821-04-20T00:00:00',
  '999999-01-01T00:00:00',
  '0000-00-00T00:00:00',
  '9999-12-31T23:59:59',
  'Invalid Date',
  filled('9', 4_096),
  '',
];

// ---------------------------------------------------------------- texts

/** Pieces that cost a careless expression the square of their number. */
export const hostilePieces: readonly string[] = [
  '<!--',
  '<!--<!-- -',
  '<script ',
  '<script>',
  '<style><script>',
  '<title>',
  '<title',
  '<body ',
  '<',
  '<a',
  '<a ',
  '</',
  '</script',
  '</script ',
  '<br ',
  '</p ',
  '&',
  '&amp;',
  '&amp',
  '&#',
  '&#x',
  '&#99999999999',
  '&CounterClockwiseContourIntegral',
  ' ',
  '\n',
  '\n\n ',
  '\uFEFF ',
  '"',
  '\\"',
  '{ ',
  '{"',
  '[{',
  '[ [',
  '-1',
  '-',
  '.',
  'a.',
  '%41',
  'eyJ-',
  'eyJ.',
  'a+a.',
  'password=',
  '"token": "\\',
  'Bearer ',
  'aaaa ',
  'e\u0301',
  '\u202e',
  '\ud83c',
];

/** One video as `context=edit` shows it, with its own fields on top. */
export function videoRecord(over: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    id: 7,
    date_gmt: '2026-11-01T10:00:00',
    modified_gmt: '2026-11-01T10:00:00',
    slug: 'a-clip',
    status: 'publish',
    type: 'video',
    link: 'http://127.0.0.1/video/a-clip/',
    title: { raw: 'A clip', rendered: 'A clip' },
    content: { raw: '', rendered: '' },
    excerpt: { raw: '', rendered: '' },
    author: 1,
    featured_media: 0,
    comment_status: 'open',
    video_category: [3],
    ...over,
  };
}

/** The object with `value`, a piece of JSON text, under `key` in place of what stood there. */
function withRaw(record: Readonly<Record<string, unknown>>, key: string, value: string): string {
  return JSON.stringify({ ...record, [key]: '@@here@@' }).replace('"@@here@@"', () => value);
}

const ok = (body: unknown, headers: Readonly<Record<string, string>> = {}): HostileAnswer => ({
  status: 200,
  headers: { ...json, 'x-wp-total': '1', 'x-wp-totalpages': '1', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const refused = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): HostileAnswer => ({
  status,
  headers: { ...(typeof body === 'string' && body.startsWith('<') ? html : json), ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

// ---------------------------------------------------------------- the catalogue

const named = (name: string): string =>
  JSON.stringify(name.length > 24 ? `${name.slice(0, 20)}… ×${name.length}` : name);

const counts: readonly HostileCase[] = ['x-wp-total', 'x-wp-totalpages'].flatMap((header) =>
  hostileNumbers.map((number) => ({
    name: `a list with ${header}: ${named(number)}`,
    make: () => ok([videoRecord()], { 'x-wp-total': '1', 'x-wp-totalpages': '1', [header]: number }),
  })),
);

const waits: readonly HostileCase[] = [
  ...hostileNumbers,
  'Fri, 31 Dec 275760 00:00:00 GMT',
  'Sat, 13 Sep 275760 00:00:01 GMT',
  filled('9', 8_000),
].flatMap((number) =>
  [429, 503].map((status) => ({
    name: `${status} with Retry-After: ${named(number)}`,
    make: () => refused(status, { code: 'busy', message: 'Later.' }, { 'retry-after': number, date: number }),
  })),
);

const numbers: readonly HostileCase[] = [
  'id',
  'author',
  'featured_media',
  'video_category',
  'date_gmt',
  'meta',
].flatMap((field) =>
  hostileJsonNumbers.map((number) => ({
    name: `a video with ${field} = ${named(number)}`,
    make: () => ok(`[${withRaw(videoRecord(), field, number)}]`),
  })),
);

const dates: readonly HostileCase[] = hostileDates.map((date) => ({
  name: `a video of the date ${named(date)}`,
  make: () => ok([videoRecord({ date_gmt: date, modified_gmt: date })], { date }),
}));

const texts: readonly HostileCase[] = hostilePieces.flatMap((piece) => [
  {
    name: `a video whose texts are ${named(piece)} again and again`,
    make: () => {
      const text = filled(piece, longText);
      // As long as the platform's columns hold them; only a description may be longer.
      const field = { raw: text.slice(0, 60_000) };
      return ok([videoRecord({ title: field, content: { raw: text }, excerpt: field, slug: text.slice(0, 1_500) })]);
    },
  },
  {
    name: `a refusal whose message and code are ${named(piece)} again and again`,
    make: () => {
      const text = filled(piece, longText);
      return refused(400, { code: text, message: text, data: { status: 400 } });
    },
  },
  {
    name: `no data but ${named(piece)} again and again`,
    make: () => ({ status: 500, headers: html, body: filled(piece, longText) }),
  },
]);

const shapes: readonly HostileCase[] = [
  { name: 'lists in lists, four million deep', make: () => ok('['.repeat(longest / 2) + ']'.repeat(longest / 2)) },
  { name: 'lists in lists that never close', make: () => ok('['.repeat(longest)) },
  {
    name: 'objects in objects, a million deep',
    make: () => ok(`${'{"a":'.repeat(1_000_000)}1${'}'.repeat(1_000_000)}`),
  },
  {
    name: 'a list five thousand deep within a video',
    make: () => ok(`[${withRaw(videoRecord(), 'meta', `${'['.repeat(5_000)}${']'.repeat(5_000)}`)}]`),
  },
  {
    name: 'a refusal whose data is five thousand deep',
    make: () => refused(400, `{"code":"a","data":${'['.repeat(5_000)}${']'.repeat(5_000)}}`),
  },
  { name: 'four million ones', make: () => ok(`[${filled('1,', longest - 4)}1]`) },
  { name: 'two million empty objects', make: () => ok(`[${filled('{},', 6_000_000)}{}]`) },
  {
    name: 'a hundred thousand videos',
    make: () => ok(`[${Array.from({ length: 100_000 }, (_, at) => `{"id":${at + 1}}`).join(',')}]`),
  },
  { name: 'a hundred thousand times the same video', make: () => ok(`[${filled('{"id":7},', 900_000)}{"id":7}]`) },
  {
    name: 'a video with a hundred thousand terms',
    make: () => ok([videoRecord({ video_category: Array.from({ length: 100_000 }, (_, at) => at + 1) })]),
  },
  {
    name: 'a video with a million keys',
    make: () => ok(`[{"id":7,${Array.from({ length: 500_000 }, (_, at) => `"k${at}":[1]`).join(',')}}]`),
  },
  {
    name: 'an index of a million routes',
    make: () =>
      ok(
        `{"name":"a","namespaces":["wp/v2"],"routes":{${Array.from({ length: 300_000 }, (_, at) => `"/r${at}":{}`).join(',')}}}`,
      ),
  },
  {
    name: 'a hundred thousand namespaces',
    make: () => ok({ name: 'a', namespaces: Array.from({ length: 100_000 }, (_, at) => `a/v${at}`), routes: {} }),
  },
  {
    name: 'a hundred thousand namespaces that are numbers',
    make: () => ok({ name: 'a', namespaces: Array.from({ length: 100_000 }, (_, at) => at) }),
  },
  {
    name: 'a user of three hundred thousand rights',
    make: () =>
      ok(
        `{"id":1,"name":"a","capabilities":{${Array.from({ length: 300_000 }, (_, at) => `"r${at}":true`).join(',')}}}`,
      ),
  },
  {
    name: 'thirty thousand taxonomies',
    make: () =>
      ok(
        `{${Array.from({ length: 30_000 }, (_, at) => `"t${at}":{"slug":"t${at}","name":"t","rest_base":"t${at}","hierarchical":true,"types":["video"]}`).join(',')}}`,
      ),
  },
  {
    name: 'taxonomies named like what every object has',
    make: () =>
      ok(
        `{${['__proto__', 'constructor', 'toString', 'hasOwnProperty'].map((one) => `"${one}":{"slug":"${one}","name":"${one}","rest_base":"${one}","hierarchical":true,"types":["video"]}`).join(',')}}`,
      ),
  },
  {
    name: 'a video with __proto__ and constructor',
    make: () =>
      ok(
        `[{"id":7,"__proto__":[1,2],"constructor":[3],"\\u005f_proto__":{"polluted":true},"toString":[4],"hasOwnProperty":[5]}]`,
      ),
  },
  {
    name: 'a video whose keys come twice',
    make: () => ok('[{"id":7,"id":"x","id":8,"title":"a","title":{"raw":"b"}}]'),
  },
  {
    name: 'a code that every object has: constructor',
    make: () => refused(400, { code: 'constructor', message: 'No.' }),
  },
  { name: 'a code that every object has: __proto__', make: () => refused(403, '{"code":"__proto__","message":"No."}') },
  { name: 'a code of 64 KB', make: () => refused(400, { code: filled('a.b+c-', 64 * 1024), message: 'No.' }) },
  {
    name: 'a code of a hundred thousand texts',
    make: () =>
      refused(400, {
        code: Array.from({ length: 100_000 }, () => 'code'),
        message: Array.from({ length: 100_000 }, () => 'text'),
      }),
  },
  {
    name: 'twenty warnings with braces before the data',
    make: () => ok(`${filled('Warning {"a" in line {"b"} ', 4_000_000)}[]`),
  },
  {
    name: 'a list that is cut off in the middle of a text',
    make: () => ok(JSON.stringify([videoRecord({ title: { raw: filled('a', longText) } })]).slice(0, longText)),
  },
  { name: 'eight megabytes of nothing', make: () => ok(' '.repeat(longest)) },
  {
    name: 'eight megabytes of bytes that are no text',
    make: () => ({ status: 200, headers: json, body: new Uint8Array(longest).fill(0xff) }),
  },
  {
    name: 'a description of eight megabytes',
    make: () => ok([videoRecord({ content: { raw: filled('<p>one more line</p>\n', longest - 2_000) } })]),
  },
  { name: 'a number of eight megabytes', make: () => ok(`[{"id":${'9'.repeat(longest - 8)}}]`) },
  {
    name: 'a video whose title, address and link are half a megabyte long',
    make: () => {
      const text = filled('a-', longText);
      return ok([videoRecord({ title: { raw: text }, slug: text, link: text })]);
    },
  },
  { name: 'an empty answer', make: () => ok('') },
  { name: 'null', make: () => ok('null') },
  { name: 'a text', make: () => ok('"all is well"') },
];

/** Each may come as the answer to any call of a site's API. */
export const hostileAnswers: readonly HostileCase[] = [...counts, ...waits, ...numbers, ...dates, ...texts, ...shapes];
