// Takes secrets out of everything that goes to the log: by the name of a field, and by the shape of a text (F-49).

export const redacted = '[redacted]';

const secretName = /authorization|password|passwd|secret|token|cookie|nonce|api.?key/i;

/** Each keeps what names the secret and drops the secret itself. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/\b(Basic|Bearer|Digest)\s+[\w+/=.~-]{4,}/gi, `$1 ${redacted}`],
  // user:password@ in an address
  [/(\b[a-z][\w+.-]*:\/\/)[^\s/?#@]+@/gi, `$1${redacted}@`],
  // ?password=… in an address or a form, "password": "…" in JSON, Set-Cookie: … in headers
  [/([?&;\s]|^)((?:[\w-]*(?:password|passwd|secret|token|nonce|api_?key))=)[^&\s;#]+/gi, `$1$2${redacted}`],
  [/("[\w-]*(?:password|passwd|secret|token|authorization|cookie)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi, `$1"${redacted}"`],
  [/\b((?:set-)?cookie|authorization|x-wp-nonce)(\s*:\s*)[^\r\n]+/gi, `$1$2${redacted}`],
  // JSON web tokens
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, redacted],
  // WordPress application passwords as the site shows them: six groups of four
  [/\b(?:[A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}\b/g, redacted],
];

export function redactText(text: string): string {
  return patterns.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}

const maxDepth = 6;

/** A plain copy that is safe to write down; errors become name, message, stack and cause. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'function' || typeof value === 'symbol') return `[${typeof value}]`;
  if (value === null || typeof value !== 'object') return value;
  if (depth >= maxDepth) return '[deeper]';
  if (value instanceof Error) {
    const { name, message, stack, cause } = value;
    return redact({ ...value, name, message, stack, ...(cause === undefined ? {} : { cause }) }, depth);
  }
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const hide = secretName.test(key) && item !== null && typeof item !== 'boolean';
      return [key, hide ? redacted : redact(item, depth + 1)];
    }),
  );
}
