// Tables of details through the whole engine: what a table says is on the site in the end, with terms by the names that the site has for them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readWhole } from '../../main/adapters/read-whole.ts';
import { saveText } from '../../main/adapters/save-whole.ts';
import type { TableFiles } from '../../main/ports.ts';
import { NotFound } from '../../main/uploader-api.ts';
import type { OwnChange, TableRow } from '../../preload/contract.ts';
import { fastClock } from './engine.ts';
import { createStage, noJitter } from './stage.ts';

const hard = 'A & B "½" <b> é 你好';

/** Answers the system's dialogs with the file that is named last. */
function dialogs(): TableFiles & { file: string | null } {
  return {
    ...{ file: null, saveText, read: readWhole },
    chooseFile() {
      return Promise.resolve(this.file);
    },
    choosePlace() {
      return Promise.resolve(this.file);
    },
  };
}

async function stage() {
  const tables = dialogs();
  const on = await createStage({ engine: { ports: { ...noJitter, tables }, clock: fastClock(10) } });
  return Object.assign(on, { tables });
}

it('what is named in a table is found: clips by their files, terms by their names, also among thousands and with letters that are kept otherwise', async () => {
  await using on = await stage();
  const { handlers } = on.engine.uploader;
  await on.addPaused(on.folder.make('One.mp4', 20_000), on.folder.make('Two.mp4', 20_001));
  on.tables.file = join(on.folder.path, 'table.csv');
  writeFileSync(on.tables.file, 'file,tags\nONE.mp4,"Rock & Pop, “Sea”"\n');
  const read = await handlers['details.read']();
  expect(read).toMatchObject({ ok: true, value: { name: 'table.csv', isCut: false, rows: 2 } });
  const table = read?.ok ? read.value.id : 0;
  expect(await handlers['details.rows']({ table, from: 0 })).toMatchObject([{}, { line: 2 }]);
  const [matched, none] = await handlers['details.match'](['ONE.mp4', 'three.mp4']);
  expect(matched?.[0]).toMatchObject({ name: 'One.mp4', accountId: on.account, values: { title: null } });
  expect(none).toEqual([]);

  const names = ['Rock & Pop', '“Sea”', "L'été", 'Regatta'];
  const ask = () => handlers['details.terms']({ accountId: on.account, taxonomy: 'video_tag', names });
  const termsFound = async () => {
    const outcome = await ask();
    if (!outcome.ok) throw new Error(outcome.failure.problem);
    return outcome.value.map(({ name, terms }) => [name, terms.map((term) => term.name)]);
  };
  await on.site.addTerms('video_tag', names.slice(0, 3));
  const meant = [...names.slice(0, 3).map((name) => [name, [name]]), ['Regatta', []]];
  expect(await termsFound()).toEqual(meant);
  await on.site.addTerms(
    'video_tag',
    Array.from({ length: 700 }, (_, at) => `Tag ${at}`),
  );
  expect(await termsFound()).toEqual(meant);
  const numbered = await handlers['details.terms']({ accountId: on.account, taxonomy: 'video_tag', names: ['#1'] });
  expect(numbered).toMatchObject({ ok: true });
});

it('each clip gets what its row says in one act, after a restart too, and the table that is saved says the same', async () => {
  await using on = await stage();
  const [sea = 0, rock = 0] = await on.site.addTerms('video_tag', ['Sea', 'Rock & Pop']);
  const [one, two] = await on.addPaused(on.folder.make('One.mp4', 20_000), on.folder.make('Two.mp4', 20_001));
  const ids = [one?.id ?? '', two?.id ?? ''];
  // Form and terms are known from the site.
  await on.engine.uploader.handlers['site.form']({ accountId: on.account, fresh: true });
  const each: readonly OwnChange[] = [
    { title: hard, status: 'private', commentsOpen: false, terms: { video_tag: [sea, rock] } },
    { description: '=1+1\nnext line', terms: { video_tag: [] } },
  ];
  const change = { draft: {}, titlePattern: null, terms: { video_tag: { add: [rock], remove: [] } } };
  await on.engine.uploader.handlers['job.describeMany']({ target: { ids }, change });
  const { changed } = await on.engine.uploader.handlers['job.describeMany']({
    target: { ids },
    change: { draft: {}, titlePattern: null, terms: {}, each },
  });
  expect(changed).toBe(2);
  await on.restart();
  expect((await on.engine.details(ids[0] ?? '')).draft).toMatchObject({
    ...{ title: hard, terms: { video_tag: [sea, rock] }, termChanges: null },
  });
  on.tables.file = join(on.folder.path, 'out.csv');
  const saved = await on.engine.uploader.handlers['details.save']({ target: { filter: 'all' } });
  expect(saved).toEqual({ ok: true, value: { name: 'out.csv', folder: on.folder.path, clips: 2 } });
  const text = readFileSync(on.tables.file, 'utf8');
  expect(text).toContain('"A & B ""½"" <b> é 你好"');
  expect(text).toContain('"Sea, Rock & Pop"');
  expect(text).toContain('"\'=1+1\nnext line"');

  // Back to what was there before it, to the terms that were put on by the act before.
  const { undo } = await on.engine.uploader.handlers['acts.offers']();
  await on.engine.uploader.handlers['acts.take']({ id: undo?.id ?? 0, way: 'undo' });
  expect((await on.engine.details(ids[0] ?? '')).draft).toMatchObject({
    ...{ title: null, status: null, terms: null, termChanges: { video_tag: { add: [rock], remove: [] } } },
  });
  const { redo } = await on.engine.uploader.handlers['acts.offers']();
  await on.engine.uploader.handlers['acts.take']({ id: redo?.id ?? 0, way: 'redo' });
  await on.go();
  await on.engine.settled();
  const { videos, uploads } = await on.site.state();
  expect(uploads).toHaveLength(2);
  const sent = videos.find(({ title }) => title !== 'Two');
  expect(sent).toMatchObject({ status: 'private', terms: { video_tag: [sea, rock] } });
  expect(videos.find(({ title }) => title === 'Two')).toMatchObject({ terms: { video_tag: [] } });
});

