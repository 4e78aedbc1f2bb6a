// The helper speaks tus 1.0 as it is published (https://tus.io/protocols/resumable-upload), beside WordPress's own answers.
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { api } from '../site/test-client.ts';
import { clip, type HelperSite, helperSite, idOf, metadata, pieces, sender, settled, sha256 } from './site.ts';

let site: HelperSite;
beforeEach(async () => {
  site = await helperSite();
});

const sum = (algorithm: string, bytes: Uint8Array): string =>
  `${algorithm} ${createHash(algorithm).update(bytes).digest('base64')}`;

describe('what it tells', () => {
  it('says what it takes, and where a whole file goes', async () => {
    const { status, json } = await sender(site).tell();
    expect(status).toBe(200);
    expect(json).toMatchObject({
      version: '1.0.0',
      tus: '1.0.0',
      ready: true,
      uploadRoutes: ['/streamtube/v1/upload'],
      handOver: 'unknown',
      timeLimitSeconds: 120,
      unfinished: 0,
      keepsDays: { unfinished: 7, finished: 90 },
    });
    expect(json.freeBytes).toBeGreaterThan(0);
    expect(json.largestPiece).toBeGreaterThanOrEqual(8 * 1024 * 1024);
  });

  it('answers OPTIONS with its extensions, beside the schema of WordPress', async () => {
    const { status, headers, json } = await api(site, null, 'OPTIONS', 'clipferry/v1/uploads');
    expect(status).toBe(200);
    expect(headers.get('tus-resumable')).toBe('1.0.0');
    expect(headers.get('tus-version')).toBe('1.0.0');
    expect(headers.get('tus-extension')?.split(',').sort()).toEqual([
      'checksum',
      'creation',
      'creation-with-upload',
      'expiration',
      'termination',
    ]);
    expect(headers.get('tus-checksum-algorithm')).toBe('sha1,sha256');
    expect(Number(headers.get('tus-max-size'))).toBeGreaterThan(10 * 1024 ** 3);
    expect(json.methods).toEqual(['POST']);
  });

  it('leaves other routes of the site as they were', async () => {
    const { headers } = await api(site, 'ava', 'GET', 'wp/v2/video');
    expect(headers.get('tus-resumable')).toBeNull();
    const made = await api(site, 'ava', 'POST', 'wp/v2/video', { json: { title: 'By hand', status: 'draft' } });
    expect(made.json.title.raw).toBe('By hand');
  });
});

describe('a piece that is sent while the one before it is at work', () => {
  const ahead = { 'clipferry-ahead': '1' };

  it('waits for its turn, and both are kept', async () => {
    const ava = sender(site);
    const bytes = clip(3000);
    const id = await ava.begin(bytes.length, { filename: 'Ahead.mp4', sha256: sha256(bytes) });
    expect((await ava.head(id)).headers.get('clipferry-ahead')).toBe('1');
    const second = ava.patch(id, 1000, bytes.subarray(1000, 2000), ahead);
    // The first comes when the second is there, and asks how far it is: nowhere.
    await expect.poll(async () => (await ava.head(id)).headers.get('upload-offset')).toBe('0');
    const first = await ava.patch(id, 0, bytes.subarray(0, 1000));
    expect([first.status, (await second).status]).toEqual([204, 204]);
    expect((await second).headers.get('upload-offset')).toBe('2000');
    await ava.patch(id, 2000, bytes.subarray(2000));
    expect(await settled(ava, id)).toMatchObject({ state: 'answered', sha256: sha256(bytes) });
    expect((await site.site.state()).videos).toMatchObject([{ file: { sha256: sha256(bytes) } }]);
  });

  it('is refused at once where it does not say so, and where it is further ahead than any piece before it can be', async () => {
    const ava = sender(site);
    const id = await ava.begin(200_000_000);
    const begun = performance.now();
    expect((await ava.patch(id, 1000, clip(1000))).status).toBe(409);
    expect((await ava.patch(id, 64 * 1024 * 1024 + 1, clip(1000), ahead)).status).toBe(409);
    expect(performance.now() - begun).toBeLessThan(8_000);
    expect((await ava.head(id)).headers.get('upload-offset')).toBe('0');
  });

  it('waits ten seconds for one that never comes', { tags: 'proof' }, async () => {
    const ava = sender(site);
    const id = await ava.begin(3000);
    const late = await ava.patch(id, 1000, clip(1000), ahead);
    expect([late.status, late.headers.get('upload-offset')]).toEqual([409, '0']);
    expect(Math.max(...Object.values((await pieces(site)).files))).toBe(0);
  });
});

