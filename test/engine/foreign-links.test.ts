// A site that names addresses which are not its own: none of them is opened, whichever request they came with.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { undiciHttp } from '../../main/adapters/http.ts';
import type { Connections } from '../../main/ports.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { api } from '../site/test-client.ts';
import { type Engine, fixture, startEngine } from './engine.ts';

/** Real answers, with every address of a page replaced by `foreign`. */
function lying(foreign: () => string): Connections {
  const http = undiciHttp();
  return {
    ...http,
    request: async (wanted) => {
      const answer = await http.request(wanted);
      const text = Buffer.from(answer.body).toString('utf8');
      const named = text.replace(
        /"(link|authorization)":"[^"]*"/g,
        (_whole, name) => `"${name}":${JSON.stringify(foreign())}`,
      );
      return { ...answer, body: Buffer.from(named) };
    },
  };
}

const elsewhere = [
  'https://evil.example/page',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'smb://evil.example/share',
  '//evil.example/',
  'not an address',
];

let site: PracticeSite;
let engine: Engine;
let accountId: string;
let foreign = elsewhere[0] ?? '';

beforeAll(async () => {
  site = await startPracticeSite();
  engine = await startEngine({ http: lying(() => foreign) });
  accountId = await engine.connect(site);
});
afterAll(async () => {
  await engine.stop();
  await site.stop();
});

const opened = (): string => engine.opened.at(-1) ?? '';
const own = (): string => new URL(site.url).origin;

it('a clip that was sent is opened on its own site', async () => {
  const [job] = await engine.add(accountId, fixture('C0001.mp4'));
  await engine.settled();
  await engine.uploader.handlers['job.openVideo'](job?.id ?? '');
  expect(opened()).toMatch(new RegExp(`^${own()}/.*[?&]p=\\d+$`));
});

it.each(elsewhere)('a video and a post of the Library at %s are opened on their own site', async (address) => {
  foreign = address;
  const [videoId = 0] = await site.addVideos([{ title: 'Elsewhere', status: 'publish' }]);
  await engine.uploader.handlers['library.open']({ accountId, videoId });
  expect(new URL(opened()).origin).toBe(own());
  const posts = await engine.uploader.handlers['posts.page']({ accountId, search: '', offset: 0, limit: 50 });
  await engine.uploader.handlers['posts.open']({ accountId, postId: posts.rows[0]?.id ?? 0 });
  expect(new URL(opened()).origin).toBe(own());
  await engine.uploader.handlers['posts.edit']({ accountId, postId: posts.rows[0]?.id ?? 0 });
  expect(new URL(opened()).pathname).toBe('/wp-admin/post.php');
  expect(engine.opened.filter((url) => !url.startsWith(own()))).toEqual([]);
});

it.each(elsewhere)('a post from a video at %s shows the one of its own site', async (address) => {
  foreign = address;
  const [videoId = 0] = await site.addVideos([{ title: 'Elsewhere', status: 'publish' }]);
  const query = { accountId, search: '', status: 'all', author: 'me', terms: {}, sort: 'newest' } as const;
  await engine.uploader.handlers['library.refresh'](accountId);
  await engine.uploader.handlers['library.page']({ query, offset: 0, limit: 50 });
  const title = `From ${address}`;
  const made = await engine.uploader.handlers['posts.draft']({ accountId, title, videoIds: [videoId] });
  if (!made.ok) throw new Error(JSON.stringify(made.failure));
  const { json } = await api(site, 'ava', 'GET', `wp/v2/posts/${made.value.postId}?context=edit`);
  const links = [...json.content.raw.matchAll(/^\s*((?:[a-z]+:|\/\/).*)$/gm)].map(([, link]) => link);
  expect(links).toEqual([`${own()}/?p=${videoId}`]);
});

it.each(elsewhere)('a page for approvals at %s is not the site’s', async (address) => {
  foreign = address;
  const before = engine.opened.length;
  const found = await engine.uploader.handlers['site.find'](site.url);
  if (!found.ok) throw new Error(`not found: ${JSON.stringify(found.failure)}`);
  expect(found.value.ways.browser).toBe(false);
  const { offer } = found.value;
  await engine.uploader.handlers['account.approve']({ offer }).catch(() => undefined);
  await engine.uploader.handlers['site.openPasswordPage'](offer).catch(() => undefined);
  expect(engine.opened.slice(before).filter((url) => !url.startsWith(own()))).toEqual([]);
});
