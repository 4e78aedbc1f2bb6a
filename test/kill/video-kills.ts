// Acts on very many videos on a site, killed at any moment: a change, or a move to the trash, is done for all or for none, what is typed meanwhile wins, all of it can be taken back.
import { setTimeout as after } from 'node:timers/promises';
import type { RequestName } from '../../preload/contract.ts';
import { startPracticeSite } from '../site/start.ts';
import { chance as chanceOf } from './chance.ts';
import { killedApp } from './killed-app.ts';
import type { Death } from './orders.ts';

export interface VideoKillsOptions {
  readonly kills: number;
  readonly seed: number;
  readonly videos: number;
}

export interface VideoKills {
  kills: number;
  /** Acts that a kill found not begun, and those that were done in spite of it. */
  undone: number;
  done: number;
  /** Texts that were typed for one of the videos while a change for all was on its way. */
  typed: number;
  readonly byAct: Map<string, number>;
  readonly wrong: string[];
}

/** What a site shows of its videos: status, excerpt and tags, by id. */
type Shown = ReadonlyMap<number, string>;

interface Act {
  readonly name: 'change' | 'trash' | 'undo' | 'redo';
  readonly becomes: Shown;
  readonly order: readonly [RequestName, readonly unknown[]];
  readonly at: number;
}

/** Kills come within so many ms of an act: some before it is on the disk, most while it goes out. */
const longestMs = 900;
const patienceMs = 120_000;
const wordOf = (status: string, excerpt: string, tags: readonly number[]): string =>
  JSON.stringify([status, excerpt, tags]);
const partsOf = (word: string | undefined): readonly [string, string, readonly number[]] =>
  JSON.parse(word ?? '["","",[]]');
const textOf = (word: string | undefined): readonly [string, readonly number[]] => {
  const [, excerpt, tags] = partsOf(word);
  return [excerpt, tags];
};
const differing = (one: Shown, other: Shown): readonly number[] =>
  [...one.keys()].filter((id) => one.get(id) !== other.get(id));