describe('an upload in pieces', () => {
  it('takes a clip that the host would not take at once, and makes it a video once', async () => {
    const ava = sender(site);
    const bytes = clip(9_500_000);
    const id = await ava.begin(bytes.length, {
      filename: 'Lake & sun.mp4',
      filetype: 'video/mp4',
      sha256: sha256(bytes),
    });
    for (let at = 0; at < bytes.length; at += 4_000_000) {
      expect((await ava.head(id)).headers.get('upload-offset')).toBe(String(at));
      const { status, headers } = await ava.patch(id, at, bytes.subarray(at, at + 4_000_000));
      expect(status).toBe(204);
      expect(headers.get('upload-offset')).toBe(String(Math.min(at + 4_000_000, bytes.length)));
      expect(Date.parse(headers.get('upload-expires') ?? '')).toBeGreaterThan(Date.now());
    }
    const state = await settled(ava, id);
    expect(state).toMatchObject({ state: 'answered', sha256: sha256(bytes), recovered: false, tries: 1 });
    expect(state.answer.status).toBe(201);
    expect(JSON.parse(state.answer.body).id).toBe(state.video);
    const { videos } = await site.site.state();
    expect(videos).toMatchObject([
      {
        id: state.video,
        title: 'Lake &amp; sun',
        status: 'pending',
        authorLogin: 'ava',
        file: { sha256: sha256(bytes) },
      },
    ]);
    // What became of it is written down first.
    await expect.poll(async () => (await pieces(site)).files).toEqual({});
    await expect.poll(async () => (await ava.tell()).json.handOver).toBe('works');
  });

  it('tells how far it has come, uncached, with what was told at the beginning', async () => {
    const ava = sender(site);
    const told = { filename: 'a.mp4', colour: 'blue' };
    const id = await ava.begin(10, told);
    await ava.patch(id, 0, clip(4));
    const { status, headers, text } = await ava.head(id);
    expect(status).toBe(200);
    expect(text).toBe('');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('upload-offset')).toBe('4');
    expect(headers.get('upload-length')).toBe('10');
    expect(headers.get('upload-metadata')).toBe(metadata(told));
    expect(headers.get('tus-resumable')).toBe('1.0.0');
  });

  it('takes first bytes together with the creation', async () => {
    const ava = sender(site);
    const bytes = clip(3000);
    const headers = { 'content-type': 'application/offset+octet-stream' };
    const all = {
      'tus-resumable': '1.0.0',
      'upload-length': '3000',
      'upload-metadata': metadata({ filename: 'b.mp4' }),
    };
    const made = await ava.call('POST', 'uploads', { ...all, ...headers }, bytes.subarray(0, 1000));
    expect(made.status).toBe(201);
    expect(made.headers.get('upload-offset')).toBe('1000');
    expect((await ava.patch(idOf(made), 1000, bytes.subarray(1000))).status).toBe(204);
    await settled(ava, idOf(made));
    expect((await site.site.state()).videos[0]?.file?.sha256).toBe(sha256(bytes));
  });

  it('is one video when all of it comes with the creation', async () => {
    const ava = sender(site);
    const bytes = clip(3000);
    const made = await ava.call(
      'POST',
      'uploads',
      {
        'tus-resumable': '1.0.0',
        'upload-length': '3000',
        'upload-metadata': metadata({ filename: 'b.mp4' }),
        'content-type': 'application/offset+octet-stream',
      },
      bytes,
    );
    expect(made.headers.get('upload-offset')).toBe('3000');
    await settled(ava, idOf(made));
    expect((await site.site.state()).videos).toMatchObject([{ file: { sha256: sha256(bytes) } }]);
  });

  it('takes POST where a host forbids PATCH and DELETE', async () => {
    const ava = sender(site);
    const bytes = clip(5000);
    const id = await ava.begin(5000);
    const instead = (method: string, more: Record<string, string>, body?: Buffer<ArrayBuffer>) =>
      ava.call('POST', `uploads/${id}`, { 'tus-resumable': '1.0.0', 'x-http-method-override': method, ...more }, body);
    const type = { 'content-type': 'application/offset+octet-stream' };
    const first = await instead('PATCH', { ...type, 'upload-offset': '0' }, bytes.subarray(0, 2000));
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '2000']);
    expect((await instead('DELETE', {})).status).toBe(204);
    expect((await ava.head(id)).status).toBe(410);
  });

  it('holds no piece in memory: PHP has 128 MB here', { tags: 'proof' }, async () => {
    site.site.takeFiles({ filters: { clipferry_helper_largest_piece: 200_000_000 } });
    const ava = sender(site);
    const id = await ava.begin(150_000_000);
    const { status, headers } = await ava.patch(id, 0, Buffer.alloc(140_000_000));
    expect([status, headers.get('upload-offset')]).toEqual([204, '140000000']);
    await ava.terminate(id);
  });

  it('takes by POST, too, more than PHP takes of a form at once', async () => {
    const ava = sender(site);
    const bytes = clip(9_000_000);
    const id = await ava.begin(bytes.length);
    const all = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
    const taken = await ava.call('POST', `uploads/${id}`, { ...all, 'x-http-method-override': 'PATCH' }, bytes);
    expect([taken.status, taken.headers.get('upload-offset')]).toEqual([204, String(bytes.length)]);
    await settled(ava, id);
    expect((await site.site.state()).videos[0]?.file?.sha256).toBe(sha256(bytes));
  });
});

