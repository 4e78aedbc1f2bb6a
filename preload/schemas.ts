// A zod schema per request: what main accepts from the renderer; keys and sizes beyond it are refused.
import { z } from 'zod';
import type { RequestInput, RequestName, SettingValues } from './contract.ts';
import { byField, type FieldKind, fieldIds, fields, type PlainDraft } from './fields.ts';
import {
  byRule,
  type FolderRules,
  type RuleId,
  type RuleKind,
  type RuleKinds,
  folderRules as ruleRecords,
} from './folder-rules.ts';
import { queueFilters } from './job-states.ts';
import { rowColumns } from './row-columns.ts';
import { type SignInWith, type TypedWay, typedWayIds, typedWays } from './sign-in-ways.ts';

const id = z.string().min(1).max(64);
/** Left out by whoever waits in any case. */
const wait = id.exactOptional();
/** Scheme, host and port. */
const proxy = z.string().min(1).max(300);
const ids = z.array(id).max(100_000);
const filter = z.enum(queueFilters);

const restBase = z.string().min(1).max(100);
/** One that becomes part of an address. */
const taxonomy = z.string().regex(/^[\w-]{1,64}$/);
const day = z.iso.date();
const termId = z.number().int().positive();
const termIds = z.array(termId).max(2_000);
const termChange = z.strictObject({ add: termIds, remove: termIds });
type PlainSchemas = { readonly [F in keyof PlainDraft]: z.ZodExactOptional<z.ZodType<PlainDraft[F]>> };

/** What the window may hand over of each field. */
const kinds: { readonly [K in FieldKind]: (most: number | null) => z.ZodType } = {
  text: (most) => z.string().max(most ?? 0),
  status: (most) => z.string().max(most ?? 0),
  moment: () => z.number().int().min(0).max(8_640_000_000_000_000),
  openness: () => z.boolean(),
};
const plainFields = byField<PlainSchemas>((field) =>
  kinds[fields[field].kind](fields[field].mostCharacters).nullable().exactOptional(),
);
const draft = z.strictObject({
  ...plainFields,
  terms: z.record(restBase, termIds).nullable().exactOptional(),
  termChanges: z.record(restBase, termChange).nullable().exactOptional(),
});
type WholeSchemas = { readonly [F in keyof PlainDraft]: z.ZodType<PlainDraft[F]> };
const wholeDraft = z.strictObject({
  ...byField<WholeSchemas>((field) => kinds[fields[field].kind](fields[field].mostCharacters).nullable()),
  terms: z.record(restBase, termIds).nullable(),
  termChanges: z.null(),
});
const needs = z.strictObject({ siteId: id, reason: z.string().max(50), detail: z.string().max(10_000).nullable() });
const sort = z.enum(['queue', 'name', 'size', 'newest']);
const columns = z.array(z.enum(rowColumns)).max(rowColumns.length);
const queueSearch = z.strictObject({
  text: z.string().max(500),
  accountIds: z.array(id).max(1_000).nullable(),
  from: z.strictObject({ folderId: id.nullable() }).nullable(),
});
const target = z.union([
  z.strictObject({ ids }),
  z.strictObject({ filter, search: queueSearch.exactOptional() }),
  z.strictObject({ needs }),
]);
const pattern = z.string().max(2_000);
const titleStart = z.number().int().min(0).max(1_000_000_000);
const interval = z.strictObject({
  count: z.number().int().min(1).max(10_000),
  unit: z.enum(['minute', 'hour', 'day', 'week']),
});
const ownChange = z.strictObject({ ...plainFields, terms: z.record(restBase, termIds).exactOptional() });
/** What each of many gets for itself; of very many it comes in parts. */
const mostEach = 100_000;
const each = z.array(ownChange).max(mostEach);
const after = z.number().int().min(0).max(mostEach);
const fieldName = z.union([z.enum(fieldIds), z.templateLiteral(['terms:', z.string()])]);

