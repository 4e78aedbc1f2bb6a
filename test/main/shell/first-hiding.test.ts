// Where the app is once its window was closed: told once, and not to somebody who wants no notifications.
import { expect, it } from 'vitest';
import type { Notice } from '../../../main/ports.ts';
import { tellFirstHiding } from '../../../main/shell/first-hiding.ts';
import { memorySettings } from '../../engine/settings.ts';

it('is told the first time that it is hidden, as soon as notifications are wanted', () => {
  const kept = new Map<string, unknown>();
  const told: Notice[] = [];
  const settings = memorySettings();
  const hide = (): void =>
    tellFirstHiding({
      store: {
        get: (name: string) => kept.get(name),
        set: (name: string, value: unknown) => void kept.set(name, value),
      } as never,
      settings,
      notifier: { tell: (notice) => void told.push(notice) },
    });
  settings.change({ notify: false });
  hide();
  expect(told).toEqual([]);
  settings.change({ notify: true });
  hide();
  hide();
  expect(told).toEqual([{ kind: 'hidden' }]);
});
