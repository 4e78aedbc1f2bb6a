// Trash, restore, delete for ever: what is asked of the site, and what each of its answers means.
import { describe, expect, it } from 'vitest';
import { SiteRefusal } from '../../../../main/answers.ts';
import { actOnVideo } from '../../../../main/site/content/trash.ts';
import { answering, ava, type Given, inShort } from './answering.ts';

const refusal = (status: number, code: string): Given => ({ status, json: { code, message: 'No.' } });
const video = (status: string, slug = 'harbour') => ({ json: { id: 7, status, slug, title: { rendered: 'x' } } });
const act = (how: Parameters<typeof actOnVideo>[3], ...steps: readonly Given[]) => {
  const { calls, asked } = answering(...steps);
  return actOnVideo(calls, ava, 7, how).then(
    (answer) => ({ answer, asked: inShort(asked) }),
    (error: unknown) => ({ answer: error instanceof SiteRefusal ? 'refusal' : error, asked: inShort(asked) }),
  );
};

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

describe('restore', () => {
  const look = 'GET wp/v2/video/7?context=edit';

  it('makes it public at once where that is wanted', async () => {
    expect(await act('publish-again', video('trash'), video('publish'))).toEqual({
      answer: null,
      asked: [look, 'POST wp/v2/video/7?context=edit {"status":"publish"}'],
    });
    expect((await act('publish-again', video('trash', '__trashed'), video('publish'))).asked[1]).toContain(
      '{"status":"publish","slug":""}',
    );
  });

  it.each(['pending', 'future', 'draft', 'private'])(
    'that a site makes “%s” of is told as that, not as public',
    async (is) => {
      expect((await act('publish-again', video('trash'), video(is))).answer).toEqual({ is });
      expect((await act('publish-again', video(is))).answer).toEqual({ is });
    },
  );

  it('of one that is public already is done', async () => {
    expect(await act('publish-again', video('publish'))).toEqual({ answer: null, asked: [look] });
  });

  it.each([
    ['harbour', '{"status":"draft"}'],
    ['__trashed', '{"status":"draft","slug":""}'],
    ['__trashed-2', '{"status":"draft","slug":""}'],
    ['__trashed-12', '{"status":"draft","slug":""}'],
    ['__trashed-x', '{"status":"draft"}'],
    ['my__trashed', '{"status":"draft"}'],
  ])('of a video called %s is a draft again', async (slug, body) => {
    expect(await act('restore', video('trash', slug), video('draft'))).toEqual({
      answer: null,
      asked: [look, `POST wp/v2/video/7?context=edit ${body}`],
    });
  });

  it('of one that is not in the trash is told as what it is, and changes nothing', async () => {
    expect(await act('restore', video('publish'))).toEqual({ answer: { is: 'publish' }, asked: [look] });
    expect((await act('restore', video('draft'))).answer).toBeNull();
    expect((await act('restore', video('trash'), video('pending'))).answer).toEqual({ is: 'pending' });
  });

  it('of one that stays there all the same is none', async () => {
    expect((await act('restore', video('trash'))).answer).toBe('refusal');
  });

  it('of one that is gone, or may not be changed, says so', async () => {
    expect((await act('restore', refusal(404, 'rest_post_invalid_id'))).answer).toBe('gone');
    expect((await act('restore', video('trash'), refusal(403, 'rest_cannot_publish'))).answer).toBe('not-allowed');
  });
});
