// What a person has done to many videos on a site: some at a time, each answer for itself, and none asked in vain.
import { SiteRefusal } from '../../answers.ts';
import type { AccountId, LibraryAct, LibraryFailure } from '../../model.ts';
import type { SiteCalls } from '../../site/client/client.ts';
import { actOnVideo, statusNow } from '../../site/content/trash.ts';
import type { Handlers } from '../../uploader-api.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { requireClient } from '../accounts/require.ts';
import { aboutVideo } from '../acts/act-items.ts';
import type { ActLog } from '../acts/act-log.ts';
import type { ActId } from '../acts/act-rows.ts';

export interface ActOptions {
  readonly accounts: Accounts;
  readonly calls: SiteCalls;
  readonly acts: Pick<ActLog, 'begin' | 'keep' | 'forget'>;
  /** What a failure means for a list of the account. */
  readonly sort: (accountId: AccountId, error: unknown) => LibraryFailure;
}

type Result = Awaited<ReturnType<Handlers['library.act']>>;
type Failed = Result['failed'][number];

const actsAtOnce = 3;

/** What takes an act back; nothing takes back that a video is gone for good. */
const backOf: { readonly [A in LibraryAct]: 'trash' | 'restore' | null } = {
  trash: 'trash',
  restore: 'restore',
  'publish-again': 'restore',
  'delete-forever': null,
};

/** What was done to one video, and what it was before, where that can be taken back. */
async function actOnOne(
  { accounts, calls, acts, sort }: ActOptions,
  accountId: AccountId,
  id: number,
  what: LibraryAct,
  act: () => ActId,
): Promise<Omit<Failed, 'id'> | { readonly is: string } | null> {
  const kind = backOf[what];
  const about = aboutVideo(accountId, id);
  let isNew = false;
  try {
    const client = requireClient(accounts, accountId);
    // The site does not tell it any more once the video is in the trash.
    const before = kind === 'trash' ? await statusNow(calls, client, id) : { is: 'trash' };
    if (typeof before === 'string') return { problem: before, said: null };
    // Before it is asked for: the answer may be lost.
    const is = { trash: 'trash', restore: 'draft', 'publish-again': 'publish', 'delete-forever': '' }[what];
    isNew = kind !== null && before.is !== is;
    if (kind !== null && isNew) acts.keep(act(), kind, about, { was: before.is, is });
    const answer = await actOnVideo(calls, client, id, what);
    if (isNew && answer !== null) acts.forget(act(), about);
    return typeof answer === 'string' ? { problem: answer, said: null } : answer;
  } catch (error) {
    // The site said no: it was not done.
    if (isNew && error instanceof SiteRefusal) acts.forget(act(), about);
    return sort(accountId, error);
  }
}

export async function actOnMany(
  options: ActOptions,
  accountId: AccountId,
  ids: readonly number[],
  what: LibraryAct,
): Promise<Result> {
  const done: number[] = [];
  const otherwise: { readonly id: number; readonly status: string }[] = [];
  const failed: Failed[] = [];
  const left = [...new Set(ids)];
  let begun: ActId | null = null;
  const act = (): ActId => {
    begun ??= options.acts.begin(backOf[what] ?? 'trash');
    return begun;
  };
  const lane = async (): Promise<void> => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      const answer = await actOnOne(options, accountId, id, what, act);
      if (answer === null) done.push(id);
      else if ('is' in answer) otherwise.push({ id, status: answer.is });
      else {
        failed.push({ id, ...answer });
        // Who is signed out or offline is so for all of them.
        if (answer.problem === 'sign-in' || answer.problem === 'offline')
          for (const other of left.splice(0)) failed.push({ id: other, ...answer });
      }
    }
  };
  await Promise.all(Array.from({ length: actsAtOnce }, lane));
  return { done, failed, ...(otherwise.length > 0 ? { otherwise } : {}) };
}
