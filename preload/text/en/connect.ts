// What can go wrong while connecting a site or signing in, with a text for its host, and the ways to sign in.

/** For the people who run a network with a proxy. */
export const allowThere =
  'Please let the desktop program Clipferry open connections to our video site through the proxy {proxy} (CONNECT to port 443).';
export const allowBasic =
  'The proxy {proxy} asks for a sign-in by NTLM, Negotiate or Digest only, which the desktop program Clipferry does not support. Please let it reach our video site without a sign-in, or offer Basic as well.';

/** Where nobody else can help. */
const askHost = 'Send the text below to the site’s host.';

export const connect = {
  'connect.password-gone.title': 'This password is no longer on the site',
  'connect.password-gone.what': 'Somebody revoked it meanwhile, here or elsewhere.',
  'connect.password-gone.todo': 'The list below is as the site has it now.',
  'connect.password-name-taken.title': 'Another password has this name',
  'connect.password-name-taken.what': 'The site wants a different name for each. Nothing was changed.',
  'connect.password-name-taken.todo': 'Type another name.',
  'connect.password-name-refused.title': 'The site does not accept this name',
  'connect.password-name-refused.what': 'Nothing was changed.',
  'connect.password-name-refused.todo': 'Type another name, with letters or digits in it.',
  'connect.passwords-not-allowed.title': 'Your account may not do this',
  'connect.passwords-not-allowed.what': 'The site does not let it manage its application passwords.',
  'connect.passwords-not-allowed.todo': 'Ask the people who run the site.',
  'connect.address-invalid.title': 'This is not a web address',
  'connect.address-invalid.what': 'An address looks like videos.example.com.',
  'connect.address-invalid.todo': 'Copy it from your browser’s address bar while your site is open.',
  'connect.address-not-found.title': 'There is no site at this address',
  'connect.address-not-found.what': 'The name leads nowhere on the internet.',
  'connect.address-not-found.todo': 'Check the spelling, and that this computer is online.',
  'connect.not-reachable.title': 'The site does not answer',
  'connect.not-reachable.what': 'The site is down, refuses the connection, or this computer is offline.',
  'connect.not-reachable.todo': 'Open the site in your browser. When it works there, try again here.',
  'connect.proxy-sign-in.title': 'The proxy wants you to sign in',
  'connect.proxy-sign-in.what': 'This network’s proxy, {proxy}, asks for a username and password. Nothing was sent.',
  'connect.proxy-sign-in.todo': 'Sign in to the proxy at the top of this window, then try again here.',
  'connect.proxy-method.title': 'Clipferry cannot sign in to the proxy',
  'connect.proxy-method.what':
    'This network’s proxy, {proxy}, asks for a kind of sign-in that Clipferry does not support, such as NTLM or Kerberos. Nothing was sent.',
  'connect.proxy-method.todo': 'Send the text below to the people who run this network.',
  'connect.proxy-method.host': allowBasic,
  'connect.proxy-refuses.title': 'The proxy does not allow this site',
  'connect.proxy-refuses.what':
    'This network’s proxy, {proxy}, does not let Clipferry reach the site. Nothing was sent.',
  'connect.proxy-refuses.todo': 'Send the text below to the people who run this network.',
  'connect.proxy-refuses.host': allowThere,
  'connect.proxy-away.title': 'The proxy does not answer',
  'connect.proxy-away.what':
    'This computer is set to reach the internet through the proxy {proxy}, and nothing useful comes from there. Nothing was sent.',
  'connect.proxy-away.todo':
    'Check the network and the proxy settings of this computer. If they are right, ask the people who run this network.',
  'connect.proxy-kind.title': 'Clipferry cannot use this proxy',
  'connect.proxy-kind.what':
    'This computer is set to reach the internet through {proxy}, a kind of proxy that Clipferry does not support, such as SOCKS. Nothing was sent.',
  'connect.proxy-kind.todo': 'Choose an HTTP proxy, or none, in the proxy settings of this computer.',
  'connect.certificate.title': 'The connection is not secure',
  'connect.certificate.what': 'The site offers no https connection that this computer can trust. Nothing was sent.',
  'connect.certificate.todo': askHost,
  'connect.certificate.host':
    'No secure connection to our site can be made: the TLS handshake fails, or its certificate is not accepted. Please check https on the server: TLS 1.2 or newer, and a valid certificate with its full chain.',
  'connect.certificate-expired.title': 'The site’s certificate is out of date',
  'connect.certificate-expired.what':
    'It has expired or is not valid yet, so the connection is not secure. Nothing was sent.',
  'connect.certificate-expired.todo':
    'Check that the date and time of this computer are right. If they are, send the text below to the site’s host.',
  'connect.certificate-expired.host':
    'The https certificate of our site has expired or is not valid yet. Please renew it.',
  'connect.certificate-name.title': 'The certificate is for another address',
  'connect.certificate-name.what':
    'The server’s certificate does not name this address, so it may be somebody else’s. Nothing was sent.',
  'connect.certificate-name.todo':
    'Check the spelling of the address, with and without “www.”. If it is right, send the text below to the site’s host.',
  'connect.certificate-name.host':
    'The https certificate of our site does not name the address that we use. Please install one that does, with and without “www.”.',
  'connect.certificate-authority.title': 'The site’s certificate is not trusted',
  'connect.certificate-authority.what':
    'This computer does not know the authority behind it, so the connection is not secure. Nothing was sent.',
  'connect.certificate-authority.todo':
    'If it is your organization’s own authority, add its certificate to this computer’s store, then quit Clipferry and start it again. On Windows: “Trusted Root Certification Authorities”. On a Mac: Keychain Access, System, then set it to “Always Trust”. On Linux: copy it to /usr/local/share/ca-certificates and run update-ca-certificates, or as your system does it. Otherwise, send the text below to the site’s host.',
  'connect.certificate-authority.host':
    'The https certificate of our site is not trusted: it is self-signed, from an unknown authority, or sent without its intermediate certificates. Please install a certificate of a public authority with its full chain.',
  'connect.not-wordpress.title': 'No video site found here',
  'connect.not-wordpress.what':
    'Something answers at this address, but it is not a WordPress site, or its REST API is switched off.',
  'connect.not-wordpress.todo': 'Check the address. If it is right, send the text below to the site’s host.',
  'connect.not-wordpress.host':
    'A desktop program needs the WordPress REST API of our site, but its index (/wp-json/) is not to be found. Please switch the REST API on and allow it in security plugins.',
  'connect.html-instead.title': 'Something is blocking the connection',
  'connect.html-instead.what':
    'A web page answers instead of the site’s data: a firewall, a bot check, or the sign-in page of this network.',
  'connect.html-instead.todo':
    'Open the site in your browser to see what it shows. In a hotel or café, sign in to the network first.',
  'connect.html-instead.host':
    'Requests of a desktop program to the REST API (/wp-json/) are answered with an HTML page, probably by a firewall, security plugin or bot check. Please allow them.',
  'connect.maintenance.title': 'The site is down for maintenance',
  'connect.maintenance.what': 'Usually an update is under way, which is over within minutes.',
  'connect.maintenance.todo': 'Try again in a few minutes.',
  'connect.plain-http.title': 'The site has no secure connection',
  'connect.plain-http.what':
    'It only offers http, where a password can be read on the way. Sites refuse application passwords there.',
  'connect.plain-http.todo': 'Ask the site’s host to switch on https, then connect again.',
  'connect.plain-http.host':
    'Please switch on https for our site and redirect http to it. WordPress refuses application passwords without it.',
  'connect.app-passwords-off.title': 'Application passwords are switched off',
  'connect.app-passwords-off.what': 'The site does not let programs sign in.',
  'connect.app-passwords-off.todo': askHost,
  'connect.app-passwords-off.host':
    'Application passwords are not available on our WordPress site. Please enable them: security plugins such as Wordfence can switch them off, and WordPress needs https.',
  'connect.no-upload-route.title': 'This site takes no uploads from programs',
  'connect.no-upload-route.what': 'It is a WordPress site, but the upload service of its video plugin is not there.',
  'connect.no-upload-route.todo': 'Check that this is your video site. If it is, send the text below to its host.',
  'connect.no-upload-route.host':
    'The upload route of the video plugin (…/v1/upload below /wp-json/) is missing on our site. Please check that the plugin is active and up to date.',
  'connect.wrong-account-password.title': 'Username or account password is not right',
  'connect.wrong-account-password.what': 'The site did not accept them together.',
  'connect.wrong-account-password.todo':
    'Use what you type when you sign in to the site in your browser. With a second step there (a code), use another way to sign in.',
  'connect.tokens-off.title': 'The site gives no access tokens',
  'connect.tokens-off.what': 'Its token extension is not set up, or closed to strangers.',
  'connect.tokens-off.todo': 'Use an application password, or send the text below to the site’s host.',
  'connect.tokens-off.host':
    'The JWT authentication plugin of our WordPress site does not work. Please set its secret key (JWT_AUTH_SECRET_KEY in wp-config.php) and allow requests to /wp-json/jwt-auth/v1/token.',
  'connect.other-account.title': 'This is another account',
  'connect.other-account.what': 'You signed in as a different user from the one whose clips are waiting.',
  'connect.other-account.todo':
    'Sign in as the account named above. To use the other one as well, connect the site once more.',
  'connect.browser-failed.title': 'Approving in the browser does not work here',
  'connect.browser-failed.what':
    'This computer could not open a web page, or cannot bring its answer back to Clipferry.',
  'connect.browser-failed.todo': 'Use an application password instead: the site shows it under Account → App Password.',
  'connect.not-approved.title': 'Not approved',
  'connect.not-approved.what': 'On the site’s page the answer was no. Nothing has changed.',
  'connect.not-approved.todo': 'Open the page again and approve Clipferry, or use another way to sign in.',
  'connect.approval-expired.title': 'No answer came from the browser',
  'connect.approval-expired.what': 'The request expired after 15 minutes.',
  'connect.approval-expired.todo':
    'Open the page again. If it cannot be reached with your account, use another way to sign in.',
  'connect.other-site.title': 'Another site answered',
  'connect.other-site.what': 'The browser’s answer is about another site than the one you connect. It was not used.',
  'connect.other-site.todo': 'Open the page again and look at the address in the browser.',
  'connect.header-stripped.title': 'The site’s server drops the sign-in',
  'connect.header-stripped.what':
    'Your password may well be right, but the server throws it away before the site can read it.',
  'connect.header-stripped.todo': askHost,
  'connect.header-stripped.host':
    'The web server removes the Authorization header, so application passwords cannot work. With Apache please add “CGIPassAuth On”, or “SetEnvIf Authorization "(.*)" HTTP_AUTHORIZATION=$1”, to .htaccess; with another server please pass the header on to PHP.',
  'connect.no-upload-right.title': 'This account may not upload',
  'connect.no-upload-right.what': 'You are signed in, but the account has no right to upload videos.',
  'connect.no-upload-right.todo': 'Ask the owner of the site for that right, or sign in with another account.',
  'connect.no-upload-right.host':
    'My account may not upload videos. Please give my role the rights upload_files and edit_posts.',
  'connect.server-error.title': 'The site has a server error',
  'connect.server-error.what': 'Its server answered with an error.',
  'connect.server-error.todo': 'Try again in a few minutes. If it stays, tell the site’s host.',
  'connect.server-error.host':
    'The REST API of our site (/wp-json/) answers with a server error. Please look into PHP’s error log.',
  'connect.open-redirect.title': 'The way to this site is not secure',
  'connect.open-redirect.what':
    'The address leads to another host over plain http, where others in the network can lead you to a site of their own.',
  'connect.open-redirect.todo': 'Type the address of your site with https:// at its beginning.',
  'connect.open-redirect.host':
    'Please serve our site over https and let http redirect only to https on the same host.',
  'connect.moved.title': 'The site has moved',
  'connect.moved.what':
    'Its address now leads to another place than the one this account signed in to. Nothing is sent there.',
  'connect.moved.todo':
    'Ask the owner of the site whether that is right. If it is, connect the site again by its new address.',
  'connect.cancelled.title': 'Stopped',
  'connect.cancelled.what': 'You stopped waiting. Nothing has changed.',
  'connect.cancelled.todo': 'Try again whenever you like.',
  'connect.unexpected.title': 'Unexpected answer from the site',
  'connect.unexpected.what': 'Clipferry cannot read what the site answered.',
  'connect.unexpected.todo': 'Check the address. If it is right, send the text below to the site’s host.',
  'connect.unexpected.host':
    'The REST API of our site (/wp-json/) gives answers that a program cannot read. Please check for plugins that change or wrap REST answers, and for PHP warnings printed into them.',

  'connect.led': 'It leads from {from} to {to}.',
  'connect.said': 'The site said:',
  'connect.no-keyring':
    'This computer offers no keyring: Clipferry will ask you to sign in again after it is restarted.',
  'connect.step': 'Step {step, number} of 2',
  'connect.first.title': 'Connect your video site',
  'connect.title': 'Connect a site',
  'connect.first.text': 'Clipferry carries your videos there, each exactly once. The address is enough to begin.',
  'connect.text': 'Its address is enough to begin.',
  'connect.address': 'Site address',
  'connect.address.example': 'videos.example.com',
  'connect.looking': 'Looking for the site…',
  'connect.continue': 'Continue',
  'connect.stop': 'Stop looking',
  'connect.cancel': 'Cancel',
  'connect.other-address': 'Use another address',
  'connect.continue-with': 'Continue with {host}',
  'connect.sign-in': 'Sign in to {site}',
  'connect.other-site-button': 'Another site',
  'connect.members-only': 'This site shows itself to members only: the rest is looked up when you are signed in.',
  'connect.leads': '{typed} leads to {host}.',
  'connect.trust.title': 'Send your sign-in to {host}?',
  'connect.trust.what':
    '{by} says that its videos are managed at {host}, which is another site. Your sign-in would go there. Continue only if you know that both are yours.',

  'sign-in.plain-http':
    'This site has no secure connection: others in your network and on the way can read the token and use it. Ask the site’s host for https if you can.',
  'sign-in.plain-http.consent': 'Send it anyway',
  'sign-in.host': 'Your sign-in goes to',
  'sign-in.host.mixed':
    'Be careful: “{readable}” mixes letters of several alphabets, as addresses do that imitate others. Its real name is {host}.',
  'sign-in.host.readable': 'In browsers this address also appears as “{readable}”.',
  'sign-in.still-waiting': 'Still waiting for your browser, too.',
  'sign-in.other-ways': 'Other ways to sign in',
  'sign-in.open-again': 'Open the browser again',
  'sign-in.stop-waiting': 'Stop waiting',
  'sign-in.waiting': 'Waiting for you to approve on {site}. The request expires in 15 minutes.',
  'sign-in.login': 'Username or email',
  'sign-in.busy': 'Signing in…',
  'sign-in.show': 'Show',
  'sign-in.submit': 'Sign in',
  'sign-in.again': 'Sign in again',
  'sign-in.stop': 'Stop signing in',
  'sign-in.make-password': 'Make an application password on {site}',
} as const;
