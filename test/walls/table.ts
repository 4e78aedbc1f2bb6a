// Every line of the app that keeps something out or in, and the test that has to notice when it is gone.
import type { Cut } from './take-out.ts';

/**
 * Where a test runs: `unit` under Vitest; `app` under Playwright, in the real app; `package` = `start-packaged.mjs` on a packaged app, whose
 * complaint is the test's name.
 */
export interface Watch {
  readonly kind: 'unit' | 'app' | 'package';
  readonly file: string;
  /** Part of the test's name; without one the whole file runs. */
  readonly name?: string;
}

export interface Wall {
  readonly name: string;
  /** What could happen without it. */
  readonly why: string;
  /** Several where one wall stands behind another, so that neither can be met while the other is there. */
  readonly cuts: readonly Cut[];
  readonly watch: Watch;
}

const unit = (file: string, name?: string): Watch => ({
  kind: 'unit',
  file: `test/${file}.test.ts`,
  ...(name === undefined ? {} : { name }),
});
const app = (file: string, name: string): Watch => ({ kind: 'app', file: `test/e2e/${file}.e2e.ts`, name });
const wall = (name: string, why: string, watch: Watch, ...cuts: Cut[]): Wall => ({ name, why, cuts, watch });
const cut = (where: string | null, from: string, to = ''): Cut => ({ in: where, from, to });

const sessions: readonly Wall[] = [
  wall(
    'permission checks',
    'the page could learn where the user is, or see the camera',
    app('security', 'row 5: every permission is refused'),
    cut('lockSession', 'setPermissionCheckHandler(() => false)', 'setPermissionCheckHandler(() => true)'),
  ),
  wall(
    'permission requests',
    'a page could be given what it asks for',
    app('security', 'row 5: every permission is refused'),
    cut('lockSession', 'decide(false);', 'decide(true);'),
  ),
  wall(
    'devices',
    'a page could be handed a USB, HID or serial device',
    app('security-walls', 'row 5: no device is handed out'),
    cut('lockSession', 'setDevicePermissionHandler(() => false)', 'setDevicePermissionHandler(() => true)'),
  ),
  wall(
    'requests of a page',
    'a page without our policy could send what it has to anybody',
    app('security-ipc', 'rows 1 and 5'),
    cut('lockSession', 'decide({ cancel });', 'decide({ cancel: false });'),
  ),
  wall(
    'downloads',
    'a page could put a program on the computer',
    app('security-walls', 'row 13: the page cannot put a file'),
    cut('lockSession', "target.on('will-download', (event) => event.preventDefault());"),
  ),
  wall(
    'sessions to come',
    'a session made later would be without all of this',
    app('security-ipc', 'rows 1 and 5'),
    cut('lockDown', "app.on('session-created', lockSession);"),
  ),
  wall(
    'WebRTC',
    'its own sockets pass by every check of requests',
    app('security-walls', 'row 1: a call between pages'),
    cut('lockContents', "contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');"),
  ),
];

const willNavigate = cut(
  'lockContents',
  "contents.on('will-navigate', (event) => { if (!mayNavigate(event.url, page)) refuse(event); });",
);
const willFrameNavigate = cut(
  'lockContents',
  "contents.on('will-frame-navigate', (event) => { if (!event.isMainFrame || !mayNavigate(event.url, page)) refuse(event); });",
);