/** What the window may hand over by each way to sign in. */
const given = (way: TypedWay): z.ZodType => {
  const most: Readonly<Record<string, number | null>> = typedWays[way].most;
  const parts = Object.entries(most).map(([name, characters]) => [
    name,
    characters === null ? z.boolean() : z.string().min(1).max(characters),
  ]);
  return z.strictObject({ kind: z.literal(way), ...Object.fromEntries(parts) });
};
const signInWith = z.union(typedWayIds.map(given)) as z.ZodType<SignInWith>;

/** What the window may hand over of each rule of a folder. */
const ruleKinds: { readonly [K in RuleKind]: z.ZodType<RuleKinds[K]> } = {
  'yes-no': z.boolean(),
  extensions: z
    .array(z.string().regex(/^[a-z0-9]{1,8}$/))
    .min(1)
    .max(50)
    .nullable(),
  'quiet-time': z.number().int().min(100).max(600_000),
  status: z.string().min(1).max(64).nullable(),
  terms: z.record(restBase, termIds).nullable(),
  existing: z.enum(['take', 'leave']),
  hold: z.enum(['as-account', 'wait', 'at-once']),
  preset: id.nullable(),
};
type RuleSchemas = { readonly [R in RuleId]: z.ZodExactOptional<z.ZodType<FolderRules[R]>> };
const { existing: _settled, ...changeable } = byRule<RuleSchemas>((rule) =>
  ruleKinds[ruleRecords[rule].kind].exactOptional(),
);
const folderRules = z.strictObject(changeable);
const videoId = z.number().int().positive();
const video = z.strictObject({ accountId: id, videoId });
const seenText = (field: 'title' | 'description' | 'excerpt' | 'status') =>
  z.string().max(fields[field].mostCharacters).exactOptional();
const videoText = {
  ...{ videoId, draft },
  seen: z
    .strictObject({
      title: seenText('title'),
      description: seenText('description'),
      excerpt: seenText('excerpt'),
      status: seenText('status'),
    })
    .exactOptional(),
};
const videoTexts = z.array(z.strictObject(videoText)).min(1).max(mostEach);
const appPassword = z.strictObject({ accountId: id, uuid: z.uuid() });
const search = z.string().max(500);
const offset = z.number().int().min(0).max(10_000_000);
const limit = z.number().int().min(1).max(200);

/** The bounds of every setting; also checks what the settings file holds (main/shell/settings.ts). */
export const settingSchemas = {
  smallLanes: z.number().int().min(1).max(8),
  bigLanes: z.number().int().min(1).max(4),
  /** Below 50 kB/s a piece of one of many lanes could wait so long that a server gives the connection up. */
  bytesPerSecond: z.number().int().min(50_000).max(1_000_000_000).nullable(),
  week: z
    .string()
    .regex(/^[fsn]{168}$/)
    .nullable(),
  slowBytesPerSecond: z.number().int().min(50_000).max(1_000_000_000),
  keepAwake: z.boolean(),
  startAtLogin: z.boolean(),
  notify: z.boolean(),
  updates: z.enum(['automatic', 'ask', 'off']),
  appearance: z.enum(['system', 'light', 'dark']),
  libraryView: z.enum(['list', 'grid']),
  publicSites: z.array(id).max(1_000),
  columns,
  libraryColumns: columns,
} as const satisfies { readonly [K in keyof SettingValues]: z.ZodType<SettingValues[K]> };

const settingsChange = z.strictObject({
  smallLanes: settingSchemas.smallLanes.exactOptional(),
  bigLanes: settingSchemas.bigLanes.exactOptional(),
  bytesPerSecond: settingSchemas.bytesPerSecond.exactOptional(),
  week: settingSchemas.week.exactOptional(),
  slowBytesPerSecond: settingSchemas.slowBytesPerSecond.exactOptional(),
  keepAwake: settingSchemas.keepAwake.exactOptional(),
  startAtLogin: settingSchemas.startAtLogin.exactOptional(),
  notify: settingSchemas.notify.exactOptional(),
  updates: settingSchemas.updates.exactOptional(),
  appearance: settingSchemas.appearance.exactOptional(),
  libraryView: settingSchemas.libraryView.exactOptional(),
  publicSites: settingSchemas.publicSites.exactOptional(),
  columns: settingSchemas.columns.exactOptional(),
  libraryColumns: settingSchemas.libraryColumns.exactOptional(),
});

