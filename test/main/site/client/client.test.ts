// One call of a site: what leaves for it, what counts as its answer, and what a token needs before and after (F-56).
import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { SiteRefusal } from '../../../../main/answers.ts';
import { type HttpAnswer, HttpError, type HttpRequest, SecretRefused } from '../../../../main/ports.ts';
import { type AuthorizedClient, type Call, siteCalls, type TokenUse } from '../../../../main/site/client/client.ts';
import { handClock } from '../../queue/hand-clock.ts';

const root = 'https://good.example/wp-json/';
const call: Call = { method: 'GET', route: 'wp/v2/video' };
const no = '{"code":"rest_not_logged_in","data":{"status":401}}';

type Step = Partial<Omit<HttpAnswer, 'body'>> & { readonly text?: string };

/** A site that gives one answer after the other, the last one again and again. */
function answering(...steps: readonly (Step | Error)[]) {
  const clock = handClock();
  const asked: HttpRequest[] = [];
  const request = async (wanted: HttpRequest): Promise<HttpAnswer> => {
    const step = steps[Math.min(asked.length, steps.length - 1)] ?? {};
    asked.push(wanted);
    if (step instanceof Error) throw step;
    const { text = '{}', ...rest } = step;
    return { status: 200, headers: {}, body: Buffer.from(text), cut: null, ...rest };
  };
  return { clock, asked, calls: siteCalls({ request }, clock) };
}
const secrets = (asked: readonly HttpRequest[]): (string | undefined)[] =>
  asked.map(({ headers }) => headers.authorization);

describe('what leaves for a site', () => {
  it('is JSON, as somebody or as nobody', async () => {
    const { asked, calls } = answering();
    await calls.ask({ root, authorization: null }, call);
    await calls.ask(
      { root, authorization: 'Basic x' },
      { method: 'POST', route: 'a', query: { b: 'c' }, json: { d: 1 } },
    );
    expect(asked).toMatchObject([
      { method: 'GET', url: `${root}wp/v2/video`, body: null, signal: null, maxAnswerBytes: 8 * 1024 * 1024 },
      { method: 'POST', url: `${root}a?b=c`, body: '{"d":1}' },
    ]);
    expect(asked.map(({ headers }) => headers)).toEqual([
      { accept: 'application/json' },
      { accept: 'application/json', authorization: 'Basic x', 'content-type': 'application/json' },
    ]);
  });

  it('is no secret and no cookie to an open line, unless its user agreed to that', async () => {
    const plain = 'http://good.example/wp-json/';
    const { asked, calls } = answering();
    const token: TokenUse = { plainHttp: true, endsAt: null, renew: async () => null };
    const refusedOf = (client: AuthorizedClient, more: Partial<Call> = {}) =>
      calls.ask(client, { ...call, ...more }).then(
        () => null,
        (error: unknown) => (error instanceof HttpError ? error.problem : error),
      );
    expect(await refusedOf({ root: plain, authorization: 'Basic x' })).toBe('protocol');
    expect(await refusedOf({ root: plain, authorization: null }, { cookie: 'a=b' })).toBe('protocol');
    expect(asked).toEqual([]);
    expect(await refusedOf({ root: plain, authorization: 'Bearer x', token })).toBeNull();
    expect(await refusedOf({ root: plain, authorization: null })).toBeNull();
    expect(await refusedOf({ root, authorization: null }, { cookie: 'a=b' })).toBeNull();
    expect(asked.map(({ headers }) => [headers.authorization, headers.cookie])).toEqual([
      ['Bearer x', undefined],
      [undefined, undefined],
      [undefined, 'a=b'],
    ]);
  });

  it('is a plain question for a page, with its headers and its end', async () => {
    const { asked, calls } = answering();
    const { signal } = new AbortController();
    await calls.get('https://good.example/', { range: 'bytes=0-9' }, 100, signal);
    expect(asked).toMatchObject([
      {
        method: 'GET',
        url: 'https://good.example/',
        headers: { range: 'bytes=0-9' },
        body: null,
        maxAnswerBytes: 100,
        signal,
      },
    ]);
  });
});

describe('what counts as an answer', () => {
  it.each([
    [199, '{}', false],
    [200, '{"a":1}', true],
    [299, '[]', true],
    [300, '{}', false],
    [404, '{}', false],
    [200, '<html>', false],
    [200, '', false],
  ])('%d %j: %j', async (status, text, isData) => {
    const { calls } = answering({ status, text });
    const outcome = await calls.json({ root, authorization: null }, call).catch((error: unknown) => error);
    if (isData) expect(outcome).toMatchObject({ status, json: JSON.parse(text) });
    else expect(outcome).toBeInstanceOf(SiteRefusal);
    // Whoever only asks gets it as it is.
    expect(await calls.ask({ root, authorization: null }, call)).toMatchObject({ status });
  });

  it.each([
    ['a page', 200, 'Text/HTML; charset=utf-8', true],
    ['a redirect', 300, 'image/png', true],
    ['a redirect', 399, 'image/png', true],
    ['a picture', 200, 'image/png', false],
    ['a refusal', 400, 'image/png', false],
    ['an early answer', 299, 'image/png', false],
  ])('cut off, of %s (%d %s): %j', async (_, status, type, counts) => {
    const { calls } = answering({ status, headers: { 'content-type': type }, text: 'half', cut: 'stalled' });
    const outcome = await calls.get('https://good.example/', {}, 100).catch((error: unknown) => error);
    if (counts) expect(outcome).toMatchObject({ status });
    else expect(outcome).toMatchObject({ problem: 'stalled' });
  });

  it('of data is whole where its end came before the line broke', async () => {
    const { calls } = answering({ headers: { 'content-type': 'application/json' }, text: '{"a":1}\n', cut: 'stalled' });
    expect(await calls.get('https://good.example/', {}, 100)).toMatchObject({ status: 200, cut: 'stalled' });
  });

  it('of a picture is enough where it is as much as was wanted', async () => {
    const { calls } = answering({ headers: { 'content-type': 'image/png' }, text: 'half', cut: 'enough' });
    expect(await calls.get('https://good.example/', {}, 4)).toMatchObject({ status: 200 });
  });

  it('tells the clock of its site, half of the second that it does not tell', async () => {
    const { clock, calls } = answering({ headers: { date: new Date(1_763_620_005_000).toUTCString() } }, {});
    const nobody = { root, authorization: null };
    expect(clock.now()).toBe(1_763_620_000_000);
    expect(calls.skew(await calls.ask(nobody, call))).toBe(5_500);
    await clock.pass(2_000);
    const told = { headers: { date: new Date(1_763_620_005_000).toUTCString() } };
    expect(calls.skew(told as never)).toBe(3_500);
    expect(calls.skew(await calls.ask(nobody, call))).toBeNull();
  });
});

