// What the helper keeps, for how long, and that it leaves nothing behind.
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  ageUpload,
  cleanUp,
  clip,
  type HelperSite,
  helperSite,
  mustUse,
  pieces,
  rowsOf,
  sender,
  settled,
} from './site.ts';

let site: HelperSite;
beforeEach(async () => {
  site = await helperSite();
});

describe('time', () => {
  it('removes what nobody goes on with after seven days, not before', async () => {
    const ava = sender(site);
    const id = await ava.begin(2000);
    await ava.patch(id, 0, clip(1000));
    await ageUpload(site, id, 6);
    await cleanUp(site);
    expect((await ava.head(id)).headers.get('upload-offset')).toBe('1000');
    await ageUpload(site, id, 2);
    await cleanUp(site);
    // A question by HEAD has an answer without a body: the code stands beside it, and beside no refusal of anybody else.
    const gone = await ava.head(id);
    expect([gone.status, gone.headers.get('clipferry-code')]).toEqual([404, 'clipferry_no_upload']);
    const noRoute = await ava.call('POST', `uploads/${id}`, { 'tus-resumable': '1.0.0' });
    expect([noRoute.json.code, noRoute.headers.get('clipferry-code')]).toEqual(['rest_no_route', null]);
    expect((await pieces(site)).files).toEqual({});
    expect(await rowsOf(site)).toEqual([]);
  });

  it('remembers what became of an upload for ninety days', async () => {
    const ava = sender(site);
    const id = await ava.begin(1000);
    await ava.patch(id, 0, clip(1000));
    const { video } = await settled(ava, id);
    await ageUpload(site, id, 89);
    await cleanUp(site);
    expect((await ava.state(id)).json.video).toBe(video);
    await ageUpload(site, id, 2);
    await cleanUp(site);
    expect((await ava.state(id)).status).toBe(404);
    expect((await site.site.state()).videos).toHaveLength(1);
  });

  it('removes files that belong to no upload, a day after', async () => {
    await sender(site).begin(10);
    const { folder } = await pieces(site);
    const stranger = (name: string): string => join(folder, name.repeat(64).slice(0, 64));
    writeFileSync(stranger('a'), 'old');
    writeFileSync(stranger('b'), 'new');
    const before = new Date(Date.now() - 2 * 86_400_000);
    utimesSync(stranger('a'), before, before);
    await cleanUp(site);
    expect([existsSync(stranger('a')), existsSync(stranger('b'))]).toEqual([false, true]);
    expect(Object.values((await pieces(site)).files)).toHaveLength(2);
  });
});

it('takes no piece for a stranger’s because the database does not answer', async () => {
  const ava = sender(site);
  const id = await ava.begin(2000);
  await ava.patch(id, 0, clip(1000));
  const { folder, files } = await pieces(site);
  const before = new Date(Date.now() - 2 * 86_400_000);
  for (const name of Object.keys(files)) utimesSync(join(folder, name), before, before);
  site.site.takeFiles({ unread: { words: 'SELECT state, touched FROM', from: 1 } });
  await cleanUp(site);
  site.site.takeFiles();
  expect((await ava.patch(id, 1000, clip(1000))).status).toBe(204);
  expect((await settled(ava, id)).video).not.toBeNull();
});

/** As if an upload had been many: rows like its own, each a second older. */
async function multiply(id: string, many: number): Promise<void> {
  const columns = 'user_id,route,name,type,metadata,size,received,state,forgotten,sha256,verified,tries,posts_before';
  const more = 'target,answer,video,recovered,created';
  const own = "SHA2(CONCAT('id ', seq),256),SHA2(CONCAT('piece ', seq),256),DATE_SUB(touched, INTERVAL seq SECOND)";
  const sql = `INSERT INTO wp_clipferry_uploads (id,piece,touched,${columns},${more}) SELECT ${own},${columns},${more} FROM wp_clipferry_uploads, seq_1_to_${many} WHERE id = '${id}'`;
  await site.site.order('rows', { sql });
}

