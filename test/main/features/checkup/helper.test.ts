// What a check-up believes of a site's helper: its own word, and of what it does not say what was known.
import { expect, it } from 'vitest';
import { learnHelper } from '../../../../main/features/checkup/helper.ts';
import type { Site } from '../../../../main/model.ts';
import type { HelperTold } from '../../../../main/site/connect/helper-told.ts';
import type { SiteSeen } from '../../../../main/site/connect/inspect-site.ts';
import { aSite } from '../../a-site.ts';

/** What the site is known for after a check-up to which its helper said this. */
function learned(known: Pick<Site, 'hasHelper' | 'helperTrouble'>, helper: Partial<HelperTold> | null) {
  let site = aSite(known);
  const accounts = {
    site: () => site,
    learn: (_: string, what: Partial<Site>) => {
      site = { ...site, ...what };
    },
  };
  const options = { accounts, piecesFitness: { mayTry: () => {} }, logger: {} } as unknown as Parameters<
    typeof learnHelper
  >[0];
  const told = helper === null ? null : { version: '1.0.0', isReady: null, handOver: null, ...helper };
  learnHelper(options, site.id, { hasHelper: true, helper: told, people: [] } as unknown as SiteSeen);
  return [site.hasHelper, site.helperTrouble];
}

const wellKnown = { hasHelper: true, helperTrouble: null } as const;
const notReady = { hasHelper: false, helperTrouble: 'not-ready' } as const;
const refuses = { hasHelper: false, helperTrouble: 'refuses' } as const;

const blocked = { hasHelper: false, helperTrouble: 'blocked' } as const;

it.each([
  ['was blocked, and says nothing of itself', blocked, null, [false, 'blocked']],
  ['was blocked, and says that it is not ready', blocked, { isReady: false }, [false, 'not-ready']],
  ['was blocked, and says nothing of being ready', blocked, { handOver: 'works' }, [false, 'blocked']],
  ['was blocked, and may be let through by now', blocked, { isReady: true, handOver: 'works' }, [true, null]],
  ['says nothing', notReady, null, [false, 'not-ready']],
  ['does not say whether it is ready', notReady, { handOver: 'works' }, [false, 'not-ready']],
  ['is ready again', notReady, { isReady: true }, [true, null]],
  ['does not say whether it is refused', refuses, { isReady: true }, [false, 'refuses']],
  ['is not refused any more', refuses, { isReady: true, handOver: 'unknown' }, [true, null]],
  ['is refused now', wellKnown, { isReady: true, handOver: 'refused' }, [false, 'refuses']],
  ['is not ready now', wellKnown, { isReady: false }, [false, 'not-ready']],
  ['only says its version', wellKnown, {}, [true, null]],
] as const)('one that %s', (_, known, helper, expected) => {
  expect(learned(known, helper)).toEqual(expected);
});
