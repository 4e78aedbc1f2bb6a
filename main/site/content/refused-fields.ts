// Which of the sent fields a site's refusal of an update is about, so that the others need not wait for them.
import { z } from 'zod';
import { refusesSignIn, type SiteAnswer } from '../../answers.ts';
import type { FieldName, FieldValues } from '../../model.ts';
import { fieldsOf, taxonomyOf } from './merge-fields.ts';

/** Who may see a video and from when: what is left of these alone could show it to those it was not meant for. */
export const whoSees: ReadonlySet<FieldName> = new Set(['status', 'publishAt', 'password']);

/** What core's update calls the fields whose name it is not (platform facts, section 11). */
const sentAs: Readonly<Record<string, readonly string[]>> = {
  description: ['content'],
  publishAt: ['date', 'date_gmt'],
  commentsOpen: ['comment_status'],
};

const namedSchema = z.looseObject({ data: z.looseObject({ params: z.record(z.string(), z.unknown()) }) });

/** Codes of core that are about the video or the request as a whole. */
const aboutTheWhole = /^rest_(cannot_edit|forbidden|post_invalid_id|no_route|invalid_json)/;

/** A settled no about what was sent, not about who asks or when. */
function isRefusalOfFields(said: SiteAnswer): boolean {
  if (said.code === null || said.webPage || refusesSignIn(said)) return false;
  return (said.status === 400 || said.status === 403) && !aboutTheWhole.test(said.code);
}

/**
 * The fields to leave out at the next try; none = the refusal is about the whole. Core names wrong values, but of terms that may not
 * be assigned only that there are some (section 11), and plugins say what they like: terms are what sites refuse most.
 */
export function suspectFields(said: SiteAnswer, sent: FieldValues): readonly FieldName[] {
  if (!isRefusalOfFields(said)) return [];
  const all = fieldsOf(sent);
  const named = namedSchema.safeParse(said.json);
  if (said.code === 'rest_invalid_param' && named.success) {
    const names = Object.keys(named.data.data.params);
    const found = all.filter((field) =>
      (sentAs[field] ?? [taxonomyOf(field) ?? field]).some((name) => names.includes(name)),
    );
    if (found.length > 0) return found;
  }
  if (said.code === 'rest_cannot_publish') return all.filter((field) => field === 'status');
  return all.filter((field) => taxonomyOf(field) !== null);
}

/** What goes without the suspects: where one of them is about who may see the video, no other such field goes alone. */
export function withoutSuspects(sent: FieldValues, suspects: readonly FieldName[]): FieldValues {
  const held = suspects.some((field) => whoSees.has(field)) ? [...suspects, ...whoSees] : suspects;
  return Object.fromEntries(fieldsOf(sent).flatMap((field) => (held.includes(field) ? [] : [[field, sent[field]]])));
}