describe('the hour’s work', () => {
  it('comes to the bytes of an old answer, however many others there are', async () => {
    site.site.takeFiles({ refuse: 'before-take' });
    const ava = sender(site);
    const id = await ava.begin(1000);
    await ava.patch(id, 0, clip(1000));
    expect((await settled(ava, id)).answer.status).toBe(503);
    await ageUpload(site, id, 6);
    await multiply(id, 500);
    await cleanUp(site);
    expect(Object.values((await pieces(site)).files)).toContain(1000);
    await ageUpload(site, id, 2);
    await site.site.order('rows', {
      sql: 'UPDATE wp_clipferry_uploads SET touched = DATE_SUB(touched, INTERVAL 10 DAY)',
    });
    await cleanUp(site);
    expect((await pieces(site)).files).toEqual({});
    // What became of it is remembered all the same.
    expect((await ava.state(id)).json.answer.status).toBe(503);
  });

  it('comes to what is whole, however much was taken back before, and forgets that after its time', async () => {
    const ava = sender(site);
    const back = await ava.begin(1000);
    // Whole, and its hand-over has not begun.
    await site.site.order('rows', { sql: "UPDATE wp_clipferry_uploads SET state = 'whole'" });
    expect((await ava.terminate(back)).status).toBe(204);
    await multiply(back, 20);
    const id = await ava.begin(0);
    await settled(ava, id);
    await site.site.order('rows', {
      sql: `UPDATE wp_clipferry_uploads SET state = 'whole', answer = '', touched = DATE_SUB(touched, INTERVAL 1 HOUR) WHERE id = '${id}'`,
    });
    await site.site.order('rows', {
      sql: `UPDATE wp_clipferry_uploads SET touched = DATE_SUB(touched, INTERVAL 6 DAY) WHERE id <> '${id}'`,
    });
    await cleanUp(site);
    expect((await rowsOf(site)).find((row) => row.id === id)?.state).not.toBe('whole');
    await site.site.order('rows', {
      sql: `UPDATE wp_clipferry_uploads SET touched = DATE_SUB(touched, INTERVAL 2 DAY)`,
    });
    await cleanUp(site);
    expect((await rowsOf(site)).filter((row) => row.id !== id)).toEqual([]);
  });
});

/** An hour goes by since the folder was first found away. */
const anHourAway = (): Promise<void> =>
  site.site.order('rows', {
    sql: "UPDATE wp_options SET option_value = option_value - 3600 WHERE option_name = '_transient_clipferry_helper_away'",
  });

describe('a folder that is away for a moment, as a disk of the network', () => {
  it.each(['is not there', 'is empty'])('loses nothing, and is not made anew: it %s', async (how) => {
    const bytes = clip(2000);
    const ava = sender(site);
    const id = await ava.begin(2000, { filename: 'clip.mp4' });
    await ava.patch(id, 0, bytes.subarray(0, 1000));
    const other = await ava.begin(1000);
    // Whole, and its hand-over has not begun.
    await ava.patch(other, 0, clip(999));
    const { folder } = await pieces(site);
    const aside = `${folder}-aside`;
    const away = () => {
      renameSync(folder, aside);
      if (how !== 'is empty') return;
      mkdirSync(folder);
      // PHP may write there, and would.
      chmodSync(folder, 0o777);
    };
    const back = () => {
      rmSync(folder, { recursive: true, force: true });
      renameSync(aside, folder);
    };
    for (const time of ['once', 'another time']) {
      away();
      const asked = [await ava.head(id), await ava.state(id), await ava.patch(id, 1000, clip(1000))];
      const codes = [...asked, await ava.create(10), await ava.terminate(id)].map(({ status }) => status);
      expect([time, codes]).toEqual([time, Array(5).fill(503)]);
      expect(asked[2]?.json.code).toBe('clipferry_away');
      await site.site.order('rows', {
        sql: `UPDATE wp_clipferry_uploads SET state = 'whole', received = size WHERE id = '${other}'`,
      });
      await ageUpload(site, other, 1);
      await cleanUp(site);
      const row = (await rowsOf(site)).find((one) => one.id === other);
      expect(row).toMatchObject({ state: 'whole', tries: '0' });
      expect([existsSync(folder), existsSync(join(folder, 'index.html'))]).toEqual([how === 'is empty', false]);
      back();
      await site.site.order('rows', {
        sql: `UPDATE wp_clipferry_uploads SET state = 'receiving', received = 999 WHERE id = '${other}'`,
      });
      await cleanUp(site);
      await anHourAway();
    }
    expect((await ava.head(id)).headers.get('upload-offset')).toBe('1000');
    expect((await ava.patch(id, 1000, bytes.subarray(1000))).status).toBe(204);
    expect((await settled(ava, id)).video).not.toBeNull();
    expect((await ava.patch(other, 999, clip(1))).status).toBe(204);
    expect((await settled(ava, other)).video).not.toBeNull();
  });
});

