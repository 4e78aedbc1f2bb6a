// What an account may do with the videos of others, by its capabilities: older platforms tell it of no single video (platform facts, section 21).
import type { OthersRights } from '../../model.ts';
import { type AuthorizedClient, platformRoute, type SiteCalls } from '../client/client.ts';
import { mayDo } from './capabilities.ts';
import { typeSchema, userSchema } from './records.ts';

/** Whatever its status: `act` of others', of public and of private ones. */
const needed = (act: 'edit' | 'delete'): readonly string[] =>
  ['others', 'published', 'private'].map((which) => `${act}_${which}_posts`);

export const noRights: OthersRights = { mayEdit: false, mayDelete: false };

/** False is also what nobody can know. Throws SiteRefusal, HttpError. */
export async function learnOthersRights(calls: SiteCalls, client: AuthorizedClient): Promise<OthersRights> {
  const query = { context: 'edit' };
  const [me, type] = await Promise.all([
    calls.json(client, { method: 'GET', route: platformRoute(client, 'users/me'), query }),
    calls.ask(client, { method: 'GET', route: platformRoute(client, 'types/video'), query }),
  ]);
  const listed = userSchema.safeParse(me.json).data?.capabilities ?? {};
  // A type may have capabilities of its own in the place of the usual ones.
  const named = typeSchema.safeParse(type.json).data?.capabilities ?? {};
  const may = (usual: string): boolean => {
    const own = named[usual];
    return mayDo(typeof own === 'string' ? own : usual, listed) === true;
  };
  return { mayEdit: needed('edit').every(may), mayDelete: needed('delete').every(may) };
}
