// Stages of the gate beside each other: each is a verb in a process of its own, whose output is shown as one piece when it is over.
import { addUp, countStage, none, splitClosing } from './counts.mjs';
import { record } from './processes.mjs';
import { inProject, say } from './project.mjs';

const seconds = (since) => `${Math.round((performance.now() - since) / 1_000)} s`;

/** The longest stage takes five minutes, and on a slow machine three times that. One that takes this long would be ended from outside, with no word of why. */
const limitMinutes = 30;

const failed = (...failures) => ({ ...none, failed: failures.length, failures });

/** The first stage that hung: whatever it waits for, the next would too. */
let hanging;

async function stage(verb) {
  if (hanging) return failed(`${verb}: not begun, as ${hanging} did not end`);
  const begun = performance.now();
  say(`${verb} begins`);
  const script = [inProject('test/tools/run.mjs'), verb];
  const { code, output, hung } = await record(process.execPath, script, { limitMs: limitMinutes * 60_000 });
  const { before, counts } = splitClosing(output);
  process.stdout.write(`\n==== ${verb}: ${seconds(begun)}\n${before.trimEnd()}\n`);
  if (hung) {
    hanging ??= verb;
    return failed(`${verb}: not over after ${limitMinutes} minutes`);
  }
  const counted = countStage(counts, code);
  return { ...counted, failures: counted.failures.map((failure) => `${verb}: ${failure}`) };
}

/** What a core of an ordinary desktop does in less than half a second, beside another lane in less than one. */
const turns = 300_000_000;
const slowSeconds = 1.2;
/** A machine that others use is quick at one moment and slow at the next. */
const looks = 4;

/** Whether this machine does so little now that two stages would only stand in each other's way: then what waits for a moment waits in vain. */
async function isSlow() {
  for (let look = 0; look < looks; look++) {
    const begun = performance.now();
    await record(process.execPath, ['-e', `let sum = 0; for (let n = 0; n < ${turns}; n++) sum += n % 7;`]);
    if (performance.now() - begun > slowSeconds * 1_000) return true;
  }
  return false;
}

/** They measure nothing by the clock, and one of them waits for a database most of its time: they may be slow beside each other. */
const patient = new Set(['types', 'lint', 'wordpress:slice', 'test:wordpress']);

/** Stages that run now, by their verbs. */
const running = new Map();

async function inTurn(verb) {
  const mayBeSlow = () => [verb, ...running.keys()].every((one) => patient.has(one));
  if (running.size > 0 && !mayBeSlow() && (await isSlow())) {
    say(`${verb} waits for the others: this machine is slow now`);
    while (running.size > 0 && !mayBeSlow()) await Promise.race(running.values());
  }
  const one = stage(verb).finally(() => running.delete(verb));
  running.set(verb, one);
  return one;
}

async function lane(verbs) {
  const counts = [];
  for (const verb of verbs) counts.push(await inTurn(verb));
  return addUp(counts);
}

/** Runs lists of verbs beside each other, those of one list one after the other. Resolves to the counts of all. On a slow machine one waits for the other. */
export const sideBySide = async (lanes) => addUp(await Promise.all(lanes.map(lane)));
