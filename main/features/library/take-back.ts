// Acts on videos of a site that are taken back, or done again: their text by edits, as if it were typed; the trash one by one.
import type { ActWay } from '../../../preload/contract.ts';
import type { Editor } from '../../library/edit-queue.ts';
import type { EditInstead } from '../../library/edit-state.ts';
import { type AccountId, emptyDraft, type LibraryFailure } from '../../model.ts';
import type { Clock } from '../../ports.ts';
import type { SiteCalls } from '../../site/client/client.ts';
import { type ActAnswer, actOnVideo, bringBack, statusNow } from '../../site/content/trash.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { requireClient } from '../accounts/require.ts';
import { aboutVideo, type Kept, videoOfAbout } from '../acts/act-items.ts';
import type { ActLog } from '../acts/act-log.ts';
import type { ActId } from '../acts/act-rows.ts';
import { type FieldActs, redone, tellingOf, thereAfter, undone } from '../acts/text-parts.ts';

/** So many texts are written down in one go: a few milliseconds. */
const stepVideos = 200;
const videosAtOnce = 3;

export interface Taken {
  readonly changed: number;
  readonly kept: number;
  readonly failed: number;
}

export interface VideosTakeBackOptions {
  readonly clock: Clock;
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

/** Some videos of an account; gives for how many that is another text than they have, and of how many something stays. */
function stepOf(
  { acts, editor }: Pick<VideosTakeBackOptions, 'acts' | 'editor'>,
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
    const draft = editor.get(accountId, videoId)?.draft ?? emptyDraft;
    const after = (way === 'undo' ? undone : redone)('video', draft, tellingOf(draft, fields));
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
    acts.setState(act, way === 'undo' ? 'undoing' : 'redoing');
    const byAccount = Map.groupBy(acts.abouts(act).map(videoOfAbout), ({ accountId }) => accountId);
    const taken = { changed: 0, kept: 0, failed: 0 };
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
      for (const { id, kind, state } of acts.unfinished()) {
        const way = state === 'undoing' ? 'undo' : 'redo';
        if (kind === 'video-text') void text(id, way);
        // A site has to be asked, which may be away: it is offered once more, and what is done already is not done again.
        if (kind === 'trash' || kind === 'restore') acts.setState(id, way === 'undo' ? 'done' : 'undone');
      }
    },
  };
}

type Moved = 'changed' | 'kept' | 'failed';

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
    if (typeof now === 'string') return now === 'gone' ? 'kept' : 'failed';
    // The answer to an earlier try was lost.
    if (now.is === to) return 'changed';
    if (now.is !== from) return 'kept';
    const answer: ActAnswer =
      to === 'trash' ? await actOnVideo(calls, client, videoId, 'trash') : await bringBack(calls, client, videoId, to);
    // What was to become public at a time that is over by now is so at once.
    if (answer === null || typeof answer === 'object') return 'changed';
    return answer === 'gone' ? 'kept' : 'failed';
  } catch (error) {
    sort(accountId, error);
    return 'failed';
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
  const counts = { changed: 0, kept: 0, failed: 0 };
  const moved = new Map<AccountId, number[]>();
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const { about, item } = next;
      const { accountId, videoId } = videoOfAbout(about);
      const places = way === 'undo' ? { from: item.is, to: item.was } : { from: item.was, to: item.is };
      const became = await moveOne(options, accountId, videoId, places);
      counts[became]++;
      if (became !== 'changed') continue;
      acts.keep(act, kind, about, { was: item.was, is: item.is, ...(way === 'undo' ? { isBack: true } : {}) });
      moved.set(accountId, [...(moved.get(accountId) ?? []), videoId]);
    }
  };
  await Promise.all(Array.from({ length: videosAtOnce }, lane));
  // What failed can be tried again.
  acts.setState(act, counts.failed > 0 === (way === 'undo') ? 'done' : 'undone');
  const isInTrash = (kind === 'trash') === (way === 'redo');
  for (const [accountId, ids] of moved) onMoved(accountId, ids, isInTrash);
  return counts;
}
