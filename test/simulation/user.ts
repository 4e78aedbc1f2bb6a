// A user who drops, types, pauses, cancels and brings back, signs in again, and sees to what needs them; one act at a time.
//
// What a user asks for counts as done when the app says so. Should the app die before, the user does it again after the start.
import type { AccountId, JobId } from '../../main/model.ts';
import type { Uploader } from '../../main/uploader-api.ts';
import type { Draft } from '../../preload/contract.ts';
import { createChance, mix } from './chance.ts';
import { type PlannedAct, type PlannedClip, watchedFolder } from './plan.ts';
import { sentences } from './sentences.ts';
import type { Site } from './site.ts';
import type { World, WorldClip } from './world.ts';

/** What a user last typed for a job; a field that is not there was never typed. */
export interface Typed {
  title?: string;
  description?: string;
  status?: string;
  categories?: readonly number[];
}

export interface User {
  /** What the folder dialog gives. */
  readonly desktop: { chosen: string | null };
  readonly typed: ReadonlyMap<JobId, Typed>;
  /** Taken away, and not to be brought back. */
  isUnwanted(clip: WorldClip): boolean;
  /** Folders that are watched by now. */
  watched(account: number): boolean;
  idle(): boolean;
  begin(): void;
  /** The app is there (again). */
  up(): void;
  perform(act: PlannedAct, clip: WorldClip): void;
  /** Looks over a site, as somebody does who changed something there. */
  checksUp(site: Site): void;
  /** Nothing goes wrong any more: everything that waits for a user is seen to. */
  calm(): void;
}

const second = 1_000;
const titles = ['Harbour', 'Harbour', 'Market & street', 'a < b > c', 'Tide pools', 'Night “one”'] as const;
const texts = ['', 'First day.', 'Two\nlines & more', '<b>bold</b>?'] as const;
const statuses = ['publish', 'draft', 'private', 'pending'] as const;

interface Row {
  readonly id: JobId;
  readonly account: AccountId;
  readonly path: string;
  readonly kind: string;
  readonly state: Record<string, unknown>;
  readonly seen: { readonly theirs?: Record<string, unknown> };
}

/** What of a world its user has to do with. */
export type UserWorld = Pick<
  World,
  'timeline' | 'record' | 'profile' | 'disk' | 'hints' | 'manners' | 'sites' | 'accounts' | 'clips'
> &
  Pick<World, 'uploader' | 'life' | 'clipAt' | 'quit' | 'calm'> & {
    readonly plan: Pick<World['plan'], 'seed' | 'acts' | 'calmAt'>;
  };

