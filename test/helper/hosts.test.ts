// What hosts put before or into a site, or take out of it: the helper works there, or says that it does not.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { api } from '../site/test-client.ts';
import { clip, type HelperSite, helperSite, mustUse, sender, settled, sha256, smallHost, tus } from './site.ts';

let site: HelperSite;
beforeEach(async () => {
  site = await helperSite();
});

describe('a cache of pages on the site', () => {
  /** Keeps what is read from the helper, whatever its headers say, where it thinks that it may. */
  function cache(mayKeep: string): Disposable {
    const used = mustUse(
      site,
      `if ( 'GET' === ( $_SERVER['REQUEST_METHOD'] ?? '' ) && str_contains( $_SERVER['REQUEST_URI'], 'clipferry/v1' ) ) {
	$kept = WP_CONTENT_DIR . '/kept-' . md5( $_SERVER['REQUEST_URI'] );
	if ( is_file( $kept ) ) {
		header( 'Content-Type: application/json' );
		readfile( $kept );
		exit;
	}
	ob_start( function ( $text ) use ( $kept ) {
		if ( ${mayKeep} ) {
			file_put_contents( $kept, $text );
		}
		return $text;
	} );
}`,
    );
    return {
      [Symbol.dispose]: () => {
        used[Symbol.dispose]();
        const content = join(site.site.folder, 'www/wp-content');
        for (const name of readdirSync(content)) if (name.startsWith('kept-')) rmSync(join(content, name));
      },
    };
  }
  /** What is told of an upload before and after a piece of 1000 bytes. */
  async function offsets(): Promise<number[]> {
    const ava = sender(site);
    const id = await ava.begin(2000);
    const before = (await ava.state(id)).json.offset;
    await ava.patch(id, 0, clip(1000));
    return [before, (await ava.state(id)).json.offset];
  }

  it.each([
    ['by its own action', "! did_action( 'litespeed_control_set_nocache' )"],
    ['by the constant that all know', "! defined( 'DONOTCACHEPAGE' ) || ! DONOTCACHEPAGE"],
  ])('is told to keep nothing, %s: the state of an upload is always news', async (_, mayKeep) => {
    using _cache = cache(mayKeep);
    // What nobody may learn is not kept for those who may, either.
    expect((await sender(site, null).tell()).status).toBe(401);
    expect((await sender(site).tell()).json.unfinished).toBe(0);
    expect(await offsets()).toEqual([0, 1000]);
    expect((await sender(site).tell()).json.unfinished).toBe(1);
  });

  it('tells what is old where it does not listen', async () => {
    using _cache = cache('true');
    expect(await offsets()).toEqual([0, 0]);
  });
});

describe('a proxy that keeps answers', () => {
  it('is told of every answer that it may not, whoever asked and whatever became of it', async () => {
    const ava = sender(site);
    const id = await ava.begin(2000);
    const told = async (login: string | null, method: string, route: string): Promise<string | null> =>
      (await api(site, login, method, `clipferry/v1${route}`, { headers: tus })).headers.get('cache-control');
    const finished = `/finished?sha256=${'0'.repeat(64)}`;
    for (const login of ['ava', 'sue', null])
      for (const route of ['', '/helper', finished, '/uploads', `/uploads/${id}`, `/uploads/${id}/state`, '/none'])
        expect([login, route, await told(login, 'GET', route)]).toEqual([login, route, 'no-store']);
    expect(await told('ava', 'HEAD', `/uploads/${id}`)).toBe('no-store');
    // What is not ours is as it was.
    expect((await api(site, null, 'GET', 'wp/v2/posts')).headers.get('cache-control')).toBeNull();
  });

  it('and asks by GET for what it was asked by HEAD gets the same headers, and no body', async () => {
    const ava = sender(site);
    const id = await ava.begin(2000, { filename: 'a.mp4' });
    await ava.patch(id, 0, clip(500));
    const names = ['upload-offset', 'upload-length', 'upload-metadata', 'upload-expires', 'tus-resumable', 'allow'];
    const [head, got] = [await ava.head(id), await ava.call('GET', `uploads/${id}`, tus)];
    expect([got.status, got.text]).toEqual([200, '']);
    for (const name of names) expect([name, got.headers.get(name)]).toEqual([name, head.headers.get(name)]);
    expect(head.headers.get('allow')).toBe('GET, HEAD, PATCH, DELETE');
    const { json } = await api(site, 'ava', 'OPTIONS', `clipferry/v1/uploads/${id}`);
    expect(json.methods).toEqual(['GET', 'HEAD', 'PATCH', 'DELETE']);
  });

  it('as nginx does it, lets every step of an upload through', async () => {
    const front = await site.site.front({ kind: 'nginx', keepsAnswers: true });
    const ava = sender({ ...site, url: front.url, root: `${front.url}/wp-json/` });
    const bytes = clip(2000);
    const id = await ava.begin(bytes.length);
    expect((await ava.head(id)).headers.get('upload-offset')).toBe('0');
    await ava.patch(id, 0, bytes.subarray(0, 1000));
    const asked = await ava.head(id);
    expect([asked.status, asked.headers.get('upload-offset')]).toEqual([200, '1000']);
    await ava.patch(id, 1000, bytes.subarray(1000));
    expect((await settled(ava, id)).video).not.toBeNull();
    await front.stop();
  });
});

describe('functions of PHP that a host has switched off', () => {
  /** The site through a PHP without them. */
  async function without(functions: string): Promise<HelperSite & AsyncDisposable> {
    const { kind } = site.front;
    const front = await site.site.front({ kind, php: { ...smallHost, disable_functions: functions } });
    const [url, root] = [front.url, `${front.url}/wp-json/`];
    return { ...site, front, url, root, [Symbol.asyncDispose]: () => front.stop() };
  }

  it('are not missed: a clip arrives in pieces', async () => {
    // All that hosts are known to switch off and WordPress itself can do without.
    const usual = 'ignore_user_abort,set_time_limit,disk_free_space,disk_total_space,link,symlink,readlink';
    const more = 'php_uname,gethostname,error_log,fastcgi_finish_request,fsync,stream_set_chunk_size';
    await using other = await without(`${usual},${more}`);
    const ava = sender(other);
    const bytes = clip(3000);
    expect((await ava.tell()).json).toMatchObject({ ready: true, freeBytes: null });
    const id = await ava.begin(bytes.length, { filename: 'a.mp4', sha256: sha256(bytes) });
    for (const at of [0, 1000, 2000]) {
      const { status, headers } = await ava.patch(id, at, bytes.subarray(at, at + 1000));
      expect([status, headers.get('upload-offset')]).toEqual([204, String(at + 1000)]);
    }
    expect(await settled(ava, id)).toMatchObject({ state: 'answered', sha256: sha256(bytes) });
    expect((await site.site.state()).videos).toMatchObject([{ file: { sha256: sha256(bytes) } }]);
  });
});
