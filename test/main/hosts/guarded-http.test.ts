// The door to every site: what passes while a host wants to be left alone, and with a secret that was refused.
import { beforeEach, describe, expect, it } from 'vitest';
import { type Circuits, createCircuits } from '../../../main/hosts/circuit.ts';
import { createGuardedHttp, type GuardedHttp } from '../../../main/hosts/guarded-http.ts';
import {
  type AnswerCut,
  HeldBack,
  type HttpAnswer,
  HttpError,
  type HttpProblem,
  type HttpRequest,
  SecretRefused,
} from '../../../main/ports.ts';
import { type HandClock, handClock } from '../queue/hand-clock.ts';

const site = 'https://site.example';

interface Asked {
  readonly url: string;
  answer(status: number, headers?: Record<string, string>, body?: string, cut?: AnswerCut | null): Promise<void>;
  fail(problem?: HttpProblem): Promise<void>;
}

let clock: HandClock;
let circuits: Circuits;
let gate: GuardedHttp;
let asked: Asked[];
let refusals: string[];
const bodies: HttpRequest['body'][] = [];

beforeEach(() => {
  clock = handClock();
  asked = [];
  refusals = [];
  circuits = createCircuits(
    clock,
    { fraction: () => 0, hex: () => '' },
    { all: () => [], save: () => {}, remove: () => {} },
    () => {},
  );
  gate = createGuardedHttp({
    clock,
    circuits,
    http: {
      request: ({ url, body: sent }) =>
        new Promise<HttpAnswer>((resolve, reject) => {
          bodies.push(sent);
          asked.push({
            url,
            answer: async (status, headers = {}, body = '{}', cut = null) => {
              resolve({ status, headers, body: new TextEncoder().encode(body), cut });
              await clock.settle();
            },
            fail: async (problem = 'reset') => {
              reject(new HttpError(problem, 'x'));
              await clock.settle();
            },
          });
        }),
    },
  });
  gate.onRefused((origin, authorization) => refusals.push(`${origin} ${authorization}`));
});

const request = (url: string, headers: Record<string, string> = {}): HttpRequest => ({
  ...{ method: 'GET', url, headers, body: null, stallMs: 1, answerMs: 1, wholeMs: 1, maxAnswerBytes: 1 },
  ...{ signal: null, onInterim: null },
});
/** What becomes of a request, as soon as it is known. */
function go(url: string, headers?: Record<string, string>, through = gate.engine): { outcome: unknown } {
  const one: { outcome: unknown } = { outcome: 'open' };
  through.request(request(url, headers)).then(
    (answer) => {
      one.outcome = answer.status;
    },
    (error: unknown) => {
      one.outcome = error;
    },
  );
  return one;
}
const last = (): Asked => {
  const one = asked.at(-1);
  if (!one) throw new Error('nothing was asked');
  return one;
};

