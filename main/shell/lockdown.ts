// Everything a page could do besides showing itself is refused here, for every page and every session there will ever be.
import { app, type Session, session, type WebContents } from 'electron';
import type { Logger } from '../ports.ts';
import { mayNavigate, mayRequest, type Page } from './page.ts';

const debuggers = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
];

/** Keeps Chromium's debugger closed in a packaged app; Node's own is closed by a fuse (row 27). Must run before ready. */
export function refuseDebuggers(): void {
  if (!app.isPackaged) return;
  for (const name of debuggers) app.commandLine.removeSwitch(name);
}

/** Must run before the first window; rows 1, 5, 12, 13 and 14 of the security list. */
export function lockDown(page: Page, logger: Logger): void {
  const devTools = !app.isPackaged;
  const lockedSessions = new WeakSet<Session>();

  function lockSession(target: Session): void {
    if (lockedSessions.has(target)) return;
    lockedSessions.add(target);
    target.setPermissionRequestHandler((_contents, permission, decide) => {
      logger.warn('refused a permission', { permission });
      decide(false);
    });
    // Asked without a prompt; both handlers are needed.
    target.setPermissionCheckHandler(() => false);
    target.setDevicePermissionHandler(() => false);
    target.webRequest.onBeforeRequest((details, decide) => {
      const cancel = !mayRequest(details.url, page, devTools);
      if (cancel) logger.warn('refused a request of the page', { url: details.url, type: details.resourceType });
      decide({ cancel });
    });
    // Elsewhere than on macOS it fetches dictionaries from Google's servers, whatever the pages' own settings say.
    if (process.platform !== 'darwin') target.setSpellCheckerEnabled(false);
    target.on('will-download', (event) => event.preventDefault());
  }

  function lockContents(contents: WebContents): void {
    const refuse = (event: { preventDefault(): void; readonly url: string }): void => {
      event.preventDefault();
      logger.warn('refused a navigation', { url: event.url });
    };
    contents.on('will-navigate', (event) => {
      if (!mayNavigate(event.url, page)) refuse(event);
    });
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame || !mayNavigate(event.url, page)) refuse(event);
    });
    contents.on('will-redirect', refuse);
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      logger.warn('refused a new window', { url });
      return { action: 'deny' };
    });
    // WebRTC's own sockets would pass by every check of requests above.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  }

  app.on('session-created', lockSession);
  app.on('web-contents-created', (_event, contents) => lockContents(contents));
  lockSession(session.defaultSession);
}
