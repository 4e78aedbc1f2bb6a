// What an act keeps of each clip or video, as it lies on the disk: unknown until it has this shape.
import { z } from 'zod';
import type { ActKind } from '../../../preload/contract.ts';
import { fieldName, fieldValue } from '../../fields.ts';
import { storedState } from '../../states.ts';
import { readRow } from '../../untrusted/rows.ts';
import { ids } from '../../untrusted/stored.ts';
import type { FieldActs } from './text-parts.ts';

const termChange = z.object({ add: ids, remove: ids });
const part = z.union([
  z.object({ value: fieldValue.nullable() }),
  z.object({ whole: ids.nullable(), change: termChange.nullable() }),
]);
const items = {
  text: z.object({
    fields: z.partialRecord(
      fieldName,
      z.object({
        before: part,
        after: part,
        there: fieldValue.exactOptional(),
        sent: fieldValue.exactOptional(),
        seen: fieldValue.exactOptional(),
        back: part.exactOptional(),
      }),
    ),
  }),
  state: z.object({ was: storedState }),
  place: z.object({ from: z.number(), to: z.number() }),
  // 'was' is not known before its site was asked what it is.
  status: z.object({ was: z.string().nullable(), is: z.string(), isBack: z.boolean().exactOptional() }),
} as const;
/** What was read has the shape of what was written. */
type Items = { readonly [K in Exclude<keyof typeof items, 'text'>]: z.infer<(typeof items)[K]> } & {
  readonly text: { readonly fields: FieldActs };
};

/** What an act of each kind keeps of each clip or video. */
export const keptOf = {
  text: 'text',
  'video-text': 'text',
  order: 'place',
  remove: 'state',
  cancel: 'state',
  trash: 'status',
  restore: 'status',
} as const satisfies Record<ActKind, keyof Items>;
export const actKind = z.enum(Object.keys(keptOf) as [ActKind, ...ActKind[]]);
export type Kept<K extends ActKind> = Items[(typeof keptOf)[K]];

/** Null = it cannot be read, or there is none: then it is as if nothing had been done to it. */
export function readItem<K extends ActKind>(kind: K, text: unknown): Kept<K> | null {
  const read = readRow(items[keptOf[kind]] as unknown as z.ZodType<Kept<K>>, text);
  return read.ok ? read.value : null;
}

/** A video of an account, as items are named by. */
export function aboutVideo(accountId: string, videoId: number): string {
  return `${accountId} ${videoId}`;
}

export function videoOfAbout(about: string): { readonly accountId: string; readonly videoId: number } {
  const [accountId = '', videoId] = about.split(' ');
  return { accountId, videoId: Number(videoId) };
}
