// Presets through the whole engine: what new clips get on the site, by account, drop and folder; and what cannot be read is not made up.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqlite } from '../../main/adapters/database/sqlite.ts';
import { emptyDraft, noPreset } from '../../main/model.ts';
import type { PresetContent, RequestInput } from '../../preload/contract.ts';
import { fastClock } from './engine.ts';
import { uniqueClip } from './folder-writers.ts';
import { createStage, noJitter, type Stage } from './stage.ts';

const regatta: PresetContent = {
  titlePattern: 'Regatta {n}: {name}',
  draft: { ...emptyDraft, description: 'About “{title}”.', status: 'draft', commentsOpen: false },
};
const stage = () => createStage({ engine: { ports: noJitter, clock: fastClock(10) } });
const save = ({ engine, account }: Stage, name: string, content: PresetContent, presetId: string | null = null) =>
  engine.uploader.handlers['preset.save']({ accountId: account, presetId, name, content });
const use = ({ engine, account }: Stage, presetId: string | null) =>
  engine.uploader.handlers['account.usePreset']({ accountId: account, presetId });
const videos = async ({ site }: Stage) =>
  (await site.state()).videos.map(({ title, status }) => `${title} (${status})`).toSorted();
const accountOf = async ({ engine }: Stage) => (await engine.uploader.handlers['app.state']()).sites[0]?.accounts[0];

it('what is added gets the preset of its account, or the one that it is dropped on, after a restart too', async () => {
  await using on = await stage();
  const preset = await save(on, 'Regatta', regatta);
  const other = await save(on, 'Market', { titlePattern: 'Market: {name}', draft: emptyDraft });
  await use(on, preset);
  await on.restart();
  expect(await accountOf(on)).toMatchObject({ presetId: preset, presets: [{ name: 'Regatta', content: regatta }, {}] });
  const path = (name: string, bytes: number) => on.folder.make(name, bytes);
  const add = (paths: readonly string[], presetId?: string | null) =>
    on.engine.uploader.addPaths(paths, on.account, presetId);
  await add([path('a.mp4', 20_000), path('b.mp4', 20_001)]);
  await add([path('c.mp4', 20_002)], other);
  await add([path('d.mp4', 20_003)], null);
  await on.engine.settled();
  expect(await videos(on)).toEqual([
    'Market: c (pending)',
    'Regatta 1: a (draft)',
    'Regatta 2: b (draft)',
    'd (pending)',
  ]);
  const [row] = await on.engine.rows();
  const { draft } = await on.engine.details(row?.id ?? '');
  expect(draft).toMatchObject({ description: 'About “Regatta 1: a”.', commentsOpen: false });
});

it('what a watched folder brings gets its preset, numbered on, and what the folder itself says above it', async () => {
  await using on = await stage();
  const root = mkdtempSync(join(tmpdir(), 'clipferry-watched-'));
  try {
    const preset = await save(on, 'Regatta', regatta);
    const folderId = await on.engine.watch(on.account, root);
    await on.engine.uploader.handlers['folder.change']({ folderId, rules: { preset, status: 'private' } });
    for (const [at, name] of ['first', 'second'].entries()) {
      await on.engine.untilFolder(folderId, ({ state }) => state === 'watching');
      await uniqueClip(join(root, `${name}.mp4`));
      await on.engine.untilFolder(folderId, ({ takenCount }) => takenCount === at + 1, 20_000);
    }
    await on.engine.settled();
    expect(await videos(on)).toEqual(['Regatta 1: first (private)', 'Regatta 2: second (private)']);
    // Gone, it stands in no rule any more, and no other takes its place.
    await on.engine.uploader.handlers['preset.remove'](preset);
    expect((await on.engine.folder(folderId)).rules?.preset).toBe(noPreset);
    expect(await accountOf(on)).toMatchObject({ presetId: null, presets: [] });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

it('new clips wait where their preset cannot be read any more, until it is saved again or another is chosen', async () => {
  await using on = await stage();
  const preset = await save(on, 'Regatta', regatta);
  await use(on, preset);
  const sql = openSqlite(join(on.engine.profile, 'clipferry.sqlite'));
  sql.exec("UPDATE presets SET content = '{'");
  sql.close();
  await on.restart();
  expect((await accountOf(on))?.presets).toMatchObject([{ content: null }]);
  await on.engine.add(on.account, on.folder.make('a.mp4', 20_000));
  expect((await on.engine.rows()).map(({ state, title }) => [state.kind, title])).toEqual([['ready', '']]);
  await save(on, 'Regatta', regatta, preset);
  await on.engine.add(on.account, on.folder.make('b.mp4', 20_001));
  await on.engine.settled(['ready', 'done']);
  expect(await videos(on)).toEqual(['Regatta 1: b (draft)']);
});

it('a preset of another account, or one that is gone, is not taken for none: what should get it waits', async () => {
  await using on = await stage();
  const preset = await save(on, 'Regatta', regatta);
  const other = await on.engine.connect(on.site, 'admin');
  const choose = on.engine.uploader.handlers['account.usePreset']({ accountId: other, presetId: preset });
  await expect(choose).rejects.toMatchObject({ code: 'preset-gone' });
  for (const [name, bytes, id] of [
    ['a.mp4', 20_000, preset],
    ['b.mp4', 20_001, 'gone'],
  ] as const) {
    expect(await on.engine.uploader.addPaths([on.folder.make(name, bytes)], other, id)).toMatchObject({
      added: 1,
      ready: 1,
    });
  }
  expect((await on.site.state()).uploads).toEqual([]);
});

it('a folder gets the preset of its account unless it has its own or none, and of another account not the old one’s', async () => {
  await using on = await stage();
  const preset = await save(on, 'Regatta', regatta);
  await use(on, preset);
  const root = mkdtempSync(join(tmpdir(), 'clipferry-watched-'));
  try {
    const folderId = await on.engine.watch(on.account, root);
    const change = (input: Omit<RequestInput<'folder.change'>[0], 'folderId'>) =>
      on.engine.uploader.handlers['folder.change']({ folderId, ...input });
    const bring = async (name: string, taken: number) => {
      await on.engine.untilFolder(folderId, ({ state }) => state === 'watching');
      await uniqueClip(join(root, name));
      await on.engine.untilFolder(folderId, ({ takenCount }) => takenCount === taken, 20_000);
    };
    await bring('a.mp4', 1);
    await change({ rules: { preset: noPreset } });
    await bring('b.mp4', 2);
    await on.engine.settled();
    expect(await videos(on)).toEqual(['Regatta 1: a (draft)', 'b (pending)']);
    await change({ rules: { preset } });
    const other = await on.engine.connect(on.site, 'admin');
    await change({ accountId: other });
    expect((await on.engine.folder(folderId)).rules?.preset).toBeNull();
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