describe('a folder that somebody has removed', () => {
  it('is made anew after an hour, and the sender learns that it has to begin anew', async () => {
    const ava = sender(site);
    const id = await ava.begin(2000);
    await ava.patch(id, 0, clip(1000));
    rmSync((await pieces(site)).folder, { recursive: true });
    expect((await ava.patch(id, 1000, clip(1000))).status).toBe(503);
    await anHourAway();
    expect((await ava.patch(id, 1000, clip(1000))).status).toBe(410);
    const again = await ava.begin(1000);
    expect((await ava.patch(again, 0, clip(1000))).status).toBe(204);
    expect((await settled(ava, again)).video).not.toBeNull();
  });
});

describe('what is whole and nobody asks for', () => {
  /** As PHP leaves it that ends before the hand-over, with the last piece acknowledged. */
  async function whole(): Promise<string> {
    const ava = sender(site);
    const bytes = clip(1000);
    const id = await ava.begin(1000);
    await ava.patch(id, 0, bytes.subarray(0, 999));
    const { folder, files } = await pieces(site);
    const [piece = ''] = Object.keys(files).filter((name) => !name.endsWith('.lock'));
    appendFileSync(join(folder, piece), bytes.subarray(999));
    const sql = `UPDATE wp_clipferry_uploads SET received = 1000, state = 'whole' WHERE id = '${id}'`;
    await site.site.order('rows', { sql });
    await ageUpload(site, id, 1);
    return id;
  }
  const videos = async (): Promise<number> => (await site.site.state()).videos.length;
  const plugin = { plugin: 'clipferry-helper/clipferry-helper.php' };

  it('is handed over within the hour', async () => {
    await whole();
    // As its sender; what other plugins do afterwards is done as nobody.
    expect(await site.site.order('event', { hook: 'clipferry_helper_clean' })).toEqual({ user: 0 });
    expect((await site.site.state()).videos).toMatchObject([{ authorLogin: 'ava' }]);
  });

  it('waits to be asked for where the helper was switched off meanwhile, and is removed in the end', async () => {
    const id = await whole();
    const ava = sender(site);
    await site.site.order('deactivate', plugin);
    await site.site.order('activate', plugin);
    await cleanUp(site);
    expect([await videos(), (await rowsOf(site)).map(({ state }) => state)]).toEqual([0, ['whole']]);
    await settled(ava, id);
    expect(await videos()).toBe(1);
    const other = await whole();
    await ageUpload(site, other, 8);
    await cleanUp(site);
    expect((await rowsOf(site)).map((row) => row.id)).toEqual([id]);
    expect(await videos()).toBe(1);
  });

  it('is handed over also where another plugin came and went meanwhile', async () => {
    await whole();
    const other = join(site.site.folder, 'www/wp-content/plugins/another');
    mkdirSync(other);
    rmdirSync(other);
    await cleanUp(site);
    expect(await videos()).toBe(1);
  });

  it.each([
    ['its folder', 'plugins/clipferry-helper'],
    ['the folder of all plugins', 'plugins'],
  ])(
    'waits to be asked for where the helper was switched off by renaming %s, of which no hook tells',
    async (_, place) => {
      const id = await whole();
      const folder = join(site.site.folder, 'www/wp-content', place);
      // Times of folders are told to the second.
      await expect.poll(() => Date.now() - statSync(folder).mtimeMs, { timeout: 5_000 }).toBeGreaterThan(1_000);
      renameSync(folder, `${folder}-off`);
      renameSync(`${folder}-off`, folder);
      await cleanUp(site);
      await cleanUp(site);
      expect([await videos(), (await rowsOf(site)).map(({ state }) => state)]).toEqual([0, ['whole']]);
      await settled(sender(site), id);
      expect(await videos()).toBe(1);
    },
  );
});

describe('removal', () => {
  it('leaves nothing behind: table, folder, options, event, marks', async () => {
    const ava = sender(site);
    const done = await ava.begin(1000);
    await ava.patch(done, 0, clip(1000));
    await settled(ava, done);
    await ava.begin(1000);
    const { folder } = await pieces(site);
    const older = oldFolder('d', 0);
    expect(await left(folder)).toEqual({ table: 1, options: 5, marks: 2, folder: true, event: true });
    await site.site.order('uninstall', { plugin: 'clipferry-helper/clipferry-helper.php' });
    expect(await left(folder)).toEqual({ table: 0, options: 0, marks: 0, folder: false, event: false });
    expect(existsSync(older)).toBe(false);
    expect((await site.site.state()).videos).toHaveLength(1);
    // As an owner would: installed again, it works as on the first day.
    await site.site.order('activate', { plugin: 'clipferry-helper/clipferry-helper.php' });
    expect((await ava.tell()).json).toMatchObject({ ready: true, handOver: 'unknown' });
  });
});

