// A clip compared with files of its site, and two files of a site with each other: by samples of their bytes alone.
import { beforeEach, describe, expect, it } from 'vitest';
import { createClipComparer } from '../../../../main/features/proof/compare-clip.ts';
import { confirmDuplicate } from '../../../../main/features/proof/confirm-duplicate.ts';
import type { Job, StoredFile } from '../../../../main/model.ts';
import { FileError, type FileProblem, type FileStat, type Files, type HttpAnswer } from '../../../../main/ports.ts';
import type { QueueStore } from '../../../../main/queue/store/job-store.ts';
import { siteCalls } from '../../../../main/site/client/client.ts';
import { handClock } from '../../queue/hand-clock.ts';
import { aJob } from '../../queue/jobs.ts';

const root = 'https://e.com/wp-json/';
const size = 1_000_000;

/** Bytes of the files on the site by name, and what it says of its videos. */
let stored: Map<string, Buffer>;
let videos: Map<number, { readonly title: string; readonly status: string }>;
/** The clip on this computer. */
let local: Buffer;
let problems: { open?: FileProblem | Error; read?: FileProblem | Error; stat?: FileProblem | Error };
let statSize: number;
let open: number;
let samples: string[];
let knowsRanges: boolean;
let server: { isShut: boolean };
/** How a server that knows no ranges sends a file: its head, what it puts before the file, how much it sends. */
let whole: { readonly headers?: Record<string, string>; readonly before?: string; readonly upTo?: number } | null;

const noise = (seed: number): Buffer => {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; at++) bytes[at] = (at * 31 + seed * 7 + (at >> 8)) & 0xff;
  return bytes;
};

beforeEach(() => {
  local = noise(1);
  stored = new Map([
    ['own.mp4', noise(1)],
    ['other.mp4', noise(1)],
  ]);
  videos = new Map([
    [14, { title: 'Own', status: 'publish' }],
    [16, { title: 'Other', status: 'draft' }],
  ]);
  problems = {};
  statSize = size;
  open = 0;
  samples = [];
  knowsRanges = true;
  server = { isShut: false };
  whole = null;
});

/** All of a file, as far as it is wanted. */
function wholly(bytes: Buffer, most: number): HttpAnswer {
  const { headers = { 'content-length': String(bytes.length) }, before = '', upTo = bytes.length } = whole ?? {};
  const sent = Buffer.concat([Buffer.from(before), bytes.subarray(0, upTo)]);
  return { status: 200, headers, body: sent.subarray(0, most), cut: sent.length < most ? null : 'enough' };
}

async function answer(url: string, range: string | undefined, most: number): Promise<HttpAnswer> {
  const video = /\/video\/(\d+)/.exec(url);
  if (video) {
    const told = videos.get(Number(video[1]));
    const json = told
      ? { id: Number(video[1]), title: { raw: told.title, rendered: told.title }, status: told.status }
      : { code: 'rest_post_invalid_id' };
    return { status: told ? 200 : 404, headers: {}, body: Buffer.from(JSON.stringify(json)), cut: null };
  }
  const bytes = stored.get(url.split('/').at(-1) ?? '');
  const [from = 0, to = 0] = (range ?? '').replace('bytes=', '').split('-').map(Number);
  samples.push(`${url.split('/').at(-1)} ${from}`);
  if (server.isShut) return { status: 403, headers: {}, body: Buffer.from('Forbidden'), cut: null };
  if (bytes && whole) return wholly(bytes, most);
  if (!bytes || !knowsRanges) return { status: 200, headers: {}, body: Buffer.from('all of it'), cut: null };
  const headers = { 'content-range': `bytes ${from}-${to}/${bytes.length}` };
  return { status: 206, headers, body: bytes.subarray(from, to + 1), cut: null };
}
const calls = siteCalls(
  { request: ({ url, headers, maxAnswerBytes }) => answer(url, headers.range, maxAnswerBytes) },
  handClock(),
);

const forgetRanges = (): void => {
  knowsRanges = false;
};
const shorten = (): void => {
  local = local.subarray(0, size - 1);
};
const failing = (problem: FileProblem | Error | undefined): void => {
  if (problem instanceof Error) throw problem;
  if (problem) throw new FileError(problem, 'x');
};
const files = {
  open: async () => {
    failing(problems.open);
    open++;
    return {
      read: async (buffer: Uint8Array, offset: number, length: number, position: number) => {
        failing(problems.read);
        const part = local.subarray(position, position + length);
        buffer.set(part, offset);
        return part.length;
      },
      stat: async (): Promise<FileStat> => {
        failing(problems.stat);
        return { kind: 'file', device: '1', inode: '2', size: statSize, mtimeNs: '5', mtimeMs: 6 };
      },
      close: async () => {
        open--;
      },
    };
  },
} as unknown as Files;

