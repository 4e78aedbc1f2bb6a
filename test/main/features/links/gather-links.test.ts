// The addresses of videos: as their sites have them now, in few questions, and a short form where a site cannot be asked.
import { beforeEach, describe, expect, it } from 'vitest';
import { type GatherLinksOptions, gatherLinks, type WantedLink } from '../../../../main/features/links/gather-links.ts';
import { siteCalls } from '../../../../main/site/client/client.ts';
import { quiet } from '../../../engine/engine.ts';
import { aSite } from '../../a-site.ts';
import { handClock } from '../../queue/hand-clock.ts';
import { answering, ava, type Given } from '../../site/content/answering.ts';

const site = aSite({ address: 'https://e.com', root: 'https://e.com/wp-json/' });
let can: { signedIn: boolean; isOpen: boolean; leftMs: number };
beforeEach(() => {
  can = { signedIn: true, isOpen: true, leftMs: 0 };
});

function asking(...steps: readonly Given[]) {
  const { calls, asked } = answering(...steps);
  const options: GatherLinksOptions = {
    ...{ logger: quiet, calls, hostOf: () => 'host' },
    accounts: { siteOf: (id) => (id === 'gone' ? null : site), client: () => (can.signedIn ? ava : null) },
    circuits: { leftMs: () => can.leftMs },
    lines: { trouble: () => (can.isOpen ? null : 'offline') },
  };
  return { asked, gather: (...wanted: readonly WantedLink[]) => gatherLinks(options, wanted) };
}
const want = (videoId: number, changes: Partial<WantedLink> = {}): WantedLink => ({
  ...{ accountId: 'ava', videoId, title: `Typed ${videoId}`, link: null, file: `C${videoId}.mp4` },
  ...changes,
});
const record = (id: number, changes: Readonly<Record<string, unknown>> = {}) => ({
  ...{ id, title: { raw: `Title ${id}` }, status: 'publish', link: `https://e.com/video/title-${id}/` },
  ...changes,
});
const short = (id: number) => `https://e.com/?post_type=video&p=${id}`;
const none = { notPublic: 0, short: 0, gone: 0 };

describe('a site that answers', () => {
  it('is asked once for all of them, and gives their titles and addresses; each video is told once, in its place', async () => {
    const { gather, asked } = asking({ json: [record(7), record(9)] });
    expect(await gather(want(9), want(7), want(9))).toEqual({
      rows: [
        { title: 'Title 9', link: 'https://e.com/video/title-9/', status: 'publish', file: 'C9.mp4' },
        { title: 'Title 7', link: 'https://e.com/video/title-7/', status: 'publish', file: 'C7.mp4' },
      ],
      ...none,
    });
    expect(asked).toHaveLength(1);
  });

  it('is asked for a hundred at a time', async () => {
    const ids = Array.from({ length: 230 }, (_, at) => at + 1);
    const { gather, asked } = asking({ json: ids.map((id) => record(id)) });
    await gather(...ids.map((id) => want(id)));
    const lists = asked.map(({ url }) => new URL(url).searchParams.get('include')).filter((one) => one !== null);
    expect(lists.map((one) => one.split(',').length)).toEqual([100, 100, 30]);
  });

  it('tells which of them not everybody may see', async () => {
    const { gather } = asking({
      json: [record(1), record(2, { status: 'draft' }), record(3, { status: 'future' }), record(4, { password: 'x' })],
    });
    expect(await gather(want(1), want(2), want(3), want(4))).toMatchObject({ ...none, notPublic: 3 });
  });

  it('leaves out what is deleted or in the trash', async () => {
    const gone = { status: 404, json: { code: 'rest_post_invalid_id', message: 'Invalid post ID.' } };
    const { gather } = asking({ json: [record(1), record(2, { status: 'trash' })] }, gone);
    const found = await gather(want(1), want(2), want(3));
    expect(found).toMatchObject({ ...none, gone: 2 });
    expect(found.rows.map(({ file }) => file)).toEqual(['C1.mp4']);
  });

  it.each([
    ['of another site', 'https://evil.example/video/7/'],
    ['that runs', 'javascript:alert(1)'],
    ['that is none', 'video/7'],
    ['that is not told', null],
  ])('has its short link where it gives an address %s', async (_, link) => {
    const { gather } = asking({ json: [record(7, { link })] });
    const { rows, ...counts } = await gather(want(7));
    expect([rows[0]?.link, counts]).toEqual([short(7), { ...none, short: 1 }]);
  });

  it('gives titles of one line, whatever is in them', async () => {
    const { gather } = asking({ json: [record(7, { title: { raw: ' A\n& \u0000B\t“½” é 你好 ' } })] });
    expect((await gather(want(7))).rows[0]?.title).toBe('A & B “½” é 你好');
  });
});

describe('a site that cannot be asked', () => {
  it.each<[string, () => void]>([
    ['nobody is signed in there', () => (can.signedIn = false)],
    ['it is not there', () => (can.isOpen = false)],
    ['it asked for time', () => (can.leftMs = 1)],
  ])('is left alone, and its videos have what is known of them: %s', async (_, change) => {
    change();
    const { gather, asked } = asking({ json: [record(7)] });
    expect(await gather(want(7), want(8, { link: 'https://e.com/video/seen/' }))).toEqual({
      rows: [
        { title: 'Typed 7', link: short(7), status: '', file: 'C7.mp4' },
        { title: 'Typed 8', link: 'https://e.com/video/seen/', status: '', file: 'C8.mp4' },
      ],
      ...{ ...none, short: 1 },
    });
    expect(asked).toEqual([]);
  });

  it('fails once and is not asked on; what it said before counts', async () => {
    const ids = Array.from({ length: 300 }, (_, at) => at + 1);
    const { gather, asked } = asking({ json: ids.slice(0, 100).map((id) => record(id)) }, { status: 500 });
    const found = await gather(...ids.map((id) => want(id)));
    expect([asked.length, found.rows.length, found.short]).toEqual([2, 300, 200]);
    expect(found.rows[0]?.title).toBe('Title 1');
  });

  it('and whose line breaks gives short links', async () => {
    const { gather } = asking();
    const calls = siteCalls({ request: () => Promise.reject(new Error('the line is cut')) }, handClock());
    expect(await gather()).toEqual({ rows: [], ...none });
    const found = await gatherLinks(
      {
        ...{
          logger: quiet,
          calls,
          hostOf: () => 'host',
          circuits: { leftMs: () => 0 },
          lines: { trouble: () => null },
        },
        accounts: { siteOf: () => site, client: () => ava },
      },
      [want(7)],
    );
    expect(found).toMatchObject({ rows: [{ link: short(7) }], short: 1 });
  });
});

it('what no account of this list stands for has no link', async () => {
  const { gather } = asking({ json: [] });
  expect(await gather(want(7, { accountId: 'gone' }))).toEqual({ rows: [], ...none });
});
