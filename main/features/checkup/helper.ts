// What a check-up makes of our helper on a site: whether clips go in pieces from now on, and which version this Clipferry brings.
import type { HelperTrouble, SiteId } from '../../model.ts';
import type { Logger, Support } from '../../ports.ts';
import { type HelperTold, helperTroubleIn, helperVersion } from '../../site/connect/helper-told.ts';
import type { SiteSeen } from '../../site/connect/inspect-site.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { PiecesFitness } from '../uploads/pieces-fitness.ts';

export interface HelperOptions {
  readonly logger: Logger;
  readonly accounts: Pick<Accounts, 'learn' | 'site'>;
  readonly piecesFitness: Pick<PiecesFitness, 'mayTry'>;
  /** Left out = nobody knows which helper this Clipferry brings. */
  readonly support?: Pick<Support, 'helperFiles'>;
}

/** What was known stays until the helper itself says that it is over: what it does not say, or says oddly, says nothing. */
function troubleNow(known: HelperTrouble | null, helper: HelperTold): HelperTrouble | null {
  const told = helperTroubleIn(helper);
  if (told !== null || known === null) return told;
  // Whether pieces pass by now only a piece can tell.
  const isOver = known === 'refuses' ? helper.handOver !== null : helper.isReady === true;
  return isOver ? null : known;
}

/** An owner may have installed our helper, or removed it, and it may be of no use there. One that says nothing is as it was. */
export function learnHelper(options: HelperOptions, siteId: SiteId, { hasHelper: isThere, helper, people }: SiteSeen) {
  const { accounts, piecesFitness } = options;
  const site = accounts.site(siteId);
  if (site === null || isThere === null) return;
  const told = helper === null ? site.helperTrouble : troubleNow(site.helperTrouble, helper);
  const helperTrouble = isThere ? told : null;
  const hasHelper = isThere && helperTrouble === null;
  if (hasHelper && helper?.isReady) piecesFitness.mayTry(people.map(({ account }) => account.id));
  if (hasHelper === site.hasHelper && helperTrouble === site.helperTrouble) return;
  // What was too large for one request is no more than any other clip in pieces.
  const size = hasHelper && !site.hasHelper ? { sizeLimit: null } : {};
  accounts.learn(siteId, { hasHelper, helperTrouble, ...size });
}

/** The version of the helper that lies beside the app; null = it cannot be told. */
export async function readCarriedHelper({ logger, support }: HelperOptions): Promise<string | null> {
  try {
    return helperVersion((await support?.helperFiles()) ?? []);
  } catch (error) {
    logger.warn('The helper that is to lie beside the app cannot be read', { error: String(error) });
    return null;
  }
}
