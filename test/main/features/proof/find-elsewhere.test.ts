// A clip that another computer may have sent: what of the account's files proves it, what only its user can tell, and what is another clip.
import { describe, expect, it } from 'vitest';
import { type SiteAnswer, SiteRefusal } from '../../../../main/answers.ts';
import { createFindElsewhere } from '../../../../main/features/proof/find-elsewhere.ts';
import type { Attempt, Job, StoredFile } from '../../../../main/model.ts';
import type { Files } from '../../../../main/ports.ts';
import { FileError } from '../../../../main/ports.ts';
import { anAttempt, states } from '../../queue/jobs.ts';
import { account } from '../uploads/tasks/parts.ts';
import { begun, client, createDesk, createShelf, film, mediaIdOf, type OnSite } from './shelf.ts';

const size = 200_000;
const clip = film('a');
const stored = (videoId: number, changes: Partial<StoredFile> = {}): StoredFile => ({
  ...{ mediaId: mediaIdOf(videoId), videoId, title: 'C0001', bytes: size, createdAt: begun + videoId },
  sourceUrl: `http://127.0.0.1/files/${mediaIdOf(videoId)}/C0001.mp4`,
  ...changes,
});
const own = (videoId: number, changes: Partial<OnSite> = {}): OnSite => ({ videoId, bytes: clip, ...changes });

/** A clip of film `a` that was never sent from here; its site holds this, and of it the account has these files. */
async function unsent(
  held: readonly OnSite[],
  listed = held.map(({ videoId }) => stored(videoId)),
  job: Partial<Job> = {},
) {
  const desk = createDesk();
  const shelf = createShelf(...held);
  const asked: unknown[][] = [];
  const ruledOut: unknown[] = [];
  const disk: { problem: FileError | null } = { problem: null };
  const files: Files = {
    ...desk.files,
    open: async (path) => {
      if (disk.problem) throw disk.problem;
      return desk.files.open(path);
    },
  };
  const find = createFindElsewhere({
    ...{ files, calls: shelf.calls, store: desk.store },
    accountFiles: {
      ruleOut: (of, mediaId) => void ruledOut.push([of.id, mediaId]),
      like: async (...wanted) => {
        asked.push(wanted);
        return listed;
      },
    },
  });
  const added = await desk.add(clip, job);
  const look = (name = 'C0001.mp4') => find(added, client, account.userId, name, 250);
  return { desk, shelf, disk, asked, ruledOut, job: added, look };
}
const absent = { kind: 'absent' };
const found = (videoId: number) => ({ kind: 'found', videoId });
const asks = (...videoIds: readonly number[]) => ({
  kind: 'ask',
  candidates: videoIds.map((videoId) => ({
    ...{ videoId, title: 'C0001', createdAt: begun + videoId, sizeMatches: true },
  })),
});

describe('a clip whose bytes are on the site', () => {
  it('is found, whatever it is called there: its video, when that was made, and the file here', async () => {
    const on = await unsent(
      [own(7)],
      [stored(7, { title: 'Another', sourceUrl: 'http://127.0.0.1/files/1007/x.mp4' })],
    );
    const { identity, mtimeMs } = on.job.clip;
    expect(await on.look()).toEqual({
      ...{ kind: 'found', videoId: 7, createdAt: begun + 7, file: { ...identity, mtimeMs } },
    });
    expect(on.asked).toEqual([[on.job, client, 'C0001.mp4', 250]]);
    // At three places, then at twenty-four.
    expect(on.shelf.asked.filter((one) => one.startsWith('http:'))).toHaveLength(3 + 24);
    expect(on.shelf.asked.at(-1)).toBe('wp/v2/video/7');
    expect(on.shelf.queries).toEqual([{ context: 'edit' }]);
    expect(on.ruledOut).toEqual([]);
  });

  it.each(['publish', 'draft', 'pending', 'private', 'future'])('is found as a video that is %s', async (status) => {
    expect(await (await unsent([own(7, { status })])).look()).toMatchObject(found(7));
  });

  it('is found where the site tells its size only with its bytes', async () => {
    expect(await (await unsent([own(7)], [stored(7, { bytes: null })])).look()).toMatchObject(found(7));
  });

  it('is the first of several copies, in whatever order they are listed', async () => {
    const on = await unsent([own(7), own(8), own(6)]);
    expect(await on.look()).toMatchObject(found(6));
    expect(on.shelf.asked.some((one) => one.includes('1007') || one.includes('1008'))).toBe(false);
  });

  it('is asked about where its video lies in the trash', async () => {
    expect(await (await unsent([own(7, { status: 'trash' })])).look()).toEqual(asks(7));
  });

  it('is found in a later copy where the first one lies in the trash', async () => {
    const on = await unsent([own(7, { status: 'trash' }), own(8)]);
    expect(await on.look()).toMatchObject(found(8));
  });

  it.each<[string, Partial<OnSite>]>([
    ['gone', { record: 'gone' }],
    ['somebody else’s', { authorId: account.userId + 1 }],
  ])('is not there where its video is %s', async (_, changes) => {
    expect(await (await unsent([own(7, changes)])).look()).toEqual(absent);
    expect(await (await unsent([own(7, changes), own(8)])).look()).toMatchObject(found(8));
  });

  it('is found where its video is this account’s, as the site says itself', async () => {
    expect(await (await unsent([own(7, { authorId: account.userId })])).look()).toMatchObject(found(7));
  });
});

