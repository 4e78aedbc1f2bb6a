// The routes that manage application passwords, one's own or by those who may edit users (platform facts, section 4).
import { createAppPassword, disabledError, disabledForUser } from './app-passwords.ts';
import { notLoggedIn, RestError, refused } from './errors.ts';
import type { ArgSpecs } from './params.ts';
import { created, ok, type RestAnswer, type RestRequest, type Route } from './rest.ts';
import { can, type User } from './roles.ts';
import type { Site } from './site.ts';
import type { AppPasswordRow } from './store.ts';

function blankName(value: unknown): RestError | null {
  if (value === '') return new RestError('rest_too_short', 'name must be at least 1 character long.', 0);
  if (/\S/.test(String(value))) return null;
  return new RestError('rest_invalid_pattern', 'name does not match pattern .*\\S.*.', 0);
}

/** An empty `app_id` is refused, as up to WordPress 6.8: leave it out instead. */
const FIELDS: ArgSpecs = {
  app_id: { type: 'string', format: 'uuid' },
  name: { type: 'string', check: blankName },
};

/** Whose passwords the route speaks of. */
function personOf({ site, address, params, user }: RestRequest): User | RestError {
  if (!site.appPasswordsAvailable(address)) return disabledError(501);
  const me = params.user_id === 'me';
  const person = me ? user : site.store.user(Number(params.user_id));
  if (!person) return me ? notLoggedIn() : new RestError('rest_user_invalid_id', 'Invalid user ID.', 404);
  return disabledForUser(site, person, 501) ?? person;
}

/** Everybody may manage their own, and who may edit users those of others. `verb` is that of the error. */
function permission(verb: string, plural = ''): (request: RestRequest) => RestError | null {
  return (request) => {
    const { user } = request;
    const person = personOf(request);
    if (person instanceof RestError) return person;
    if (person.id === user?.id || can(user, 'edit_users')) return null;
    const what = plural ? 'application passwords for this user' : 'this application password';
    const code = `rest_cannot_${verb}_application_password${plural}`;
    return refused(user, code, `Sorry, you are not allowed to ${verb} ${what}.`);
  };
}

function introspectPermission(request: RestRequest): RestError | null {
  const person = personOf(request);
  if (person instanceof RestError) return person;
  if (person.id === request.user?.id) return null;
  const message = 'The authenticated application password can only be introspected for the current user.';
  return refused(request.user, 'rest_cannot_introspect_app_password_for_non_authenticated_user', message);
}

function person(request: RestRequest): User {
  const found = personOf(request);
  if (found instanceof RestError) throw found;
  return found;
}

function fields(row: AppPasswordRow): Record<string, unknown> {
  return {
    uuid: row.uuid,
    app_id: row.appId,
    name: row.name,
    created: row.created,
    last_used: row.lastUsed,
    last_ip: row.lastIp,
  };
}

function addressOf({ site, address }: RestRequest, row: AppPasswordRow): string {
  return site.rest(address, site.v2(`/users/${row.userId}/application-passwords/${row.uuid}`));
}

function item(request: RestRequest, row: AppPasswordRow, extra: object = {}): Record<string, unknown> {
  return { ...fields(row), ...extra, _links: { self: [{ href: addressOf(request, row) }] } };
}

function rowOf(request: RestRequest, uuid: unknown): AppPasswordRow {
  const row = request.site.store.appPasswords(person(request).id).find((one) => one.uuid === uuid);
  if (!row) throw new RestError('rest_application_password_not_found', 'Application password not found.', 404);
  return row;
}

function cleanName(name: unknown): string {
  const clean = String(name)
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (clean !== '') return clean;
  const message = 'An application name is required to create an application password.';
  throw new RestError('application_password_empty_name', message, 400);
}

function create(request: RestRequest): RestAnswer {
  const { site, params } = request;
  const appId = params.app_id === undefined ? {} : { appId: String(params.app_id) };
  const name = cleanName(params.name);
  const user = person(request);
  if (site.switches.appPasswordNamesDiffer && site.store.appPasswords(user.id).some((one) => one.name === name)) {
    throw new RestError('application_password_duplicate_name', 'Each application name should be unique.', 409);
  }
  const { row, password } = createAppPassword(site, user.id, { name, ...appId });
  // The address is taken from the thinned body, so `_fields` empties it.
  const thinned = params._fields !== undefined && !String(params._fields).includes('_links');
  return created(item(request, row, { password }), thinned ? '' : addressOf(request, row));
}

function rename(request: RestRequest): RestAnswer {
  const { site, params } = request;
  const row = rowOf(request, params.uuid);
  if (params.name === undefined) return ok(item(request, row));
  const name = cleanName(params.name);
  site.store.run('UPDATE appPasswords SET name = ? WHERE uuid = ?', name, row.uuid);
  return ok(item(request, { ...row, name }));
}

function remove(request: RestRequest): RestAnswer {
  const row = rowOf(request, request.params.uuid);
  request.site.store.removeAppPassword(row.uuid);
  return ok({ deleted: true, previous: fields(row) });
}

function removeAll(request: RestRequest): RestAnswer {
  const { store } = request.site;
  const rows = store.appPasswords(person(request).id);
  for (const { uuid } of rows) store.removeAppPassword(uuid);
  return ok({ deleted: true, count: rows.length });
}

function introspect(request: RestRequest): RestAnswer {
  const { appPasswordUuid } = request.signIn;
  if (appPasswordUuid === null) {
    const message = 'Cannot introspect application password.';
    throw new RestError('rest_no_authenticated_app_password', message, 404);
  }
  return ok(item(request, rowOf(request, appPasswordUuid)));
}

export function appPasswordRoutes(site: Site): Route[] {
  const namespace = `${site.options.platformNs}/v2`;
  const base = site.v2('/users/(?P<user_id>(?:[\\d]+|me))/application-passwords');
  const get = { methods: ['GET'], args: {} };
  const required = { ...FIELDS, name: { ...FIELDS.name, type: 'string', required: true } } as const;
  return [
    {
      namespace,
      path: base,
      endpoints: [
        {
          ...get,
          permission: permission('list', 's'),
          handler: (request) => ok(site.store.appPasswords(person(request).id).map((row) => item(request, row))),
        },
        { methods: ['POST'], args: required, permission: permission('create', 's'), handler: create },
        { methods: ['DELETE'], args: {}, permission: permission('delete', 's'), handler: removeAll },
      ],
    },
    {
      namespace,
      path: `${base}/introspect`,
      endpoints: [{ ...get, permission: introspectPermission, handler: introspect }],
    },
    {
      namespace,
      path: `${base}/(?P<uuid>[\\w\\-]+)`,
      endpoints: [
        {
          ...get,
          permission: permission('read'),
          handler: (request) => ok(item(request, rowOf(request, request.params.uuid))),
        },
        { methods: ['POST', 'PUT', 'PATCH'], args: FIELDS, permission: permission('edit'), handler: rename },
        { methods: ['DELETE'], args: {}, permission: permission('delete'), handler: remove },
      ],
    },
  ];
}
