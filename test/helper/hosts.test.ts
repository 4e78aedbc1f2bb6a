// What hosts put before or into a site, or take out of it: the helper works there, or says that it does not.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { api } from '../site/test-client.ts';
import { runProgram } from '../wordpress/programs.ts';
import {
  clip,
  type HelperSite,
  helperFolder,
  helperSite,
  mustUse,
  pieces,
  rowsOf,
  sender,
  settled,
  sha256,
  smallHost,
  tus,
} from './site.ts';

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

/** The site through a PHP without some of its functions. */
async function without(functions: string): Promise<HelperSite & AsyncDisposable> {
  const { kind } = site.front;
  const front = await site.site.front({ kind, php: { ...smallHost, disable_functions: functions } });
  const [url, root] = [front.url, `${front.url}/wp-json/`];
  return { ...site, front, url, root, [Symbol.asyncDispose]: () => front.stop() };
}

describe('functions of PHP that a host has switched off', () => {
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

  it('may be the one that keeps others of the machine away: pieces are taken all the same', async () => {
    await using other = await without('chmod');
    const ava = sender(other);
    const id = await ava.begin(2000);
    expect((await ava.patch(id, 0, clip(1000))).status).toBe(204);
    expect((await ava.tell()).json.ready).toBe(true);
  });

  it('may be the one for locks of files: those of the database do then', async () => {
    await using other = await without('flock');
    // Nobody waits for a lock.
    using _hurry = mustUse(site, hurry);
    const ava = sender(other);
    const bytes = clip(2000);
    const id = await ava.begin(bytes.length);
    await using held = await holdLock(id);
    const late = await ava.patch(id, 0, bytes.subarray(0, 1000));
    expect([late.status, late.json.code]).toEqual([423, 'clipferry_locked']);
    await held.end();
    expect((await ava.patch(id, 0, bytes.subarray(0, 1000))).status).toBe(204);
    expect((await ava.patch(id, 1000, bytes.subarray(1000))).status).toBe(204);
    expect((await settled(ava, id)).video).not.toBeNull();
  });

  it('and a database without locks, too: it says that it is not ready, and takes nothing', async () => {
    await using other = await without('flock');
    const noLocks = { unread: { words: 'GET_LOCK', from: 1 } };
    site.site.takeFiles(noLocks);
    await isNotReady(other, 'clipferry_not_writable');
    // One of both is enough; without the one, nothing is added to what was begun with it.
    const id = await sender(site).begin(10);
    expect((await sender(other).patch(id, 0, clip(5))).status).toBe(423);
    expect((await sender(site).patch(id, 0, clip(5))).status).toBe(204);
    site.site.takeFiles();
    await sender(other).begin(10);
  });
});

/** Asks the database for each lock as it is now. */
const hurry = `add_filter( 'query', fn ( $sql ) => preg_replace( '/^(SELECT GET_LOCK\\(.*), \\d+\\)$/', '$1, 0)', $sql ) );`;

/** Another process has the lock that the database knows of an upload, until the end. */
async function holdLock(id: string): Promise<{ end(): Promise<void> } & AsyncDisposable> {
  const name = `CONCAT('clipferry_', MD5(CONCAT(DATABASE(), '|wp_clipferry_uploads|', '${id}')))`;
  const rows = async (sql: string) => (await site.site.order<{ rows: { by: string | null }[] }>('rows', { sql })).rows;
  const sql = JSON.stringify(`SELECT GET_LOCK(${name}, 0), SLEEP(300)`);
  const holds = mustUse(site, `if ( isset( $_GET['hold'] ) ) {\n\t$GLOBALS['wpdb']->query( ${sql} );\n\texit;\n}`);
  // A web server of its own: PHP's may let other requests wait behind one that sleeps.
  const front = await site.site.front({ kind: 'nginx' });
  const holding = fetch(`${front.url}/?hold=1`);
  const holder = async () => (await rows(`SELECT IS_USED_LOCK(${name}) AS \`by\``))[0]?.by ?? null;
  await expect.poll(holder).not.toBeNull();
  const by = await holder();
  let ended: Promise<unknown> | undefined;
  const end = async (): Promise<void> => {
    ended ??= rows(`KILL QUERY ${by}`);
    await ended;
    await holding;
    await expect.poll(holder).toBeNull();
  };
  const dispose = async (): Promise<void> => {
    await end();
    holds[Symbol.dispose]();
    await front.stop();
  };
  return { end, [Symbol.asyncDispose]: dispose };
}

/** It says so, and nothing of an upload that is begun all the same is kept. */
async function isNotReady(at: HelperSite, code: string): Promise<void> {
  const ava = sender(at);
  expect((await ava.tell()).json.ready).toBe(false);
  const refused = await ava.create(10);
  expect([refused.status, refused.json.code]).toEqual([500, code]);
  expect(await rowsOf(site)).toEqual([]);
  expect((await pieces(site)).files).toEqual({});
}