const navigation: readonly Wall[] = [
  wall(
    'pages to come',
    'none of the rules of navigation would hold anywhere',
    app('security-content', 'row 13: the page cannot be led anywhere else'),
    cut('lockDown', "app.on('web-contents-created', (_event, contents) => lockContents(contents));"),
  ),
  wall(
    'navigation',
    'another page could take the place of ours, with our bridge',
    app('security-content', 'row 13: the page cannot be led anywhere else'),
    willNavigate,
    willFrameNavigate,
  ),
  wall(
    'navigation, the first of two',
    'the second alone would stand',
    app('security-walls', 'row 13: the main frame is asked'),
    willNavigate,
  ),
  wall(
    'navigation of frames',
    'a frame could show another page',
    app('security-walls', 'row 13: a frame of a page'),
    willFrameNavigate,
  ),
  wall(
    'redirects',
    'an own address could lead elsewhere by its answer',
    app('security-walls', 'row 13: an own address that answers with a redirect'),
    cut('lockContents', "contents.on('will-redirect', refuse);"),
  ),
  wall(
    'webviews',
    'a page could put another one with its own settings into itself',
    app('security', 'row 12'),
    cut('lockContents', "contents.on('will-attach-webview', (event) => event.preventDefault());"),
  ),
  wall(
    'windows',
    'a page could open windows, by a middle click too',
    app('security-content', 'row 14'),
    cut('lockContents', "return { action: 'deny' };", "return { action: 'allow' };"),
  ),
  wall(
    'the page, in a package',
    'a setting of the user could put another page into the window',
    unit('main/shell/page'),
    cut('choosePage', 'isPackaged || devUrl === undefined', 'devUrl === undefined'),
  ),
  wall(
    'the page alone',
    'any file of ours could take its place',
    unit('main/shell/page'),
    cut('mayNavigate', 'return target.href === page.url;', 'return target.href.startsWith(page.origin);'),
  ),
  wall(
    'requests to our host',
    'another host of our scheme would count as ours',
    unit('main/shell/page'),
    cut('mayRequest', 'return target.host === appHost;', 'return true;'),
  ),
  wall(
    'requests of the tools',
    'the developer tools of Chromium could be loaded in a package',
    unit('main/shell/page'),
    cut('mayRequest', 'return devTools;', 'return true;'),
  ),
  wall(
    'requests elsewhere',
    'the page could load from any site',
    unit('main/shell/page'),
    cut('mayRequest', 'if (page.devOrigin === null) return false;', 'if (page.devOrigin === null) return true;'),
  ),
  wall(
    'requests while developing',
    'the page could load from any site',
    unit('main/shell/page'),
    cut('mayRequest', "return target.origin.replace(/^ws/, 'http') === page.devOrigin;", 'return true;'),
  ),
];

const preferences: readonly Wall[] = (
  [
    ['sandbox: true', 'a hole in the page would be one in the whole account'],
    ['contextIsolation: true', 'the page could take the bridge apart'],
    ['nodeIntegration: false', 'the page could run anything on the computer'],
    ['nodeIntegrationInSubFrames: false', 'frames would have a bridge'],
    ['nodeIntegrationInWorker: false', 'workers could run anything on the computer'],
    ['webSecurity: true', 'the page could read what is of other origins'],
    ['allowRunningInsecureContent: false', 'scripts from open http would run'],
    ['experimentalFeatures: false', 'unfinished parts of Chromium would be open'],
    ['webviewTag: false', 'a page could put another one into itself'],
    ['navigateOnDragDrop: false', 'a dropped page would take the place of ours'],
    ['devTools: !isPackaged', 'whoever sits there could be told to type into the tools'],
    ["spellcheck: platform === 'darwin'", 'Chromium would fetch dictionaries from the internet'],
  ] as const
).map(([setting, why]) => {
  const [name = '', value = ''] = setting.split(': ');
  const other = value === 'true' ? 'false' : 'true';
  return wall(
    `window: ${name}`,
    why,
    unit('main/shell/web-preferences'),
    cut('webPreferences', setting, `${name}: ${other}`),
  );
});

const directives = [
  'default-src',
  'script-src',
  'style-src',
  'img-src',
  'media-src',
  'connect-src',
  'font-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
  'object-src',
  'require-trusted-types-for',
];
const headers = [
  ['X-Content-Type-Options', "'nosniff'"],
  ['Referrer-Policy', "'no-referrer'"],
  ['Cross-Origin-Opener-Policy', "'same-origin'"],
  ['Cross-Origin-Resource-Policy', "'same-origin'"],
  ['Content-Security-Policy', 'contentSecurityPolicy(nonce)'],
] as const;

