// Where our one page lives, and which addresses it may load or go to; pure, so that every rule has a table of cases.

export const appScheme = 'app';
export const appHost = 'main';
export const appOrigin = `${appScheme}://${appHost}`;

export interface Page {
  readonly url: string;
  /** Exactly this origin may speak to main. */
  readonly origin: string;
  /** Origin of the development server; null in every build that a user gets. */
  readonly devOrigin: string | null;
}

/** `devUrl` is what `electron-vite dev` sets; a packaged app does not look at it. */
export function choosePage(isPackaged: boolean, devUrl: string | undefined): Page {
  const dev = isPackaged || devUrl === undefined ? null : URL.parse(devUrl);
  if (dev === null) return { url: `${appOrigin}/index.html`, origin: appOrigin, devOrigin: null };
  return { url: dev.href, origin: dev.origin, devOrigin: dev.origin };
}

/** Whether a frame may go to `url`: only our own page, again. */
export function mayNavigate(url: string, page: Page): boolean {
  const target = URL.parse(url);
  if (target === null) return false;
  target.hash = '';
  return target.href === page.url;
}

/** Whether the renderer may load `url` at all; the content security policy narrows it further (electron-security row 1). */
export function mayRequest(url: string, page: Page, devTools: boolean): boolean {
  const target = URL.parse(url);
  if (target === null) return false;
  if (target.protocol === `${appScheme}:`) return target.host === appHost;
  if (target.protocol === 'blob:' || target.protocol === 'data:') return true;
  if (target.protocol === 'devtools:') return devTools;
  if (page.devOrigin === null) return false;
  return target.origin.replace(/^ws/, 'http') === page.devOrigin;
}