describe('a clip whose own attempt came true too late for the looks that followed', () => {
  const tried = async (attempt: Partial<Attempt>, video: Partial<OnSite> = {}) => {
    const on = await unsent([own(7, video)]);
    const known = anAttempt({ id: 'attempt-1', startedAt: begun, siteSkewMs: 0, endedAt: begun + 5_000, ...attempt });
    await on.desk.store.write(() => on.desk.store.insertAttempt(known));
    return on.look();
  };

  it.each([null, 'unclear', 'absent'] as const)(
    'is its own where nobody was told how that ended: %s',
    async (ended) => {
      expect(await tried({ ended })).toMatchObject({ ...found(7), isLate: true });
    },
  );

  it.each<[string, Partial<Attempt>, Partial<OnSite>]>([
    ['the attempt never left or was refused', { ended: 'refused' }, {}],
    ['it went under another name', { ended: 'absent', fileName: 'Harbour.mp4' }, {}],
    ['the attempt began after its video was made', { ended: 'absent', startedAt: begun + 60_000 }, {}],
    ['its video has another title by now', { ended: 'absent' }, { title: 'Harbour' }],
    ['the attempt only stands for what others may have sent', { ended: null, id: 'elsewhere-job-1' }, {}],
  ])('may be another’s where %s', async (_, attempt, video) => {
    const seen = await tried(attempt, video);
    expect(seen).toMatchObject(found(7));
    expect(seen).not.toHaveProperty('isLate');
  });
});

describe('another clip', () => {
  it('is one of the same size and name whose bytes differ', async () => {
    const on = await unsent([{ videoId: 7, bytes: film('b') }]);
    expect(await on.look()).toEqual(absent);
    expect(on.shelf.asked, 'nothing but its first bytes were asked for').toHaveLength(1);
    expect(on.ruledOut, 'it need not be compared again').toEqual([[on.job.id, mediaIdOf(7)]]);
  });

  it('is one that differs only between its beginning, middle and end', async () => {
    const bytes = film('a', 4_000_000);
    const take = Buffer.from(bytes);
    take.fill('x', 400_000, 1_900_000);
    const desk = createDesk();
    const job = await desk.add(bytes);
    const shelf = createShelf({ videoId: 7, bytes: take });
    const find = createFindElsewhere({
      ...{ files: desk.files, calls: shelf.calls, store: desk.store },
      accountFiles: { ruleOut: () => {}, like: async () => [stored(7, { bytes: bytes.length })] },
    });
    expect(await find(job, client, account.userId, 'C0001.mp4', 0)).toEqual(absent);
    expect(shelf.asked.length).toBeGreaterThan(3);
  });

  it('is one that is longer, although it begins with the same bytes', async () => {
    const on = await unsent([{ videoId: 7, bytes: Buffer.concat([clip, clip]) }], [stored(7, { bytes: null })]);
    expect(await on.look()).toEqual(absent);
  });

  it('is one without a video', async () => {
    const on = await unsent([own(7)], [stored(7, { videoId: null })]);
    expect([await on.look(), on.shelf.asked]).toEqual([absent, []]);
  });

  it('is one that stands for another clip of this list', async () => {
    const on = await unsent([own(7)]);
    await on.desk.add(clip, { id: 'other', state: { kind: 'done', videoId: 7, finishedAt: 1 } });
    expect([await on.look(), on.shelf.asked]).toEqual([absent, []]);
  });

  it('is one of which its user said so, in any attempt', async () => {
    const on = await unsent([own(7), own(8), own(9)]);
    await on.desk.store.write(() => {
      on.desk.store.insertAttempt(anAttempt({ rejectedVideoIds: [7] }));
      on.desk.store.insertAttempt(anAttempt({ id: 'attempt-2', rejectedVideoIds: null }));
      on.desk.store.insertAttempt(anAttempt({ id: 'attempt-3', rejectedVideoIds: [8] }));
    });
    expect(await on.look()).toMatchObject(found(9));
    expect(on.shelf.asked.some((one) => one.includes('1007') || one.includes('1008'))).toBe(false);
  });

  it('is nothing where the account has no such file: the site is asked for nothing', async () => {
    const on = await unsent([own(7)], []);
    expect([await on.look(), on.shelf.asked]).toEqual([absent, []]);
  });
});