const content: readonly Wall[] = [
  ...directives.map((name, element) =>
    wall(`policy: ${name}`, 'hostile text that became markup could do more', unit('main/shell/page-files'), {
      in: 'contentSecurityPolicy',
      element,
    }),
  ),
  ...headers.map(([name, value]) =>
    wall(
      `header: ${name}`,
      'Chromium would guess or share what it should not',
      unit('main/shell/page-files'),
      cut('securityHeaders', `'${name}': ${value},`),
    ),
  ),
  wall(
    'links in the app’s folder',
    'a link there would be served as ours',
    unit('main/shell/page-files'),
    cut('readFileTable', 'if (entry.isFile())', 'if (!entry.isDirectory())'),
  ),
  wall(
    'types of the app’s files',
    'anything that lies there would be served',
    unit('main/shell/page-files'),
    cut(
      'servePageFile',
      'if (file === undefined || type === undefined) return null;',
      'if (file === undefined) return null;',
    ),
  ),
  wall(
    'a clip is its own file',
    'a link put in its place later would be shown to the page',
    unit('main/shell/clip-stream'),
    cut('isOwn', "if (stat.kind !== 'file' || stat.inode !== identity.inode) return false;"),
    cut('isOwn', 'return stat.device === identity.device ||', 'return true ||'),
  ),
  wall(
    'only files are read',
    'a pipe in a clip’s place would be waited for',
    unit('main/adapters/files'),
    cut('expectFile', "if (!stat.isFile()) throw withCode(notAFile, 'What is there is no file');"),
  ),
  wall(
    'types of clips',
    'a clip named like a page could run as one',
    unit('main/shell/clip-stream'),
    cut('serveClip', "?? 'application/octet-stream'", "?? 'text/html'"),
  ),
  wall(
    'host of app://',
    'another host of our scheme would be served',
    app('security', 'row 18'),
    // Before it stands the check of requests.
    cut('mayRequest', 'return target.host === appHost;', 'return true;'),
    cut('answer', 'url.host !== appHost ||'),
  ),
  wall(
    'methods of app://',
    'a form could be sent there',
    app('security', 'row 18'),
    cut('answer', "if (request.method !== 'GET' && request.method !== 'HEAD') return null;"),
  ),
  wall(
    'pictures from elsewhere',
    'a site could make the app ask anybody',
    unit('engine/library', 'are told by their first bytes'),
    cut('downloadPicture', 'if (!sameOrigin(url, site.root) && !sameOrigin(url, site.address)) return null;'),
  ),
  wall(
    'size of pictures',
    'a site could fill the memory',
    unit('engine/library', 'are told by their first bytes'),
    cut('downloadPicture', '&& answer.body.length <= mostBytes'),
  ),
];

const door: readonly Wall[] = [
  wall(
    'sender: the frame',
    'a frame inside our page could ask',
    app('security-walls', 'row 17: a frame inside our own page'),
    cut('isOurs', '&& frame === contents.mainFrame'),
  ),
  wall(
    'sender: the origin',
    'another page in our window could ask',
    app('security-walls', 'row 17: our own window'),
    cut('isOurs', '&& frame.origin === origin'),
  ),
  wall(
    'sender: the window',
    'another window could ask',
    app('security-ipc', 'row 17: a stranger with our own preload at app://main/index.html'),
    cut('isOurs', '&& event.sender === contents && frame === contents.mainFrame'),
  ),
  wall(
    'electron-store’s own channel',
    'anybody could ask where the settings lie',
    app('security-ipc', 'row 17: no channel is open'),
    cut('openDoor', 'ipcMain.removeAllListeners(channelOfElectronStore);'),
  ),
  wall(
    'arguments of requests',
    'anything would reach the engine',
    unit('main/shell/requests'),
    cut(
      'answer',
      'schema.safeParse(input);',
      '{ success: true as const, data: input as never, error: { issues: [] as { path: string[]; code?: string }[] } };',
    ),
  ),
  wall(
    'arguments and the log',
    'a password typed in the wrong place would be logged',
    unit('main/shell/requests'),
    cut('answer', '{ request: name, where }', '{ request: name, where, input }'),
  ),
  wall(
    'errors and the page',
    'the page would learn what happens inside',
    unit('main/shell/requests'),
    cut('answer', "refusal('failed', 'failed')", "refusal('failed', String(error) as 'failed')"),
  ),
  wall(
    'names of requests',
    'the page could speak on any channel',
    app('security-ipc', 'row 17: unknown names'),
    cut('bridge', "if (!Object.hasOwn(requestNames, name)) return Promise.reject(refused('no-such-request'));"),
  ),
  wall(
    'names of events',
    'the page could listen on any channel',
    app('security-ipc', 'row 17: unknown names'),
    cut('bridge', "if (!Object.hasOwn(eventNames, name)) throw refused('no-such-request');"),
  ),
  wall(
    'files that a page made up',
    'the page could name files',
    app('security', 'a file that the page made up'),
    cut('pathsOf', "path !== ''", 'path !== null'),
  ),
];

