// The long byte sweep: `npm run store:sweep -- [step] [from]`; a step of 1 damages the database at every byte.
import process from 'node:process';
import { sweep } from './sweep.ts';

const [step = '97', from = '0'] = process.argv.slice(2);
const begun = performance.now();
const { tried, wrong } = sweep(Number(step), Number(from));
for (const one of wrong) process.stdout.write(`${one}\n`);
const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
process.stdout.write(`${tried} damaged databases opened in ${seconds} s, ${wrong.length} of them wrong\n`);
process.exitCode = wrong.length === 0 ? 0 : 1;