describe('checksums of pieces', () => {
  it.each(['sha1', 'sha256'])(
    'takes a piece whose %s is right, and nothing of one whose is wrong',
    async (algorithm) => {
      const ava = sender(site);
      const bytes = clip(2000);
      const id = await ava.begin(4000);
      const right = await ava.patch(id, 0, bytes, { 'upload-checksum': sum(algorithm, bytes) });
      expect([right.status, right.headers.get('upload-offset')]).toEqual([204, '2000']);
      const wrong = await ava.patch(id, 2000, clip(2000), { 'upload-checksum': sum(algorithm, bytes) });
      expect([wrong.status, wrong.json.code]).toEqual([460, 'clipferry_checksum_mismatch']);
      expect((await ava.head(id)).headers.get('upload-offset')).toBe('2000');
    },
  );

  it.each(['md5 AAAA', 'sha256', 'sha256 not*base64'])('refuses the checksum "%s"', async (checksum) => {
    const ava = sender(site);
    const id = await ava.begin(10);
    expect((await ava.patch(id, 0, clip(10), { 'upload-checksum': checksum })).status).toBe(400);
    expect((await ava.head(id)).headers.get('upload-offset')).toBe('0');
  });

  it('does not make a video of bytes that are not those that were promised', async () => {
    const ava = sender(site);
    const id = await ava.begin(2000, { filename: 'a.mp4', sha256: sha256(clip(2000)) });
    await ava.patch(id, 0, clip(2000));
    expect(await settled(ava, id)).toMatchObject({ state: 'mixed', video: null, answer: null });
    expect((await site.site.state()).videos).toEqual([]);
    await expect.poll(async () => (await pieces(site)).files).toEqual({});
  });
});

describe('the sums that come with the last piece', () => {
  /** The sum of the sums of every MiB. */
  const blocks = (bytes: Buffer): string => {
    const parts = Array.from({ length: Math.ceil(bytes.length / mib) }, (_, at) =>
      bytes.subarray(at * mib, (at + 1) * mib),
    );
    return sha256(Buffer.concat(parts.map((part) => Buffer.from(sha256(part), 'hex'))));
  };
  const mib = 1024 * 1024;
  const other = '0'.repeat(64);

  it.each([
    ['both right', sha256, blocks, 'answered'],
    ['only that of the whole is right: another sender reckons blocks in another way', sha256, () => other, 'answered'],
    ['that of the blocks is no sum at all', sha256, () => 'a'.repeat(900), 'answered'],
    ['neither is right', () => other, () => other, 'mixed'],
    // What stands for the whole is the sender's word then: it is told apart from others' bytes by the blocks alone.
    ['only that of the blocks is right', () => other, blocks, 'answered'],
  ] as const)('%s', async (_, whole, ofBlocks, state) => {
    const ava = sender(site);
    const bytes = clip(2.5 * mib);
    const id = await ava.begin(bytes.length);
    await ava.patch(id, 0, bytes.subarray(0, 700_000));
    const told = metadata({ sha256: whole(bytes), blocks: ofBlocks(bytes) });
    expect((await ava.patch(id, 700_000, bytes.subarray(700_000), { 'upload-metadata': told })).status).toBe(204);
    expect(await settled(ava, id)).toMatchObject({ state });
    const { videos } = await site.site.state();
    expect(videos.map(({ file }) => file?.sha256)).toEqual(state === 'mixed' ? [] : [sha256(bytes)]);
  });
});