const addresses: readonly Wall[] = [
  wall(
    'schemes for the browser',
    'the system would start programs',
    unit('main/shell/web-address'),
    cut(
      'webAddress',
      "if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('Only web pages can be opened.');",
    ),
  ),
  wall(
    'passwords in addresses',
    'a page could be made to look like another',
    unit('main/shell/web-address'),
    cut(
      'webAddress',
      "if (url.username !== '' || url.password !== '') throw new Error('A web address with a password in it is not opened.');",
    ),
  ),
  wall(
    'the one way to the browser',
    'addresses would pass by the list',
    unit('main/shell/rules'),
    cut('openUrl', 'shell.openExternal(webAddress(url))', 'shell.openExternal(url)'),
  ),
  wall(
    'links of the Library',
    'a site could have any page opened',
    unit('engine/foreign-links'),
    cut('openOn', 'link && belongsTo(site, link) ? link', 'link ? link'),
  ),
  wall(
    'links of clips',
    'a site could have any page opened',
    unit('engine/foreign-links'),
    cut('openVideo', 'link && belongsTo(site, link) ? link', 'link ? link'),
  ),
  wall(
    'what belongs to a site',
    'a site could have any page opened',
    unit('engine/foreign-links'),
    cut('belongsTo', 'return sameOrigin(url, site.address) || sameOrigin(url, site.root);', 'return true;'),
  ),
  wall(
    'the page for approvals',
    'a site could send its users to a page of somebody else',
    unit('engine/foreign-links'),
    cut('passwordPage', '&& liesBelow(named, own)'),
  ),
];

