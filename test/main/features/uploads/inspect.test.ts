// What is found out about a clip when somebody looks at it: its length and size, and its video as the site shows it now.
import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { type InspectOptions, inspect, openVideo } from '../../../../main/features/uploads/inspect.ts';
import { createVideoCache } from '../../../../main/features/uploads/video-cache.ts';
import { emptyDraft, type Job, nothingSeen, type Site } from '../../../../main/model.ts';
import type { JobEvent } from '../../../../main/queue/job/job-event.ts';
import { aSite } from '../../a-site.ts';
import { aVideo } from '../../a-video.ts';
import { aJob, type StateName, states } from '../../queue/jobs.ts';
import { clipAt } from '../../transfer/clips.ts';
import { client, createDesk, createShelf, type Desk, film, type OnSite } from '../proof/shelf.ts';

let desk: Desk;
let isSignedIn: boolean;
let site: Site | null;
let events: (JobEvent | null)[];
let shown: unknown[];
let opened: string[];
/** What was learned of videos. */
let known: unknown[];
/** Jobs beside which was looked. */
let beside: string[];

beforeEach(() => {
  desk = createDesk();
  [isSignedIn, site, events, shown, opened, known, beside] = [true, aSite(), [], [], [], [], []];
});

function desktop(...held: readonly OnSite[]) {
  const shelf = createShelf(...held);
  const options: InspectOptions = {
    ...{ files: desk.files, calls: shelf.calls, store: desk.store, videos: createVideoCache(desk.clock) },
    desktop: { openUrl: async (url) => void opened.push(url) },
    accounts: { client: () => (isSignedIn ? client : null), siteOf: () => site },
    runner: {
      apply: async (id, event) => {
        const job = desk.store.job(id);
        if (job) events.push(typeof event === 'function' ? event(job) : event);
        return job !== null;
      },
    },
    sidecars: { look: async (id) => void beside.push(id) },
    feed: { changed: (...what) => void shown.push(what) },
    onSite: {
      ...{ of: () => null, wants: () => false, look: () => {}, forget: () => {}, stop: () => {} },
      learn: (_, { id, status }) => void known.push([id, status]),
      gone: (_, id) => void known.push([id, null]),
    },
  };
  return { shelf, options };
}
/** A job whose clip is a real film. */
async function filmed(changes: Partial<Job['clip']['facts']> = {}): Promise<Job> {
  const { clip } = await desk.add(film('a', 10), { id: 'place' });
  copyFileSync(fileURLToPath(new URL('../../../fixtures/C0001.mp4', import.meta.url)), clip.path);
  const now = await clipAt(clip.path);
  const job = aJob({ id: 'film', position: 2, clip: { ...now, facts: { ...now.facts, ...changes } } });
  await desk.store.write(() => desk.store.insertJob(job));
  return job;
}
const factsOf = (id: string) => desk.store.job(id)?.clip.facts;

describe('the file', () => {
  it('is asked once how long and large its picture is, and the window is told', async () => {
    const { options } = desktop();
    await inspect(options, await filmed());
    expect(factsOf('film')).toEqual({
      ...{ format: 'mp4', durationSeconds: expect.any(Number), width: expect.any(Number), height: expect.any(Number) },
    });
    expect(shown).toEqual([['film', false]]);
  });

  it('is looked for beside, where its details may lie', async () => {
    const { options } = desktop();
    await inspect(options, await filmed());
    expect(beside).toEqual(['film']);
  });

  it.each([
    ['it was asked before', { durationSeconds: 7 }],
    ['it is of no known kind', { format: null }],
  ] as const)('is not asked where %s', async (_, facts) => {
    const { options } = desktop();
    let opens = 0;
    const files: InspectOptions['files'] = {
      open: (path) => {
        opens++;
        return desk.files.open(path);
      },
    };
    const job = await filmed(facts);
    await inspect({ ...options, files }, job);
    expect([opens, factsOf('film'), shown]).toEqual([0, job.clip.facts, [['film', false]]]);
  });

  it('that is gone or no film stays as it is known', async () => {
    const { options } = desktop();
    const job = await desk.add(film('a', 10));
    await inspect(options, job);
    await inspect(options, { ...job, clip: { ...job.clip, path: '/nowhere' } });
    expect(factsOf('job-1')).toEqual(job.clip.facts);
    expect(shown).toHaveLength(2);
  });

  it('is closed again', async () => {
    let open = 0;
    const { options } = desktop();
    const files: InspectOptions['files'] = {
      open: async (path) => {
        const file = await desk.files.open(path);
        open++;
        const close = async (): Promise<void> => {
          open--;
          await file.close();
        };
        return { ...file, close };
      },
    };
    await inspect({ ...options, files }, await filmed());
    expect([open, factsOf('film')?.durationSeconds]).toEqual([0, expect.any(Number)]);
  });
});

