// Looks for an update and brings it here: read through, and where it is to take the program's place, tried.
import type { UpdateProblem, UpdateWay } from '../../../preload/contract.ts';
import type { ProgramPlace, UpdateFiles } from '../../ports/updates.ts';
import type { Settings } from '../../ports.ts';
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
  /** A person asks for it. */
  bring(): Promise<void>;
  /** Nothing is fetched by itself any more: what is on its way for nobody ends. */
  cut(): void;
  /** What lies here of one that nobody asked for goes; else it would be gone on with as if somebody had. */
  drop(): Promise<void>;
}

/** What the same file would say again; anything else may be over the next time. */
const lasting: ReadonlySet<UpdateProblem> = new Set<UpdateProblem>(['wrong-file', 'not-starting']);

export function createUpdateBringer(options: BringUpdateOptions): UpdateBringer {
  const { files, known, program, settings, way } = options;
  /** Ends a download that nobody asked for; null = there is none. */
  let ofItself: AbortController | null = null;

  function refuse({ file }: Offer, problem: UpdateProblem): void {
    known.become({ stage: 'found', problem, ...(lasting.has(problem) ? { refused: file.sha512 } : {}) });
  }

  async function makeReady(offer: Offer, path: string): Promise<void> {
    let problem: UpdateProblem | null = null;
    if (program !== null && way === 'replace') {
      known.become({ stage: 'trying', problem: null });
      problem = await program.prepare(path, offer.file, offer.version);
    }
    if (problem !== null) refuse(offer, problem);
    else known.become({ stage: known.isWished() ? 'waiting' : 'ready', problem: failedBefore(offer) });
  }

  /** What became of it when it was to take the program's place. */
  const failedBefore = ({ version }: Offer): UpdateProblem | null =>
    version === known.now().remembered.failedVersion ? 'failed' : null;

  const isAskedFor = ({ file }: Offer): boolean => known.isWished() || file.sha512 === known.now().asked;

  async function fetchOffer(isAsked: boolean): Promise<void> {
    const { offer, asked } = known.now();
    if (offer === null || way === 'page') return;
    const { file, url } = offer;
    known.become({ stage: 'fetching', fetched: 0, problem: null, asked: isAsked ? file.sha512 : asked });
    const end = new AbortController();
    if (!isAskedFor(offer)) ofItself = end;
    const signal = AbortSignal.any([options.signal, end.signal]);
    await files.clear(file);
    const onBytes = (fetched: number): void => {
      // As often as a bar can be seen to move.
      if (fetched < known.now().fetched + file.size / 100 && fetched < file.size) return;
      known.become({ fetched });
    };
    const isHere = (await files.whole(file)).is === 'here';
    const problem = isHere ? null : await download({ ...options, url, wanted: file, onBytes, signal });
    ofItself = null;
    if (problem !== null) return refuse(offer, problem);
    const whole = await files.whole(file);
    if (whole.is === 'here') await makeReady(offer, whole.path);
    else refuse(offer, whole.is === 'wrong' ? 'wrong-file' : 'failed');
  }

  async function isWanted(offer: Offer): Promise<boolean> {
    if (offer.file.sha512 === known.now().refused) return false;
    if (isAskedFor(offer)) return true;
    if (settings.values().updates === 'automatic' && known.mayGoByItself()) return true;
    // What was begun for a person who asked goes on, also after a restart.
    const { file } = offer;
    return (await files.partBytes(file)) > 0 || (await files.whole(file)).is === 'here';
  }

  /** While it looks a person may still say what becomes of what is ready: nothing that they say is put back. */
  async function check(): Promise<void> {
    const { stage, offer: before, remembered } = known.now();
    const isReady = (): boolean => known.isIn('ready', 'waiting');
    known.become(isReady() ? { problem: null } : { stage: 'checking', problem: null });
    const found = await lookForUpdate(options, remembered, options.signal);
    if (!found.isJudged) {
      known.become(isReady() ? { problem: found.problem } : { stage, problem: found.problem });
      return;
    }
    const { offer, learned } = found;
    // What was withdrawn is wished by nobody; what takes the place of an older one is.
    await known.remember({ ...learned, ...(offer === null ? { wish: null } : {}) });
    if (isReady() && offer?.file.sha512 === before?.file.sha512) {
      known.become({ offer });
      return;
    }
    known.become({
      ...{ offer, stage: offer === null ? 'none' : 'found' },
      problem: offer === null ? null : failedBefore(offer),
    });
    if (offer === null) await files.clear(null);
    else if (await isWanted(offer)) await fetchOffer(false);
  }

  return {
    check,
    bring: async () => {
      if (known.isIn('found')) await fetchOffer(true);
    },
    cut: () => ofItself?.abort(),
    drop: async () => {
      const { offer } = known.now();
      if (!known.isIn('none', 'found') || (offer !== null && isAskedFor(offer))) return;
      await files.clear(null);
      known.become({ problem: known.now().problem === 'no-answer' ? null : known.now().problem });
    },
  };
}