it('a long table comes in parts, each row once, and none of a table that was read before', async () => {
  await using on = await stage();
  const { handlers } = on.engine.uploader;
  const lines = Array.from({ length: 2_500 }, (_, at) => `${at}.mp4,Title ${at}`);
  on.tables.file = join(on.folder.path, 'table.csv');
  writeFileSync(on.tables.file, lines.join('\n'));
  const read = async (): Promise<number> => {
    const outcome = await handlers['details.read']();
    if (!outcome?.ok) throw new Error(outcome?.failure);
    expect(outcome.value.rows).toBe(2_500);
    return outcome.value.id;
  };
  const before = await read();
  const table = await read();
  await expect(handlers['details.rows']({ table: before, from: 0 })).rejects.toThrow(NotFound);
  const parts: (readonly TableRow[])[] = [];
  while (parts.flat().length < 2_500) parts.push(await handlers['details.rows']({ table, from: parts.flat().length }));
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.flat().map(({ cells }) => cells.join(','))).toEqual(lines);
  // The window has all of it: nothing is kept.
  await expect(handlers['details.rows']({ table, from: 0 })).rejects.toThrow(NotFound);
});

it('what is handed over in parts is one act: nothing is done before the last part, which has to follow the others', async () => {
  await using on = await stage();
  const { handlers } = on.engine.uploader;
  const clips = await on.addPaused(...[1, 2, 3].map((at) => on.folder.make(`Clip ${at}.mp4`, 20_000 + at)));
  const ids = clips.map(({ id }) => id);
  const titles = async () => Promise.all(ids.map(async (id) => (await on.engine.details(id)).draft.title));
  const own = (at: number) => ({ ids: [ids[at] ?? ''], each: [{ title: `Title ${at}` }] });
  const last = (after: number) => {
    const { ids: those, each } = own(2);
    const change = { draft: {}, titlePattern: null, terms: {}, each };
    return handlers['job.describeMany']({ target: { ids: those }, change, after });
  };
  await handlers['job.handOver']({ after: 0, ...own(0) });
  await handlers['job.handOver']({ after: 1, ...own(1) });
  await expect(handlers['job.handOver']({ after: 3, ...own(2) })).rejects.toThrow(NotFound);
  await expect(last(1)).rejects.toThrow(NotFound);
  expect(await titles()).toEqual([null, null, null]);
  expect(await last(2)).toEqual({ changed: 3 });
  expect(await titles()).toEqual(['Title 0', 'Title 1', 'Title 2']);
  const { undo } = await handlers['acts.offers']();
  await handlers['acts.take']({ id: undo?.id ?? 0, way: 'undo' });
  expect(await titles()).toEqual([null, null, null]);
  expect((await handlers['acts.offers']()).undo).toBeNull();
});

it('what was handed over goes with the app where the last part has not come', async () => {
  await using on = await stage();
  const [clip] = await on.addPaused(on.folder.make('One.mp4', 20_000));
  const ids = [clip?.id ?? ''];
  await on.engine.uploader.handlers['job.handOver']({ after: 0, ids, each: [{ title: 'Not yet' }] });
  await on.restart();
  const change = { draft: {}, titlePattern: null, terms: {}, each: [] };
  const late = on.engine.uploader.handlers['job.describeMany']({ target: { ids: [] }, change, after: 1 });
  await expect(late).rejects.toThrow(NotFound);
  expect((await on.engine.details(ids[0] ?? '')).draft.title).toBeNull();
});

it('a file that cannot be read, and a site that does not answer, are told by what is the matter', async () => {
  await using on = await stage();
  const { handlers } = on.engine.uploader;
  expect(await handlers['details.read']()).toBeNull();
  on.tables.file = join(on.folder.path, 'gone.csv');
  expect(await handlers['details.read']()).toEqual({ ok: false, failure: 'missing' });
  on.tables.file = on.folder.path;
  expect(await handlers['details.read']()).toEqual({ ok: false, failure: 'unreadable' });
  on.tables.file = join(on.folder.path, 'no folder', 'out.csv');
  expect(await handlers['details.save']({ target: { filter: 'all' } })).toEqual({ ok: false, failure: 'missing' });
  await on.site.stop();
  const outcome = await handlers['details.terms']({ accountId: on.account, taxonomy: 'video_tag', names: ['Sea'] });
  expect(outcome).toMatchObject({ ok: false, failure: { problem: 'offline' } });
});
