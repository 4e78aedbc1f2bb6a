// Learns from the site what form its videos have for this account: fields, statuses, taxonomies, rights, the site's clock.
import { z } from 'zod';
import type { SiteAnswer } from '../../answers.ts';
import { fieldIds, fields } from '../../fields.ts';
import type { FormShape, FormTaxonomy, SiteZone, WallMs } from '../../model.ts';
import { type AuthorizedClient, platformRoute, type SiteCalls } from '../client/client.ts';
import { mayDo } from './capabilities.ts';
import { indexSchema, listOf, objectOrEmpty, typeSchema, userSchema } from './records.ts';
import { readTaxonomies } from './taxonomies.ts';

const coreStatuses = ['publish', 'future', 'pending', 'draft', 'private'];
/** These need `publish_posts` (platform facts, section 11). */
const publicStatuses: ReadonlySet<string> = new Set(['publish', 'future', 'private']);
/** No choice of a person's. */
const hiddenStatuses: ReadonlySet<string> = new Set(['trash', 'auto-draft', 'inherit']);

export function allowedStatuses(statuses: readonly string[], mayPublish: boolean): readonly string[] {
  return statuses.filter((status) => !hiddenStatuses.has(status) && (mayPublish || !publicStatuses.has(status)));
}

/** What every such site has; for when this one was never asked with success. */
export function coreForm(mayPublish: boolean): FormShape {
  return {
    fields: fieldIds,
    statuses: allowedStatuses(coreStatuses, mayPublish),
    taxonomies: [],
    zone: { name: null, offsetMinutes: 0 },
    learnedAt: null,
  };
}

const argSchema = z.looseObject({ enum: listOf(z.string().max(64), 100).optional().catch(undefined) });
const optionsSchema = z.looseObject({
  endpoints: listOf(
    z.looseObject({
      methods: listOf(z.string(), 20).catch([]),
      args: objectOrEmpty(z.record(z.string(), z.unknown())).catch({}),
    }),
  ),
});

function zoneOf(said: SiteAnswer): SiteZone {
  const index = indexSchema.safeParse(said.json);
  if (!index.success) return { name: null, offsetMinutes: 0 };
  const { timezone_string: name, gmt_offset: hours } = index.data;
  return { name: knownZone(name) ? name : null, offsetMinutes: Math.round((hours ?? 0) * 60) };
}

function knownZone(name: string): boolean {
  if (name === '') return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Null = nobody can know before the site was asked to do it. */
type Can = (right: unknown, otherwise: string) => boolean | null;

function taxonomiesOf(said: SiteAnswer, can: Can): readonly FormTaxonomy[] {
  return (readTaxonomies(said) ?? []).flatMap(({ restBase, name, hierarchical, capabilities }) => {
    // What this account may not put on a video is no part of its form; where that is not known the site's answer decides.
    if (can(capabilities?.assign_terms, 'edit_posts') === false) return [];
    const canCreate = !hierarchical || can(capabilities?.edit_terms, 'manage_categories') !== false;
    return [{ restBase, name, hierarchical, canCreate }];
  });
}

/** Throws SiteRefusal or HttpError when the site cannot be asked; what one answer leaves open, core's form fills in. */
export async function learnForm(calls: SiteCalls, client: AuthorizedClient, now: WallMs): Promise<FormShape> {
  const context = { context: 'edit' };
  const editable = async (route: string, query: Record<string, string> = {}): Promise<SiteAnswer> => {
    const said = await calls.ask(client, { method: 'GET', route, query: { ...query, ...context } });
    // Of taxonomies core shows everybody those that they may assign, so that this is a "none" (platform facts, section 13).
    if (said.status === 200 || said.code === 'rest_cannot_view') return said;
    // Not everybody may see the edit form of this; the plain one says enough.
    return calls.json(client, { method: 'GET', route, query });
  };
  const [me, options, type, taxonomies, index] = await Promise.all([
    calls.json(client, { method: 'GET', route: platformRoute(client, 'users/me'), query: context }),
    calls.ask(client, { method: 'OPTIONS', route: platformRoute(client, 'video') }),
    editable(platformRoute(client, 'types/video')),
    editable(platformRoute(client, 'taxonomies'), { type: 'video' }),
    calls.json(client, { method: 'GET', route: '' }),
  ]);
  const rights = userSchema.safeParse(me.json).data?.capabilities ?? {};
  const can: Can = (right, otherwise) => mayDo(typeof right === 'string' ? right : otherwise, rights);
  const typeRights = typeSchema.safeParse(type.json).data?.capabilities;
  const args = optionsSchema.safeParse(options.json).data?.endpoints.find((one) => one.methods.includes('POST'))?.args;
  const statuses = argSchema.safeParse(args?.status).data?.enum ?? coreStatuses;
  return {
    fields: fieldIds.filter((field) => args === undefined || fields[field].wire.name in args),
    statuses: allowedStatuses(statuses, can(typeRights?.publish_posts, 'publish_posts') === true),
    taxonomies: taxonomiesOf(taxonomies, can),
    zone: zoneOf(index),
    learnedAt: now,
  };
}
