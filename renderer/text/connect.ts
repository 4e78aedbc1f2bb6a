// The words for each thing that can go wrong while connecting a site or signing in, with a ready text for its host.
import type { ConnectFailure, ConnectProblem } from '../../preload/contract.ts';

export interface ConnectWords {
  readonly title: string;
  readonly what: string;
  readonly todo: string;
  /** Where the message belongs in the form. */
  readonly about: 'address' | 'password';
  readonly host: string | null;
}

/** Where nobody else can help: the text is shown at once, not folded away. */
export const askHost = 'Send the text below to the site’s host.';

export const connectWords = {
  'address-invalid': {
    title: 'This is not a web address',
    what: 'An address looks like videos.example.com.',
    todo: 'Copy it from your browser’s address bar while your site is open.',
    about: 'address',
    host: null,
  },
  'address-not-found': {
    title: 'There is no site at this address',
    what: 'The name leads nowhere on the internet.',
    todo: 'Check the spelling, and that this computer is online.',
    about: 'address',
    host: null,
  },
  'not-reachable': {
    title: 'The site does not answer',
    what: 'The site is down, refuses the connection, or this computer is offline.',
    todo: 'Open the site in your browser. When it works there, try again here.',
    about: 'address',
    host: null,
  },
  certificate: {
    title: 'The connection is not secure',
    what: 'The site offers no https connection that this computer can trust. Nothing was sent.',
    todo: askHost,
    about: 'address',
    host: 'No secure connection to our site can be made: the TLS handshake fails, or its certificate is not accepted. Please check https on the server: TLS 1.2 or newer, and a valid certificate with its full chain.',
  },
  'certificate-expired': {
    title: 'The site’s certificate is out of date',
    what: 'It has expired or is not valid yet, so the connection is not secure. Nothing was sent.',
    todo: 'Check that the date and time of this computer are right. If they are, send the text below to the site’s host.',
    about: 'address',
    host: 'The https certificate of our site has expired or is not valid yet. Please renew it.',
  },
  'certificate-name': {
    title: 'The certificate is for another address',
    what: 'The server’s certificate does not name this address, so it may be somebody else’s. Nothing was sent.',
    todo: 'Check the spelling of the address, with and without “www.”. If it is right, send the text below to the site’s host.',
    about: 'address',
    host: 'The https certificate of our site does not name the address that we use. Please install one that does, with and without “www.”.',
  },
  'certificate-authority': {
    title: 'The site’s certificate is not trusted',
    what: 'This computer does not know the authority behind it, so the connection is not secure. Nothing was sent.',
    todo: 'If it is your organization’s own authority, add its certificate to this computer’s store, then quit Clipferry and start it again. On Windows: “Trusted Root Certification Authorities”. On a Mac: Keychain Access, System, then set it to “Always Trust”. On Linux: copy it to /usr/local/share/ca-certificates and run update-ca-certificates, or as your system does it. Otherwise, send the text below to the site’s host.',
    about: 'address',
    host: 'The https certificate of our site is not trusted: it is self-signed, from an unknown authority, or sent without its intermediate certificates. Please install a certificate of a public authority with its full chain.',
  },
  'not-wordpress': {
    title: 'No video site found here',
    what: 'Something answers at this address, but it is not a WordPress site, or its REST API is switched off.',
    todo: 'Check the address. If it is right, send the text below to the site’s host.',
    about: 'address',
    host: 'A desktop program needs the WordPress REST API of our site, but its index (/wp-json/) is not to be found. Please switch the REST API on and allow it in security plugins.',
  },
  'html-instead': {
    title: 'Something stands in the way',
    what: 'A web page answers instead of the site’s data: a firewall, a bot check, or the sign-in page of this network.',
    todo: 'Open the site in your browser to see what it shows. In a hotel or café, sign in to the network first.',
    about: 'address',
    host: 'Requests of a desktop program to the REST API (/wp-json/) are answered with an HTML page, probably by a firewall, security plugin or bot check. Please allow them.',
  },
  maintenance: {
    title: 'The site is in maintenance',
    what: 'Usually an update is under way, which is over within minutes.',
    todo: 'Try again in a few minutes.',
    about: 'address',
    host: null,
  },
  'plain-http': {
    title: 'The site has no secure connection',
    what: 'It only offers http, where a password can be read on the way. Sites refuse application passwords there.',
    todo: 'Ask the site’s host to switch on https, then connect again.',
    about: 'address',
    host: 'Please switch on https for our site and redirect http to it. WordPress refuses application passwords without it.',
  },
  'app-passwords-off': {
    title: 'Application passwords are switched off',
    what: 'The site does not let programs sign in.',
    todo: askHost,
    about: 'address',
    host: 'Application passwords are not available on our WordPress site. Please enable them: security plugins such as Wordfence can switch them off, and WordPress needs https.',
  },
  'no-upload-route': {
    title: 'This site takes no uploads from programs',
    what: 'It is a WordPress site, but the upload service of its video plugin is not there.',
    todo: 'Check that this is your video site. If it is, send the text below to its host.',
    about: 'address',
    host: 'The upload route of the video plugin (…/v1/upload below /wp-json/) is missing on our site. Please check that the plugin is active and up to date.',
  },
  'wrong-password': {
    title: 'Login or application password is not right',
    what: 'The site did not accept them together. The password you use in the browser does not work here.',
    todo: 'Check the login, make a new application password on the site and paste it here. If that is not accepted either, send the text below to the site’s host.',
    about: 'password',
    host: 'Signing in to the REST API of our site with an application password fails. Please check that the web server passes the Authorization header on to PHP (with Apache: “CGIPassAuth On” in .htaccess), and that no security plugin switches application passwords off.',
  },
  'wrong-account-password': {
    title: 'Login or account password is not right',
    what: 'The site did not accept them together.',
    todo: 'Use what you type when you sign in to the site in your browser. With a second step there (a code), use another way to sign in.',
    about: 'password',
    host: null,
  },
  'token-refused': {
    title: 'The site does not take this access token',
    what: 'It has ended, was not copied whole, or is from another site.',
    todo: 'Make a new one on the site (Account → Access Token) and paste it here.',
    about: 'password',
    host: null,
  },
  'tokens-off': {
    title: 'The site gives no access tokens',
    what: 'Its token extension is not set up, or closed to strangers.',
    todo: 'Use an application password, or send the text below to the site’s host.',
    about: 'password',
    host: 'The JWT authentication plugin of our WordPress site does not work. Please set its secret key (JWT_AUTH_SECRET_KEY in wp-config.php) and allow requests to /wp-json/jwt-auth/v1/token.',
  },
  'other-account': {
    title: 'This is another account',
    what: 'You signed in as somebody else than the account whose clips wait here.',
    todo: 'Sign in as the account named above. To use the other one as well, connect the site once more.',
    about: 'password',
    host: null,
  },
  'browser-failed': {
    title: 'The browser did not open',
    what: 'This computer could not open a web page.',
    todo: 'Use an application password instead: the site shows it under Account → App Password.',
    about: 'password',
    host: null,
  },
  'not-approved': {
    title: 'Not approved',
    what: 'On the site’s page the answer was no. Nothing has changed.',
    todo: 'Open the page again and approve Clipferry, or use another way to sign in.',
    about: 'password',
    host: null,
  },
  'approval-expired': {
    title: 'No answer came from the browser',
    what: 'An approval counts for a quarter of an hour, and that time is over.',
    todo: 'Open the page again. If it cannot be reached with your account, use another way to sign in.',
    about: 'password',
    host: null,
  },
  'other-site': {
    title: 'Another site answered',
    what: 'The browser’s answer is about another site than the one you connect. It was not used.',
    todo: 'Open the page again and look at the address in the browser.',
    about: 'password',
    host: null,
  },
  'header-stripped': {
    title: 'The site’s server drops the sign-in',
    what: 'Your password may well be right, but the server throws it away before the site can read it.',
    todo: askHost,
    about: 'password',
    host: 'The web server removes the Authorization header, so application passwords cannot work. With Apache please add “CGIPassAuth On”, or “SetEnvIf Authorization "(.*)" HTTP_AUTHORIZATION=$1”, to .htaccess; with another server please pass the header on to PHP.',
  },
  'no-upload-right': {
    title: 'This account may not upload',
    what: 'You are signed in, but the account has no right to upload videos.',
    todo: 'Ask the owner of the site for that right, or sign in with another account.',
    about: 'password',
    host: 'My account may not upload videos. Please give my role the rights upload_files and edit_posts.',
  },
  'server-error': {
    title: 'The site has a problem of its own',
    what: 'Its server answered with an error.',
    todo: 'Try again in a few minutes. If it stays, tell the site’s host.',
    about: 'address',
    host: 'The REST API of our site (/wp-json/) answers with a server error. Please look into PHP’s error log.',
  },
  'open-redirect': {
    title: 'The way to this site is not secure',
    what: 'The address leads to another host over plain http, where others in the network can lead you to a site of their own.',
    todo: 'Type the address of your site with https:// at its beginning.',
    about: 'address',
    host: 'Please serve our site over https and let http redirect only to https on the same host.',
  },
  moved: {
    title: 'The site has moved',
    what: 'Its address now leads to another place than the one this account signed in to. Nothing is sent there.',
    todo: 'Ask the owner of the site whether that is right. If it is, connect the site again by its new address.',
    about: 'address',
    host: null,
  },
  cancelled: {
    title: 'Stopped',
    what: 'You stopped waiting. Nothing has changed.',
    todo: 'Try again whenever you like.',
    about: 'address',
    host: null,
  },
  unexpected: {
    title: 'The site’s answer makes no sense',
    what: 'Clipferry cannot read what the site answered.',
    todo: 'Check the address. If it is right, send the text below to the site’s host.',
    about: 'address',
    host: 'The REST API of our site (/wp-json/) gives answers that a program cannot read. Please check for plugins that change or wrap REST answers, and for PHP warnings printed into them.',
  },
} as const satisfies Record<ConnectProblem, ConnectWords>;

/** Where an address led, for the problems that are about it. */
export function ledWords({ from, to }: NonNullable<ConnectFailure['led']>): string {
  return `It leads from ${from.host} to ${to.host}.`;
}

export const noKeyringNote =
  'This computer offers no keyring: Clipferry will ask you to sign in again after it is restarted.';
