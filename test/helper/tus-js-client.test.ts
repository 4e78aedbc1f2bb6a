// What others wrote can talk to the helper: tus-js-client, through a line that is cut.

import type { AddressInfo } from 'node:net';
import { connect as connectTo, createServer, type Socket } from 'node:net';
import { Upload, type UploadOptions } from 'tus-js-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clip, type HelperSite, helperSite, sender, settled, sha256 } from './site.ts';

let site: HelperSite;
beforeEach(async () => {
  site = await helperSite();
});

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A line to the site that ends after so many bytes towards it, each time anew, `cuts` times in all. */
async function cutLine(everyBytes: number, cuts: number): Promise<{ url: string; made: () => number }> {
  const target = new URL(site.url);
  let made = 0;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connectTo(Number(target.port), target.hostname);
    let sent = 0;
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    near.on('data', (bytes) => {
      sent += bytes.length;
      far.write(bytes);
      if (sent > everyBytes && made < cuts) {
        made++;
        near.resetAndDestroy();
        far.end();
      }
    });
    far.on('data', (bytes) => near.write(bytes));
    near.on('close', () => far.end());
    far.on('close', () => near.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, made: () => made };
}

function send(bytes: Buffer, url: string, more: UploadOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: `${url}/wp-json/clipferry/v1/uploads`,
      headers: { authorization: site.basic('ava') },
      metadata: { filename: 'From elsewhere.mp4', filetype: 'video/mp4' },
      chunkSize: 1_000_000,
      retryDelays: Array(60).fill(20),
      onError: reject,
      onSuccess: () => resolve(upload.url ?? ''),
      ...more,
    });
    upload.start();
  });
}

const idAt = (url: string): string => url.slice(-64);

describe('tus-js-client', () => {
  it('uploads through a line that is cut twenty times', async () => {
    const bytes = clip(6_000_000);
    const line = await cutLine(200_000, 20);
    const url = await send(bytes, line.url);
    expect(line.made()).toBe(20);
    const state = await settled(sender(site), idAt(url));
    const { videos } = await site.site.state();
    expect(videos).toMatchObject([
      { id: state.video, title: 'From elsewhere', file: { size: bytes.length, sha256: sha256(bytes) } },
    ]);
  });

  it('sends first bytes with the creation, and goes by POST where it has to', async () => {
    const bytes = clip(2_500_000);
    await send(bytes, site.url, { uploadDataDuringCreation: true, overridePatchMethod: true });
    await expect.poll(async () => (await site.site.state()).videos[0]?.file?.sha256).toBe(sha256(bytes));
  });

  it('goes on with an upload that it had begun before', async () => {
    const bytes = clip(3_000_000);
    const ava = sender(site);
    const id = await ava.begin(bytes.length, { filename: 'half.mp4' });
    await ava.patch(id, 0, bytes.subarray(0, 1_200_000));
    await send(bytes, site.url, { uploadUrl: `${site.root}clipferry/v1/uploads/${id}` });
    await settled(ava, id);
    expect((await site.site.state()).videos).toMatchObject([{ title: 'half', file: { sha256: sha256(bytes) } }]);
  });

  it('terminates one on the site', async () => {
    const ava = sender(site);
    const id = await ava.begin(3_000_000);
    await Upload.terminate(`${site.root}clipferry/v1/uploads/${id}`, { headers: { authorization: site.basic('ava') } });
    expect((await ava.head(id)).status).toBe(410);
  });
});