type InputSchemas = { readonly [N in RequestName]: z.ZodType<RequestInput<N>> };

/** Each schema takes the whole argument list. */
export const schemas = {
  'app.state': z.tuple([]),
  'wait.cancel': z.tuple([id]),
  'site.find': z.tuple([z.string().max(2_000), wait]),
  'site.trust': z.tuple([z.strictObject({ offer: id, host: z.string().max(2_000) })]),
  'site.openPasswordPage': z.tuple([id]),
  'site.open': z.tuple([id]),
  'site.tryNow': z.tuple([id]),
  'proxy.signIn': z.tuple([
    z.strictObject({
      id: proxy,
      user: z
        .string()
        .min(1)
        .max(300)
        .regex(/^[^:]+$/),
      password: z.string().max(10_000),
    }),
  ]),
  'proxy.forget': z.tuple([proxy]),
  'store.read': z.tuple([]),
  'store.showDamaged': z.tuple([]),
  'store.goOnHere': z.tuple([]),
  'store.leave': z.tuple([]),
  'site.remove': z.tuple([id]),
  'site.checkup': z.tuple([id]),
  'account.signIn': z.tuple([z.strictObject({ offer: id, with: signInWith }), wait]),
  'account.signInAgain': z.tuple([z.strictObject({ accountId: id, with: signInWith }), wait]),
  'account.approve': z.tuple([z.union([z.strictObject({ offer: id }), z.strictObject({ accountId: id })])]),
  'account.cancelApproval': z.tuple([id]),
  'account.passwords': z.tuple([id]),
  'account.password': z.tuple([appPassword]),
  'account.renamePassword': z.tuple([appPassword.extend({ name: z.string().min(1).max(200) })]),
  'account.revokePassword': z.tuple([appPassword]),
  'account.revokePasswords': z.tuple([z.strictObject({ accountId: id, which: z.enum(['others', 'all']) })]),
  'account.remove': z.tuple([id]),
  'queue.choose': z.tuple([z.strictObject({ accountId: id, what: z.enum(['files', 'folder']) })]),
  'queue.addOpened': z.tuple([id.nullable()]),
  'queue.view': z.tuple([
    z.strictObject({
      filter,
      search: queueSearch.exactOptional(),
      sort,
      offset,
      limit,
      columns: columns.exactOptional(),
    }),
  ]),
  'queue.placeOf': z.tuple([z.strictObject({ jobId: id, filter, sort })]),
  'queue.act': z.tuple([
    z.strictObject({
      act: z.enum(['send', 'pause', 'resume', 'cancel', 'retry', 'finish', 'remove', 'replace', 'keep']),
      target,
    }),
  ]),
  'queue.reorder': z.tuple([
    z.strictObject({
      target,
      place: z.union([
        z.strictObject({ to: z.enum(['first', 'last', 'up', 'down']) }),
        z.strictObject({ to: z.enum(['before', 'after']), jobId: id }),
      ]),
    }),
  ]),
  'queue.pause': z.tuple([z.boolean()]),
  'queue.sendAnyway': z.tuple([z.boolean()]),
  'queue.sendPublic': z.tuple([id]),
  'preset.save': z.tuple([
    z.strictObject({
      accountId: id,
      presetId: id.nullable(),
      name: z.string().trim().min(1).max(100),
      content: z.strictObject({ titlePattern: pattern.nullable(), draft: wholeDraft }),
    }),
  ]),
  'preset.remove': z.tuple([id]),
  'account.usePreset': z.tuple([z.strictObject({ accountId: id, presetId: id.nullable() })]),
  'account.holdNew': z.tuple([z.strictObject({ accountId: id, isHeld: z.boolean() })]),
  'queue.moveTo': z.tuple([z.strictObject({ ids, accountId: id })]),
  'job.watch': z.tuple([id.nullable()]),
  'job.describe': z.tuple([z.strictObject({ jobId: id, draft })]),
  'job.describeMany': z.tuple([
    z.strictObject({
      target,
      change: z.strictObject({
        draft: z.strictObject(plainFields),
        titlePattern: pattern.nullable(),
        titleStart: titleStart.exactOptional(),
        publishEvery: interval.exactOptional(),
        terms: z.record(restBase, termChange),
        each: each.exactOptional(),
      }),
      after: after.exactOptional(),
    }),
  ]),
  'job.handOver': z.tuple([z.strictObject({ after, ids, each })]),
  'job.summarize': z.tuple([target]),
  'job.previewTitles': z.tuple([z.strictObject({ target, pattern, start: titleStart })]),
  'job.resolve': z.tuple([z.strictObject({ jobId: id, mine: z.array(fieldName).max(200) })]),
  'job.sidecarSeen': z.tuple([id]),
  'site.form': z.tuple([z.strictObject({ accountId: id, fresh: z.boolean() })]),
  'terms.search': z.tuple([
    z.strictObject({
      accountId: id,
      taxonomy,
      search: z.string().max(300),
      page: z.number().int().min(1).max(100_000),
    }),
  ]),
  'terms.named': z.tuple([z.strictObject({ accountId: id, taxonomy, ids: termIds })]),
  'terms.create': z.tuple([
    z.strictObject({
      accountId: id,
      taxonomy,
      name: z.string().min(1).max(200),
      parent: z.number().int().min(0),
    }),
  ]),
  'job.candidates': z.tuple([id]),
  'job.choose': z.tuple([z.strictObject({ jobId: id, videoId: z.number().int().positive().nullable() })]),
  'job.openVideo': z.tuple([id]),
  'job.showFile': z.tuple([id]),
  'links.copy': z.tuple([
    z.strictObject({
      of: z.union([
        z.strictObject({ jobs: target }),
        z.strictObject({ accountId: id, videoIds: termIds.max(100_000) }),
      ]),
      form: z.enum(['lines', 'markdown', 'html', 'table', 'csv']),
    }),
  ]),
  'links.receipt': z.tuple([z.strictObject({ target, form: z.enum(['csv', 'json']) })]),
  'history.view': z.tuple([]),
  'history.save': z.tuple([]),
  'details.read': z.tuple([]),
  'details.rows': z.tuple([z.strictObject({ table: z.number().int(), from: z.number().int().min(0).max(10_000) })]),
  'details.match': z.tuple([z.array(z.string().min(1).max(4_096)).max(10_001)]),
  'details.terms': z.tuple([
    z.strictObject({ accountId: id, taxonomy, names: z.array(z.string().min(1).max(1_000)).min(1).max(5_000) }),
  ]),
  'details.save': z.tuple([z.strictObject({ target })]),
  'folder.choose': z.tuple([]),
  'folder.add': z.tuple([
    z.strictObject({ offer: id, accountId: id, existing: ruleKinds.existing, brought: id.exactOptional() }),
  ]),
  'folder.change': z.tuple([
    z.strictObject({ folderId: id, accountId: id.exactOptional(), rules: folderRules.exactOptional() }),
  ]),
  'folder.pause': z.tuple([z.strictObject({ folderId: id, paused: z.boolean() })]),
  'folder.remove': z.tuple([id]),
  'folder.scan': z.tuple([id]),
  'folder.show': z.tuple([id]),
  'folder.file': z.tuple([
    z.strictObject({
      folderId: id,
      name: z.string().min(1).max(4_096),
      act: z.enum(['show', 'send', 'ignore', 'heed']),
    }),
  ]),
  'acts.offers': z.tuple([]),
  'acts.take': z.tuple([z.strictObject({ id: z.number().int().positive(), way: z.enum(['undo', 'redo']) })]),
  'settings.get': z.tuple([]),
  'settings.change': z.tuple([settingsChange]),
  'settings.showFolder': z.tuple([z.enum(['data', 'log'])]),
  'updates.act': z.tuple([z.enum(['check', 'fetch', 'install', 'open', 'later'])]),
  'help.about': z.tuple([]),
  'help.licences': z.tuple([]),
  'help.showChromium': z.tuple([]),
  'help.report': z.tuple([z.strictObject({ withAddresses: z.boolean() })]),
  'help.save': z.tuple([id]),
  'help.saveHelper': z.tuple([]),
  'help.showSaved': z.tuple([]),
  'help.close': z.tuple([]),
  'move.gather': z.tuple([]),
  'move.save': z.tuple([id]),
  'move.showSaved': z.tuple([]),
  'move.open': z.tuple([]),
  'move.take': z.tuple([id]),
  'move.close': z.tuple([]),
  'library.page': z.tuple([
    z.strictObject({
      query: z.strictObject({
        accountId: id,
        search,
        status: z.string().min(1).max(64),
        author: z.enum(['me', 'all']),
        terms: z.record(taxonomy, z.array(z.number().int().positive()).max(100)),
        sort: z.enum(['newest', 'oldest', 'modified', 'title']),
        days: z.strictObject({ from: day.nullable(), to: day.nullable() }).exactOptional(),
        without: z
          .union([z.enum(['description', 'excerpt', 'poster']), z.templateLiteral(['terms:', taxonomy])])
          .exactOptional(),
      }),
      offset,
      limit,
      columns: columns.exactOptional(),
    }),
  ]),
  'library.filters': z.tuple([id]),
  'library.refresh': z.tuple([id]),
  'library.watch': z.tuple([video.nullable()]),
  'library.describe': z.tuple([z.strictObject({ accountId: id, ...videoText })]),
  'library.changeMany': z.tuple([
    z.strictObject({
      accountId: id,
      videoIds: z.array(videoId).max(10_000),
      statusesSeen: z.array(z.string().max(64)).max(10_000),
      change: z.strictObject({
        draft: z.strictObject(plainFields),
        publishEvery: interval.exactOptional(),
        terms: z.record(restBase, termChange),
      }),
    }),
  ]),
  'library.handOver': z.tuple([z.strictObject({ accountId: id, after, texts: videoTexts })]),
  'library.describeMany': z.tuple([z.strictObject({ accountId: id, texts: videoTexts, after: after.exactOptional() })]),
  'library.settle': z.tuple([z.strictObject({ accountId: id, videoId, how: z.enum(['theirs', 'retry']) })]),
  'library.resolve': z.tuple([z.strictObject({ accountId: id, videoId, mine: z.array(fieldName).max(1_000) })]),
  'library.act': z.tuple([
    z.strictObject({
      accountId: id,
      ids: z.array(videoId).min(1).max(100_000),
      act: z.enum(['trash', 'restore', 'publish-again', 'delete-forever']),
    }),
  ]),
  'library.batches': z.tuple([]),
  'library.batch': z.tuple([
    z.strictObject({ id: z.number().int().positive(), how: z.enum(['stop', 'told', 'retry', 'dismiss']) }),
  ]),
  'library.open': z.tuple([video]),
  'audit.state': z.tuple([id]),
  'audit.run': z.tuple([id]),
  'audit.dismiss': z.tuple([z.strictObject({ accountId: id, videoIds: z.tuple([videoId, videoId]) })]),
  'audit.trash': z.tuple([video]),
  'posts.page': z.tuple([z.strictObject({ accountId: id, search, offset, limit })]),
  'posts.open': z.tuple([z.strictObject({ accountId: id, postId: videoId })]),
  'posts.draft': z.tuple([
    z.strictObject({
      accountId: id,
      title: z.string().trim().min(1).max(1_000),
      videoIds: z.array(videoId).min(1).max(50),
    }),
  ]),
  'posts.edit': z.tuple([z.strictObject({ accountId: id, postId: videoId })]),
} as const satisfies InputSchemas;

/** What a drop hands over: real paths, named by the preload. */
export const addPathsSchema = z.tuple([
  z.array(z.string().min(1).max(32_768)).min(1).max(100_000),
  id,
  id.nullable().optional(),
]);
