// The region of the system, by which tray, menu and notifications write numbers and times; the window hears of it in the app's state.
import { app } from 'electron';
import { setRegion } from '../../preload/text/region.ts';

/** Only once the app is ready; gives the system's locale, such as "de-AT". */
export function followRegion(): string {
  const region = app.getSystemLocale();
  setRegion(region);
  return region;
}