const secrets: readonly Wall[] = [
  wall(
    'origin of a call',
    'a secret could go to another host',
    unit('main/site/connect/pinned'),
    cut('askOnce', '!sameOrigin(url, client.root) ||'),
  ),
  wall(
    'open lines, for a call',
    'a secret could be read on its way',
    unit('main/site/client/address'),
    cut('askOnce', '|| !mayCarrySecret(new URL(url), client.token?.plainHttp)'),
  ),
  wall(
    'open lines, for passwords',
    'a password could be read on its way',
    unit('main/site/connect/tokens'),
    cut('speakerOf', 'return mayCarrySecret(new URL(root)) ? client : null;', 'return client;'),
  ),
  wall(
    'open lines, for tokens',
    'a token could be read on its way without a yes',
    unit('main/site/connect/tokens'),
    cut(
      'speakerOf',
      'return mayCarrySecret(new URL(root), plainHttp) ? { ...client, token: { plainHttp, endsAt, renew } } : null;',
      'return { ...client, token: { plainHttp, endsAt, renew } };',
    ),
  ),
  wall(
    'open lines, for account passwords',
    'an account password could be read on its way',
    unit('main/site/connect/tokens'),
    cut(
      'ask',
      "if (!mayCarrySecret(new URL(root))) throw new HttpError('protocol', 'A password may not be sent to this address');",
    ),
  ),
  wall(
    'cookies of a call',
    'a token’s refresh cookie could go to another host',
    unit('main/site/connect/pinned'),
    cut('askOnce', '|| call.cookie !== undefined'),
  ),
  wall(
    'what an open line is',
    'http would count as safe',
    unit('main/site/client/address'),
    cut('mayCarrySecret', '(consented || isOwnMachine(url))', 'true'),
  ),
  wall(
    'what one origin is',
    'another port or host would be the same',
    unit('main/site/client/address'),
    cut('sameOrigin', 'new URL(one).origin === new URL(other).origin', 'true'),
  ),
  wall(
    'schemes of a typed address',
    'any scheme would be asked',
    unit('main/site/client/address'),
    cut('parseAddress', "if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;"),
  ),
  wall(
    'users in a typed address',
    'a password in it would be kept and sent',
    unit('main/site/client/address'),
    cut('parseAddress', "url.username = '';"),
  ),
  wall(
    'schemes of a named root',
    'a site could name a file as its API',
    unit('main/site/connect/named-root'),
    cut('resolve', "if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;"),
  ),
  wall(
    'origin of a stored file',
    'a site could make the app ask anybody',
    unit('main/site/client/address'),
    cut('bytesOf', 'if (!sameOrigin(file.sourceUrl, root)) return null;'),
  ),
  wall(
    'certificates',
    'anybody on the line could be the site',
    unit('main/site/connect/discover', 'a certificate of an unknown authority'),
    cut('connector', 'rejectUnauthorized: true', 'rejectUnauthorized: false'),
  ),
  wall(
    'a refused secret, in the queue',
    'the user would be locked out by their own site',
    unit('main/hosts/guarded-http'),
    cut('mayShow', 'if (refused.has(secret)) throw new SecretRefused();'),
  ),
  wall(
    'a refused secret, remembered',
    'the user would be locked out by their own site',
    unit('main/hosts/guarded-http'),
    cut('createGuardedHttp', 'refused.add(secret);'),
  ),
  wall(
    'a refused secret, in a check-up',
    'the user would be locked out by their own site',
    unit('main/hosts/guarded-http'),
    cut('checks', 'mayShow(secretOf(origin, request));'),
  ),
  wall(
    'plain-text keyrings, by name',
    'secrets would lie on the disk for every program',
    unit('main/shell/secrets'),
    cut('namedOpen', "return backend === 'basic_text' || backend === 'unknown';", 'return false;'),
  ),
  wall(
    'plain-text keyrings, by trial',
    'the app would say that secrets are safe',
    unit('main/shell/secrets'),
    cut('look', '&& !openToAll(sample)'),
  ),
  wall(
    'plain-text keyrings, at each secret',
    'secrets would lie on the disk for every program',
    unit('main/shell/secrets'),
    cut('encrypt', "|| (platform === 'linux' && openToAll(ciphertext))"),
  ),
  wall(
    'never in the clear',
    'secrets would lie on the disk for everybody',
    unit('main/shell/secrets'),
    cut('renew', 'unkept.add(name);', 'store.set(name, secret);'),
  ),
];

const log: readonly Wall[] = [
  ...[
    'schemes of Authorization',
    'addresses with users',
    'fields of forms',
    'fields of JSON',
    'header lines',
    'tokens',
    'application passwords',
  ].map((name, element) =>
    wall(`log: ${name}`, 'a secret would stand in the log', unit('main/shell/redact'), { in: 'patterns', element }),
  ),
  wall('log: headers that sign in', 'a secret would stand in the log', unit('main/sign-in-ways'), {
    in: 'patterns',
    element: 7,
  }),
  wall(
    'log: fields by name',
    'a secret would stand in the log',
    unit('main/shell/redact'),
    cut('copiedField', 'isSecret(key)', 'key === ""'),
  ),
  wall(
    'log: facts',
    'a secret would stand in the log',
    unit('main/shell/logger'),
    cut('write', 'JSON.stringify(redact(facts))', 'JSON.stringify(facts)'),
  ),
  wall(
    'log: messages',
    'a secret would stand in the log',
    unit('main/shell/logger'),
    cut('write', 'redactText(message)', 'message'),
  ),
];

