import { makePlan } from './plan.ts';
import { run } from './world.ts';

const from = Number(process.argv[2]);
const n = Number(process.argv[3] ?? 1);
const t = performance.now();
const bad = new Map<string, string[]>();
let ev = 0,
  rq = 0;
for (let s = from; s < from + n; s++) {
  const { record } = await run(makePlan(s), n === 1 ? { trace: (l) => console.log(l) } : {});
  ev += record.figures.events;
  rq += record.figures.requests;
  for (const v of record.violations) {
    const l = bad.get(v.sentence) ?? [];
    l.push(`${s}: ${v.detail}`.slice(0, 200));
    bad.set(v.sentence, l);
  }
}
const ms = performance.now() - t;
console.log(n, 'seeds', (ms / n).toFixed(1), 'ms/seed', (ev / n).toFixed(0), 'events', (rq / n).toFixed(0), 'requests');
for (const [k, l] of bad)
  console.log(
    l.length,
    k,
    '\n    ',
    [...new Map(l.map((x) => [x.split(':')[0], x])).values()].slice(0, 6).join('\n     '),
  );