describe.each([
  ['429 in seconds', 429, '60'],
  ['503 with a date', 503, null],
  ['500 that names a time', 500, '60'],
])('after %s (F-14)', (_, status, header) => {
  beforeEach(async () => {
    go(`${site}/wp-json/a`);
    await last().answer(status, { 'retry-after': header ?? new Date(clock.now() + 60_000).toUTCString() });
  });

  it('nothing of that host is asked, whatever it is, until the time is over; other hosts are', async () => {
    const early = go(`${site}/wp-json/wp/v2/video`);
    await clock.pass(58_900);
    const late = go(`${site}/poster.jpg`);
    await clock.settle();
    expect([asked.length, early.outcome, late.outcome]).toEqual([1, expect.any(HeldBack), expect.any(HeldBack)]);
    go('https://other.example/');
    expect(asked).toHaveLength(2);
  });

  it('a single request goes ahead, and the others follow its success', async () => {
    await clock.pass(60_000);
    const outcomes = [1, 2, 3].map((n) => go(`${site}/${n}`));
    await clock.settle();
    expect(asked).toHaveLength(2);
    await last().answer(200);
    await clock.settle();
    expect(asked).toHaveLength(4);
    expect(outcomes[0]?.outcome).toBe(200);
  });

  it('half an answer opens it for nobody, and one that a person ended neither way', async () => {
    await clock.pass(60_000);
    const first = go(`${site}/1`);
    await clock.settle();
    await last().answer(200, {}, '{', 'aborted');
    expect(first.outcome).toBe(200);
    // Its probe was taken back: the next one is.
    const second = go(`${site}/2`);
    await clock.settle();
    expect(asked).toHaveLength(3);
    await last().answer(200, {}, '{', 'stalled');
    expect(second.outcome).toBe(200);
    const third = go(`${site}/3`);
    await clock.settle();
    expect(third.outcome).toBeInstanceOf(HeldBack);
    expect(asked).toHaveLength(3);
  });

  it('an answer to what was asked before it wanted time opens it for nobody', async () => {
    await clock.pass(60_000);
    go(`${site}/1`);
    await last().answer(200);
    go(`${site}/old`);
    const old = last();
    go(`${site}/a`);
    await last().answer(status, { 'retry-after': header ?? new Date(clock.now() + 60_000).toUTCString() });
    await clock.pass(60_000);
    const before = asked.length;
    go(`${site}/ahead`);
    await old.answer(200);
    go(`${site}/beside`);
    await clock.settle();
    expect(asked.length - before).toBe(1);
  });

  it.each([
    ['asks for time again', (one: Asked) => one.answer(429, { 'retry-after': '30' }), 30_000],
    ['is refused without a time', (one: Asked) => one.answer(429), 500],
    ['fails', (one: Asked) => one.answer(502, {}, 'x'), 500],
    ['meets a page', (one: Asked) => one.answer(403, { 'content-type': 'text/html' }, '<html>'), 500],
    ['is not answered', (one: Asked) => one.fail(), 500],
  ])('the others do not follow one that %s', async (__, end, least) => {
    await clock.pass(60_000);
    const [, second] = [go(`${site}/1`), go(`${site}/2`)];
    await clock.settle();
    await end(last());
    await clock.settle();
    expect(asked).toHaveLength(2);
    expect(second?.outcome).toBeInstanceOf(HeldBack);
    expect(circuits.of(site)?.why).toBe('site-busy');
    expect(circuits.leftMs(site)).toBeGreaterThanOrEqual(least);
  });

  it.each([
    ['without a time holds nobody back', (one: Asked) => one.answer(status), 0],
    ['by a page holds nobody back', (one: Asked) => one.answer(403, { 'content-type': 'text/html' }, '<html>'), 0],
    ['by silence holds nobody back', (one: Asked) => one.fail(), 0],
    [
      'by the ten minutes of a site in maintenance holds nobody back',
      (one: Asked) =>
        one.answer(503, { 'retry-after': '600', 'content-type': 'text/html' }, '<title>Maintenance</title>'),
      0,
    ],
    // It says so after the click.
    ['with a time of its own counts', (one: Asked) => one.answer(status, { 'retry-after': '90' }), 90_000],
  ])(
    'what still refuses a question of before "Try now" %s; a refusal after it does (F-14)',
    async (_, refuse, leftMs) => {
      await clock.pass(60_000);
      go(`${site}/1`);
      await last().answer(200);
      go(`${site}/2`);
      const slow = last();
      go(`${site}/3`);
      await last().answer(status, { 'retry-after': '60' });
      circuits.lift(site);
      await refuse(slow);
      expect(circuits.leftMs(site)).toBe(leftMs);
      await clock.pass(leftMs);
      expect(circuits.stateOf(site)).toBe('half-open');
      go(`${site}/4`);
      await last().answer(status, { 'retry-after': '60' });
      expect(circuits.stateOf(site)).toBe('open');
    },
  );

  it('who waits for one that takes long gives up, and asks nothing', async () => {
    await clock.pass(60_000);
    go(`${site}/1`);
    const second = go(`${site}/2`);
    await clock.pass(6_000);
    expect([asked.length, second.outcome]).toEqual([2, expect.any(HeldBack)]);
  });

  it('a sign-in that the user clicks asks all the same; what it is asked for counts, and nobody else asks any sooner for it', async () => {
    const first = go(`${site}/me`, {}, gate.clicks);
    await last().answer(200);
    expect([first.outcome, circuits.leftMs(site)]).toEqual([200, 60_000]);
    go(`${site}/rights`, {}, gate.clicks);
    await last().answer(429, { 'retry-after': '900' });
    go(`${site}/password`, {}, gate.clicks);
    await last().answer(200);
    expect([asked.length, circuits.leftMs(site)]).toEqual([4, 900_000]);
    const early = go(`${site}/list`);
    await clock.pass(899_999);
    const late = go(`${site}/list`);
    await clock.settle();
    expect([early.outcome, late.outcome, asked.length]).toEqual([expect.any(HeldBack), expect.any(HeldBack), 4]);
    await clock.pass(1);
    go(`${site}/me`, {}, gate.clicks);
    await last().answer(200);
    expect(circuits.stateOf(site)).toBe('closed');
  });
});