export async function videoKills({ kills, seed, videos: count }: VideoKillsOptions): Promise<VideoKills> {
  const chance = chanceOf(seed);
  const report: VideoKills = { kills: 0, undone: 0, done: 0, typed: 0, byAct: new Map(), wrong: [] };
  const site = await startPracticeSite();
  const [tag = 0] = await site.addTerms('video_tag', ['Put on by a change']);
  const ids = await site.addVideos(Array.from({ length: count }, (_, at) => ({ title: `Video ${at}` })));
  const app = await killedApp();
  const { ask } = app;
  let accountId = '';
  const nextDeath = (): Death | null =>
    chance.is(0.4)
      ? {
          at: chance.pick(['before-commit', 'after-commit', 'before-request', 'after-answer'] as const),
          n: chance.whole(2, 30),
        }
      : null;

  /** Once all that is on the disk is on the site. */
  const shown = async (): Promise<Shown> => {
    await app.nothingLeft(
      `(SELECT COUNT(*) FROM edits) + (SELECT COUNT(*) FROM acts WHERE state IN ('undoing', 'redoing'))
       + (SELECT COUNT(*) FROM moves WHERE json_extract(move, '$.state.kind') = 'waiting')`,
      'SELECT edit AS rest FROM edits UNION ALL SELECT move FROM moves LIMIT 5',
      patienceMs,
    );
    const { videos } = await site.state();
    return new Map(
      videos.map(({ id, status, excerpt, terms }) => [id, wordOf(status, excerpt, terms.video_tag ?? [])]),
    );
  };

  const history: Shown[] = [];
  let at = 0;
  const nextAct = async (n: number): Promise<Act> => {
    const now = history[at] ?? new Map<number, string>();
    const kind = chance.pick(['change', 'trash', 'trash', 'undo', 'undo', 'redo'] as const);
    const offers = await ask('acts.offers');
    const way = kind === 'undo' || kind === 'redo' ? kind : null;
    const to = way === null ? undefined : history[at + (way === 'undo' ? -1 : 1)];
    const offer = way === null ? null : offers[way];
    if (way !== null && to !== undefined && offer !== null)
      return {
        ...{ name: way, becomes: to, at: way === 'undo' ? at - 1 : at + 1 },
        order: ['acts.take', [{ id: offer.id, way }]],
      };
    const resting = ids.filter((id) => partsOf(now.get(id))[0] !== 'trash');
    if (kind === 'trash' && resting.length > count / 2) {
      const away = resting.filter(() => chance.is(0.3));
      const gone = new Map(away.map((id) => [id, wordOf('trash', ...textOf(now.get(id)))]));
      return {
        ...{ name: 'trash', at: at + 1, becomes: new Map([...now, ...gone]) },
        order: ['library.act', [{ accountId, ids: away, act: 'trash' }]],
      };
    }
    const some = new Set(resting.filter(() => chance.is(0.9)));
    const isOn = chance.is(0.6);
    const change = {
      draft: { excerpt: `Change ${n}` },
      terms: { video_tag: isOn ? { add: [tag], remove: [] } : { add: [], remove: [tag] } },
    };
    const videos = { videoIds: [...some], statusesSeen: [...some].map(() => 'publish') };
    return {
      ...{ name: 'change', at: at + 1 },
      becomes: new Map(
        [...now].map(([id, before]) => [
          id,
          some.has(id) ? wordOf(partsOf(before)[0], `Change ${n}`, isOn ? [tag] : []) : before,
        ]),
      ),
      order: ['library.changeMany', [{ accountId, ...videos, change }]],
    };
  };

  try {
    await app.begin();
    accountId = await app.connect(site);
    history.push(await shown());

    while (report.kills < kills) {
      const act = await nextAct(report.kills);
      const before = history[at] ?? new Map<number, string>();
      const [name, input] = act.order;
      const death = nextDeath();
      if (death !== null) {
        await app.restarted();
        await app.begin(death);
      }
      let typed: { readonly id: number; readonly excerpt: string } | null = null;
      const answered = app
        .engine()
        .ask('request', { name, input })
        .then(
          () => true,
          () => false,
        );
      if (death !== null) await Promise.race([answered, after(longestMs)]);
      else if (act.name === 'change' && chance.is(0.5)) {
        // What is typed for one of them while the change is on its way there.
        await answered;
        const here = ids.filter((id) => partsOf(act.becomes.get(id))[0] !== 'trash');
        const one = { id: here[chance.whole(0, here.length - 1)] ?? 0, excerpt: `Typed ${report.kills}` };
        await after(chance.whole(0, longestMs / 2));
        await ask('library.describe', { accountId, videoId: one.id, draft: { excerpt: one.excerpt } });
        typed = one;
        await after(chance.whole(0, longestMs));
      } else await after(chance.whole(0, longestMs));
      await app.restarted();
      await app.begin();
      report.kills++;
      report.byAct.set(act.name, (report.byAct.get(act.name) ?? 0) + 1);
      const now = await shown();
      const wrong = (what: string): void => void report.wrong.push(`kill ${report.kills}, ${act.name}: ${what}`);
      const withTyped = (those: Shown): Shown => {
        if (typed === null) return those;
        const [status, , tags] = partsOf(those.get(typed.id));
        return new Map([...those, [typed.id, wordOf(status, typed.excerpt, tags)]]);
      };
      const isDone = differing(withTyped(act.becomes), now).length === 0;
      const isUndone = typed === null && differing(before, now).length === 0;
      const isNew = act.name === 'change' || act.name === 'trash';
      if (isUndone && !(isDone && !isNew)) {
        report.undone++;
        continue;
      }
      if (!isDone) {
        const strange = differing(withTyped(act.becomes), now);
        wrong(`${strange.length} videos are not as after, such as ${strange[0]}: ${now.get(strange[0] ?? 0)}`);
        history.splice(at + 1, history.length, now);
        at = history.length - 1;
        continue;
      }
      report.done++;
      if (!isNew) {
        at = act.at;
        continue;
      }
      history.splice(at + 1, history.length, act.becomes);
      if (typed !== null) {
        report.typed++;
        history.push(now);
      }
      at = history.length - 1;
    }

    // All of it taken back, step by step.
    for (;;) {
      const { undo } = await ask('acts.offers');
      if (undo === null || at === 0) break;
      await ask('acts.take', { id: undo.id, way: 'undo' });
      at--;
      const strange = differing(history[at] ?? new Map(), await shown());
      if (strange.length > 0) report.wrong.push(`taken back ${undo.kind}: ${strange.length} videos are not as before`);
    }
    const { uploads, videos } = await site.state();
    if (uploads.length > 0 || videos.length !== count)
      report.wrong.push(`${uploads.length} uploads, ${videos.length} videos`);
  } finally {
    await Promise.all([app.end(), site.stop()]);
  }
  return report;
}
