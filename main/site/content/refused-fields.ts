// Which of the sent fields a site's refusal of an update is about, so that the others need not wait for them.
import { z } from 'zod';
import { refusesSignIn, type SiteAnswer } from '../../answers.ts';
import { fieldIds, fields, fieldsOf, isPlain, taxonomyOf } from '../../fields.ts';
import type { FieldName, FieldValues } from '../../model.ts';

/** Who may see a video and from when: what is left of these alone could show it to those it was not meant for. */
export function decidesWhoSees(field: FieldName): boolean {
  return isPlain(field) && fields[field].decidesWhoSees;
}

/** What a site's refusal may call a field. */
function namesOf(field: FieldName): readonly string[] {
  if (!isPlain(field)) return [taxonomyOf(field) ?? field];
  const { name, alsoNamed } = fields[field].wire;
  return [name, ...alsoNamed];
}

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
    const found = all.filter((field) => namesOf(field).some((name) => names.includes(name)));
    if (found.length > 0) return found;
  }
  if (said.code === 'rest_cannot_publish') return all.filter((field) => field === 'status');
  return all.filter((field) => taxonomyOf(field) !== null);
}

/** What goes without the suspects: where one of them is about who may see the video, no other such field goes alone. */
export function withoutSuspects(sent: FieldValues, suspects: readonly FieldName[]): FieldValues {
  const held = suspects.some(decidesWhoSees) ? [...suspects, ...fieldIds.filter(decidesWhoSees)] : suspects;
  return Object.fromEntries(fieldsOf(sent).flatMap((field) => (held.includes(field) ? [] : [[field, sent[field]]])));
}
