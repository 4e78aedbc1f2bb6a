// What each recorded answer to an upload means, with the last byte gone and before: the table is the test (F-04, F-05).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../../main/answers.ts';
import { sortUploadAnswer } from '../../../main/errors.ts';
import type { Verdict } from '../../../main/model.ts';
import type { HttpAnswer } from '../../../main/ports.ts';
import { honoursKey, namesVideo, videoIdIn } from '../../../main/transfer/answer.ts';
import { word } from './words-of-verdicts.ts';

const now = Date.parse('2026-11-20T06:00:00Z');

interface Recorded {
  readonly status: number;
  readonly body?: string | object;
  readonly headers?: Readonly<Record<string, string>>;
}

function answerOf({ status, body = '', headers = {} }: Recorded): HttpAnswer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers, body: new TextEncoder().encode(text), cut: null };
}

function verdictOf(recorded: Recorded, allSent: boolean): Verdict {
  const said = readAnswer(answerOf(recorded), now);
  return sortUploadAnswer(said, allSent, videoIdIn(said), { extension: 'mov', bytes: 5_000_000, namedLimit: null });
}

const error = (code: string, status: number, message = 'No.'): Recorded => ({
  status,
  body: { code, message, data: { status } },
});
const denied = (code: string, message: string): Recorded => ({
  status: 200,
  body: { success: false, data: { message: [message], errors: { errors: { [code]: [message] }, error_data: [] } } },
});
const html = (status: number, body: string, headers = {}): Recorded => ({
  status,
  body,
  headers: { 'content-type': 'text/html', ...headers },
});

const record = {
  id: 14,
  type: 'video',
  status: 'pending',
  attachment: { id: 15, filesize: 200_000 },
  title: { raw: 'x' },
};
const location = { location: 'http://127.0.0.1:8091/wp-json/wp/v2/video/14' };
const warning =
  '<br />\n<b>Warning</b>:  POST Content-Length of 5000186 bytes exceeds the limit of 4194304 bytes in <b>Unknown</b> on line <b>0</b><br />\n';
const notice = '<br />\n<b>Notice</b>:  Undefined index: [0] {x} in <b>/var/www/a.php</b> on line <b>12</b><br />\n';
const critical =
  '<p>There has been a critical error on this website.</p><p><a href="https://wordpress.org/">Learn more.</a></p>';
const nginx413 =
  '<html>\r\n<head><title>413 Request Entity Too Large</title></head>\r\n<body>\r\n<center><h1>413 Request Entity Too Large</h1></center>\r\n</body>\r\n</html>\r\n';
const portal =
  '<!doctype html><html><head><title>Hotel Wi-Fi</title><script>var page = {"id": 7, "type": "video"};</script></head><body><h1>Welcome</h1></body></html>';
const challenge = '<!DOCTYPE html><html><head><title>One moment, please</title></head><body></body></html>';

/** name, the answer, the verdict with all bytes sent, the verdict when it came earlier. */
/** What the platform says by one code for all that goes wrong while it takes a file in; nothing of it is mended by another export. */
const serverFaults = [
  ['a full disk', 'Failed to write file to disk.'],
  ['no temporary folder', 'Es fehlt ein temporärer Ordner.'],
  ['half an upload', 'Le fichier n’a été que partiellement téléversé.'],
  ['a folder that cannot be written', 'The uploaded file could not be moved to wp-content/uploads/2026/11.'],
] as const;

