// What only the practice site does: its own addresses, redirects and the journal of what reached it.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request as httpsRequest } from 'node:https';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PracticeSite, startPracticeSite } from './start.ts';
import { api, filmBytes, form, get, RAW_TAIL, rawUpload, upload } from './test-client.ts';

let site: PracticeSite;
beforeAll(async () => {
  site = await startPracticeSite({ seed: 'own' });
});
afterAll(() => site.stop());
beforeEach(() => site.reset());

describe('addresses', () => {
  it('speaks https with its own authority and does not redirect in a circle', async () => {
    await site.switches({ redirect: { origin: site.httpsUrl, status: 301 } });
    const text = await new Promise<string>((resolve, reject) => {
      const options = { ca: readFileSync(site.caFile) };
      httpsRequest(`${site.httpsUrl}/wp-json/?_fields=url`, options, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (piece: string) => {
          body += piece;
        });
        response.on('end', () => resolve(body));
      })
        .on('error', reject)
        .end();
    });
    expect(JSON.parse(text)).toEqual({ url: site.httpsUrl });
  });

  it('can be another web site, or a portal', async () => {
    await site.switches({ notWordPress: true });
    expect((await get(site.url)).headers.get('link')).toBeNull();
    expect((await get(site.root)).status).toBe(404);
    await site.reset();
    await site.switches({ captivePortal: true });
    const portal = await get(site.root);
    expect([portal.status, portal.json]).toEqual([200, undefined]);
  });

  it('redirects where told', async () => {
    await site.switches({ redirect: { origin: site.httpsUrl, status: 301 } });
    const moved = await get(`${site.root}?_fields=name`);
    expect([moved.status, moved.headers.get('location')]).toEqual([301, `${site.httpsUrl}/wp-json/?_fields=name`]);
  });

  it('lives below a folder with its own names', async () => {
    const options = { base: '/blog', restRoot: 'api', platformNamespace: 'core', namespace: 'films' };
    await using other = await startPracticeSite(options);
    expect(other.root).toBe(`${new URL(other.url).origin}/blog/api/`);
    expect((await get(other.root)).json.namespaces).toEqual(expect.arrayContaining(['core/v2', 'films/v1']));
    expect((await api(other, 'ava', 'GET', 'core/v2/users/me')).json.id).toBe(2);
    expect((await get(`${new URL(other.url).origin}/api/`)).status).toBe(404);
  });

  it('has the same sign-ins for the same seed', async () => {
    await using twin = await startPracticeSite({ seed: 'own' });
    expect(twin.signIns).toEqual(site.signIns);
  });
});

describe('the journal', () => {
  it('keeps what a client sent and what it was told', async () => {
    const bytes = filmBytes(5000);
    await upload(site, 'ava', 'Harbour at dawn.mp4', bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect((await site.state()).uploads).toMatchObject([
      {
        n: 1,
        user: 'ava',
        fileName: 'Harbour at dawn.mp4',
        partType: 'video/mp4',
        sha256,
        answered: true,
        status: 201,
      },
    ]);
  });

  it('is hashed on demand where receiving did not', async () => {
    await site.switches({ hash: false });
    const bytes = filmBytes(5000);
    await upload(site, 'ava', 'later.mp4', bytes);
    const { videos, uploads } = await site.state();
    expect(uploads[0]?.sha256).toBeNull();
    expect(videos[0]?.file?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('success:false on demand, with or without the work', async () => {
    await site.switches({ successFalse: { code: 'not_verified', message: 'Verify first.', times: 1 } });
    const refused = await upload(site, 'ava', 'a.mp4');
    expect(refused.json.data.errors.errors).toEqual({ not_verified: ['Verify first.'] });
    expect((await site.state()).videos).toHaveLength(0);
    expect((await upload(site, 'ava', 'a.mp4')).status).toBe(201);
    await site.switches({ successFalse: { code: 'odd', message: 'Odd.', times: 1, work: true } });
    expect((await upload(site, 'ava', 'b.mp4')).json.success).toBe(false);
    expect((await site.state()).videos).toHaveLength(2);
  });

  it('come only after the whole body has been read', async () => {
    const { request, outcome } = rawUpload(site, 300_000, { authorization: 'Basic bm9ib2R5Ong=' });
    request.write(Buffer.alloc(200_000));
    await site.waitFor('uploadBytes', 200_000);
    expect((await site.state()).requests.at(-1)?.status).toBeNull();
    request.end(Buffer.concat([Buffer.alloc(100_000), Buffer.from(RAW_TAIL)]));
    expect(await outcome).toMatchObject({ status: 401, text: expect.stringContaining('rest_not_logged_in') });
    expect((await site.state()).uploads[0]).toMatchObject({ complete: true, bytes: 300_000, status: 401, user: null });
  });

  it('lose a body of unknown length where the server does', async () => {
    await site.switches({ chunkedBodyLost: true });
    const body = form('a.mp4', filmBytes(5000));
    const whole = new Response(body);
    const reply = await fetch(`${site.root}streamtube/v1/upload`, {
      method: 'POST',
      headers: { authorization: site.basic('ava'), 'content-type': whole.headers.get('content-type') ?? '' },
      body: whole.body,
      duplex: 'half',
    } as RequestInit);
    expect(reply.status).toBe(400);
    expect((await site.state()).uploads[0]).toMatchObject({ transferEncoding: 'chunked', contentLength: null });
    expect((await upload(site, 'ava', 'a.mp4')).status).toBe(201);
  });

  it('413-early closes while the client still writes', async () => {
    await site.switches({ sizeLimit: { bytes: 10_000, style: '413-early' } });
    const { request, outcome } = rawUpload(site, 50_000_000);
    const result = await outcome;
    expect('status' in result ? result.status : result.error).toSatisfy((seen) =>
      [413, 'ECONNRESET', 'EPIPE'].includes(seen as never),
    );
    request.destroy();
    expect((await site.state()).uploads[0]).toMatchObject({ complete: false, received: 0 });
  });
});

describe('limits of servers in between', () => {
  const big = filmBytes(20_000);

  it('critical is JSON only for those who accept it', async () => {
    await site.switches({ sizeLimit: { bytes: 10_000, style: 'critical' } });
    const call = { body: form('big.mp4', big) };
    const page = await api(site, 'ava', 'POST', 'streamtube/v1/upload', { ...call, headers: { accept: 'text/html' } });
    expect([page.status, page.json]).toEqual([500, undefined]);
    const json = await api(site, 'ava', 'POST', 'streamtube/v1/upload', {
      ...call,
      headers: { accept: 'application/json' },
    });
    expect(json.json).toMatchObject({ code: 'internal_server_error', data: { status: 500 }, additional_errors: [] });
  });

  it('413-html comes from a proxy', async () => {
    await site.switches({ sizeLimit: { bytes: 10_000, style: '413-html' } });
    const { status, text, headers } = await upload(site, 'ava', 'big.mp4', big);
    expect([status, headers.get('server')]).toEqual([413, 'nginx/1.22.1']);
    expect(text).toContain('413 Request Entity Too Large');
  });
});
