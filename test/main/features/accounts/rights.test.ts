// What an account may do, as the site says it now, what is no longer known by that, and whether its new clips wait.
import { expect, it } from 'vitest';
import { holdsNew, withRights } from '../../../../main/features/accounts/rights.ts';
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

it.each([
  [null, null, false, false],
  [null, false, false, false],
  [null, true, false, true],
  [null, false, true, true],
  [true, false, false, true],
  [false, true, true, false],
])(
  'by what was chosen (%s), else where everybody would see them (%s, %s), new clips wait: %s',
  (chosen, publishesAtOnce, publicUnasked, waits) => {
    expect(holdsNew({ holdsNew: chosen, publishesAtOnce, publicUnasked })).toBe(waits);
  },
);
