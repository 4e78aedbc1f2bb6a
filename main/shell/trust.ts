// Which certificates the app trusts: those of the bundled authorities and of this computer's own, whatever the environment says.
//
// What the environment of a program can change about that, and what becomes of it:
// - NODE_TLS_REJECT_UNAUTHORIZED=0 switches every check off: it is removed and told in the log, and adapters/http.ts states the check.
// - SSL_CERT_FILE, SSL_CERT_DIR say where this computer's store lies (OpenSSL; Linux): they count, as no check is switched off.
// - NODE_EXTRA_CA_CERTS, NODE_OPTIONS (with --tls-min-v1.0, --tls-keylog, --use-openssl-ca) count in development only: a fuse of the
//   package has Electron drop them (electron-builder.yml). The oldest protocol is stated all the same.
// - SSLKEYLOGFILE, --ignore-certificate-errors and the other switches of Chromium mean Chromium's own network, which carries
//   nothing to a site: sites are spoken to through adapters/http.ts alone (test/main/shell/rules.test.ts).
// - NODE_USE_ENV_PROXY is not looked at. HTTP_PROXY and HTTPS_PROXY are the system's proxy where Chromium takes them for it (Linux,
//   shell/proxies.ts): a site's certificate is checked through a proxy as it is without one.
import tls from 'node:tls';
import type { Logger } from '../ports.ts';

const checksOff = 'NODE_TLS_REJECT_UNAUTHORIZED';
const storeElsewhere = ['SSL_CERT_FILE', 'SSL_CERT_DIR'];

/** At the start: no environment weakens the checks, for this process or for what it starts. */
export function keepCertificateChecks(env: NodeJS.ProcessEnv, logger: Logger): void {
  if (env[checksOff] !== undefined) {
    delete env[checksOff];
    logger.warn(`${checksOff} is ignored: the certificate of a site is always checked`);
  }
  const named = storeElsewhere.filter((name) => env[name] !== undefined);
  if (named.length > 0) logger.info('the environment names the certificate store of this computer', { named });
}

/**
 * Adds, never takes away; a failure leaves the bundled ones. Applies to connections opened from now on. Reading them holds the process
 * up for a tenth of a second, so that it is done before the first connection and not at the start.
 */
export function trustSystemCertificates(logger: Logger): void {
  try {
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...tls.getCACertificates('system')]);
  } catch (error) {
    logger.warn('the certificate authorities of this computer could not be read', { error });
  }
}
