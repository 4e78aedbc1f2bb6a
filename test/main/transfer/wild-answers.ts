// Answers to an upload as servers, proxies, firewalls, plugins and networks of the world give them, and what each means.
//
// The platform's own and the known product's stand in answer.test.ts; here are the others. `cause` is what is done when all
// bytes were sent; `early` what is done when the answer came before. The words are those of words-of-verdicts.ts.
import { gzipSync } from 'node:zlib';

export interface WildAnswer {
  readonly name: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly cause: string;
  readonly early: string;
  /** Whether what came back is believed as it stands: nothing has to be looked up on the site first. */
  readonly certain: boolean;
}

const page = (title: string, body = ''): string =>
  `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`;
const html = { 'content-type': 'text/html; charset=UTF-8' };
const json = { 'content-type': 'application/json; charset=UTF-8' };
const both = (cause: string, certain = true) => ({ cause, early: cause, certain });
const looks = (cause: string) => ({ cause: `look, else ${cause}`, early: cause, certain: false });
const yes = (cause: string) => ({ cause, early: 'retry connection-lost', certain: true });

const apache = (status: string, text: string): string =>
  `<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n<title>${status}</title>\n</head><body>\n<h1>${status.slice(4)}</h1>\n<p>${text}<br />\n</p>\n<hr>\n<address>Apache/2.4.62 (Debian) Server at example.com Port 443</address>\n</body></html>\n`;
const nginx = (status: string): string =>
  `<html>\r\n<head><title>${status}</title></head>\r\n<body>\r\n<center><h1>${status}</h1></center>\r\n<hr><center>nginx/1.26.3</center>\r\n</body>\r\n</html>\r\n`;
const litespeed = (status: string, text: string): string =>
  `<!DOCTYPE html>\n<html style="height:100%">\n<head>\n<meta name="viewport" content="width=device-width, initial-scale=1" />\n<title> ${status}\r\n</title></head>\n<body style="color: #444;"><h1>${status.slice(0, 3)}</h1><h2>${status.slice(4)}\r\n</h2><p>${text}</p><p>Proudly powered by LiteSpeed Web Server</p></body></html>\n`;
const cloudflare = (code: string, text: string): string =>
  page(`example.com | ${code}: ${text}`, `<span class="cf-error-code">${code.slice(-3)}</span><h2>${text}</h2>`);
const dump = (code: string, text: string): string =>
  JSON.stringify({ success: false, data: { message: [text], error: { errors: { [code]: [text] }, error_data: [] } } });

