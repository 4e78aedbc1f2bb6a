// Many tiny clips in eight lanes into a long queue: main tells the window at most ten times a second, and few files are open.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeManyClips } from '../bench/many-clips.ts';
import { fill, openQueue } from '../bench/queue-jobs.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { type LongQueueOrder, type LongQueueReport, windowRows } from './long-queue-process.ts';

const script = fileURLToPath(new URL('long-queue-process.ts', import.meta.url));
const queued = 5_000;
const dropped = 150;
const watched = 30;
/** A file that is read, one that is checked and a connection for each of eight lanes, and what every Node has open. */
const mostOpen = 128;

let site: PracticeSite;
let folder: string;

beforeEach(async () => {
  site = await startPracticeSite();
  folder = mkdtempSync(join(tmpdir(), 'clipferry-long-'));
});
afterEach(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

it.skipIf(process.platform === 'win32')(
  'goes on with 128 open files (F-50), with ten patches a second at most (F-45)',
  { tags: 'proof', timeout: 120_000 },
  async () => {
    const { sql, store } = openQueue(join(folder, 'clipferry.sqlite'));
    await fill(store, 0, queued, queued);
    sql.close();
    writeManyClips(join(folder, 'dropped'), dropped);
    // Other clips than the dropped ones, although of the same beginning.
    writeManyClips(join(folder, 'watched'), dropped + watched);
    for (let n = 0; n < dropped; n++) rmSync(join(folder, 'watched', `clip ${String(n).padStart(5, '0')}.mp4`));
    const { login, appPassword } = site.signIn('ava');
    const order: LongQueueOrder = {
      profile: folder,
      url: site.url,
      login,
      password: appPassword,
      dropped: join(folder, 'dropped'),
      watched: join(folder, 'watched'),
      clips: dropped + watched,
    };
    const { stdout } = await promisify(execFile)(
      'sh',
      ['-c', `ulimit -n ${mostOpen} && exec "$0" "$@"`, process.execPath, script, JSON.stringify(order)],
      { timeout: 110_000 },
    );
    const report = JSON.parse(stdout) as LongQueueReport;
    const { videos, uploads } = await site.state();
    expect(new Set(videos.map((video) => video.file?.sha256)).size).toBe(dropped + watched);
    expect(uploads).toHaveLength(dropped + watched);
    // One more at the beginning; nothing between two looks is lost, it only comes together.
    expect(report.patches).toBeLessThanOrEqual(report.seconds * 10 + 1);
    expect(report.details).toBeLessThanOrEqual(report.seconds * 10 + 1);
    expect(report.patches).toBeGreaterThan(2);
    expect(report.mostRows).toBeLessThanOrEqual(windowRows);
    if (process.platform === 'linux') expect(report.mostOpen).toBeLessThan(mostOpen / 2 + 32);
  },
);
