// Which size of a picture is taken, and that its bytes come from the site itself and are not too many.
import { describe, expect, it } from 'vitest';
import { SiteRefusal } from '../../../../main/answers.ts';
import { downloadPicture, pictureAddresses } from '../../../../main/site/content/pictures.ts';
import { aSite } from '../../a-site.ts';
import { answering, ava, inShort } from './answering.ts';

const at = (width: unknown, source_url: unknown = `w${String(width)}.jpg`) => ({ width, source_url });
const picture = (sizes: unknown) => ({ id: 4, source_url: 'whole.jpg', media_details: { sizes } });
const addresses = async (json: unknown) => [...(await pictureAddresses(answering({ json }).calls, ava, [4]))];

describe('the address of a picture', () => {
  it('is asked for together with others', async () => {
    const { calls, asked } = answering({
      json: [
        { id: 4, source_url: 'a' },
        { id: 9, source_url: 'b' },
      ],
    });
    expect([...(await pictureAddresses(calls, ava, [9, 4, 5]))]).toEqual([
      [4, 'a'],
      [9, 'b'],
    ]);
    expect(inShort(asked)).toEqual(['GET wp/v2/media?include=9,4,5&per_page=100&_fields=id,source_url,media_details']);
  });

  it.each<[string, unknown, string]>([
    ['the smallest that is large enough', { a: at(1_024), b: at(400), c: at(768), d: at(299) }, 'w400.jpg'],
    ['just large enough', { a: at(301), b: at(300), c: at(299) }, 'w300.jpg'],
    ['large enough, told as text', { a: at('320') }, 'w320.jpg'],
    ['whole where every size is too small', { a: at(150), b: at(299) }, 'whole.jpg'],
    ['whole where no size can be read', { a: at('x'), b: at(400, 5), c: 'x', d: null }, 'whole.jpg'],
    ['the one size that can be read', { a: 'x', b: at(400) }, 'w400.jpg'],
    ['whole where there are no sizes', {}, 'whole.jpg'],
    ['whole where PHP has no sizes', [], 'whole.jpg'],
    ['whole where the sizes have no names', [at(400)], 'whole.jpg'],
    ['whole where the sizes are none', 'x', 'whole.jpg'],
  ])('is %s', async (_, sizes, address) => {
    expect(await addresses([picture(sizes)])).toEqual([[4, address]]);
  });

  it.each([[[]], ['x'], [null], [undefined], [{}]])(
    'is that of the whole without details: %j',
    async (media_details) => {
      expect(await addresses([{ id: 4, source_url: 'whole.jpg', media_details }])).toEqual([[4, 'whole.jpg']]);
    },
  );

  it('is not known of what is no picture', async () => {
    const odd = ['x', null, { id: 0, source_url: 'a' }, { id: 1.5, source_url: 'a' }, { id: 5 }, { source_url: 'a' }];
    expect(await addresses([...odd, picture({})])).toEqual([[4, 'whole.jpg']]);
    expect(await addresses({ 0: picture({}) })).toEqual([]);
    await expect(pictureAddresses(answering({ status: 403 }).calls, ava, [4])).rejects.toBeInstanceOf(SiteRefusal);
  });
});

describe('the bytes of a picture', () => {
  const site = aSite({ address: 'https://e.com/', root: 'https://data.e.com/wp-json/' });
  const most = 4 * 1024 * 1024;

  it.each(['https://e.com/a.jpg', 'https://data.e.com/a.jpg'])('come from the site’s own places: %s', async (url) => {
    const { calls, asked } = answering({ body: Buffer.from('abc') });
    expect(await downloadPicture(calls, site, url)).toEqual(Buffer.from('abc'));
    expect(asked).toMatchObject([
      { method: 'GET', url, headers: { accept: 'image/*' }, maxAnswerBytes: most + 1, body: null },
    ]);
    expect(asked[0]?.headers).not.toHaveProperty('authorization');
  });

  it.each(['https://cdn.example/a.jpg', 'http://e.com/a.jpg', 'https://e.com:8443/a.jpg', '/a.jpg', ''])(
    'are asked for nowhere else: %j',
    async (url) => {
      const { calls, asked } = answering({ body: Buffer.from('abc') });
      expect([await downloadPicture(calls, site, url), asked]).toEqual([null, []]);
    },
  );

  it('are four MiB at most, and those of the picture itself', async () => {
    const download = (status: number, length: number) =>
      downloadPicture(answering({ status, body: Buffer.alloc(length) }).calls, site, 'https://e.com/a.jpg');
    expect(await download(200, most)).toHaveLength(most);
    expect(await download(200, most + 1)).toBeNull();
    expect(await download(404, 5)).toBeNull();
    expect(await download(206, 5)).toBeNull();
  });
});
