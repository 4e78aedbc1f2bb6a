// Looks for an update and brings it here: read through, and where it is to take the program's place, tried.
import type { UpdateWay } from '../../../preload/contract.ts';
import type { ProgramPlace, Settings, UpdateFiles } from '../../ports.ts';
import { download } from './download.ts';
import { type LookOptions, lookForUpdate, type Offer } from './look.ts';
import type { UpdateState } from './update-state.ts';

export interface BringUpdateOptions extends LookOptions {
  readonly files: UpdateFiles;
  readonly settings: Pick<Settings, 'values'>;
  /** Null = what is here cannot be replaced by itself. */
  readonly program: ProgramPlace | null;
  readonly way: UpdateWay;
  readonly known: UpdateState;
  readonly signal: AbortSignal;
}

export interface UpdateBringer {
  check(): Promise<void>;
  bring(): Promise<void>;
}

export function createUpdateBringer(options: BringUpdateOptions): UpdateBringer {
  const { files, known, program, settings, signal, way } = options;

  async function makeReady({ file, version }: Offer, path: string): Promise<void> {
    if (program === null || way !== 'replace') {
      known.become({ stage: 'ready', problem: null });
      return;
    }
    known.become({ stage: 'trying', problem: null });
    const problem = await program.prepare(path, file, version);
    if (problem === null) known.become({ stage: 'ready' });
    else known.become({ stage: 'found', problem, refused: file.sha512 });
  }

  async function bring(): Promise<void> {
    const { offer } = known.now();
    if (offer === null || way === 'page') return;
    const { file, url } = offer;
    known.become({ stage: 'fetching', fetched: 0, problem: null });
    await files.clear(file);
    const onBytes = (fetched: number): void => {
      // As often as a bar can be seen to move.
      if (fetched < known.now().fetched + file.size / 100 && fetched < file.size) return;
      known.become({ fetched });
    };
    const isHere = (await files.whole(file)) !== null;
    const problem = isHere ? null : await download({ ...options, url, wanted: file, onBytes });
    const path = problem === null ? await files.whole(file) : null;
    if (path !== null) await makeReady(offer, path);
    else {
      const refused = problem === 'wrong-file' ? file.sha512 : known.now().refused;
      known.become({ stage: 'found', problem: problem ?? 'wrong-file', refused });
    }
  }

  async function isWanted({ file }: Offer): Promise<boolean> {
    if (file.sha512 === known.now().refused) return false;
    return settings.values().updates === 'automatic' || (await files.whole(file)) !== null;
  }

  /** While it looks a person may still say what becomes of what is ready: nothing that they say is put back. */
  async function check(): Promise<void> {
    const { stage, offer: before, remembered } = known.now();
    const isReady = (): boolean => known.isIn('ready', 'waiting');
    known.become(isReady() ? { problem: null } : { stage: 'checking', problem: null });
    const found = await lookForUpdate(options, remembered, signal);
    if (!found.isJudged) {
      known.become(isReady() ? { problem: found.problem } : { stage, problem: found.problem });
      return;
    }
    const { offer, learned } = found;
    await known.remember(learned);
    if (isReady() && offer?.file.sha512 === before?.file.sha512) {
      known.become({ offer });
      return;
    }
    known.become({ offer, stage: offer === null ? 'none' : 'found' });
    if (offer === null) await files.clear(null);
    else if (await isWanted(offer)) await bring();
  }

  return { check, bring };
}
