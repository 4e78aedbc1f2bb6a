// What lies beside a database that was not closed: whether something that was on disk once is gone from its log.
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { countedFrames, lookBeside, validFrames } from '../../../../main/adapters/database/wal.ts';

let folder: string;
let live: DatabaseSync;
/** The database as a killed process would leave it. */
let left: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-wal-'));
  left = join(folder, 'left.sqlite');
  live = new DatabaseSync(join(folder, 'live.sqlite'));
  onTestFinished(() => {
    if (live.isOpen) live.close();
    rmSync(folder, { recursive: true, force: true });
  });
  live.exec('PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; CREATE TABLE a (b)');
});
function kill(): void {
  for (const beside of ['', '-wal', '-shm']) {
    const from = join(folder, `live.sqlite${beside}`);
    if (existsSync(from)) copyFileSync(from, left + beside);
  }
}
const commit = (text = 'x'): void => live.exec(`INSERT INTO a VALUES ('${text}')`);
const wal = (): Buffer => readFileSync(`${left}-wal`);
const shm = (): Buffer => readFileSync(`${left}-shm`);
/** Turns one bit of the log, counted from its end where below 0. */
function turn(at: number): void {
  const bytes = wal();
  const place = at < 0 ? bytes.length + at : at;
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
  writeFileSync(`${left}-wal`, bytes);
}
const frameBytes = 24 + 4_096;

describe('a database that was', () => {
  it('closed in order has nothing beside it', () => {
    commit();
    live.close();
    kill();
    expect(lookBeside(left)).toEqual({ unclean: false, behind: false });
  });

  it('killed has all of its commits in the log', () => {
    commit();
    commit();
    kill();
    expect(lookBeside(left)).toEqual({ unclean: true, behind: false });
    expect(countedFrames(shm())?.frames).toBe(validFrames(wal()).frames);
    expect(validFrames(wal())).toMatchObject({ torn: false, salt: countedFrames(shm())?.salt });
  });

  it('killed in the middle of a change has lost nothing that was on disk', () => {
    commit();
    kill();
    writeFileSync(`${left}-wal`, Buffer.concat([wal(), wal().subarray(32, 32 + 1_000)]));
    expect(lookBeside(left)).toEqual({ unclean: true, behind: false });
  });

  it('killed after its log was taken over, and with a new one begun, is whole', () => {
    commit('x'.repeat(20_000));
    live.exec('PRAGMA wal_checkpoint(PASSIVE)');
    kill();
    expect(lookBeside(left)).toEqual({ unclean: true, behind: false });
    const counted = countedFrames(shm());
    expect(counted?.copied).toBe(counted?.frames);
    // The next change begins the log anew, before what is left of the old one.
    commit();
    kill();
    expect(lookBeside(left)).toEqual({ unclean: true, behind: false });
    expect(validFrames(wal())).toMatchObject({ torn: false });
    expect(validFrames(wal()).frames).toBeLessThan(counted?.frames ?? 0);
  });
});

describe('a log has lost commits where', () => {
  beforeEach(() => {
    commit();
    commit();
    commit();
    kill();
  });

  it.each([
    ['its last page was damaged', -10],
    ['its first page was damaged', 32 + 24 + 5],
    ['what says how large the database is was damaged', 32 + 4],
    ['its own head was damaged', 8],
    ['its mark was damaged', 0],
    ['the sum of its head was damaged', 26],
    ['the sum of a page was damaged', 32 + 17],
    ['the sum of a page was damaged in its other half', 32 + 21],
    ['what says which log a page is of was damaged', 32 + 9],
  ])('%s', (_, at) => {
    turn(at);
    expect(lookBeside(left)).toEqual({ unclean: true, behind: true });
  });

  it('its end is missing', () => {
    truncateSync(`${left}-wal`, wal().length - frameBytes);
    expect(lookBeside(left)).toEqual({ unclean: true, behind: true });
    truncateSync(`${left}-wal`, wal().length - 1);
    expect(lookBeside(left)).toEqual({ unclean: true, behind: true });
  });

  it('all of it is missing', () => {
    rmSync(`${left}-wal`);
    expect(lookBeside(left)).toEqual({ unclean: true, behind: true });
  });

  it('another log lies in its place', () => {
    live.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    commit();
    copyFileSync(join(folder, 'live.sqlite-wal'), `${left}-wal`);
    expect(lookBeside(left).behind).toBe(true);
  });
});

describe('without its index a log', () => {
  beforeEach(() => {
    commit();
    commit();
    kill();
    rmSync(`${left}-shm`);
  });

  it('is whole where its sums say so', () => {
    expect(lookBeside(left)).toEqual({ unclean: true, behind: false });
  });

  it('is torn where they do not', () => {
    turn(-10);
    expect(lookBeside(left)).toEqual({ unclean: true, behind: true });
    expect(validFrames(wal()).torn).toBe(true);
  });

  it('is torn where less is there than a page, or than a head', () => {
    truncateSync(`${left}-wal`, wal().length - 100);
    expect(lookBeside(left)).toEqual({ unclean: true, behind: true });
    truncateSync(`${left}-wal`, 31);
    expect(lookBeside(left)).toEqual({ unclean: true, behind: true });
  });

  it('has no commit in the middle of one', () => {
    live.exec('BEGIN');
    live.exec(`INSERT INTO a VALUES ('${'x'.repeat(30_000)}')`);
    live.exec('COMMIT');
    kill();
    const whole = validFrames(wal());
    const part = validFrames(wal().subarray(0, wal().length - frameBytes));
    expect(part.torn).toBe(false);
    expect(part.frames).toBeLessThan(whole.frames - 1);
  });
});

it('an index says nothing where its two halves differ, it is too short, or was never begun', () => {
  commit();
  kill();
  const bytes = shm();
  expect(countedFrames(bytes)).toMatchObject({ copied: 0 });
  expect(countedFrames(bytes.subarray(0, 136))).not.toBeNull();
  expect(countedFrames(bytes.subarray(0, 135))).toBeNull();
  const differing = Buffer.from(bytes);
  differing.writeUInt8(7, 20);
  expect(countedFrames(differing)).toBeNull();
  const unbegun = Buffer.from(bytes);
  for (const at of [12, 60]) unbegun.writeUInt8(0, at);
  expect(countedFrames(unbegun)).toBeNull();
  expect(countedFrames(Buffer.alloc(0))).toBeNull();
});
