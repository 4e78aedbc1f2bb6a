// What the check-up of a site found, in a creator's words, with a ready text for the host wherever the host has to act.
import type { CheckCode, CheckFinding, CheckStatus, SiteCheckup, SiteView } from '../../preload/contract.ts';
import { askHost, connectWords } from './connect.ts';
import { counted, formatBytes, formatMoment } from './format.ts';
import type { IconName, Tone } from './jobs.ts';
import { needsYouWords } from './jobs.ts';
import { tokenEndWords } from './sign-in.ts';

export interface FindingWords {
  /** What was looked at. */
  readonly about: string;
  /** One sentence: what was found. */
  readonly what: string;
  /** What to do about it; null = nothing has to be done. */
  readonly todo: string | null;
  /** A ready text for the people who run the site's server; null when they cannot help. */
  readonly host: string | null;
}

const about = {
  answer: 'Site’s answers',
  connection: 'Connection',
  signIn: 'Sign-in',
  rights: 'Rights',
  route: 'Upload service',
  token: 'Access token',
  size: 'File size',
  kinds: 'Kinds of video',
  publishing: 'Publishing',
  repeats: 'Lost answers',
  ranges: 'Comparing files',
  clock: 'Clock',
} as const;

function fine(of: string, what: string): FindingWords {
  return { about: of, what, todo: null, host: null };
}

function dotted(extensions: readonly string[]): string {
  return extensions.map((one) => `.${one}`).join(', ');
}

/** "Quay.mp4, Regatta.mov and 4 more". */
function named({ names, clips }: CheckFinding): string {
  const more = clips - names.length;
  return more > 0 && names.length > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}

function inTheQueue(finding: CheckFinding): string {
  return `${counted(finding.clips, 'clip', 'clips')} in the queue`;
}

function lengthWords(ms: number | null): string {
  const minutes = Math.max(1, Math.round((ms ?? 0) / 60_000));
  if (minutes < 120) return counted(minutes, 'minute', 'minutes');
  const hours = Math.round(minutes / 60);
  return hours < 48 ? counted(hours, 'hour', 'hours') : counted(Math.round(hours / 24), 'day', 'days');
}

function bytes(amount: number | null): string {
  return formatBytes(amount ?? 0);
}

const { maintenance } = connectWords;
const certificateWords = (code: Extract<CheckCode, `certificate${string}`>): FindingWords => {
  const { what, todo, host } = connectWords[code];
  return { about: about.connection, what, todo, host };
};
const largerFiles =
  'Please raise the limit for uploads: upload_max_filesize and post_max_size in PHP, client_max_body_size in nginx (or LimitRequestBody in Apache), the video plugin’s own maximum, and the limit of a proxy in front of the server, if there is one.';

