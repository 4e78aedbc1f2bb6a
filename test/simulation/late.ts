// What came later than anybody can wait for is beyond what can be guaranteed, but never hidden: the app's own comparison tells of it.
import type { Content } from './contents.ts';
import { sentences } from './sentences.ts';
import type { World, WorldClip } from './world.ts';

const tries = 5;
const waitMs = 20 * 60_000;

/** Videos of one clip that came of sending it more than once, where a job stands for one of them. */
function doubles(world: World, clip: WorldClip, content: Content): readonly number[] {
  const site = world.sites.get(clip.account.host);
  const author = site?.users.find(({ login }) => login === clip.account.login)?.id;
  const ids = [...(site?.posts.values() ?? [])]
    .filter((post) => post.content === content && post.author === author)
    .map(({ id }) => id);
  const claimed = world.profile
    .query('SELECT video_id FROM jobs WHERE account_id = ? AND video_id IS NOT NULL', clip.account.id)
    .map((row) => Number(row.video_id));
  return ids.length > 1 && ids.some((id) => claimed.includes(id)) ? ids : [];
}

/** To be called once everything has come to its end; time has to go on meanwhile. */
export async function expectTold(world: World): Promise<void> {
  const { record, timeline, accounts } = world;
  const clips = world.clips.filter(({ planned }) => planned.copyOf === null);
  for (const { id } of accounts) {
    const mine = clips.filter(({ account }) => account.id === id);
    const wanted = mine.flatMap((clip) =>
      clip.versions.flatMap((content) => {
        const videos = doubles(world, clip, content);
        return videos.length === 0 ? [] : [{ clip, videos }];
      }),
    );
    if (wanted.length === 0) continue;
    for (let left = tries; left > 0; left--) {
      const report = await world.uploader()?.handlers['audit.run'](id);
      if (!report) return;
      if (report.failure !== null) {
        record.note(() => `could not be compared: ${JSON.stringify(report.failure)}`);
        await new Promise<void>((go) => void timeline.after(waitMs, go));
        continue;
      }
      for (const { clip, videos } of wanted) {
        const told = report.pairs.filter(({ videoIds }) => videoIds.every((video) => videos.includes(video)));
        record.figures.told += told.length;
        if (told.length >= videos.length - 1) continue;
        record.violate(sentences.notTold, `${clip.planned.path}: videos ${videos.join(', ')}`);
      }
      break;
    }
  }
}
