// Command line of the walls: which test noticed each one's absence; a survivor or a wall that is not there is a failure.
import { parseArgs } from 'node:util';
import { type Wall, walls } from './table.ts';
import { type Outcome, openWorkshop } from './try-wall.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { kind: { type: 'string' }, 'skip-sound': { type: 'boolean', default: false } },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);

function chosen(): readonly Wall[] {
  const named = walls.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  return values.kind === undefined ? named : named.filter(({ watch }) => watch.kind === values.kind);
}

function tell({ name, why }: Wall, outcome: Outcome, seconds: number): void {
  const time = `${seconds.toFixed(1)} s`.padStart(7);
  if (outcome.kind === 'noticed') say(`noticed   ${name.padEnd(38)} ${time}  ${outcome.by}: ${outcome.said}`);
  else if (outcome.kind === 'survived') say(`SURVIVED  ${name.padEnd(38)} ${time}  ${why}`);
  else say(`BROKEN    ${name.padEnd(38)} ${time}  ${outcome.said}`);
}

async function main(): Promise<number> {
  const unknown = positionals.filter((name) => !walls.some((wall) => wall.name === name));
  if (unknown.length > 0) {
    say(
      `There is no wall ${unknown.map((name) => `"${name}"`).join(', ')}. Known: ${walls.map(({ name }) => name).join(', ')}`,
    );
    return 2;
  }
  const wanted = chosen();
  const workshop = openWorkshop();
  try {
    // Red on the app as it is would prove nothing.
    const complaints = values['skip-sound'] ? [] : await workshop.sound(wanted.map(({ watch }) => watch));
    for (const complaint of complaints) say(`RED WITH EVERY WALL IN PLACE  ${complaint}`);
    if (complaints.length > 0) return 1;
    let failures = 0;
    for (const wall of wanted) {
      const begun = performance.now();
      const outcome = await workshop.attempt(wall);
      if (outcome.kind !== 'noticed') failures += 1;
      tell(wall, outcome, (performance.now() - begun) / 1_000);
    }
    say('');
    say(`${wanted.length} walls, ${wanted.length - failures} noticed, ${failures} not`);
    return failures === 0 ? 0 : 1;
  } finally {
    workshop.close();
  }
}

process.exitCode = await main();
