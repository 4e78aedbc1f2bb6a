// What the helper keeps, for how long, and that it leaves nothing behind.
import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ageUpload, cleanUp, clip, type HelperSite, helperSite, pieces, rowsOf, sender, settled } from './site.ts';

let site: HelperSite;
beforeEach(async () => {
  site = await helperSite();
});

describe('time', () => {
  it('removes what nobody goes on with after seven days, not before', async () => {
    const ava = sender(site);
    const id = await ava.begin(2000);
    await ava.patch(id, 0, clip(1000));
    await ageUpload(site, id, 6);
    await cleanUp(site);
    expect((await ava.head(id)).headers.get('upload-offset')).toBe('1000');
    await ageUpload(site, id, 2);
    await cleanUp(site);
    expect((await ava.head(id)).status).toBe(404);
    expect((await pieces(site)).files).toEqual({});
    expect(await rowsOf(site)).toEqual([]);
  });

  it('remembers what became of an upload for ninety days', async () => {
    const ava = sender(site);
    const id = await ava.begin(1000);
    await ava.patch(id, 0, clip(1000));
    const { video } = await settled(ava, id);
    await ageUpload(site, id, 89);
    await cleanUp(site);
    expect((await ava.state(id)).json.video).toBe(video);
    await ageUpload(site, id, 2);
    await cleanUp(site);
    expect((await ava.state(id)).status).toBe(404);
    expect((await site.site.state()).videos).toHaveLength(1);
  });

  it('removes files that belong to no upload, a day after', async () => {
    await sender(site).begin(10);
    const { folder } = await pieces(site);
    const stranger = (name: string): string => join(folder, name.repeat(64).slice(0, 64));
    writeFileSync(stranger('a'), 'old');
    writeFileSync(stranger('b'), 'new');
    const before = new Date(Date.now() - 2 * 86_400_000);
    utimesSync(stranger('a'), before, before);
    await cleanUp(site);
    expect([existsSync(stranger('a')), existsSync(stranger('b'))]).toEqual([false, true]);
    expect(Object.values((await pieces(site)).files)).toHaveLength(2);
  });
});

describe('removal', () => {
  it('leaves nothing behind: table, folder, options, event, marks', async () => {
    const ava = sender(site);
    const done = await ava.begin(1000);
    await ava.patch(done, 0, clip(1000));
    await settled(ava, done);
    await ava.begin(1000);
    const { folder } = await pieces(site);
    expect(await left(folder)).toEqual({ table: 1, options: 3, marks: 2, folder: true, event: true });
    await site.site.order('uninstall', { plugin: 'clipferry-helper/clipferry-helper.php' });
    expect(await left(folder)).toEqual({ table: 0, options: 0, marks: 0, folder: false, event: false });
    expect((await site.site.state()).videos).toHaveLength(1);
    // As an owner would: installed again, it works as on the first day.
    await site.site.order('activate', { plugin: 'clipferry-helper/clipferry-helper.php' });
    expect((await ava.tell()).json).toMatchObject({ ready: true, handOver: 'unknown' });
  });
});

async function left(folder: string) {
  const count = async (sql: string): Promise<number> => {
    const { rows } = await site.site.order<{ rows: { n: string }[] }>('rows', { sql });
    return Number(rows[0]?.n);
  };
  const { scheduled } = await site.site.order<{ scheduled: boolean }>('scheduled', { hook: 'clipferry_helper_clean' });
  return {
    table: await count(
      "SELECT COUNT(*) AS n FROM information_schema.tables WHERE table_name LIKE '%clipferry_uploads' AND table_schema = DATABASE()",
    ),
    options: await count("SELECT COUNT(*) AS n FROM wp_options WHERE option_name LIKE 'clipferry\\_helper%'"),
    marks: await count("SELECT COUNT(*) AS n FROM wp_posts WHERE post_content_filtered LIKE 'clipferry-upload:%'"),
    folder: existsSync(folder),
    event: scheduled,
  };
}