const approvals: readonly Wall[] = [
  ...(
    [
      ['length', 'text.length > longestLink ||'],
      ['scheme', 'url.protocol !== linkScheme ||'],
      ['host', "url.host !== 'authorized' ||"],
      ['path', "|| !['', '/'].includes(url.pathname)"],
      ['user', "if (url.username !== '' || url.password !== '') return null;"],
      ['state', '|| !stateForm.test(state)'],
      ['scheme of the site', '|| !/^https?:$/.test(new URL(siteUrl).protocol)'],
      ['control characters', '|| hasControls(login)'],
    ] as const
  ).map(([name, from]) =>
    wall(
      `approval link: ${name}`,
      'any program may open such a link',
      unit('main/features/accounts/approval-link'),
      cut('parseApprovalLink', from),
    ),
  ),
  wall(
    'approval link: a field twice',
    'any program may open such a link',
    unit('main/features/accounts/approval-link'),
    cut('sole', 'values.length === 1', 'values.length >= 1'),
  ),
  wall(
    'approval link: form of the password',
    'any program may open such a link',
    unit('main/features/accounts/approval-link'),
    cut('parseApprovalLink', 'passwordForm.test(password)', "password !== ''"),
  ),
  wall(
    'approval: path of the site',
    'another site of the same host could answer',
    unit('main/site/client/address'),
    cut(
      'sameSite',
      'return withoutLastSlashes(new URL(one).pathname) === withoutLastSlashes(new URL(other).pathname);',
      'return true;',
    ),
  ),
  wall(
    'approval: once',
    'an answer could be given again',
    unit('engine/approval'),
    cut('take', 'waiting.delete(state);'),
  ),
  wall(
    'approval: the site that was asked',
    'another site could answer',
    unit('engine/approval'),
    cut(
      'readApproval',
      "if (!sameSite(siteOfRoot(site.root) ?? '', link.siteUrl)) throw new CannotConnect('other-site');",
    ),
  ),
  wall(
    'approval: a site of two addresses',
    'a site could call itself by the name of another and get what its users approve there',
    unit('engine/lying-sites'),
    cut('browser', '&& own !== null && sameSite(index.home, own) && sameSite(index.url, own)'),
  ),
  wall(
    'approval: a page kept on disk',
    'a page that an older Clipferry believed would be opened for ever',
    unit('engine/lying-sites'),
    cut('createApprovals', '|| !liesBelow(site.passwordPage, own)'),
  ),
  wall(
    'approval: a site that has moved',
    'the new place’s page would make a password that goes to the old one',
    unit('engine/lying-sites'),
    cut('beginApproval', 'if (found.root !== site.root)', 'if (found.root === "")'),
  ),
];

const trails: readonly Wall[] = [
  wall(
    'a root on another host is asked about',
    'a page could send the sign-in anywhere without a word',
    unit('engine/lying-sites'),
    cut('judgeTrail', 'const isElsewhere = !sameHost(page, root);', 'const isElsewhere = false;'),
  ),
  wall(
    'plain http leads to no other host',
    'somebody on the way could name a host of their own',
    { kind: 'unit', file: 'test/hostile/discovery.test.ts' },
    cut('judgeTrail', "if (!sameHost(typed, root) && asked.some(isOpenLine)) return 'open';"),
  ),
  wall(
    'nobody else names this computer',
    'a page could send the sign-in to a program beside the app',
    { kind: 'unit', file: 'test/hostile/discovery.test.ts' },
    cut('judgeTrail', "if (isOwnMachine(root) && !isOwnMachine(typed)) return 'open';"),
  ),
  wall(
    'no sign-in before the yes',
    'a page of the window could sign in where nobody agreed to',
    unit('engine/lying-sites'),
    cut(
      'offered',
      "if (!found.isTrusted) throw new CannotConnect('unexpected', 'The host has to be confirmed first');",
    ),
  ),
  wall(
    'the yes is for the host that was shown',
    'a yes for one host would count for another',
    unit('engine/lying-sites'),
    cut('createSiteOffers', 'shownRoot(found.site.root).host !== host', 'host === ""'),
  ),
  wall(
    'only the head of a page names a root',
    'whoever may write a comment on a page could name the root',
    unit('main/site/connect/named-root'),
    cut('readHead', 'if (!isInert && !ofHead.has(name)) stop();\n      else'),
  ),
  wall(
    'letters of several alphabets',
    'an address could imitate another without a word',
    unit('main/site/connect/shown-host'),
    cut('shownHost', "!isSame && readable.split('.').some(isMixed)", 'false'),
  ),
];

