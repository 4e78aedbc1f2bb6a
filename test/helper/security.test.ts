// Who may do what with the helper, and what it does not believe: each guard has a test that fails without it.
import { chmodSync, existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { api, browserCookies } from '../site/test-client.ts';
import { holdPiece } from './held-piece.ts';
import { clip, type HelperSite, helperSite, idOf, pieces, rowsOf, sender, settled, sha256 } from './site.ts';

let site: HelperSite;
beforeEach(async () => {
  site = await helperSite();
});

describe('people', () => {
  it('lets nobody in without a sign-in, and no subscriber', async () => {
    for (const [login, status] of [
      [null, 401],
      ['sue', 403],
      ['carl', 403],
    ] as const) {
      const other = sender(site, login);
      expect((await other.create(10)).status).toBe(status);
      expect((await other.tell()).status).toBe(status);
      expect((await other.call('GET', `finished?sha256=${'0'.repeat(64)}`)).status).toBe(status);
    }
    expect(await rowsOf(site)).toEqual([]);
  });

  it('asks the site’s own route, too, whom it lets in', async () => {
    // Of our service's rule the right to edit is a part; somebody took it away from a role that may still add files.
    await site.site.order('rows', { sql: 'SELECT 1' });
    site.site.takeFiles({ filters: { clipferry_helper_capability: 'read' } });
    expect((await sender(site, 'sue').create(10)).status).toBe(403);
  });

  it('keeps an upload to its user: for others there is none', async () => {
    const id = await sender(site, 'ava').begin(10);
    const admin = sender(site, 'admin');
    const answers = [
      await admin.head(id),
      await admin.patch(id, 0, clip(10)),
      await admin.state(id),
      await admin.terminate(id),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await sender(site, 'ava').head(id)).headers.get('upload-offset')).toBe('0');
  });

  it('stops taking bytes when the password is revoked in the middle, and goes on with a new one', async () => {
    const ava = sender(site);
    const id = await ava.begin(20);
    await ava.patch(id, 0, clip(10));
    const fresh = await site.site.addAppPassword('ava');
    await site.site.revoke('ava');
    expect((await ava.patch(id, 10, clip(10))).status).toBe(401);
    const again = await site.site.addAppPassword('ava');
    const headers = {
      authorization: `Basic ${Buffer.from(`ava:${again}`).toString('base64')}`,
      'tus-resumable': '1.0.0',
    };
    const asked = await api(site, null, 'HEAD', `clipferry/v1/uploads/${id}`, { headers });
    expect([asked.status, asked.headers.get('upload-offset')]).toEqual([200, '10']);
    expect(fresh).not.toBe(again);
  });

  it('is not fooled by a page that a signed-in browser visits', async () => {
    const cookie = await browserCookies(site.url, 'ava', 'ava-pass-1');
    const headers = { cookie, 'tus-resumable': '1.0.0', 'upload-length': '10' };
    expect((await api(site, null, 'POST', 'clipferry/v1/uploads', { headers })).status).toBe(401);
    expect(await rowsOf(site)).toEqual([]);
  });
});

