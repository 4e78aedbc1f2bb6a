// Claims on folders by a thread of their own; who does not answer soon is not waited for.
import type { Claimed, FolderClaims } from '../ports.ts';
import type { ClaimOrder, ClaimReport } from './claim-worker.ts';
import { workerThread } from './thread.ts';

/** After so many ms without an answer the folder counts as one in which nothing can be kept. */
const patienceMs = 3_000;

/** `patience` in ms. */
export function workerClaims(patience = patienceMs): FolderClaims {
  const waiting = new Map<number, (claimed: Claimed) => void>();
  let lastId = 0;
  const giveUp = (): void => {
    for (const settle of waiting.values()) settle('free');
  };
  const thread = workerThread<ClaimOrder, ClaimReport>(
    'claim-worker',
    ({ id, claimed }) => waiting.get(id)?.(claimed),
    giveUp,
  );

  const ask = (order: Omit<ClaimOrder, 'id'>): Promise<Claimed> => {
    const id = ++lastId;
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle('free'), patience);
      const settle = (claimed: Claimed): void => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(claimed);
      };
      waiting.set(id, settle);
      thread.tell({ id, ...order });
    });
  };

  return {
    claim: (folder, name, us, staleMs) => ask({ kind: 'claim', folder, name, us, staleMs }),
    release: async (folder, name, us) => {
      await ask({ kind: 'release', folder, name, us, staleMs: 0 });
    },
    close: async () => {
      giveUp();
      await thread.end();
    },
  };
}
