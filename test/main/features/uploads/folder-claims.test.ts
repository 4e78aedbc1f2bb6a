// Who goes first in a folder that several computers see: asked seldom, kept young, given back, and never in the way of anything.
import { beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../../../main/adapters/database/sqlite.ts';
import { type Claims, createClaims } from '../../../../main/features/uploads/folder-claims.ts';
import type { Folder } from '../../../../main/model.ts';
import { type Claimed, FileError, type Sql } from '../../../../main/ports.ts';
import { migrate } from '../../../../main/schema.ts';
import { type HandClock, handClock } from '../../queue/hand-clock.ts';
import { account, oneAccount } from './tasks/parts.ts';

const second = 1_000;
let sql: Sql;
let clock: HandClock;
let claims: Claims;
/** What the folder answers, and what it was asked. */
let answer: Claimed;
let asked: string[];
let names: readonly string[] | Error;
/** What lies in a folder above. */
let above: Record<string, readonly string[] | Error>;
let folder: Folder | null;
/** What the claims were called. */
let called: string[];
let pair: string;

const make = (): Claims =>
  createClaims({
    ...{ clock, sql, accounts: oneAccount().accounts },
    random: { fraction: () => 0, hex: (count) => pair.repeat(count) },
    files: {
      list: async (path) => {
        const found = path === folder?.path || path === other.path ? names : (above[path] ?? []);
        if (found instanceof Error) throw found;
        return found;
      },
    },
    folderOf: (id) => (id === 'folder-1' ? folder : id === 'folder-2' ? other : null),
    claims: {
      claim: async (path, name, us, staleMs) => {
        called.push(name);
        asked.push(`claim ${path} ${us} ${staleMs}`);
        return answer;
      },
      release: async (path, _name, us) => void asked.push(`release ${path} ${us}`),
      close: async () => void asked.push('close'),
    },
  });
const us = 'ab'.repeat(16);
const claimed = `claim /srv/clips ${us} 90000`;
const released = `release /srv/clips ${us}`;
const other = { id: 'folder-2', path: '/srv/others' } as Folder;
const isTheirs = () => claims.isTheirs('folder-1', account.id);

beforeEach(() => {
  sql = openSqlite(':memory:');
  migrate(sql);
  clock = handClock();
  [answer, asked, names, called, pair] = ['ours', [], [], [], 'ab'];
  folder = { id: 'folder-1', path: '/srv/clips' } as Folder;
  above = {};
  claims = make();
});

describe('a claim of ours', () => {
  it('is asked for once, kept young every 20 s, and given back after a minute in which nobody asked', async () => {
    expect(await isTheirs()).toBe(false);
    expect(await isTheirs()).toBe(false);
    expect(asked).toEqual([claimed]);
    await clock.pass(59 * second);
    expect(asked).toEqual([claimed, claimed, claimed]);
    await clock.pass(second);
    expect(asked).toEqual([claimed, claimed, claimed, released]);
    await clock.pass(60 * second);
    expect(asked).toHaveLength(4);
    expect(clock.timers()).toBe(0);
    await isTheirs();
    expect(asked.at(-1)).toBe(claimed);
  });

  it('is kept as long as a clip is on its way, however long that takes, and given back a minute after the last one', async () => {
    await isTheirs();
    const first = claims.sending('folder-1', account.id);
    await clock.pass(10 * 60 * second);
    const last = claims.sending('folder-1', account.id);
    first();
    await clock.pass(10 * 60 * second);
    expect(asked).not.toContain(released);
    // Kept young all the time: others take over what is older than 90 s.
    expect(asked).toHaveLength(1 + (20 * 60) / 20);
    last();
    await clock.pass(59 * second);
    expect(asked).not.toContain(released);
    await clock.pass(second);
    expect(asked.at(-1)).toBe(released);
    expect(clock.timers()).toBe(0);
  });

  it('is nobody’s because of a clip that nobody asked for, of no account or no folder', async () => {
    claims.sending('folder-1', 'nobody')();
    claims.sending('folder-9', account.id)();
    const end = claims.sending('folder-1', account.id);
    await clock.pass(60 * second);
    end();
    await clock.pass(60 * second);
    await claims.stop();
    claims.sending('folder-1', account.id)();
    expect(asked).toEqual(['close']);
    expect(clock.timers()).toBe(0);
  });

  it('is kept as long as somebody asks', async () => {
    for (let n = 0; n < 20; n++) {
      await isTheirs();
      await clock.pass(10 * second);
    }
    expect(asked).not.toContain(released);
  });

  it('is given back at the end, and nothing is asked for after it', async () => {
    await isTheirs();
    await claims.stop();
    expect(asked).toEqual([claimed, released, 'close']);
    expect(await isTheirs()).toBe(false);
    await clock.pass(60 * second);
    expect(asked).toHaveLength(3);
  });

  it('is this list’s also after the next start', async () => {
    await isTheirs();
    const before = sql.prepare('SELECT id FROM claimant').get()?.id;
    pair = 'cd';
    claims = make();
    await isTheirs();
    expect(asked).toEqual([claimed, claimed]);
    expect([before, sql.prepare('SELECT id FROM claimant').get()?.id]).toEqual([us, us]);
    sql.exec("UPDATE claimant SET id = 'two\nlines'");
    claims = make();
    await isTheirs();
    expect(asked.at(-1)).toBe(`claim /srv/clips ${'cd'.repeat(16)} 90000`);
  });

  it('is called the same by every computer, and another one in every folder', async () => {
    await isTheirs();
    await claims.isTheirs('folder-2', account.id);
    expect(asked).toEqual([claimed, `claim /srv/others ${us} 90000`]);
    const name = `${account.userId} ${oneAccount().accounts.siteOf(account.id)?.root}`;
    expect(called).toEqual([name, name]);
  });

  it('is not asked for again as long as it is young', async () => {
    await isTheirs();
    await clock.pass(10 * second);
    expect(await isTheirs()).toBe(false);
    expect(asked).toEqual([claimed]);
  });
});

describe('a claim of others', () => {
  it('is asked about every three seconds at most, and not given back', async () => {
    answer = 'theirs';
    for (let n = 0; n < 4; n++) expect(await isTheirs()).toBe(true);
    await clock.pass(2 * second);
    expect(await isTheirs()).toBe(true);
    expect(asked).toHaveLength(1);
    await clock.pass(second);
    answer = 'ours';
    expect(await isTheirs()).toBe(false);
    expect(asked).toHaveLength(2);
    answer = 'theirs';
    await clock.pass(20 * second);
    expect(await isTheirs()).toBe(true);
    asked.length = 0;
    await clock.pass(90 * second);
    await claims.stop();
    expect(asked).toEqual(['close']);
  });

  it('is asked for once where many want to know at the same moment', async () => {
    answer = 'theirs';
    expect(await Promise.all([isTheirs(), isTheirs(), isTheirs()])).toEqual([true, true, true]);
    expect(asked).toHaveLength(1);
  });
});

describe('nobody waits, and nothing is written', () => {
  it.each<[string, () => void]>([
    [
      'in a folder that a program carries elsewhere',
      () => {
        names = ['.stfolder'];
      },
    ],
    [
      'in one far below such a folder',
      () => {
        above['/'] = ['.stfolder'];
      },
    ],
    [
      'in one that cannot be listed',
      () => {
        names = new FileError('missing', 'gone');
      },
    ],
    [
      'in one that is not watched any more',
      () => {
        folder = null;
      },
    ],
  ])('%s', async (_, change) => {
    answer = 'theirs';
    change();
    expect(await isTheirs()).toBe(false);
    expect(asked).toEqual([]);
  });

  it('for an account that is not there, or where no claims are kept', async () => {
    answer = 'theirs';
    expect(await claims.isTheirs('folder-1', 'nobody')).toBe(false);
    expect(asked).toEqual([]);
    const { accounts } = oneAccount();
    const none = createClaims({
      ...{ clock, sql, accounts, folderOf: () => folder, files: { list: async () => [] } },
      random: { fraction: () => 0, hex: () => us },
    });
    expect(await none.isTheirs('folder-1', account.id)).toBe(false);
    await none.stop();
  });

  it('but where the folders above cannot be listed one waits', async () => {
    answer = 'theirs';
    above['/srv'] = new FileError('unreadable', 'not yours');
    expect(await isTheirs()).toBe(true);
  });

  it('and a fault of our own is never taken for one of the disk', async () => {
    names = new TypeError('a bug');
    await expect(isTheirs()).rejects.toThrow('a bug');
    [names, above] = [[], { '/srv': new TypeError('a bug above') }];
    claims = make();
    await expect(isTheirs()).rejects.toThrow('a bug above');
  });

  it('where the folder keeps none', async () => {
    answer = 'free';
    expect(await isTheirs()).toBe(false);
    await claims.stop();
    expect(asked).toEqual([claimed, 'close']);
  });
});
