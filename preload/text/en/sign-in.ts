// The ways to sign in, and what an account is signed in with: how each is offered and shown, and what a refusal of it means.
export const signIn = {
  'sign-in.browser.choose': 'Approve in the browser',
  'sign-in.browser.help':
    'Your browser opens a page of the site. Sign in there if it asks, approve Clipferry, and come back. If the page does not open for your account, use another way.',

  'sign-in.application-password': 'Application password',
  'sign-in.application-password.for': 'Application password for {account}',
  'sign-in.application-password.choose': 'Use an application password',
  'sign-in.application-password.help':
    'On the site: Account → App Password, enter “Clipferry” as App name, press “Add New Application Password”. It is shown once only: copy it and paste it here.',
  'account.with.application-password':
    'With an application password, {kept, select, session {kept only until Clipferry is closed} other {kept in this computer’s keyring}}.',
  'connect.wrong-password.title': 'Username or application password is not right',
  'connect.wrong-password.what':
    'The site did not accept them together. The password you use in the browser does not work here.',
  'connect.wrong-password.todo':
    'Check the username, make a new application password on the site and paste it here. If that is not accepted either, send the text below to the site’s host.',
  'connect.wrong-password.host':
    'Signing in to the REST API of our site with an application password fails. Please check that the web server passes the Authorization header on to PHP (with Apache: “CGIPassAuth On” in .htaccess), and that no security plugin switches application passwords off.',
  'checkup.password-refused.what':
    'The application password is not valid any more: it was revoked, or the account was changed.',
  'checkup.password-refused.todo': 'Sign in again below. Clips wait; nothing is lost.',

  'sign-in.account-password': 'Account password',
  'sign-in.account-password.for': 'Account password for {account}',
  'sign-in.account-password.choose': 'Use your account password',
  'sign-in.account-password.help':
    'Clipferry uses it once to create an application password, and does not keep it. Where the site has none, an access token is kept instead.',

  'sign-in.token': 'Access token',
  'sign-in.token.for': 'Access token for {account}',
  'sign-in.token.choose': 'Paste an access token',
  'sign-in.token.help':
    'On the site: Account → Access Token, enter your account password, press “Create a token”. It is shown once only, and expires after some days: then Clipferry asks for a new one.',
  'account.with.token':
    'With an access token, {kept, select, session {kept only until Clipferry is closed} other {kept in this computer’s keyring}}.',
  'account.welcome.token': 'Signed in with an access token.',
  'connect.token-refused.title': 'The site does not take this access token',
  'connect.token-refused.what': 'It has ended, was not copied whole, or is from another site.',
  'connect.token-refused.todo': 'Make a new one on the site (Account → Access Token) and paste it here.',
  'checkup.token-refused.what': 'The site does not take the access token any more.',
  'checkup.token-refused.todo': 'Sign in again below. Clips wait; nothing is lost.',
} as const;
