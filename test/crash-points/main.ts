// `npm run crashpoints`: lets every call of the story go wrong in every way, and prints what was tried and what failed.
import { parseArgs } from 'node:util';
import { mishaps } from './points.ts';
import { callsOfStory, sweep, tryPoint } from './sweep.ts';

const { values } = parseArgs({
  options: {
    /** Every nth pair of call and mishap. */
    every: { type: 'string', default: '1' },
    /** One pair alone with its trace: "17 die before". */
    at: { type: 'string' },
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function one(text: string): Promise<number> {
  const [number = '', ...rest] = text.split(' ');
  const mishap = mishaps.find((name) => name === rest.join(' '));
  const calls = await callsOfStory();
  const call = calls[Number(number) - 1];
  if (!mishap || !call) {
    say(`--at takes a number up to ${calls.length} and one of: ${mishaps.join(', ')}`);
    return 2;
  }
  say(`${call.port}: ${call.what}`);
  const failure = await tryPoint({ n: Number(number), mishap }, call, say);
  say(failure ? `FAILED: ${failure.sentence}: ${failure.detail}` : 'as it should');
  return failure ? 1 : 0;
}

async function all(step: number): Promise<number> {
  const begun = Date.now();
  const { calls, tried, failures } = await sweep(step, (count, of) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${count} of ${of}   `);
  });
  say(`the story makes ${calls.length} calls`);
  const ports = ['store', 'file', 'http'] as const;
  say(`${''.padEnd(20)}${ports.map((port) => port.padStart(8)).join('')}`);
  for (const mishap of mishaps) {
    say(`${mishap.padEnd(20)}${ports.map((port) => String(tried.get(`${port} ${mishap}`) ?? 0).padStart(8)).join('')}`);
  }
  const runs = [...tried.values()].reduce((sum, count) => sum + count, 0);
  say(`${runs} runs in ${((Date.now() - begun) / 1_000).toFixed(0)} s, ${failures.length} failed`);
  for (const { n, mishap, call, sentence, detail } of failures) {
    say(`FAILED ${n} ${mishap} (${call.port}: ${call.what}): ${sentence}: ${detail}`);
  }
  return failures.length === 0 && runs > 0 ? 0 : 1;
}

const step = Number(values.every);
if (!Number.isSafeInteger(step) || step < 1) {
  say(`--every has to be a whole number above 0, not “${values.every}”`);
  process.exitCode = 2;
} else process.exitCode = await (values.at === undefined ? all(step) : one(values.at));
