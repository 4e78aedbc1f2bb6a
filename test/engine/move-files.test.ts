// Files that are brought over may be damaged or made to harm: they are refused as a whole or a part is left out, and what is here stays.
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../main/adapters/clock.ts';
import { openStore } from '../../main/adapters/database/open-store.ts';
import { openZip } from '../../main/adapters/open-zip.ts';
import { saveZip } from '../../main/adapters/save-zip.ts';
import { readMoveFile } from '../../main/features/move/read-file.ts';
import { type Sql, StoreError } from '../../main/ports.ts';
import { migrate, migrations } from '../../main/schema.ts';
import type { MoveInView } from '../../preload/contract.ts';
import { firstRules } from '../../preload/folder-rules.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { type ClipFolder, clipFolder } from './clip-files.ts';
import { type Engine, memorySecrets, startEngine } from './engine.ts';
import { memorySettings } from './settings.ts';

let disk: ClipFolder;
let profile: ClipFolder;
let place: string;
let engine: Engine;

const moving = { saveZip, openZip, choosePlace: async () => place, chooseFile: async () => place };
/** What the database does at its nth statement that keeps something of this table; null = nothing. */
let failAt: { at: number; readonly table: string; readonly error: Error } | null = null;
/** What comes in between as soon as clips begin to be taken over. */
let meanwhile: ((sql: Sql) => void) | null = null;

function failingSql(folder: string): Sql {
  const sql = openStore({ folder, now: Date.now(), migrate, newestVersion: migrations.length, log: () => {} });
  return {
    ...sql,
    reserve: { take: () => failAt === null, give: () => {}, distrust: () => {} },
    prepare: (text) => {
      const statement = sql.prepare(text);
      return {
        ...statement,
        run: (...values) => {
          if (failAt !== null && text.includes(`INTO ${failAt.table}`) && --failAt.at < 0) throw failAt.error;
          const outcome = statement.run(...values);
          if (text.includes('INTO half_taken')) {
            const come = meanwhile;
            meanwhile = null;
            come?.(sql);
          }
          return outcome;
        },
      };
    },
  };
}

beforeAll(async () => {
  [disk, profile] = [clipFolder(), clipFolder()];
  place = disk.file('moved.clipferry');
  engine = await startEngine({
    profile: profile.path,
    ports: { moving, sql: failingSql(profile.path), settings: memorySettings() },
  });
});
afterAll(async () => {
  await engine.stop();
  disk.remove();
  profile.remove();
});
beforeEach(() => {
  failAt = null;
  meanwhile = null;
});

const account = { key: 'a1', login: 'ava', name: 'Ava', userId: 7, canUpload: true, canPublish: true };
const site = {
  ...{ name: 'Harbour Films', address: 'https://harbour.example/', root: 'https://harbour.example/wp-json/' },
  ...{ platform: 'wp', uploadRoute: 'streamtube/v1/upload', passwordPage: null },
  ways: { applicationPassword: true, browser: true, accountPassword: true, token: false },
  accounts: [{ ...account, method: 'application-password' }],
};
const sha = (at: number): string => at.toString(16).padStart(64, '0');
const clip = (at: number) => [1_000 + at, sha(at), at + 1, 1_790_000_000_000, `clip ${at}.mp4`] as const;
const firstRulesTaken = { ...firstRules, existing: 'take' };
const folder = { id: 'f1', path: 'D:\\Films\\Exports', account: 'a1', paused: false, rules: firstRules };

interface Parts {
  readonly manifest?: object;
  readonly sites?: readonly unknown[];
  readonly folders?: readonly unknown[];
  readonly values?: object;
  readonly clips?: readonly unknown[];
  readonly more?: Readonly<Record<string, string>>;
}

