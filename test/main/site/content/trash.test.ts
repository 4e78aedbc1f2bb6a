// Trash, restore, delete for ever: what is asked of the site, and what each of its answers means.
import { describe, expect, it } from 'vitest';
import { SiteRefusal } from '../../../../main/answers.ts';
import type { SiteCalls } from '../../../../main/site/client/client.ts';
import { bringBack, lookAt, takeAway } from '../../../../main/site/content/trash.ts';
import { answering, ava, type Given, inShort } from './answering.ts';

const refusal = (status: number, code: string): Given => ({ status, json: { code, message: 'No.' } });
const video = (status: string, slug = 'harbour') => ({ json: { id: 7, status, slug, title: { rendered: 'x' } } });
const asking = (
  ask: (calls: SiteCalls, client: typeof ava) => Promise<unknown>,
  ...steps: readonly Given[]
): Promise<{ answer: unknown; asked: readonly string[] }> => {
  const { calls, asked } = answering(...steps);
  return ask(calls, ava).then(
    (answer) => ({ answer, asked: inShort(asked) }),
    (error: unknown) => ({ answer: error instanceof SiteRefusal ? 'refusal' : error, asked: inShort(asked) }),
  );
};
const act = (how: 'trash' | 'delete-forever', step: Given) =>
  asking((calls, client) => takeAway(calls, client, 7, how), step);

describe.each(['trash', 'delete-forever'] as const)('%s', (how) => {
  const asked = [`DELETE wp/v2/video/7${how === 'trash' ? '' : '?force=true'}`];

  it('is done with one question', async () => {
    expect(await act(how, {})).toEqual({ answer: null, asked });
  });

  it.each<[string, Given, unknown]>([
    ['a video that is not there', refusal(404, 'rest_post_invalid_id'), 'gone'],
    ['another missing thing', refusal(404, 'rest_no_route'), 'refusal'],
    ['a code of a missing video with another status', refusal(400, 'rest_post_invalid_id'), 'refusal'],
    ['a site without a trash', refusal(501, 'rest_trash_not_supported'), 'no-trash'],
    ['one who may not delete', refusal(403, 'rest_cannot_delete'), 'not-allowed'],
    ['one who may not edit', refusal(403, 'rest_cannot_edit'), 'not-allowed'],
    ['one who may nothing', refusal(403, 'rest_forbidden_context'), 'not-allowed'],
    ['a code that only ends like one', refusal(403, 'my_rest_forbidden'), 'refusal'],
    ['a code that ends like another', refusal(403, 'my_rest_cannot_edit'), 'refusal'],
    ['a page with a yes', { body: Buffer.from('<html>') }, 'refusal'],
    ['nobody in particular', refusal(401, 'rest_cannot_delete'), 'refusal'],
    ['a page', { status: 500, body: Buffer.from('<html>') }, 'refusal'],
  ])('of %s', async (_, given, answer) => {
    expect(await act(how, given)).toEqual({ answer, asked });
  });
});

it('what is in the trash already is there; for ever it is not gone by that', async () => {
  const already = refusal(410, 'rest_already_trashed');
  expect((await act('trash', already)).answer).toBeNull();
  expect((await act('delete-forever', already)).answer).toBe('refusal');
});

describe('a look', () => {
  const look = (step: Given) => asking((calls, client) => lookAt(calls, client, 7), step);

  it('tells the status and the slug, in one question', async () => {
    expect(await look(video('trash', '__trashed'))).toEqual({
      answer: { is: 'trash', slug: '__trashed' },
      asked: ['GET wp/v2/video/7?context=edit'],
    });
  });

  it('at one that is gone, or may not be looked at, says so', async () => {
    expect((await look(refusal(404, 'rest_post_invalid_id'))).answer).toBe('gone');
    expect((await look(refusal(403, 'rest_forbidden_context'))).answer).toBe('not-allowed');
    expect((await look({ status: 500, body: Buffer.from('<html>') })).answer).toBe('refusal');
  });
});

describe('a way back', () => {
  const back = (status: string, step: Given, slug = 'harbour') =>
    asking((calls, client) => bringBack(calls, client, { id: 7, slug }, status), step);

  it.each([
    ['harbour', '{"status":"draft"}'],
    ['__trashed', '{"status":"draft","slug":""}'],
    ['__trashed-2', '{"status":"draft","slug":""}'],
    ['__trashed-12', '{"status":"draft","slug":""}'],
    ['__trashed-x', '{"status":"draft"}'],
    ['my__trashed', '{"status":"draft"}'],
  ])('of a video called %s is a draft again', async (slug, body) => {
    expect(await back('draft', video('draft'), slug)).toEqual({
      answer: null,
      asked: [`POST wp/v2/video/7?context=edit ${body}`],
    });
  });

  it('makes it public at once where that is wanted', async () => {
    expect((await back('publish', video('publish'))).answer).toBeNull();
  });

  it.each(['pending', 'future', 'draft', 'private'])(
    'that a site makes “%s” of is told as that, not as public',
    async (is) => {
      expect((await back('publish', video(is))).answer).toEqual({ is });
    },
  );

  it('of one that stays there all the same is none', async () => {
    expect((await back('draft', video('trash'))).answer).toBe('refusal');
  });

  it('of one that is gone, or may not be changed, says so', async () => {
    expect((await back('draft', refusal(404, 'rest_post_invalid_id'))).answer).toBe('gone');
    expect((await back('publish', refusal(403, 'rest_cannot_publish'))).answer).toBe('not-allowed');
  });
});
