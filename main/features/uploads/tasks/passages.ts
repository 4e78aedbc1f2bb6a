// What is known of the way to each site that takes clips in pieces: how large they may be, and by which method they pass.
import type { Site, SiteId } from '../../../model.ts';
import { type Logger, StoreError } from '../../../ports.ts';
import { createPieceMethod, type PieceMethod } from '../../../transfer/piece-method.ts';
import { createPieceSize, type PieceSize, usualPiece } from '../../../transfer/piece-size.ts';
import type { Accounts } from '../../accounts/accounts.ts';

export interface Passage {
  readonly pieceSize: PieceSize;
  readonly pieceMethod: PieceMethod;
}

export interface Passages {
  /** The same one for a site as long as the app runs; of its size the limit outlasts that. */
  to(site: Site): Passage;
}

export function createPassages(logger: Logger, accounts: Pick<Accounts, 'learn'>): Passages {
  const passages = new Map<SiteId, Passage>();

  const remember = (siteId: SiteId, pieceLimit: number | null): void => {
    logger.info('Pieces that pass on the way to a site', { site: siteId, bytes: pieceLimit });
    try {
      accounts.learn(siteId, { pieceLimit });
    } catch (error) {
      // Without room on the disk it is found out once more after the next start (F-43).
      if (!(error instanceof StoreError) || error.problem !== 'full') throw error;
    }
  };

  return {
    to: ({ id, pieceLimit }) => {
      const known = passages.get(id);
      if (known) return known;
      const onLimit = (limit: number | null): void => remember(id, limit);
      const passage: Passage = {
        pieceSize: createPieceSize(usualPiece, { limit: pieceLimit, onLimit }),
        pieceMethod: createPieceMethod(),
      };
      passages.set(id, passage);
      return passage;
    },
  };
}