/** Writes a file as another computer would, with some of its parts replaced. */
function write({
  manifest,
  sites = [site],
  folders = [folder],
  values = {},
  clips = [clip(1)],
  more = {},
}: Parts = {}) {
  const parts = ['sites.json', 'folders.json', 'settings.json', 'clips-1.json'];
  const texts = {
    'manifest.json': JSON.stringify({
      ...{ kind: 'clipferry-move', version: 1, app: '0.1.0', computer: 'Studio', savedAt: 1_790_000_000_000 },
      ...{ openClips: 0, parts, ...manifest },
    }),
    'sites.json': JSON.stringify({ sites }),
    'folders.json': JSON.stringify({ folders }),
    'settings.json': JSON.stringify({ values }),
    'clips-1.json': JSON.stringify({ account: 'a1', clips }),
    ...more,
  };
  writeFileSync(place, zipSync(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, strToU8(text)]))));
}

const opened = () => engine.uploader.handlers['move.open']();
const refusal = async (): Promise<string> => {
  const outcome = await opened();
  return outcome === null || outcome.ok ? 'none' : outcome.failure;
};
async function view(): Promise<MoveInView> {
  const outcome = await opened();
  if (!outcome?.ok) throw new Error(`not opened: ${JSON.stringify(outcome)}`);
  return outcome.value;
}
/** Everything that was ever brought here. */
const rows = () => {
  const database = new DatabaseSync(join(profile.path, 'clipferry.sqlite'), { readOnly: true });
  try {
    return ['sites', 'accounts', 'brought_clips', 'brought_folders', 'half_taken'].map((table) =>
      Number(database.prepare(`SELECT COUNT(*) AS n FROM ${table}`).get()?.n),
    );
  } finally {
    database.close();
  }
};
const nothing = [0, 0, 0, 0, 0];
const whole = { sites: 0, folders: 0, settings: 0, clips: 0 };

describe('is refused as a whole', () => {
  it('when it was cut off or changed', async () => {
    write();
    const bytes = readFileSync(place);
    for (const length of [20, bytes.length >> 1, bytes.length - 1]) {
      truncateSync(place, length);
      expect(await refusal(), `${length} bytes`).toBe('damaged');
      writeFileSync(place, bytes);
    }
    const flipped = Buffer.from(bytes);
    const inText = 45;
    flipped[inText] = 255 - (flipped[inText] ?? 0);
    writeFileSync(place, flipped);
    expect(await refusal()).toBe('damaged');
  });

  it('when a part is missing or has another shape', async () => {
    write({ manifest: { parts: ['sites.json', 'clips-2.json'] } });
    expect(await refusal()).toBe('damaged');
    write({ more: { 'sites.json': '{"sites":{}}' } });
    expect(await refusal()).toBe('damaged');
    write({ more: { 'clips-1.json': '[1,2' } });
    expect(await refusal()).toBe('damaged');
    write({ manifest: { savedAt: 'yesterday' } });
    expect(await refusal()).toBe('damaged');
  });

  it('when it is none of ours, was saved by a newer Clipferry, or is gone', async () => {
    writeFileSync(place, zipSync({ 'report.txt': strToU8('a report') }));
    expect(await refusal()).toBe('not-ours');
    write({ manifest: { kind: 'something else' } });
    expect(await refusal()).toBe('not-ours');
    writeFileSync(place, 'no zip at all');
    expect(await refusal()).toBe('not-ours');
    write({ manifest: { version: 2, parts: 'in another way' } });
    expect(await refusal()).toBe('newer');
    place = disk.file('gone.clipferry');
    expect(await refusal()).toBe('missing');
    place = disk.file('moved.clipferry');
  });

  it('when it names a part twice, which would be unpacked as often', async () => {
    write({ manifest: { parts: ['sites.json', 'folders.json', 'settings.json', 'clips-1.json', 'clips-1.json'] } });
    expect(await refusal()).toBe('damaged');
  });

  it('when two accounts have one key: what arrived for one would never be sent to the other', async () => {
    const other = { ...site, address: 'https://other.example/', root: 'https://other.example/wp-json/' };
    write({ sites: [site, other] });
    expect(await refusal()).toBe('damaged');
    const two = [{ ...site.accounts[0], userId: 8 }, ...site.accounts];
    write({ sites: [{ ...site, accounts: two }] });
    expect(await refusal()).toBe('damaged');
  });

  it('when it has more clips than any list', async () => {
    const many = Array.from({ length: 5_000 }, (_, at) => clip(at));
    const names = Array.from({ length: 41 }, (_, at) => `clips-${at + 1}.json`);
    const text = JSON.stringify({ account: 'a1', clips: many });
    write({
      manifest: { parts: ['sites.json', 'folders.json', 'settings.json', ...names] },
      more: Object.fromEntries(names.map((name) => [name, text])),
    });
    expect(await refusal()).toBe('too-large');
  });

  it('and nothing of any of them is here', async () => {
    expect(rows()).toEqual(nothing);
    expect(await engine.uploader.handlers['app.state']()).toMatchObject({ sites: [], folders: [] });
  });
});

