// What the window says of details that were typed: never that they go with a video that is on the site already.
import { expect, it } from 'vitest';
import { t } from '../../../preload/text/text.ts';
import { placeOf, savedId } from '../../../renderer/model/place.ts';

const waiting = { kind: 'waiting', why: null, until: null } as const;
const asks = { kind: 'needs-you', reason: 'changed-on-site', action: 'resolve', detail: null } as const;
const done = (videoId: number | null) => ({ kind: 'done', finishedAt: 1, videoId }) as const;

it.each([
  ['waits', null, waiting, 'Saved on this computer. Will be saved with the video.', 'Saved on this computer.'],
  [
    'arrived, and was not looked at since the start',
    7,
    done(7),
    'Saved on this computer. On its way to the site.',
    'On the site.',
  ],
  ['was changed on the site as well', 7, asks, 'Saved on this computer.', 'On the site.'],
  [
    'was cancelled when it had arrived',
    7,
    { kind: 'cancelled', videoId: 7 },
    'Saved on this computer.',
    'On the site.',
  ],
  ['arrived as nobody knows which video', null, done(null), 'Saved on this computer.', 'Saved on this computer.'],
] as const)('of a clip that %s', (_, videoId, state, pending, applied) => {
  const place = placeOf({ videoId, row: { state } });
  expect([t(savedId(place, true)), t(savedId(place, false))]).toEqual([pending, applied]);
});
