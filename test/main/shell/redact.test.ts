// What goes to the log is free of secrets, however they are wrapped (F-49).
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redact, redacted, redactText } from '../../../main/shell/redact.ts';

const canary = 'c4nAry-S3cret/4711+x=';

describe('redactText', () => {
  test.each([
    `Authorization: Basic ${canary}`,
    `authorization: bearer ${canary}`,
    `sent with Bearer ${canary} to the site`,
    `https://maria:${encodeURIComponent(canary)}@example.org/wp-json`,
    `POST /login?user=maria&password=${canary}&next=1`,
    `wp_token=${canary}`,
    `{"username":"maria","password":"${canary}"}`,
    `{"app_password": "${canary}", "x": 1}`,
    `Set-Cookie: wordpress_sec=${canary}; path=/`,
    `X-WP-Nonce: ${canary}`,
  ])('%s', (text) => {
    const clean = redactText(text);
    expect(clean).toContain(redacted);
    expect(clean).not.toContain(canary);
    expect(clean).not.toContain(encodeURIComponent(canary));
  });

  test('hides tokens and application passwords that stand alone', () => {
    expect(redactText('got eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJ4In0.c2ln back')).toBe(`got ${redacted} back`);
    expect(redactText('use abcd EFGH 1234 ijkl MNOP 5678 now')).toBe(`use ${redacted} now`);
  });

  test.each([
    'https://example.org/wp-json/wp/v2/users/me?context=edit',
    'C0001.MP4 was sent to https://example.org:8443/ in 12 s',
    'mail me at maria@example.org',
    'rest_upload_sideload_error',
  ])('leaves alone: %s', (text) => expect(redactText(text)).toBe(text));
});

describe('redact', () => {
  test('hides fields by their name, at any depth', () => {
    expect(
      redact({
        login: 'maria',
        password: canary,
        headers: { Authorization: canary, Accept: '*/*' },
        list: [{ appPassword: canary }],
      }),
    ).toEqual({
      login: 'maria',
      password: redacted,
      headers: { Authorization: redacted, Accept: '*/*' },
      list: [{ appPassword: redacted }],
    });
  });

  test('keeps facts about secrets that are no secrets', () => {
    expect(redact({ hasPassword: true, token: null })).toEqual({ hasPassword: true, token: null });
  });

  test('writes errors out, with their causes, without secrets', () => {
    const error = new Error('failed', { cause: new TypeError(`Authorization: Basic ${canary}`) });
    const written = redact({ error }) as {
      error: { name: string; message: string; stack: string; cause: { name: string } };
    };
    expect(written.error).toMatchObject({ name: 'Error', message: 'failed', cause: { name: 'TypeError' } });
    expect(JSON.stringify(written)).not.toContain(canary);
  });

  test('ends for values that contain themselves, and shows no bytes', () => {
    const loop: Record<string, unknown> = { bytes: new Uint8Array(5) };
    loop.self = loop;
    expect(JSON.stringify(redact(loop))).toContain('[5 bytes]');
  });

  test('is small, and throws nothing, whatever it is given', () => {
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`k${at}`, 'x'.repeat(5_000)]));
    const bad = Object.defineProperty({ fine: 1 }, 'secretive', {
      enumerable: true,
      get: () => expect.fail('thrown'),
    });
    const items = Array.from({ length: 100_000 }, () => wide);
    for (const value of [
      wide,
      items,
      { wide, items, bad },
      'a.'.repeat(4_000_000),
      new Proxy({}, { ownKeys: () => [''] }),
    ])
      expect(JSON.stringify(redact({ value })).length).toBeLessThan(60_000);
    expect(redact(bad)).toEqual({ fine: 1, secretive: '[unreadable]' });
    expect(JSON.stringify(redact({ text: `${'x'.repeat(7_990)} password=${canary}` }))).not.toContain(canary);
  });

  test('is plain JSON for any value whatsoever', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true }), (value) => {
        JSON.stringify(redact(value));
      }),
    );
  });
});