const limits: readonly Wall[] = [
  wall(
    'depth of data',
    'an answer nested a million deep would end the app',
    unit('main/untrusted/json'),
    cut('count', '&& passed.depth <= deepestJson', ''),
  ),
  wall(
    'number of values',
    'an answer of millions of values would freeze the app',
    unit('main/untrusted/json'),
    cut('count', '&& passed.values <= mostJsonValues', ''),
  ),
  wall(
    'digits of a number',
    'a number of megabytes would freeze the app',
    unit('main/untrusted/json'),
    cut('count', 'passed.digits <= longestNumber &&', ''),
  ),
  wall(
    'length of what is logged',
    'an answer could fill the disk',
    unit('main/shell/redact'),
    cut('redactText', 'text.slice(0, lookedThrough)', 'text'),
    cut('redactText', 'if (text.length <= longestText) return', 'if (text.length >= 0) return'),
  ),
];

const starts: readonly Wall[] = [
  wall(
    'arguments: switches',
    'a switch would be taken for a file',
    unit('main/shell/start-arguments'),
    cut('readArguments', "if (argument.startsWith('-')) continue;"),
  ),
  wall(
    'arguments: hosts',
    'another computer would be asked for a file (Windows)',
    unit('main/shell/start-arguments-windows'),
    cut('toPath', "|| (url.host !== '' && url.host !== 'localhost')"),
  ),
  wall(
    'arguments: zero bytes',
    'a name would end earlier than it reads',
    unit('main/shell/start-arguments'),
    cut('toPath', "|| argument.includes('\\0')"),
  ),
  wall(
    'arguments: how many',
    'a start could hold up the app',
    unit('main/shell/start-arguments'),
    cut('readArguments', '&& paths.size < mostPaths'),
  ),
  wall(
    'one instance',
    'two would write into one profile',
    app('desktop', 'started with the computer it works without its window'),
    cut(
      null,
      'if (app.requestSingleInstanceLock()) {',
      'app.requestSingleInstanceLock();\nif (app.isPackaged === false) {',
    ),
  ),
  wall(
    'debuggers',
    'any program of the user could read the page of a packaged app',
    { kind: 'package', file: 'test/tools/start-packaged.mjs', name: '--remote-debugging-port opened a port' },
    cut('refuseDebuggers', 'for (const name of debuggers) app.commandLine.removeSwitch(name);'),
  ),
  ...(
    [
      ['runAsNode: false', 'the app could be used as a Node'],
      ['enableCookieEncryption: true', 'cookies would lie in the clear'],
      ['enableNodeOptionsEnvironmentVariable: false', 'a setting of the user could load code'],
      ['enableNodeCliInspectArguments: false', 'a debugger could be attached to main'],
      ['enableEmbeddedAsarIntegrityValidation: true', 'a changed archive would start (Windows, macOS)'],
      ['onlyLoadAppFromAsar: true', 'a folder beside the archive would start in its place'],
      ['loadBrowserProcessSpecificV8Snapshot: false', 'another snapshot could be put there'],
      ['grantFileProtocolExtraPrivileges: false', 'file: could do more than other pages'],
    ] as const
  ).map(([fuse, why]) => {
    const turned = fuse.endsWith('true') ? fuse.replace('true', 'false') : fuse.replace('false', 'true');
    return wall(
      `fuse: ${fuse.split(':')[0]}`,
      why,
      unit('main/shell/packaging'),
      cut('electron-builder.yml', fuse, turned),
    );
  }),
  wall(
    'one archive',
    'files beside it could be changed unseen',
    unit('main/shell/packaging'),
    cut('electron-builder.yml', 'asar: true', 'asar: false'),
  ),
];