export function createUser(world: UserWorld): User {
  const { plan, timeline, record, profile, disk, hints, manners } = world;
  const chance = createChance(mix(plan.seed, 6));
  const desktop = { chosen: null as string | null };
  const typed = new Map<JobId, Typed>();
  const unwanted = new Set<WorldClip>();
  const folders = new Set<number>();
  const todo: {
    readonly name: string;
    readonly work: (uploader: Uploader) => Promise<void>;
    readonly byHand: boolean;
  }[] = [];
  let busyWith: number | null = null;
  let planned = 0;

  const rows = (where: string, ...values: string[]): Row[] =>
    profile.query(`SELECT id, account_id, path, kind, state, seen FROM jobs WHERE ${where}`, ...values).map((row) => ({
      id: String(row.id),
      account: String(row.account_id),
      path: String(row.path),
      kind: String(row.kind),
      state: JSON.parse(String(row.state)) as Row['state'],
      seen: JSON.parse(String(row.seen)) as Row['seen'],
    }));
  const jobAt = (path: string): Row | undefined =>
    rows('path = ? AND removed = 0 ORDER BY position DESC LIMIT 1', path)[0];

  const pump = (): void => {
    const uploader = world.uploader();
    const next = todo[0];
    const { life } = world;
    if (!uploader || !next || busyWith === life().number) return;
    busyWith = life().number;
    const mine = life();
    const over = (again: boolean): void => {
      if (!mine.alive || world.life() !== mine) return;
      if (!again) todo.shift();
      const goOn = (): void => {
        if (world.life() !== mine) return;
        busyWith = null;
        pump();
      };
      if (again) timeline.after(5 * second, goOn);
      else goOn();
    };
    record.note(() => `user: ${next.name}`);
    const work = (): Promise<void> => next.work(uploader);
    (next.byHand ? manners.byHand(work, mine) : work()).then(
      () => over(false),
      (error: unknown) => {
        if (!mine.alive || world.life() !== mine) return;
        record.note(() => `the app refused: ${String(error)}`);
        if (!/disk is full|not in the list|was killed/.test(String(error)))
          record.violate(sentences.refusedAct, `${next.name}: ${String(error)}`);
        over(true);
      },
    );
  };
  const ask = (name: string, work: (uploader: Uploader) => Promise<void>, byHand = false): void => {
    todo.push({ name, work, byHand });
    pump();
  };

  /** `id` left out = the newest job there. */
  const act = (
    path: string,
    what: 'send' | 'pause' | 'resume' | 'cancel' | 'retry' | 'remove' | 'keep',
    id?: JobId,
    onFound?: () => void,
  ): void =>
    ask(`${what} ${path}`, async (uploader) => {
      const job = id === undefined ? jobAt(path) : rows('id = ?', id)[0];
      if (!job) return;
      onFound?.();
      if (what === 'retry') liftFor(job.account);
      await uploader.handlers['queue.act']({ act: what, target: { ids: [job.id] } });
    });
  const liftFor = (account: AccountId): void => {
    const host = world.accounts.find((one) => one.id === account)?.host;
    if (host !== undefined) manners.lifted(host);
  };

  const drop = (clips: readonly WorldClip[]): void => {
    const [first] = clips;
    if (!first) return;
    ask(`drops ${clips.map((clip) => clip.planned.path).join(', ')}`, async (uploader) => {
      const result = await uploader.addPaths(
        clips.map((clip) => clip.planned.path),
        first.account.id,
      );
      // What was not to be had is dropped again a little later.
      if (result.refused.length > 0) timeline.after(20 * second, () => dropMissing(clips));
    });
  };
  const dropMissing = (clips: readonly WorldClip[]): void =>
    drop(clips.filter((clip) => jobAt(clip.planned.path) === undefined && !clip.shared));

  const watch = (account: number): void => {
    const path = watchedFolder(account);
    ask(`watches ${path}`, async (uploader) => {
      const { handlers } = uploader;
      if ((await handlers['app.state']()).folders.some((folder) => folder.path === path)) {
        folders.add(account);
        return;
      }
      desktop.chosen = path;
      const offer = await handlers['folder.choose']();
      if (!offer?.ok) throw new Error('disk is full or pulled');
      const accountId = world.accounts[account]?.id ?? '';
      const added = await handlers['folder.add']({ offer: offer.value.offer, accountId, existing: 'take' });
      if (!added.ok) throw new Error('disk is full or pulled');
      folders.add(account);
    });
  };

  const type = (path: string): void => {
    const draft: Partial<Record<keyof Draft, unknown>> = {};
    const now: Typed = {};
    if (chance.flip(0.7)) draft.title = now.title = chance.pick(titles);
    if (chance.flip(0.5)) draft.description = now.description = chance.pick(texts);
    if (chance.flip(0.4)) draft.status = now.status = chance.pick(statuses);
    if (chance.flip(0.4)) {
      now.categories = [1 + chance.int(3), 4 + chance.int(3)];
      draft.terms = { categories: now.categories };
    }
    ask(`types ${JSON.stringify(now)} for ${path}`, async (uploader) => {
      const job = jobAt(path);
      if (!job) return;
      await uploader.handlers['job.describe']({ jobId: job.id, draft: draft as Partial<Draft> });
      typed.set(job.id, { ...typed.get(job.id), ...now });
    });
  };
  const typeMany = (account: AccountId): void => {
    const description = chance.pick(texts);
    const add = [1 + chance.int(6)];
    const remove = [1 + chance.int(6)].filter((id) => !add.includes(id));
    const some = chance.flip(0.5);
    let ids: readonly JobId[] | null = null;
    ask(`types for many: ${JSON.stringify({ description, add, remove })}`, async (uploader) => {
      ids ??= rows('account_id = ? AND removed = 0 ORDER BY position', account)
        .filter((_, place) => !some || place % 2 === 0)
        .map((row) => row.id);
      if (ids.length === 0) return;
      const change = { draft: { description }, titlePattern: null, terms: { categories: { add, remove } } };
      await uploader.handlers['job.describeMany']({ target: { ids }, change });
      for (const id of ids) {
        const before = typed.get(id) ?? {};
        const kept = (before.categories ?? []).filter((one) => !remove.includes(one));
        typed.set(id, { ...before, description, categories: [...new Set([...kept, ...add])] });
      }
    });
  };

  const perform = ({ kind, lastsMs }: PlannedAct, clip: WorldClip): void => {
    const { path } = clip.planned;
    const pauseQueue = (paused: boolean): void =>
      ask(paused ? 'pauses the queue' : 'lets the queue go on', (uploader) => uploader.handlers['queue.pause'](paused));
    switch (kind) {
      case 'type':
        type(path);
        return;
      case 'type-many':
        typeMany(clip.account.id);
        return;
      case 'pause-queue':
        pauseQueue(true);
        later(lastsMs, () => pauseQueue(false));
        return;
      case 'pause':
        act(path, 'pause');
        later(lastsMs, () => act(path, 'resume'));
        return;
      case 'cancel':
        act(path, 'cancel');
        later(lastsMs, () => act(path, 'retry'));
        return;
      case 'cancel-for-good':
        act(path, 'cancel', undefined, () => unwanted.add(clip));
        return;
      case 'take-off-list':
        act(path, 'remove', undefined, () => unwanted.add(clip));
        return;
      case 'drop-again':
        if (clip.written) drop([clip]);
        return;
      case 'restart':
        world.quit(lastsMs / 4);
        return;
    }
  };

  /** On the user's own list: it is done although the app may be down then. */
  const later = (ms: number, call: () => void): void => {
    planned++;
    timeline.after(ms, () => {
      planned--;
      call();
    });
  };

  // ---------------------------------------------------------------- what waits for the user

  const signInAgain = (account: AccountId): void => {
    const known = world.accounts.find((one) => one.id === account);
    const site = known && world.sites.get(known.host);
    const person = site?.users.find((one) => one.login === known?.login);
    if (!known || !person) return;
    ask(
      `signs in again as ${known.login}`,
      async (uploader) => {
        const state = await uploader.handlers['app.state']();
        const view = state.sites.flatMap((one) => one.accounts).find((one) => one.id === account);
        if (view?.signedIn !== false) return;
        await uploader.handlers['account.signInAgain']({
          accountId: account,
          with: { kind: 'application-password', login: person.login, password: person.password },
        });
      },
      true,
    );
  };

  const sendPublic = (account: AccountId): void =>
    ask('lets clips be public', ({ handlers }) => handlers['queue.sendPublic'](account));

  /** What the user finds on the site: the video that holds this clip and stands for no other. */
  const truth = (job: Row, candidates: readonly number[]): number | null => {
    const clip = world.clipAt(job.path);
    const host = clip?.account.host ?? '';
    const taken = new Set(
      profile
        .query(
          'SELECT video_id FROM jobs WHERE video_id IS NOT NULL AND account_id = ? AND id <> ?',
          job.account,
          job.id,
        )
        .map((row) => Number(row.video_id)),
    );
    const [last] = profile.query(
      'SELECT content FROM attempts WHERE job_id = ? ORDER BY started_at DESC, rowid DESC LIMIT 1',
      job.id,
    );
    const { size, mtimeNs } = disk.file(job.path)?.stat ?? { size: 0, mtimeNs: '' };
    // What was sent last is what lies there now: then a video of an older version, come late, is not this clip any more.
    const isNewest = String(last?.content).startsWith(`${size} ${mtimeNs} `);
    const versions = isNewest ? clip?.versions.slice(-1) : clip?.versions;
    for (const id of candidates) {
      const post = world.sites.get(host)?.posts.get(id);
      if (post?.content && versions?.includes(post.content) && !taken.has(id)) return id;
    }
    return null;
  };

  /** Whether what lies in the job's file now is another job's clip: what the app says then, and what the user sees for themselves. */
  const isAnothers = (job: Row): boolean => {
    const newest = world.clipAt(job.path)?.versions.at(-1);
    return (
      newest !== undefined &&
      rows('account_id = ? AND id <> ?', job.account, job.id).some(
        ({ path }) => world.clipAt(path)?.versions.includes(newest) === true,
      )
    );
  };

  const seeTo = (job: Row): void => {
    const clip = world.clipAt(job.path);
    if (clip?.planned.poison || clip?.written === false) return;
    const { reason } = job.state;
    if (reason === 'ask-which') {
      const candidates = (job.state.candidates as readonly { videoId: number }[]).map((one) => one.videoId);
      ask(`answers which video ${job.path} is`, async ({ handlers }) => {
        // A new version may have a job of its own in the same place.
        if (rows('id = ?', job.id)[0]?.state.reason !== 'ask-which') return;
        await handlers['job.choose']({ jobId: job.id, videoId: truth(job, candidates) });
      });
    } else if (reason === 'changed-on-site') {
      const mine = Object.keys(job.seen.theirs ?? {});
      record.violate(sentences.asked, `${job.path}: ${mine.join(', ')}`);
      ask(`keeps what was typed for ${job.path}`, ({ handlers }) =>
        handlers['job.resolve']({
          jobId: job.id,
          mine: mine as Parameters<(typeof handlers)['job.resolve']>[0]['mine'],
        }),
      );
    } else if (reason === 'newer-version') act(job.path, 'keep', job.id);
    else act(job.path, reason === 'clip-known' && isAnothers(job) ? 'remove' : 'retry', job.id);
  };

  const lookAtAccounts = (wanted: () => boolean): void => {
    ask('looks at the accounts', async ({ handlers }) => {
      const { sites } = await handlers['app.state']();
      for (const account of sites.flatMap((site) => site.accounts)) {
        if (!account.signedIn && wanted()) signInAgain(account.id);
        // Asked whether everybody may see the clips at once, as soon as they arrive.
        if (account.publicUnasked && wanted()) sendPublic(account.id);
      }
    });
  };
  const lookRound = (careful: boolean): void => {
    if (world.uploader() && todo.length === 0) {
      const wanted = (): boolean => careful || chance.flip(0.5);
      lookAtAccounts(wanted);
      for (const job of rows("kind = 'needs-you' AND removed = 0")) if (wanted()) seeTo(job);
      for (const job of rows("kind = 'ready' AND removed = 0")) if (wanted()) act(job.path, 'send', job.id);
    }
    pump();
  };
  const lookOften = (): void => {
    if (world.calm()) tidyUp();
    lookRound(world.calm());
    timeline.after(world.calm() ? 30 * second : chance.between(15, 60) * second * (longWait() ? 60 : 1), lookOften);
  };
  /** Nobody looks every minute for days. */
  const longWait = (): boolean => timeline.now() > plan.calmAt + 600 * second;

  const tidyUp = (): void => {
    if (!world.uploader() || todo.length > 0) return;
    for (const job of rows("kind = 'paused' AND removed = 0")) act(job.path, 'resume', job.id);
    for (const job of rows("kind = 'cancelled' AND removed = 0")) {
      const clip = world.clipAt(job.path);
      if (clip && !unwanted.has(clip)) act(job.path, 'retry', job.id);
    }
    for (const clip of world.clips) {
      if (
        !clip.planned.watched &&
        clip.written &&
        !clip.shared &&
        jobAt(clip.planned.path) === undefined &&
        !unwanted.has(clip)
      )
        drop([clip]);
    }
  };

  // ---------------------------------------------------------------- what is on the disk

  const finishFile = (clip: WorldClip): void => {
    const { path } = clip.planned;
    const [content] = clip.versions;
    if (!content) return;
    disk.write(path, content.bytes);
    clip.written = true;
    hints.changed(path);
  };
  const writeFile = (clip: WorldClip): void => {
    const { path, writingMs, hollow, size } = clip.planned as PlannedClip;
    const [content] = clip.versions;
    if (writingMs === 0 || !content) {
      finishFile(clip);
      return;
    }
    // Room that was made beforehand is seen by its empty end, which a tiny file has none of.
    const room = hollow && size > 4_200;
    // Nobody can tell a whole file from one whose writer rests for longer than this, where its container cannot.
    const steps = 1 + Math.ceil(writingMs / ((room ? 1.5 : 7) * second));
    for (let step = 0; step < steps; step++) {
      timeline.after((writingMs / steps) * step, () => {
        const part = step === 0 ? 30 : Math.floor((size * step) / steps);
        const bytes = room
          ? Buffer.concat([content.bytes.subarray(0, 60), Buffer.alloc(size - 60)])
          : content.bytes.subarray(0, part);
        disk.write(path, bytes);
        hints.changed(path);
      });
    }
    timeline.after(writingMs, () => finishFile(clip));
  };

  return {
    desktop,
    typed,
    isUnwanted: (clip) => unwanted.has(clip),
    watched: (account) => folders.has(account),
    idle: () => todo.length === 0 && planned === 0,
    begin: () => {
      for (const [account] of world.accounts.entries()) {
        if (!world.clips.some((clip) => clip.planned.watched && clip.planned.account === account)) continue;
        disk.mkdir(watchedFolder(account));
        // An empty folder on a disk that is not there looks like its mount point: something always lies in it.
        disk.write(`${watchedFolder(account)}/notes.txt`, Buffer.from('notes'));
        watch(account);
      }
      const together = new Map<AccountId, WorldClip[]>();
      for (const clip of world.clips) {
        const { at, watched, writingMs } = clip.planned;
        later(at, () => writeFile(clip));
        if (watched) continue;
        const soon = clip.shared ? at + writingMs + 100 : at + writingMs / 2 + 50;
        if (at < 5 * second && !clip.shared)
          together.set(clip.account.id, [...(together.get(clip.account.id) ?? []), clip]);
        else later(soon, () => drop([clip]));
      }
      for (const clips of together.values()) later(5 * second, () => drop(clips));
      for (const one of plan.acts) {
        const clip = world.clips[one.clip];
        if (clip && one.on === null) later(one.at, () => perform(one, clip));
      }
      timeline.after(20 * second, lookOften);
    },
    up: () => {
      busyWith = null;
      pump();
    },
    perform,
    checksUp: ({ host }) =>
      ask(
        `checks ${host} up`,
        async ({ handlers }) => {
          const [row] = profile.query('SELECT id FROM sites WHERE root LIKE ?', `https://${host}/%`);
          if (row) await handlers['site.checkup'](String(row.id));
        },
        true,
      ),
    calm: () => {
      ask('lets the queue go on', (uploader) => uploader.handlers['queue.pause'](false));
    },
  };
}
