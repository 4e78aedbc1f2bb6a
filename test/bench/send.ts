// The app's own sending, as the benchmark drives it: real adapters, real transfer, real queue store.
import { basename } from 'node:path';
import { systemClock } from '../../main/adapters/clock.ts';
import { openSqlite } from '../../main/adapters/database/sqlite.ts';
import { diskFiles } from '../../main/adapters/files.ts';
import { sharedBuffers, workerHasher } from '../../main/adapters/hasher.ts';
import { undiciHttp } from '../../main/adapters/http.ts';
import { systemRandom } from '../../main/adapters/random.ts';
import { type Account, type Attempt, type Clip, emptyDraft, type Job, jobBegun, type Site } from '../../main/model.ts';
import type { Hasher } from '../../main/ports.ts';
import { type QueueStore, queueStore } from '../../main/queue/store/job-store.ts';
import { migrate } from '../../main/schema.ts';
import { siteStore } from '../../main/site/store/site-store.ts';
import { type SendPorts, sendClip } from '../../main/transfer/attempt.ts';
import type { SendReport } from '../../main/transfer/report.ts';
import { byOffer } from '../../preload/sign-in-ways.ts';

/** Hashes nothing: shows what the sending alone can do. */
const noHasher: Hasher = {
  begin: () => ({ update: async () => {}, digest: async () => 'not computed', drop: () => {} }),
  close: async () => {},
};

const http = undiciHttp();
const withHash: SendPorts = {
  clock: systemClock,
  files: diskFiles,
  http,
  hasher: workerHasher(),
  buffers: sharedBuffers(),
};
const alone: SendPorts = {
  ...withHash,
  hasher: noHasher,
  files: { ...diskFiles, readWhole: (path, into) => diskFiles.readWhole?.(path, into, false) ?? Promise.resolve(null) },
};

async function clipOf(file: string): Promise<Clip> {
  const { device, inode, size, mtimeNs, mtimeMs } = await diskFiles.stat(file);
  return {
    path: file,
    name: basename(file),
    identity: { device, inode, size, mtimeNs },
    mtimeMs,
    facts: { format: 'mp4', durationSeconds: null, width: null, height: null },
  };
}

async function send(
  ports: SendPorts,
  clip: Clip,
  url: string,
  beforeLastBytes: () => Promise<void>,
): Promise<SendReport> {
  const report = await sendClip(ports, {
    clip,
    boundary: '----clipferry0123456789abcdef0123456789abcdef',
    fileName: clip.name,
    url,
    authorization: 'Basic YXZhOmFwcA==',
    header: undefined,
    idempotencyKey: '0123456789abcdef0123456789abcdef',
    signal: new AbortController().signal,
    onTaken: () => {},
    beforeLastBytes,
  });
  const received = (report.said?.json as { received?: number } | null)?.received ?? 0;
  if (report.verdict.kind !== 'arrived' || received <= clip.identity.size) {
    throw new Error(`Not arrived: ${JSON.stringify(report.verdict)}, ${received} bytes received`);
  }
  return report;
}

const nothing = async (): Promise<void> => {};

/** One clip; returns the work, with everything prepared that does not belong to the sending. */
export async function large(url: string, file: string, hash: boolean): Promise<() => Promise<void>> {
  const clip = await clipOf(file);
  return async () => {
    await send(hash ? withHash : alone, clip, url, nothing);
  };
}

const account: Account = {
  id: 'account',
  siteId: 'site',
  login: 'ava',
  name: 'Ava',
  userId: 1,
  canUpload: true,
  canPublish: true,
  signedIn: true,
  method: 'application-password',
  tokenEndsAt: null,
  passwordUuid: null,
  publishesAtOnce: null,
  publicUnasked: false,
  holdsNew: null,
  presetId: null,
};
const site: Site = {
  id: 'site',
  name: 'Sink',
  address: 'http://127.0.0.1',
  root: 'http://127.0.0.1/wp-json/',
  platform: 'wp',
  uploadRoute: 'upload',
  passwordPage: null,
  ways: { ...byOffer(() => false), applicationPassword: true },
  sizeLimit: null,
  refusedExtensions: [],
  settleMs: 0,
  honoursKeys: false,
  hasHelper: false,
  helperTrouble: null,
  pieceLimit: null,
};

const jobFor = (clip: Clip, position: number): Job => ({
  ...jobBegun,
  id: `job-${position}`,
  position,
  accountId: account.id,
  clip,
  state: { kind: 'waiting', why: null, until: null },
  draft: emptyDraft,
  addedAt: Date.now(),
});

/** The two durable changes of a clip, as the queue makes them: the attempt before the first byte, the verdict after the last. */
async function sendJob(store: QueueStore, job: Job, url: string): Promise<void> {
  const attempt: Attempt = {
    id: systemRandom.hex(8),
    jobId: job.id,
    boundary: '----clipferry0123456789abcdef0123456789abcdef',
    key: '0123456789abcdef0123456789abcdef',
    content: null,
    fileName: job.clip.name,
    startedAt: Date.now(),
    siteSkewMs: 0,
    endedAt: null,
    ended: null,
    status: null,
    said: null,
    sentBytes: null,
    looks: [],
    mediaId: null,
    rejectedVideoIds: [],
  };
  await store.write(() => {
    store.insertAttempt(attempt);
    const { clip, sha256 } = job;
    store.change(job.id, { kind: 'start', attemptId: attempt.id, clip, sha256, mayHaveArrivedAt: Date.now() });
  });
  const { verdict } = await send(alone, job.clip, url, nothing);
  const now = Date.now();
  await store.write(() => {
    store.change(job.id, { kind: 'verdict', verdict, now, until: now, sha256: null });
    store.saveAttempt({ ...attempt, endedAt: now, ended: 'arrived', status: 200 });
  });
}

/** Many clips in `lanes`; returns the work and what ends the journal. */
export async function small(
  url: string,
  files: readonly string[],
  lanes: number,
  journal: string | null,
): Promise<{ work: () => Promise<void>; close: () => void }> {
  const clips = await Promise.all(files.map(clipOf));
  const sql = journal === null ? null : openSqlite(journal);
  let store: QueueStore | null = null;
  const jobs = clips.map(jobFor);
  if (sql) {
    migrate(sql);
    const sites = siteStore(sql);
    sites.saveSite(site);
    sites.saveAccount(account);
    const opened = queueStore(sql, systemClock);
    store = opened;
    await opened.write(() => {
      for (const job of jobs) opened.insertJob(job);
    });
  }
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let job = jobs[next++]; job; job = jobs[next++]) {
      if (store) await sendJob(store, job, url);
      else await send(alone, job.clip, url, nothing);
    }
  };
  return {
    work: async () => {
      await Promise.all(Array.from({ length: lanes }, lane));
    },
    close: () => sql?.close(),
  };
}
