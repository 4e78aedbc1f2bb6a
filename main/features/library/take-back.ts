// Acts on videos of a site that are taken back, or done again: their text by edits, as if it were typed; the trash one by one.
import type { ActWay } from '../../../preload/contract.ts';
import { valuesOf } from '../../fields.ts';
import type { Editor } from '../../library/edit-queue.ts';
import type { EditInstead } from '../../library/edit-state.ts';
import {
  type AccountId,
  type Edit,
  emptyDraft,
  type FieldName,
  type FieldValues,
  type LibraryFailure,
} from '../../model.ts';
import type { Clock, Logger } from '../../ports.ts';
import type { SiteCalls } from '../../site/client/client.ts';
import { type ActAnswer, actOnVideo, bringBack, statusNow } from '../../site/content/trash.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { requireClient } from '../accounts/require.ts';
import { aboutVideo, type Kept, videoOfAbout } from '../acts/act-items.ts';
import type { ActLog } from '../acts/act-log.ts';
import type { ActId } from '../acts/act-rows.ts';
import { type FieldAct, type FieldActs, redone, tellingOf, thereAfter, undone } from '../acts/text-parts.ts';

/** So many texts are written down in one go: a few milliseconds. */
const stepVideos = 200;
const videosAtOnce = 3;

export interface Taken {
  readonly changed: number;
  readonly kept: number;
  readonly failed: number;
  readonly otherwise: number;
}

export interface VideosTakeBackOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly accounts: Accounts;
  readonly calls: SiteCalls;
  readonly acts: ActLog;
  readonly editor: Pick<Editor, 'get' | 'instead'>;
  readonly sort: (accountId: AccountId, error: unknown) => LibraryFailure;
  /** These videos are elsewhere than before: in the trash, or out of it. */
  readonly onMoved: (accountId: AccountId, ids: readonly number[], isInTrash: boolean) => void;
}

export interface VideosTakeBack {
  text(act: ActId, way: ActWay): Promise<Taken>;
  trash(act: ActId, kind: 'trash' | 'restore', way: ActWay): Promise<Taken>;
  /** Goes on with what the end of the app cut off. */
  resume(): void;
}

/** What the site showed when something was typed that has not left: by that a change there is known should it be typed again. */
function withSeen(acts: FieldActs, edit: Edit | null): FieldActs {
  const seen: FieldValues = { ...(edit?.seen ? valuesOf(edit.seen) : {}), ...edit?.left?.values };
  const one = ([field, act]: [string, FieldAct]): [string, FieldAct] => {
    const shown = seen[field as FieldName];
    return act.sent !== undefined || shown === undefined ? [field, act] : [field, { ...act, seen: shown }];
  };
  return Object.fromEntries((Object.entries(acts) as [string, FieldAct][]).map(one));
}

/** Some videos of an account; gives for how many that is another text than they have, and of how many something stays. */
function stepOf(
  { acts, clock, editor }: Pick<VideosTakeBackOptions, 'acts' | 'clock' | 'editor'>,
  act: ActId,
  way: ActWay,
  accountId: AccountId,
  videoIds: readonly number[],
): { readonly changed: number; readonly kept: number } {
  const edits: EditInstead[] = [];
  const items: [string, FieldActs][] = [];
  let kept = 0;
  for (const videoId of videoIds) {
    const about = aboutVideo(accountId, videoId);
    const fields = acts.item(act, 'video-text', about)?.fields ?? {};
    const edit = editor.get(accountId, videoId);
    const draft = edit?.draft ?? emptyDraft;
    const telling = withSeen(tellingOf(draft, fields), edit);
    const after = way === 'undo' ? undone('video', draft, telling, clock.now()) : redone('video', draft, telling);
    if (after.kept.length > 0) kept++;
    if (after.fields.length === 0) continue;
    edits.push({ videoId, draft: after.draft, there: thereAfter(fields, after.fields) });
    items.push([about, { ...fields, ...after.acts }]);
  }
  editor.instead(accountId, edits, () => {
    for (const [about, fields] of items) acts.keep(act, 'video-text', about, { fields });
  });
  return { changed: edits.length, kept };
}

