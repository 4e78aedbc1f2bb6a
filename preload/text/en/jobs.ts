// What a clip is doing, what it waits for, what it asks of the person, and what became of each try to send it.

/** Of a file that is not sent: `begun` = yes, where an earlier try had sent some of it. */
const notSentAlone =
  '{begun, select, yes {An earlier try had begun to send it, and none of it is sent now.} other {Nothing was sent.}}';
const notSent = `${notSentAlone} Your file is untouched.`;
/** `certain` = no, where the answer looked like a yes and the site may show the clip yet. */
const notStored =
  '{certain, select, yes {Nothing was stored on the site. Your file is untouched.} other {Your file is untouched. Clipferry looks on the site once more before it sends anything.}}';
const untouched = 'Your file is untouched and nothing was published twice.';
const onSite = 'Your video is on the site.';

/** For a website's host: what limits the size of an upload. */
export const raiseLimit =
  'Please raise the limit for uploads: upload_max_filesize and post_max_size in PHP, client_max_body_size in nginx (or LimitRequestBody in Apache), the video plugin’s own maximum, and the limit of a proxy in front of the server, if there is one.';

/** Of a try: `answered` = yes, where something did answer, and what it said proves nothing. */
const noProof =
  '{answered, select, yes {The answer did not say for certain whether the site has it.} other {No answer came.}}';

/** Of the last try: what came of its answer, where all of it may have been sent; `none` = it was not, or there was no try. */
export const lastAnswer =
  '{answer, select, lost {The site’s answer was lost. } unnamed {The site’s answer did not say which video it made. } doubtful {The site’s answer did not say for certain whether it has the clip. } other {}}';

/** Follows a sentence where the site said something. */
const quoted = '{said, select, _ {} other { The site said: “{said}”}}';
/** The same where it may not have been the site. */
const answered = '{said, select, _ {} other { The answer said: “{said}”}}';

