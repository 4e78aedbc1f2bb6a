// One account on one site for the tests of a job's work: what is learned of the site is in it at once.
import type { Account, Site } from '../../../../../main/model.ts';
import { aSite } from '../../../a-site.ts';

export const account: Account = {
  id: 'account-1',
  siteId: 'site-1',
  login: 'ava',
  name: 'Ava',
  userId: 3,
  canUpload: true,
  canPublish: true,
  signedIn: true,
  method: 'application-password',
  tokenEndsAt: null,
  passwordUuid: null,
  publishesAtOnce: null,
  publicUnasked: false,
  holdsNew: null,
  presetId: null,
};

const fresh = aSite();

export interface OneAccount {
  site: Site | null;
  holdsNew: boolean;
  /** What was learned, in order. */
  readonly learned: Partial<Site>[];
  readonly accounts: {
    account(id: string): Account | null;
    holdsNew(id: string): boolean;
    siteOf(id: string): Site | null;
    learn(id: string, what: Partial<Site>): void;
  };
}

/** The account's site as it is known; anybody else's is not. */
export function oneAccount(known: Partial<Site> = {}): OneAccount {
  const one: OneAccount = {
    site: { ...fresh, ...known },
    holdsNew: false,
    learned: [],
    accounts: {
      account: (id) => (id === account.id && one.site ? account : null),
      holdsNew: () => one.holdsNew,
      siteOf: (id) => (id === account.id ? one.site : null),
      learn: (id, what) => {
        if (one.site?.id !== id) throw new Error(`${id} is not known`);
        one.learned.push(what);
        one.site = { ...one.site, ...what };
      },
    },
  };
  return one;
}
