// Acts for many clips, killed at any moment: each is done once or not at all, can be taken back, and no clip is sent again for it.
import { setTimeout as after } from 'node:timers/promises';
import type { ActOffers, QueueWindow, RequestName } from '../../preload/contract.ts';
import { clipFolder } from '../engine/clip-files.ts';
import { startPracticeSite } from '../site/start.ts';
import { chance as chanceOf } from './chance.ts';
import { killedApp } from './killed-app.ts';
import type { Death } from './orders.ts';

export interface ActKillsOptions {
  readonly kills: number;
  readonly seed: number;
  readonly clips: number;
  /** So many of them are on the site before anything is done to them; the others wait. */
  readonly onSite: number;
  readonly onKill?: (report: ActKills) => void;
}

export interface ActKills {
  kills: number;
  /** Acts that a kill found not begun, and those that were done in spite of it. */
  undone: number;
  done: number;
  readonly byAct: Map<string, number>;
  readonly wrong: string[];
}

/** The list as its user sees it: names in their order, each with its title. */
type Shown = readonly (readonly [name: string, title: string])[];

interface Act {
  readonly name: string;
  /** True: all of it or nothing, else each clip for itself. */
  readonly isWhole: boolean;
  readonly becomes: Shown;
  readonly order: readonly [RequestName, readonly unknown[]];
  /** Where the history stands when it is done. */
  readonly at: number;
}

