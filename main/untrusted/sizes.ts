// The limit of a file's size that a sentence names, in whatever language: read with care, as one that is misread would hold clips back.

/** A number as people write one, and what stands behind it up to the next space or sign. */
const numberAndWord = /(\d[\d.,'’ ]{0,20})([^\d\s.,;:()'’]{1,20})/g;
/** More than that is no sentence about a limit. */
const longestText = 1_000;

/** How many times 1024 they multiply by itself; they stand alone in their script. */
const signs: ReadonlyMap<string, number> = new Map([
  ...['kb', 'kib', 'ko', 'kio', 'кб', 'киб'].map((sign) => [sign, 1] as const),
  ...['mb', 'mib', 'mo', 'mio', 'мб', 'миб'].map((sign) => [sign, 2] as const),
  ...['gb', 'gib', 'go', 'gio', 'гб', 'гиб'].map((sign) => [sign, 3] as const),
]);
/** PHP's own way to write sizes. */
const phpSigns: ReadonlyMap<string, number> = new Map([
  ['K', 1],
  ['M', 2],
  ['G', 3],
]);
/** The same of words, which may have endings. */
const words: readonly (readonly [power: number, beginnings: readonly string[]])[] = [
  [0, ['byte', 'octet', 'bajt', 'байт', 'バイト', '字节', '字節']],
  [1, ['kbyte', 'kilobyte', 'kilooctet', 'kilobajt', 'килобайт', 'キロバイト', 'كيلوبايت', 'کیلوبایت']],
  [2, ['mbyte', 'megabyte', 'mégaoctet', 'megabajt', 'мегабайт', 'メガバイト', 'ميجابايت', 'ميغابايت', 'مگابایت']],
  [3, ['gbyte', 'gigabyte', 'gigaoctet', 'gigabajt', 'гигабайт', 'ギガバイト', 'جيجابايت', 'غيغابايت', 'گیگابایت']],
];

/** Null = it is no unit. What follows a sign in another script belongs to the sentence. */
function powerOf(word: string): number | null {
  if (word.includes('/')) return null;
  const low = word.toLowerCase();
  const [sign = ''] = /^[a-zа-я]{1,20}/.exec(low) ?? [];
  const known = phpSigns.get(word) ?? signs.get(sign);
  if (known !== undefined) return known;
  return words.find(([, beginnings]) => beginnings.some((one) => low.startsWith(one)))?.[0] ?? null;
}

interface Told {
  readonly value: number;
  /** Digits behind the decimal sign. */
  readonly decimals: number;
}

/** What a number says: a single sign before three digits may divide thousands, and then says more. Null = it is no number. */
function numberIn(text: string): Told | null {
  const plain = text.trim().replace(/['’ ]/g, '');
  const at = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  const isOfOneKind = !plain.includes('.') || !plain.includes(',');
  // "1.024.000", and "1,024" rather than a little more than one.
  const dividesThousands = isOfOneKind && plain.length - at === 4 && !plain.startsWith('0');
  const end = at < 0 || dividesThousands ? plain.length : at;
  const [whole, fraction] = [plain.slice(0, end).replace(/[.,]/g, ''), plain.slice(end + 1)];
  if (whole.length > 15 || fraction.length > 6) return null;
  return { value: Number(`${whole}.${fraction}`), decimals: fraction.length };
}

/** Where the digits of other scripts begin; wide ones are plain by then. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6] as const;

function plainDigits(text: string): string {
  const digits = text.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (zeros.findLast((zero) => zero <= code) ?? code));
  });
  return digits.replaceAll('\u066b', '.').replaceAll('\u066c', ',');
}

/** Whether it is the refused file's own size, written with so many digits. */
function isOwn({ value, decimals }: Told, power: number, bytes: number): boolean {
  return [1_000, 1_024].some((base) => Math.abs(bytes / base ** power - value) < 10 ** -decimals);
}

/**
 * The size in bytes from which on files are too large by what a sentence says about one of `bytes` that was refused; null = it names
 * none, several, or only what cannot be it, as that file would have been taken. A megabyte is 1024 · 1024 bytes, as the platform counts.
 */
export function limitInWords(sentence: string, bytes: number): number | null {
  const text = plainDigits(sentence.slice(0, longestText).normalize('NFKC'));
  const limits = new Set<number>();
  for (const [, number = '', word = ''] of text.matchAll(numberAndWord)) {
    const told = numberIn(number);
    const power = powerOf(word);
    if (told === null || power === null || isOwn(told, power, bytes)) continue;
    limits.add(Math.floor(told.value * 1_024 ** power) + 1);
  }
  const [limit = null, ...others] = limits;
  return limit !== null && others.length === 0 && limit > 1 && limit <= bytes ? limit : null;
}
