// Whatever a site answers while it is looked for: the user is told in a sentence, and nothing of the app stands still meanwhile.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { undiciHttp } from '../../main/adapters/http.ts';
import { connectWords } from '../../renderer/text/connect.ts';
import { type Engine, fastClock, startEngine } from '../engine/engine.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { type Asked, type HostileFront, hostileFront, watchTurns } from './front.ts';
import { endlessSites, type HostileSite, hostileSites } from './sites.ts';

/** Processor time of one turn in ms; the answers are sent by the same thread. */
const longestTurnMs = 200;

let site: PracticeSite;
beforeAll(async () => {
  site = await startPracticeSite({ name: 'Harbour Films' });
});
afterAll(() => site.stop());

function matches(at: HostileSite['at']): (asked: Asked) => boolean {
  const isPage = ({ path }: Asked): boolean => path === '/';
  const isIndex = ({ path }: Asked): boolean => /^\/(wp-json\/(\?|$)|(index\.php)?\?rest_route=\/(&|$))/.test(path);
  return at === 'front' ? isPage : isIndex;
}

/** What the user would be told. */
async function find(engine: Engine, front: HostileFront): Promise<string> {
  const outcome = await engine.uploader.handlers['site.find'](front.url);
  if (outcome.ok) {
    const { name, address, signInHost } = outcome.value;
    expect(new URL(address).origin, 'no other address than its own').toBe(front.url);
    expect(signInHost.host).toBe(new URL(front.url).host);
    expect(name.length).toBeLessThanOrEqual(300);
    return 'found';
  }
  const { problem, said } = outcome.failure;
  expect(connectWords(problem).what).not.toBe('');
  expect((said ?? '').length).toBeLessThanOrEqual(300);
  return problem;
}

describe('a site that is looked for', () => {
  let engine: Engine;
  let front: HostileFront;
  beforeAll(async () => {
    engine = await startEngine();
    front = await hostileFront(site);
    expect(await find(engine, front)).toBe('found');
  });
  afterAll(async () => {
    await engine.stop();
    await front[Symbol.asyncDispose]();
  });

  it.each(hostileSites.map((one) => [one.at, one.name, one] as const))(
    'answers its %s with %s',
    async (_, __, hostile) => {
      front.rules.splice(0, 1, { matches: matches(hostile.at), answer: hostile.answer() });
      const turns = watchTurns();
      expect(await find(engine, front)).toBe(hostile.outcome);
      expect(turns.end()).toBeLessThan(longestTurnMs);
    },
  );
});

it('sites whose answers have no end are all over in their time, and another one is found meanwhile', {
  tags: 'proof',
}, async () => {
  // A minute of silence is two seconds here: enough for a busy machine.
  const clock = fastClock(30);
  const engine = await startEngine({ clock, http: undiciHttp({ clock }) });
  const fronts = await Promise.all(endlessSites.map(() => hostileFront(site)));
  const plain = await hostileFront(site);
  try {
    const turns = watchTurns();
    const looks = endlessSites.map(async ({ at, answer, name }, place) => {
      const front = fronts[place] as HostileFront;
      front.rules.push({ matches: matches(at), answer: answer() });
      return [name, await find(engine, front)];
    });
    expect(await find(engine, plain)).toBe('found');
    expect(Object.fromEntries(await Promise.all(looks))).toEqual(
      Object.fromEntries(endlessSites.map(({ name, outcome }) => [name, outcome])),
    );
    expect(turns.end()).toBeLessThan(longestTurnMs);
  } finally {
    await engine.stop();
    for (const front of [...fronts, plain]) await front[Symbol.asyncDispose]();
  }
});