const words = {
  answers: () => fine(about.answer, 'The site answers programs as it should.'),
  'answers-members': () => fine(about.answer, 'The site answers as it should, and only to members.'),
  'text-before-data': () => ({
    about: about.answer,
    what: 'Other text, such as a warning, stands before the site’s data. Clipferry reads past it; other programs may not.',
    todo: askHost,
    host: 'Answers of the REST API of our site (/wp-json/) begin with other text before the JSON, probably PHP warnings. Please set display_errors to Off in PHP and look into what the warnings are about.',
  }),
  'no-answer': () => ({
    about: about.answer,
    what: 'The site does not answer.',
    todo: 'Open the site in your browser. If it works there, check again; if not, tell the site’s host.',
    host: 'Our site does not answer requests at all. Please check the server.',
  }),
  certificate: () => certificateWords('certificate'),
  'certificate-expired': () => certificateWords('certificate-expired'),
  'certificate-name': () => certificateWords('certificate-name'),
  'certificate-authority': () => certificateWords('certificate-authority'),
  maintenance: () => ({
    about: about.answer,
    what: 'The site is in maintenance, usually for an update. Clips wait and go on by themselves.',
    todo: `${maintenance.todo} If it stays like this, send the text below to the site’s host.`,
    host: 'Our site answers “service unavailable” (503) as if it was being maintained. If no update is under way, please remove the file .maintenance from the WordPress folder, or switch the maintenance plugin off.',
  }),
  'html-instead': () => ({
    about: about.answer,
    what: 'The site is there, but a web page answers where its data should be: a firewall, a security plugin or a bot check.',
    todo: askHost,
    host: connectWords['html-instead'].host,
  }),
  'someone-else': () => ({
    about: about.answer,
    what: 'Somebody else answers at the site’s address: probably the sign-in page of the network you are in.',
    todo: 'Open the site in your browser and sign in to the network if it asks. Then check again.',
    host: null,
  }),
  'server-error': () => ({
    about: about.answer,
    what: 'The site’s server answers with an error of its own.',
    todo: 'Check again in a few minutes. If it stays, send the text below to the site’s host.',
    host: connectWords['server-error'].host,
  }),
  'not-wordpress': () => ({
    about: about.answer,
    what: 'The part of the site that programs talk to (its REST API) is not there any more.',
    todo: askHost,
    host: connectWords['not-wordpress'].host,
  }),
  moved: ({ names }) => ({
    about: about.answer,
    what: `The site has moved${names[0] === undefined ? '' : ` to ${names[0]}`}.`,
    todo: 'Connect the site once more, with its new address.',
    host: null,
  }),
  'asked-for-time': () => fine(about.answer, 'The site asked to be left alone for a while, so it was not checked now.'),
  'not-looked': () => fine('The rest', 'Sign-in, rights and the upload service could not be looked at.'),
  secure: () => fine(about.connection, 'The connection is secure (https).'),
  'own-computer': () => fine(about.connection, 'The site is on this computer; nothing leaves it.'),
  'plain-http-token': () => ({
    about: about.connection,
    what: 'The connection is plain http: others on the way can read your access token. You agreed to that.',
    todo: 'Ask the site’s host for https.',
    host: connectWords['plain-http'].host,
  }),
  'plain-http': () => ({
    about: about.connection,
    what: 'The site has no secure connection. WordPress ignores application passwords there.',
    todo: askHost,
    host: connectWords['plain-http'].host,
  }),
  'sign-in-arrives': () => fine(about.signIn, 'Your sign-in reaches the site.'),
  'sign-in-unknown': () => fine(about.signIn, 'Whether your sign-in reaches the site could not be learned.'),
  'signed-out': () => ({
    about: about.signIn,
    what: 'You are not signed in. Clips wait; nothing is lost.',
    todo: 'Sign in again below.',
    host: null,
  }),
  'password-refused': () => ({
    about: about.signIn,
    what: 'The application password is not valid any more: it was revoked, or the account was changed.',
    todo: 'Sign in again below. Clips wait; nothing is lost.',
    host: null,
  }),
  'token-refused': () => ({
    about: about.signIn,
    what: 'The site does not take the access token any more.',
    todo: 'Sign in again below. Clips wait; nothing is lost.',
    host: null,
  }),
  'passwords-off': () => ({
    about: about.signIn,
    what: 'Application passwords are switched off on this site, for everybody.',
    todo: askHost,
    host: connectWords['app-passwords-off'].host,
  }),
  'passwords-off-for-person': () => ({
    about: about.signIn,
    what: 'Application passwords are switched off for your account.',
    todo: askHost,
    host: 'Application passwords are switched off for my account on our WordPress site. Please allow them for my role: a security plugin, or the filter wp_is_application_passwords_available_for_user, decides on it.',
  }),
  'header-stripped': () => ({
    about: about.signIn,
    what: 'The site’s server throws your sign-in away before the site can read it. Your password may well be right.',
    todo: askHost,
    host: connectWords['header-stripped'].host,
  }),
  'header-stripped-probably': () => ({
    about: about.signIn,
    what: 'The site does not see your sign-in. Probably its server throws it away; it can also be that the application password was revoked.',
    todo: 'Look on the site under Account → App Password. Is Clipferry still listed there? Then send the text below to the host; if not, sign in again.',
    host: `${connectWords['header-stripped'].host} (Seen: a request with a valid application password is answered 401 rest_not_logged_in.)`,
  }),
  'other-person': () => ({
    about: about.signIn,
    what: 'The site takes you for somebody else than the account that you connected.',
    todo: 'Sign out and connect the site again.',
    host: null,
  }),
  'may-publish': () => fine(about.rights, 'You may upload and publish.'),
  'may-upload': () => fine(about.rights, 'You may upload, but not publish: somebody else makes your videos public.'),
  'no-upload-right': () => ({
    about: about.rights,
    what: 'Your account may not upload videos.',
    todo: 'Ask the owner of the site for that right, or sign in with another account.',
    host: connectWords['no-upload-right'].host,
  }),
  'upload-not-allowed': () => ({
    about: about.rights,
    what: 'Your role may upload, but the upload service says that you may not.',
    todo: askHost,
    host: 'My account has the rights upload_files and edit_posts, yet the upload route of the video plugin does not allow POST for it. Please check the plugin’s own rules: uploads may be switched off or limited to verified users.',
  }),
  'uploads-refused': (finding) => ({
    about: about.rights,
    what: `The site refused ${inTheQueue(finding)} because of its own rules for uploads: ${named(finding)}.`,
    todo: `${askHost} Then try the clips again.`,
    host: needsYouWords['no-upload-right'](finding.said).host,
  }),
  'upload-route': () => fine(about.route, 'The service that takes videos is there.'),
  'upload-route-missing': () => ({
    about: about.route,
    what: 'The service that takes videos is not there any more.',
    todo: askHost,
    host: connectWords['no-upload-route'].host,
  }),
  'upload-route-moved': ({ names: [was = 'the known route', now = 'another route'] }) => ({
    about: about.route,
    what: `The service that takes videos is not where it was (${was}), but there is one at ${now}.`,
    todo: 'If your site got another video plugin, connect the site once more by its address: Clipferry then sends there. Otherwise send the text below to the site’s host.',
    host: `A desktop program sends videos to the upload route ${was} of our site, which is not there any more; there is one at ${now}. Please tell me which one is right, and check that the video plugin is active and up to date.`,
  }),
  'upload-route-unknown': () => fine(about.route, 'Whether the upload service is there could not be learned.'),
  'token-lasts': ({ amount }) => fine(about.token, `Long enough for what waits. ${tokenEndWords(amount, Date.now())}`),
  'token-renews': () => fine(about.token, 'Clipferry renews it by itself.'),
  'token-ends': (finding) => ({
    about: about.token,
    what:
      finding.clips > 0
        ? `It ends before ${named(finding)} can be there. ${tokenEndWords(finding.amount, Date.now())}`
        : tokenEndWords(finding.amount, Date.now()),
    todo: 'Sign in again with an application password, which does not end.',
    host: null,
  }),
  'token-too-short': (finding) => ({
    about: about.token,
    what: `A token of this site lives ${lengthWords(finding.amount)}, and sending ${named(finding)} takes longer.`,
    todo: 'Sign in with an application password, which does not end. If your site has none, send the text below to its host.',
    host: needsYouWords['token-too-short'](null).host,
  }),
  'size-limit': ({ amount }) => ({
    about: about.size,
    what: `The site refuses files of ${bytes(amount)} and more. Nothing that waits is larger.`,
    todo: 'If you want to send larger ones, send the text below to the site’s host.',
    host: `Video uploads to our site are refused from ${bytes(amount)} on. ${largerFiles}`,
  }),
  'size-limit-clips': (finding) => ({
    about: about.size,
    what: `The site refuses files of ${bytes(finding.amount)} and more. ${inTheQueue(finding)} cannot pass: ${named(finding)}.`,
    todo: `${askHost} Then try the clips again.`,
    host: `Video uploads to our site are refused from ${bytes(finding.amount)} on. ${largerFiles}`,
  }),
  'size-arrived': ({ amount }) =>
    fine(about.size, `Files of up to ${bytes(amount)} have arrived. No site says how much it takes at most.`),
  'size-unknown': () =>
    fine(about.size, 'How large a file may be is not known yet: no site says so, and nothing has arrived yet.'),
  'kinds-open': ({ names }) =>
    fine(
      about.kinds,
      names.length === 0
        ? 'No kind of video was refused so far.'
        : `No kind was refused so far. The plugin of this site may not take ${dotted(names)}; MP4 is safe.`,
    ),
  'kinds-refused': ({ names }) => ({
    about: about.kinds,
    what: `The site refuses ${dotted(names)}. Nothing that waits is of this kind.`,
    todo: 'Export as MP4, or send the text below to the site’s host.',
    host: `Our site refuses ${dotted(names)} files. Please allow these video types for uploads in WordPress and in the video plugin.`,
  }),
  'kinds-refused-clips': (finding) => ({
    about: about.kinds,
    what: `The site refuses ${dotted(finding.names)}. ${inTheQueue(finding)} cannot pass.`,
    todo: 'Export them as MP4, or send the text below to the site’s host and then try the clips again.',
    host: `Our site refuses ${dotted(finding.names)} files. Please allow these video types for uploads in WordPress and in the video plugin.`,
  }),
  'kinds-doubtful': (finding) => ({
    about: about.kinds,
    what: `The plugin of this site may not take ${dotted(finding.names)}. ${inTheQueue(finding)} may be refused; Clipferry tries the first one and tells you.`,
    todo: 'MP4 is safe. To be sure, send the text below to the site’s host.',
    host: `Please check whether our site takes ${dotted(finding.names)} files, and allow these video types for uploads in WordPress and in the video plugin.`,
  }),
  'publishes-at-once': () =>
    fine(about.publishing, 'Videos are public as soon as they arrive, also before their details are added.'),
  'publishes-later': () => fine(about.publishing, 'Videos are not public when they arrive.'),
  'publishing-unknown': () =>
    fine(about.publishing, 'Whether videos are public as soon as they arrive shows with the first one.'),
  'keys-honoured': () =>
    fine(about.repeats, 'The site recognises a clip that is sent again, so nothing is there twice.'),
  'looks-first': () =>
    fine(about.repeats, 'After a lost answer Clipferry looks on the site before it sends a clip again.'),
  ranges: () => fine(about.ranges, 'After a lost answer the file on the site can be compared with yours.'),
  'no-ranges': () => ({
    about: about.ranges,
    what: 'The server gives files only as a whole, so after a lost answer name and size alone must do, and you may be asked.',
    todo: 'If that happens often, send the text below to the site’s host.',
    host: 'The web server does not answer Range requests for files below wp-content/uploads (no 206, no Accept-Ranges). Please switch them on; players need them for seeking, too.',
  }),
  'ranges-unknown': () => fine(about.ranges, 'Whether files can be compared shows with the first video.'),
  'clock-right': () => fine(about.clock, 'The site’s clock and this computer’s agree.'),
  'clock-off': ({ amount }) => ({
    about: about.clock,
    what: `The site’s clock is ${lengthWords(Math.abs(amount ?? 0))} ${(amount ?? 0) > 0 ? 'ahead of' : 'behind'} this computer’s. Clipferry allows for it; scheduled videos follow the site’s clock.`,
    todo: 'Check this computer’s date and time. If they are right, send the text below to the site’s host.',
    host: `The clock of our server is about ${lengthWords(Math.abs(amount ?? 0))} ${(amount ?? 0) > 0 ? 'ahead' : 'behind'} (Date header of its answers). Please switch on time synchronisation (NTP).`,
  }),
  'clock-unknown': () => fine(about.clock, 'The site does not say what time it has.'),
} as const satisfies Record<CheckCode, (finding: CheckFinding) => FindingWords>;

