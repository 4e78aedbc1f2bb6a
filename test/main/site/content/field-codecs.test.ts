// How each field of a video is read from a site's record, also at the limits of what is read, and written into an update.
import { isMainThread } from 'node:worker_threads';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hasWords, sourceOf, textField, updateBody, utc } from '../../../../main/site/content/field-codecs.ts';
import { toVideo } from '../../../../main/site/content/records.ts';

const at = Date.UTC(2026, 10, 20, 4, 33, 12);
const read = (record: object) => toVideo({ id: 1, ...record });

describe('a time', () => {
  it.each<[string | null | undefined, number | null]>([
    ['2026-11-20T04:33:12', at],
    ['2026-11-20 04:33:12', at],
    ['2026-11-20T04:33:12Z', at],
    ['2026-11-20T04:33:12z', at],
    ['2026-11-20T06:33:12+0200', at],
    ['2026-11-20T06:33:12+02:00', at],
    ['2026-11-19T23:33:12-05:00', at],
    ['2026-11-20T04:33:12.000', at],
    ['20-Nov-2026 04:33:12', at],
    ['2026-11-20', Date.UTC(2026, 10, 20)],
    ['', null],
    [null, null],
    [undefined, null],
    ['0000-00-00 00:00:00', null],
    ['yesterday', null],
    ['12', null],
    [`2026-11-20T04:33:12${' '.repeat(600)}`, null],
  ])('%j is %j', (told, ms) => {
    expect(utc(told)).toBe(ms);
  });

  // Only a process of its own can be told that it stands elsewhere, and no thread of one.
  it.runIf(isMainThread).each(['2026-11-20T04:33:12', '20-Nov-2026 04:33:12'])(
    '%j without a zone is UTC wherever this computer stands',
    (told) => {
      vi.stubEnv('TZ', 'America/New_York');
      onTestFinished(() => void vi.unstubAllEnvs());
      expect(new Date(at).getTimezoneOffset()).toBe(300);
      expect(utc(told)).toBe(at);
    },
  );
});

describe('a text', () => {
  it.each<[unknown, string]>([
    ['x', 'x'],
    ['', ''],
    [{ raw: 'x', rendered: 'y' }, 'x'],
    [{ raw: '', rendered: 'y' }, ''],
    [{ rendered: 'y' }, 'y'],
    [{ raw: 5, rendered: 'y' }, 'y'],
    [{ raw: 'x', rendered: 5 }, 'x'],
    [{}, ''],
    [5, ''],
    [null, ''],
    [undefined, ''],
    [['x'], ''],
  ])('of %j is %j', (told, text) => {
    expect(sourceOf(textField.parse(told))).toBe(text);
  });

  it.each(['title', 'excerpt'])(
    'of 70,000 characters is read as the %s, a longer one makes the record none',
    (name) => {
      const most = 'x'.repeat(70_000);
      expect(read({ [name]: { raw: most } })).toMatchObject({ [name]: most });
      expect(() => read({ [name]: { raw: `${most}x` } })).toThrow();
      expect(() => read({ [name]: `${most}x` })).toThrow();
    },
  );

  it('is decoded once', () => {
    expect(read({ title: 'A &amp;amp; B', excerpt: { raw: '&lt;b&gt;' } })).toMatchObject({
      title: 'A &amp; B',
      excerpt: '<b>',
    });
  });
});

describe('a description', () => {
  it.each<[string, unknown, object]>([
    ['none', undefined, { description: '', formatted: false }],
    ['a plain one', { raw: 'A &amp; B\n\n<3' }, { description: 'A & B\n\n<3', formatted: false }],
    ['a formatted one', { raw: '<p>A &amp; B</p>\n<p>C</p>' }, { description: 'A & B\n\nC', formatted: true }],
  ])('is text, and says whether it was formatted: %s', (_, content, told) => {
    const video = read({ content });
    expect(video).toMatchObject(told);
    expect(video).not.toHaveProperty('cut');
  });

  it('of 1,100,000 characters is held whole', () => {
    const whole = read({ content: { raw: 'x'.repeat(1_100_000) } });
    expect(whole.description).toHaveLength(1_100_000);
    expect(whole).not.toHaveProperty('cut');
  });

  it('that is longer is held as its beginning, and says so', () => {
    const long = read({ content: { raw: `${'x'.repeat(1_100_000)}<b>` } });
    expect(long).toMatchObject({ cut: true, formatted: false });
    expect(long.description === `${'x'.repeat(200_000)}…`).toBe(true);
    const formatted = read({ content: `<b>${'x'.repeat(1_100_000)}` });
    expect(formatted).toMatchObject({ cut: true, formatted: true });
    expect(formatted.description === `${'x'.repeat(200_000)}…`).toBe(true);
  });

  it('that is longer is looked at no further than one that is held whole', () => {
    // Twenty characters each, which are one letter.
    const { description } = read({ content: '&#00000000000000065;'.repeat(55_001) });
    expect(description === `${'A'.repeat(55_000)}…`).toBe(true);
  });

  it('that is cut within a character is text all the same', () => {
    const { description } = read({ content: `${'x'.repeat(199_999)}🎬${'x'.repeat(1_000_000)}` });
    expect(description.slice(-2)).toBe('\uFFFD…');
  });
});