const table: readonly (readonly [string, Recorded, string, string])[] = [
  // ---- yes
  [
    '201, the record, with Location (5.1)',
    { status: 201, body: record, headers: location },
    'arrived 14',
    'retry connection-lost',
  ],
  [
    '201, thin record (5.2)',
    { status: 201, body: { id: 16, status: 'pending' } },
    'arrived 16',
    'retry connection-lost',
  ],
  [
    '200, the product’s ajax shape (5.4)',
    {
      status: 200,
      body: { success: true, data: { message: '<strong>x</strong>', post: { ID: 20, post_type: 'video' } } },
    },
    'arrived 20',
    'retry connection-lost',
  ],
  ['200, {id}', { status: 200, body: { id: 9 } }, 'arrived 9', 'retry connection-lost'],
  ['200, {post_id} as text', { status: 200, body: { post_id: '31' } }, 'arrived 31', 'retry connection-lost'],
  [
    '200, {success, data: {id}}',
    { status: 200, body: { success: true, data: { id: 8 } } },
    'arrived 8',
    'retry connection-lost',
  ],
  [
    '200, the file’s record names its video',
    { status: 201, body: { id: 15, type: 'attachment', post: 14 } },
    'arrived 14',
    'retry connection-lost',
  ],
  [
    '200, a loose file’s record',
    { status: 201, body: { id: 15, type: 'attachment', post: null } },
    'arrived somewhere',
    'retry connection-lost',
  ],
  ['201, Location and nothing else', { status: 201, headers: location }, 'arrived 14', 'retry connection-lost'],
  ['204 (5.6)', { status: 204 }, 'arrived somewhere', 'retry connection-lost'],
  ['200, empty', { status: 200 }, 'arrived somewhere', 'retry connection-lost'],
  ['200, words', { status: 200, body: 'Upload complete.' }, 'arrived somewhere', 'retry connection-lost'],
  [
    '200, a byte order mark before the JSON',
    { status: 200, body: '\uFEFF{"id":5}' },
    'arrived 5',
    'retry connection-lost',
  ],
  ['200, a warning before the JSON', { status: 201, body: `${notice}{"id":5}` }, 'arrived 5', 'retry connection-lost'],
  [
    '200, a warning behind the JSON',
    { status: 201, body: `{"id":5}\n${notice}` },
    'arrived 5',
    'retry connection-lost',
  ],
  [
    '201, JSON that was cut off: an id inside it is another thing’s',
    { status: 201, body: '{"title":{"raw":"x"},"attachment":{"id":99,"filesize":1},"status":"pen' },
    'arrived somewhere',
    'retry connection-lost',
  ],
  ['200, a number', { status: 200, body: '17' }, 'arrived somewhere', 'retry connection-lost'],
  ['200, null', { status: 200, body: 'null' }, 'arrived somewhere', 'retry connection-lost'],
  ['200, an impossible id', { status: 200, body: { id: -4 } }, 'arrived somewhere', 'retry connection-lost'],
  // ---- a yes that says no, and pages in place of data: look first
  [
    '200, success:false (5.5)',
    denied('file_type_not_allowed', 'File Type is not allowed.'),
    'look, else ask extension-refused/remove (mov | File Type is not allowed.)',
    'ask extension-refused/remove (mov | File Type is not allowed.)',
  ],
  [
    '200, success:false, too large',
    denied('file_size_not_allowed', 'Too big.'),
    'look, else ask too-large/retry ( | Too big.)',
    'ask too-large/retry ( | Too big.)',
  ],
  [
    '200, success:false, not verified',
    denied('not_verified', 'Verify first.'),
    'look, else ask no-upload-right/retry (Verify first.)',
    'ask no-upload-right/retry (Verify first.)',
  ],
  [
    '200, success:false, unknown code',
    denied('quota', 'Weekly <b>quota</b> used up'),
    'look, else ask site-refused/retry (Weekly quota used up)',
    'ask site-refused/retry (Weekly quota used up)',
  ],
  [
    '200, success:false, no code',
    { status: 200, body: { success: false, data: { message: 'No' } } },
    'look, else ask site-refused/retry (No)',
    'ask site-refused/retry (No)',
  ],
  [
    '200, {code}',
    { status: 200, body: { code: 'rest_cannot_create', message: 'Sorry.', data: { status: 403 } } },
    'look, else ask no-upload-right/retry (Sorry.)',
    'ask no-upload-right/retry (Sorry.)',
  ],
  [
    '200, {code} nobody knows',
    { status: 200, body: { code: 'odd', message: 'Hm.' } },
    'look, else ask site-refused/retry (Hm.)',
    'ask site-refused/retry (Hm.)',
  ],
  [
    '200, a captive portal, with JSON in its script (F-18)',
    html(200, portal),
    'look, else retry web-page-answer, bounded',
    'retry web-page-answer, bounded',
  ],
  [
    '200, a challenge page',
    html(200, challenge),
    'look, else retry web-page-answer, bounded',
    'retry web-page-answer, bounded',
  ],
  [
    '200, only a warning',
    { status: 200, body: notice },
    'look, else retry web-page-answer, bounded',
    'retry web-page-answer, bounded',
  ],
  // ---- the account
  ['401 rest_not_logged_in (9.1)', error('rest_not_logged_in', 401), 'sign in', 'sign in'],
  ['401 incorrect_password (9.3)', error('incorrect_password', 401), 'sign in', 'sign in'],
  ['401 rest_forbidden: nobody may', error('rest_forbidden', 401), 'sign in', 'sign in'],
  ['401 rest_cannot_create: nobody may', error('rest_cannot_create', 401), 'sign in', 'sign in'],
  ['401 in data, unknown code', error('members_only', 401), 'sign in', 'sign in'],
  ['403 [jwt_auth] incorrect_password (2.3)', error('[jwt_auth] incorrect_password', 403), 'sign in', 'sign in'],
  ['403 jwt_auth_invalid_token (2.5)', error('jwt_auth_invalid_token', 403, 'Expired token'), 'sign in', 'sign in'],
  [
    '401 of the other token plugin (2b.2)',
    { status: 401, body: { success: false, statusCode: 401, code: 'jwt_auth_obsolete_token', message: 'x', data: [] } },
    'sign in',
    'sign in',
  ],
  ['501 application_passwords_disabled', error('application_passwords_disabled', 501), 'sign in', 'sign in'],
  // ---- rights
  [
    '403 rest_cannot_create (9.4)',
    error('rest_cannot_create', 403, 'Sorry.'),
    'ask no-upload-right/retry (Sorry.)',
    'ask no-upload-right/retry (Sorry.)',
  ],
  [
    '400 rest_cannot_create (F-04)',
    error('rest_cannot_create', 400, 'Sorry.'),
    'ask no-upload-right/retry (Sorry.)',
    'ask no-upload-right/retry (Sorry.)',
  ],
  [
    '403 rest_forbidden',
    error('rest_forbidden', 403),
    'ask no-upload-right/retry (No.)',
    'ask no-upload-right/retry (No.)',
  ],
  [
    '403 of a firewall (F-21)',
    html(403, '<html><head><title>Blocked</title></head></html>'),
    'look, else ask web-page-answer/retry (Blocked)',
    'ask web-page-answer/retry (Blocked)',
  ],
  [
    '401 page of a protected folder',
    html(401, '<html><title>Authorization Required</title></html>'),
    'look, else retry web-page-answer, bounded',
    'retry web-page-answer, bounded',
  ],
  // ---- this file
  [
    '500 rest_upload_sideload_error (9.5, F-04)',
    error('rest_upload_sideload_error', 500, 'Sorry, you are not allowed to upload this file type.'),
    'ask type-refused/remove (Sorry, you are not allowed to upload this file type.)',
    'ask type-refused/remove (Sorry, you are not allowed to upload this file type.)',
  ],
  [
    '500 rest_upload_unknown_error, type (9.6)',
    error('rest_upload_unknown_error', 500, 'Sorry, you are not allowed to upload this file type.'),
    'ask type-refused/remove (Sorry, you are not allowed to upload this file type.)',
    'ask type-refused/remove (Sorry, you are not allowed to upload this file type.)',
  ],
  ...serverFaults.map(([what, message]): [string, Recorded, string, string] => [
    `500 rest_upload_unknown_error for ${what}`,
    error('rest_upload_unknown_error', 500, message),
    `ask upload-failed/retry (${message})`,
    `ask upload-failed/retry (${message})`,
  ]),
  [
    '500 rest_upload_unknown_error, over upload_max_filesize (9.9)',
    error('rest_upload_unknown_error', 500, 'Die Datei überschreitet upload_max_filesize.'),
    'ask too-large/retry ( | Die Datei überschreitet upload_max_filesize.)',
    'ask too-large/retry ( | Die Datei überschreitet upload_max_filesize.)',
  ],
  [
    '400 rest_upload_image_type_not_supported',
    error('rest_upload_image_type_not_supported', 400),
    'ask type-refused/remove (No.)',
    'ask type-refused/remove (No.)',
  ],
  [
    '415 file_type_not_allowed (9.7)',
    error('file_type_not_allowed', 415),
    'ask extension-refused/remove (mov | No.)',
    'ask extension-refused/remove (mov | No.)',
  ],
  [
    '415 without a code',
    { status: 415, body: 'Unsupported' },
    'ask extension-refused/remove (mov)',
    'ask extension-refused/remove (mov)',
  ],
  // ---- too large
  [
    '400 rest_upload_no_data (9.10, F-20)',
    error('rest_upload_no_data', 400),
    'ask too-large/retry ( | No.)',
    'ask too-large/retry ( | No.)',
  ],
  [
    '400 with the warning that names the limit (9.12)',
    {
      status: 400,
      body: `${warning}{"code":"rest_upload_no_data","message":"No data supplied.","data":{"status":400}}`,
    },
    'ask too-large/retry ( | No data supplied.)',
    'ask too-large/retry ( | No data supplied.)',
  ],
  ['413 of nginx (9.14)', html(413, nginx413), 'ask too-large/retry', 'ask too-large/retry'],
  ['413 in data', error('too_big', 413), 'ask too-large/retry ( | No.)', 'ask too-large/retry ( | No.)'],
  [
    '413 under the code of every failed upload, in words that name no limit (F-20)',
    error('rest_upload_unknown_error', 413, 'Zu groß.'),
    'ask too-large/retry ( | Zu groß.)',
    'ask too-large/retry ( | Zu groß.)',
  ],
  // ---- later
  [
    '429 with seconds (F-14)',
    { status: 429, headers: { 'retry-after': '120' } },
    'retry site-busy after 120 s',
    'retry site-busy after 120 s',
  ],
  [
    '429 with a date (F-14)',
    { status: 429, headers: { 'retry-after': 'Fri, 20 Nov 2026 06:05:00 GMT' } },
    'retry site-busy after 300 s',
    'retry site-busy after 300 s',
  ],
  [
    '429 with a date gone by',
    { status: 429, headers: { 'retry-after': 'Fri, 20 Nov 2026 05:00:00 GMT' } },
    'retry site-busy after 0 s',
    'retry site-busy after 0 s',
  ],
  [
    '429 with a week',
    { status: 429, headers: { 'retry-after': '604800' } },
    'retry site-busy after 86400 s',
    'retry site-busy after 86400 s',
  ],
  ['429 with nonsense', { status: 429, headers: { 'retry-after': 'soon' } }, 'retry site-busy', 'retry site-busy'],
  [
    '503 maintenance',
    html(503, '<h1>Briefly unavailable</h1>', { 'retry-after': '600' }),
    'look, else retry site-busy after 600 s',
    'retry site-busy after 600 s',
  ],
  [
    '503 maintenance, said by WordPress itself',
    { ...error('wp_die', 503, 'Briefly unavailable'), headers: { 'retry-after': '600' } },
    'retry site-maintenance after 600 s',
    'retry site-maintenance after 600 s',
  ],
  [
    '503 of a plugin that gave up somewhere',
    error('wp_die', 503, 'Enough'),
    'look, else retry site-busy',
    'retry site-busy',
  ],
  [
    '500 critical error (9.13)',
    error('internal_server_error', 500, critical),
    'look, else retry server-error, bounded',
    'retry server-error, bounded',
  ],
  ['500 page', html(500, critical), 'look, else retry server-error, bounded', 'retry server-error, bounded'],
  [
    '502 page',
    html(502, '<html>Bad gateway</html>'),
    'look, else retry server-error, bounded',
    'retry server-error, bounded',
  ],
  ['504 empty', { status: 504 }, 'look, else retry server-error, bounded', 'retry server-error, bounded'],
  [
    '524 of a proxy',
    html(524, '<html>A timeout occurred</html>'),
    'look, else retry server-error, bounded',
    'retry server-error, bounded',
  ],
  [
    '409 with a problem body: the first request under this key is still at it',
    { status: 409, body: { title: 'A request is outstanding for this Idempotency-Key', status: 409 } },
    'look, else retry site-busy',
    'retry site-busy',
  ],
  ['409 empty', { status: 409 }, 'look, else retry site-busy', 'retry site-busy'],
  [
    '409 with a code of its own',
    error('rest_already_there', 409),
    'ask site-refused/retry (No.)',
    'ask site-refused/retry (No.)',
  ],
  [
    '422 with a problem body: another body had this key, so it goes under a new one',
    { status: 422, body: { title: 'Idempotency-Key is already used', status: 422 } },
    'retry server-error, bounded',
    'retry server-error, bounded',
  ],
  ['422 empty', { status: 422 }, 'look, else ask site-refused/retry', 'ask site-refused/retry'],
  [
    '423, whoever says it: a process that hangs has what this one needs',
    error('clipferry_locked', 423),
    'look, else retry server-error, bounded',
    'retry server-error, bounded',
  ],
  ['408', { status: 408 }, 'look, else retry connection-lost', 'retry connection-lost'],
  // ---- this site
  [
    '404 rest_no_route (9.26)',
    error('rest_no_route', 404),
    'ask upload-route-missing/retry (No.)',
    'ask upload-route-missing/retry (No.)',
  ],
  ['404 empty', { status: 404 }, 'ask upload-route-missing/retry', 'ask upload-route-missing/retry'],
  [
    '301 (F-17)',
    { status: 301, headers: { location: 'https://example.com/' } },
    'ask upload-route-missing/retry',
    'ask upload-route-missing/retry',
  ],
  [
    '400 in data, unknown code',
    error('weekly_quota', 400, 'Quota'),
    'ask site-refused/retry (Quota)',
    'ask site-refused/retry (Quota)',
  ],
  ['400 empty', { status: 400 }, 'look, else ask site-refused/retry', 'ask site-refused/retry'],
];

