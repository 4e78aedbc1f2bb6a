// Is the clip there, is it a video, and may it go: on real files.

import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../../main/adapters/clock.ts';
import { diskFiles } from '../../../../../main/adapters/files.ts';
import { type CheckClipOptions, createCheckClip } from '../../../../../main/features/uploads/tasks/check-clip.ts';
import type { Job, Site } from '../../../../../main/model.ts';
import { FileError } from '../../../../../main/ports.ts';
import { smallBytes } from '../../../../../main/transfer/small-body.ts';
import { aSizeLimit } from '../../../a-site.ts';
import { aJob, later } from '../../../queue/jobs.ts';
import { clipAt } from '../../../transfer/clips.ts';
import { oneAccount } from './parts.ts';

let folder: string;
let path: string;
let job: Job;

const fixture = (name: string): string => fileURLToPath(new URL(`../../../../fixtures/${name}`, import.meta.url));

/** A film that names more bytes than it has. */
const shortFilm = readFileSync(fixture('Studio loop.webm')).subarray(0, -1_000);

const unasked: CheckClipOptions['versions'] = { isAsked: () => false };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-check-'));
  path = join(folder, 'C0001.mp4');
  copyFileSync(fixture('C0001.mp4'), path);
  job = aJob({ clip: await clipAt(path), sha256: 'known' });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function check(on: Partial<CheckClipOptions> = {}, known: Partial<Site> = {}, asked: Partial<Job> = {}) {
  return createCheckClip(
    {
      clock: systemClock,
      accounts: oneAccount(known).accounts,
      files: diskFiles,
      versions: unasked,
      sameClip: async () => null,
      lookBeside: async () => {},
      ...on,
    },
    { orAway: async (_, cause) => cause },
  )({ ...job, ...asked });
}
const needs = (reason: string, action = 'retry', detail: string | null = null) => ({
  kind: 'stop',
  cause: { kind: 'needs-you', reason, action, detail },
});

