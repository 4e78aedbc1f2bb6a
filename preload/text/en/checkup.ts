// What the check-up of a site finds, what to do about it, and a text for the host wherever the host has to act.
import { connect } from './connect.ts';
import { jobs, raiseLimit } from './jobs.ts';

/** Where nobody else can help. */
const askHost = 'Send the text below to the site’s host.';

export const checkup = {
  'checkup.about.answer': 'Site’s answers',
  'checkup.about.connection': 'Connection',
  'checkup.about.sign-in': 'Sign-in',
  'checkup.about.rights': 'Rights',
  'checkup.about.route': 'Upload service',
  'checkup.about.token': 'Access token',
  'checkup.about.size': 'File size',
  'checkup.about.pieces': 'Large clips',
  'checkup.about.kinds': 'Kinds of video',
  'checkup.about.publishing': 'Publishing',
  'checkup.about.repeats': 'Lost answers',
  'checkup.about.ranges': 'Comparing files',
  'checkup.about.clock': 'Clock',
  'checkup.about.rest': 'The rest',
  'checkup.about.whose': '{about}, {account}',
  'checkup.and-more': '{clips} and {more, number} more',
  'checkup.status.blocks': 'Problem',
  'checkup.status.note': 'Note',
  'checkup.status.fine': 'OK',
  'checkup.status.unknown': 'Unknown',
  'checkup.running': 'Checking this site…',
  'checkup.never': 'Not checked yet.',
  'checkup.result':
    '{when}: {problems, plural, =0 {{notes, plural, =0 {all fine} one {no problem, # note} other {no problem, # notes}}} one {# problem{notes, plural, =0 {} one {, # note} other {, # notes}}} other {# problems{notes, plural, =0 {} one {, # note} other {, # notes}}}}.',
  'checkup.just-now': 'Checked just now',
  'checkup.when': 'Checked {moment}',
  'checkup.show': 'Show',
  'checkup.hide': 'Hide',
  'checkup.show.label': 'Show what was found on {site}',
  'checkup.hide.label': 'Hide what was found on {site}',
  'checkup.found': 'What was found on {site}',
  'checkup.check': 'Check this site',
  'checkup.check.label': 'Check this site: {site}',
  'checkup.again': 'Check again',
  'checkup.again.label': 'Check again: {site}',
  'checkup.said': 'The site said:',

  'checkup.answers.what': 'The site answers programs as it should.',
  'checkup.answers-members.what': 'The site answers as it should, and only to members.',
  'checkup.text-before-data.what':
    'Other text, such as a warning, stands before the site’s data. Clipferry reads past it; other programs may not.',
  'checkup.text-before-data.todo': askHost,
  'checkup.text-before-data.host':
    'Answers of the REST API of our site (/wp-json/) begin with other text before the JSON, probably PHP warnings. Please set display_errors to Off in PHP and look into what the warnings are about.',
  'checkup.no-answer.what': 'The site does not answer.',
  'checkup.no-answer.todo':
    'Open the site in your browser. If it works there, check again; if not, tell the site’s host.',
  'checkup.no-answer.host': 'Our site does not answer requests at all. Please check the server.',
  'checkup.maintenance.what':
    'The site is down for maintenance, usually for an update. Clips wait and continue automatically.',
  'checkup.maintenance.todo':
    'Try again in a few minutes. If it stays like this, send the text below to the site’s host.',
  'checkup.maintenance.host':
    'Our site answers “service unavailable” (503) as if it was being maintained. If no update is under way, please remove the file .maintenance from the WordPress folder, or switch the maintenance plugin off.',
  'checkup.html-instead.what':
    'The site is there, but a web page answers where its data should be: a firewall, a security plugin or a bot check.',
  'checkup.html-instead.todo': askHost,
  'checkup.someone-else.what':
    'Somebody else answers at the site’s address: probably the sign-in page of the network you are in.',
  'checkup.someone-else.todo': 'Open the site in your browser and sign in to the network if it asks. Then check again.',
  'checkup.server-error.what': 'The site’s server answers with an error of its own.',
  'checkup.server-error.todo': 'Check again in a few minutes. If it stays, send the text below to the site’s host.',
  'checkup.not-wordpress.what': 'The part of the site that programs talk to (its REST API) is not there any more.',
  'checkup.not-wordpress.todo': askHost,
  'checkup.moved.what': '{place, select, _ {The site has moved.} other {The site has moved to {place}.}}',
  'checkup.moved.todo': 'Connect the site once more, with its new address.',
  'checkup.asked-for-time.what': 'The site asked to be left alone for a while, so it was not checked now.',
  'checkup.not-looked.what': 'Sign-in, rights and the upload service could not be checked.',
  'checkup.secure.what': 'The connection is secure (https).',
  'checkup.own-computer.what': 'The site is on this computer; nothing leaves it.',
  'checkup.plain-http-token.what':
    'The connection is plain http: others on the way can read your access token. You agreed to that.',
  'checkup.plain-http-token.todo': 'Ask the site’s host for https.',
  'checkup.plain-http.what': 'The site has no secure connection. WordPress ignores application passwords there.',
  'checkup.plain-http.todo': askHost,
  'checkup.sign-in-arrives.what': 'Your sign-in reaches the site.',
  'checkup.sign-in-unknown.what': 'Could not check whether your sign-in reaches the site.',
  'checkup.signed-out.what': 'You are not signed in. Clips wait; nothing is lost.',
  'checkup.signed-out.todo': 'Sign in again below.',
  'checkup.passwords-off.what': 'Application passwords are switched off on this site, for everybody.',
  'checkup.passwords-off.todo': askHost,
  'checkup.passwords-off-for-person.what': 'Application passwords are switched off for your account.',
  'checkup.passwords-off-for-person.todo': askHost,
  'checkup.passwords-off-for-person.host':
    'Application passwords are switched off for my account on our WordPress site. Please allow them for my role: a security plugin, or the filter wp_is_application_passwords_available_for_user, decides on it.',
  'checkup.header-stripped.what':
    'The site’s server throws your sign-in away before the site can read it. Your password may well be right.',
  'checkup.header-stripped.todo': askHost,
  'checkup.header-stripped-probably.what':
    'The site does not see your sign-in. Probably its server throws it away; it can also be that the application password was revoked.',
  'checkup.header-stripped-probably.todo':
    'Look on the site under Account → App Password. Is Clipferry still listed there? Then send the text below to the host; if not, sign in again.',
  'checkup.header-stripped-probably.host': `${connect['connect.header-stripped.host']} (Seen: a request with a valid application password is answered 401 rest_not_logged_in.)`,
  'checkup.other-person.what': 'The site takes you for a different user from the account that you connected.',
  'checkup.other-person.todo': 'Sign out and connect the site again.',
  'checkup.may-publish.what': 'You may upload and publish.',
  'checkup.may-upload.what': 'You may upload, but not publish: somebody else makes your videos public.',
  'checkup.no-upload-right.what': 'Your account may not upload videos.',
  'checkup.no-upload-right.todo': 'Ask the owner of the site for that right, or sign in with another account.',
  'checkup.upload-not-allowed.what': 'Your role may upload, but the upload service says that you may not.',
  'checkup.upload-not-allowed.todo': askHost,
  'checkup.upload-not-allowed.host':
    'My account has the rights upload_files and edit_posts, yet the upload route of the video plugin does not allow POST for it. Please check the plugin’s own rules: uploads may be switched off or limited to verified users.',
  'checkup.uploads-refused.what':
    'The site refused {count, plural, one {# queued clip} other {# queued clips}} because of its own rules for uploads: {clips}.',
  'checkup.uploads-refused.todo': `${askHost} Then try the clips again.`,
  'checkup.upload-route.what': 'The service that takes videos is there.',
  'checkup.upload-route-missing.what': 'The service that takes videos is not there any more.',
  'checkup.upload-route-missing.todo': askHost,
  'checkup.upload-route-clips.what':
    'The service that takes videos was not found by {count, plural, one {a clip that was sent} other {# clips that were sent}}: {clips}.',
  'checkup.upload-route-clips.todo': `${askHost} Then try the clips again.`,
  'checkup.uploads-blocked.what': 'Clip after clip is answered with a web page; other requests are not.',
  'checkup.uploads-blocked.todo': askHost,
  'checkup.uploads-unsure.what':
    'Clip after clip is answered with a web page. Whether anything else gets through is not known.',
  'checkup.uploads-unsure.todo': askHost,
  'checkup.site-blocked.what':
    'Everything is answered with a web page: the site’s firewall may have blocked this computer’s address.',
  'checkup.site-blocked.todo': askHost,
  'checkup.web-page-clips.what': 'A web page was the answer to {count, plural, one {a clip} other {# clips}}: {clips}.',
  'checkup.web-page-clips.todo': `${askHost} Then try the clips again.`,
  'checkup.upload-route-moved.what':
    'The service that takes videos is not where it was ({was, select, _ {the known route} other {{was}}}), but there is one at {now, select, _ {another route} other {{now}}}.',
  'checkup.upload-route-moved.todo':
    'If your site got another video plugin, connect the site once more by its address: Clipferry then sends there. Otherwise send the text below to the site’s host.',
  'checkup.upload-route-moved.host':
    'A desktop program sends videos to the upload route {was, select, _ {the known route} other {{was}}} of our site, which is not there any more; there is one at {now, select, _ {another route} other {{now}}}. Please tell me which one is right, and check that the video plugin is active and up to date.',
  'checkup.upload-route-unknown.what': 'Could not check whether the upload service is there.',
  'checkup.token-lasts.what': 'Long enough for what waits. {ends}',
  'checkup.token-renews.what': 'Clipferry renews it automatically.',
  'checkup.token-ends.what': '{count, plural, =0 {{ends}} other {It expires before {clips} can be there. {ends}}}',
  'checkup.token-ends.todo': 'Sign in again with an application password, which does not expire.',
  'checkup.token-too-short.what': 'A token of this site is valid for {length}, and sending {clips} takes longer.',
  'checkup.token-too-short.todo':
    'Sign in with an application password, which does not expire. If your site has none, send the text below to its host.',
  'checkup.size-limit.what': 'The site refuses files of {size} and more. Nothing that waits is larger.',
  'checkup.size-limit.todo':
    '{plugin, select, helps {If you want to send larger ones: with Clipferry’s plugin on the site (see Large clips), what its server allows for one upload no longer counts. Or send the text below to the site’s host.} other {If you want to send larger ones, send the text below to the site’s host.}}',
  'checkup.size-limit.host': `Video uploads to our site are refused from {size} on. ${raiseLimit}`,
  'checkup.size-doubted.what':
    'Files of {size} and more may be too large for the site, which is not certain: the next one is sent all the same, and tells.',
  'checkup.size-limit-clips.what':
    'The site refuses files of {size} and more. {count, plural, one {# queued clip} other {# queued clips}} will be refused: {clips}.',
  'checkup.size-limit-clips.todo': `{plugin, select, helps {With Clipferry’s plugin on the site (see Large clips), what its server allows for one upload no longer counts. Or send the text below to the site’s host.} other {${askHost}}} Then try the clips again.`,
  'checkup.size-limit-clips.host': `Video uploads to our site are refused from {size} on. ${raiseLimit}`,
  'checkup.size-arrived.what': 'Files of up to {size} have arrived. The site does not state its limit.',
  'checkup.size-unknown.what': 'The site does not state its limit, and nothing has arrived yet.',
  'checkup.kinds-open.what':
    '{extensions, select, _ {No kind of video was refused so far.} other {No kind was refused so far. The plugin of this site may not take {extensions}; MP4 is safe.}}',
  'checkup.kinds-refused.what': 'The site refuses {extensions}. Nothing that waits is of this kind.',
  'checkup.kinds-refused.todo': 'Export as MP4, or send the text below to the site’s host.',
  'checkup.kinds-refused.host':
    'Our site refuses {extensions} files. Please allow these video types for uploads in WordPress and in the video plugin.',
  'checkup.kinds-refused-clips.what':
    'The site refuses {extensions}. {count, plural, one {# queued clip} other {# queued clips}} will be refused.',
  'checkup.kinds-refused-clips.todo':
    'Export them as MP4, or send the text below to the site’s host and then try the clips again.',
  'checkup.kinds-refused-clips.host':
    'Our site refuses {extensions} files. Please allow these video types for uploads in WordPress and in the video plugin.',
  'checkup.kinds-doubtful.what':
    'The plugin of this site may not take {extensions}. {count, plural, one {# queued clip} other {# queued clips}} may be refused; Clipferry tries the first one and tells you.',
  'checkup.kinds-doubtful.todo': 'MP4 is safe. To be sure, send the text below to the site’s host.',
  'checkup.kinds-doubtful.host':
    'Please check whether our site takes {extensions} files, and allow these video types for uploads in WordPress and in the video plugin.',
  'checkup.publishes-at-once.what': 'Videos are public as soon as they arrive, also before their details are added.',
  'checkup.publishes-later.what': 'Videos are not public when they arrive.',
  'checkup.publishing-unknown.what':
    'Whether videos are public as soon as they arrive is known after the first upload.',
  'checkup.in-pieces.what':
    'Clips over 1 MB are sent in pieces: after a cut they go on where they were, and what the host allows for one upload counts for a piece, not for a clip.',
  'checkup.in-one.what':
    'Each clip is sent in one go: after a cut it starts over, and no clip may be larger than the host allows for one upload. With Clipferry’s plugin on the site, clips of any size go on where they were cut.',
  'checkup.helper-older.what':
    '{was, select, _ {Clipferry’s plugin on the site is older than the one that Clipferry brings now.} other {Clipferry’s plugin on the site is version {was}; the one that Clipferry brings now is {now}.}}',
  'checkup.helper-older.todo':
    'Save the newer one, upload it in the site’s wp-admin as you did with the first, and let WordPress replace it.',
  'checkup.helper-not-ready.what':
    'Clipferry’s plugin is on the site, but it has no place there to keep pieces: its folder cannot be written to, or its table is missing. Each clip is sent in one go until that is mended.',
  'checkup.helper-not-ready.todo': `${askHost} Then check again.`,
  'checkup.helper-not-ready.host':
    'The plugin “Clipferry Helper” on our WordPress site says that it is not ready. Please let PHP write to wp-content/uploads and to the folder .clipferry-… in it, and let WordPress’s database user make tables (CREATE TABLE).',
  'checkup.helper-refuses.what':
    'Clipferry’s plugin is on the site, but the site’s upload service does not take a whole file from it, only one that was sent in the same request. Each clip is sent in one go instead.',
  'checkup.helper-refuses.todo':
    'Nothing has to be done. When the site has another video plugin, or a newer version of it, check again.',
  'checkup.helper-blocked.what':
    'Clipferry’s plugin is on the site, but something in front of it, such as the host’s firewall, lets no pieces of clips through. Each clip is sent in one go instead.',
  'checkup.helper-blocked.todo': `${askHost} Then check again.`,
  'checkup.helper-blocked.host':
    'A firewall in front of our WordPress site refuses uploads to /wp-json/clipferry/v1/uploads/… Please allow there the method PATCH (or POST with X-HTTP-Method-Override) and the content type application/offset+octet-stream. In the OWASP core rule set these are the rules 911100, 920450 and 920420.',
  'checkup.helper.save': 'Save the plugin…',
  'checkup.helper.save.label': 'Save the plugin for {site}…',
  'checkup.helper.saved': 'Saved as {name} in {folder}.',
  'checkup.helper.first':
    '1. In the site’s wp-admin: Plugins, Add New Plugin, Upload Plugin. Choose the file, and activate it.',
  'checkup.helper.then': '2. Check the site again here.',
  'checkup.helper.sum': 'SHA-256 of the file: {sha256}',
  'checkup.keys-honoured.what': 'The site recognises a clip that is sent again, so nothing is there twice.',
  'checkup.looks-first.what': 'When no answer comes, Clipferry checks the site before it sends a clip again.',
  'checkup.ranges.what': 'When no answer comes, the file on the site can be compared with yours.',
  'checkup.no-ranges.what':
    'The server gives files only as a whole: when no answer comes, Clipferry can compare only how a long file begins, and may have to ask you.',
  'checkup.no-ranges.todo': 'If that happens often, send the text below to the site’s host.',
  'checkup.no-ranges.host':
    'The web server does not answer Range requests for files below wp-content/uploads (no 206, no Accept-Ranges). Please switch them on; players need them for seeking, too.',
  'checkup.ranges-unknown.what': 'Whether files can be compared is known after the first upload.',
  'checkup.clock-right.what': 'The site’s clock and this computer’s agree.',
  'checkup.clock-off.what':
    'The site’s clock is {length} {direction, select, ahead {ahead of} other {behind}} this computer’s. Clipferry allows for it; scheduled videos follow the site’s clock.',
  'checkup.clock-off.todo':
    'Check this computer’s date and time. If they are right, send the text below to the site’s host.',
  'checkup.clock-off.host':
    'The clock of our server is about {length} {direction, select, ahead {ahead} other {behind}} (Date header of its answers). Please switch on time synchronisation (NTP).',
  'checkup.clock-unknown.what': 'The site does not say what time it has.',

  // Said elsewhere in the same words.
  'checkup.proxy-sign-in.what': connect['connect.proxy-sign-in.what'],
  'checkup.proxy-sign-in.todo': connect['connect.proxy-sign-in.todo'],
  'checkup.proxy-method.what': connect['connect.proxy-method.what'],
  'checkup.proxy-method.todo': connect['connect.proxy-method.todo'],
  'checkup.proxy-method.host': connect['connect.proxy-method.host'],
  'checkup.proxy-refuses.what': connect['connect.proxy-refuses.what'],
  'checkup.proxy-refuses.todo': connect['connect.proxy-refuses.todo'],
  'checkup.proxy-refuses.host': connect['connect.proxy-refuses.host'],
  'checkup.proxy-away.what': connect['connect.proxy-away.what'],
  'checkup.proxy-away.todo': connect['connect.proxy-away.todo'],
  'checkup.proxy-kind.what': connect['connect.proxy-kind.what'],
  'checkup.proxy-kind.todo': connect['connect.proxy-kind.todo'],
  'checkup.certificate.what': connect['connect.certificate.what'],
  'checkup.certificate.todo': connect['connect.certificate.todo'],
  'checkup.certificate.host': connect['connect.certificate.host'],
  'checkup.certificate-expired.what': connect['connect.certificate-expired.what'],
  'checkup.certificate-expired.todo': connect['connect.certificate-expired.todo'],
  'checkup.certificate-expired.host': connect['connect.certificate-expired.host'],
  'checkup.certificate-name.what': connect['connect.certificate-name.what'],
  'checkup.certificate-name.todo': connect['connect.certificate-name.todo'],
  'checkup.certificate-name.host': connect['connect.certificate-name.host'],
  'checkup.certificate-authority.what': connect['connect.certificate-authority.what'],
  'checkup.certificate-authority.todo': connect['connect.certificate-authority.todo'],
  'checkup.certificate-authority.host': connect['connect.certificate-authority.host'],
  'checkup.html-instead.host': connect['connect.html-instead.host'],
  'checkup.server-error.host': connect['connect.server-error.host'],
  'checkup.not-wordpress.host': connect['connect.not-wordpress.host'],
  'checkup.plain-http-token.host': connect['connect.plain-http.host'],
  'checkup.plain-http.host': connect['connect.plain-http.host'],
  'checkup.passwords-off.host': connect['connect.app-passwords-off.host'],
  'checkup.header-stripped.host': connect['connect.header-stripped.host'],
  'checkup.no-upload-right.host': connect['connect.no-upload-right.host'],
  'checkup.upload-route-missing.host': connect['connect.no-upload-route.host'],
  'checkup.upload-route-clips.host': jobs['jobs.ask.upload-route-missing.host'],
  'checkup.uploads-blocked.host': jobs['jobs.ask.web-page-answer.host'],
  'checkup.uploads-unsure.host': jobs['jobs.ask.web-page-answer.host'],
  'checkup.site-blocked.host': jobs['jobs.ask.web-page-answer.host'],
  'checkup.web-page-clips.host': jobs['jobs.ask.web-page-answer.host'],
  'checkup.uploads-refused.host': jobs['jobs.ask.no-upload-right.host'],
  'checkup.token-too-short.host': jobs['jobs.ask.token-too-short.host'],
} as const;
