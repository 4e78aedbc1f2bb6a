// What must be true at the end: every wanted clip on its site exactly once, with what was typed last, and nothing else.
import { decodePlain } from '../../main/site/client/text.ts';
import type { Content } from './contents.ts';
import { secretMark } from './prepared.ts';
import { sentences } from './sentences.ts';
import type { Post, Site } from './site.ts';
import type { World, WorldClip } from './world.ts';

export interface JobRow {
  readonly id: string;
  readonly account: string;
  readonly path: string;
  readonly kind: string;
  readonly state: Record<string, unknown>;
  readonly videoId: number | null;
  readonly removed: boolean;
  readonly pendingDraft: boolean;
}

export function jobsOf({ profile }: Pick<World, 'profile'>): JobRow[] {
  return profile
    .query(
      'SELECT id, account_id, path, kind, state, video_id, removed, draft_revision > applied_revision AS pending FROM jobs',
    )
    .map((row) => ({
      id: String(row.id),
      account: String(row.account_id),
      path: String(row.path),
      kind: String(row.kind),
      state: JSON.parse(String(row.state)) as Record<string, unknown>,
      videoId: row.video_id === null ? null : Number(row.video_id),
      removed: row.removed === 1,
      pendingDraft: row.pending === 1,
    }));
}

function postsOf(
  world: Pick<World, 'sites'>,
  clip: WorldClip,
): { readonly site: Site; readonly posts: readonly Post[] } {
  const site = world.sites.get(clip.account.host) as Site;
  const user = site.users.find((one) => one.login === clip.account.login);
  return { site, posts: [...site.posts.values()].filter((post) => post.author === user?.id) };
}

/**
 * An older version, as long and by the same name, came later than anybody can wait for, while the newest was on its way: nothing that a
 * site tells is another for it.
 */
function isOlderTakenForIt({ excused }: Pick<World, 'excused'>, { versions }: WorldClip): boolean {
  const newest = versions.at(-1);
  return versions.some(
    (one) => one !== newest && one.bytes.length === newest?.bytes.length && (excused.get(one) ?? 0) > 0,
  );
}

/** Why the run is not over; null = everything has come to its end. */
export function whyNotDrained(
  world: Pick<World, 'user' | 'uploader' | 'line' | 'profile' | 'clips' | 'clipAt' | 'sites' | 'excused'>,
): string | null {
  if (!world.user.idle()) return 'the user is still busy';
  if (!world.uploader()) return 'the app is not there';
  if (world.line.pending() > 0) return 'a site is still working';
  for (const { helper } of world.sites.values()) {
    const why = helper?.busyWith() ?? null;
    if (why !== null) return why;
  }
  const jobs = jobsOf(world);
  for (const job of jobs) {
    const clip = world.clipAt(job.path);
    if (job.removed || job.kind === 'cancelled') continue;
    if (job.kind === 'needs-you' && clip?.planned.poison) continue;
    if (job.kind !== 'done') return `${job.path} is ${job.kind} ${JSON.stringify(job.state)}`;
    if (job.pendingDraft) return `${job.path} waits with what was typed`;
  }
  for (const clip of world.clips) {
    if (!clip.written) return `${clip.planned.path} is still being written`;
    if (world.user.isUnwanted(clip) || clip.shared) continue;
    if (!jobs.some((job) => job.path === clip.planned.path)) return `${clip.planned.path} was never taken`;
    if (!clip.planned.watched || clip.planned.poison) continue;
    const newest = clip.versions.at(-1);
    const { posts } = postsOf(world, clip);
    const isThere = posts.some((post) => post.content === newest);
    if (!isThere && clip.versions.length > 1 && !isOlderTakenForIt(world, clip))
      return `the newest version of ${clip.planned.path} was not taken`;
  }
  return null;
}

