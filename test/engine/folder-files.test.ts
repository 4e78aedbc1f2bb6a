// The files of a watched folder in words, and what their user wants of one: real writers, a real watcher, a real site.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { systemClock } from '../../main/adapters/clock.ts';
import type { Clock } from '../../main/ports.ts';
import type { FileAct, FolderView } from '../../preload/contract.ts';
import { createChance } from '../simulation/chance.ts';
import { containers } from '../torture/contents.ts';
import { sha256 } from './clip-files.ts';
import type { EngineOptions } from './engine.ts';
import { uniqueBytes, uniqueClip } from './folder-writers.ts';
import { createStage, type Stage } from './stage.ts';

/** A clock that goes as fast as is wanted; what waits is looked at every few ms, as that may change meanwhile. */
function changingClock(): Clock & { go(times: number): void } {
  let from = { real: systemClock.monotonic(), ms: 0 };
  let times = 1;
  const begunAt = systemClock.now();
  const passed = (): number => from.ms + (systemClock.monotonic() - from.real) * times;
  return {
    ...systemClock,
    go: (faster) => {
      from = { real: systemClock.monotonic(), ms: passed() };
      times = faster;
    },
    now: () => begunAt + passed(),
    monotonic: passed,
    after: (ms, call) => {
      const at = passed() + ms;
      let cancel = (): void => {};
      const look = (): void => {
        const left = at - passed();
        if (left <= 0) call();
        else cancel = systemClock.after(Math.max(1, Math.min(50, left / times)), look);
      };
      cancel = systemClock.after(Math.max(0, Math.min(50, ms / times)), look);
      return () => cancel();
    },
  };
}

async function watched(ports: EngineOptions['ports'] = {}) {
  const clock = changingClock();
  const on = await createStage({ engine: { clock, ports } });
  const { engine, account, folder } = on;
  const id = await engine.watch(account, folder.path);
  await engine.untilFolder(id, ({ state }) => state === 'watching');
  const stateOf = ({ files }: FolderView, name: string) => files.find((file) => file.name === name)?.state;
  return {
    ...{ on, id },
    /** Half an hour goes by. */
    untilBroken: async (name: string) => {
      clock.go(600);
      await engine.untilFolder(id, (view) => stateOf(view, name) === 'broken', 60_000);
      clock.go(10);
    },
    act: (name: string, act: FileAct) => engine.uploader.handlers['folder.file']({ folderId: id, name, act }),
    until: (name: string, state: string | undefined) =>
      engine.untilFolder(id, (view) => stateOf(view, name) === state, 60_000),
    sent: async (site: Stage['site']) => (await site.state()).videos.map(({ file }) => file?.sha256),
  };
}

/** Half of a film, without its index. */
const half = (): Buffer => uniqueBytes().subarray(0, 9_000);

// Windows shows nobody who writes.
it.skipIf(process.platform === 'win32')('who writes is named, and what was sent is listed', async () => {
  const { on, until } = await watched();
  await using _ = on;
  const path = on.folder.file('Harbour.mp4');
  const writer = spawn('dd', [`of=${path}`, 'bs=4096', 'status=none'], { stdio: ['pipe', 'ignore', 'ignore'] });
  const film = uniqueBytes();
  writer.stdin.write(film.subarray(0, 8_192));
  const view = await until('Harbour.mp4', 'writing');
  expect(view.files).toEqual([{ name: 'Harbour.mp4', state: 'writing', program: 'dd' }]);
  writer.stdin.end(film.subarray(8_192));
  await once(writer, 'exit');
  expect((await until('Harbour.mp4', 'sent')).moreFiles).toBe(0);
});

it('what is not whole for half an hour may be broken: ignored, heeded, and taken when it is whole after all (F-24)', {
  tags: 'proof',
}, async () => {
  const { on, id, act, until, untilBroken, sent } = await watched();
  await using _ = on;
  const path = on.folder.file('Half.mp4');
  const film = uniqueBytes();
  writeFileSync(path, film.subarray(0, 9_000));
  await untilBroken('Half.mp4');
  expect(await act('Half.mp4', 'ignore')).toBe(true);
  await until('Half.mp4', 'ignored');
  // It stays so over a look through the whole folder, and over the end of the app.
  await on.engine.uploader.handlers['folder.scan'](id);
  await uniqueClip(on.folder.file('zz marker.mp4'));
  await until('zz marker.mp4', 'sent');
  expect((await on.engine.folder(id)).files.map(({ name, state }) => `${name} ${state}`)).toEqual([
    ...['Half.mp4 ignored', 'zz marker.mp4 sent'],
  ]);
  expect(await act('Half.mp4', 'heed')).toBe(true);
  await untilBroken('Half.mp4');
  expect(await act('Half.mp4', 'ignore')).toBe(true);
  await until('Half.mp4', 'ignored');
  appendFileSync(path, film.subarray(9_000));
  await until('Half.mp4', 'sent');
  expect(await sent(on.site)).toContain(sha256(path));
});

it('it is sent as it is where its user wants that, once', { tags: 'proof' }, async () => {
  const { on, id, act, until, untilBroken, sent } = await watched();
  await using _ = on;
  const path = on.folder.file('Half.mp4');
  writeFileSync(path, half());
  await untilBroken('Half.mp4');
  expect(await act('Half.mp4', 'send')).toBe(true);
  await until('Half.mp4', 'sent');
  expect(await sent(on.site)).toEqual([sha256(path)]);
  await on.engine.uploader.handlers['folder.scan'](id);
  await uniqueClip(on.folder.file('zz marker.mp4'));
  await until('zz marker.mp4', 'sent');
  expect(await sent(on.site)).toHaveLength(2);
});

it('what looks whole and cannot prove it is sent at once where its user says so', async () => {
  const { on, act, until, sent } = await watched({ writers: { holding: async () => null, close: async () => {} } });
  await using _ = on;
  const stream = containers.find(({ name }) => name === 'transport stream')?.make(createChance(7), 60_000);
  const path = on.folder.file('Stream.mpg');
  writeFileSync(path, stream ?? '');
  await until('Stream.mpg', 'unproven');
  expect(await act('Stream.mpg', 'send')).toBe(true);
  await until('Stream.mpg', 'sent');
  expect(await sent(on.site)).toEqual([sha256(path)]);
});

it('a name is only ever one that is shown: nothing else is opened, sent or ignored', async () => {
  const { on, act, until } = await watched();
  await using _ = on;
  const path = on.folder.file('Notes.mp4');
  writeFileSync(path, 'Only words.');
  await until('Notes.mp4', 'not-video');
  for (const name of ['../Notes.mp4', '/etc/passwd', 'nothing.mp4', `${on.folder.path}/Notes.mp4`])
    for (const what of ['show', 'send', 'ignore', 'heed'] as const) expect(await act(name, what)).toBe(false);
  rmSync(path);
  expect(await act('Notes.mp4', 'send')).toBe(false);
  expect([await on.engine.rows(), (await on.site.state()).uploads]).toEqual([[], []]);
});
