// The application passwords of the signed-in user, as the site keeps them (platform facts, section 4).
import { z } from 'zod';
import { type SiteAnswer, SiteRefusal } from '../../answers.ts';
import type { WallMs } from '../../model.ts';
import { type AuthorizedClient, platformRoute, type SiteCalls } from '../client/client.ts';
import { utc } from '../content/field-codecs.ts';
import { listOf, shownText } from '../content/records.ts';

/** Tells the site, and us, which application passwords Clipferry made: the same on every computer. */
export const appId = '6f1d2a0e-3b57-4c9a-8e44-c11b5f3e77a2';

const baseOf = (client: AuthorizedClient): string => platformRoute(client, 'users/me/application-passwords');

export interface AppPassword {
  readonly uuid: string;
  /** '' = the application named none. */
  readonly appId: string;
  readonly name: string;
  readonly createdAt: WallMs | null;
  readonly lastUsedAt: WallMs | null;
  readonly lastIp: string | null;
}

const time = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => utc(value));
const passwordSchema = z
  .looseObject({
    uuid: z.string().min(1).max(100),
    app_id: z.string().max(100).catch(''),
    name: shownText.catch(''),
    created: time,
    last_used: time,
    last_ip: z.string().max(100).nullish().catch(null),
  })
  .transform(
    (item): AppPassword => ({
      uuid: item.uuid,
      appId: item.app_id,
      name: item.name,
      createdAt: item.created,
      lastUsedAt: item.last_used,
      lastIp: item.last_ip ?? null,
    }),
  );
const madeSchema = z.looseObject({ password: z.string().min(1).max(1_000) });

function read<T>(schema: z.ZodType<T>, said: SiteAnswer): T {
  const result = schema.safeParse(said.json);
  if (!result.success) throw new SiteRefusal(said);
  return result.data;
}

const oneOf = (client: AuthorizedClient, uuid: string): string => `${baseOf(client)}/${encodeURIComponent(uuid)}`;

/** All of them; there is no paging. Like every call here it throws SiteRefusal or HttpError. */
export async function listPasswords(calls: SiteCalls, client: AuthorizedClient): Promise<readonly AppPassword[]> {
  return read(listOf(passwordSchema), await calls.json(client, { method: 'GET', route: baseOf(client) }));
}

/** Names tried beyond the first: somebody who signed in on one computer a hundred times is not worth more. */
const mostNames = 100;

/**
 * The password itself is told this once. Where the name is taken, it gets a number: up to 6.1 the platform wants a name of its
 * own for each. Not asked with `_fields`: that would empty the Location header.
 */
export async function createPassword(
  calls: SiteCalls,
  client: AuthorizedClient,
  name: string,
): Promise<AppPassword & { readonly password: string }> {
  for (let number = 1; ; number++) {
    const json = { name: number === 1 ? name : `${name} (${number})`, app_id: appId };
    const said = await calls.ask(client, { method: 'POST', route: baseOf(client), json });
    if (said.code === 'application_password_duplicate_name' && number <= mostNames) continue;
    if (said.status < 200 || said.status > 299) throw new SiteRefusal(said);
    return { ...read(passwordSchema, said), password: read(madeSchema, said).password };
  }
}

export async function getPassword(calls: SiteCalls, client: AuthorizedClient, uuid: string): Promise<AppPassword> {
  return read(passwordSchema, await calls.json(client, { method: 'GET', route: oneOf(client, uuid) }));
}

export async function renamePassword(
  calls: SiteCalls,
  client: AuthorizedClient,
  uuid: string,
  name: string,
): Promise<AppPassword> {
  return read(passwordSchema, await calls.json(client, { method: 'POST', route: oneOf(client, uuid), json: { name } }));
}

/** One that is already gone counts as deleted. A password may delete itself. */
export async function deletePassword(calls: SiteCalls, client: AuthorizedClient, uuid: string): Promise<void> {
  const said = await calls.ask(client, { method: 'DELETE', route: oneOf(client, uuid) });
  const gone = said.status === 404 && said.code === 'rest_application_password_not_found';
  const deleted = z.looseObject({ deleted: z.literal(true) }).safeParse(said.json).success;
  if (!gone && !(said.status === 200 && deleted)) throw new SiteRefusal(said);
}

/** All of the user's, the one in use included; gives how many there were. */
export async function deleteAllPasswords(calls: SiteCalls, client: AuthorizedClient): Promise<number> {
  const said = await calls.json(client, { method: 'DELETE', route: baseOf(client) });
  return read(z.looseObject({ deleted: z.literal(true), count: z.number() }), said).count;
}

/** The one that this very call is made with; null = the call is made with something else, such as a token. */
export async function introspectPassword(calls: SiteCalls, client: AuthorizedClient): Promise<AppPassword | null> {
  const said = await calls.ask(client, { method: 'GET', route: `${baseOf(client)}/introspect` });
  if (said.status === 404 && said.code === 'rest_no_authenticated_app_password') return null;
  if (said.status !== 200) throw new SiteRefusal(said);
  return read(passwordSchema, said);
}
