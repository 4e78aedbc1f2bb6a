// What one campaign writes: for each file its container, the way it is written, its size and its pauses; all of it from a seed.
import { type Chance, createChance, mix } from '../simulation/chance.ts';
import { containers, type EndKind } from './contents.ts';
import { type Program, type ProgramName, programNames, programs } from './programs.ts';
import { type Way, type WayName, wayNames, ways } from './writers.ts';

export interface PlannedFile {
  readonly id: number;
  /** Below the watched folder, in it or in a folder for this file alone. */
  readonly name: string;
  /** That folder comes with it. */
  readonly bringsFolder: boolean;
  readonly container: string;
  readonly end: EndKind;
  /** One of ours, or a program of the system. */
  readonly way: WayName | ProgramName;
  readonly hasOld: boolean;
  readonly letsGo: boolean;
  readonly bytes: number;
  readonly pieces: number;
  /** In ms of the app's time; as many as are ever asked for. */
  readonly pauses: readonly number[];
  readonly seed: number;
}

export interface PlanOptions {
  readonly files: number;
  readonly seed: number;
  /** In ms of the app's time. */
  readonly longestPause: number;
  /** Those that are here. */
  readonly programs: readonly ProgramName[];
}

/** From a second to the longest, each order of magnitude as often as the next. */
const pauseOf = (chance: Chance, longest: number): number =>
  Math.exp(chance.between(Math.log(1_000), Math.log(longest)));

const theWays: Readonly<Record<string, Partial<Way> & Partial<Program>>> = { ...ways, ...programs };

export function makePlan({ files, seed, longestPause, programs: here }: PlanOptions): readonly PlannedFile[] {
  const all = [...wayNames, ...programNames.filter((name) => here.includes(name))];
  const chance = createChance(seed);
  // Every way meets every container sooner or later, whatever their numbers have in common.
  const [firstWay, firstContainer] = [chance.int(all.length), chance.int(containers.length)];
  return Array.from({ length: files }, (_, id) => {
    const own = createChance(mix(seed, id + 1));
    const round = Math.floor(id / all.length);
    const way = all[(firstWay + id) % all.length] as WayName | ProgramName;
    const container = containers[(firstContainer + id + round) % containers.length] ?? containers[0];
    if (!container) throw new Error('there are no containers');
    const {
      hasOld = false,
      letsGo = false,
      bringsFolder = false,
      extension = container.extension,
    } = theWays[way] ?? {};
    const pieces = 3 + own.int(5);
    return {
      ...{ id, way, hasOld, letsGo, bringsFolder, pieces, container: container.name, end: container.end },
      name: `${own.flip(0.5) || bringsFolder ? `folder ${id}/` : ''}clip ${id}.${extension}`,
      bytes: Math.round(Math.exp(own.between(Math.log(20_000), Math.log(1_500_000)))),
      pauses: Array.from({ length: pieces + 3 }, () => pauseOf(own, longestPause)),
      seed: mix(seed, 1_000_000 + id),
    };
  });
}

/** The bytes of a planned file, and of the version before it. */
export function contentsOf(file: PlannedFile): { readonly bytes: Buffer; readonly old: Buffer } {
  const container = containers.find(({ name }) => name === file.container);
  if (!container) throw new Error(`there is no container ${file.container}`);
  return {
    bytes: container.make(createChance(file.seed), file.bytes),
    old: container.make(createChance(mix(file.seed, 1)), file.bytes),
  };
}