const base = aJob();
const job: Job = { ...base, clip: { ...base.clip, identity: { ...base.clip.identity, size } } };
const file = (name: string, more: Partial<StoredFile> = {}): StoredFile => ({
  ...{ mediaId: 15, videoId: 14, title: name, bytes: size, createdAt: 5 },
  sourceUrl: `https://e.com/${name}`,
  ...more,
});
const own = file('own.mp4');
const other = file('other.mp4', { mediaId: 17, videoId: 16, createdAt: 9 });

describe('a clip and a file of its site', () => {
  const { compare, compareAll } = createClipComparer(files, calls);

  it('are equal where they are at the beginning, in the middle and at the end', async () => {
    expect(await compare(job, root, own)).toEqual({
      file: own,
      sampled: 'equal',
      with: { device: '1', inode: '2', size, mtimeNs: '5', mtimeMs: 6 },
    });
    expect(samples).toEqual(['own.mp4 0', 'own.mp4 467232', 'own.mp4 934464']);
    expect(open).toBe(0);
  });

  it.each([0, 467_300, size - 1])('differ in one byte at %d', async (at) => {
    local[at] = (local[at] ?? 0) ^ 1;
    expect(await compare(job, root, own)).toMatchObject({ sampled: 'different', with: null });
    expect(open).toBe(0);
  });

  it('tell the size where only the server knew it', async () => {
    const unsized = file('own.mp4', { bytes: null });
    expect((await compare(job, root, unsized)).file).toEqual(own);
    const wrong = file('own.mp4', { bytes: 7 });
    expect((await compare(job, root, wrong)).file).toEqual(wrong);
  });

  it('are equal, but no file here is it, where the clip has another length by now', async () => {
    statSize = size + 1;
    expect(await compare(job, root, own)).toMatchObject({ sampled: 'equal', with: null });
  });

  it.each<[string, () => void]>([
    ['the server knows no ranges', () => forgetRanges()],
    ['the server gives the file to no stranger', () => Object.assign(server, { isShut: true })],
    ['the clip is not there', () => Object.assign(problems, { open: 'missing' })],
    ['the clip cannot be read', () => Object.assign(problems, { read: 'failed' })],
    ['the clip is shorter than it was', () => shorten()],
    ['the clip cannot be looked at any more', () => Object.assign(problems, { stat: 'missing' })],
  ])('cannot be compared where %s', async (_, change) => {
    change();
    expect(await compare(job, root, own)).toMatchObject({ sampled: 'unknown', with: null });
    expect(open).toBe(0);
  });

  describe('that its server serves only whole', () => {
    const large = 6 * 1024 * 1024;
    /** A clip that is too large to be fetched back, unless it is said to be smaller, and its file on the site. */
    const grow = (differs: boolean, bytes = large): Job => {
      local = Buffer.alloc(bytes, 7);
      statSize = bytes;
      const theirs = Buffer.from(local);
      if (differs) theirs.writeUInt8(8, 900_000);
      stored.set('own.mp4', theirs);
      return { ...job, clip: { ...job.clip, identity: { ...job.clip.identity, size: bytes } } };
    };
    const told = async (of = job, bytes: number | null = of.clip.identity.size) =>
      (await compare(of, root, { ...own, bytes })).sampled;

    beforeEach(() => {
      whole = {};
    });

    it('are compared byte by byte where the clip is small', async () => {
      expect(await compare(job, root, own)).toMatchObject({ sampled: 'equal', with: { size } });
      local[300_001] = (local[300_001] ?? 0) ^ 1;
      expect([await told(), samples]).toEqual(['different', ['own.mp4 0', 'own.mp4 0']]);
    });

    it('are so although nobody says how large the file is: it has come whole', async () => {
      whole = { headers: {} };
      expect([await told(), (await compare(job, root, { ...own, bytes: null })).file.bytes]).toEqual(['equal', size]);
    });

    it('are told to differ by their beginning where the clip is large; that it is equal proves nothing', async () => {
      expect(await told(grow(true))).toBe('different');
      expect(await told(grow(false))).toBe('unknown');
    });

    it('are compared byte by byte up to four MiB', async () => {
      const most = 4 * 1024 * 1024;
      expect(await told(grow(false, most))).toBe('equal');
      expect(await told(grow(false, most + 1))).toBe('unknown');
    });

    it('cannot be compared where the clip cannot be read', async () => {
      problems = { read: 'failed' };
      expect(await told()).toBe('unknown');
    });

    it('cannot be compared where a large file’s length is not told, or is another', async () => {
      whole = { headers: {} };
      expect(await told(grow(true))).toBe('unknown');
      whole = { headers: { 'content-length': String(large), 'content-encoding': 'gzip' } };
      expect(await told(grow(true))).toBe('unknown');
      whole = { headers: { 'content-length': String(large + 1) } };
      expect(await told(grow(true))).toBe('unknown');
    });

    it('cannot be compared where something else stands around the file (F-05)', async () => {
      whole = { before: 'Warning: foo in x.php', headers: {} };
      expect(await told()).toBe('unknown');
      whole = { headers: {}, upTo: size - 1 };
      expect(await told()).toBe('unknown');
      whole = { headers: {}, upTo: 0 };
      expect(await told()).toBe('unknown');
    });
  });

  it.each(['open', 'read', 'stat'] as const)('are compared later where the disk does not answer: %s', async (which) => {
    problems = { [which]: 'no-answer' };
    await expect(compare(job, root, own)).rejects.toMatchObject({ problem: 'no-answer' });
    problems = { [which]: new TypeError('a fault') };
    await expect(compare(job, root, own)).rejects.toThrow(TypeError);
    expect(open).toBe(0);
  });

  it('of which several look equal are looked at more closely', async () => {
    const changed = noise(1);
    changed[100_000] = (changed[100_000] ?? 0) ^ 1;
    stored.set('other.mp4', changed);
    const found = await compareAll(job, root, [own, other]);
    expect(found.map(({ sampled }) => sampled)).toEqual(['equal', 'different']);
    expect(samples.filter((one) => one.startsWith('own.mp4'))).toHaveLength(3 + 24);
    samples = [];
    stored.set('other.mp4', noise(2));
    expect((await compareAll(job, root, [own, other])).map(({ sampled }) => sampled)).toEqual(['equal', 'different']);
    expect(samples).toHaveLength(3 + 1);
    stored.set('other.mp4', noise(1));
    samples = [];
    const three = await compareAll(job, root, [own, file('gone.mp4'), other]);
    expect(three.map(({ sampled }) => sampled)).toEqual(['equal', 'unknown', 'equal']);
    expect(samples.filter((one) => one.startsWith('gone.mp4'))).toHaveLength(1);
  });
});

