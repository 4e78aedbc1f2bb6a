// Which fields a refusal is about: the others go to the site without them, but never in a way that shows a video too early.
import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../../../main/answers.ts';
import type { FieldValues } from '../../../../main/model.ts';
import { decidesWhoSees, suspectFields, withoutSuspects } from '../../../../main/site/content/refused-fields.ts';

const sent: FieldValues = { title: 'x', status: 'publish', publishAt: 5, 'terms:tags': [1], 'terms:genre': [2] };
const terms = ['terms:tags', 'terms:genre'];
const suspects = (status: number, json: unknown, of: FieldValues = sent): readonly string[] => {
  const body = Buffer.from(typeof json === 'string' ? json : JSON.stringify(json));
  return suspectFields(readAnswer({ status, headers: {}, body, cut: null }, 0), of);
};
const invalid = (...names: readonly string[]) => ({
  code: 'rest_invalid_param',
  data: { status: 400, params: Object.fromEntries(names.map((name) => [name, 'is wrong'])) },
});

describe('a refusal', () => {
  it.each<[string, number, unknown, readonly string[]]>([
    ['names the wrong values', 400, invalid('title', 'tags'), ['title', 'terms:tags']],
    ['names the moment by either of its names', 400, invalid('date'), ['publishAt']],
    ['names the moment by the other', 400, invalid('date_gmt'), ['publishAt']],
    ['names what was not sent', 400, invalid('excerpt'), terms],
    ['names nothing', 400, invalid(), terms],
    ['names it in no way that is known', 400, { code: 'rest_invalid_param', data: { params: 'title' } }, terms],
    ['names it nowhere', 400, { code: 'rest_invalid_param', data: {} }, terms],
    ['says no more than that', 400, { code: 'rest_invalid_param' }, terms],
    ['names values under another code', 400, { ...invalid('title'), code: 'odd' }, terms],
    ['is of publishing', 403, { code: 'rest_cannot_publish' }, ['status']],
    ['is of terms', 403, { code: 'rest_cannot_assign_term' }, terms],
    ['is of a plugin', 400, { code: 'quota' }, terms],
    ['is of the video as a whole', 403, { code: 'rest_cannot_edit' }, []],
    ['is of one who may nothing', 403, { code: 'rest_forbidden' }, []],
    ['is of a video that is none', 400, { code: 'rest_post_invalid_id' }, []],
    ['is of a missing route', 400, { code: 'rest_no_route' }, []],
    ['is of a broken request', 400, { code: 'rest_invalid_json' }, []],
    ['only sounds like one of the whole', 403, { code: 'my_rest_forbidden' }, terms],
    ['is of the sign-in', 400, { code: 'incorrect_password' }, []],
    ['is none that stays', 500, { code: 'quota' }, []],
    ['is of a missing thing', 404, { code: 'quota' }, []],
    ['has no code', 400, { message: 'No.' }, []],
    ['is a page', 403, '<html>', []],
  ])('that %s', (_, status, json, fields) => {
    expect(suspects(status, json)).toEqual(fields);
  });

  it('is about the whole where nothing that it could mean was sent', () => {
    expect(suspects(400, { code: 'quota' }, { title: 'x' })).toEqual([]);
  });
});

describe('what goes without the suspects', () => {
  it('is all of the others', () => {
    expect(withoutSuspects(sent, ['terms:tags'])).toEqual({
      title: 'x',
      status: 'publish',
      publishAt: 5,
      'terms:genre': [2],
    });
    expect(withoutSuspects(sent, [])).toEqual(sent);
  });

  it('is nothing that decides who sees the video where one such field does not go', () => {
    const without = withoutSuspects({ ...sent, password: 'x' } as FieldValues, ['publishAt']);
    expect(without).toEqual({ title: 'x', 'terms:tags': [1], 'terms:genre': [2] });
    expect([decidesWhoSees('status'), decidesWhoSees('title'), decidesWhoSees('terms:tags')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