export function findingWords(finding: CheckFinding): FindingWords {
  return words[finding.code](finding);
}

export const statusWords = {
  blocks: { word: 'Stands in the way', icon: 'needs-you', tone: 'attention' },
  note: { word: 'Worth knowing', icon: 'info', tone: 'plain' },
  fine: { word: 'Fine', icon: 'done', tone: 'good' },
  unknown: { word: 'Not known', icon: 'looking', tone: 'quiet' },
} as const satisfies Record<
  CheckStatus,
  { readonly word: string; readonly icon: IconName | 'info'; readonly tone: Tone }
>;

/** Whose sign-in a finding is about, where the site has several. */
export function whoseWords({ accountId }: CheckFinding, site: SiteView): string | null {
  if (accountId === null || site.accounts.length < 2) return null;
  return site.accounts.find(({ id }) => id === accountId)?.name ?? null;
}

/** One line for the whole check-up. */
export function checkupLine({ at, running, findings }: SiteCheckup, now: number): string {
  if (running) return 'Checking this site…';
  if (at === null) return 'Not checked yet.';
  const when = now - at < 60_000 ? 'Checked just now' : `Checked ${formatMoment(at, now)}`;
  const count = (status: CheckStatus): number => findings.filter((one) => one.status === status).length;
  const [blocks, notes] = [count('blocks'), count('note')];
  const noted = notes === 0 ? '' : `, ${counted(notes, 'thing', 'things')} worth knowing`;
  if (blocks === 0) return `${when}: ${notes === 0 ? 'all fine' : `nothing stands in the way${noted}`}.`;
  return `${when}: ${blocks === 1 ? '1 thing stands' : `${blocks} things stand`} in the way${noted}.`;
}

/** The line's own status: the worst of all. */
export function checkupStatus({ at, findings }: SiteCheckup): CheckStatus {
  if (at === null) return 'unknown';
  return (['blocks', 'note'] as const).find((status) => findings.some((one) => one.status === status)) ?? 'fine';
}
