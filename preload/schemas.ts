// A zod schema per request: what main accepts from the renderer; keys and sizes beyond it are refused.
import { z } from 'zod';
import type { RequestInput, RequestName, SettingValues } from './contract.ts';

const id = z.string().min(1).max(64);
const ids = z.array(id).max(100_000);
const filter = z.enum(['all', 'needs-you', 'active', 'waiting', 'done']);
const secret = z.string().min(1).max(1_000);
const text = z.string().max(200_000);

const draft = z.strictObject({
  title: text.nullable().exactOptional(),
  description: text.nullable().exactOptional(),
  status: z.string().max(64).nullable().exactOptional(),
});

const login = z.string().min(1).max(300);
const signInWith = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('application-password'), login, password: secret }),
  z.strictObject({ kind: z.literal('account-password'), login, password: secret }),
  z.strictObject({ kind: z.literal('token'), token: z.string().min(1).max(10_000), consentPlainHttp: z.boolean() }),
]);

const folderRules = z.strictObject({
  recursive: z.boolean().exactOptional(),
  extensions: z
    .array(z.string().regex(/^[a-z0-9]{1,8}$/))
    .min(1)
    .max(50)
    .nullable()
    .exactOptional(),
  stableMs: z.number().int().min(100).max(600_000).exactOptional(),
  status: z.string().min(1).max(64).nullable().exactOptional(),
});

/** The bounds of every setting; also checks what the settings file holds (main/shell/settings.ts). */
export const settingSchemas = {
  smallLanes: z.number().int().min(1).max(8),
  bigLanes: z.number().int().min(1).max(4),
  /** Below 50 kB/s a piece of one of many lanes could wait so long that a server gives the connection up. */
  bytesPerSecond: z.number().int().min(50_000).max(1_000_000_000).nullable(),
  keepAwake: z.boolean(),
  startAtLogin: z.boolean(),
  notify: z.boolean(),
  appearance: z.enum(['system', 'light', 'dark']),
} as const satisfies { readonly [K in keyof SettingValues]: z.ZodType<SettingValues[K]> };

const settingsChange = z.strictObject({
  smallLanes: settingSchemas.smallLanes.exactOptional(),
  bigLanes: settingSchemas.bigLanes.exactOptional(),
  bytesPerSecond: settingSchemas.bytesPerSecond.exactOptional(),
  keepAwake: settingSchemas.keepAwake.exactOptional(),
  startAtLogin: settingSchemas.startAtLogin.exactOptional(),
  notify: settingSchemas.notify.exactOptional(),
  appearance: settingSchemas.appearance.exactOptional(),
});

type InputSchemas = { readonly [N in RequestName]: z.ZodType<RequestInput<N>> };

/** Each schema takes the whole argument list. */
export const schemas = {
  'app.state': z.tuple([]),
  'site.find': z.tuple([z.string().max(2_000)]),
  'site.openPasswordPage': z.tuple([id]),
  'site.open': z.tuple([id]),
  'site.remove': z.tuple([id]),
  'account.signIn': z.tuple([z.strictObject({ offer: id, with: signInWith })]),
  'account.signInAgain': z.tuple([z.strictObject({ accountId: id, with: signInWith })]),
  'account.approve': z.tuple([z.union([z.strictObject({ offer: id }), z.strictObject({ accountId: id })])]),
  'account.cancelApproval': z.tuple([id]),
  'account.passwords': z.tuple([id]),
  'account.revokePassword': z.tuple([z.strictObject({ accountId: id, uuid: z.uuid() })]),
  'account.remove': z.tuple([id]),
  'queue.choose': z.tuple([z.strictObject({ accountId: id, what: z.enum(['files', 'folder']) })]),
  'queue.addOpened': z.tuple([id.nullable()]),
  'queue.view': z.tuple([
    z.strictObject({
      filter,
      sort: z.enum(['queue', 'name', 'size', 'newest']),
      offset: z.number().int().min(0).max(10_000_000),
      limit: z.number().int().min(1).max(200),
    }),
  ]),
  'queue.act': z.tuple([
    z.strictObject({
      act: z.enum(['pause', 'resume', 'cancel', 'retry', 'finish', 'remove']),
      target: z.union([z.strictObject({ ids }), z.strictObject({ filter })]),
    }),
  ]),
  'queue.pause': z.tuple([z.boolean()]),
  'queue.moveTo': z.tuple([z.strictObject({ ids, accountId: id })]),
  'job.watch': z.tuple([id.nullable()]),
  'job.describe': z.tuple([z.strictObject({ jobId: id, draft })]),
  'job.choose': z.tuple([z.strictObject({ jobId: id, videoId: z.number().int().positive().nullable() })]),
  'job.openVideo': z.tuple([id]),
  'job.showFile': z.tuple([id]),
  'folder.choose': z.tuple([]),
  'folder.add': z.tuple([z.strictObject({ offer: id, accountId: id, existing: z.enum(['take', 'leave']) })]),
  'folder.change': z.tuple([
    z.strictObject({ folderId: id, accountId: id.exactOptional(), rules: folderRules.exactOptional() }),
  ]),
  'folder.pause': z.tuple([z.strictObject({ folderId: id, paused: z.boolean() })]),
  'folder.remove': z.tuple([id]),
  'folder.scan': z.tuple([id]),
  'folder.show': z.tuple([id]),
  'settings.get': z.tuple([]),
  'settings.change': z.tuple([settingsChange]),
  'settings.showFolder': z.tuple([z.enum(['data', 'log'])]),
} as const satisfies InputSchemas;

/** What a drop hands over: real paths, named by the preload. */
export const addPathsSchema = z.tuple([z.array(z.string().min(1).max(32_768)).min(1).max(100_000), id]);
