// What is typed for videos on a site: for one, for each of many its own, or one change for many; on disk with what takes it back.
import type { VideoText } from '../../../preload/contract.ts';
import type { Editor } from '../../library/edit-queue.ts';
import { draftIn, type EditText } from '../../library/edit-state.ts';
import type { AccountId, Draft } from '../../model.ts';
import { changedText, unknownZone } from '../../site/content/change-text.ts';
import type { FormStore } from '../../site/store/form-store.ts';
import { type Handlers, NotFound } from '../../uploader-api.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { requireSiteOf } from '../accounts/require.ts';
import { aboutVideo } from '../acts/act-items.ts';
import type { ActLog } from '../acts/act-log.ts';
import { createHandedOver } from '../handed-over.ts';
import type { VideoWatch } from './details.ts';

export interface VideoTextsOptions {
  readonly accounts: Accounts;
  readonly acts: ActLog;
  readonly forms: Pick<FormStore, 'form'>;
  readonly editor: Editor;
  readonly watch: VideoWatch;
}

/** What a video gets, and what was typed for it before and is after that. */
interface Typed {
  readonly before: Draft;
  readonly after: Draft;
  readonly text: EditText;
}

export type VideoTextRequest = 'library.describe' | 'library.handOver' | 'library.describeMany' | 'library.changeMany';

export function videoTextHandlers(options: VideoTextsOptions): Pick<Handlers, VideoTextRequest> {
  const { accounts, acts, editor, watch } = options;
  const handedOver = createHandedOver<{ readonly accountId: AccountId; readonly text: VideoText }>();
  const draftOf = (accountId: AccountId, videoId: number): Draft => draftIn(editor.get(accountId, videoId));
  const editText = (accountId: AccountId, { videoId, draft, seen = {} }: VideoText): EditText => ({
    ...{ videoId, draft, seen: watch.seen(accountId, videoId) },
    shown: Object.fromEntries(Object.entries(seen).filter(([field]) => field in draft)),
  });
  const ofAccount = (accountId: AccountId, texts: readonly VideoText[]) => texts.map((text) => ({ accountId, text }));

  /** All of it is one act, on disk when it returns. */
  function typeAll(accountId: AccountId, all: readonly Typed[]): void {
    editor.type(
      accountId,
      all.map(({ text }) => text),
      () => {
        const act = acts.begin('video-text');
        for (const { before, after, text } of all) acts.text(act, aboutVideo(accountId, text.videoId), before, after);
      },
    );
  }

  return {
    'library.describe': async ({ accountId, ...text }) => {
      requireSiteOf(accounts, accountId);
      const before = draftOf(accountId, text.videoId);
      editor.type(accountId, [editText(accountId, text)], () =>
        acts.typed('video-text', aboutVideo(accountId, text.videoId), before, { ...before, ...text.draft }),
      );
    },
    'library.handOver': async ({ accountId, after, texts }) => handedOver.add(after, ofAccount(accountId, texts)),
    'library.describeMany': async ({ accountId, texts, after = 0 }) => {
      requireSiteOf(accounts, accountId);
      const all = after === 0 ? ofAccount(accountId, texts) : handedOver.take(after, ofAccount(accountId, texts));
      // Ids of one site are those of other videos on another.
      if (all.some((one) => one.accountId !== accountId)) throw new NotFound('failed');
      typeAll(
        accountId,
        all.map(({ text }) => {
          const before = draftOf(accountId, text.videoId);
          return { before, after: { ...before, ...text.draft }, text: editText(accountId, text) };
        }),
      );
    },
    'library.changeMany': async ({ accountId, videoIds, statusesSeen, change }) => {
      requireSiteOf(accounts, accountId);
      const zone = options.forms.form(accountId)?.zone ?? unknownZone;
      const all = videoIds.map((videoId, place) => {
        const before = draftOf(accountId, videoId);
        const after = changedText(before, change, place, zone);
        const shown = change.draft.status == null ? {} : { status: statusesSeen[place] ?? '' };
        return { before, after, text: { videoId, draft: after, seen: watch.seen(accountId, videoId), shown } };
      });
      const changed = all.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
      if (changed.length > 0) typeAll(accountId, changed);
      return { changed: changed.length };
    },
  };
}
