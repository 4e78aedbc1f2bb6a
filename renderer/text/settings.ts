// The words of the settings: one short line for each, and a sentence where it is not plain why.
import type { Appearance, SettingValues } from '../../preload/contract.ts';
import type { Letter, UsualWeek } from './week.ts';

export const settingWords = {
  smallLanes: {
    label: 'Small clips at a time',
    note: 'Clips smaller than 67 MB, to each site. They go beside the big ones.',
  },
  bigLanes: {
    label: 'Big clips at a time',
    note: 'To each site. One is best: a cut connection costs the whole clip, so big ones are finished one after the other.',
  },
  bytesPerSecond: { label: 'Speed limit', note: 'Holds for everything that is sent, together.' },
  week: {
    label: 'Hours for sending',
    note: 'What is being sent is sent to its end; details are added at any hour. The computer must be awake then.',
  },
  slowBytesPerSecond: { label: 'Speed in slower hours', note: null },
  keepAwake: {
    label: 'Keep the computer awake while sending',
    note: 'The screen may go dark; the computer sleeps again when the queue is done.',
  },
  startAtLogin: {
    label: 'Start Clipferry when you log in',
    note: 'It starts without its window and goes on with the queue.',
  },
  notify: {
    label: 'Tell me when clips are on the site or need me',
    note: 'By notifications of this computer, and only while you do not look at the window.',
  },
  appearance: { label: 'Appearance', note: null },
} as const satisfies Record<keyof SettingValues, { readonly label: string; readonly note: string | null }>;

export const usualWeekWords = {
  any: 'At any time',
  nights: 'Nights, 22 to 7',
  'slow-by-day': 'Slower by day',
  own: 'My own hours',
} as const satisfies Record<UsualWeek, string>;

export const brushWords = {
  f: 'Full speed',
  s: 'Slower',
  n: 'Nothing new',
} as const satisfies Record<Letter, string>;

export const appearanceWords = {
  system: 'As the system',
  light: 'Light',
  dark: 'Dark',
} as const satisfies Record<Appearance, string>;

export const connectFirst = 'Connect a site first, then add the clips. Nothing was sent.';
