// A whole file becomes one video by the site's own rules, whatever way its service takes files, however it answers, and wherever PHP dies.
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ageUpload,
  cleanUp,
  clip,
  type HelperSite,
  helperSite,
  pieces,
  rowsOf,
  sender,
  settled,
  sha256,
} from './site.ts';

let site: HelperSite;
beforeEach(async () => {
  site = await helperSite();
});

/** Sends a clip in two pieces; the upload's id and its bytes. */
async function sendClip(name = 'clip.mp4') {
  const bytes = clip(30_000);
  const ava = sender(site);
  const id = await ava.begin(bytes.length, { filename: name, sha256: sha256(bytes) });
  await ava.patch(id, 0, bytes.subarray(0, 20_000));
  await ava.patch(id, 20_000, bytes.subarray(20_000)).catch(() => undefined);
  return { ava, id, bytes };
}

/** Files below wp-content/uploads that are clips. */
function filmsOnDisk(): string[] {
  const uploads = join(site.site.folder, 'www/wp-content/uploads');
  return readdirSync(uploads, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.mp4'));
}

async function oneVideo(bytes: Uint8Array, status = 'pending') {
  const { videos, unattached } = await site.site.state();
  expect(videos).toMatchObject([{ title: 'clip', status, authorLogin: 'ava', file: { sha256: sha256(bytes) } }]);
  expect(unattached).toEqual([]);
  expect(filmsOnDisk()).toHaveLength(1);
  // Written down first, and taken away then.
  await expect.poll(async () => (await pieces(site)).files).toEqual({});
  return videos[0]?.id;
}

/** By which the database knows the lock of an upload. */
const databaseLock = (id: string): string =>
  `CONCAT('clipferry_', MD5(CONCAT(DATABASE(), '|wp_clipferry_uploads|', '${id}')))`;

/** PHP died in the middle of the first hand-over: it was begun, and nobody has it in hand any more. */
async function untilDead(id: string): Promise<void> {
  await expect.poll(async () => (await rowsOf(site))[0]).toMatchObject({ state: 'handing', tries: '1' });
  const free = { sql: `SELECT IS_FREE_LOCK(${databaseLock(id)}) AS free` };
  await expect.poll(() => site.site.order('rows', free)).toEqual({ rows: [{ free: '1' }] });
}

describe('ways in which services take a file', () => {
  it.each(['handle-upload', 'media-handle-upload', 'handle-sideload'])('%s', async (way) => {
    site.site.takeFiles({ way });
    const { ava, id, bytes } = await sendClip();
    const state = await settled(ava, id);
    expect(state.answer.status).toBe(201);
    expect(await oneVideo(bytes)).toBe(state.video);
  });

  it('says what the service said where it takes only what PHP received itself', async () => {
    site.site.takeFiles({ way: 'move-uploaded-file' });
    const { ava, id } = await sendClip();
    const state = await settled(ava, id);
    expect(state).toMatchObject({ state: 'answered', video: null, answer: { status: 500 } });
    expect(JSON.parse(state.answer.body).message).toBe('The uploaded file could not be moved.');
    expect((await site.site.state()).videos).toEqual([]);
  });
});

describe('what the site tells of its upload', () => {
  const told = async () => (await sender(site).tell()).json.handOver;
  /** A clip that is refused, and what is told then: that is written down after what became of the clip. */
  const isRefused = async (how: Readonly<Record<string, unknown>>, wanted: string): Promise<void> => {
    site.site.takeFiles(how);
    const { ava, id } = await sendClip();
    expect(await settled(ava, id)).toMatchObject({ video: null });
    await expect.poll(told).toBe(wanted);
  };

  it.each(['move-uploaded-file', 'is-uploaded-file'])('is that it takes no file from here: %s', async (way) => {
    expect(await told()).toBe('unknown');
    await isRefused({ way }, 'refused');
    // A service that is another now takes it: from then on no refusal is one of all files.
    site.site.takeFiles();
    const { ava, id } = await sendClip();
    await settled(ava, id);
    await expect.poll(told).toBe('works');
    await isRefused({ way }, 'works');
  });

  it('is nothing where it refused a size, a kind or the moment, or where the platform could not move the file', async () => {
    await site.site.switches({ maxFileBytes: 20_000 });
    await isRefused({}, 'unknown');
    await site.site.switches({ maxFileBytes: null, refusedExtensions: ['mp4'] });
    await isRefused({}, 'unknown');
    await site.site.switches({ refusedExtensions: [] });
    await isRefused({ refuse: 'before-take' }, 'unknown');
    const error = 'The uploaded file could not be moved to uploads.';
    await isRefused({ filters: { wp_handle_sideload_prefilter: { error } } }, 'unknown');
  });

  it('is tried anew once a plugin is switched on', async () => {
    await isRefused({ way: 'move-uploaded-file' }, 'refused');
    const plugin = { plugin: 'clipferry-helper/clipferry-helper.php' };
    await site.site.order('deactivate', plugin);
    await site.site.order('activate', plugin);
    expect(await told()).toBe('unknown');
  });
});

describe('ways in which services answer', () => {
  it.each([
    ['rest', 201],
    ['ajax', 200],
    ['bare', 200],
    ['204', 204],
    ['text', 200],
    ['location', 201],
  ] as const)('%s: the answer is kept as it was, and the video is known', async (answerStyle, status) => {
    await site.site.switches({ answerStyle });
    const { ava, id, bytes } = await sendClip();
    const state = await settled(ava, id);
    expect(state.answer.status).toBe(status);
    expect(await oneVideo(bytes)).toBe(state.video);
    const said = { ajax: '"success":true', text: 'Upload complete.', bare: `{"id":${state.video}}` }[
      answerStyle as string
    ];
    expect(state.answer.body).toContain(said ?? '');
    if (answerStyle === 'location') expect(state.answer.headers.Location).toMatch(new RegExp(`/video/${state.video}$`));
  });

  it('text, and much to do for others at the end of the request: nobody waits for that', async () => {
    await site.site.switches({ answerStyle: 'text' });
    site.site.takeFiles({ lingers: 4_000 });
    const { ava, id, bytes } = await sendClip();
    await settled(ava, id);
    const free = { sql: `SELECT IS_FREE_LOCK(${databaseLock(id)}) AS free` };
    await expect.poll(() => site.site.order('rows', free), { timeout: 2_000 }).toEqual({ rows: [{ free: '1' }] });
    await oneVideo(bytes);
  });

  it('tells a refusal that came with status 200 as it was, and makes nothing', async () => {
    await site.site.switches({ answerStyle: 'ajax', refusedExtensions: ['mp4'], product: 'streamtube' });
    const { ava, id } = await sendClip();
    const state = await settled(ava, id);
    expect(state).toMatchObject({ video: null, answer: { status: 200 } });
    expect(JSON.parse(state.answer.body)).toMatchObject({ success: false });
    await expect.poll(async () => (await pieces(site)).files).toEqual({});
  });

  it('keeps to the limit that the product itself has', async () => {
    await site.site.switches({ maxFileBytes: 20_000 });
    const { ava, id } = await sendClip();
    expect(await settled(ava, id)).toMatchObject({ video: null, answer: { status: 413 } });
    expect(filmsOnDisk()).toEqual([]);
  });

  it('acknowledges the last piece before the site has taken the file', async () => {
    await site.site.switches({ answerDelayMs: 1500 });
    const { ava, id, bytes } = await sendClip();
    // The service rests after all is made: the piece was acknowledged, and the state says that it is at it.
    const { json } = await ava.state(id);
    expect(json).toMatchObject({ state: 'handing', answer: null, offset: bytes.length });
    expect((await settled(ava, id)).tries).toBe(1);
    await oneVideo(bytes);
  });
});

describe('a service that has made a post when it fails', () => {
  it.each([
    [500, 'rest', 500],
    [400, 'rest', 400],
    // "success: false", with the status of a yes.
    [500, 'ajax', 200],
  ] as const)('without a film: that is no video (%i, %s)', async (early, answerStyle, status) => {
    await site.site.switches({ answerStyle });
    site.site.takeFiles({ early });
    const { ava, id } = await sendClip();
    expect(await settled(ava, id)).toMatchObject({ state: 'answered', video: null, answer: { status } });
  });

  it('without a film: it makes one video when it takes it, and nothing is left of the other', async () => {
    site.site.takeFiles({ early: 500 });
    const { ava, id, bytes } = await sendClip();
    await settled(ava, id);
    site.site.takeFiles();
    expect((await ava.patch(id, bytes.length, clip(0))).status).toBe(204);
    await expect.poll(async () => (await settled(ava, id)).tries).toBe(2);
    expect((await settled(ava, id)).video).toBe(await oneVideo(bytes));
  });

  it.each(['after-all', 'after-film'])('with the film stored: it has arrived (%s)', async (refuse) => {
    site.site.takeFiles({ refuse, refusal: 500, makes: refuse === 'after-film' ? 'no-attachment' : 'all' });
    const { ava, id } = await sendClip();
    const { video, answer } = await settled(ava, id);
    expect(answer.status).toBe(500);
    expect(video).not.toBeNull();
    expect(filmsOnDisk()).toHaveLength(1);
  });
});

describe('a site whose upload is not there at that moment', () => {
  const sendWithout = async () => {
    const bytes = clip(3000);
    const ava = sender(site);
    const id = await ava.begin(3000, { filename: 'clip.mp4' });
    site.site.takeFiles({ off: true });
    expect((await ava.patch(id, 0, bytes)).status).toBe(204);
    return { ava, id, bytes };
  };

  it('has the file when it is back, without its sender or when it is asked', async () => {
    const { ava, id, bytes } = await sendWithout();
    await ageUpload(site, id, 1);
    await cleanUp(site);
    expect((await ava.state(id)).json).toMatchObject({ state: 'whole', answer: null, tries: 0 });
    site.site.takeFiles();
    expect((await settled(ava, id)).video).toBe(await oneVideo(bytes));
  });

  it('and never is again: the bytes go after seven days, not before', async () => {
    const { id } = await sendWithout();
    await ageUpload(site, id, 6);
    await cleanUp(site);
    expect(Object.values((await pieces(site)).files)).toContain(3000);
    await ageUpload(site, id, 2);
    await cleanUp(site);
    expect([(await pieces(site)).files, await rowsOf(site)]).toEqual([{}, []]);
  });
});

describe('asking again', () => {
  it('leaves nothing behind where another process still has the lock of what is done', async () => {
    const { ava, id } = await sendClip();
    await settled(ava, id);
    await expect.poll(async () => (await pieces(site)).files).toEqual({});
    // As it was read a moment before the other process wrote down that it is done.
    const sql = `UPDATE wp_clipferry_uploads SET state = 'handing', answer = '', video = 0 WHERE id = '${id}'`;
    await site.site.order('rows', { sql });
    await ageUpload(site, id, 1);
    const { rows } = await site.site.order<{ rows: { name: string }[] }>('rows', {
      sql: `SELECT ${databaseLock(id)} AS name`,
    });
    await site.site.order('event', { hook: 'clipferry_helper_clean', held: rows[0]?.name });
    expect((await rowsOf(site))[0]).toMatchObject({ state: 'handing', tries: '1' });
    expect((await pieces(site)).files).toEqual({});
    await cleanUp(site);
    expect((await rowsOf(site))[0]?.state).toBe('answered');
  });

  it('never makes a second video, however often the last piece is sent', async () => {
    const { ava, id, bytes } = await sendClip();
    const told = await settled(ava, id);
    const last = bytes.subarray(20_000);
    const again = await Promise.all(Array.from({ length: 6 }, () => ava.patch(id, 20_000, last)));
    expect(again.map(({ status }) => status)).toEqual(Array(6).fill(409));
    const empty = await Promise.all(Array.from({ length: 6 }, () => ava.patch(id, bytes.length, clip(0))));
    expect(empty.map(({ status }) => status)).toEqual(Array(6).fill(204));
    await Promise.all(Array.from({ length: 6 }, () => ava.state(id)));
    // The answer of the site's upload is kept word by word, and nothing is looked for that is known.
    expect(told).toMatchObject({ tries: 1, answer: { status: 201 } });
    expect(await settled(ava, id)).toEqual(told);
    await oneVideo(bytes);
  });

  it.each(['before-take', 'after-move'])(
    'hands over again what the site could not take a moment ago: %s',
    async (refuse) => {
      site.site.takeFiles({ refuse });
      const { ava, id, bytes } = await sendClip();
      const refused = await settled(ava, id);
      expect(refused).toMatchObject({ video: null, tries: 1, answer: { status: 503 } });
      // Asking alone does not hammer on a site that has said no.
      expect((await settled(ava, id)).tries).toBe(1);
      site.site.takeFiles();
      expect((await ava.patch(id, bytes.length, clip(0))).status).toBe(204);
      await expect.poll(async () => (await settled(ava, id)).tries).toBe(2);
      await oneVideo(bytes);
    },
  );

  it.each([408, 423, 425, 429])('keeps the bytes where the site says "not now" by %i', async (refusal) => {
    site.site.takeFiles({ refuse: 'before-take', refusal });
    const { ava, id, bytes } = await sendClip();
    expect(await settled(ava, id)).toMatchObject({ video: null, answer: { status: refusal } });
    site.site.takeFiles();
    expect((await ava.patch(id, bytes.length, clip(0))).status).toBe(204);
    await expect.poll(async () => (await settled(ava, id)).video).not.toBeNull();
    await oneVideo(bytes);
  });

  it('says that it is gone where the site has lost the file that it could not take: its sender begins anew', async () => {
    site.site.takeFiles({ refuse: 'after-move' });
    const { ava, id, bytes } = await sendClip();
    expect(await settled(ava, id)).toMatchObject({ video: null, answer: { status: 503 } });
    site.site.takeFiles();
    for (const film of filmsOnDisk()) rmSync(join(site.site.folder, 'www/wp-content/uploads', film));
    expect((await ava.patch(id, bytes.length, clip(0))).status).toBe(204);
    await expect.poll(async () => (await ava.state(id)).json?.code).toBe('clipferry_gone');
    expect(await site.site.state()).toMatchObject({ videos: [], unattached: [] });
  });

  it('takes a file that cannot be opened at this moment for no lost one', async () => {
    site.site.takeFiles({ refuse: 'before-take' });
    const { ava, id, bytes } = await sendClip();
    await settled(ava, id);
    site.site.takeFiles();
    const { folder, files } = await pieces(site);
    const [piece = ''] = Object.keys(files).filter((name) => !name.endsWith('.lock'));
    renameSync(join(folder, piece), join(folder, 'aside'));
    // It is there, and nobody opens it as a file, whatever his rights.
    mkdirSync(join(folder, piece));
    expect((await ava.patch(id, bytes.length, clip(0))).status).toBe(204);
    // However often it is asked: nobody died of looking.
    for (let asked = 0; asked < 5; asked++) {
      await expect.poll(async () => (await rowsOf(site))[0]).toMatchObject({ state: 'handing', tries: '1' });
      expect((await ava.state(id)).json.state).toBe('handing');
    }
    rmdirSync(join(folder, piece));
    renameSync(join(folder, 'aside'), join(folder, piece));
    expect((await settled(ava, id)).video).toBe(await oneVideo(bytes));
  });

  it('knows which of its bytes are videos already, for the person who sent them', async () => {
    const { ava, id, bytes } = await sendClip();
    const { video } = await settled(ava, id);
    const ask = (login: string) => sender(site, login).call('GET', `finished?sha256=${sha256(bytes)}`);
    expect((await ask('ava')).json).toMatchObject([{ video, size: bytes.length, name: 'clip.mp4' }]);
    expect((await ask('admin')).json).toEqual([]);
    await site.site.editVideo(video, { status: 'trash' });
    expect((await ask('ava')).json).toEqual([]);
  });
});

describe('a database that does not answer a question', () => {
  /** The words of the question for one upload. */
  const words = 'SELECT * FROM wp_clipferry_uploads WHERE id';
  const begun = async () => {
    const ava = sender(site);
    const id = await ava.begin(2_000);
    await ava.patch(id, 0, clip(1_000));
    return { ava, id };
  };

  it('is no word that there is no such upload', async () => {
    const { ava, id } = await begun();
    site.site.takeFiles({ unread: { words, from: 1 } });
    const asked = [
      await ava.head(id),
      await ava.state(id),
      await ava.patch(id, 1_000, clip(1_000)),
      await ava.terminate(id),
    ];
    expect(asked.map(({ status }) => status)).toEqual([500, 500, 500, 500]);
    expect(asked.slice(1).map(({ json }) => json.code)).toEqual(Array(3).fill('clipferry_database'));
    site.site.takeFiles();
    expect((await ava.head(id)).headers.get('upload-offset')).toBe('1000');
  });

  it('ends nothing, and says so, also where it was asked once before', async () => {
    const { ava, id } = await begun();
    site.site.takeFiles({ unread: { words, from: 2 } });
    const refused = [await ava.patch(id, 1_000, clip(1_000)), await ava.terminate(id)];
    expect(refused.map(({ status, json }) => [status, json.code])).toEqual(Array(2).fill([500, 'clipferry_database']));
    site.site.takeFiles();
    expect((await ava.head(id)).headers.get('upload-offset')).toBe('1000');
    // Neither of them kept its lock.
    expect((await ava.patch(id, 1_000, clip(1_000))).status).toBe(204);
    expect((await settled(ava, id)).video).not.toBeNull();
  });

  it('ends nothing where it does not write that down', async () => {
    const { ava, id } = await begun();
    site.site.takeFiles({ unread: { words: "`forgotten` = '1'", from: 1 } });
    expect((await ava.terminate(id)).status).toBe(500);
    site.site.takeFiles();
    expect((await ava.head(id)).headers.get('upload-offset')).toBe('1000');
  });

  it('does not make a second video of what nobody could see', async () => {
    site.site.takeFiles({ unread: { words: 'post_content_filtered = ', from: 1 } });
    const { ava, id, bytes } = await sendClip();
    await expect.poll(async () => (await site.site.state()).videos.length).toBe(1);
    await expect.poll(async () => (await rowsOf(site))[0]?.state).toBe('handing');
    expect((await ava.state(id)).json.state).toBe('handing');
    site.site.takeFiles();
    expect(await settled(ava, id)).toMatchObject({ recovered: true, tries: 1 });
    await oneVideo(bytes);
  });
});

describe('a database whose copies lag behind', () => {
  const rows = (sql: string) => site.site.order('rows', { sql });
  const tables = ['uploads', 'posts'] as const;
  const original = { uploads: 'wp_clipferry_uploads', posts: 'wp_posts' };
  /** From now on uploads and posts are read as they are now, changed by `sql`. */
  const lag = async (...changes: string[]) => {
    for (const name of tables) await rows(`CREATE TABLE wp_lagging_${name} AS SELECT * FROM ${original[name]}`);
    for (const sql of changes) await rows(sql);
    site.site.takeFiles({ lagging: true });
  };
  const dropIn = () => join(site.site.folder, 'www/wp-content/db.php');
  afterEach(async () => {
    site.site.takeFiles();
    rmSync(dropIn(), { force: true });
    for (const name of tables) await rows(`DROP TABLE IF EXISTS wp_lagging_${name}`);
  });
  const before = "answer = '', video = 0, touched = DATE_SUB(touched, INTERVAL 1 HOUR)";
  const done = async () => {
    const sent = await sendClip();
    const state = await settled(sent.ava, sent.id);
    await oneVideo(sent.bytes);
    return { ...sent, video: state.video };
  };

  it.each([
    ['before the hand-over', "state = 'whole', tries = 0", 500],
    ['in the middle of it', "state = 'handing'", 204],
    ['after a refusal before', `state = 'answered', tries = 0, answer = '{"status":503,"headers":[],"body":""}'`, 204],
  ])('does not undo what another process has finished: as it was %s', async (_, was, status) => {
    const { id, bytes, video, ava } = await done();
    await lag(
      `UPDATE wp_lagging_uploads SET ${before}, ${was}`,
      "DELETE FROM wp_lagging_posts WHERE post_type = 'attachment'",
    );
    const finished = (await rowsOf(site))[0];
    await cleanUp(site);
    // The first is told that it is at work, the second that it may be asked for anew; both are done with when a third has had its turn.
    await ava.state(id);
    await ava.patch(id, bytes.length, clip(0));
    await expect.poll(() => ava.terminate(id)).toMatchObject({ status });
    site.site.takeFiles();
    const { state, tries, answer } = finished ?? {};
    expect((await rowsOf(site))[0]).toMatchObject({ video: String(video), state, tries, answer });
    expect(await oneVideo(bytes)).toBe(video);
  });

  it('does not call lost what has come further since', async () => {
    const bytes = clip(3000);
    const ava = sender(site);
    const id = await ava.begin(3000, { filename: 'clip.mp4' });
    await ava.patch(id, 0, bytes.subarray(0, 2000));
    await lag();
    site.site.takeFiles();
    await ava.patch(id, 2000, bytes.subarray(2000));
    // Its file is not among the pieces any more.
    await settled(ava, id);
    await expect.poll(async () => (await pieces(site)).files).toEqual({});
    site.site.takeFiles({ lagging: true });
    expect((await ava.patch(id, 2000, bytes.subarray(2000))).status).toBe(409);
    site.site.takeFiles();
    expect((await settled(ava, id)).video).toBe(await oneVideo(bytes));
  });

  it('cuts nothing off that was received since', async () => {
    const bytes = clip(3000);
    const ava = sender(site);
    const id = await ava.begin(3000);
    await ava.patch(id, 0, bytes.subarray(0, 1000));
    await lag();
    expect((await ava.patch(id, 1000, bytes.subarray(1000, 2000))).status).toBe(204);
    expect((await ava.patch(id, 1000, bytes.subarray(1000, 1500))).status).toBe(409);
    site.site.takeFiles();
    expect((await ava.patch(id, 2000, bytes.subarray(2000))).status).toBe(204);
    expect((await settled(ava, id)).video).not.toBeNull();
    expect((await site.site.state()).videos).toMatchObject([{ file: { sha256: sha256(bytes) } }]);
  });

  it.each(['send_reads_to_masters', 'send_reads_to_primaries'])(
    'is read where it is written, in each request and each hour’s work: %s',
    async (method) => {
      const { id, ava, bytes } = await done();
      writeFileSync(
        dropIn(),
        `<?php
class Copies extends wpdb { public function ${method}() { $GLOBALS['clipferry_reads_where_written'] = true; } }
$wpdb = new Copies( DB_USER, DB_PASSWORD, DB_NAME, DB_HOST );`,
      );
      await lag(`UPDATE wp_lagging_uploads SET ${before}, state = 'receiving', received = 0`);
      expect((await ava.state(id)).json).toMatchObject({ state: 'answered', offset: bytes.length });
      // An old one that nobody goes on with, as the copy has it.
      await rows('UPDATE wp_lagging_uploads SET touched = DATE_SUB(touched, INTERVAL 30 DAY)');
      await cleanUp(site);
      expect(await rowsOf(site)).toHaveLength(1);
    },
  );
});

// PHP's own server does not begin a worker anew that died, as php-fpm does.
const dies = process.env.CLIPFERRY_TARGET === 'wordpress' ? [] : [true];

describe.each(dies)('the death of PHP', () => {
  // Each moment before, within and after what the service does; the file lies in the folder of pieces, or in its place already.
  const moments = ['before-take', 'before-move', 'after-move', 'after-post', 'after-attachment', 'after-all'];

  /** Whoever is killed says nothing any more, not even at its end. */
  const wasKilled = (): boolean => !existsSync(join(site.site.folder, 'www/wp-content/outlived.txt'));

  it.each(moments)('%s: one video, once', async (die) => {
    site.site.takeFiles({ die });
    const { ava, id, bytes } = await sendClip();
    const state = await settled(ava, id);
    expect(wasKilled()).toBe(true);
    expect(state.video).not.toBeNull();
    const { videos } = await site.site.state();
    expect(videos).toMatchObject([{ id: state.video, file: { sha256: sha256(bytes) } }]);
    // What was there as a whole is kept as it is; of all else nothing is left.
    const kept = die === 'after-attachment' || die === 'after-all';
    expect(state).toMatchObject({ recovered: kept, tries: kept ? 1 : 2 });
    await oneVideo(bytes, kept ? 'draft' : 'pending');
  });

  it('of another way than by force: an error of the service in the middle', async () => {
    site.site.takeFiles({ die: 'after-post', crash: true });
    const { ava, id, bytes } = await sendClip();
    expect(await settled(ava, id)).toMatchObject({ recovered: false, tries: 2 });
    expect(wasKilled()).toBe(false);
    await oneVideo(bytes);
  });

  it('each time: it stops after three, leaves nothing behind, and says so', { tags: 'proof' }, async () => {
    site.site.takeFiles({ die: 'after-post', dies: 99 });
    const { ava, id } = await sendClip();
    const state = await settled(ava, id);
    expect(state).toMatchObject({ video: null, tries: 3, answer: { status: 500 } });
    expect(JSON.parse(state.answer.body).code).toBe('clipferry_died');
    expect(await site.site.state()).toMatchObject({ videos: [], unattached: [] });
    expect(filmsOnDisk()).toEqual([]);
  });

  it('each time while the bytes are compared: it stops after three, keeps them, and says so', async () => {
    site.site.takeFiles({ die: 'question', at: "`verified` = '1'", dies: 99 });
    const { ava, id, bytes } = await sendClip();
    const state = await settled(ava, id);
    expect(state).toMatchObject({ video: null, tries: 3, sha256: null, answer: { status: 500 } });
    expect(JSON.parse(state.answer.body).code).toBe('clipferry_died');
    site.site.takeFiles();
    expect((await ava.patch(id, bytes.length, clip(0))).status).toBe(204);
    await expect.poll(async () => (await settled(ava, id)).video).not.toBeNull();
    await oneVideo(bytes);
  });

  it('does not take a file away that a service without attachments has', async () => {
    site.site.takeFiles({ makes: 'no-attachment' });
    const { ava, id, bytes } = await sendClip();
    const state = await settled(ava, id);
    expect(state.video).not.toBeNull();
    expect(filmsOnDisk()).toHaveLength(1);
    expect((await ava.patch(id, bytes.length, clip(0))).status).toBe(204);
    expect((await settled(ava, id)).tries).toBe(1);
    expect(filmsOnDisk()).toHaveLength(1);
  });

  it('makes no video any more of what its sender has taken back meanwhile', async () => {
    site.site.takeFiles({ die: 'after-post' });
    const { ava, id } = await sendClip();
    await untilDead(id);
    expect((await ava.terminate(id)).status).toBe(204);
    expect(await site.site.state()).toMatchObject({ videos: [], unattached: [] });
    expect(filmsOnDisk()).toEqual([]);
    expect((await pieces(site)).files).toEqual({});
    expect((await ava.head(id)).status).toBe(410);
  });

  it('leaves the video of one that is taken back only after it was made', async () => {
    site.site.takeFiles({ die: 'after-attachment' });
    const { ava, id, bytes } = await sendClip();
    await untilDead(id);
    expect((await ava.terminate(id)).status).toBe(204);
    await oneVideo(bytes, 'draft');
  });

  it('is finished by the hour’s work where its sender never comes back', async () => {
    site.site.takeFiles({ die: 'before-take' });
    const { id, bytes } = await sendClip();
    await expect.poll(async () => (await rowsOf(site))[0]?.state).toBe('handing');
    await cleanUp(site);
    expect((await rowsOf(site))[0]).toMatchObject({ state: 'handing', tries: '1' });
    await ageUpload(site, id, 1);
    await cleanUp(site);
    expect((await rowsOf(site))[0]).toMatchObject({ state: 'answered', tries: '2' });
    await oneVideo(bytes);
  });
});

describe.each(dies)('rights', () => {
  it('are asked for by the rules of that moment, also where the route lets in more', async () => {
    const ava = sender(site);
    const id = await ava.begin(3000);
    site.site.takeFiles({ die: 'before-take' });
    await ava.patch(id, 0, clip(3000));
    await untilDead(id);
    site.site.takeFiles({ filters: { clipferry_helper_capability: 'manage_options' } });
    await ageUpload(site, id, 1);
    await cleanUp(site);
    expect((await rowsOf(site))[0]).toMatchObject({ state: 'answered', video: '0' });
    expect((await site.site.state()).videos).toEqual([]);
  });

  it('are asked for again when the file is whole', async () => {
    const bytes = clip(3000);
    const ava = sender(site);
    const id = await ava.begin(3000);
    await ava.patch(id, 0, bytes.subarray(0, 2000));
    // The piece is taken with the right, and the hand-over comes without it.
    site.site.takeFiles({ die: 'before-take' });
    await ava.patch(id, 2000, bytes.subarray(2000));
    await untilDead(id);
    await site.site.setRole('ava', 'subscriber');
    await ageUpload(site, id, 1);
    await cleanUp(site);
    expect((await rowsOf(site))[0]).toMatchObject({ state: 'answered', video: '0' });
    expect((await site.site.state()).videos).toEqual([]);
  });
});