describe('a disk', () => {
  it('on which no file can be opened again takes nothing, and that is told', async () => {
    expect((await sender(site).tell()).json.ready).toBe(true);
    // A share that gives every file rights of its own.
    using _share = mustUse(
      site,
      "if ( str_contains( $_SERVER['REQUEST_URI'], 'clipferry/v1' ) ) {\n\tumask( 0777 );\n}",
    );
    await using other = await without('chmod');
    await isNotReady(other, 'clipferry_not_writable');
  });

  it('that is none takes nothing, and that is told: uploads in a bucket', async () => {
    expect((await sender(site).tell()).json.ready).toBe(true);
    using _bucket = mustUse(site, bucket);
    await isNotReady(site, 'clipferry_no_folder');
    expect(existsSync(join(site.site.folder, 'www/wp-content/bucket'))).toBe(false);
  });
});

/** Keeps uploads where no path of a file leads, as plugins do it for S3: such a file takes no rights. */
const bucket = `
class TestBucket {
	public $context;
	private $file;
	private static function at( $path ) {
		return WP_CONTENT_DIR . '/bucket/' . substr( $path, strlen( 's3://' ) );
	}
	public function url_stat( $path ) {
		return @stat( self::at( $path ) );
	}
	public function mkdir( $path, $mode ) {
		return mkdir( self::at( $path ), $mode, true );
	}
	public function unlink( $path ) {
		return unlink( self::at( $path ) );
	}
	public function stream_open( $path, $mode ) {
		$this->file = @fopen( self::at( $path ), $mode );
		return false !== $this->file;
	}
	public function stream_write( $bytes ) {
		return fwrite( $this->file, $bytes );
	}
	public function stream_lock() {
		return true;
	}
	public function stream_close() {
		fclose( $this->file );
	}
}
if ( str_contains( $_SERVER['REQUEST_URI'], 'clipferry/v1' ) ) {
	stream_wrapper_register( 's3', 'TestBucket', STREAM_IS_URL );
	add_filter( 'upload_dir', fn ( $where ) => array( 'basedir' => 's3://films', 'path' => 's3://films' . $where['subdir'] ) + $where );
}`;

describe('locks of files', () => {
  /** What the helper makes of one, in PHP alone: this machine has no disk that knows none. */
  const take = (opened: string): string =>
    runProgram(
      'php',
      [
        '-r',
        `define( 'ABSPATH', '/' );
class NoLocks {
	public $context;
	public function stream_open() {
		return true;
	}
	public function stream_lock() {
		return false;
	}
}
stream_wrapper_register( 'share', 'NoLocks' );
require ${JSON.stringify(join(helperFolder, 'includes/lock.php'))};
$first = fopen( __FILE_OPENED__, 'cb' );
$second = fopen( __FILE_OPENED__, 'cb' );
echo json_encode( array( clipferry_helper_take_file( $first, 0 ), clipferry_helper_take_file( $second, 0 ) ) );`.replaceAll(
          '__FILE_OPENED__',
          opened,
        ),
      ],
      { person: null, cwd: tmpdir() },
    );

  it('are told apart from none at all', () => {
    const path = join(tmpdir(), `clipferry-lock-${process.pid}`);
    expect(take(JSON.stringify(path))).toBe('[true,false]');
    rmSync(path);
    expect(take("'share://any'")).toBe('[null,null]');
  });
});

describe('a length beyond what PHP counts', () => {
  it('is too large, and no other number', async () => {
    const ava = sender(site);
    // 64 bits here; where PHP has 32 that begins at 2 GiB.
    for (const length of ['9223372036854775808', '1'.repeat(400)]) {
      const refused = await ava.create(10, {}, { 'upload-length': length });
      expect([refused.status, refused.json.code]).toEqual([413, 'clipferry_too_large']);
      const id = await ava.begin(10);
      expect((await ava.patch(id, 0, clip(5), { 'upload-offset': length })).status).toBe(409);
    }
    expect((await rowsOf(site)).map(({ received }) => received)).toEqual(['0', '0']);
  });

  it('as the most that a file may have is as much as PHP counts, and not nothing', async () => {
    site.site.takeFiles({ filters: { clipferry_helper_largest_file: 2 ** 70 } });
    const ava = sender(site);
    expect((await ava.tell()).text).toContain('"largestFile":9223372036854775807');
    expect((await ava.create(10)).status).toBe(201);
  });
});

it('PHP’s time limit, which counts waiting on Windows, ends no piece that comes slowly', async () => {
  const tells = "header( 'X-Time-Limit: ' . ini_get( 'max_execution_time' ) );";
  using _tells = mustUse(
    site,
    `add_action( 'rest_post_dispatch', function ( $answer ) { ${tells} return $answer; } );`,
  );
  // What is set for all of php-fpm cannot be lifted; here it can.
  const front = await site.site.front({ kind: 'built-in', php: smallHost });
  const ava = sender({ ...site, url: front.url, root: `${front.url}/wp-json/` });
  const id = await ava.begin(2000);
  const taken = await ava.patch(id, 0, clip(1000));
  expect([taken.status, taken.headers.get('x-time-limit')]).toEqual([204, '0']);
  // It is lifted for pieces alone.
  expect((await ava.state(id)).headers.get('x-time-limit')).toBe('120');
  await front.stop();
});
