// The form of an account's site, asked for when a component needs it; core's own form until it is there.
import { useEffect } from 'react';
import type { FormShape } from '../../preload/contract.ts';
import { fieldIds, fields } from '../../preload/fields.ts';
import { useApp, useAppStore } from './use-store.ts';

const unknown: FormShape = {
  fields: fieldIds.filter((field) => fields[field].place === 'top'),
  statuses: [],
  taxonomies: [],
  zone: { name: null, offsetMinutes: 0 },
  learnedAt: null,
};

export function useForm(accountId: string): FormShape {
  const store = useAppStore();
  const form = useApp((state) => state.forms[accountId]);
  useEffect(() => {
    if (accountId !== '') store.wantForm(accountId);
  }, [store, accountId]);
  return form ?? unknown;
}