describe('where the site shows no files to strangers', () => {
  async function blind(...[held, listed, job]: Parameters<typeof unsent>) {
    const on = await unsent(held, listed, job);
    on.shelf.serves = 'none';
    return on;
  }

  it('one of its name and size is asked about', async () => {
    expect(await (await blind([own(7)])).look()).toEqual(asks(7));
    expect(await (await blind([own(7, { status: 'trash' })])).look()).toEqual(asks(7));
  });

  it('one of its name whose size nobody tells is asked about', async () => {
    expect(await (await blind([own(7)], [stored(7, { bytes: null })])).look()).toEqual(asks(7));
  });

  it('all of them are asked about, the first one first', async () => {
    expect(await (await blind([own(9), own(7), own(8)])).look()).toEqual(asks(7, 8, 9));
  });

  it('one of another name is another clip', async () => {
    const on = await blind([own(7)]);
    expect([await on.look('Another.mp4'), on.shelf.asked.length]).toEqual([absent, 1]);
  });

  it.each<[string, Partial<OnSite>]>([
    ['gone', { record: 'gone' }],
    ['somebody else’s', { authorId: account.userId + 1 }],
  ])('one whose video is %s is not', async (_, changes) => {
    expect(await (await blind([own(7, changes)])).look()).toEqual(absent);
  });

  it('one that another clip of this list may have made is left to that', async () => {
    const on = await blind([own(7)]);
    await on.desk.add(
      film('b'),
      { id: 'rival', state: states.unclear },
      anAttempt({ id: 'attempt-1', jobId: 'rival' }),
    );
    expect([await on.look(), on.shelf.asked.length]).toEqual([absent, 1]);
  });
});

describe('what the site says of a video whose bytes are the clip’s', () => {
  const said = async (answer: Partial<SiteAnswer>) => {
    const on = await unsent([own(7)]);
    on.shelf.answer = (route) => (route === 'wp/v2/video/7' ? answer : null);
    return on;
  };

  it.each<[number, string]>([
    [404, 'rest_post_invalid_id'],
    [403, 'rest_forbidden_context'],
    [401, 'rest_forbidden'],
  ])('%d %s: it is nobody’s, or somebody else’s', async (status, code) => {
    const on = await said({ status, code });
    expect([await on.look(), on.ruledOut]).toEqual([absent, []]);
  });

  it.each<[number, string | null]>([
    [404, null],
    [404, 'not_found'],
    [403, null],
    [403, 'firewall'],
    [401, 'no_rest_here'],
    [500, 'rest_internal'],
    [503, null],
  ])('%d %s: nothing is known', async (status, code) => {
    const on = await said({ status, code });
    await expect(on.look()).rejects.toThrow(SiteRefusal);
  });
});

describe('what cannot be known', () => {
  it('is a failure where the disk of the clip does not answer', async () => {
    const on = await unsent([own(7)]);
    on.disk.problem = new FileError('no-answer', 'x');
    await expect(on.look()).rejects.toMatchObject({ problem: 'no-answer' });
  });

  it('is asked about where the clip itself cannot be read', async () => {
    const on = await unsent([own(7)]);
    on.disk.problem = new FileError('missing', 'x');
    expect(await on.look()).toEqual(asks(7));
  });

  it('is a failure where the list is', async () => {
    const desk = createDesk();
    const job = await desk.add(clip);
    const refusal = new SiteRefusal({
      ...{ status: 503, headers: {}, json: {}, webPage: false, code: null, message: null },
      ...{ retryAfterMs: null, maintained: false },
    });
    const find = createFindElsewhere({
      ...{ files: desk.files, calls: createShelf().calls, store: desk.store },
      accountFiles: { ruleOut: () => {}, like: () => Promise.reject(refusal) },
    });
    await expect(find(job, client, 3, 'C0001.mp4', 0)).rejects.toBe(refusal);
  });
});
