// The call itself looks where a secret goes: here the joining of addresses, which stands before that look, leads elsewhere.
import { beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../../../main/adapters/clock.ts';
import type { HttpRequest } from '../../../../main/ports.ts';
import { siteCalls } from '../../../../main/site/client/client.ts';

const led = vi.hoisted(() => ({ to: '' }));
vi.mock(import('../../../../main/site/client/address.ts'), async (original) => ({
  ...(await original()),
  routeUrl: () => led.to,
}));

const sent: HttpRequest[] = [];
const calls = siteCalls(
  {
    request: async (request) => {
      sent.push(request);
      return { status: 200, headers: {}, body: Buffer.from('{}'), cut: null };
    },
  },
  systemClock,
);
const root = 'https://films.example/wp-json/';
const call = { method: 'GET', route: 'wp/v2/users/me' } as const;

beforeEach(() => {
  sent.length = 0;
});

it.each([
  'https://evil.example/wp-json/wp/v2/users/me',
  'https://films.example:8443/wp-json/wp/v2/users/me',
  'https://www.films.example/wp-json/wp/v2/users/me',
  'http://films.example/wp-json/wp/v2/users/me',
  'http://127.0.0.1/wp-json/wp/v2/users/me',
])('neither an Authorization nor a cookie goes to %s', async (elsewhere) => {
  led.to = elsewhere;
  const refused = 'A secret may not be sent to this address';
  await expect(calls.ask({ root, authorization: 'Basic x' }, call)).rejects.toThrow(refused);
  await expect(calls.ask({ root, authorization: null }, { ...call, cookie: 'refresh_token=x' })).rejects.toThrow(
    refused,
  );
  expect(sent).toEqual([]);
});

it('both go to the site itself', async () => {
  led.to = `${root}wp/v2/users/me`;
  await calls.ask({ root, authorization: 'Basic x' }, { ...call, cookie: 'refresh_token=x' });
  expect(sent).toMatchObject([{ headers: { authorization: 'Basic x', cookie: 'refresh_token=x' } }]);
});