export const wildAnswers: readonly WildAnswer[] = [
  // ---- web servers
  {
    name: 'Apache 413 LimitRequestBody (F-20)',
    status: 413,
    headers: html,
    body: apache(
      '413 Request Entity Too Large',
      'The requested resource does not allow request data with POST requests, or the amount of data provided in the request exceeds the capacity limit.',
    ),
    ...both('ask too-large/retry'),
  },
  {
    name: 'LiteSpeed 413 (F-20)',
    status: 413,
    headers: html,
    body: litespeed('413 Request Entity Too Large', 'The request body is larger than the server allows.'),
    ...both('ask too-large/retry'),
  },
  {
    name: 'Apache 403 of a directory rule (F-21)',
    status: 403,
    headers: html,
    body: apache('403 Forbidden', "You don't have permission to access this resource."),
    ...looks('ask web-page-answer/retry (403 Forbidden)'),
  },
  {
    name: 'Apache 404: no rewriting, the REST root is gone',
    status: 404,
    headers: html,
    body: apache('404 Not Found', 'The requested URL was not found on this server.'),
    ...looks('ask web-page-answer/retry (404 Not Found)'),
  },
  {
    name: 'nginx 405: the route is served as a file',
    status: 405,
    headers: html,
    body: nginx('405 Not Allowed'),
    ...looks('ask web-page-answer/retry (405 Not Allowed)'),
  },
  {
    name: 'nginx 408 of a slow body',
    status: 408,
    headers: html,
    body: nginx('408 Request Time-out'),
    ...looks('retry connection-lost'),
  },
  {
    name: 'nginx 502 while PHP restarts',
    status: 502,
    headers: html,
    body: nginx('502 Bad Gateway'),
    ...looks('retry server-error, bounded'),
  },
  {
    name: 'nginx 503 of limit_req, no time named (F-14)',
    status: 503,
    headers: html,
    body: nginx('503 Service Temporarily Unavailable'),
    ...looks('retry site-busy'),
  },
  {
    name: 'nginx 504 after the body (F-01)',
    status: 504,
    headers: html,
    body: nginx('504 Gateway Time-out'),
    ...looks('retry server-error, bounded'),
  },
  {
    name: 'LiteSpeed 508: process limit of a shared host',
    status: 508,
    headers: html,
    body: litespeed(
      '508 Resource Limit Is Reached',
      'The website is temporarily unable to service your request as it exceeded resource limit.',
    ),
    ...looks('retry server-error, bounded'),
  },
  {
    name: 'cPanel 509: bandwidth used up',
    status: 509,
    headers: html,
    body: apache('509 Bandwidth Limit Exceeded', 'The server is temporarily unable to service your request.'),
    ...looks('retry server-error, bounded'),
  },
  {
    name: '507: the disk is full',
    status: 507,
    headers: html,
    body: page('507 Insufficient Storage'),
    ...looks('retry server-error, bounded'),
  },
  {
    name: 'nginx 401 of a protected staging site',
    status: 401,
    headers: { ...html, 'www-authenticate': 'Basic realm="Staging"' },
    body: nginx('401 Authorization Required'),
    ...looks('retry web-page-answer, bounded'),
  },
  {
    name: '400 of a header that is too large',
    status: 400,
    headers: html,
    body: nginx('400 Request Header Or Cookie Too Large'),
    ...looks('ask web-page-answer/retry (400 Request Header Or Cookie Too Large)'),
  },
  // ---- networks in between
  {
    name: 'Cloudflare 413 above 100 MB (F-20)',
    status: 413,
    headers: { ...html, server: 'cloudflare' },
    body: page('413 Payload Too Large', '<center>cloudflare</center>'),
    ...both('ask too-large/retry'),
  },
  {
    name: 'Cloudflare 403, error 1020 (F-21)',
    status: 403,
    headers: { ...html, server: 'cloudflare' },
    body: page('Access denied | example.com used Cloudflare to restrict access'),
    ...looks('ask web-page-answer/retry (Access denied | example.com used Cloudflare to restrict access)'),
  },
  {
    name: 'Cloudflare 429, error 1015, with a time (F-14)',
    status: 429,
    headers: { ...html, 'retry-after': '86400' },
    body: cloudflare('1015', 'You are being rate limited'),
    ...both('retry site-busy after 86400 s'),
  },
  {
    name: 'Cloudflare 503 challenge: just a moment (F-05)',
    status: 503,
    headers: html,
    body: page('Just a moment...'),
    ...looks('retry site-busy'),
  },
  {
    name: 'Cloudflare 520: the server said nothing it understood',
    status: 520,
    headers: html,
    body: cloudflare('520', 'Web server is returning an unknown error'),
    ...looks('retry server-error, bounded'),
  },
  {
    name: 'Cloudflare 521: the server is down',
    status: 521,
    headers: html,
    body: cloudflare('521', 'Web server is down'),
    ...looks('retry server-error, bounded'),
  },
  {
    name: 'Cloudflare 522, words only',
    status: 522,
    headers: { 'content-type': 'text/plain' },
    body: 'error code: 522',
    ...looks('retry server-error, bounded'),
  },
  {
    name: 'Cloudflare 524 after 100 s without an answer (F-01)',
    status: 524,
    headers: html,
    body: cloudflare('524', 'A timeout occurred'),
    ...looks('retry server-error, bounded'),
  },
  {
    name: 'Cloudflare 525: TLS between the two broken',
    status: 525,
    headers: html,
    body: cloudflare('525', 'SSL handshake failed'),
    ...looks('retry server-error, bounded'),
  },
  {
    name: 'Sucuri 403 (F-21)',
    status: 403,
    headers: { ...html, 'x-sucuri-id': '18012' },
    body: page(
      'Sucuri WebSite Firewall - Access Denied',
      '<p>Block reason: Access from your Country was disabled.</p>',
    ),
    ...looks('ask web-page-answer/retry (Sucuri WebSite Firewall - Access Denied)'),
  },
  {
    name: 'Wordfence 403 (F-21)',
    status: 403,
    headers: html,
    body: page(
      '403 Forbidden',
      '<p>A potentially unsafe operation has been detected in your request to this site.</p>',
    ),
    ...looks('ask web-page-answer/retry (403 Forbidden)'),
  },
  {
    name: 'Wordfence 503 of a blocked address, with a time (F-21)',
    status: 503,
    headers: { ...html, 'retry-after': '3600' },
    body: page('Your access to this site has been limited by the site owner'),
    ...looks('retry site-busy after 3600 s'),
  },
  {
    name: 'ModSecurity 406 (F-21)',
    status: 406,
    headers: html,
    body: '<head><title>Not Acceptable!</title></head><body><h1>Not Acceptable!</h1><p>An appropriate representation of the requested resource could not be found on this server. This error was generated by Mod_Security.</p></body></html>',
    ...looks('ask web-page-answer/retry (Not Acceptable!)'),
  },
  {
    name: 'Imunify360 415 bot check in data (F-21)',
    status: 415,
    headers: json,
    body: '{"message":"Access denied by Imunify360 bot-protection. IPs used for automation should be whitelisted"}',
    ...both(
      'ask web-page-answer/retry (Access denied by Imunify360 bot-protection. IPs used for automation should be whitelisted)',
    ),
  },
  {
    name: 'SiteGround captcha, 202 (F-05)',
    status: 202,
    headers: html,
    body: page('Robot Challenge Screen'),
    ...looks('retry web-page-answer, bounded'),
  },
  {
    name: 'a firewall’s 418 in data',
    status: 418,
    headers: json,
    body: '{"error":"blocked"}',
    ...both('ask site-refused/retry'),
  },
  {
    name: '451 page',
    status: 451,
    headers: html,
    body: page('Unavailable For Legal Reasons'),
    ...looks('ask web-page-answer/retry (Unavailable For Legal Reasons)'),
  },
  {
    name: 'squid 407: a proxy wants a sign-in (F-19)',
    status: 407,
    headers: html,
    body: page('ERROR: Cache Access Denied'),
    ...looks('ask web-page-answer/retry (ERROR: Cache Access Denied)'),
  },
  // ---- captive portals
  {
    name: 'portal, 511 (F-18)',
    status: 511,
    headers: html,
    body: page('Network Authentication Required'),
    ...looks('retry server-error, bounded'),
  },
  {
    name: 'portal, MikroTik, 200 with a refresh (F-18)',
    status: 200,
    headers: html,
    body: '<html><head><title>mikrotik hotspot &gt; redirect</title><meta http-equiv="refresh" content="0; url=http://login.wlan/login"></head></html>',
    ...looks('retry web-page-answer, bounded'),
  },
  {
    name: 'portal, 302 to its sign-in (F-17, F-18)',
    status: 302,
    headers: { ...html, location: 'http://login.wlan/?dst=upload' },
    body: page('Hotspot'),
    ...looks('ask upload-route-missing/retry (Hotspot)'),
  },
  {
    name: 'portal, Fortinet, a page without a doctype (F-18)',
    status: 200,
    headers: html,
    body: '<html><body><script language="JavaScript">window.location="https://10.0.0.1:1003/fgtauth?0a1b";</script></body></html>',
    ...looks('retry web-page-answer, bounded'),
  },
  // ---- redirects (F-17)
  {
    name: '301 to https',
    status: 301,
    headers: { location: 'https://example.com/wp-json/streamtube/v1/upload' },
    ...both('ask upload-route-missing/retry'),
  },
  {
    name: '302 to www',
    status: 302,
    headers: { location: 'https://www.example.com/' },
    ...looks('ask upload-route-missing/retry'),
  },
  {
    name: '303 to a list',
    status: 303,
    headers: { location: '/wp-json/wp/v2/video' },
    ...looks('ask upload-route-missing/retry'),
  },
  {
    name: '307 to another host: the secret stays here (F-17, F-56)',
    status: 307,
    headers: { location: 'https://evil.example/upload' },
    ...both('ask upload-route-missing/retry'),
  },
  {
    name: '308 from https to http',
    status: 308,
    headers: { location: 'http://example.com/upload' },
    ...both('ask upload-route-missing/retry'),
  },
  { name: '304 of a cache that has no business here', status: 304, ...looks('ask upload-route-missing/retry') },
  {
    name: '301 of nginx, with its page (F-17)',
    status: 301,
    headers: { ...html, location: 'https://example.com/wp-json/streamtube/v1/upload' },
    body: nginx('301 Moved Permanently'),
    ...both('ask upload-route-missing/retry (301 Moved Permanently)'),
  },
  // ---- PHP
  {
    name: 'PHP fatal, memory, 200 with display_errors (F-05)',
    status: 200,
    headers: html,
    body: '<br />\n<b>Fatal error</b>:  Allowed memory size of 134217728 bytes exhausted (tried to allocate 20480 bytes) in <b>/var/www/html/wp-includes/functions.php</b> on line <b>5466</b><br />\n',
    ...looks('retry web-page-answer, bounded'),
  },
  {
    name: 'PHP fatal, time, 500 (F-02)',
    status: 500,
    headers: html,
    body: '<br />\n<b>Fatal error</b>:  Maximum execution time of 30 seconds exceeded in <b>/var/www/html/wp-includes/media.php</b> on line <b>120</b><br />\n',
    ...looks('retry server-error, bounded'),
  },
  { name: 'PHP 500 with nothing in it', status: 500, headers: html, body: '', ...looks('retry server-error, bounded') },
  {
    name: 'a warning that names a directory, then the record',
    status: 201,
    headers: json,
    body: '<br />\n<b>Warning</b>:  chmod(): Operation not permitted in <b>/srv/[www]/{site}/file.php</b> on line <b>9</b><br />\n{"id":21,"type":"video"}',
    ...yes('arrived 21'),
  },
  {
    name: 'a deprecation behind the record',
    status: 201,
    headers: json,
    body: '{"id":21,"type":"video"}<br />\n<b>Deprecated</b>:  Creation of dynamic property {x} is deprecated',
    ...yes('arrived 21'),
  },
  {
    name: 'a byte order mark of a saved wp-config, then the record',
    status: 201,
    headers: json,
    body: '\uFEFF\uFEFF{"id":21,"type":"video"}',
    ...yes('arrived 21'),
  },
  {
    name: 'blank lines of a plugin, then the record',
    status: 201,
    headers: json,
    body: '\n\n\n   {"id":21,"type":"video"}',
    ...yes('arrived 21'),
  },
  {
    name: 'JSON cut off in the middle',
    status: 201,
    headers: json,
    body: '{"id":21,"type":"vid',
    ...yes('arrived somewhere'),
  },
  {
    name: 'JSON in a gzip nobody asked for, broken',
    status: 200,
    headers: { ...json, 'content-encoding': 'gzip' },
    body: gzipSync('{"id":21,"type":"video"}').subarray(0, 20),
    ...yes('arrived somewhere'),
  },
  {
    name: 'JSON in UTF-16',
    status: 200,
    headers: json,
    body: Buffer.from('\uFEFF{"id":21}', 'utf16le'),
    ...yes('arrived somewhere'),
  },
  {
    name: 'database down',
    status: 500,
    headers: html,
    body: page('Database Error', '<h1>Error establishing a database connection</h1>'),
    ...looks('retry server-error, bounded'),
  },
  {
    name: 'WordPress maintenance, with its time (F-14)',
    status: 503,
    headers: { ...html, 'retry-after': '600' },
    body: page('Maintenance', 'Briefly unavailable for scheduled maintenance. Check back in a minute.'),
    ...looks('retry site-maintenance after 600 s'),
  },
  {
    name: 'wp_die of a plugin, 403',
    status: 403,
    headers: html,
    body: page('WordPress &rsaquo; Error', '<div class="wp-die-message">Not here.</div>'),
    ...looks('ask web-page-answer/retry (WordPress › Error)'),
  },
  {
    name: 'critical error in German',
    status: 500,
    headers: json,
    body: '{"code":"internal_server_error","message":"<p>Es gab einen kritischen Fehler auf deiner Website.<\\/p>","data":{"status":500}}',
    ...looks('retry server-error, bounded'),
  },
  // ---- stored, and yet failed (F-03)
  {
    name: '500 although the file is stored (F-03)',
    status: 500,
    headers: { ...html, 'x-wp-upload-attachment-id': '815' },
    body: page('500'),
    cause: 'arrived somewhere',
    early: 'retry server-error, bounded',
    certain: true,
  },
  {
    name: '502 of a proxy that passed the header on (F-03)',
    status: 502,
    headers: { 'x-wp-upload-attachment-id': '815' },
    cause: 'arrived somewhere',
    early: 'retry server-error, bounded',
    certain: true,
  },
  {
    name: '504 in data, although stored (F-03)',
    status: 504,
    headers: { ...json, 'x-wp-upload-attachment-id': '815' },
    body: '{"code":"internal_server_error","message":"x","data":{"status":504}}',
    cause: 'arrived somewhere',
    early: 'retry server-error, bounded',
    certain: true,
  },
  {
    name: '500 with a header that is no id',
    status: 500,
    headers: { 'x-wp-upload-attachment-id': '0' },
    ...looks('retry server-error, bounded'),
  },
  {
    name: '500 for a permanent reason keeps it, header or not (F-03, F-04)',
    status: 500,
    headers: json,
    body: '{"code":"rest_upload_sideload_error","message":"No.","data":{"status":500}}',
    ...both('ask upload-failed/retry (No.)'),
  },
  // ---- multisite, translations, plugins
  {
    name: 'multisite, 400 out of space (F-20)',
    status: 400,
    headers: json,
    body: '{"code":"rest_upload_limited_space","message":"Not enough space to upload. 2048 KB needed.","data":{"status":400}}',
    ...both('ask site-full/retry (Not enough space to upload. 2048 KB needed.)'),
  },
  {
    name: 'multisite, 400 file too big (F-20)',
    status: 400,
    headers: json,
    body: '{"code":"rest_upload_file_too_big","message":"This file is too big. Files must be less than 1500 KB in size.","data":{"status":400}}',
    ...both('ask too-large/retry ( | This file is too big. Files must be less than 1500 KB in size.)'),
  },
  {
    name: 'upload_max_filesize in Japanese (F-04, F-20)',
    status: 500,
    headers: json,
    body: '{"code":"rest_upload_unknown_error","message":"アップロードされたファイルは php.ini 内の upload_max_filesize ディレクティブを超えています。","data":{"status":500}}',
    ...both(
      'ask too-large/retry ( | アップロードされたファイルは php.ini 内の upload_max_filesize ディレクティブを超えています。)',
    ),
  },
  {
    name: 'MAX_FILE_SIZE in French (F-04, F-20)',
    status: 500,
    headers: json,
    body: '{"code":"rest_upload_unknown_error","message":"Le fichier dépasse la directive MAX_FILE_SIZE.","data":{"status":500}}',
    ...both('ask too-large/retry ( | Le fichier dépasse la directive MAX_FILE_SIZE.)'),
  },
  {
    name: 'type refused in Spanish (F-04)',
    status: 500,
    headers: json,
    body: '{"code":"rest_upload_sideload_error","message":"Lo siento, no tienes permisos para subir este tipo de archivo.","data":{"status":500}}',
    ...both('ask type-refused/remove (Lo siento, no tienes permisos para subir este tipo de archivo.)'),
  },
  {
    name: 'the product, a dumped WP_Error, 200 (F-05)',
    status: 200,
    headers: json,
    body: dump('upload_files_disabled', 'Uploads are switched off.'),
    ...looks('ask no-upload-right/retry (Uploads are switched off.)'),
  },
  {
    name: 'the product, a dumped WP_Error nobody knows, 200',
    status: 200,
    headers: json,
    body: dump('daily_limit', 'Only 5 a day.'),
    ...looks('ask site-refused/retry (Only 5 a day.)'),
  },
  {
    name: '200 {code, data:null}',
    status: 200,
    headers: json,
    body: '{"code":"rest_cannot_create","message":"Sorry.","data":null}',
    ...looks('ask no-upload-right/retry (Sorry.)'),
  },
  { name: '200 [] (PHP’s empty object)', status: 200, headers: json, body: '[]', ...yes('arrived somewhere') },
  { name: '200 0 of admin-ajax', status: 200, headers: html, body: '0', ...yes('arrived somewhere') },
  {
    name: '202, accepted for transcoding',
    status: 202,
    headers: json,
    body: '{"queued":true}',
    ...yes('arrived somewhere'),
  },
  { name: '206 with the record', status: 206, headers: json, body: '{"id":21,"type":"video"}', ...yes('arrived 21') },
  {
    name: 'application passwords switched off by Wordfence (F-16)',
    status: 501,
    headers: json,
    body: '{"code":"application_passwords_disabled","message":"Application passwords are not available.","data":{"status":501}}',
    ...both('sign in'),
  },
  {
    name: 'the header was stripped: a stranger (F-16)',
    status: 401,
    headers: json,
    body: '{"code":"rest_not_logged_in","message":"You are not currently logged in.","data":{"status":401}}',
    ...both('sign in'),
  },
  {
    name: 'iThemes: a stranger may not use REST',
    status: 401,
    headers: json,
    body: '{"code":"itsec_rest_api_access_restricted","message":"You do not have sufficient permission to access this endpoint.","data":{"status":401}}',
    ...both('sign in'),
  },
  {
    name: 'token plugin A, an expired token (F-15)',
    status: 403,
    headers: json,
    body: '{"code":"jwt_auth_invalid_token","message":"Expired token","data":{"status":403}}',
    ...both('sign in'),
  },
  {
    name: 'token plugin B, its user is gone (F-15)',
    status: 401,
    headers: json,
    body: '{"success":false,"statusCode":401,"code":"jwt_auth_user_not_found","message":"User doesn\'t exist","data":[]}',
    ...both('sign in'),
  },
  {
    name: 'a cookie’s nonce',
    status: 403,
    headers: json,
    body: '{"code":"rest_cookie_invalid_nonce","message":"Cookie check failed","data":{"status":403}}',
    ...both('sign in'),
  },
  {
    name: 'a maintenance plugin’s 200 page (F-05)',
    status: 200,
    headers: html,
    body: page('Coming soon'),
    ...looks('retry web-page-answer, bounded'),
  },
  {
    name: 'XML of a storage behind',
    status: 403,
    headers: { 'content-type': 'application/xml' },
    body: '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
    ...looks('ask web-page-answer/retry (AccessDenied Access Denied)'),
  },
];
