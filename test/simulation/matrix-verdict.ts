// One row of the matrix judged: every clip once on the site or with its user, nobody kept waiting for another's fault, and every word true.

import type { UploaderPorts } from '../../main/uploader-api.ts';
import { type MatrixFault, type MatrixStyle, matrixFaults, type Saying } from './matrix-faults.ts';
import { type MatrixPlan, makeMatrixPlan, rowOf, withoutFaults } from './matrix-plan.ts';
import { createTruth, type Truth } from './matrix-truth.ts';
import { type Sayings, watchWords } from './matrix-words.ts';
import { jobsOf } from './oracle.ts';
import type { Recorder } from './record.ts';
import { differs, type Judged } from './verdict.ts';
import { type Observer, type RunOptions, run, type World } from './world.ts';

export const matrixSentences = {
  notThere: 'a clip is not on the site at the end, and does not need its user for the reason that it has',
  waited: 'a clip without a fault of its own waited for another’s',
  unexpected: 'the window says what no fault of the row explains',
  untold: 'the window never says what a clip met',
  missed: 'a clip never met its fault',
} as const;

export interface MatrixRun {
  readonly matrix: MatrixPlan;
  readonly record: Recorder;
  readonly truth: Truth;
  readonly sayings: Sayings;
}

export interface MatrixOptions extends Pick<RunOptions, 'trace' | 'around' | 'enough'> {
  /** What the words are compared with, in place of what happened. */
  readonly truth?: (truth: Truth) => Truth;
  /** What the oracle takes for the plan of the run. */
  readonly told?: MatrixPlan;
  /** Changes the world as the app starts. */
  readonly meddle?: (world: World) => void;
}

/** Nobody wants to be asked before clips are public: nothing but faults and lanes holds one back. */
function agreed(ports: UploaderPorts): UploaderPorts {
  const publicSites = ports.sql
    .prepare('SELECT id FROM sites')
    .all()
    .map(({ id }) => String(id));
  ports.settings.change({ publicSites });
  return ports;
}

export async function runMatrix(
  matrix: MatrixPlan,
  options: MatrixOptions = {},
): Promise<MatrixRun & { readonly world: World }> {
  let world: World | null = null;
  let now = (): number => 0;
  const truth = createTruth(matrix, () => now());
  const words = watchWords(options.truth?.(truth) ?? truth);
  const observer: Observer = {
    ...truth,
    up: (uploader, of) => {
      world = of;
      now = of.timeline.now;
      options.meddle?.(of);
      words.up(uploader, of);
    },
  };
  const around: NonNullable<RunOptions['around']> = (ports, crash) => agreed(options.around?.(ports, crash) ?? ports);
  const { record } = await run(matrix.plan, { ...options, observer, around });
  if (world === null) throw new Error('The app never started');
  return { matrix, record, truth, sayings: words.sayings, world };
}

/** What may be said of any clip. */
const usual: readonly Saying[] = ['waiting', 'sending', 'processing', 'describing', 'done', 'try arrived'];
/** The same where the answer names no video: it is looked for. */
const unnamed: readonly Saying[] = ['unclear', 'look found', 'look not-yet', 'try found'];
const naming: ReadonlySet<MatrixStyle> = new Set(['rest', 'ajax']);

function checkSayings({ matrix, record, sayings, truth }: MatrixRun): void {
  const { row, plan, carriers } = matrix;
  const faults: readonly MatrixFault[] = row.faults.map((fault) => matrixFaults[fault]);
  const all = new Set([...usual, ...(naming.has(row.style) ? [] : unnamed), ...faults.flatMap((fault) => fault.all)]);
  const allowed = (path: string, mine: ReadonlySet<Saying>): void => {
    for (const said of sayings.get(path) ?? [])
      if (!mine.has(said)) record.violate(matrixSentences.unexpected, `${path === '' ? 'the list' : path}: ${said}`);
  };
  allowed('', all);
  for (const { id, path } of plan.clips) {
    const met = carriers.get(id) ?? [];
    allowed(path, new Set([...all, ...met.flatMap((fault) => matrixFaults[fault].own)]));
    const [only] = met;
    if (met.length > 0 && truth.tries(path)[0]?.fault !== only)
      record.violate(matrixSentences.missed, `${path}: ${met}`);
    if (only === undefined || met.length !== 1) continue;
    const { told } = matrixFaults[only];
    if (!told.some((one) => sayings.get(path)?.has(one)))
      record.violate(matrixSentences.untold, `${path} met ${only}: never ${told.join(' or ')}`);
  }
}

