// Who signs in at a proxy: once with what was refused, never again; a person's own words before what is kept.
import { beforeEach, describe, expect, it } from 'vitest';
import { createProxySignIns, type ProxySignIns } from '../../../../main/features/accounts/proxy-sign-ins.ts';
import { type Changes, createSignals } from '../../../../main/features/changes.ts';
import { HttpError, type HttpRequest, type ProxyAccess, ProxyError, type ProxyServer } from '../../../../main/ports.ts';
import { memorySecrets, quiet } from '../../../engine/engine.ts';

const proxy: ProxyServer = { kind: 'http', address: 'proxy.example:3128' };
const id = 'http://proxy.example:3128';
const site = 'https://site.example';
const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

let access: ProxyAccess;
let signIns: ProxySignIns;
let secrets: ReturnType<typeof memorySecrets>;
let told: number;
let through: number;
/** How a question that a person's click sends ends; with what the proxy was shown. */
let ends: (shown: string | null) => void;
let asked: HttpRequest[];

function begin(): void {
  const changes = createSignals<Changes>();
  told = 0;
  through = 0;
  asked = [];
  changes.on('shown', () => told++);
  signIns = createProxySignIns({
    ...{ secrets, changes, logger: quiet },
    http: {
      signInBy: (given) => {
        access = given;
      },
    },
    clicks: {
      request: async (request) => {
        asked.push(request);
        ends(await access.authorization(proxy));
        return { status: 200, headers: {}, body: new Uint8Array(), cut: null };
      },
    },
    onThrough: () => through++,
  });
}
beforeEach(() => {
  secrets = memorySecrets();
  ends = () => undefined;
  begin();
});

const signIn = (user: string, password: string) => signIns.handlers['proxy.signIn']({ id, user, password });

it('nothing is shown to a proxy before somebody typed it for that one', async () => {
  expect(await access.authorization(proxy)).toBeNull();
  access.asked(proxy, null, site);
  expect(signIns.view().asking).toEqual({ id, address: proxy.address, user: '', isRefused: false, isSecure: false });
  expect(await signIn('maria', 'sésame:1')).toBe('accepted');
  expect(await access.authorization(proxy)).toBe(basic('maria:sésame:1'));
  // One of the same name that is spoken to over https, and any other, is another one.
  expect(await access.authorization({ ...proxy, kind: 'https' })).toBeNull();
  expect(await access.authorization({ ...proxy, address: 'proxy.example:8080' })).toBeNull();
  expect(signIns.view()).toEqual({ asking: null, kept: [{ id, address: proxy.address, user: 'maria' }] });
  expect(through).toBe(1);
});

it('what is tried shows the site nothing but that somebody is there', async () => {
  access.asked(proxy, null, site);
  await signIn('maria', 'x');
  expect(asked).toMatchObject([{ method: 'HEAD', url: `${site}/`, headers: {}, body: null }]);
});

it.each<[string, Error, string]>([
  ['it asks again', new ProxyError('proxy-sign-in', 'p', ''), 'refused'],
  ['it knows who asks, and does not allow the site', new ProxyError('proxy-refuses', 'p', ''), 'accepted'],
  ['it does not answer', new ProxyError('proxy-away', 'p', ''), 'no-answer'],
  ['it wants another way to sign in', new ProxyError('proxy-method', 'p', ''), 'no-answer'],
  ['the site does not answer behind it', new HttpError('stalled', ''), 'accepted'],
])('%s: a sign-in is %s', async (_, error, outcome) => {
  access.asked(proxy, null, site);
  ends = () => {
    throw error;
  };
  expect(await signIn('maria', 'x')).toBe(outcome);
  expect(secrets.kept.size).toBe(outcome === 'accepted' ? 1 : 0);
  expect(await access.authorization(proxy)).toBe(outcome === 'accepted' ? basic('maria:x') : null);
});

describe('a sign-in that is kept', () => {
  beforeEach(async () => {
    access.asked(proxy, null, site);
    await signIn('maria', 'old');
    begin();
  });

  it('is used in the next run', async () => {
    expect(await access.authorization(proxy)).toBe(basic('maria:old'));
    expect(signIns.view().kept).toHaveLength(1);
  });

  it('is shown no more once it was refused, in no run; its name is offered', async () => {
    const shown = await access.authorization(proxy);
    access.asked(proxy, shown, site);
    access.asked(proxy, shown, site);
    expect(await access.authorization(proxy)).toBeNull();
    expect(signIns.view()).toMatchObject({ asking: { user: 'maria', isRefused: true }, kept: [] });
    begin();
    expect(await access.authorization(proxy)).toBeNull();
  });

  it('is not given up for a refusal of the one before it', async () => {
    const shown = await access.authorization(proxy);
    access.asked(proxy, shown, site);
    await signIn('maria', 'new');
    // Under way since before.
    access.asked(proxy, shown, site);
    access.asked(proxy, null, site);
    expect(await access.authorization(proxy)).toBe(basic('maria:new'));
    expect(signIns.view().asking).toBeNull();
  });

  it('is tried once more when a person says so', async () => {
    access.asked(proxy, await access.authorization(proxy), site);
    let seen: string | null = null;
    ends = (shown) => {
      seen = shown;
    };
    expect(await signIn('maria', 'old')).toBe('accepted');
    expect(seen).toBe(basic('maria:old'));
  });

  it('is forgotten when that is asked for, and only then', async () => {
    await access.authorization(proxy);
    await expect(signIns.handlers['proxy.forget']('http://other:1')).rejects.toThrow();
    await signIns.handlers['proxy.forget'](id);
    expect(secrets.kept.size).toBe(0);
    expect(await access.authorization(proxy)).toBeNull();
  });

  it('counts for this run where the disk is full', async () => {
    access.asked(proxy, await access.authorization(proxy), site);
    secrets.set = () => Promise.reject(new Error('no space left'));
    expect(await signIn('maria', 'new')).toBe('accepted');
    expect(await access.authorization(proxy)).toBe(basic('maria:new'));
  });
});

it.each([
  ['nothing', ''],
  ['no JSON', 'Basic x'],
  ['another shape', '{"a":1}'],
])('a secret that holds %s is as good as none', async (_, text) => {
  secrets.kept.set('proxies', text);
  expect(await access.authorization(proxy)).toBeNull();
});

it('who asks is not told any more once each site there was reached', async () => {
  access.asked(proxy, null, site);
  access.asked(proxy, null, 'https://other.example');
  const before = told;
  access.reached('https://elsewhere.example');
  access.reached(site);
  expect([signIns.view().asking?.id, told]).toEqual([id, before]);
  access.reached('https://other.example');
  expect([signIns.view().asking, told]).toEqual([null, before + 1]);
  // And what was typed meanwhile goes nowhere.
  expect(await signIn('maria', 'x')).toBe('accepted');
  expect(asked).toEqual([]);
});
