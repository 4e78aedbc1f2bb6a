// What a video on the site lacks: words in a text, a picture, or terms; as far as its record tells.
import { z } from 'zod';
import type { Lack, Video } from '../../model.ts';
import { hasWords } from './field-codecs.ts';
import { listOf } from './records.ts';

const wireNames = { description: 'content', excerpt: 'excerpt' } as const;
const told = z.string().optional().catch(undefined);
const textSchema = z.object({ raw: told, rendered: told, protected: z.boolean().optional().catch(undefined) });
const pictureSchema = z.looseObject({ featured_media: z.number().int() });

/**
 * What has to be asked for of each record to tell. Texts as they are printed are asked for only where they are not shown as typed: making them
 * costs a site much more than the rest of a list.
 */
export function lackFields(lack: Lack, context: 'edit' | 'view'): readonly string[] {
  if (lack === 'poster') return ['featured_media'];
  if (lack === 'description' || lack === 'excerpt')
    return (context === 'edit' ? ['raw'] : ['rendered', 'protected']).map((part) => `${wireNames[lack]}.${part}`);
  return [lack.slice('terms:'.length)];
}

/** As `lacks`, of a video whose values are known; its picture is none of them. */
export function videoLacks({ description, excerpt, terms }: Video, lack: Lack): boolean {
  if (lack === 'poster') return true;
  if (lack === 'description' || lack === 'excerpt') return !hasWords({ description, excerpt }[lack]);
  return (terms[lack.slice('terms:'.length)] ?? []).length === 0;
}

/** False also where the record does not tell. */
export function lacks(json: unknown, lack: Lack): boolean {
  if (lack === 'poster') {
    const read = pictureSchema.safeParse(json);
    return read.success && read.data.featured_media === 0;
  }
  if (lack === 'description' || lack === 'excerpt') {
    const read = z.looseObject({ [wireNames[lack]]: textSchema }).safeParse(json);
    const text = read.data?.[wireNames[lack]];
    // What a password hides is shown as an empty text to those who may not edit it.
    const shown = text?.raw ?? (text?.protected ? undefined : text?.rendered);
    return shown !== undefined && !hasWords(shown);
  }
  const taxonomy = lack.slice('terms:'.length);
  const read = z.looseObject({ [taxonomy]: listOf(z.unknown()) }).safeParse(json);
  return read.success && read.data[taxonomy]?.length === 0;
}