describe('what of it cannot be used is left out and told', () => {
  it.each([
    ['an address that is none', { address: 'javascript:alert(1)' }],
    ['a sign-in that would go to another host', { root: 'https://elsewhere.example/wp-json/' }],
    ['a sign-in that would go over an open line', { root: 'http://harbour.example/wp-json/' }],
    ['a password in its address', { address: 'https://ava:secret@harbour.example/' }],
    ['a route that leads elsewhere', { uploadRoute: '../../admin' }],
    ['a route with a question', { uploadRoute: 'upload?x=1' }],
    ['a name of its platform that ends the path', { platform: 'wp/../..' }],
    ['a user without a number', { accounts: [{ ...site.accounts[0], userId: 0 }] }],
  ])('a site with %s, and all that belongs to it', async (_, over) => {
    write({ sites: [{ ...site, ...over }] });
    expect(await view()).toMatchObject({
      ...{ sites: [], newClips: 0, newFolders: [] },
      leftOut: { sites: 1, folders: 1, settings: 0, clips: 1 },
    });
  });

  it('a page for passwords that lies elsewhere is no page', async () => {
    const pageOf = async (passwordPage: string) => {
      write({ sites: [{ ...site, passwordPage }] });
      return (await readMoveFile(await openZip(place), systemClock)).sites.map((one) => one.passwordPage);
    };
    expect(await pageOf('https://harbour.example/wp-admin/authorize.php')).toEqual([
      'https://harbour.example/wp-admin/authorize.php',
    ]);
    expect(await pageOf('https://elsewhere.example/authorize.php')).toEqual([null]);
    expect(await pageOf('http://harbour.example/authorize.php')).toEqual([null]);
  });

  it('folders whose rules no window could have set', async () => {
    const rules = [
      { ...firstRules, stableMs: -5 },
      { ...firstRules, extensions: ['../mp4'] },
      { ...firstRules, status: 'publish", "author": 1' },
      { ...firstRules, terms: { 'a b': [1] } },
      { recursive: true },
    ];
    write({ folders: rules.map((each, at) => ({ ...folder, id: `f${at}`, rules: each })) });
    expect(await view()).toMatchObject({ newFolders: [], leftOut: { ...whole, folders: rules.length } });
  });

  it('settings out of their bounds, and those that no other computer decides', async () => {
    write({
      values: { smallLanes: 100, week: 'x', keepAwake: false, publicSites: ['a'], startAtLogin: true, more: 1 },
    });
    expect(await view()).toMatchObject({ newSettings: 1, leftOut: { ...whole, settings: 2 } });
  });

  it('clips that are none', async () => {
    const bad = [
      [0, sha(1), 1, 1, 'empty.mp4'],
      [10, 'no sum', 1, 1, 'a.mp4'],
      [10, sha(1).toUpperCase().replace('1', 'A'), 1, 1, 'a.mp4'],
      [10, sha(1), -1, 1, 'a.mp4'],
      [10.5, sha(1), 1, 1, 'a.mp4'],
      [10, sha(1), 1, 1],
      'a clip',
    ];
    write({ clips: [...bad, clip(5)] });
    expect(await view()).toMatchObject({ newClips: 1, leftOut: { ...whole, clips: bad.length } });
  });
});

