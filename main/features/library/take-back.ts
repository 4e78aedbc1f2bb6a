// Texts of videos on a site that are taken back, or done again: by edits, as if they were typed.
import type { ActWay } from '../../../preload/contract.ts';
import { valuesOf } from '../../fields.ts';
import type { Editor } from '../../library/edit-queue.ts';
import type { EditInstead } from '../../library/edit-state.ts';
import { type AccountId, type Edit, emptyDraft, type FieldName, type FieldValues } from '../../model.ts';
import type { Clock, Logger } from '../../ports.ts';
import { aboutVideo, videoOfAbout } from '../acts/act-items.ts';
import type { ActLog } from '../acts/act-log.ts';
import type { ActId } from '../acts/act-rows.ts';
import { type FieldAct, type FieldActs, redone, tellingOf, thereAfter, undone } from '../acts/text-parts.ts';

/** So many texts are written down in one go: a few milliseconds. */
const stepVideos = 200;

export interface Taken {
  readonly changed: number;
  readonly kept: number;
  readonly failed: number;
  readonly otherwise: number;
}

export interface TextTakeBackOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly acts: ActLog;
  readonly editor: Pick<Editor, 'get' | 'instead'>;
}

export interface TextTakeBack {
  text(act: ActId, way: ActWay): Promise<Taken>;
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
  { acts, clock, editor }: Pick<TextTakeBackOptions, 'acts' | 'clock' | 'editor'>,
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

export function createTextTakeBack(options: TextTakeBackOptions): TextTakeBack {
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
    resume: () => {
      const failed = (error: unknown): void =>
        options.logger.error('What was taken back could not go on', { error: String(error) });
      for (const { id, kind, state } of acts.unfinished()) {
        const way = state === 'undoing' ? 'undo' : 'redo';
        if (kind === 'video-text') text(id, way).catch(failed);
      }
    },
  };
}