describe('a recorded answer', () => {
  it.each(table)('%s', (_, recorded, allSent, early) => {
    expect([word(verdictOf(recorded, true)), word(verdictOf(recorded, false))]).toEqual([allSent, early]);
  });

  it('that is broken anywhere never throws, and never turns into another id', () => {
    const texts = table.flatMap(([, { body }]) =>
      body === undefined ? [] : [typeof body === 'string' ? body : JSON.stringify(body)],
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom(200, 201, 400, 403, 500, 503),
        fc.string({ unit: 'binary', maxLength: 5 }),
        (text, part, status, noise) => {
          const cut = text.slice(0, Math.floor(part * text.length));
          const whole = verdictOf({ status, body: text }, true);
          const broken = verdictOf({ status, body: cut }, true);
          const own = whole.kind === 'arrived' ? whole.videoId : null;
          if (broken.kind === 'arrived') expect([null, own]).toContain(broken.videoId);
          verdictOf({ status, body: cut + noise + text.slice(cut.length) }, true);
        },
      ),
      { numRuns: 5_000, seed: 20261120 },
    );
  });
});

describe('an id', () => {
  const saidOf = (recorded: Recorded) => readAnswer(answerOf(recorded), now);

  it.each<[string, Recorded, boolean]>([
    ['a Location', { status: 201, headers: location }, true],
    ['a video record', { status: 201, body: record }, true],
    [
      'the product’s post row',
      { status: 200, body: { success: true, data: { post: { ID: 20, post_type: 'video' } } } },
      true,
    ],
    ['a bare number', { status: 200, body: { id: 20 } }, false],
    ['a file’s record', { status: 200, body: { id: 20, type: 'attachment', post: 3 } }, false],
    ['a blog post’s row', { status: 200, body: { data: { post: { ID: 20, post_type: 'post' } } } }, false],
    ['nothing', { status: 204 }, false],
    ['words', { status: 200, body: '"words"' }, false],
    ['data that is a word', { status: 200, body: { data: 'video' } }, false],
    ['a post that is a word', { status: 200, body: { data: { post: 'video' } } }, false],
    ['no post', { status: 200, body: { data: { post: null } } }, false],
    ['no data', { status: 200, body: { data: null } }, false],
    ['a Location of something else', { status: 201, headers: { location: '/wp-json/wp/v2/media/14' } }, false],
  ])('in %s: surely a video’s? %#', (_, recorded, sure) => {
    expect(namesVideo(saidOf(recorded))).toBe(sure);
  });

  it.each<[string, Recorded, number | null]>([
    ['data.video', { status: 200, body: { data: { video: { id: 21 } } } }, 21],
    ['post', { status: 200, body: { post: { ID: 22 } } }, 22],
    ['video', { status: 200, body: { video: { video_id: 23 } } }, 23],
    ['data.post before all others', { status: 200, body: { id: 1, video: { id: 2 }, data: { post: { id: 24 } } } }, 24],
    ['video_id before post_id', { status: 200, body: { post_id: 2, video_id: 25 } }, 25],
    ['the record before its data', { status: 200, body: { id: 26, data: { id: 2 } } }, 26],
    ['a list, which is no record', { status: 200, body: { data: [27] } }, null],
    ['a list with names', { status: 200, body: { id: null, data: { post: [{ id: 2 }] } } }, null],
    ['data that is a word', { status: 200, body: { data: 'words' } }, null],
    ['zero', { status: 200, body: { id: 0 } }, null],
    ['a part of a number', { status: 200, body: { id: 2.5 } }, null],
    ['text with more than digits', { status: 200, body: { id: '28 ' } }, null],
    ['text with other things before its digits', { status: 200, body: { id: 'x28' } }, null],
    ['text of more digits than any id has', { status: 200, body: { id: '1234567890123456' } }, null],
    ['a truth', { status: 200, body: { id: true } }, null],
    ['a Location with a query', { status: 201, headers: { location: '/wp-json/wp/v2/video/29?x=1' } }, 29],
    ['a Location with a slash', { status: 201, headers: { location: '/video/30/' } }, 30],
    ['a Location of what belongs to a video', { status: 201, headers: { location: '/video/31/revisions/2' } }, null],
    ['a Location of a video without a number', { status: 201, headers: { location: '/video/new' } }, null],
    ['a Location of something else', { status: 201, headers: { location: '/media/32' }, body: { id: 33 } }, 33],
  ])('is found in %s', (_, recorded, id) => {
    expect(videoIdIn(saidOf(recorded))).toBe(id);
  });
});

describe('a key that was sent with a clip', () => {
  const key = 'abc123';
  const said = (status: number, headers = {}) => honoursKey(readAnswer(answerOf({ status, headers }), now), key);

  it('is honoured by a site that names it again, whatever it answers besides', () => {
    expect([201, 409].map((status) => said(status, { 'idempotency-key': '"abc123"' }))).toEqual([true, true]);
  });

  it.each([200, 299])('is not by a success of %d that knows nothing of it, or names another', (status) => {
    expect(said(status)).toBe(false);
    expect(said(status, { 'idempotency-key': '"abc124"' })).toBe(false);
  });

  it.each([199, 300, 500])('is unknown after %d', (status) => {
    expect(said(status)).toBeNull();
  });
});
