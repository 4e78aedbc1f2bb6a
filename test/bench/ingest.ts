// npm run bench:ingest: watching trees of 1,000, 10,000 and 100,000 files, side by side with chokidar and with a watch for each folder; and
// what it costs while a film is being recorded into a watched folder.
//
// --files N,N        files of each tree, a hundred in each folder (1000,10000,100000)
// --rounds N         fresh processes of each way (5)
// --idle-seconds N   how long nothing happens (60)
// --recording-seconds N   how long the recording is looked at (130: a network disk is looked through twice in it)
//
// Ends with 1 when a bar is broken. Needs /proc.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { recordingCosts } from './recording.ts';
import { type Line, table } from './report.ts';
import { brokenBars, compareTrees } from './trees.ts';

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '1000,10000,100000' },
    rounds: { type: 'string', default: '5' },
    'idle-seconds': { type: 'string', default: '60' },
    'recording-seconds': { type: 'string', default: '130' },
  },
});
const [rounds, idleSeconds] = [Number(values.rounds), Number(values['idle-seconds'])];
const recordingSeconds = Number(values['recording-seconds']);
const say = (text: string): void => void process.stdout.write(`${text}\n`);

const lines: Line[] = [];
for (const files of values.files.split(',').map(Number))
  lines.push(...(await compareTrees({ files, rounds, idleSeconds })));
lines.push(...(await recordingCosts(recordingSeconds)));
say(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}`);
say(
  `npm run bench:ingest -- --files ${values.files} --rounds ${rounds} --idle-seconds ${idleSeconds} --recording-seconds ${recordingSeconds}`,
);
say(`\n${table(lines)}\n`);
const broken = brokenBars(lines);
say(broken.length === 0 ? 'every bar is kept' : `broken: ${broken.map(({ what }) => what).join('; ')}`);
process.exitCode = broken.length === 0 ? 0 : 1;