function checkEnd({ matrix, record }: MatrixRun, world: World): void {
  const jobs = new Map(jobsOf(world).map((job) => [job.path, job]));
  for (const { path, poison } of matrix.plan.clips) {
    const job = jobs.get(path);
    const isParked = poison && job?.kind === 'needs-you' && job.state.reason === 'too-large';
    if (job?.kind !== 'done' && !isParked)
      record.violate(matrixSentences.notThere, `${path}: ${job?.kind} ${JSON.stringify(job?.state)}`);
  }
}

/**
 * Waiting for another's fault is what makes a clip later than it is in the same world without any. Time that the site asked everybody
 * for counts as nobody's fault, and so does time for which the account waits for its user; and a lane that another clip holds is one
 * lane less, which is no waiting as long as one is left.
 */
function checkWaits({ matrix, record, truth }: MatrixRun, control: ReadonlyMap<string, number>): void {
  for (const { id, path } of matrix.plan.clips) {
    const at = truth.doneAt(path);
    const alone = control.get(path);
    if (matrix.carriers.has(id) || at === null || alone === undefined) continue;
    const later = at - alone - truth.heldMs(at);
    if (later > matrix.mostWaitMs) record.violate(matrixSentences.waited, `${path}: ${Math.round(later / 1_000)} s`);
  }
}

const controls = new Map<string, Promise<ReadonlyMap<string, number>>>();

/** When each clip is there where nothing goes wrong. */
function controlOf(matrix: MatrixPlan): Promise<ReadonlyMap<string, number>> {
  const key = `${matrix.row.style} ${matrix.row.seed} ${matrix.plan.clips.map(({ size }) => size)}`;
  const known = controls.get(key) ?? runControl(matrix);
  controls.set(key, known);
  return known;
}

async function runControl(matrix: MatrixPlan): Promise<ReadonlyMap<string, number>> {
  const { record, truth } = await runMatrix(withoutFaults(matrix));
  const [found] = record.violations;
  if (found) throw new Error(`Without any fault: ${found.sentence}: ${found.detail}`);
  return new Map(matrix.plan.clips.map(({ path }) => [path, truth.doneAt(path) ?? Number.NaN]));
}

/** A run with everything that is asked of it; what was broken stands in its record. */
export async function checkedMatrix(matrix: MatrixPlan, options: MatrixOptions = {}): Promise<MatrixRun> {
  const control = await controlOf(matrix);
  const ran = { ...(await runMatrix(matrix, options)), matrix: options.told ?? matrix };
  checkEnd(ran, ran.world);
  checkWaits(ran, control);
  checkSayings(ran);
  return ran;
}

/** One row in so many is run twice: the same row has to be the same run. */
const twiceEvery = 20;

/** `number` is the row's. */
export async function judgeMatrix(number: number): Promise<Judged> {
  const matrix = makeMatrixPlan(rowOf(number));
  const twice = number % twiceEvery === 0;
  const { record, truth } = await checkedMatrix(matrix, { trace: twice ? 'hash' : 'none' });
  const { figures } = record;
  const hits = new Map<string, number>();
  for (const { path } of matrix.plan.clips)
    for (const { fault } of truth.tries(path)) if (fault !== null) hits.set(fault, (hits.get(fault) ?? 0) + 1);
  const [found] = record.violations;
  if (found)
    return { failure: { seed: number, sentence: found.sentence, detail: found.detail }, known: [], hits, figures };
  if (!twice) return { failure: null, known: [], hits, figures };
  const again = (await runMatrix(matrix, { trace: 'hash' })).record.hash();
  const detail = `${record.hash()} and ${again}`;
  const failure = again === record.hash() ? null : { seed: number, sentence: differs, detail };
  return { failure, known: [], hits, figures };
}