describe('a token', () => {
  const with_ = (token: Partial<TokenUse> & Pick<TokenUse, 'renew'>): AuthorizedClient => ({
    root,
    authorization: 'Bearer old',
    token: { plainHttp: false, endsAt: null, ...token },
  });
  const renewing = (newer: string | null) => {
    const dead: string[] = [];
    return {
      dead,
      renew: async (old: string): Promise<string | null> => {
        dead.push(old);
        return newer;
      },
    };
  };

  it('is used as it is as long as it lasts, and before it was renewed once it nearly ended', async () => {
    const { clock, asked, calls } = answering();
    const { dead, renew } = renewing('Bearer new');
    const now = clock.now();
    for (const endsAt of [null, now + 60_000, now + 5_000]) await calls.ask(with_({ renew, endsAt }), call);
    expect([secrets(asked), dead]).toEqual([['Bearer old', 'Bearer old', 'Bearer old'], []]);
    await calls.ask(with_({ renew, endsAt: now + 4_999 }), call);
    expect([secrets(asked).at(-1), dead]).toEqual(['Bearer new', ['Bearer old']]);
  });

  it('that ended and cannot be renewed is tried once, as it is', async () => {
    const { asked, calls } = answering({ status: 401, text: no });
    const { dead, renew } = renewing(null);
    expect(await calls.ask(with_({ renew, endsAt: 0 }), call)).toMatchObject({ status: 401 });
    expect([secrets(asked), dead]).toEqual([['Bearer old'], ['Bearer old', 'Bearer old']]);
  });

  it('that is refused is renewed, and the call made again with the new one', async () => {
    const { asked, calls } = answering({ status: 401, text: no }, { text: '{"a":1}' });
    const { dead, renew } = renewing('Bearer new');
    expect(await calls.ask(with_({ renew }), call)).toMatchObject({ status: 200, json: { a: 1 } });
    expect([secrets(asked), dead]).toEqual([['Bearer old', 'Bearer new'], ['Bearer old']]);
  });

  it('that somebody else was refused with is renewed as well, and its refusal stands where that cannot be', async () => {
    const { asked, calls } = answering(new SecretRefused(), {});
    expect(await calls.ask(with_(renewing('Bearer new')), call)).toMatchObject({ status: 200 });
    expect(secrets(asked)).toEqual(['Bearer old', 'Bearer new']);
    const dead = answering(new SecretRefused());
    await expect(dead.calls.ask(with_(renewing(null)), call)).rejects.toBeInstanceOf(SecretRefused);
  });

  it('is not renewed for what is no refusal of a sign-in', async () => {
    const { dead, renew } = renewing('Bearer new');
    const forbidden = answering({ status: 403, text: '{"code":"rest_forbidden"}' });
    expect(await forbidden.calls.ask(with_({ renew }), call)).toMatchObject({ status: 403 });
    const cut = answering(new HttpError('reset', 'x'));
    await expect(cut.calls.ask(with_({ renew }), call)).rejects.toMatchObject({ problem: 'reset' });
    expect(dead).toEqual([]);
  });

  it('is not there for a password, whose refusal is the answer', async () => {
    const { asked, calls } = answering({ status: 401, text: no });
    expect(await calls.ask({ root, authorization: 'Basic x' }, call)).toMatchObject({ status: 401 });
    const token: TokenUse = { plainHttp: false, endsAt: 0, renew: async () => 'Bearer new' };
    await calls.ask({ root, authorization: null, token }, call);
    expect(secrets(asked)).toEqual(['Basic x', undefined]);
  });

  it('whose renewal nobody waits for any more leaves nothing behind, also where that was over before', async () => {
    const { asked, calls } = answering();
    const renew = (): Promise<string | null> => new Promise(() => {});
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(calls.ask(with_({ renew, endsAt: 0 }), { ...call, signal: gone })).rejects.toMatchObject({
      problem: 'aborted',
      cause: gone.reason,
    });
    const stopper = new AbortController();
    const { signal } = stopper;
    const later = (): Promise<string> => Promise.resolve().then(() => 'Bearer new');
    const waiting = calls.ask(with_({ renew: later, endsAt: 0 }), { ...call, signal });
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await waiting;
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    stopper.abort();
    expect(secrets(asked)).toEqual(['Bearer new']);
  });
});