const pageRows = 200;
/** Kills come within so many ms of an act. */
const longestMs = 120;
/** What is left of a change takes seconds at most. */
const patienceMs = 30_000;
const sendingMs = 300_000;
const plain = (name: string, title: string): string => (title === '' ? name.replace(/\.mp4$/, '') : title);
const same = (one: Shown, other: Shown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether every clip of `now` is as in one of the two, and none is missing that both have. */
function isBetween(now: Shown, one: Shown, other: Shown): boolean {
  const [titles, others, left] = [new Map(one), new Map(other), new Map(now)];
  const names = new Set([...titles.keys(), ...others.keys()]);
  return [...names].every((name) => {
    const title = left.get(name);
    if (title === undefined) return !titles.has(name) || !others.has(name);
    return title === titles.get(name) || title === others.get(name);
  });
}

export async function actKills({ kills, seed, clips, onSite, onKill }: ActKillsOptions): Promise<ActKills> {
  const chance = chanceOf(seed);
  const report: ActKills = { kills: 0, undone: 0, done: 0, byAct: new Map(), wrong: [] };
  const site = await startPracticeSite();
  const [tag = 0] = await site.addTerms('video_tag', ['Put on by rows']);
  const folder = clipFolder();
  const app = await killedApp();
  const { ask } = app;
  /** Half of them die at a commit, between two steps of an act; the others at any moment. */
  const nextDeath = (): Death | null =>
    chance.is(0.5) ? { at: chance.pick(['before-commit', 'after-commit'] as const), n: chance.whole(2, 9) } : null;

  /** Once nothing of a change for many is left to do. */
  const shown = async (): Promise<Shown> => {
    await app.nothingLeft('(SELECT COUNT(*) FROM bulk_changes)', 'SELECT * FROM bulk_changes LIMIT 5', patienceMs);
    const rows: (readonly [string, string])[] = [];
    for (let offset = 0; ; offset += pageRows) {
      const view = { filter: 'all', sort: 'queue', offset, limit: pageRows } as const;
      const window: QueueWindow = await ask('queue.view', view);
      for (const { name, title } of window.rows) rows.push([name, plain(name, title)]);
      if (rows.length >= window.total || window.rows.length === 0) return rows;
    }
  };
  const allDone = async (count: number): Promise<void> => {
    const begun = Date.now();
    for (;;) {
      const { counts } = await ask('queue.view', { filter: 'all', sort: 'queue', offset: 0, limit: 1 });
      if (counts.done === count && counts.all === count) return;
      if (Date.now() - begun > sendingMs) throw new Error(`not all is done: ${JSON.stringify(counts)}`);
      await after(50);
    }
  };
  const idsOf = async (names: ReadonlySet<string>): Promise<readonly string[]> => {
    const ids: string[] = [];
    for (let offset = 0; ; offset += pageRows) {
      const { rows, total } = await ask('queue.view', { filter: 'all', sort: 'queue', offset, limit: pageRows });
      ids.push(...rows.filter(({ name }) => names.has(name)).map(({ id }) => id));
      if (offset + pageRows >= total) return ids;
    }
  };

  const names: string[] = [];
  const history: Shown[] = [];
  let at = 0;
  const nextAct = async (n: number): Promise<Act> => {
    const now = history[at] ?? [];
    const offers: ActOffers = await ask('acts.offers');
    const take = (way: 'undo' | 'redo'): Act | null => {
      const to = history[at + (way === 'undo' ? -1 : 1)];
      const offer = offers[way];
      if (to === undefined || offer === null) return null;
      const step = way === 'undo' ? at - 1 : at + 1;
      return { name: way, isWhole: true, becomes: to, order: ['acts.take', [{ id: offer.id, way }]], at: step };
    };
    const kind = chance.pick(['bulk', 'table', 'undo', 'undo', 'redo', 'remove', 'order'] as const);
    if (kind === 'undo' || kind === 'redo') {
      const act = take(kind);
      if (act !== null) return act;
    }
    if (kind === 'remove' && now.length > clips / 2) {
      const gone = new Set(now.filter(() => chance.is(0.1)).map(([name]) => name));
      const order: Act['order'] = ['queue.act', [{ act: 'remove', target: { ids: await idsOf(gone) } }]];
      return { name: kind, isWhole: false, becomes: now.filter(([name]) => !gone.has(name)), order, at: at + 1 };
    }
    const moved = now.find(([name]) => names.indexOf(name) >= onSite);
    if (kind === 'order' && moved !== undefined) {
      const ids = await idsOf(new Set([moved[0]]));
      return {
        ...{ name: kind, isWhole: true, at: at + 1 },
        becomes: [...now.filter((one) => one !== moved), moved],
        order: ['queue.reorder', [{ target: { ids }, place: { to: 'last' } }]],
      };
    }
    if (kind === 'table') {
      const titles = new Map(now.filter(() => chance.is(0.6)).map(([name]) => [name, `Row ${n}: ${name}`] as const));
      const each = [...titles.values()].map((title) => ({ title, terms: { video_tag: [tag] } }));
      const target = { ids: await idsOf(new Set(titles.keys())) };
      return {
        ...{ name: kind, isWhole: true, at: at + 1 },
        becomes: now.map(([name, title]) => [name, titles.get(name) ?? title] as const),
        order: ['job.describeMany', [{ target, change: { draft: {}, titlePattern: null, terms: {}, each } }]],
      };
    }
    const change = { draft: { excerpt: `Act ${n}` }, titlePattern: `Act ${n}: {n} & é`, terms: {} };
    return {
      name: 'bulk',
      isWhole: true,
      becomes: now.map(([name], place) => [name, `Act ${n}: ${place + 1} & é`] as const),
      order: ['job.describeMany', [{ target: { filter: 'all' }, change }]],
      at: at + 1,
    };
  };

  try {
    await app.begin();
    await app.connect(site);
    const paths = Array.from({ length: clips }, (_, n) =>
      folder.make(`clip ${String(n).padStart(4, '0')}.mp4`, 20_000 + n),
    );
    await app.engine().ask('drop', { paths: paths.slice(0, onSite) });
    names.push(...paths.map((path) => path.split('/').at(-1) ?? ''));
    await allDone(onSite);
    await ask('queue.pause', true);
    await app.engine().ask('drop', { paths: paths.slice(onSite) });
    history.push(await shown());

    while (report.kills < kills) {
      const act = await nextAct(report.kills);
      const before = history[at] ?? [];
      const [name, input] = act.order;
      const death = nextDeath();
      if (death !== null) {
        await app.restarted();
        await app.begin(death);
      }
      const answered = app
        .engine()
        .ask('request', { name, input })
        .catch(() => undefined);
      await (death === null ? after(chance.whole(0, longestMs)) : answered);
      await app.restarted();
      await app.begin();
      report.kills++;
      report.byAct.set(act.name, (report.byAct.get(act.name) ?? 0) + 1);
      const now = await shown();
      const wrong = (what: string): void => void report.wrong.push(`kill ${report.kills}, ${act.name}: ${what}`);
      if (same(now, before)) report.undone++;
      else if (same(now, act.becomes) || (!act.isWhole && isBetween(now, before, act.becomes))) {
        report.done++;
        at = act.at;
        if (act.name === 'undo' || act.name === 'redo') continue;
        history.splice(at, history.length, now);
      } else {
        wrong(`is neither as before nor as after: ${JSON.stringify(now.slice(0, 5))}`);
        history.splice(at, history.length, now);
      }
      onKill?.(report);
    }

    // All of it taken back, step by step.
    for (;;) {
      const { undo } = await ask('acts.offers');
      if (undo === null) break;
      await ask('acts.take', { id: undo.id, way: 'undo' });
      at--;
      const now = await shown();
      if (history[at] !== undefined && !same(now, history[at] ?? []))
        report.wrong.push(`taken back ${undo.kind}: not as before`);
    }
    await ask('queue.pause', false);
    await allDone(clips);
    const { uploads, videos } = await site.state();
    if (uploads.length !== clips) report.wrong.push(`${uploads.length} uploads of ${clips} clips`);
    if (!same(await shown(), history[0] ?? [])) report.wrong.push('the list is not as before');
    const there = videos
      .map((one) => JSON.stringify([one.file?.sentName, one.title, one.excerpt, Object.values(one.terms).flat()]))
      .toSorted();
    const meant = (history[0] ?? []).map((clip) => JSON.stringify([...clip, '', []])).toSorted();
    const strange = there.find((one, n) => one !== meant[n]);
    if (there.length !== meant.length || strange !== undefined)
      report.wrong.push(`the site is not as before: ${there.length} videos, one of them ${strange}`);
  } finally {
    await Promise.all([app.end(), site.stop()]);
    folder.remove();
  }
  return report;
}
