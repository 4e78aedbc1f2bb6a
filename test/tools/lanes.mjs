// Stages of the gate beside each other: each is a verb in a process of its own, whose output is shown as one piece when it is over.
import { addUp, countStage, splitClosing } from './counts.mjs';
import { record } from './processes.mjs';
import { inProject, say } from './project.mjs';

const seconds = (since) => `${Math.round((performance.now() - since) / 1_000)} s`;

async function stage(verb) {
  const begun = performance.now();
  say(`${verb} begins`);
  const { code, output } = await record(process.execPath, [inProject('test/tools/run.mjs'), verb]);
  const { before, counts } = splitClosing(output);
  process.stdout.write(`\n==== ${verb}: ${seconds(begun)}\n${before.trimEnd()}\n`);
  const counted = countStage(counts, code);
  return { ...counted, failures: counted.failures.map((failure) => `${verb}: ${failure}`) };
}

async function lane(verbs) {
  const counts = [];
  for (const verb of verbs) counts.push(await stage(verb));
  return addUp(counts);
}

/** Runs lists of verbs beside each other, those of one list one after the other. Resolves to the counts of all. */
export const sideBySide = async (lanes) => addUp(await Promise.all(lanes.map(lane)));
