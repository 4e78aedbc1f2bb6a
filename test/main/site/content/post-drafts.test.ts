// The text of a draft post as the platform's own editor writes it, and what odd answers about posts count for.
import { expect, it, test } from 'vitest';
import { SiteRefusal } from '../../../../main/answers.ts';
import {
  createPostDraft,
  findPostDraft,
  mayCreatePosts,
  postContent,
} from '../../../../main/site/content/post-drafts.ts';
import { answering, type Written } from '../connect/answering.ts';

const client = { root: 'https://e.com/wp-json/', authorization: 'Basic x' };
const posts = `${client.root}wp/v2/posts`;
const draft = { title: 'Tom & Ava', links: ['https://e.com/video/a/', 'https://e.com/?p=7'] };

test('a post is one block for each video, with nothing in it that could end the block or its address', () => {
  expect(
    postContent(['https://e.com/video/a/', 'https://e.com/v/--x">/?p=1&b=<2>']),
  ).toBe(`<!-- wp:embed {"url":"https://e.com/video/a/","type":"wp-embed"} -->
<figure class="wp-block-embed is-type-wp-embed"><div class="wp-block-embed__wrapper">
https://e.com/video/a/
</div></figure>
<!-- /wp:embed -->

<!-- wp:embed {"url":"https://e.com/v/\\u002d\\u002dx%22%3E/?p=1\\u0026b=%3C2%3E","type":"wp-embed"} -->
<figure class="wp-block-embed is-type-wp-embed"><div class="wp-block-embed__wrapper">
https://e.com/v/--x%22%3E/?p=1&amp;b=%3C2%3E
</div></figure>
<!-- /wp:embed -->`);
});

test('an address that ends in a backslash is still one in its block', () => {
  const [, attributes = ''] = /^<!-- wp:embed (.*) -->$/m.exec(postContent(['https://e.com/?a="<--&\\'])) ?? [];
  expect(JSON.parse(attributes)).toEqual({ url: 'https://e.com/?a=%22%3C--&\\', type: 'wp-embed' });
});

test('a post is made as a draft, its title and its text as plain words', async () => {
  const { calls, sent, asked } = answering({ [`POST ${posts}`]: { status: 201, json: { id: 9 } } });
  await createPostDraft(calls, client, draft);
  expect(asked()).toEqual([`signed POST ${posts}?context=edit`]);
  const content = postContent(draft.links);
  expect(JSON.parse(String(sent[0]?.body))).toEqual({ status: 'draft', title: 'Tom &amp; Ava', content });
});

it.each<[Written, unknown]>([
  [
    { status: 201, json: { id: 9 } },
    { kind: 'made', postId: 9 },
  ],
  [
    { status: 200, json: { id: 9 } },
    { kind: 'made', postId: 9 },
  ],
  [
    { status: 299, json: { id: 9 } },
    { kind: 'made', postId: 9 },
  ],
  // It may be there.
  [{ status: 201, json: { id: '9' } }, { kind: 'unclear' }],
  [{ status: 200, text: '<html>' }, { kind: 'unclear' }],
  [{ status: 302, json: { id: 9 } }, { kind: 'unclear' }],
  [{ status: 403, text: '<html>' }, { kind: 'unclear' }],
  [{ status: 500, json: { code: 'internal_server_error' } }, { kind: 'unclear' }],
  // It surely is not.
  [{ status: 400, json: { code: 'rest_invalid_param' } }, 400],
  [{ status: 499, json: { code: 'odd' } }, 499],
])('the answer %j to a post', async (answer, expected) => {
  const { calls } = answering({ [`POST ${posts}`]: answer });
  const outcome = await createPostDraft(calls, client, draft).catch((error: unknown) =>
    error instanceof SiteRefusal ? error.said.status : error,
  );
  expect(outcome).toEqual(expected);
});

it('is found by its title and its videos, whatever else is listed, and asked for with its author and time', async () => {
  const post = (id: number, title: unknown, content: unknown) => ({ id, title, content });
  const raw = postContent(draft.links);
  const listed = [
    'odd',
    post(0, { raw: draft.title }, { raw }),
    post(1, 5, null),
    post(2, { raw: 'Tom &amp; Ava' }, { raw: postContent(draft.links.slice(0, 1)) }),
    post(3, { raw: 'Tom' }, { raw }),
    // As it comes back of an author, and with words that somebody wrote around it.
    post(4, { raw: ' Tom &amp; Ava ' }, { raw: `<p>At sea.</p>\n${raw.replaceAll('\\u0026', '\\u0026amp;')}` }),
  ];
  const { calls, asked } = answering({ [`GET ${posts}`]: { json: listed } });
  expect(await findPostDraft(calls, client, draft, 2, Date.UTC(2026, 10, 20))).toBe(4);
  const whose = 'author=2&status=publish,future,draft,pending,private&after=2026-11-20T00:00:00Z';
  const which = 'orderby=date&order=desc&per_page=100&_fields=id,title,content';
  expect(asked()).toEqual([`signed GET ${posts}?context=edit&${whose}&${which}`]);
});

it('is found whatever links stand in its words, and however its lines end', async () => {
  const own = { title: ' Tide ', links: ['http://e.com/video/a/'] };
  const words = ['See https://e.com/other/', 'https://e.com/other/ is where', 'http://e.com/other/, too'];
  const raw = [...words, ...postContent(own.links).split('\n'), 'As on https://e.com/'].join('\r\n');
  const { calls } = answering({ [`GET ${posts}`]: { json: [{ id: 3, title: { raw: 'Tide' }, content: { raw } }] } });
  expect(await findPostDraft(calls, client, own, 2, 0)).toBe(3);
  expect(await findPostDraft(calls, client, { ...own, links: ['http://e.com/video/b/'] }, 2, 0)).toBeNull();
});

it.each<[Written, boolean]>([
  [{ headers: { allow: 'GET, POST' } }, true],
  [{ headers: { allow: 'GET' } }, false],
  [{}, false],
  [{ status: 500, headers: { allow: 'GET, POST' } }, false],
])('posts may be made where the route says so: %j', async (answer, expected) => {
  expect(await mayCreatePosts(answering({ [`OPTIONS ${posts}`]: answer }).calls, client)).toBe(expected);
});
