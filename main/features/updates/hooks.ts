// What the updates hear of the rest of the engine.
import type { SiteView } from '../../../preload/contract.ts';
import type { UpdateHooks } from '../../ports/updates.ts';
import type { Secrets } from '../../ports.ts';
import type { Runner } from '../../queue/runner/runner.ts';
import type { Changes, Signals } from '../changes.ts';

export interface HookedTo {
  readonly accounts: { views(): readonly SiteView[] };
  readonly changes: Signals<Changes>;
  readonly runner: Pick<Runner, 'isWorking'>;
  readonly secrets: Pick<Secrets, 'keeping'>;
}

export const updateHooks = ({ accounts, changes, runner, secrets }: HookedTo): UpdateHooks => ({
  isBusy: runner.isWorking,
  losesSignIns: () =>
    secrets.keeping() === 'session' && accounts.views().some((site) => site.accounts.some(({ signedIn }) => signedIn)),
  onChange: () => changes.tell('shown', null),
});
