// What the drafts of many jobs have in common: a field counts only where all of them have the same in it; pure.
import type { FieldName, FieldValue, ManySummary } from '../../../preload/contract.ts';
import { fieldsOf, plainValues, sameValue, termsField } from '../../fields.ts';
import type { AccountId, Draft, FieldValues } from '../../model.ts';

export interface Summary {
  /** `jobs` = how many have this very draft. */
  add(accountId: AccountId, draft: Draft, jobs: number): void;
  result(): ManySummary;
}

/** What was typed, by field; nothing of a video is known here. */
function ownValues(draft: Draft): FieldValues {
  const values: Partial<Record<FieldName, FieldValue>> = { ...plainValues(draft) };
  for (const [restBase, ids] of Object.entries(draft.terms ?? {})) values[termsField(restBase)] = ids;
  return values;
}

export function createSummary(): Summary {
  const accountIds = new Set<AccountId>();
  const values: Partial<Record<FieldName, FieldValue>> = {};
  const mixed = new Set<FieldName>();
  let count = 0;
  return {
    add: (accountId, draft, jobs) => {
      accountIds.add(accountId);
      const own = ownValues(draft);
      for (const field of new Set([...fieldsOf(own), ...fieldsOf(values)])) {
        const value = own[field];
        if (count === 0 && value !== undefined) values[field] = value;
        else if (!sameValue(field, value, values[field])) {
          delete values[field];
          mixed.add(field);
        }
      }
      count += jobs;
    },
    result: () => {
      const shared = Object.fromEntries(Object.entries(values).filter(([field]) => !mixed.has(field as FieldName)));
      return { count, accountIds: [...accountIds], values: shared as FieldValues, mixed: [...mixed] };
    },
  };
}