describe('a clip', () => {
  it('that lies there as it was goes as it is', async () => {
    expect(await check()).toEqual({ kind: 'go', clip: job.clip });
  });

  it('that a program still writes to waits for that program', async () => {
    const asked: unknown[] = [];
    const holding = async (held: readonly { readonly path: string }[]) => {
      asked.push(...held);
      return new Map([[path, 'ffmpeg']]);
    };
    const writers = { holding, close: async () => {} };
    // What leaves in one go is asked about when it leaves.
    expect([(await check({ writers })).kind, asked]).toEqual(['go', []]);
    appendFileSync(path, Buffer.alloc(smallBytes));
    job = { ...job, clip: await clipAt(path) };
    const inUse = { kind: 'retry', why: 'clip-busy', afterMs: null, bounded: false };
    expect(await check({ writers })).toEqual({ kind: 'stop', cause: inUse });
    const { device, inode } = job.clip.identity;
    expect(asked).toEqual([{ path, device, inode }]);
  });

  it('that is gone needs the user', async () => {
    rmSync(path);
    expect(await check()).toEqual(needs('clip-missing'));
  });

  it('that is gone with its disk waits for that', async () => {
    rmSync(path);
    const { accounts } = oneAccount();
    const asked: unknown[] = [];
    const away = createCheckClip(
      {
        clock: systemClock,
        accounts,
        files: diskFiles,
        versions: unasked,
        sameClip: async () => null,
        lookBeside: async () => {},
      },
      {
        orAway: async (one, cause) => {
          asked.push([one.id, cause]);
          return later;
        },
      },
    );
    expect(await away(job)).toEqual({ kind: 'stop', cause: later });
    expect(asked).toEqual([[job.id, needs('clip-missing').cause]]);
  });

  it('in whose place a folder lies needs the user', async () => {
    rmSync(path);
    mkdirSync(path);
    expect(await check()).toEqual(needs('clip-no-file'));
  });

  it('in whose place a folder lies is no empty clip, on disks too on which folders have no size', async () => {
    const stat: CheckClipOptions['files']['stat'] = async () => ({ ...(await diskFiles.stat(folder)), size: 0 });
    expect(await check({ files: { ...diskFiles, stat } })).toEqual(needs('clip-no-file'));
  });

  it('that was emptied is for the bin', async () => {
    writeFileSync(path, '');
    expect(await check()).toEqual(needs('clip-empty', 'remove'));
  });

  it('in whose place no video lies is for the bin', async () => {
    writeFileSync(path, 'No film at all, and quite a long text about it.');
    expect(await check()).toEqual(needs('clip-not-video', 'remove'));
  });

  it('that is still being written is asked for again', async () => {
    const whole = await diskFiles.stat(path);
    const head = Buffer.alloc(Math.floor(whole.size / 2));
    const file = await diskFiles.open(path);
    await file.read(head, 0, head.length, 0);
    await file.close();
    writeFileSync(path, head);
    expect(await check()).toEqual(needs('clip-unfinished'));
  });

  it('in whose place another video lies goes as that one: nothing that was read of the old one counts', async () => {
    copyFileSync(fixture('Studio loop.webm'), path);
    const now = await clipAt(path);
    const checked = await check({}, {}, { clip: { ...job.clip, facts: { ...job.clip.facts, durationSeconds: 7 } } });
    const facts = { format: 'webm', durationSeconds: null, width: null, height: null };
    expect(checked).toEqual({ kind: 'go', clip: { ...now, facts } });
  });

  describe('that changed where nobody can be seen to write', () => {
    const writers = { holding: async () => null, close: async () => {} };
    const inUse = { kind: 'stop', cause: { kind: 'retry', why: 'clip-busy', afterMs: null, bounded: false } };
    const lately = (ms: number, changedMs = 0): Partial<CheckClipOptions> => ({
      writers,
      clock: { ...systemClock, now: () => 1_000_000_000 + ms },
      files: {
        ...diskFiles,
        stat: async (asked) => ({
          ...(await diskFiles.stat(asked)),
          mtimeMs: 1_000_000_000,
          changedMs: 1_000_000_000 + changedMs,
        }),
      },
    });
    const minute = 60_000;

    it('and is whole goes after a careful time, as its old bytes may fill it (F-23)', async () => {
      copyFileSync(fixture('Studio loop.webm'), path);
      expect(await check(lately(2.5 * minute - 1))).toEqual(inUse);
      expect(await check(lately(2.5 * minute))).toMatchObject({ kind: 'go' });
      // The time of it was set back.
      expect(await check(lately(2.5 * minute, minute))).toEqual(inUse);
    });

    it('and is another file that is whole goes at once', async () => {
      copyFileSync(fixture('Studio loop.webm'), `${path}.new`);
      renameSync(`${path}.new`, path);
      expect(await check(lately(0))).toMatchObject({ kind: 'go' });
    });

    it.each<[string, () => void, unknown]>([
      ['no video so far', () => writeFileSync(path, 'only words'), needs('clip-not-video', 'remove')],
      ['not all there', () => truncateSync(path, 2_000), needs('clip-unfinished')],
      ['shorter than it says', () => writeFileSync(path, shortFilm), needs('clip-unfinished')],
    ])('and is %s is waited for, and told after ten minutes', async (_, change, told) => {
      change();
      expect(await check(lately(10 * minute - 1))).toEqual(inUse);
      expect(await check(lately(10 * minute))).toEqual(told);
    });
  });

  it('that is shorter than it says is asked for again', async () => {
    writeFileSync(path, shortFilm);
    expect(await check()).toEqual(needs('clip-unfinished'));
  });

  it('whose disk does not answer waits for it; what is no matter of the disk is thrown on', async () => {
    const broken = (error: Error) => ({ files: { ...diskFiles, stat: () => Promise.reject(error) } });
    const silent = await check(broken(new FileError('no-answer', 'nothing')));
    expect(silent).toMatchObject({ kind: 'stop', cause: { kind: 'retry', why: 'disk-silent' } });
    await expect(check(broken(new TypeError('bug')))).rejects.toThrow('bug');
  });

  it('that was looked into is closed again', async () => {
    appendFileSync(path, Buffer.from([0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65]));
    let open = 0;
    const files: CheckClipOptions['files'] = {
      stat: diskFiles.stat,
      open: async (asked) => {
        const file = await diskFiles.open(asked);
        open++;
        return {
          ...file,
          close: async () => {
            open--;
            await file.close();
          },
        };
      },
    };
    expect(await check({ files })).toMatchObject({ kind: 'go' });
    expect(open).toBe(0);
  });
});