describe('the video', () => {
  const done = { state: states.done } as const;

  it('is fetched, and fetched again only after a while', async () => {
    const { options, shelf } = desktop({ videoId: 14, title: 'There' });
    const job = await desk.add(film('a', 10), done);
    await inspect(options, job);
    await inspect(options, job);
    expect(options.videos.get(job.id)).toMatchObject({ id: 14, title: 'There' });
    expect(shelf.asked).toEqual(['wp/v2/video/14']);
    await desk.clock.pass(20_000);
    await inspect(options, job);
    expect(shelf.asked).toHaveLength(2);
  });

  it.each<[string, readonly OnSite[], string | null]>([
    ['is there', [{ videoId: 14, status: 'trash' }], 'trash'],
    ['is deleted', [], null],
  ])('that %s is known as such for its row', async (_, held, status) => {
    const { options } = desktop(...held);
    await inspect(options, await desk.add(film('a', 10), done));
    expect(known).toEqual([[14, status]]);
  });

  it('that somebody changed on the site is taken over', async () => {
    const { options } = desktop({ videoId: 14, title: 'Theirs' });
    const typed = { draft: { ...emptyDraft, title: 'Mine' }, seen: { ...nothingSeen, values: { title: 'Mine' } } };
    await inspect(options, await desk.add(film('a', 10), { ...done, ...typed }));
    expect(events).toMatchObject([{ kind: 'refreshed', draft: { title: 'Theirs' } }]);
  });

  it('that is as it was changes nothing', async () => {
    const { options } = desktop({ videoId: 14, title: 'There' });
    await inspect(options, await desk.add(film('a', 10), done));
    expect(events).toEqual([null]);
  });

  it('that is gone is not remembered, and the window is told all the same', async () => {
    const { options } = desktop();
    const job = await desk.add(film('a', 10), done);
    await inspect(options, job);
    expect([options.videos.get(job.id), events, shown]).toEqual([null, [], [['job-1', false]]]);
  });

  it.each<[string, StateName, boolean]>([
    ['nobody is signed in', 'done', false],
    ['it is not known to be there', 'unclear', true],
    ['its clip was cancelled', 'cancelled after', true],
  ])('is not asked for where %s', async (_, name, isIn) => {
    isSignedIn = isIn;
    const { options, shelf } = desktop({ videoId: 14 });
    await inspect(options, await desk.add(film('a', 10), { state: states[name] }));
    expect(shelf.asked).toEqual([]);
  });

  it('of a clip that has arrived and needs its user is fetched as well', async () => {
    const { options, shelf } = desktop({ videoId: 14 });
    await inspect(options, await desk.add(film('a', 10), { state: states['needs you to edit'] }));
    expect(shelf.asked).toEqual(['wp/v2/video/14']);
  });
});

describe('a video in the browser', () => {
  const done = aJob({ state: states.done });

  it('is opened by its link, as far as that is the site’s own', async () => {
    const { options } = desktop();
    await openVideo(options, done);
    options.videos.remember(done.id, aVideo({ link: 'http://127.0.0.1/a-film' }));
    await openVideo(options, done);
    options.videos.remember(done.id, aVideo({ link: 'https://elsewhere.example/a-film' }));
    await openVideo(options, done);
    const byNumber = 'http://127.0.0.1/?post_type=video&p=14';
    expect(opened).toEqual([byNumber, 'http://127.0.0.1/a-film', byNumber]);
  });

  it('is opened also where its clip was cancelled when it had arrived', async () => {
    const { options } = desktop();
    await openVideo(options, aJob({ state: states['cancelled after'] }));
    expect(opened).toEqual(['http://127.0.0.1/?post_type=video&p=14']);
  });

  it('is none of a clip that is not on a site', async () => {
    const { options } = desktop();
    await expect(openVideo(options, aJob())).rejects.toMatchObject({ code: 'not-on-site' });
    site = null;
    await expect(openVideo(options, done)).rejects.toMatchObject({ code: 'not-on-site' });
    expect(opened).toEqual([]);
  });
});
