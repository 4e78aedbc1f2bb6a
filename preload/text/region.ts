// The region by which numbers, sizes, dates and clocks are written, and the week begins: that of the person's system.

/** The catalogue's language: a date of another would read as a foreign word in its sentence. */
const language = 'en';

function localeOf(system: string): string {
  try {
    const { region } = new Intl.Locale(system).maximize();
    return region === undefined ? language : `${language}-${region}`;
  } catch {
    // "C" and "POSIX" name no place.
    return language;
  }
}

let locale = localeOf(new Intl.DateTimeFormat().resolvedOptions().locale);

/** `system` = the system's locale as a language tag ("de-AT", "en-US"): what it says of its region counts from here on. */
export function setRegion(system: string): void {
  locale = localeOf(system);
}

/** The language of the app as it is written in the person's region, such as "en-AT". */
export function formatLocale(): string {
  return locale;
}

/** The first day of the week, 0 = Monday to 6 = Sunday. */
export function firstWeekday(inLocale: string = locale): number {
  // Not yet in TypeScript's library: Chromium 99 and Node 18 had it as a property, newer ones have the method.
  const asked = new Intl.Locale(inLocale) as Intl.Locale & { getWeekInfo?(): { readonly firstDay: number } };
  return (asked.getWeekInfo?.().firstDay ?? 1) - 1;
}