const crashes: readonly Wall[] = [
  wall(
    'a crashed page, later',
    'a crashed page would end the whole app',
    app('page-crash', 'killed pages'),
    cut('gone', 'host.later(openAnew, (crashes.length - 1) * pauseMs)', 'openAnew()'),
  ),
  wall(
    'crashes of graphics',
    'the sixth would end the whole app',
    app('page-crash', 'killed pages'),
    cut(
      'surviveHelpers',
      "if (crashes === graphicsCrashes + 1) app.commandLine.appendSwitch('disable-gpu-process-crash-limit');",
    ),
  ),
];

const asked: readonly Wall[] = [
  wall(
    'sandbox of everything',
    'a window made later could be without one',
    app('security-walls', 'row 4: a window that wants no sandbox'),
    cut(null, 'app.enableSandbox();'),
  ),
  wall(
    'packaged, for the window',
    'users would get the developer tools',
    unit('main/shell/rules'),
    cut('createWindow', 'isPackaged: app.isPackaged', 'isPackaged: false'),
  ),
  wall(
    'packaged, for the debuggers',
    'a setting of the user could open them',
    unit('main/shell/rules'),
    cut('refuseDebuggers', 'if (!app.isPackaged) return;', 'if (process.env.CLIPFERRY_DEBUG) return;'),
  ),
  wall(
    'strict arguments',
    'a page could send what no handler expects',
    unit('main/shell/requests'),
    cut('queue.view', 'z.strictObject({', 'z.looseObject({'),
  ),
  wall(
    'types of pictures',
    'a file of a site could come as a page',
    unit('engine/library', 'are nothing else than pictures'),
    cut(
      'download',
      'return bytes && type ? { type, bytes } : null;',
      "return bytes ? { type: type ?? 'text/html', bytes } : null;",
    ),
  ),
  wall(
    'open lines, for a found site',
    'a site without https would be offered a password',
    unit('main/site/connect/open-line'),
    cut('isOffered', 'isSafe && hasAppPasswords', 'hasAppPasswords'),
  ),
  wall(
    'open lines, for its account passwords',
    'a site without https would be offered an account password',
    unit('main/site/connect/discover', 'open http'),
    cut('isOffered', 'isSafe && hasTokens', 'hasTokens'),
  ),
  wall(
    'open lines, without another way',
    'a site would be connected that no secret may go to',
    unit('main/site/connect/discover', 'open http'),
    cut(
      'inspect',
      "if (offeredWays(ways).length === 0) throw new CannotConnect(isSafe ? 'app-passwords-off' : 'plain-http');",
    ),
  ),
  wall(
    'redirects of the root',
    'a portal that answers in place of the site would count as it',
    unit('main/site/connect/probe-root'),
    cut('leadsAway', '!URL.canParse(location, url) || !sameOrigin(new URL(location, url).href, url)', 'false'),
  ),
  wall(
    'a dead refresh cookie',
    'it would be shown to the site again and again',
    unit('engine/sign-in', 'outlives a restart with its cookie'),
    cut('renewNow', 'after = withoutRefresh(before);', 'after = before;'),
  ),
];

export const walls: readonly Wall[] = [
  ...asked,
  ...sessions,
  ...navigation,
  ...preferences,
  ...content,
  ...door,
  ...addresses,
  ...secrets,
  ...log,
  ...approvals,
  ...trails,
  ...limits,
  ...starts,
  ...crashes,
];
