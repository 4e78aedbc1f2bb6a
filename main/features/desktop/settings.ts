// The settings as the window sees and changes them, and what the engine makes of them, at once.
import type { SettingsView, SettingValues } from '../../../preload/contract.ts';
import type { Site } from '../../model.ts';
import type { Desktop, Power, Settings } from '../../ports.ts';
import { type Lanes, lanesInPieces } from '../../queue/job/schedule.ts';
import type { Handlers } from '../../uploader-api.ts';
import type { Changes, Signals } from '../changes.ts';

const folderOf = (file: string): string => file.slice(0, Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')));

export function settingsView(settings: Settings): SettingsView {
  const { data, log } = settings.places;
  return { values: settings.values(), dataFolder: folderOf(data), logFolder: folderOf(log) };
}

export function settingsHandlers(
  settings: Settings,
  desktop: Pick<Desktop, 'showFile'>,
): Pick<Handlers, 'settings.get' | 'settings.change' | 'settings.showFolder'> {
  return {
    'settings.get': async () => settingsView(settings),
    'settings.change': async (change) => {
      settings.change(change);
      return settingsView(settings);
    },
    'settings.showFolder': async (which) => desktop.showFile(settings.places[which]),
  };
}

/** How many clips go to a site at a time, as the user has it; more where a cut costs next to nothing. */
export function lanesTo(site: Pick<Site, 'hasHelper'> | null, { smallLanes, bigLanes }: SettingValues): Lanes {
  const lanes = { small: smallLanes, big: bigLanes };
  return site?.hasHelper ? lanesInPieces(lanes) : lanes;
}

export interface ObeyOptions {
  readonly settings: Settings;
  readonly power: Pick<Power, 'keepAwake'>;
  readonly changes: Signals<Changes>;
}

export interface Obeyed {
  lanes(site: Pick<Site, 'hasHelper'> | null): Lanes;
  /** Whether anything is being sent: the computer is kept awake for it, if the user wants that. */
  busy(now: boolean): void;
  stop(): void;
}

export function obeySettings({ settings, power, changes }: ObeyOptions): Obeyed {
  // Kept, because lanes are asked for at every step of the queue.
  let values = settings.values();
  let busy = false;
  let letSleep: (() => void) | null = null;

  const keepAwake = (wanted: boolean): void => {
    if (wanted) {
      letSleep ??= power.keepAwake();
      return;
    }
    letSleep?.();
    letSleep = null;
  };
  const unsubscribe = settings.onChange((changed) => {
    values = changed;
    keepAwake(busy && values.keepAwake);
    changes.tell('settings', null);
  });

  return {
    lanes: (site) => lanesTo(site, values),
    busy: (now) => {
      busy = now;
      keepAwake(busy && values.keepAwake);
    },
    stop: () => {
      unsubscribe();
      keepAwake(false);
    },
  };
}
