// The order of sending on the whole engine: what was moved to the top is sent first, also after a restart.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startPracticeSite } from '../site/start.ts';
import { clipFolder, memorySecrets, startEngine } from './engine.ts';
import { memorySettings } from './settings.ts';

const oneByOne = () => ({ settings: memorySettings({ smallLanes: 1, bigLanes: 1 }) });

it('sends what was moved to the top first, after a restart too', async () => {
  const site = await startPracticeSite();
  const clips = clipFolder({
    'A.mp4': 'Tide pools.mp4',
    'B.mp4': 'Deep zoom.mp4',
    'C.mp4': 'Harbour at dawn.mp4',
  });
  const profile = mkdtempSync(join(tmpdir(), 'clipferry-ordering-'));
  const secrets = memorySecrets();
  let engine = await startEngine({ profile, secrets, ports: oneByOne() });
  try {
    const account = await engine.connect(site);
    await engine.uploader.handlers['queue.pause'](true);
    await engine.add(account, clips.path);
    const rows = await engine.rows();
    const [first, , last] = rows.map((row) => row.id);
    const expected = [last, first, rows[1]?.id];
    expect(
      await engine.uploader.handlers['queue.reorder']({ target: { ids: [last ?? ''] }, place: { to: 'first' } }),
    ).toEqual({ changed: 1, place: 1, of: 3 });
    expect((await engine.rows()).map((row) => row.id)).toEqual(expected);
    await engine.stop();

    engine = await startEngine({ profile, secrets, ports: oneByOne() });
    expect((await engine.rows()).map((row) => row.id)).toEqual(expected);
    await engine.uploader.handlers['queue.pause'](false);
    const done = await engine.settled();
    const ended = done.map((row) => ({
      id: row.id,
      videoId: row.state.kind === 'done' ? (row.state.videoId ?? 0) : 0,
    }));
    // The site numbers its videos as they come.
    expect(ended.toSorted((a, b) => a.videoId - b.videoId).map((one) => one.id)).toEqual(expected);
  } finally {
    await engine.stop();
    await site.stop();
    clips.remove();
    rmSync(profile, { recursive: true });
  }
});
