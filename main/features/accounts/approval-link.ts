// Reads the clipferry: link by which the site's approval page answers, as far as a stranger's text can be trusted: not at all.

export type ApprovalLink = { readonly state: string } & (
  | { readonly kind: 'approved'; readonly siteUrl: string; readonly login: string; readonly password: string }
  | { readonly kind: 'rejected' }
);

const linkScheme = 'clipferry:';

/** Where the site's page sends the browser afterwards; `state` is what only we and the browser know. */
export function approvalReturn(state: string): string {
  // A custom scheme needs a host for the platform to accept it (platform facts, section 5).
  return `${linkScheme}//authorized?state=${state}`;
}

const longestLink = 8_192;
const stateForm = /^[0-9a-f]{64}$/;
/** The platform makes 24 characters; the page may group them with spaces. */
const passwordForm = /^[A-Za-z0-9]{16,128}$/;

function hasControls(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  return /[\u0000-\u001f\u007f]/.test(text);
}

/** Null = not an answer of an approval page; nothing may be done with it then. Never throws. */
export function parseApprovalLink(text: string): ApprovalLink | null {
  if (text.length > longestLink || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== linkScheme || url.host !== 'authorized' || !['', '/'].includes(url.pathname)) return null;
  if (url.username !== '' || url.password !== '') return null;
  /** A value that stands there exactly once; null otherwise. */
  const sole = (name: string): string | null => {
    const values = url.searchParams.getAll(name);
    return values.length === 1 ? (values[0] ?? null) : null;
  };
  const state = sole('state');
  if (state === null || !stateForm.test(state)) return null;
  if (url.searchParams.has('success')) return sole('success') === 'false' ? { kind: 'rejected', state } : null;
  const siteUrl = sole('site_url');
  const login = sole('user_login');
  const password = sole('password')?.replace(/\s+/g, '') ?? '';
  if (siteUrl === null || !URL.canParse(siteUrl) || !/^https?:$/.test(new URL(siteUrl).protocol)) return null;
  if (login === null || login === '' || login.length > 300 || hasControls(login)) return null;
  return passwordForm.test(password) ? { kind: 'approved', state, siteUrl, login, password } : null;
}
