// What the window tells of, as data: a message with its values, or what came of something; it becomes words when it is shown.
import type {
  AccountView,
  AddResult,
  FolderFailure,
  LibraryAct,
  LibraryActResult,
  LinksCopied,
  OrderMoved,
  ReceiptSaved,
  TakenBack,
  WallMs,
} from '../../preload/contract.ts';
import { type Message, sentences, t, worded } from '../../preload/text/text.ts';
import { takenBackWords } from './acts.ts';
import { saidWords } from './failure.ts';
import { folderProblem } from './folders.ts';
import { addedWords, movedWords } from './jobs.ts';
import { actResultWords } from './library.ts';
import { copiedWords, receiptWords } from './links.ts';
import { signedInWords } from './sign-in.ts';
import { type Hour, hourWords } from './week.ts';

export type News =
  | { readonly kind: 'message'; readonly message: Message }
  /** A request failed. `said` = a code of main's, or somebody's own words. */
  | { readonly kind: 'failed'; readonly said: string }
  | { readonly kind: 'added'; readonly result: AddResult }
  | { readonly kind: 'acted'; readonly act: LibraryAct; readonly result: LibraryActResult }
  /** `insteadOf` = where clips go; null = to the account, or it was known before. */
  | {
      readonly kind: 'signed-in';
      readonly account: AccountView;
      readonly at: WallMs;
      readonly insteadOf: string | null;
    }
  | { readonly kind: 'folder-refused'; readonly failure: FolderFailure }
  /** `title` = of the only clip that was moved; null = they are counted. */
  | { readonly kind: 'moved'; readonly title: string | null; readonly moved: OrderMoved }
  | { readonly kind: 'links-copied'; readonly result: LinksCopied }
  | { readonly kind: 'receipt-saved'; readonly saved: ReceiptSaved }
  | { readonly kind: 'taken-back'; readonly taken: TakenBack }
  | { readonly kind: 'painted'; readonly week: string; readonly at: Hour };

/** The words of it; empty where it has none. */
export function newsWords(news: News): string {
  switch (news.kind) {
    case 'message':
      return worded(news.message);
    case 'failed':
      return saidWords(news.said);
    case 'added':
      return addedWords(news.result);
    case 'acted':
      return actResultWords(news.act, news.result) ?? '';
    case 'signed-in':
      return sentences(
        signedInWords(news.account, news.at),
        news.insteadOf === null ? null : t('uploads.connected', { account: news.account.name, place: news.insteadOf }),
      );
    case 'folder-refused':
      return t('folders.problem.line', folderProblem(news.failure));
    case 'moved': {
      const { title, moved } = news;
      return movedWords(
        title === null ? t('format.clips', { clips: moved.changed }) : t('format.quoted', { name: title }),
        moved,
      );
    }
    case 'receipt-saved':
      return receiptWords(news.saved);
    case 'links-copied':
      return copiedWords(news.result);
    case 'taken-back':
      return takenBackWords(news.taken);
    case 'painted':
      return hourWords(news.week, news.at);
  }
}
