// A waiting job whose file is overwritten with another job's clip, on a real site: the same bytes never go up a second time (F-25).
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { type ClipFolder, clipFolder, sha256 } from './clip-files.ts';
import { type Engine, startEngine } from './engine.ts';

interface Stage extends AsyncDisposable {
  readonly site: PracticeSite;
  readonly folder: ClipFolder;
  readonly engine: Engine;
  readonly account: string;
}

async function stage(): Promise<Stage> {
  const site = await startPracticeSite({});
  const folder = clipFolder();
  const engine = await startEngine({});
  return {
    site,
    folder,
    engine,
    account: await engine.connect(site),
    [Symbol.asyncDispose]: async () => {
      await engine.stop();
      await site.stop();
      folder.remove();
    },
  };
}

it.each([false, true])(
  'asks the user, and goes on once its own clip is back; named again meanwhile: %s',
  async (named) => {
    await using on = await stage();
    const { engine, account, site, folder } = on;
    const pause = (paused: boolean) => engine.uploader.handlers['queue.pause'](paused);
    const first = folder.make('first.mp4', 20_000);
    await engine.add(account, first);
    await engine.settled();
    await pause(true);
    const second = folder.make('second.mp4', 30_000);
    const own = readFileSync(second);
    const [job] = await engine.add(account, second);
    copyFileSync(first, second);
    if (named) expect(await engine.uploader.addPaths([second], account)).toMatchObject({ added: 0, refused: [] });
    await pause(false);
    const asked = await engine.until(job?.id ?? '', (row) => row.state.kind === 'needs-you');
    expect(asked.state).toMatchObject({ reason: 'clip-known', detail: 'first.mp4' });
    expect((await site.state()).uploads).toHaveLength(1);
    writeFileSync(second, own);
    await engine.uploader.handlers['queue.act']({ act: 'retry', target: { ids: [job?.id ?? ''] } });
    await engine.settled();
    const there = (await site.state()).videos.map((video) => video.file?.sha256);
    expect(there.toSorted()).toEqual([sha256(first), sha256(second)].toSorted());
  },
);