/** A folder of the helper that the site has forgotten, with a piece that was last written so many days ago. */
function oldFolder(digit: string, days: number): string {
  const path = join(site.site.folder, 'www/wp-content/uploads', `.clipferry-${digit.repeat(64)}`);
  mkdirSync(path, { recursive: true });
  const when = new Date(Date.now() - days * 86_400_000);
  for (const name of ['index.html', '0'.repeat(64)]) writeFileSync(join(path, name), '');
  utimesSync(join(path, '0'.repeat(64)), when, when);
  utimesSync(path, when, when);
  chownSync(path, statSync(join(path, '..')).uid, statSync(join(path, '..')).gid);
  return path;
}

describe('the folder', () => {
  it('is one, also where two requests are the first', async () => {
    await site.site.order('rows', { sql: "DELETE FROM wp_options WHERE option_name = 'clipferry_helper_folder'" });
    // Another request is a moment earlier.
    const earlier = 'e'.repeat(64);
    const other = `( new wpdb( DB_USER, DB_PASSWORD, DB_NAME, DB_HOST ) )->query( "INSERT INTO wp_options (option_name, option_value) VALUES ('clipferry_helper_folder', '${earlier}')" );`;
    using _other = mustUse(
      site,
      `add_filter( 'query', function ( $sql ) {
	static $was = false;
	if ( ! $was && 0 === strpos( $sql, 'INSERT' ) && false !== strpos( $sql, 'clipferry_helper_folder' ) ) {
		$was = true;
		${other}
	}
	return $sql;
} );`,
    );
    await sender(site).begin(10);
    const { folder, files } = await pieces(site);
    expect([folder.endsWith(`.clipferry-${earlier}`), Object.keys(files).length]).toEqual([true, 1]);
  });

  it('that the site has forgotten is removed after seven days, and nothing beside it', async () => {
    await sender(site).begin(10);
    const { folder } = await pieces(site);
    const [gone, fresh] = [oldFolder('a', 8), oldFolder('b', 6)];
    const others = join(folder, '..', '.clipferry-of-somebody-else');
    mkdirSync(others);
    const before = new Date(Date.now() - 99 * 86_400_000);
    for (const path of [others, folder]) utimesSync(path, before, before);
    await cleanUp(site);
    expect([gone, fresh, others, folder].map((path) => existsSync(path))).toEqual([false, true, true, true]);
    for (const path of [fresh, others]) rmSync(path, { recursive: true });
  });
});

describe('the table', () => {
  it('goes with a site of a network that is deleted', async () => {
    // As the platform asks when it deletes one (wp_uninitialize_site).
    const asks = "wp_send_json( apply_filters( 'wpmu_drop_tables', array( 'wp_posts' ), 1 ) );";
    using _asks = mustUse(site, `add_action( 'init', function () { if ( isset( $_GET['drop'] ) ) { ${asks} } } );`);
    expect(await (await fetch(`${site.url}/?drop=1`)).json()).toEqual(['wp_posts', 'wp_clipferry_uploads']);
  });

  it('is known also to a database that writes its name in another way', async () => {
    using _small = mustUse(
      site,
      `add_filter( 'query', fn ( $sql ) => 0 === strpos( $sql, 'SHOW TABLES LIKE' ) ? "SELECT 'WP_Clipferry_Uploads'" : $sql );`,
    );
    expect((await sender(site).tell()).json.ready).toBe(true);
  });
});

async function left(folder: string) {
  const count = async (sql: string): Promise<number> => {
    const { rows } = await site.site.order<{ rows: { n: string }[] }>('rows', { sql });
    return Number(rows[0]?.n);
  };
  const { scheduled } = await site.site.order<{ scheduled: boolean }>('scheduled', { hook: 'clipferry_helper_clean' });
  return {
    table: await count(
      "SELECT COUNT(*) AS n FROM information_schema.tables WHERE table_name LIKE '%clipferry_uploads' AND table_schema = DATABASE()",
    ),
    options: await count("SELECT COUNT(*) AS n FROM wp_options WHERE option_name LIKE 'clipferry\\_helper%'"),
    marks: await count("SELECT COUNT(*) AS n FROM wp_posts WHERE post_content_filtered LIKE 'clipferry-upload:%'"),
    folder: existsSync(folder),
    event: scheduled,
  };
}
