// The report for support on the whole engine: what happened is in it, and whose it is is nowhere.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkOnce } from '../../main/adapters/database/keeper.ts';
import { helperFiles, sumOf } from '../../main/adapters/helper-files.ts';
import { saveZip } from '../../main/adapters/save-zip.ts';
import { type LogEntry, SaveError, type Support } from '../../main/ports.ts';
import type { ReportView } from '../../preload/contract.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { type ClipFolder, clipFolder, sha256 } from './clip-files.ts';
import { type Engine, startEngine } from './engine.ts';

let site: PracticeSite;
let folder: ClipFolder;
let engine: Engine;
let profile: string;
/** What the log holds when it is read for a report. */
let logged: LogEntry[];
/** What the user answers when a place is asked for. */
let place: string | null;
let saving: Support['saveZip'];
let onLogRead: () => void;
/** What lies beside the program. */
let licences: string | null;
let chromium: string | null;

/** Where our plugin for WordPress lies. */
const assets = fileURLToPath(new URL('../../assets/wordpress', import.meta.url));

const shown: string[] = [];
const support = (): Support => ({
  facts: () => ({
    ...{ build: 'source', electron: '45.3.4', chromium: '148.0.1.2', node: '24.21.0', system: 'Linux 6.12.8 x64' },
    ...{ scalings: [1, 2], memoryBytes: 8 * 1024 ** 3, databaseBytes: 4_096 },
  }),
  names: () => ['marianne', '/home/marianne'],
  licences: async () => licences,
  chromiumLicences: () => chromium,
  log: async () => {
    onLogRead();
    return { entries: logged, unreadable: 1, isCut: true };
  },
  checkDatabase: () => checkOnce(profile),
  choosePlace: async (name) => (place === null ? null : join(place, name)),
  saveZip: (...input) => saving(...input),
  helperFiles: () => helperFiles(assets),
  sumOf,
});

beforeEach(async () => {
  site = await startPracticeSite({ name: 'Canary Films' });
  folder = clipFolder();
  profile = mkdtempSync(join(tmpdir(), 'clipferry-canary-profile-'));
  logged = [];
  place = folder.path;
  saving = saveZip;
  onLogRead = () => {};
  shown.length = 0;
  licences = null;
  chromium = null;
  engine = await startEngine({
    profile,
    ports: {
      support: support(),
      computer: 'canary-desk',
      desktop: {
        openUrl: async () => {},
        showFile: (path) => void shown.push(path),
        copy: async () => {},
        claimLinks: async () => true,
        choose: async () => [folder.path],
      },
    },
  });
});
afterEach(async () => {
  await engine.stop();
  await site.stop();
  folder.remove();
  rmSync(profile, { recursive: true, force: true });
});

const report = (withAddresses = false): Promise<ReportView> =>
  engine.uploader.handlers['help.report']({ withAddresses });
const save = (id: string) => engine.uploader.handlers['help.save'](id);
const textOf = (view: ReportView, name: string): string => view.files.find((file) => file.name === name)?.text ?? '';

const note = (message: string, facts: unknown = null): LogEntry => ({
  ...{ at: '2026-11-23 22:04:07.123', level: 'info', message, facts },
});

/** A signed-in account, one clip that is on the site, and one that waits. */
async function atWork(): Promise<{ readonly account: string; readonly jobs: readonly string[] }> {
  const account = await engine.connect(site);
  const [first] = await engine.add(account, folder.make('Canary wedding.mp4', 'Tide pools.mp4'));
  await engine.settled();
  await engine.uploader.handlers['job.describe']({
    jobId: first?.id ?? '',
    draft: { title: 'Canary title of Zoë', description: 'canary-description' },
  });
  await engine.settled();
  await engine.uploader.handlers['queue.pause'](true);
  const [second] = await engine.add(account, folder.make('canary two.mp4', 'Market street.mp4'));
  return { account, jobs: [first?.id ?? '', second?.id ?? ''] };
}

test('what is going on is told in codes and counts, with what a check of the database says', async () => {
  await atWork();
  const text = textOf(await report(), 'report.txt');
  expect(text).toContain('clipferry: 0.0.0-test\nbuild: source\nelectron: 45.3.4');
  expect(text).toContain('display-scaling: 1, 2\nmemory-mib: 8192');
  expect(text).toContain('[settings]\nsmallLanes: 3\nbigLanes: 1');
  expect(text).toContain('[uploads]\npaused: true\ndone: 1\nwaiting: 1\ntaken-off-the-list: 0');
  expect(text).toMatch(/\[site-1\]\nsecure: false\n/);
  expect(text).toMatch(/account-1: application-password, session, signedIn, canUpload, canPublish\nchecked: 20/);
  expect(text).toMatch(/found\.sign-in-arrives: fine, account-1/);
  expect(text).toMatch(/check: ok\nrows\.sites: 1\nrows\.accounts: 1\nrows\.jobs: 2\nrows\.attempts: 1/);
});

