// What others wrote can talk to the helper: tus-js-client, through a line that is cut.

import { Upload, type UploadOptions } from 'tus-js-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { cutLine } from '../network/cut-line.ts';
import { clip, type HelperSite, helperSite, sender, settled, sha256 } from './site.ts';

let site: HelperSite;
beforeEach(async () => {
  site = await helperSite();
});

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
    await using line = await cutLine(site.url, { every: () => 200_000, cuts: 20 });
    const url = await send(bytes, line.url);
    expect(line.cuts()).toBe(20);
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