describe('one that goes ahead', () => {
  beforeEach(async () => {
    circuits.asked(site, 60_000);
    await clock.pass(60_000);
  });

  it.each([
    ['data', (one: Asked) => one.answer(200)],
    ['a page that is none of a refusal', (one: Asked) => one.answer(200, { 'content-type': 'text/html' }, '<html>')],
    ['a refusal as data', (one: Asked) => one.answer(404, { 'content-type': 'application/json' })],
    ['a refusal without a type', (one: Asked) => one.answer(404)],
    ['as much as was wanted', (one: Asked) => one.answer(200, {}, '{', 'enough')],
    ['half a refusal', (one: Asked) => one.answer(404, {}, '{', 'stalled')],
    ['half of what is neither', (one: Asked) => one.answer(300, {}, '{', 'stalled')],
  ])('and gets %s opens it for all', async (_, end) => {
    go(`${site}/1`);
    await end(last());
    expect(circuits.stateOf(site)).toBe('closed');
  });

  it.each(['aborted', 'body-failed', 'proxy'] as const)(
    'and ends with %s, on our side of it, says nothing either way',
    async (problem) => {
      go(`${site}/1`);
      await last().fail(problem);
      expect(circuits.stateOf(site)).toBe('half-open');
    },
  );

  it.each([400, 403] as const)('and meets a page with %d holds it', async (refusal) => {
    go(`${site}/1`);
    await last().answer(refusal, { 'content-type': 'Text/HTML; charset=utf-8' }, '<html>');
    expect(circuits.stateOf(site)).toBe('open');
  });

  it('is waited for by nobody once another one got through', async () => {
    go(`${site}/large`);
    go(`${site}/me`, {}, gate.clicks);
    await last().answer(200);
    const third = go(`${site}/2`);
    await clock.settle();
    await last().answer(200);
    expect([asked.length, third.outcome]).toEqual([3, 200]);
  });

  describe('with a clip', () => {
    const pieces: HttpRequest['body'] = {
      length: 2,
      async *bytes() {
        yield new Uint8Array(1);
        yield new Uint8Array(1);
      },
    };
    let sent: AsyncGenerator<Uint8Array, void, void>;
    beforeEach(async () => {
      bodies.length = 0;
      gate.engine.request({ ...request(`${site}/large`), body: pieces }).catch(() => {});
      await clock.settle();
      const [body] = bodies;
      if (body === null || typeof body !== 'object') throw new Error('no body was sent');
      expect(body.length).toBe(2);
      sent = body.bytes(0);
      await sent.next();
      await sent.next();
    });

    it('is waited for as long as that is being sent, and two minutes longer (F-46)', async () => {
      await clock.pass(60 * 60_000);
      const held = go(`${site}/2`);
      await clock.pass(6_000);
      expect(held.outcome).toBeInstanceOf(HeldBack);
      await sent.next();
      await clock.pass(120_000 - 1);
      go(`${site}/3`);
      await clock.settle();
      expect(asked).toHaveLength(1);
      await clock.pass(1);
      const next = go(`${site}/4`);
      await clock.settle();
      await last().answer(200);
      expect([asked.length, next.outcome]).toEqual([2, 200]);
    });

    it('and is answered late says nothing against the one that went ahead after it', async () => {
      await sent.next();
      await clock.pass(120_000);
      go(`${site}/2`);
      await clock.settle();
      await asked[0]?.fail('aborted');
      const third = go(`${site}/3`);
      await clock.pass(6_000);
      expect(third.outcome).toBeInstanceOf(HeldBack);
      expect(asked).toHaveLength(2);
    });

    it('leaves no timer behind when it is answered', async () => {
      const before = clock.timers();
      await sent.next();
      expect(clock.timers()).toBe(before + 1);
      await last().answer(200);
      expect(clock.timers()).toBe(before);
    });
  });

  it('leaves no timer behind with those who waited for it', async () => {
    go(`${site}/1`);
    go(`${site}/2`);
    await clock.settle();
    const waiting = clock.timers();
    await last().answer(200);
    await clock.settle();
    expect(clock.timers()).toBe(waiting - 1);
  });
});

describe('who is kept back', () => {
  const early = async (through = gate.engine): Promise<HeldBack> => {
    const one = go(`${site}/1`, {}, through);
    await clock.settle();
    if (!(one.outcome instanceof HeldBack)) throw new Error(`not kept back: ${String(one.outcome)}`);
    return one.outcome;
  };

  it('is told why, and for how long', async () => {
    circuits.asked(site, 60_000);
    await clock.pass(10_000);
    expect(await early()).toMatchObject({ why: 'site-busy', leftMs: 50_000 });
    circuits.asked(site, 70_000, 'site-maintenance');
    expect(await early()).toMatchObject({ why: 'site-maintenance', leftMs: 70_000 });
  });

  it('is in maintenance where the site says so', async () => {
    go(`${site}/1`);
    await last().answer(
      503,
      { 'retry-after': '600' },
      '{"code":"wp_die","message":"Briefly unavailable for scheduled maintenance."}',
    );
    expect(await early()).toMatchObject({ why: 'site-maintenance' });
  });

  it('is one behind a request that went ahead, too', async () => {
    circuits.asked(site, 60_000);
    await clock.pass(60_000);
    go(`${site}/1`);
    const second = go(`${site}/2`);
    await clock.pass(6_000);
    expect(second.outcome).toMatchObject({ why: 'site-busy', leftMs: 0 });
  });

  it('is a check-up as well, which asks nothing of a host that wants to be left alone', async () => {
    circuits.asked(site, 60_000);
    await early(gate.checks);
    expect(asked).toHaveLength(0);
    await clock.pass(60_000);
    go(`${site}/1`, {}, gate.checks);
    expect(asked).toHaveLength(1);
  });
});