describe('a clip that may be another job’s', () => {
  const other = aJob({ id: 'other', clip: { ...aJob().clip, name: 'Harbour.mp4' } });

  it('is compared where it was never read, and where it was replaced; else not', async () => {
    const compared: string[] = [];
    const sameClip: CheckClipOptions['sameClip'] = async (_, { name }) => {
      compared.push(name);
      return null;
    };
    await check({ sameClip });
    expect(compared).toEqual([]);
    await check({ sameClip }, {}, { sha256: null });
    expect(compared).toHaveLength(1);
    copyFileSync(fixture('Studio loop.webm'), path);
    await check({ sameClip });
    expect(compared).toHaveLength(2);
  });

  it('and is: the user is asked, with its name', async () => {
    expect(await check({ sameClip: async () => other.clip.name }, {}, { sha256: null })).toEqual(
      needs('clip-known', 'retry', 'Harbour.mp4'),
    );
  });

  it('and cannot be compared as its disk does not answer: it waits for that', async () => {
    const sameClip = () => Promise.reject(new FileError('no-answer', 'nothing'));
    const silent = await check({ sameClip }, {}, { sha256: null });
    expect(silent).toMatchObject({ kind: 'stop', cause: { kind: 'retry', why: 'disk-silent' } });
    const bug = () => Promise.reject(new TypeError('bug'));
    await expect(check({ sameClip: bug }, {}, { sha256: null })).rejects.toThrow('bug');
  });
});

describe('a site', () => {
  it('that is known to refuse the clip is not asked', async () => {
    expect(await check({}, { refusedExtensions: ['mp4'] })).toEqual(needs('extension-refused', 'remove', 'mp4'));
    const { size } = job.clip.identity;
    expect(await check({}, { sizeLimit: aSizeLimit(size) })).toEqual(needs('too-large', 'retry', String(size)));
    expect(await check({}, { sizeLimit: aSizeLimit(size + 1) })).toMatchObject({ kind: 'go' });
    expect(await check({}, { sizeLimit: aSizeLimit(size, { isDoubted: true }) })).toMatchObject({ kind: 'go' });
  });

  it('that refused the old clip by its size may take the one that lies there now', async () => {
    const tooLargeFrom = job.clip.identity.size + 1;
    copyFileSync(fixture('Studio loop.webm'), path);
    const { size } = await diskFiles.stat(path);
    expect((await check({}, { sizeLimit: aSizeLimit(tooLargeFrom) })).kind).toBe(size >= tooLargeFrom ? 'stop' : 'go');
  });

  it('that nobody is signed in to gets nothing', async () => {
    expect(await check({}, {}, { accountId: 'gone' })).toEqual({ kind: 'stop', cause: { kind: 'sign-in' } });
    const { accounts } = oneAccount();
    const noSite = { ...accounts, siteOf: () => null };
    expect(await check({ accounts: noSite })).toEqual({ kind: 'stop', cause: { kind: 'sign-in' } });
  });
});

it('what lies beside a clip is read once more where the clip may go, and only there', async () => {
  const looked: string[] = [];
  const lookBeside = async ({ id }: Job): Promise<void> => void looked.push(id);
  await check({ lookBeside, versions: { isAsked: () => true } });
  await check({ lookBeside }, { refusedExtensions: ['mp4'] });
  expect(looked).toEqual([]);
  expect(await check({ lookBeside })).toMatchObject({ kind: 'go' });
  expect(looked).toEqual([job.id]);
});

it('a newer version waits until its user has said what becomes of the older one', async () => {
  const asked: string[] = [];
  const isAsked = (jobId: string): boolean => {
    asked.push(jobId);
    return true;
  };
  expect(await check({ versions: { isAsked } })).toEqual(needs('newer-version', 'version'));
  expect(asked).toEqual([job.id]);
});