describe('two files of a site', () => {
  const store = { job: (id: string) => (id === job.id ? job : null), attempts: () => [] } as unknown as QueueStore;
  const confirm = (jobId = job.id, two = other) =>
    confirmDuplicate({ calls, store }, { root, authorization: 'Basic x' }, { jobId, own, other: two });
  const pair = {
    jobId: job.id,
    name: job.clip.name,
    bytes: size,
    proof: 'bytes',
    videos: [
      { videoId: 14, title: 'Own', status: 'publish', createdAt: 5 },
      { videoId: 16, title: 'Other', status: 'draft', createdAt: 9 },
    ],
  };

  it('are told where their bytes are equal at six places', async () => {
    expect(await confirm()).toEqual(pair);
    expect(samples).toHaveLength(12);
  });

  it('are none where one byte differs', async () => {
    const changed = noise(1);
    changed[size - 1] = (changed[size - 1] ?? 0) ^ 1;
    stored.set('other.mp4', changed);
    expect(await confirm()).toBeNull();
  });

  it('are told by name and size where their bytes cannot be compared, or one of them', async () => {
    stored.delete('own.mp4');
    expect(await confirm()).toEqual({ ...pair, proof: 'name-and-size' });
    stored.set('own.mp4', noise(1));
    stored.delete('other.mp4');
    expect(await confirm()).toEqual({ ...pair, proof: 'name-and-size' });
  });

  it.each([14, 16])('are none where the video %d is gone or in the trash', async (id) => {
    videos.set(id, { title: 'x', status: 'trash' });
    expect(await confirm()).toBeNull();
    videos.delete(id);
    expect(await confirm()).toBeNull();
  });

  it('are none where the clip is not in the list any more, or a file has no video', async () => {
    expect(await confirm('another')).toBeNull();
    expect(await confirm(job.id, { ...other, videoId: null })).toBeNull();
  });
});
