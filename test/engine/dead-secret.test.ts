// A password that is revoked in the middle of 2,000 queued clips: hardly anything more is sent with it, on the real practice site.

import { statSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../main/adapters/clock.ts';
import { openSqlite } from '../../main/adapters/database/sqlite.ts';
import { undiciHttp } from '../../main/adapters/http.ts';
import { systemRandom } from '../../main/adapters/random.ts';
import { emptyDraft } from '../../main/model.ts';
import type { Http } from '../../main/ports.ts';
import { queueStore } from '../../main/queue/store/job-store.ts';
import { aJob } from '../main/queue/jobs.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { type ClipFolder, clipFolder } from './clip-files.ts';
import { type Engine, type EngineOptions, memorySecrets, startEngine } from './engine.ts';
import { memorySettings } from './settings.ts';

const count = 2_000;
/** Only so many can be reached before the password is dead; the others need no file. */
const files = 400;
const lanes = { smallLanes: 7, bigLanes: 1 };

let site: PracticeSite;
/** Lanes are a site's: whether others go on is seen on another one. */
let elsewhere: PracticeSite;
let folder: ClipFolder;
let profile: ClipFolder;
let engine: Engine;
const secrets = memorySecrets();

beforeEach(async () => {
  elsewhere = await startPracticeSite();
  site = await startPracticeSite({ switches: {} });
  folder = clipFolder();
  profile = clipFolder();
});
afterEach(async () => {
  await engine.stop();
  await site.stop();
  await elsewhere.stop();
  folder.remove();
  profile.remove();
});

/** Keeps refusals from the app until `release`: whatever may be under way with the dead secret is by then. */
function lateRefusals(): Http & { close(): Promise<void>; held: Promise<void>; release(): void } {
  const real = undiciHttp();
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const { promise: held, resolve: enough } = Promise.withResolvers<void>();
  let waiting = 0;
  return {
    close: () => real.close(),
    held,
    release,
    request: async (request) => {
      const answer = await real.request(request);
      if (answer.status === 401) {
        waiting++;
        // For a list of what the account has there all its clips wait together.
        if (waiting === lanes.smallLanes || request.url.includes('/wp/v2/media')) enough();
        await promise;
      }
      return answer;
    },
  };
}
/** Nobody hesitates: what is held back for longer than two seconds would give its lane up. */
const ports = { settings: memorySettings(lanes), random: { ...systemRandom, fraction: () => 0 } };
const start = (http: NonNullable<EngineOptions['http']> = undiciHttp()) =>
  startEngine({ profile: profile.path, secrets, settleMs: 300, http, ports });
async function arrived(fileName: string): Promise<void> {
  for (;;) {
    const { uploads, counts } = await elsewhere.state();
    if (uploads.some((upload) => upload.fileName === fileName && upload.status === 201)) return;
    await elsewhere.waitFor('uploadAnswered', counts.uploadAnswered + 1);
  }
}
const deadRequests = async () =>
  (await site.state()).requests.filter(({ scheme, user }) => scheme === 'Basic' && user === null).length;

describe.each([
  ['wordless: whoever is refused is a stranger', false],
  ['loud: every route refuses', true],
])('%s', (_, earlyUserCheck) => {
  const tags = earlyUserCheck ? [] : 'proof';
  it('is used no more often than there are lanes, and one; never after a restart; no clip fails (F-15)', {
    tags,
    timeout: 300_000,
  }, async () => {
    await site.switches({ earlyUserCheck });
    engine = await start();
    const ava = await engine.connect(site, 'ava');
    const admin = await engine.connect(elsewhere, 'admin');
    await engine.stop();

    const sql = openSqlite(`${profile.path}/clipferry.sqlite`);
    const store = queueStore(sql, systemClock);
    const made = Array.from({ length: files }, (__, at) => folder.make(`clip ${at}.mp4`, 20_000));
    await store.write(() => {
      for (let n = 0; n < count; n++) {
        const path = made[n] ?? folder.file(`clip ${n}.mp4`);
        const base = aJob({
          id: `job-${n}`,
          position: n,
          accountId: ava,
          draft: { ...emptyDraft, title: `Clip ${n}` },
        });
        const stat = n < files ? statSync(path, { bigint: true }) : null;
        const identity = {
          device: String(stat?.dev ?? 1),
          inode: String(stat?.ino ?? n),
          size: 20_000,
          mtimeNs: String(stat?.mtimeNs ?? 1),
        };
        store.insertJob({ ...base, clip: { ...base.clip, path, name: `clip ${n}.mp4`, identity } });
      }
    });
    sql.close();

    const late = lateRefusals();
    engine = await start(late);
    await site.waitFor('uploadCommitted', 100, 150_000);
    await site.revoke('ava');
    await late.held;
    await engine.uploader.addPaths([folder.make('other.mp4', 'Tide pools.mp4')], admin);
    await arrived('other.mp4');
    late.release();
    await engine.stop();

    const dead = await deadRequests();
    expect(dead).toBeGreaterThan(0);
    expect(dead).toBeLessThanOrEqual(lanes.smallLanes + lanes.bigLanes + 1);

    expect((await site.state()).uploads.length).toBeLessThan(files);

    const before = (await site.state()).requests.length;
    engine = await start();
    await engine.uploader.addPaths([folder.make('more.mp4', 'Market street.mp4')], admin);
    await arrived('more.mp4');
    const since = (await site.state()).requests.slice(before);
    expect(since.filter(({ scheme }) => scheme !== null)).toEqual([]);
    const { counts } = await engine.window();
    expect([counts.needsYou, counts.all]).toEqual([0, count + 2]);
  });
});
