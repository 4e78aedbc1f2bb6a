// What a person has done to many videos on a site: some at a time, each answer for itself, and none asked in vain.
import type { AccountId, LibraryAct, LibraryFailure } from '../../model.ts';
import type { SiteCalls } from '../../site/client/client.ts';
import { actOnVideo } from '../../site/content/trash.ts';
import type { Handlers } from '../../uploader-api.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { requireClient } from '../accounts/require.ts';

export interface ActOptions {
  readonly accounts: Accounts;
  readonly calls: SiteCalls;
  /** What a failure means for a list of the account. */
  readonly sort: (accountId: AccountId, error: unknown) => LibraryFailure;
}

type Result = Awaited<ReturnType<Handlers['library.act']>>;
type Failed = Result['failed'][number];

const actsAtOnce = 3;

async function actOnOne(
  { accounts, calls, sort }: ActOptions,
  accountId: AccountId,
  id: number,
  what: LibraryAct,
): Promise<Omit<Failed, 'id'> | { readonly is: string } | null> {
  try {
    const answer = await actOnVideo(calls, requireClient(accounts, accountId), id, what);
    return typeof answer === 'string' ? { problem: answer, said: null } : answer;
  } catch (error) {
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
  const lane = async (): Promise<void> => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      const answer = await actOnOne(options, accountId, id, what);
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