describe('there is something to read', () => {
  const many = (text: string): string => text.repeat(Math.ceil(11_000 / text.length));

  it.each<[string, string]>([
    ['in a word', 'x'],
    ['in a word between tags', '<p>x</p>'],
    ['in very many', many('word ')],
    ['behind very many tags', `${many('<i></i>')}x`],
    ['behind a long comment', `<!-- ${many('a <b ')} -->x`],
    ['before a comment that begins', `x${many('<!-- a <b -->')}`],
    ['in a comment that nothing ends', '<!-- x'],
  ])('%s', (_, source) => {
    expect(hasWords(source)).toBe(true);
  });

  it.each<[string, string]>([
    ['in nothing', ''],
    ['in spaces, however many', many(' \n')],
    ['in tags', '<p><br></p>'],
    ['in very many tags', many('<i class="x"></i>')],
    ['in a tag that is very long', `<p ${many('data-x ')}>`],
    ['in a comment that is very long', `<!-- ${many('a <b ')} -->`],
    ['in very many comments', many('<!-- wp:film {"src":"a<b"} -->')],
    ['in very many scripts', many('<script>a</script>')],
    ['in a script that is very long', `<script>${many('a < b && ')}</script>`],
    ['in a style sheet that is very long', `<p></p><STYLE>${many('p > b {} <!-- ')}</STYLE>`],
  ])('not %s', (_, source) => {
    expect(hasWords(source)).toBe(false);
  });
});

describe('the other fields', () => {
  const most = 'x'.repeat(2_000);

  it('are nothing where the record has none', () => {
    expect(read({})).toMatchObject({
      ...{ title: '', excerpt: '', status: '', slug: '', password: '' },
      ...{ commentsOpen: null, createdAt: null },
    });
  });

  it('a status of 2,000 characters is one, a longer one is none', () => {
    expect(read({ status: most }).status).toBe(most);
    expect(read({ status: `${most}x` }).status).toBe('');
    expect(read({ status: 5 }).status).toBe('');
  });

  it.each(['slug', 'password'] as const)('a longer %s than 2,000 characters makes the record none', (name) => {
    expect(read({ [name]: most })[name]).toBe(most);
    expect(() => read({ [name]: `${most}x` })).toThrow();
    expect(read({ [name]: 5 })[name]).toBe('');
    // It may have to be typed with its spaces.
    expect(read({ [name]: ' a &amp; b ' })[name]).toBe(' a &amp; b ');
  });

  it.each<[unknown, boolean | null]>([
    ['open', true],
    ['closed', false],
    ['', false],
    [null, null],
    [undefined, null],
    [5, null],
  ])('comments that are %j', (told, commentsOpen) => {
    expect(read({ comment_status: told }).commentsOpen).toBe(commentsOpen);
  });

  it.each<[unknown, number | null]>([
    ['2026-11-20T04:33:12', at],
    [null, null],
    [5, null],
  ])('a date of %j', (told, createdAt) => {
    expect(read({ date_gmt: told }).createdAt).toBe(createdAt);
  });
});

it('an update names everything as the site does, and says nothing of what has no value', () => {
  const all = { title: 'A & B', description: '<b>', excerpt: '&#', status: 'draft', publishAt: at };
  const more = { slug: 'a&b', password: 'a<b', commentsOpen: true, 'terms:genre': [2, 1] };
  expect(updateBody({ ...all, ...more })).toEqual({
    ...{ title: 'A &amp; B', content: '&lt;b&gt;', excerpt: '&#038;#', status: 'draft' },
    ...{ date_gmt: '2026-11-20T04:33:12Z', slug: 'a&b', password: 'a<b', comment_status: 'open', genre: [2, 1] },
  });
  const nothing = { title: undefined, 'terms:genre': undefined } as object;
  expect(Object.keys(updateBody({ ...nothing, commentsOpen: false }))).toEqual(['comment_status']);
  expect(updateBody({ commentsOpen: false })).toEqual({ comment_status: 'closed' });
});
