// Accounts whose site has a helper that was of no use to them: their clips go in one until it is seen to be of use, or the app starts anew.
import type { AccountId } from '../../model.ts';

export interface PiecesFitness {
  isUnfit(accountId: AccountId): boolean;
  unfit(accountId: AccountId): void;
  /** The helper of their site was seen to be there, ready and of use. */
  mayTry(accountIds: readonly AccountId[]): void;
}

export function createPiecesFitness(): PiecesFitness {
  const unfit = new Set<AccountId>();
  return {
    isUnfit: (accountId) => unfit.has(accountId),
    unfit: (accountId) => void unfit.add(accountId),
    mayTry: (accountIds) => {
      for (const accountId of accountIds) unfit.delete(accountId);
    },
  };
}