export const jobs = {
  'jobs.wait.offline': 'Waiting for the internet',
  'jobs.wait.connection-lost': 'Connection lost',
  'jobs.wait.site-away': 'Site cannot be reached',
  'jobs.wait.site-failing': 'Site has a server error',
  'jobs.wait.portal': 'Network wants you to sign in',
  'jobs.wait.proxy-sign-in': 'Proxy wants you to sign in',
  'jobs.wait.proxy-method': 'Proxy’s sign-in is not supported',
  'jobs.wait.proxy-refuses': 'Proxy does not allow this site',
  'jobs.wait.proxy-away': 'Proxy does not answer',
  'jobs.wait.proxy-kind': 'This kind of proxy is not supported',
  'jobs.wait.site-busy': 'Site is busy',
  'jobs.wait.site-maintenance': 'Site is down for maintenance',
  'jobs.wait.uploads-blocked': 'Site blocks uploads',
  'jobs.wait.uploads-unsure': 'Site answers with web pages',
  'jobs.wait.site-blocked': 'Site blocks this computer',
  'jobs.wait.server-error': 'Site had a problem',
  'jobs.wait.size-doubted': 'Refused, perhaps for its size',
  'jobs.wait.pieces-away': 'Site takes no large files now',
  'jobs.wait.other-computer': 'Another computer goes first',
  'jobs.wait.web-page-answer': 'Site is not answering properly',
  'jobs.wait.clip-busy': 'File is in use',
  'jobs.wait.clip-unfinished': 'File is still being written',
  'jobs.wait.disk-silent': 'Its disk does not answer',
  'jobs.wait.folder-away': 'Waiting for its folder',
  'jobs.wait.hours': 'Outside your upload hours',
  'jobs.wait.site-silent': 'Site has not answered the clips before it yet',
  'jobs.wait.public-unasked': 'Waiting for your decision',
  'jobs.wait.sign-in': 'Waiting for you to sign in',
  'jobs.no-account': 'Account not connected',

  'jobs.state.ready': 'Ready to send',
  'jobs.state.waiting': 'Waiting',
  'jobs.state.sending': 'Sending {part}',
  'jobs.state.processing': 'Site is processing',
  'jobs.state.unclear': 'Checking the site',
  'jobs.state.describing': 'Adding your details',
  'jobs.state.done': 'On the site',
  'jobs.state.trash': 'In the site’s trash',
  'jobs.state.deleted': 'Deleted on the site',
  'jobs.state.paused': 'Paused',
  'jobs.state.cancelled': 'Cancelled',
  'jobs.detail.video-there': 'Its video is on the site',
  'jobs.detail.video-deleted': 'Its video was deleted on the site',
  'jobs.detail.video-in-trash': 'Its video is in the site’s trash',
  'jobs.detail.was-there': 'Arrived {when}',
  'jobs.detail.scheduled': 'Scheduled for {when}',
  'jobs.detail.automatic': 'Continues automatically',
  'jobs.detail.again': 'Tries again {when}',
  'jobs.detail.sends': 'Sends {when}',
  'jobs.detail.no-hour': 'No hour is set for sending',
  'jobs.detail.left': '{time} left',
  'jobs.detail.stalled': 'Stalled',
  'jobs.detail.starting': 'Starting',
  'jobs.detail.unconfirmed': 'All sent, not confirmed yet',
  'jobs.detail.slow': 'All sent; the site is slow to confirm',
  'jobs.detail.rebuilt': 'Checking whether it is there already',
  'jobs.detail.no-look': 'Checks again when the site can be asked',
  'jobs.detail.next-look': 'Checks again {when}',
  'jobs.detail.arrived': 'The video is on the site',
  'jobs.detail.needs-you': 'Needs attention',
  'jobs.detail.alone':
    '{when} with {what, select, uploads {a single clip} unsure {a single clip} other {a single request}}.',

  'jobs.hours.none': 'No hour of the week is set for sending.',
  'jobs.hours.active': 'Outside your upload hours. The rest starts {when}.',
  'jobs.hours.idle': 'Outside your upload hours. Sending starts {when}.',

  'jobs.ask.entry-damaged.title': 'Entry is damaged',
  'jobs.ask.entry-damaged.what':
    'What Clipferry had saved about this clip, such as its title and details, was damaged on this computer’s disk.',
  'jobs.ask.entry-damaged.safe': 'Your file is untouched. Nothing happens to this clip before you try again.',
  'jobs.ask.entry-damaged.todo':
    'Check the title and details below, then try again. If the clip may be on the site already, Clipferry checks there first.',
  'jobs.ask.clip-missing.title': 'File not found',
  'jobs.ask.clip-missing.what':
    'The file is no longer where it was: moved, renamed, or on a disk that is not connected.',
  'jobs.ask.clip-missing.safe': notSentAlone,
  'jobs.ask.clip-missing.todo': 'Bring the file back or connect the disk, then try again.',
  'jobs.ask.clip-no-file.title': 'Not a file anymore',
  'jobs.ask.clip-no-file.what': 'Something else is where the file was: a folder, a link to another place, or a device.',
  'jobs.ask.clip-no-file.safe': notSentAlone,
  'jobs.ask.clip-no-file.todo': 'Put the video file back in its place and try again, or remove it from the list.',
  'jobs.ask.clip-empty.title': 'File is empty',
  'jobs.ask.clip-empty.what': 'The file holds no data at all.',
  'jobs.ask.clip-empty.safe': notSent,
  'jobs.ask.clip-empty.todo': 'Export or copy it again, then try again.',
  'jobs.ask.clip-not-video.title': 'Not a video',
  'jobs.ask.clip-not-video.what': 'The file has a video’s name, but its content is not a video.',
  'jobs.ask.clip-not-video.safe': notSent,
  'jobs.ask.clip-not-video.todo': 'Remove it from the list, or replace the file and add it again.',
  'jobs.ask.clip-unfinished.title': 'Video is not complete',
  'jobs.ask.clip-unfinished.what':
    'The file is incomplete: the recording or export stopped early, or is still running.',
  'jobs.ask.clip-unfinished.safe': notSent,
  'jobs.ask.clip-unfinished.todo': 'Finish or repeat the export, then try again.',
  'jobs.ask.clip-unreadable.title': 'File cannot be read',
  'jobs.ask.clip-unreadable.what': 'This computer does not let Clipferry read the file.',
  'jobs.ask.clip-unreadable.safe': notSent,
  'jobs.ask.clip-unreadable.todo': 'Check the file’s permissions and that its disk is healthy, then try again.',
  'jobs.ask.clip-changing.title': 'File keeps changing',
  'jobs.ask.clip-changing.what':
    'The file changed several times while it was being sent. Another program is still working on it.',
  'jobs.ask.clip-changing.safe': 'Clipferry did not change the file. It is sent from the beginning when you try again.',
  'jobs.ask.clip-changing.todo': 'Wait until that program is done, then try again.',
  'jobs.ask.clip-known.title': 'Same video as another file',
  'jobs.ask.clip-known.what':
    'This file holds the same video as {other, select, _ {another file} other {“{other}”}}, which is in your uploads already.',
  'jobs.ask.clip-known.safe': 'Nothing was sent a second time.',
  'jobs.ask.clip-known.todo':
    'Remove it from the list. If another video belongs here, put that file in its place and try again.',
  'jobs.ask.newer-version.title': 'Newer version of a video?',
  'jobs.ask.newer-version.what':
    'The video of an earlier file in this place is on the site. Since then the file was changed, or another one took its place.',
  'jobs.ask.newer-version.safe': 'Nothing of the newer version is sent before you decide.',
  'jobs.ask.newer-version.todo': 'Replace the older video, or keep both.',
  'jobs.ask.older-stays.title': 'Older video is still there',
  'jobs.ask.older-stays.what': `The newer version is on the site, and the older video was not moved to the trash: {why, select, forbidden {your account may not do that.} trashless {this site has no trash, and Clipferry deletes nothing for ever.} formatted {its description has formatting that only the site’s own editor can copy.} other {the site refused.}}${quoted}`,
  'jobs.ask.older-stays.safe': 'Both videos are on the site.',
  'jobs.ask.older-stays.todo':
    'Remove the older video on the site yourself and try again: Clipferry checks that it is gone. Or keep both.',
  'jobs.ask.too-large.title': 'Too large for the site',
  'jobs.ask.too-large.what': `{limit, select, _ {The site refused this file for its size.} other {The site refuses files of this size: it accepts less than {limit}.}}${quoted}`,
  'jobs.ask.too-large.safe': 'Your file is untouched. Smaller clips are still uploaded.',
  'jobs.ask.too-large.todo': 'Ask the site’s host to raise the limit and try again, or export a smaller file.',
  'jobs.ask.too-large.host': `Video uploads to our site are refused because the file is too large{limit, select, _ {} other { (limit seen: {limit})}}.${quoted} ${raiseLimit}`,
  'jobs.ask.extension-refused.title':
    'Site refuses {extension, select, _ {this kind of file} other {.{extension} files}}',
  'jobs.ask.extension-refused.what': `The site does not take {extension, select, _ {this kind of file} other {.{extension} files}}.${quoted}`,
  'jobs.ask.extension-refused.safe': notStored,
  'jobs.ask.extension-refused.todo':
    'Export the video as MP4 and add that file, or ask the site’s host to allow this kind and try again.',
  'jobs.ask.extension-refused.host': `Our site refuses {extension, select, _ {this kind of file} other {.{extension} files}}.${quoted} Please allow this video type for uploads in WordPress and in the video plugin.`,
  'jobs.ask.type-refused.title': 'Site refuses this video',
  'jobs.ask.type-refused.what': `The site does not take a file of this kind.${quoted}`,
  'jobs.ask.type-refused.safe': untouched,
  'jobs.ask.type-refused.todo':
    'Export the video again as an ordinary MP4 (H.264), or ask the site’s host, then try again.',
  'jobs.ask.type-refused.host': `Our site refuses a video file for its type.${quoted} Please check which video types are allowed for uploads.`,
  'jobs.ask.upload-failed.title': 'Site could not take the file',
  'jobs.ask.upload-failed.what': `The site could not take the file in.${quoted}`,
  'jobs.ask.upload-failed.safe': untouched,
  'jobs.ask.upload-failed.todo':
    'Send the text below to the site’s host, then try again. If the site’s words are about the kind of file, export the video as an ordinary MP4 (H.264) instead.',
  'jobs.ask.upload-failed.host': `Our site fails to take in an uploaded video file.${quoted} Please check that PHP takes uploads (file_uploads, upload_tmp_dir), that the disk has room and wp-content/uploads can be written, and which types of file are allowed.`,
  'jobs.ask.site-full.title': 'Site is out of space',
  'jobs.ask.site-full.what': `The site has no room left for this video.${quoted}`,
  'jobs.ask.site-full.safe': untouched,
  'jobs.ask.site-full.todo':
    'Ask the site’s host for more space, or delete what is not needed there any more; then try again.',
  'jobs.ask.site-full.host': `The upload space of our site is used up.${quoted} Please give it more: in a network of WordPress sites that is the site’s “Site Upload Space Quota”.`,
  'jobs.ask.no-upload-right.title': 'No right to upload',
  'jobs.ask.no-upload-right.what': `Your account on this site may not upload videos.${quoted}`,
  'jobs.ask.no-upload-right.safe': notStored,
  'jobs.ask.no-upload-right.todo': 'Ask the owner of the site for the right to upload, then try again.',
  'jobs.ask.no-upload-right.host':
    'My account may not upload videos through the REST API. Please give my role the rights upload_files and edit_posts, and check whether uploads are limited to verified users.',
  'jobs.ask.token-too-short.title': 'Sign-in expires too soon',
  'jobs.ask.token-too-short.what':
    'Sending this clip takes longer than an access token of this site is valid{lifetime, select, _ {} other { ({lifetime})}}. The site would refuse it at the very end.',
  'jobs.ask.token-too-short.safe': notSent,
  'jobs.ask.token-too-short.todo':
    'Sign in with an application password in Sites, or use a faster connection; then try again.',
  'jobs.ask.token-too-short.host':
    'Access tokens of our site end too soon for large uploads. Please enable application passwords, or give tokens a longer life (filter jwt_auth_expire).',
  'jobs.ask.upload-route-missing.title': 'Site has no upload service',
  'jobs.ask.upload-route-missing.what':
    'The part of the site that receives videos is not there. It may have been switched off or updated.',
  'jobs.ask.upload-route-missing.safe': notStored,
  'jobs.ask.upload-route-missing.todo': 'Ask the site’s host to switch it on, then try again.',
  'jobs.ask.upload-route-missing.host':
    'The upload route of the video plugin (…/v1/upload below the REST root) answers “not found”. Please check that the video plugin is active and up to date, and that the REST API is not restricted.',
  'jobs.ask.web-page-answer.title': 'Something else answered instead',
  'jobs.ask.web-page-answer.what': `In place of the site’s own answer came another one, mostly a web page: from a firewall, a security plugin or a bot check.${answered}`,
  'jobs.ask.web-page-answer.safe': untouched,
  'jobs.ask.web-page-answer.todo':
    'Open the site in your browser to see what it shows. If it looks normal, send the text below to the site’s host, then try again.',
  'jobs.ask.web-page-answer.host': `Requests of an upload program to the REST API are not answered by WordPress but by something else, probably by a firewall, security plugin or bot check.${answered} Please allow signed-in requests below /wp-json/.`,
  'jobs.ask.site-refused.title': 'Site refused it',
  'jobs.ask.site-refused.what': `The site did not accept this video.${quoted}`,
  'jobs.ask.site-refused.safe': untouched,
  'jobs.ask.site-refused.todo':
    'If the words of the site do not help, send the text below to its host. Then try again.',
  'jobs.ask.site-refused.host': `Our site refuses a video upload.${quoted} Please check the server’s and the video plugin’s log.`,
  'jobs.ask.server-error.title': 'Site keeps failing',
  'jobs.ask.server-error.what': `The site’s server answers with an error, each time.${quoted}`,
  'jobs.ask.server-error.safe': `${untouched}{looked, select, yes { Clipferry checked: the video is not on the site.} other {}}`,
  'jobs.ask.server-error.todo': 'Send the text below to the site’s host, then try again.',
  'jobs.ask.server-error.host': `Our site answers an upload program with a server error, each time.${quoted} Please look into PHP’s error log: memory_limit, max_execution_time and disk space are frequent causes.`,
  'jobs.ask.ask-which.title': 'Is this your clip?',
  'jobs.ask.ask-which.what': `${lastAnswer}{found, select, yes {There are videos on the site that may be this clip, but Clipferry cannot tell for certain.} other {Clipferry cannot tell whether the clip is on the site.}}`,
  'jobs.ask.ask-which.safe': 'Your file is untouched. Nothing is sent before you decide.',
  'jobs.ask.ask-which.todo':
    'Choose the video that is this clip, or say that it is none of them: then the clip is sent.',
  'jobs.ask.arrived-not-found.title': 'Not visible on the site yet',
  'jobs.ask.arrived-not-found.what':
    'The site answered as if it had taken the video, but does not list it. It may be waiting for a review that hides it from you.',
  'jobs.ask.arrived-not-found.safe':
    'The site {yes, select, yes {answered yes} other {named the file that it had stored}}, so the clip is not sent again by itself.',
  'jobs.ask.arrived-not-found.todo':
    'Look on the site. If the video is there, finish. If it may only need time, try again: Clipferry checks once more.',
  'jobs.ask.video-gone.title': 'Video is gone from the site',
  'jobs.ask.video-gone.what': 'The video was deleted on the site before its title and details could be added.',
  'jobs.ask.video-gone.safe': 'Your file on this computer is untouched.',
  'jobs.ask.video-gone.todo': 'Finish to leave it so: the clip is shown as cancelled then. Or send it again.',
  'jobs.ask.metadata-refused.title': 'Details not accepted',
  'jobs.ask.metadata-refused.what': `{fields, select, _ {The site did not accept the title or other details.} other {The site did not accept: {fields}. All other details are saved there.}}${quoted}`,
  'jobs.ask.metadata-refused.safe': onSite,
  'jobs.ask.metadata-refused.todo':
    'Change what you typed, and it is sent again automatically; or leave it as it is on the site.',
  'jobs.ask.metadata-failing.title': 'Details not added yet',
  'jobs.ask.metadata-failing.what':
    'The site’s server answers with an error each time the title and details are to be added.',
  'jobs.ask.metadata-failing.safe': `${onSite} What you typed is kept here.`,
  'jobs.ask.metadata-failing.todo':
    'Send the text below to the site’s host, then try again; or leave the video as it is on the site.',
  'jobs.ask.metadata-failing.host':
    'Changes to a video through the REST API of our site end with a server error, each time. Please look into PHP’s error log.',
  'jobs.ask.metadata-blocked.title': 'Details not added yet',
  'jobs.ask.metadata-blocked.what':
    'A web page came in place of an answer each time the title and details were to be added: mostly from a firewall, a security plugin or a bot check.',
  'jobs.ask.metadata-blocked.safe': `${onSite} What you typed is kept here.`,
  'jobs.ask.metadata-blocked.todo':
    'Open the site in your browser to see what it shows. If it looks normal, send the text below to the site’s host, then try again.',
  'jobs.ask.metadata-blocked.host':
    'Changes to a video through the REST API of our site are answered with an HTML page instead of JSON, probably by a firewall, security plugin or bot check. Please allow signed-in requests below /wp-json/.',
  'jobs.ask.metadata-ignored.title': 'The site ignored some details',
  'jobs.ask.metadata-ignored.what':
    '{fields, select, _ {The site saved the video but did not change some details.} other {The site saved the video but did not change: {fields}.}}',
  'jobs.ask.metadata-ignored.safe': onSite,
  'jobs.ask.metadata-ignored.todo': 'Change what you typed, or leave it as it is on the site.',
  'jobs.ask.changed-on-site.title': 'Also changed on the site',
  'jobs.ask.changed-on-site.what': 'Somebody changed the same details on the site that you changed here.',
  'jobs.ask.changed-on-site.safe': `${onSite} Nothing was overwritten, and what you typed is kept.`,
  'jobs.ask.changed-on-site.todo': 'Choose which version to keep.',

  'jobs.blocked.what':
    '{what, select, uploads {Five different clips in a row were answered with a web page in place of the upload service. Another request was not, so this computer seems not to be banned: a firewall or bot check probably refuses the uploads.} unsure {Five different clips in a row were answered with a web page in place of the upload service. A simple question was not answered in a way that says whether anything else gets through: a firewall or bot check may refuse the uploads, or this computer’s address as a whole.} other {Five different clips in a row were answered with a web page, and so was a simple question. The site’s firewall may have blocked this computer’s address.}}',
  'jobs.blocked.safe':
    '{what, select, uploads {Clips to this site wait, and your files are untouched.} unsure {Clips to this site wait, and your files are untouched.} other {Nothing more is asked of the site for now, so that it does not get worse. Your files are untouched.}}',
  'jobs.blocked.todo':
    'Open the site in your browser. If it looks normal, send the text below to its host; then try now.',
  'jobs.blocked.host':
    '{what, select, uploads {Uploads of a program to the REST API of our site are answered with an HTML page, each time; another signed-in request below /wp-json/ was not. A firewall, security plugin or bot check probably refuses POST requests with a file. Please look into its log, and allow signed-in uploads below /wp-json/.} unsure {Uploads of a program to the REST API of our site are answered with an HTML page, each time, and a signed-in request without a file got no usable answer. A firewall, security plugin or bot check may refuse POST requests with a file, or our address. Please look into its log, and allow signed-in requests and uploads below /wp-json/.} other {All requests of a program to the REST API of our site are answered with an HTML page: a firewall, security plugin or bot check probably blocks our address as a whole. Please look into its log for our address, take it off the block list, and allow signed-in requests below /wp-json/.}}',

  'jobs.action.send': 'Send',
  'jobs.action.retry': 'Try again',
  'jobs.action.remove': 'Remove from list',
  'jobs.action.choose': 'Choose…',
  'jobs.action.edit': 'Edit…',
  'jobs.action.finish': 'Finish',
  'jobs.action.version': 'Decide…',
  'jobs.action.resolve': 'Decide…',
  'jobs.action.replace': 'Replace the older video',
  'jobs.action.keep': 'Keep both',
  'jobs.action.sign-in': 'Sign in…',
  'jobs.action.connect': 'Connect…',
  'jobs.action.try-now': 'Try now',
  'jobs.action.pause': 'Pause',
  'jobs.action.resume': 'Resume',
  'jobs.action.open': 'Open',
  'jobs.action.again': 'Send again',

  'jobs.try.running': 'In progress.',
  'jobs.try.arrived':
    'Sent completely; the site {yes, select, yes {answered yes} other {answered with an error, and named the file that it had stored}}.',
  'jobs.try.unclear': `{seen, select, yes {Everything was sent.} other {All of it may have been sent.}} ${noProof}`,
  'jobs.try.connection-lost':
    '{begun, select, yes {The connection was lost on the way.} other {There was no connection to the site.}}',
  'jobs.try.clip-unreadable': 'The file could not be found or read to its end, so this try does not count.',
  'jobs.try.signed-out': 'There was no sign-in that the site still takes.',
  'jobs.try.held-back': 'The site had asked to be left alone for a while.',
  'jobs.try.proxy': 'A proxy of the network did not let it through.',
  'jobs.try.answered-early': 'The site answered before all of it was sent, so this try does not count.',
  'jobs.try.refused': 'The site refused it.',
  'jobs.try.stopped': 'Stopped before everything was sent.',
  'jobs.try.elsewhere':
    'The site has this clip already, from another computer or an earlier try. Nothing more was sent from here.',
  'jobs.try.clip-changed': 'The file changed while it was being sent, so this try does not count.',
  'jobs.try.clip-in-use': 'A program still had the file open for writing, so this try does not count.',
  'jobs.try.interrupted': 'Clipferry or the computer stopped before everything was sent.',
  'jobs.try.found': `${noProof} Clipferry checked: the video is on the site.`,
  'jobs.try.absent': `${noProof} Clipferry kept checking: the video did not arrive.`,
  'jobs.try.none-sent': 'Nothing was sent yet.',
  'jobs.try.sent': '{part} were sent.',
  'jobs.try.nearly-sent': 'All but {rest} of {whole} were sent.',
  'jobs.try.said': '{said, select, _ {Answer} other {“{said}”}}{status, select, _ {} other { ({status})}}',
  'jobs.look.found': 'it is there',
  'jobs.look.absent': 'it is not there',
  'jobs.look.not-yet': 'not there yet',
  'jobs.look.ask': 'something is there, but Clipferry cannot tell whether it is this clip',
  'jobs.look.failed': 'the site could not be checked',
  'jobs.look.line': '{when}: {found}',
  'jobs.looks': '{looks, plural, one {Checked once; result: {found}} other {Checked # times; last result: {found}}}',

  'jobs.refused.empty': 'is empty',
  'jobs.refused.not-video': 'is not a video',
  'jobs.refused.not-a-file': 'is not a file: a folder, a link or a device is in its place',
  'jobs.refused.no-answer': 'is on a disk that does not answer',
  'jobs.refused.unreadable': 'cannot be read',
  'jobs.refused.missing': 'was not found',
  'jobs.refused.unfinished': 'is incomplete or still being written',

  'jobs.filter.all': 'All',
  'jobs.filter.needs-you': 'Needs attention',
  'jobs.filter.ready': 'Ready',
  'jobs.filter.active': 'Active',
  'jobs.filter.waiting': 'Waiting',
  'jobs.filter.done': 'Done',
  'jobs.empty.all': 'No clips yet.',
  'jobs.empty.needs-you': 'Nothing needs your attention.',
  'jobs.empty.ready': 'No clip waits for you to press Send.',
  'jobs.empty.active': 'Nothing is being sent right now.',
  'jobs.empty.waiting': 'Nothing is waiting.',
  'jobs.empty.done': 'No finished clips on this list.',
  'jobs.sort.queue': 'Order of sending',
  'jobs.sort.newest': 'Newest first',
  'jobs.sort.name': 'Name',
  'jobs.sort.size': 'Largest first',

  'jobs.acted.send': '{clips, plural, one {# clip} other {# clips}} will be sent',
  'jobs.acted.pause': '{clips, plural, one {# clip} other {# clips}} paused',
  'jobs.acted.resume': '{clips, plural, one {# clip} other {# clips}} resumed',
  'jobs.acted.cancel': '{clips, plural, one {# clip} other {# clips}} cancelled',
  'jobs.acted.retry': '{clips, plural, one {# clip} other {# clips}} will be tried again',
  'jobs.acted.finish': '{clips, plural, one {# clip} other {# clips}} finished',
  'jobs.acted.replace':
    '{clips, plural, one {# clip replaces its older video} other {# clips replace their older videos}} once on the site',
  'jobs.acted.keep': '{clips, plural, one {# newer version goes} other {# newer versions go}} beside the older videos',
  'jobs.acted.remove': '{clips, plural, one {# clip} other {# clips}} removed from the list',
  'jobs.acted.too-late': 'Too late to pause: everything is sent',
  'jobs.acted.nothing': 'Nothing changed',
  'jobs.acted.changed': '{clips, plural, one {# clip} other {# clips}} changed',

  'jobs.added.on-site': '{clips, number} already on the site',
  'jobs.added.listed': '{clips, number} already in the list',
  'jobs.added.added': '{clips, plural, one {# clip} other {# clips}} added',
  'jobs.added.ready': '{clips, plural, one {# clip is} other {# clips are}} ready to send',
  'jobs.added.new': '{clips, plural, =0 {nothing new} other {# new}}',
  'jobs.added.refused': '{files, plural, one {# file} other {# files}} could not be added',
  'jobs.added.not-videos': '{files, plural, one {# is not a video} other {# are not videos}}',
  'jobs.added.none': 'No videos found',

  'jobs.pause.title': 'Pause “{clip}”?',
  'jobs.pause.body':
    '{size} of it are sent already. The site cannot take up a clip in the middle, so it starts again from the beginning.',
  'jobs.pause.yes': 'Pause',
  'jobs.pause-all.title': 'Pause all uploads?',
  'jobs.pause-many.title': '{clips, plural, one {Pause # clip?} other {Pause # clips?}}',
  'jobs.pause-many.body':
    '{all, select, yes {{size}} other {{size} or more}} would have to be sent again. A clip that its site cannot take up in the middle starts again from the beginning.',
  'jobs.remove.yes': 'Remove from list',
  'jobs.cancel.title': 'Cancel “{clip}”?',
  'jobs.cancel.sending': 'What was sent so far is given up. Your file stays where it is.',
  'jobs.cancel.sent': 'The site may have the video already: then it stays there. Your file stays where it is.',
  'jobs.cancel.yes': 'Cancel upload',
  'jobs.cancel.no': 'Keep uploading',
  'jobs.cancel-many.title': '{clips, plural, one {Cancel # clip?} other {Cancel # clips?}}',
  'jobs.cancel-many.body':
    'Clips that are done stay as they are. Your files stay where they are, and nothing is deleted on the site.',
  'jobs.cancel-many.yes': 'Cancel uploads',
  'jobs.remove-many.title': '{clips, plural, one {Remove # clip from the list?} other {Remove # clips from the list?}}',
  'jobs.remove-many.body':
    'Some of them are being sent: what was sent so far is given up. Your files stay where they are, and nothing is deleted on the site.',

  'jobs.order.none': 'Only waiting clips can be moved.',
  'jobs.order.stays': '{what}: already there.',
  'jobs.order.moved':
    '{changed, plural, one {{what} is number {place, number} of {of, number} that wait.} other {{what} are number {place, number} to {last, number} of {of, number} that wait.}}',
  'jobs.order.up': 'Move up',
  'jobs.order.down': 'Move down',
  'jobs.order.next': 'Send next',
  'jobs.order.last': 'Send last',
  'jobs.place': '{site} as {account}',
  'jobs.connect-first': 'Connect a site first, then add the clips. Nothing was sent.',
} as const;
