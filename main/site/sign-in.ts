// Proves a sign-in: only users/me shows who the site takes us for (platform facts, section 3).
import type { ConnectFailure } from '../../preload/contract.ts';
import { type Said, SiteRefusal } from '../errors.ts';
import { HttpError } from '../ports.ts';
import type { SiteCalls, Speaker } from './client.ts';
import { CannotConnect, cannotConnect, type FoundSite, type OpenSite, openedSite } from './discover.ts';
import { userSchema } from './records.ts';

export interface Me {
  readonly userId: number;
  readonly login: string;
  readonly name: string;
  readonly canUpload: boolean;
  readonly canPublish: boolean;
  /** The site's clock minus this computer's, in ms. */
  readonly skewMs: number | null;
}

/** Asks the site who we are. Throws SiteRefusal or HttpError. */
export async function whoAmI(calls: SiteCalls, speaker: Speaker): Promise<Me> {
  const said = await calls.json(speaker, { method: 'GET', route: 'wp/v2/users/me', query: { context: 'edit' } });
  const user = userSchema.safeParse(said.json);
  if (!user.success) throw new SiteRefusal(said);
  const can = (right: string): boolean => user.data.capabilities?.[right] === true;
  return {
    userId: user.data.id,
    login: user.data.username ?? user.data.slug ?? '',
    name: user.data.name,
    canUpload: can('upload_files') && can('edit_posts'),
    canPublish: can('publish_posts'),
    skewMs: calls.skew(said),
  };
}

/** Whether the upload route's own permission check lets us pass; null = the site does not say. */
export async function mayUpload(calls: SiteCalls, speaker: Speaker, uploadRoute: string): Promise<boolean | null> {
  const said = await calls.ask(speaker, { method: 'OPTIONS', route: uploadRoute });
  if (said.status !== 200 || said.json === undefined) return null;
  return /\bPOST\b/.test(said.headers.allow ?? '');
}

/** Throws CannotConnect with what to tell the user. */
export async function proveSignIn(calls: SiteCalls, speaker: Speaker, uploadRoute: string): Promise<Me> {
  return told(async () => {
    const me = await whoAmI(calls, speaker);
    if (!me.canUpload || (await mayUpload(calls, speaker, uploadRoute)) === false)
      throw new CannotConnect('no-upload-right');
    return me;
  });
}

/** The same on a site that was only found so far; its API may become visible by signing in. */
export async function signInTo(
  calls: SiteCalls,
  found: FoundSite,
  authorization: string,
): Promise<{ readonly site: OpenSite; readonly me: Me }> {
  const { uploadRoute } = found;
  const site = await told(async () =>
    uploadRoute === null ? openedSite(calls, found, authorization) : { ...found, uploadRoute },
  );
  return { site, me: await proveSignIn(calls, { root: site.root, authorization }, site.uploadRoute) };
}

async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SiteRefusal) throw new CannotConnect(...refusal(error.said));
    if (error instanceof HttpError || error instanceof CannotConnect) throw cannotConnect(error);
    throw error;
  }
}

function refusal(said: Said): [ConnectFailure['problem'], string | null] {
  if (said.code?.startsWith('application_passwords_disabled')) return ['app-passwords-off', said.message];
  // Basic is dropped without an error, by a wrong password and by a server that strips the header alike: from outside the
  // two cannot be told apart on a bare site, so the words for this problem name both.
  if (said.status === 401 || said.status === 403)
    return said.webPage ? ['html-instead', said.message] : ['wrong-password', null];
  if (said.webPage) return [said.status === 503 ? 'maintenance' : 'html-instead', said.message];
  if (said.status >= 500) return ['server-error', said.message];
  return ['unexpected', said.message];
}