export function createVideosTakeBack(options: VideosTakeBackOptions): VideosTakeBack {
  const { acts, clock } = options;

  const text = async (act: ActId, way: ActWay): Promise<Taken> => {
    try {
      return await allTexts(act, way);
    } catch (error) {
      // A disk without room: what is left of it is offered once more.
      acts.setState(act, way === 'undo' ? 'done' : 'undone');
      throw error;
    }
  };

  const allTexts = async (act: ActId, way: ActWay): Promise<Taken> => {
    acts.setState(act, way === 'undo' ? 'undoing' : 'redoing');
    const byAccount = Map.groupBy(acts.abouts(act).map(videoOfAbout), ({ accountId }) => accountId);
    const taken = { changed: 0, kept: 0, failed: 0, otherwise: 0 };
    for (const [accountId, videos] of byAccount) {
      const ids = videos.map(({ videoId }) => videoId);
      for (let at = 0; at < ids.length; at += stepVideos) {
        // Others get their turn in between.
        if (at > 0) await new Promise<void>((resolve) => clock.soon(resolve));
        const { changed, kept } = stepOf(options, act, way, accountId, ids.slice(at, at + stepVideos));
        taken.changed += changed;
        taken.kept += kept;
      }
    }
    acts.setState(act, way === 'undo' ? 'undone' : 'done');
    return taken;
  };

  return {
    text,
    trash: (act, kind, way) => moveAll(options, act, kind, way),
    resume: () => {
      const failed = (error: unknown): void =>
        options.logger.error('What was taken back could not go on', { error: String(error) });
      for (const { id, kind, state } of acts.unfinished()) {
        const way = state === 'undoing' ? 'undo' : 'redo';
        if (kind === 'video-text') text(id, way).catch(failed);
        if (kind !== 'trash' && kind !== 'restore') continue;
        try {
          // A site has to be asked, which may be away: it is offered once more, and what is done already is not done again.
          acts.setState(id, way === 'undo' ? 'done' : 'undone');
        } catch (error) {
          failed(error);
        }
      }
    },
  };
}

/** 'there' = it was so already; 'otherwise' = it is out of the trash, with another status; 'ended' = nothing at all can be asked now. */
type Moved = 'changed' | 'there' | 'otherwise' | 'kept' | 'failed' | 'ended';

function placesOf({ was, is }: Kept<'trash'>, way: ActWay): { readonly from: string; readonly to: string } {
  return way === 'undo' ? { from: is, to: was } : { from: was, to: is };
}

/** How each counts, and whether it is where it is to be. */
const meaningOf: { readonly [M in Moved]: { readonly parts: readonly (keyof Taken)[]; readonly isThere: boolean } } = {
  changed: { parts: ['changed'], isThere: true },
  there: { parts: [], isThere: true },
  otherwise: { parts: ['changed', 'otherwise'], isThere: true },
  kept: { parts: ['kept'], isThere: false },
  failed: { parts: ['failed'], isThere: false },
  ended: { parts: ['failed'], isThere: false },
};

/** Failures that pass. */
const passing: ReadonlySet<LibraryFailure['problem']> = new Set([
  ...(['site-busy', 'site-maintenance', 'server-error', 'web-page-answer'] as const),
]);

/** One video to the status that it had before, or after; only where it still has the other one. */
async function moveOne(
  { accounts, calls, sort }: VideosTakeBackOptions,
  accountId: AccountId,
  videoId: number,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<Moved> {
  try {
    const client = requireClient(accounts, accountId);
    const now = await statusNow(calls, client, videoId);
    if (typeof now === 'string') return 'kept';
    if (now.is === to) return 'there';
    if (now.is !== from) return 'kept';
    const answer: ActAnswer =
      to === 'trash' ? await actOnVideo(calls, client, videoId, 'trash') : await bringBack(calls, client, videoId, to);
    if (answer === null) return 'changed';
    return typeof answer === 'object' ? 'otherwise' : 'kept';
  } catch (error) {
    const { problem } = sort(accountId, error);
    if (problem === 'offline' || (problem === 'sign-in' && accounts.account(accountId) !== null)) return 'ended';
    return passing.has(problem) ? 'failed' : 'kept';
  }
}

async function moveAll(
  options: VideosTakeBackOptions,
  act: ActId,
  kind: 'trash' | 'restore',
  way: ActWay,
): Promise<Taken> {
  const { acts, onMoved } = options;
  acts.setState(act, way === 'undo' ? 'undoing' : 'redoing');
  const left = acts.abouts(act).flatMap((about): { about: string; item: Kept<'trash'> }[] => {
    const item = acts.item(act, kind, about);
    return item === null || (item.isBack === true) === (way === 'undo') ? [] : [{ about, item }];
  });
  const taken = { changed: 0, kept: 0, failed: 0, otherwise: 0 };
  const moved = new Map<AccountId, number[]>();
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const { about, item } = next;
      const { accountId, videoId } = videoOfAbout(about);
      const became = await moveOne(options, accountId, videoId, placesOf(item, way));
      // Who is signed out or offline is so for all of them.
      const others = became === 'ended' ? left.splice(0).length : 0;
      const { parts, isThere } = meaningOf[became];
      for (const part of parts) taken[part] += 1 + others;
      if (parts.includes('changed')) moved.set(accountId, [...(moved.get(accountId) ?? []), videoId]);
      if (isThere) acts.keep(act, kind, about, { was: item.was, is: item.is, isBack: way === 'undo' });
    }
  };
  try {
    await Promise.all(Array.from({ length: videosAtOnce }, lane));
  } finally {
    // What failed can be tried again.
    const isOver = taken.failed === 0 && left.length === 0;
    acts.setState(act, isOver === (way === 'undo') ? 'undone' : 'done');
  }
  const isInTrash = (kind === 'trash') === (way === 'redo');
  for (const [accountId, ids] of moved) onMoved(accountId, ids, isInTrash);
  return taken;
}
