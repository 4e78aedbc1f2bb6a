// Trusts the computer's own certificate authorities beside the bundled ones: hosts behind a company's or a home lab's CA.
import tls from 'node:tls';
import type { Logger } from '../ports.ts';

/** Adds, never takes away; a failure leaves the bundled ones. Applies to connections opened from now on. */
export function trustSystemCertificates(logger: Logger): void {
  try {
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...tls.getCACertificates('system')]);
  } catch (error) {
    logger.warn('the certificate authorities of this computer could not be read', { error });
  }
}