describe('bytes', () => {
  it('adds one of several pieces that come at once for one offset', async () => {
    const ava = sender(site);
    const rivals = Array.from({ length: 6 }, () => clip(200_000));
    const id = await ava.begin(400_000);
    const answers = await Promise.all(rivals.map((bytes) => ava.patch(id, 0, bytes)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
    const { folder, files } = await pieces(site);
    const [name] = Object.keys(files).filter((file) => !file.endsWith('.lock'));
    const there = sha256(readFileSync(join(folder, name ?? '')));
    expect(rivals.map(sha256)).toContain(there);
  });

  it.each(['first', 'last'])(
    'adds one of two pieces for one offset, when the one that began first ends %s',
    async (when) => {
      const ava = sender(site);
      const id = await ava.begin(400_000);
      const two = [clip(200_000), clip(200_000)] as const;
      const held = [
        await holdPiece(site, 'ava', { id, offset: 0, bytes: two[0] }),
        await holdPiece(site, 'ava', { id, offset: 0, bytes: two[1] }),
      ] as const;
      const [early, late] = when === 'first' ? ([0, 1] as const) : ([1, 0] as const);
      // Both were let in while the upload stood at their offset; whoever is whole first has it.
      expect(await held[early].finish()).toBe(204);
      expect(await held[late].finish()).toBe(409);
      const { folder, files } = await pieces(site);
      const [name = ''] = Object.keys(files).filter((file) => !file.endsWith('.lock'));
      expect(sha256(readFileSync(join(folder, name)))).toBe(sha256(two[early]));
      expect((await ava.head(id)).headers.get('upload-offset')).toBe('200000');
    },
  );

  it('takes nothing beyond the length that was told', async () => {
    const ava = sender(site);
    const id = await ava.begin(1000);
    expect((await ava.patch(id, 0, clip(1001))).status).toBe(413);
    await ava.patch(id, 0, clip(600));
    expect((await ava.patch(id, 600, clip(401))).status).toBe(413);
    expect((await ava.head(id)).headers.get('upload-offset')).toBe('600');
  });

  it('keeps what came of a piece that was cut, and waits for no slow sender', async () => {
    const ava = sender(site);
    const bytes = clip(300_000);
    const id = await ava.begin(bytes.length);
    const slow = await holdPiece(site, 'ava', { id, offset: 0, bytes });
    // Another line of the same person overtakes it.
    expect((await ava.patch(id, 0, bytes.subarray(0, 100_000))).status).toBe(204);
    slow.drop();
    expect((await ava.patch(id, 100_000, bytes.subarray(100_000))).status).toBe(204);
    await settled(ava, id);
    expect((await site.site.state()).videos[0]?.file?.sha256).toBe(sha256(bytes));
  });

  it('says that the upload has to begin anew when what it had is gone', async () => {
    const ava = sender(site);
    const id = await ava.begin(2000);
    await ava.patch(id, 0, clip(1000));
    const { folder, files } = await pieces(site);
    for (const name of Object.keys(files)) writeFileSync(join(folder, name), clip(10));
    expect((await ava.patch(id, 1000, clip(1000))).status).toBe(410);
    expect((await ava.head(id)).status).toBe(410);
    expect((await site.site.state()).videos).toEqual([]);
  });

  it('cuts off what a request wrote that died before it wrote it down', async () => {
    const ava = sender(site);
    const bytes = clip(2000);
    const id = await ava.begin(2000, { filename: 'a.mp4', sha256: sha256(bytes) });
    await ava.patch(id, 0, bytes.subarray(0, 1000));
    const { folder, files } = await pieces(site);
    const [name] = Object.keys(files).filter((file) => !file.endsWith('.lock'));
    writeFileSync(join(folder, name ?? ''), Buffer.concat([bytes.subarray(0, 1000), clip(5000)]));
    await ava.patch(id, 1000, bytes.subarray(1000));
    await settled(ava, id);
    expect((await site.site.state()).videos[0]?.file).toMatchObject({ size: 2000, sha256: sha256(bytes) });
  });
});

describe('names', () => {
  it.each([
    ['../../../../wp-config.mp4', 'wp-config.mp4'],
    ['..\\..\\evil.mp4', 'evil.mp4'],
    ['/etc/passwd.mp4', 'passwd.mp4'],
    ['a\u0000b\n.mp4', 'ab.mp4'],
    ['..', 'video.mp4'],
  ])('takes no folders from "%s"', async (filename, stored) => {
    const ava = sender(site);
    const id = await ava.begin(1000, { filename });
    await ava.patch(id, 0, clip(1000));
    await settled(ava, id);
    expect((await site.site.state()).videos[0]?.file?.name).toBe(stored);
  });

  it.each(['shell.php', 'shell.phtml', 'shell.php5', '.htaccess'])('makes nothing of "%s"', async (filename) => {
    const ava = sender(site);
    const id = await ava.begin(1000, { filename });
    await ava.patch(id, 0, clip(1000));
    const state = await settled(ava, id);
    expect(state.video).toBeNull();
    expect(state.answer.status).toBeGreaterThanOrEqual(400);
    expect((await site.site.state()).videos).toEqual([]);
  });

  it('lets no second extension run', async () => {
    const ava = sender(site);
    const id = await ava.begin(1000, { filename: 'shell.php.mp4' });
    await ava.patch(id, 0, clip(1000));
    await settled(ava, id);
    expect((await site.site.state()).videos[0]?.file?.name).toBe('shell.php_.mp4');
  });
});

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;

/** Neither the folder, nor the one above, nor a name that is nearly right tells what lies there. */
async function isNotListed(url: string, path: string, name: string): Promise<void> {
  for (const asked of [`${path}/`, '/wp-content/uploads/', `${path}/${name.slice(0, -1)}`]) {
    const answer = await fetch(`${url}${asked}`);
    const text = await answer.text();
    expect(text).not.toContain(name.slice(0, 16));
    expect(text).not.toContain(path.split('/').at(-1));
  }
  expect(await statusOf(`${url}${path}/${'0'.repeat(64)}`)).not.toBe(200);
}

describe('the folder of pieces', () => {
  it('is not served, its names are not told, and nothing in it runs', async () => {
    const ava = sender(site);
    const made = await ava.create(2000);
    const id = idOf(made);
    await ava.patch(id, 0, clip(1000));
    const { folder, files } = await pieces(site);
    const [name = ''] = Object.keys(files).filter((file) => !file.endsWith('.lock'));
    expect(name).toMatch(/^[0-9a-f]{64}$/);
    expect(name).not.toBe(id);
    const all = `${made.text}${[...made.headers].join()}${(await ava.state(id)).text}${(await ava.tell()).text}`;
    expect(all).not.toContain(name);
    const hidden = folder.split('/').at(-1) ?? '';
    expect(all).not.toContain(hidden);
    expect(hidden).toMatch(/^\.clipferry-[0-9a-f]{64}$/);
    for (const guard of ['.htaccess', 'web.config', 'index.html']) expect(existsSync(join(folder, guard))).toBe(true);
    // Only Apache asks the folder itself. PHP's own server serves what somebody can name, which nobody can.
    const path = `/wp-content/uploads/${hidden}`;
    const isApache = site.front.kind === 'apache';
    expect(await statusOf(`${site.url}${path}/${name}`)).toBe(isApache ? 403 : 200);
    await isNotListed(site.url, path, name);
  });

  it.each([
    ['by the rule that WordPress has for it', false, 403],
    // Where it runs as PHP does, the names alone keep the bytes then; another user may not even enter.
    ['where that rule is missing, by its names alone', true, 200],
  ])('is closed at nginx, which does not ask it: %s', async (_, servesHidden, status) => {
    await sender(site).begin(2000);
    const { folder, files } = await pieces(site);
    const [name = ''] = Object.keys(files);
    const nginx = await site.site.front({ kind: 'nginx', servesHidden });
    const path = `/wp-content/uploads/${folder.split('/').at(-1)}`;
    await isNotListed(nginx.url, path, name);
    expect(await statusOf(`${nginx.url}${path}/${name}`)).toBe(status);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    await nginx.stop();
  });

  it('follows no link that somebody has put there', async () => {
    const ava = sender(site);
    const id = await ava.begin(2000);
    const { folder, files } = await pieces(site);
    const [name = ''] = Object.keys(files).filter((file) => !file.endsWith('.lock'));
    const outside = join(site.site.folder, 'outside.txt');
    writeFileSync(outside, '');
    chmodSync(outside, 0o666);
    rmSync(join(folder, name));
    symlinkSync(outside, join(folder, name));
    expect((await ava.patch(id, 0, clip(1000))).status).toBe(410);
    expect(readFileSync(outside, 'utf8')).toBe('');
  });
});

describe('amounts', () => {
  it('stops at so many unfinished uploads of one user, and at so many of all', async () => {
    site.site.takeFiles({ filters: { clipferry_helper_most_of_user: 3, clipferry_helper_most_of_all: 4 } });
    const ava = sender(site);
    const ids = [await ava.begin(10), await ava.begin(10), await ava.begin(10)];
    expect((await ava.create(10)).status).toBe(429);
    const admin = sender(site, 'admin');
    expect((await admin.create(10)).status).toBe(201);
    expect((await admin.create(10)).status).toBe(429);
    await ava.terminate(ids[0] ?? '');
    expect((await admin.create(10)).status).toBe(201);
  });

  it('counts what others were promised when it says how much room there is', async () => {
    const ava = sender(site);
    const { freeBytes } = (await ava.tell()).json;
    expect((await ava.create(freeBytes + 1_000_000_000)).status).toBe(507);
    const half = Math.floor(freeBytes * 0.6);
    await ava.begin(half);
    expect((await ava.create(half)).status).toBe(507);
  });

  it('takes no piece beyond the largest', async () => {
    site.site.takeFiles({ filters: { clipferry_helper_largest_piece: 1000 } });
    const ava = sender(site);
    const id = await ava.begin(5000);
    const refused = await ava.patch(id, 0, clip(1001));
    expect([refused.status, refused.json.code]).toEqual([413, 'clipferry_piece_too_large']);
    expect((await ava.patch(id, 0, clip(1000))).status).toBe(204);
    expect((await ava.tell()).json.largestPiece).toBe(1000);
  });
});
