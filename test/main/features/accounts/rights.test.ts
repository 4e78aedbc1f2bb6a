// What an account may do, as the site says it now, and what is no longer known by that.
import { expect, it } from 'vitest';
import { withRights } from '../../../../main/features/accounts/rights.ts';
import { account } from '../uploads/tasks/parts.ts';

it.each([
  ['may publish now', false, true, false, null],
  ['may publish now', false, true, true, true],
  ['may publish still', true, true, false, false],
  ['may publish no longer', true, false, true, true],
])('who %s (%s, then %s) and had clips public at once: %s, then: %s', (_, before, canPublish, known, then) => {
  const now = withRights({ ...account, canPublish: before, publishesAtOnce: known }, { canUpload: false, canPublish });
  expect(now).toEqual({ ...account, canUpload: false, canPublish, publishesAtOnce: then });
});
