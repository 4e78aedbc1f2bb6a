// Signing an account out, with its application password revoked on the site first where that is wanted.
import { message } from '../../preload/text/text.ts';
import type { AppStore } from './client-state.ts';
import { destinations } from './selectors.ts';

type Parts = Pick<AppStore, 'bridge' | 'tell'>;

export async function signOut(store: Parts, accountId: string, revoke: boolean): Promise<void> {
  if (revoke && !(await revokeOurs(store, accountId))) return;
  await store.bridge.request('account.remove', accountId);
}

/** False = the site would not, or does not say which one it is; then the account stays, so that it can be tried again. */
async function revokeOurs({ bridge, tell }: Parts, accountId: string): Promise<boolean> {
  const listed = await bridge.request('account.passwords', accountId);
  const ours = listed.ok ? listed.value.find((password) => password.mark === 'in-use') : undefined;
  if (listed.ok && ours === undefined) {
    tell(message('account.not-revoked.unknown'), 'bad');
    return false;
  }
  const revoked = ours && (await bridge.request('account.revokePassword', { accountId, uuid: ours.uuid }));
  if (revoked?.ok) return true;
  // What the site answered may have ended the sign-in.
  const app = await bridge.request('app.state');
  const isIn = destinations(app).some(({ account }) => account.id === accountId && account.signedIn);
  tell(message(isIn ? 'account.not-revoked' : 'account.not-revoked.signed-out'), 'bad');
  return false;
}
