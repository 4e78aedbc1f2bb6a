// The one file by which a person moves to another computer: which parts it has, what stands in each, and how much of it is read.
//
// It is a zip of JSON texts. A manifest names the parts, so that one that is missing is noticed. Secrets have no place in any of them.
import { z } from 'zod';
import type { PresetContent } from '../../../preload/contract.ts';
import { storedDraft } from '../../fields.ts';
import {
  byOffer,
  byRule,
  type FolderRules,
  folderRules,
  methodIds,
  type RuleId,
  type RuleKind,
  type RuleKinds,
} from '../../model.ts';
import { count, pathSegment, whole } from '../../untrusted/stored.ts';

/** What this Clipferry writes, and the newest that it reads. */
export const moveVersion = 1;
export const moveKind = 'clipferry-move';
export const manifestName = 'manifest.json';
export const sitesName = 'sites.json';
export const foldersName = 'folders.json';
export const settingsName = 'settings.json';
export const clipsName = (part: number): string => `clips-${part}.json`;
export const isClipsName = (name: string): boolean => /^clips-\d{1,6}\.json$/.test(name);

/** Clips that are written and read; twice what one list is made for. */
export const mostMovedClips = 200_000;
/** In one part: read in some ten milliseconds, between which the queue has its turn. */
export const clipsInPart = 5_000;
const mostOfEach = 1_000;

const text = z.string().max(300);
const webAddress = z.url({ protocol: /^https?$/ }).max(2_000);
const key = z.string().regex(/^[\w-]{1,64}$/);

/** What every version begins with. */
export const anyManifest = z.object({ kind: z.literal(moveKind), version: count });
export const manifestSchema = z.object({
  /** Of the Clipferry that wrote it. */
  app: z.string().max(100),
  computer: text,
  savedAt: count,
  /** Clips that were still waiting there. */
  openClips: count,
  /** One that is named twice would be unpacked and read as often. */
  parts: z
    .array(z.string().max(100))
    .max(mostOfEach)
    .refine((parts) => new Set(parts).size === parts.length),
});
export type MoveManifest = z.infer<typeof manifestSchema>;

/** Each of them is read by itself: one that cannot be read is left out. */
const list = z.array(z.unknown()).max(mostOfEach);
export const sitesPart = z.object({ sites: list });
export const foldersPart = z.object({ folders: list });
export const settingsPart = z.object({ values: z.record(z.string(), z.unknown()) });
export const clipsPart = z.object({ account: key, clips: z.array(z.unknown()).max(clipsInPart) });

const presetContent: z.ZodType<PresetContent> = z.object({
  titlePattern: z.string().max(2_000).nullable(),
  draft: storedDraft,
});
const movedAccount = z.object({
  /** Names it in the other parts. */
  key,
  login: text,
  name: text,
  userId: count.min(1),
  canUpload: z.boolean(),
  canPublish: z.boolean(),
  method: z.enum(methodIds),
  /** Files of an older Clipferry have none. */
  holdsNew: z.boolean().nullable().prefault(null),
  presetId: key.nullable().prefault(null),
  presets: z
    .array(
      z.object({
        id: key,
        name: z.string().min(1).max(100),
        content: presetContent,
      }),
    )
    .max(mostOfEach)
    .prefault([]),
});
/** What is learned of a site by using it stays where it was learned. */
export const movedSite = z.object({
  name: text,
  address: webAddress,
  root: webAddress,
  platform: pathSegment,
  uploadRoute: z.string().regex(/^[\w-][\w.-]{0,99}(?:\/[\w-][\w.-]{0,99}){0,9}$/),
  passwordPage: webAddress.nullable(),
  ways: z.object(byOffer(() => z.boolean())),
  accounts: z.array(movedAccount).max(mostOfEach),
});
export type MovedAccount = z.infer<typeof movedAccount>;
export type MovedSite = z.infer<typeof movedSite>;

/** As the window may set them, for they come from nowhere else. */
const kinds: { readonly [K in RuleKind]: z.ZodType<RuleKinds[K]> } = {
  'yes-no': z.boolean(),
  extensions: z
    .array(z.string().regex(/^[a-z0-9]{1,8}$/))
    .min(1)
    .max(50)
    .nullable(),
  'quiet-time': whole.min(100).max(600_000),
  status: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .nullable(),
  terms: z.record(z.string().regex(/^[\w-]{1,100}$/), z.array(count.min(1)).max(2_000)).nullable(),
  existing: z.enum(['take', 'leave']),
  hold: z.enum(['as-account', 'wait', 'at-once']),
  preset: key.nullable(),
};
/** The generation of rules that the first files held whole. */
const newestInFirstFiles = 1;
export const movedFolder = z.object({
  id: key,
  /** Where it lay; shown, so that its user knows which one it is. */
  path: z.string().min(1).max(4_096),
  account: key,
  paused: z.boolean(),
  rules: z.object(
    byRule<{ readonly [R in RuleId]: z.ZodType<FolderRules[R]> }>((rule) => {
      const { kind, first, since } = folderRules[rule];
      // A Clipferry that did not have the rule wrote nothing of it.
      return since > newestInFirstFiles ? kinds[kind].prefault(first as never) : kinds[kind];
    }),
  ),
});
export type MovedFolder = z.infer<typeof movedFolder>;

/** Bytes, sha256, video, when it arrived, file name. */
export const movedClip = z.tuple([
  count.min(1),
  z.string().regex(/^[\da-f]{64}$/),
  count.min(1),
  count,
  z.string().max(1_000),
]);
export type MovedClip = z.infer<typeof movedClip>;