export function checkAtEnd(world: World): void {
  const { record, user, excused } = world;
  const jobs = jobsOf(world);
  const unwanted = (clip: WorldClip): boolean =>
    user.isUnwanted(clip) && jobs.some((job) => job.path === clip.planned.path && job.kind === 'cancelled');

  for (const clip of world.clips) {
    const { path, poison, copyOf, id } = clip.planned;
    const { posts } = postsOf(world, clip);
    const count = (content: Content): number => posts.filter((post) => post.content === content).length;
    for (const content of clip.versions) {
      const extra = count(content) - 1;
      if (extra <= 0) continue;
      if (extra <= (excused.get(content) ?? 0)) {
        if (copyOf === null) record.figures.beyond += extra;
      } else record.violate(sentences.twice, `${path} (${content.tag}) ${extra + 1} times`);
    }
    if (poison || unwanted(clip)) continue;
    // The same bytes are the same clip: who took one of the files away for good took the clip away.
    const isSame = ({ planned }: WorldClip): boolean => (planned.copyOf ?? planned.id) === (copyOf ?? id);
    if (clip.shared && world.clips.some((one) => isSame(one) && unwanted(one))) continue;
    if (!clip.versions.some((content) => count(content) > 0)) record.violate(sentences.missing, path);
  }

  const claimed = new Map<string, JobRow>();
  for (const job of jobs) {
    const clip = world.clipAt(job.path);
    if (!clip || job.videoId === null) {
      if (job.kind === 'done') record.violate(sentences.wrongVideo, `${job.path} is done without a video`);
      continue;
    }
    const { site } = postsOf(world, clip);
    const key = `${site.host} ${job.videoId}`;
    const other = claimed.get(key);
    if (other) record.violate(sentences.shared, `${job.path} and ${other.path}: video ${job.videoId}`);
    claimed.set(key, job);
    const post = site.posts.get(job.videoId);
    if (!post?.content || !clip.versions.includes(post.content)) {
      record.violate(
        sentences.wrongVideo,
        `${job.path} stands for video ${job.videoId} (${post?.content?.tag ?? 'none'})`,
      );
    } else if (job.kind === 'done') checkMetadata(world, job, post);
  }
  checkStrangers(world, jobs, claimed);

  for (const site of world.sites.values()) {
    if (site.deletions > 0) record.violate(sentences.deleted, `${site.deletions} times on ${site.host}`);
  }
  // Seldom, because it reads everything.
  if (world.plan.seed % 50 === 0) {
    for (const [table, rows] of world.profile.dump()) {
      if (JSON.stringify(rows).includes(secretMark)) record.violate(sentences.secretInStore, table);
    }
  }
}

function checkMetadata({ user, record }: World, job: JobRow, post: Post): void {
  const typed = user.typed.get(job.id);
  if (!typed) return;
  const wrong = (field: string, wanted: unknown, got: unknown): void =>
    record.violate(
      sentences.metadata,
      `${field} of ${job.path}: ${JSON.stringify(got)}, typed ${JSON.stringify(wanted)}`,
    );
  const title = decodePlain(post.title);
  const body = decodePlain(post.body);
  if (typed.title !== undefined && title !== typed.title.trim()) wrong('title', typed.title, title);
  if (typed.description !== undefined && body !== typed.description) wrong('description', typed.description, body);
  if (typed.status !== undefined && post.status !== typed.status) wrong('status', typed.status, post.status);
  const sorted = (ids: readonly number[]): string => [...ids].sort((a, b) => a - b).join();
  if (typed.categories !== undefined && sorted(typed.categories) !== sorted(post.categories))
    wrong('categories', typed.categories, post.categories);
}

/** Videos without a job: only of versions that were replaced, of clips that were taken away, and of what came too late. */
function checkStrangers(world: World, jobs: readonly JobRow[], claimed: ReadonlyMap<string, JobRow>): void {
  for (const site of world.sites.values()) {
    for (const post of site.posts.values()) {
      if (!post.content || claimed.has(`${site.host} ${post.id}`)) continue;
      const { content } = post;
      const clips = world.clips.filter((clip) => clip.versions.includes(content));
      const changed = clips.some((clip) => clip.versions.length > 1);
      const taken = jobs.some(
        (job) => job.kind === 'cancelled' && clips.some((clip) => clip.planned.path === job.path),
      );
      if (changed || taken || (world.excused.get(post.content) ?? 0) > 0) continue;
      world.record.violate(sentences.stranger, `video ${post.id} on ${site.host}, ${clips[0]?.planned.path}`);
    }
  }
}
