// `npm run proof`: the long proofs one after the other, or one shard of them, and a table of what held.
import { parseArgs } from 'node:util';
import { run } from './processes.mjs';
import { inProject, SetupError } from './project.mjs';
import { planTable, proofs, resultTable, shardsOf } from './proof-plan.mjs';

const usage = 'Usage: npm run proof -- [--list] [--shard NUMBER] [--only VERB]';

function options(args) {
  try {
    const known = { list: { type: 'boolean' }, shard: { type: 'string' }, only: { type: 'string' } };
    return parseArgs({ args, options: known }).values;
  } catch (error) {
    throw new SetupError(`${error.message}\n${usage}`);
  }
}

function chosen({ shard, only }) {
  const shards = shardsOf(proofs);
  const of = shard === undefined ? proofs : shards[Number(shard) - 1];
  if (!of) throw new SetupError(`There are ${shards.length} shards, and none is "${shard}".\n${usage}`);
  const wanted = of.filter(({ verb }) => only === undefined || verb === only);
  if (wanted.length === 0)
    throw new SetupError(`No proof ${shard === undefined ? '' : 'of this shard '}is "${only}".\n${usage}`);
  return wanted;
}

/** Ends with 1 when one of them failed; the others run all the same. */
export async function proof(args) {
  const asked = options(args);
  if (asked.list) {
    process.stdout.write(`${planTable(shardsOf(proofs))}\n`);
    return 0;
  }
  const results = [];
  for (const one of chosen(asked)) {
    process.stdout.write(`\n==== ${one.verb} ${one.args.join(' ')}\n`);
    const begun = performance.now();
    const code = await run(process.execPath, [inProject('test/tools/run.mjs'), one.verb, ...one.args]);
    results.push({ proof: one, code, seconds: (performance.now() - begun) / 1_000 });
  }
  process.stdout.write(`\n${resultTable(results)}\n`);
  return results.every(({ code }) => code === 0) ? 0 : 1;
}