describe('taken over', () => {
  it('it is there as a whole or not at all: the disk is full, or something fails at its end', async () => {
    const before = rows();
    const counts = async () => {
      expect((await engine.uploader.handlers['app.state']()).sites).toEqual([]);
      expect(rows().slice(0, 2)).toEqual(before.slice(0, 2));
    };
    write({ folders: [folder, { ...folder, id: 'f2' }], clips: Array.from({ length: 1_100 }, (_, at) => clip(at)) });
    const { id } = await view();
    for (const error of [new StoreError('full', 'no room'), new Error('something')]) {
      // At the first and the last step of the clips, and with all of them there.
      for (const [table, at] of [
        ['brought_clips', 0],
        ['brought_clips', 1_050],
        ['brought_folders', 1],
      ] as const) {
        failAt = { at, table, error };
        await expect(engine.uploader.handlers['move.take'](id)).rejects.toThrow(error.message);
        await counts();
        if (error instanceof StoreError) {
          const left = rows();
          // As long as it is full nothing more is written, nor thrown away: that takes room, too.
          await expect(engine.uploader.handlers['move.take'](id)).rejects.toThrow(StoreError);
          expect([rows(), left.at(-1)]).toEqual([left, 1]);
          await counts();
          failAt = null;
          await expect.poll(rows).toEqual(before);
        }
        expect(rows()).toEqual(before);
      }
    }
    // It is still open, and can be taken once there is room.
    failAt = null;
    expect(await engine.uploader.handlers['move.take'](id)).toEqual({
      accounts: 1,
      clips: 1_100,
      folders: 2,
      settings: 0,
    });
    // What a file of somebody else says of the same clips changes nothing.
    write({ clips: Array.from({ length: 1_100 }, (_, at) => [...clip(at).slice(0, 2), 999, 1, 'other.mp4']) });
    expect(await view()).toMatchObject({ newClips: 0, knownClips: 1_100 });
  });

  it('an account that is connected while its clips come is theirs', async () => {
    const other = { ...site, address: 'https://pier.example/', root: 'https://pier.example/wp-json/' };
    write({
      sites: [{ ...other, accounts: [{ ...site.accounts[0], key: 'b1' }] }],
      folders: [],
      more: { 'clips-1.json': JSON.stringify({ account: 'b1', clips: [clip(1), clip(2)] }) },
    });
    const { id } = await view();
    meanwhile = (sql) => {
      const connected = `INSERT INTO sites (id, name, address, root, upload_route, settle_ms) VALUES ('pier', 'Pier', ?, ?, 'r', 1)`;
      sql.prepare(connected).run(other.address, other.root);
      sql.exec(`INSERT INTO accounts (id, site_id, login, name, user_id, can_upload, can_publish, signed_in)
        VALUES ('connected', 'pier', 'ava', 'Ava', 7, 1, 1, 1)`);
    };
    expect(await engine.uploader.handlers['move.take'](id)).toMatchObject({ clips: 2 });
    const database = new DatabaseSync(join(profile.path, 'clipferry.sqlite'), { readOnly: true });
    const owners = database.prepare('SELECT account_id, COUNT(*) AS n FROM brought_clips GROUP BY account_id').all();
    expect(owners).toContainEqual({ account_id: 'connected', n: 2 });
    expect(owners).toHaveLength(2);
    expect(database.prepare("SELECT COUNT(*) AS n FROM accounts WHERE site_id = 'pier'").get()?.n).toBe(1);
    database.close();
    expect(rows().at(-1)).toBe(0);
  });

  it('a folder whose rules were damaged here since comes paused, with the usual ones; nothing is thrown away', async () => {
    const database = new DatabaseSync(join(profile.path, 'clipferry.sqlite'));
    database.exec("UPDATE brought_folders SET rules = '{\"recursive\":' WHERE id = 'f2'");
    database.close();
    const { sites, folders } = await engine.uploader.handlers['app.state']();
    expect(folders).toMatchObject([{ id: 'f1' }, { id: 'f2', state: 'unplaced', rules: null, paused: true }]);
    engine.choose(disk.path);
    const offer = await engine.uploader.handlers['folder.choose']();
    const placed = await engine.uploader.handlers['folder.add']({
      offer: offer?.ok ? offer.value.offer : '',
      accountId: sites[0]?.accounts[0]?.id ?? '',
      existing: 'take',
      brought: 'f2',
    });
    expect(placed).toMatchObject({ ok: true, value: { id: 'f2', state: 'paused', rules: firstRulesTaken } });
    const kept = new DatabaseSync(join(profile.path, 'clipferry.sqlite'), { readOnly: true });
    expect(kept.prepare("SELECT text FROM damaged WHERE kind = 'folder-rules' AND name = 'f2'").get()?.text).toBe(
      '{"recursive":',
    );
    kept.close();
  });

  it('a file that was closed, or in whose place another was opened, is gone', async () => {
    write();
    const { id } = await view();
    const { id: other } = await view();
    await expect(engine.uploader.handlers['move.take'](id)).rejects.toThrow('move-gone');
    await engine.uploader.handlers['move.close']();
    await expect(engine.uploader.handlers['move.take'](other)).rejects.toThrow('move-gone');
    await expect(engine.uploader.handlers['move.save'](other)).rejects.toThrow('move-gone');
  });
});