test('nothing tells whose it is: no title, file, folder, site, account, person or computer', async () => {
  const { account, jobs } = await atWork();
  const folderId = await engine.watch(account, folder.path, 'leave');
  const { host } = new URL(site.url);
  logged = [
    note('a request failed', { request: 'queue.act', error: `open '${folder.file('Canary wedding.mp4')}'` }),
    note(`Canary Films at ${site.url} for Ava Author (ava)`, {
      site: host,
      url: `${site.root}wp/v2/video?search=canary`,
    }),
    note('A clip', { job: jobs[0], account, folder: folderId, title: 'canary', error: 'Canary title of Zoë' }),
    note('on canary-desk of marianne', { error: 'ENOENT /home/marianne/canary.mp4', said: 'canary', path: '/canary' }),
    note('unknown: “canary holiday.mov” at canary.example by canary@canary.example', { list: ['canary'] }),
  ];
  const view = await report();
  const all = JSON.stringify(view);
  for (const name of [
    'canary',
    'wedding',
    'Zoë',
    'marianne',
    'Ava Author',
    host,
    folder.path,
    profile,
    'clipferry-clips',
  ])
    expect(all.toLowerCase()).not.toContain(name.toLowerCase());
  expect(all).not.toMatch(/\bava\b/);
  const log = textOf(view, 'log.txt');
  expect(log.split('\n')).toHaveLength(logged.length + 3);
  expect(log).toContain('site-1 at http://site-1');
  expect(log).toContain('"job":"clip-1","account":"account-1"');
  expect(log).toContain('on computer-1 of person-1');
  expect(textOf(view, 'report.txt')).toMatch(/\[folders\]\nfolder-1: \w+, account-1, taken=0/);
});

test('addresses of sites are in it when they are asked for, and only there', async () => {
  await atWork();
  logged = [note(`the line to ${site.url}`)];
  const view = await report(true);
  expect(textOf(view, 'report.txt')).toContain(`[site-1]\naddress: ${site.url.replace(/\/$/, '')}`);
  expect(textOf(view, 'log.txt')).not.toContain(new URL(site.url).host);
});

test('what is saved is what was shown, also when much has happened since', async () => {
  const view = await report();
  logged = [note('something new')];
  await atWork();
  const outcome = await save(view.id);
  const name = expect.stringMatching(/^clipferry-report-\d{4}-\d\d-\d\d\.zip$/);
  expect(outcome).toEqual({ ok: true, value: { name, folder: folder.path } });
  if (!outcome?.ok) throw new Error('not saved');
  const zip = unzipSync(new Uint8Array(readFileSync(folder.file(outcome.value.name))));
  expect(
    Object.entries(zip).map(([file, bytes]) => ({ name: file, bytes: bytes.length, text: strFromU8(bytes) })),
  ).toEqual(view.files);
  await engine.uploader.handlers['help.showSaved']();
  expect(shown).toEqual([folder.file(outcome.value.name)]);
});

test('a report that was closed or made anew is not saved any more; of two made at once the later one is', async () => {
  const first = await report();
  const [early, late] = await Promise.all([report(), report(true)]);
  await expect(save(first.id)).rejects.toMatchObject({ code: 'report-gone' });
  await expect(save(early.id)).rejects.toMatchObject({ code: 'report-gone' });
  place = null;
  expect(await save(late.id)).toBeNull();
  const closing = report();
  await engine.uploader.handlers['help.close']();
  await expect(save((await closing).id)).rejects.toMatchObject({ code: 'report-gone' });
});

test('a disk that takes nothing is told by its reason, and the report can be saved elsewhere', async () => {
  const view = await report();
  saving = () => Promise.reject(new SaveError('full', `no room in ${folder.path}`));
  expect(await save(view.id)).toEqual({ ok: false, failure: 'full' });
  saving = saveZip;
  expect(await save(view.id)).toMatchObject({ ok: true });
});

test('a long log leaves the queue its turns', async () => {
  logged = Array.from({ length: 1_000 }, (_, at) => note('A clip', { job: `${at}`, error: `open '/x/${at}'` }));
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  onLogRead = turn;
  await report();
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(40);
});

test('licences are told as they lie beside the program, or that there are none, and Chromium’s file is shown', async () => {
  expect(await engine.uploader.handlers['help.licences']()).toEqual({ packages: null, hasChromium: false });
  await engine.uploader.handlers['help.showChromium']();
  expect(shown).toEqual([]);
  licences = `Clipferry contains these.\n\n${'-'.repeat(80)}\nzod 4.6.7 (MIT)\nhttps://example.org/zod\n\nMIT License\n`;
  chromium = join(profile, 'LICENSES.chromium.html');
  expect(await engine.uploader.handlers['help.licences']()).toEqual({
    packages: [{ name: 'zod 4.6.7 (MIT)', text: 'https://example.org/zod\n\nMIT License' }],
    hasChromium: true,
  });
  await engine.uploader.handlers['help.showChromium']();
  expect(shown).toEqual([chromium]);
});

test('our plugin for WordPress is saved as a zip that WordPress takes, with the sum of the file', async () => {
  const saved = await engine.uploader.handlers['help.saveHelper']();
  const path = join(folder.path, 'clipferry-helper.zip');
  if (!saved?.ok) throw new Error('not saved');
  expect(saved.value).toEqual({ name: 'clipferry-helper.zip', folder: folder.path, sha256: sha256(path) });
  const inside = unzipSync(readFileSync(path));
  // One folder, named as the plugin, and all of it there as it is in the sources.
  const sources = readdirSync(join(assets, 'clipferry-helper'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(assets.length + 1)
        .replaceAll('\\', '/'),
    );
  expect(Object.keys(inside).sort()).toEqual(sources.sort());
  for (const [name, bytes] of Object.entries(inside))
    expect(strFromU8(bytes)).toBe(readFileSync(join(assets, name), 'utf8'));
  await engine.uploader.handlers['help.showSaved']();
  expect(shown).toEqual([path]);
});

test('where the plugin cannot be saved that is told, and a dialog that is closed saves nothing', async () => {
  saving = () => Promise.reject(new SaveError('full', 'no room'));
  expect(await engine.uploader.handlers['help.saveHelper']()).toEqual({ ok: false, failure: 'full' });
  place = null;
  expect(await engine.uploader.handlers['help.saveHelper']()).toBeNull();
});
