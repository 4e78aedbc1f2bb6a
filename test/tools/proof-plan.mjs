// The long proofs: which there are, how long each may take on two cores, and how they are shared out.

/** Minutes are upper estimates on two quiet cores; longer ones are split, so that no shard needs more than `mostMinutes`. */
export const proofs = [
  { verb: 'test:whole', args: [], minutes: 55 },
  { verb: 'simulate', args: ['--seeds', '100000', '--from', '300000000', '--go-on'], minutes: 40 },
  { verb: 'crashpoints', args: [], minutes: 5 },
  { verb: 'store:sweep', args: [], minutes: 10 },
  { verb: 'simulate', args: ['--seeds', '100000', '--from', '300100000', '--go-on'], minutes: 40 },
  { verb: 'simulate', args: ['--seeds', '100000', '--from', '400100000', '--go-on'], minutes: 50 },
  { verb: 'simulate:mutants', args: [], minutes: 5 },
  { verb: 'simulate:matrix', args: ['--seeds', '4', '--from', '1', '--go-on'], minutes: 15 },
  { verb: 'simulate:pair', args: ['--seeds', '50000', '--from', '1000000', '--go-on'], minutes: 35 },
  { verb: 'ingest:torture', args: ['--files', '2000', '--seed', '1'], minutes: 25 },
  { verb: 'ingest:torture', args: ['--files', '2000', '--seed', '2', '--hidden'], minutes: 25 },
  { verb: 'ingest:disks', args: ['--files', '100', '--seed', '1'], minutes: 30 },
  { verb: 'bench:queue', args: [], minutes: 10 },
  { verb: 'bench:ingest', args: [], minutes: 15 },
  { verb: 'bench:burst', args: [], minutes: 20 },
  { verb: 'killloop', args: ['--kills', '1000', '--seed', '20261121', '--worlds', '2'], minutes: 30 },
  { verb: 'actkills', args: ['--kills', '50', '--clips', '500', '--seed', '20261126'], minutes: 15 },
  { verb: 'videokills', args: ['--kills', '50', '--videos', '500', '--seed', '20261126'], minutes: 20 },
  { verb: 'update:campaign', args: ['--seed', '20261127'], minutes: 20 },
  { verb: 'mutants:walls', args: ['--kind', 'unit'], minutes: 25 },
  { verb: 'mutants:walls', args: ['--kind', 'app'], minutes: 50 },
  { verb: 'mutants', args: ['hosts', 'queue-job', 'transfer'], minutes: 50 },
  { verb: 'mutants', args: ['queue-store', 'queue-runner'], minutes: 50 },
  { verb: 'mutants', args: ['ingest', 'site'], minutes: 60 },
  { verb: 'mutants', args: ['adapters', 'proof'], minutes: 60 },
  { verb: 'mutants', args: ['library', 'updates'], minutes: 40 },
  { verb: 'helper:guards', args: [], minutes: 15 },
  { verb: 'helper:kills', args: ['--kills', '200', '--seed', '20261128'], minutes: 30 },
  { verb: 'helper:large', args: ['--gib', '3', '--cuts', '100'], minutes: 20 },
  { verb: 'helper:systems', args: [], minutes: 20 },
  { verb: 'bench:transfer', args: [], minutes: 20 },
  { verb: 'bench:five-gib', args: [], minutes: 10 },
  { verb: 'bench:resume', args: [], minutes: 20 },
  { verb: 'bench:start', args: [], minutes: 5 },
  { verb: 'mutants:walls', args: ['--kind', 'package'], minutes: 20 },
  { verb: 'package', args: [], minutes: 15 },
  { verb: 'package', args: ['--twice'], minutes: 10 },
  { verb: 'package:prove', args: [], minutes: 40 },
  { verb: 'update:real', args: [], minutes: 15 },
  { verb: 'wine:prove', args: [], minutes: 50 },
];

export const mostMinutes = 60;

/** How a proof is written on a command line, after `npm run`. */
export const nameOf = ({ verb, args }) => (args.length > 0 ? `${verb} -- ${args.join(' ')}` : verb);

/** In their order, each shard as full as it gets. */
export function shardsOf(all, most = mostMinutes) {
  const shards = [];
  let left = 0;
  for (const proof of all) {
    if (proof.minutes > left) {
      shards.push([]);
      left = most;
    }
    shards.at(-1).push(proof);
    left -= proof.minutes;
  }
  return shards;
}

const columns = (rows) => {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

export const planTable = (shards) =>
  columns([
    ['shard', 'at most', 'npm run'],
    ...shards.flatMap((shard, at) => shard.map((proof) => [String(at + 1), `${proof.minutes} min`, nameOf(proof)])),
  ]);

/** `results`: `{ proof, code, seconds }` of each that ran. */
export const resultTable = (results) =>
  columns([
    ['result', 'took', 'npm run'],
    ...results.map(({ proof, code, seconds }) => [
      code === 0 ? 'held' : `FAILED (${code})`,
      `${Math.floor(seconds / 60)} min ${String(Math.round(seconds % 60)).padStart(2, '0')} s`,
      nameOf(proof),
    ]),
  ]);
