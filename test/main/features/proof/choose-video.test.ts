// The videos that may be a clip, as their site shows them when its user is asked.
import { describe, expect, it } from 'vitest';
import type { Accounts } from '../../../../main/features/accounts/accounts.ts';
import { candidatesOf } from '../../../../main/features/proof/choose-video.ts';
import type { Candidate, Job } from '../../../../main/model.ts';
import { type HttpAnswer, HttpError } from '../../../../main/ports.ts';
import type { QueueStore } from '../../../../main/queue/store/job-store.ts';
import { type AuthorizedClient, siteCalls } from '../../../../main/site/client/client.ts';
import { handClock } from '../../queue/hand-clock.ts';
import { aJob, states } from '../../queue/jobs.ts';

const root = 'https://e.com/wp-json/';
const ava: AuthorizedClient = { root, authorization: 'Basic x' };
const candidate = (videoId: number, more: Partial<Candidate> = {}): Candidate => ({
  ...{ videoId, title: `As found ${videoId}`, createdAt: 5, sizeMatches: false },
  ...more,
});
const asking = (candidates: readonly Candidate[]): Job =>
  aJob({ state: { ...states['needs you to send'], candidates } as Job['state'] });

type Given = { readonly status?: number; readonly json: unknown } | Error;
interface Site {
  /** What it says of a video, and of the files below it. */
  readonly video: (id: number) => Given;
  readonly files?: (id: number) => Given;
}

async function views(job: Job, site: Site, client: AuthorizedClient | null = ava, taken: readonly number[] = []) {
  const asked: string[] = [];
  let most = 0;
  let now = 0;
  const request = async ({ method, url }: { readonly method: string; readonly url: string }): Promise<HttpAnswer> => {
    expect(method).toBe('GET');
    asked.push(decodeURIComponent(url.replace(root, '')));
    most = Math.max(most, ++now);
    await new Promise((resolve) => setImmediate(resolve));
    now--;
    const of = /video\/(\d+)/.exec(url);
    const parent = /parent=(\d+)/.exec(url);
    const given = of ? site.video(Number(of[1])) : (site.files?.(Number(parent?.[1])) ?? { json: [] });
    if (given instanceof Error) throw given;
    return { status: given.status ?? 200, headers: {}, body: Buffer.from(JSON.stringify(given.json)), cut: null };
  };
  const store = {
    takenVideos: (accountId: string, except: string) => {
      expect([accountId, except]).toEqual([job.accountId, job.id]);
      return new Set(taken);
    },
  } as unknown as QueueStore;
  const accounts = { client: () => client } as unknown as Accounts;
  const found = await candidatesOf({ accounts, store, calls: siteCalls({ request }, handClock()) }, job);
  return { found, asked, most };
}
const shown = (id: number, more: object = {}): { readonly json: unknown } => ({
  json: { id, title: { raw: `Now ${id}` }, status: 'publish', slug: 'x', featured_media: 9, ...more },
});
const fileOf = (bytes: number | null): Given => ({
  json: [
    {
      ...{ id: 1, source_url: 'https://e.com/a.mp4', mime_type: 'video/mp4' },
      media_details: bytes === null ? {} : { filesize: bytes },
    },
  ],
});

describe('a candidate', () => {
  it('is shown as the site has it now', async () => {
    const { found, asked } = await views(asking([candidate(14)]), { video: shown, files: () => fileOf(2_000) });
    expect(found).toEqual([
      {
        ...{ videoId: 14, title: 'Now 14', createdAt: 5, sizeMatches: true, status: 'publish', bytes: 2_000 },
        ...{ poster: `${aJob().accountId}/9`, there: true, taken: false },
      },
    ]);
    expect(asked[0]).toBe('wp/v2/video/14?context=edit');
  });

  it.each<[string, Candidate, Given, object]>([
    ['of another size', candidate(14, { sizeMatches: true }), fileOf(1_999), { bytes: 1_999, sizeMatches: false }],
    ['whose size is not told', candidate(14, { sizeMatches: true }), fileOf(null), { bytes: null, sizeMatches: true }],
    ['without a file', candidate(14), { json: [] }, { bytes: null, sizeMatches: false }],
    ['whose files may not be seen', candidate(14), { status: 403, json: {} }, { bytes: null, there: true }],
  ])('%s says so', async (_, one, files, expected) => {
    const { found } = await views(asking([one]), { video: shown, files: () => files });
    expect(found[0]).toMatchObject({ title: 'Now 14', ...expected });
  });

  it('without a picture has none, and one in the trash is not there', async () => {
    const { found } = await views(asking([candidate(14)]), {
      video: (id) => shown(id, { featured_media: 0, status: 'trash' }),
    });
    expect(found[0]).toMatchObject({ poster: null, status: 'trash', there: false });
  });

  it('that another clip stands for says so', async () => {
    const { found } = await views(asking([candidate(14), candidate(15)]), { video: shown }, ava, [15]);
    expect(found.map(({ taken }) => taken)).toEqual([false, true]);
  });

  it.each<[string, Given, boolean | null]>([
    ['is gone', { status: 404, json: { code: 'rest_post_invalid_id' } }, false],
    ['is behind another missing thing', { status: 404, json: { code: 'rest_no_route' } }, null],
    ['is said to be gone by another answer', { status: 403, json: { code: 'rest_post_invalid_id' } }, null],
    ['may not be seen', { status: 403, json: { code: 'rest_forbidden' } }, null],
    ['stands in an answer that is no yes', { ...shown(14), status: 500 }, null],
    ['makes no sense', { json: { id: 'x' } }, null],
    ['is not to be asked now', new HttpError('reset', 'x'), null],
  ])('that %s is shown as it was found', async (_, given, there) => {
    const { found } = await views(asking([candidate(14)]), { video: () => given });
    expect(found).toEqual([{ ...candidate(14), status: '', bytes: null, poster: null, there, taken: false }]);
  });
});

it('candidates come in the order in which they were found, four asked at a time', async () => {
  const ids = [21, 3, 14, 7, 9, 2];
  const { found, most } = await views(asking(ids.map((id) => candidate(id))), { video: shown });
  expect(found.map(({ videoId }) => videoId)).toEqual(ids);
  expect(most).toBe(4);
});

it('nobody is asked without a sign-in, nor for a clip that asks nothing', async () => {
  const alone = await views(asking([candidate(14)]), { video: shown }, null, [14]);
  expect([alone.asked, alone.found]).toEqual([
    [],
    [{ ...candidate(14), status: '', bytes: null, poster: null, there: null, taken: true }],
  ]);
  expect((await views(aJob(), { video: shown })).found).toEqual([]);
});
