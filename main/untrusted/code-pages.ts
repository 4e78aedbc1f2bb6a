// In which code page programs for Windows save text that is not Unicode: by the language of the system, as Windows itself chooses it.

/** By language, or by language and script where a language has two; labels as the Encoding Standard has them. */
const pages: readonly (readonly [label: string, languages: string])[] = [
  ['windows-1250', 'bs cs hr hu pl ro sk sl sq sr-Latn tk'],
  ['windows-1251', 'az-Cyrl be bg bs-Cyrl kk ky mk mn ru sr tg tt uk uz-Cyrl'],
  ['windows-1253', 'el'],
  ['windows-1254', 'az tr uz'],
  ['windows-1255', 'he yi'],
  ['windows-1256', 'ar fa ku-Arab ps ug ur'],
  ['windows-1257', 'et lt lv'],
  ['windows-1258', 'vi'],
  ['windows-874', 'th'],
  ['shift_jis', 'ja'],
  ['gbk', 'zh'],
  ['big5', 'zh-Hant'],
  ['euc-kr', 'ko'],
];
const byLanguage = new Map(
  pages.flatMap(([label, all]) => all.split(' ').map((language) => [language, label] as const)),
);
/** Western Europe, the Americas, and wherever nothing else is known. */
export const westernPage = 'windows-1252';

/** `locale` = the system's, such as "pl-PL". */
export function codePageOf(locale: string): string {
  try {
    const { language, script } = new Intl.Locale(locale).maximize();
    return byLanguage.get(`${language}-${script}`) ?? byLanguage.get(language) ?? westernPage;
  } catch {
    // "C" and "POSIX" name no language.
    return westernPage;
  }
}