describe('a secret that was refused (F-15)', () => {
  const ava = { authorization: 'Basic YXZhOng=' };
  const no = '{"code":"rest_not_logged_in","data":{"status":401}}';

  it('is told of once, before the answer is, and not shown to that site again', async () => {
    go(`${site}/1`, ava);
    go(`${site}/2`, ava);
    await asked[0]?.answer(401, {}, no);
    await asked[1]?.answer(401, {}, no);
    expect(refusals).toEqual([`${site} ${ava.authorization}`]);
    const third = go(`${site}/3`, ava);
    const other = go(`${site}/3`, { authorization: 'Basic b3RoZXI6eA==' });
    await clock.settle();
    expect(asked).toHaveLength(3);
    await last().answer(200);
    expect([third.outcome, other.outcome]).toEqual([expect.any(SecretRefused), 200]);
    // The same text may be a living secret elsewhere.
    go('https://other.example/', ava);
    expect(asked).toHaveLength(4);
  });

  it.each([
    ['403 of one who may not', 403, '{"code":"rest_cannot_edit"}'],
    ['a page', 401, '<html>'],
    ['a missing video', 404, '{"code":"rest_post_invalid_id"}'],
  ])('is not one that met %s', async (_, status, body) => {
    go(`${site}/1`, ava);
    await last().answer(status, {}, body);
    expect(refusals).toEqual([]);
    go(`${site}/2`, ava);
    expect(asked).toHaveLength(2);
  });

  it('is not shown again by a check-up either, whose own refusals end no sign-in', async () => {
    go(`${site}/check`, ava, gate.checks);
    await last().answer(401, {}, no);
    expect(refusals).toEqual([]);
    go(`${site}/1`, ava);
    await last().answer(401, {}, no);
    const again = go(`${site}/check`, ava, gate.checks);
    await clock.settle();
    expect([again.outcome, asked.length]).toEqual([expect.any(SecretRefused), 2]);
  });

  it('stays refused where the user tried it again and the site says no again', async () => {
    go(`${site}/1`, ava);
    await last().answer(401, {}, no);
    go(`${site}/me`, ava, gate.clicks);
    await last().answer(401, {}, no);
    const third = go(`${site}/2`, ava);
    await clock.settle();
    expect([third.outcome, asked.length]).toEqual([expect.any(SecretRefused), 2]);
  });

  it('may be shown again once its site gave it anew, and is told of once more where it is refused then', async () => {
    go(`${site}/1`, ava);
    await last().answer(401, {}, no);
    gate.given('https://other.example', ava.authorization);
    const before = go(`${site}/2`, ava);
    await clock.settle();
    gate.given(site, ava.authorization);
    go(`${site}/3`, ava);
    expect([before.outcome, asked.length]).toEqual([expect.any(SecretRefused), 2]);
    await last().answer(401, {}, no);
    expect(refusals).toHaveLength(2);
  });

  it.each([
    ['400 with a code of sign-ins', 400, true],
    ['200 with a code of sign-ins', 200, false],
    ['500 with a code of sign-ins', 500, false],
  ])('%s: whether it counts', async (_, status, counts) => {
    go(`${site}/1`, ava);
    await last().answer(status, {}, '{"code":"incorrect_password"}');
    expect(refusals).toHaveLength(counts ? 1 : 0);
  });

  it('is none of a request that carried none', async () => {
    go(`${site}/1`);
    await last().answer(401, {}, no);
    expect(refusals).toEqual([]);
    const again = go(`${site}/1`);
    await clock.settle();
    await last().answer(200);
    expect(again.outcome).toBe(200);
  });

  it('is good again once the user signed in with it', async () => {
    go(`${site}/1`, ava);
    await last().answer(401, {}, no);
    go(`${site}/me`, ava, gate.clicks);
    await last().answer(200);
    go(`${site}/2`, ava);
    await clock.settle();
    expect(asked).toHaveLength(3);
  });
});