describe('refusals', () => {
  it('takes bytes only where the upload stands, and says where', async () => {
    const ava = sender(site);
    const id = await ava.begin(4000);
    await ava.patch(id, 0, clip(1000));
    for (const offset of [0, 999, 1001, 4000]) {
      const { status, headers } = await ava.patch(id, offset, clip(10));
      expect([status, headers.get('upload-offset')]).toEqual([409, '1000']);
    }
    expect(Object.values((await pieces(site)).files)).toContain(1000);
  });

  it('refuses another version of the protocol, and says which it speaks', async () => {
    const ava = sender(site);
    const id = await ava.begin(10);
    for (const version of ['0.2.2', '1.0.1', undefined]) {
      const headers: Record<string, string> = version === undefined ? {} : { 'tus-resumable': version };
      for (const [method, route] of [
        ['POST', 'uploads'],
        ['HEAD', `uploads/${id}`],
        ['PATCH', `uploads/${id}`],
        ['DELETE', `uploads/${id}`],
      ] as const) {
        const refused = await ava.call(method, route, { ...headers, 'upload-length': '10', 'upload-offset': '0' });
        expect([method, refused.status, refused.headers.get('tus-version')]).toEqual([method, 412, '1.0.0']);
      }
    }
    expect((await ava.head(id)).headers.get('upload-offset')).toBe('0');
  });

  it.each([
    ['no type', { 'content-type': 'application/json' }, 415],
    ['no offset', { 'upload-offset': '' }, 400],
    ['a negative offset', { 'upload-offset': '-1' }, 400],
    ['an offset that is no number', { 'upload-offset': '0x0' }, 400],
  ])('refuses a piece with %s', async (_, more, status) => {
    const ava = sender(site);
    const id = await ava.begin(10);
    expect((await ava.patch(id, 0, clip(10), more)).status).toBe(status);
    expect((await ava.head(id)).headers.get('upload-offset')).toBe('0');
  });

  it.each([
    ['no length', { 'upload-length': '' }, 400],
    ['a length to come', { 'upload-length': '', 'upload-defer-length': '1' }, 400],
    ['a negative length', { 'upload-length': '-5' }, 400],
    ['metadata that is none', { 'upload-metadata': 'filename ***' }, 400],
    ['a key twice', { 'upload-metadata': 'a YQ==,a Yg==' }, 400],
    ['a sum that is none', { 'upload-metadata': metadata({ sha256: 'abc' }) }, 400],
    ['a route that is none', { 'upload-metadata': metadata({ route: '/wp/v2/media' }) }, 400],
    ['more than the site takes', { 'upload-length': '999999999999999' }, 413],
  ])('refuses a creation with %s', async (_, more, status) => {
    const refused = await sender(site).create(10, {}, more);
    expect(refused.status).toBe(status);
    expect(refused.headers.get('location')).toBeNull();
  });

  it('forgets what is terminated, but not the video that was made of it', async () => {
    const ava = sender(site);
    const unfinished = await ava.begin(4000);
    await ava.patch(unfinished, 0, clip(1000));
    const ended = await ava.terminate(unfinished);
    expect([ended.status, ended.headers.get('clipferry-video')]).toEqual([204, null]);
    expect((await pieces(site)).files).toEqual({});
    expect((await ava.patch(unfinished, 1000, clip(10))).status).toBe(410);
    const finished = await ava.begin(1000);
    await ava.patch(finished, 0, clip(1000));
    const { video } = await settled(ava, finished);
    // Whoever ends it to send the clip another way learns that it came too late.
    const over = await ava.terminate(finished);
    expect([over.status, over.headers.get('clipferry-video')]).toEqual([204, String(video)]);
    expect((await ava.head(finished)).status).toBe(410);
    expect((await site.site.state()).videos).toHaveLength(1);
  });
});