describe('the file that is saved', () => {
  let practice: PracticeSite;
  beforeAll(async () => {
    practice = await startPracticeSite({ name: 'Harbour Films' });
  });
  afterAll(() => practice.stop());

  it('has no secret in it, whatever the profile holds', async () => {
    const secrets = memorySecrets();
    const own = clipFolder();
    const old = await startEngine({ profile: own.path, secrets, ports: { moving } });
    const accountId = await old.connect(practice);
    await old.add(accountId, disk.make('one.mp4', 40_000));
    await old.settled();
    await secrets.set('proxy proxy.example:3128', 'canary-proxy-password');
    const database = new DatabaseSync(join(own.path, 'clipferry.sqlite'));
    // Where a site could have put something of its own, and a password's name.
    database.exec("UPDATE attempts SET said = 'canary-said', key = 'canary-key'");
    database.exec("UPDATE accounts SET password_uuid = 'canary-uuid'");
    database.exec(`UPDATE jobs SET draft = json_set(draft, '$.password', 'canary-draft')`);
    database.close();
    const { id } = await old.uploader.handlers['move.gather']();
    await old.uploader.handlers['move.save'](id);
    const bytes = readFileSync(place);
    const texts = Object.values(unzipSync(new Uint8Array(bytes))).map((text) => strFromU8(text));
    const all = [bytes.toString('latin1'), ...texts].join('\n');
    const kept = [...secrets.kept.values()];
    expect(kept.some((secret) => secret.includes('"login":"ava"'))).toBe(true);
    const passwords = kept.map((secret) => /"password":"([^"]+)"/.exec(secret)?.[1] ?? secret);
    const forms = passwords.flatMap((one) => [one, one.replaceAll(' ', ''), Buffer.from(one).toString('base64')]);
    for (const text of [...forms, ...kept, 'canary', 'Basic ', 'Bearer ', 'cookie'])
      expect(all.toLowerCase().includes(text.toLowerCase()), text).toBe(false);
    expect(all, 'the search itself works').toContain('one.mp4');
    await old.stop();
    own.remove();
  });

  it('tells when nothing could be saved, and is saved again elsewhere', async () => {
    const { id } = await engine.uploader.handlers['move.gather']();
    place = join(disk.path, 'gone', 'moved.clipferry');
    expect(await engine.uploader.handlers['move.save'](id)).toEqual({ ok: false, failure: 'missing' });
    place = disk.file('moved.clipferry');
    expect(await engine.uploader.handlers['move.save'](id)).toMatchObject({ ok: true });
  });
});
