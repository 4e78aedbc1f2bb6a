// A process that writes many files at once, each in its own way; a parent orders them and is told of each end.
import { writeFile } from 'node:fs/promises';
import { setTimeout as after } from 'node:timers/promises';
import { createChance } from '../simulation/chance.ts';
import { contentsOf, type PlannedFile } from './plan.ts';
import { type ProgramName, programs, runProgram } from './programs.ts';
import { type WayName, ways } from './writers.ts';

export interface WriteOrder {
  readonly file: PlannedFile;
  readonly path: string;
  readonly aside: string;
  /** How much faster the app's time goes than the clock's. */
  readonly times: number;
}

export interface WriteEnd {
  readonly id: number;
  /** By the wall clock, in ms. */
  readonly at: number;
  readonly failed: string | null;
}

async function byProgram(name: ProgramName, { file, path, aside, times }: WriteOrder): Promise<void> {
  const source = `${aside}/source`;
  const { bytes, old } = contentsOf(file);
  await writeFile(source, bytes);
  const seconds = Math.max(1, file.pauses.slice(0, file.pieces).reduce((sum, one) => sum + one, 0) / 1_000 / times);
  if (file.hasOld) {
    await writeFile(path, old);
    await after((file.pauses[0] ?? 0) / times);
  }
  await runProgram(name, { path, source, seconds, bytes: bytes.length });
}

async function write(order: WriteOrder): Promise<void> {
  const { file, path, aside, times } = order;
  if (file.way in programs) return byProgram(file.way as ProgramName, order);
  const pauses = file.pauses.values();
  return ways[file.way as WayName].write({
    ...{ path, aside, pieces: file.pieces, chance: createChance(file.seed), ...contentsOf(file) },
    pause: () => after((pauses.next().value ?? 1_000) / times),
  });
}

process.on('message', (order: WriteOrder) => {
  const tell = (failed: string | null): void => {
    const end: WriteEnd = { id: order.file.id, at: Date.now(), failed };
    process.send?.(end);
  };
  write(order).then(
    () => tell(null),
    (error: unknown) => tell(String(error)),
  );
});
process.on('disconnect', () => process.exit());
