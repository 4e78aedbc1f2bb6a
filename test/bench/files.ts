// How fast clips are read by the threads of their disk, beside Node's own way in the same run: large ones, and very many small ones.
//
//   node test/bench/files.ts [folder]
import { createHash, randomFillSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { toStat } from '../../main/adapters/file-stat.ts';
import { createDiskFiles } from '../../main/adapters/files.ts';
import { sharedBuffers } from '../../main/adapters/hasher.ts';
import { collect } from '../../main/ingest/collect.ts';
import type { Files } from '../../main/ports.ts';

const rounds = 7;
const largeBytes = 512 * 1024 * 1024;
const chunkBytes = 2 * 1024 * 1024;
const small = 2_000;
const smallBytes = 20_000;

/** As an app does it that leaves everything to Node's pool. */
const plain: Files = {
  stat: async (path) => toStat(await lstat(path, { bigint: true })),
  list: (folder) => readdir(folder),
  real: async (path) => path,
  isRemote: async () => false,
  open: async (path) => {
    const handle = await open(path, 'r');
    return {
      read: async (buffer, offset, length, position) => (await handle.read(buffer, offset, length, position)).bytesRead,
      stat: async () => toStat(await handle.stat({ bigint: true })),
      close: () => handle.close(),
    };
  },
};

const folder = mkdtempSync(join(process.argv[2] ?? tmpdir(), 'clipferry-bench-'));
const large = join(folder, 'large.mp4');
const many = mkdtempSync(join(folder, 'many-'));
const buffers = sharedBuffers();

/** Two reads ahead, as an upload does it. */
async function readLarge(files: Files): Promise<void> {
  const file = await files.open(large);
  const ring = [0, 1].map(() => buffers.take(chunkBytes));
  await Promise.all(
    ring.map(async (buffer, lane) => {
      for (let at = lane * chunkBytes; at < largeBytes; at += chunkBytes * ring.length) {
        await file.read(buffer, 0, chunkBytes, at);
      }
    }),
  );
  for (const buffer of ring) buffers.give(buffer);
  await file.close();
}

async function walkMany(files: Files): Promise<void> {
  const found = await collect(files, [many], join);
  if (found.files.length !== small) throw new Error(`Found ${found.files.length}`);
}

/** Opened, looked at, read to the end and hashed, four at a time. */
async function readMany(files: Files): Promise<void> {
  const { files: all } = await collect(files, [many], join);
  const next = all.values();
  await Promise.all(
    [0, 1, 2, 3].map(async () => {
      const buffer = buffers.take(256 * 1024);
      for (const { path, stat } of next) {
        if (files.readWhole) await files.readWhole(path, buffer.subarray(0, stat.size), true);
        else {
          const file = await files.open(path);
          await file.stat();
          const bytes = await file.read(buffer, 0, stat.size, 0);
          await file.stat();
          await file.close();
          createHash('sha256').update(buffer.subarray(0, bytes)).digest('hex');
        }
      }
      buffers.give(buffer);
    }),
  );
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

/** Alternates, so that both meet the same moods of the machine; the first round of each is not counted. */
async function compare(
  what: string,
  work: (files: Files) => Promise<void>,
  unit: string,
  amount: number,
): Promise<void> {
  const threads = createDiskFiles();
  const took = { plain: [] as number[], threads: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    for (const [way, files] of [
      ['plain', plain],
      ['threads', threads],
    ] as const) {
      const begun = performance.now();
      await work(files);
      if (round > 0) took[way].push((performance.now() - begun) / 1_000);
    }
  }
  const [direct, ours] = [median(took.plain), median(took.threads)];
  const speed = (seconds: number): string => `${Math.round(amount / seconds).toLocaleString('en')} ${unit}/s`;
  process.stdout.write(
    `${what}: ${speed(ours)}; Node's own way ${speed(direct)}; ratio ${(direct / ours).toFixed(2)}\n`,
  );
}

try {
  writeFileSync(large, randomFillSync(Buffer.alloc(largeBytes)));
  for (let at = 0; at < small; at++) writeFileSync(join(many, `C${at}.mp4`), randomFillSync(Buffer.alloc(smallBytes)));
  await compare('one clip of 512 MiB', readLarge, 'MB', largeBytes / 1e6);
  await compare('walking 2,000 clips', walkMany, 'clips', small);
  await compare('reading and hashing 2,000 clips of 20 kB', readMany, 'clips', small);
} finally {
  rmSync(folder, { recursive: true });
}
