// Names of the terms in rows: what is known is not asked for, what is gone is asked for once, and what failed is asked for again.
import { expect, it, vi } from 'vitest';
import { createTermNames } from '../../../../main/features/library/term-names.ts';
import type { SiteItem } from '../../../../main/model.ts';
import { formStore } from '../../../../main/site/store/form-store.ts';
import { memoryQueue } from '../../queue/store/memory-queue.ts';
import { answering, ava, type Given, inShort } from '../../site/content/answering.ts';

const tags = [{ restBase: 'video_tag', name: 'Tags', hierarchical: false }];
const item = (...ids: number[]): SiteItem => ({
  ...{ id: 1, title: '', status: 'publish', slug: '', link: null, createdAt: null, modifiedAt: null },
  ...{ authorId: 1, posterId: null, mayEdit: true, mayDelete: true, values: { terms: { video_tag: ids } } },
});

function started(...given: readonly Given[]) {
  const site = answering(...given);
  const forms = formStore(memoryQueue().sql);
  forms.saveTerms('site-1', 'video_tag', [{ id: 1, name: 'Sea', parent: 0, count: 0 }]);
  const onLearned = vi.fn();
  let isSignedIn = true;
  const want = createTermNames({
    ...{ calls: site.calls, forms, onLearned, siteIdOf: () => 'site-1' },
    clientOf: () => (isSignedIn ? ava : null),
  });
  return {
    want: (...ids: number[]) => want('account-1', tags, [item(...ids), null, item(1)]),
    asked: () => inShort(site.asked).map((line) => line.replace(/^.*include=/, '')),
    known: () => forms.terms('site-1', 'video_tag', [1, 2, 3]).map(({ name }) => name),
    onLearned,
    signIn: (now: boolean) => {
      isSignedIn = now;
    },
  };
}

it('only unknown names are asked for, each once, also those that the site has no more; rows are told of what came', async () => {
  const names = started({ json: [{ id: 2, name: 'Rock &amp; Pop' }] }, { json: [] });
  names.want(1, 2, 3, 2);
  await vi.waitFor(() => expect(names.onLearned).toHaveBeenCalledTimes(1));
  expect([names.asked(), names.known()]).toEqual([['2,3'], ['Sea', 'Rock & Pop']]);
  names.want(2, 3);
  names.want(3, 4);
  await vi.waitFor(() => expect(names.asked()).toEqual(['2,3', '4']));
  // Nothing new came of it.
  await new Promise(setImmediate);
  expect(names.onLearned).toHaveBeenCalledTimes(1);
});

it('what failed is asked for with the next look, and a hundred at a time', async () => {
  const names = started({ status: 500, json: {} }, { json: [{ id: 2, name: 'Two' }] }, { json: [] });
  names.want(2);
  await vi.waitFor(() => expect(names.asked()).toEqual(['2']));
  await vi.waitFor(() => {
    names.want(2);
    expect(names.known()).toEqual(['Sea', 'Two']);
  });
  expect(names.asked()).toEqual(['2', '2']);
  names.want(...Array.from({ length: 150 }, (_, at) => at + 1_001));
  await vi.waitFor(() => expect(names.asked().at(-1)?.split(',')).toHaveLength(100));
  names.want(...Array.from({ length: 150 }, (_, at) => at + 1_001));
  await vi.waitFor(() => expect(names.asked().at(-1)?.split(',')).toHaveLength(50));
});

it('a signed-out account asks nobody until it is signed in again', async () => {
  const names = started({ json: [] });
  names.signIn(false);
  names.want(2);
  await Promise.resolve();
  expect(names.asked()).toEqual([]);
  names.signIn(true);
  names.want(2);
  await vi.waitFor(() => expect(names.asked()).toEqual(['2']));
});
