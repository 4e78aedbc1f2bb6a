// What the errors of undici, of Node's sockets and of TLS mean for a request that got no answer.
import { errors } from 'undici';
import { type CertificateTrouble, HttpError, type HttpProblem, ProxyError } from '../ports.ts';

const problemOf: Readonly<Record<string, HttpProblem>> = {
  ENOTFOUND: 'host-not-found',
  EAI_AGAIN: 'host-not-found',
  ECONNREFUSED: 'refused',
  ENETUNREACH: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ETIMEDOUT: 'unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'unreachable',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  ECONNABORTED: 'reset',
  UND_ERR_SOCKET: 'reset',
};

/** By the names that Node gives to what OpenSSL and BoringSSL find (X509_V_ERR_…). */
const certificateTroubleOf: Readonly<Record<string, CertificateTrouble>> = {
  CERT_HAS_EXPIRED: 'certificate-expired',
  CERT_NOT_YET_VALID: 'certificate-expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate-name',
  HOSTNAME_MISMATCH: 'certificate-name',
  // The chain is not sent whole, or ends with an authority that is in no store here.
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate-authority',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate-authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate-authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate-authority',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate-authority',
  CERT_UNTRUSTED: 'certificate-authority',
};

function codesOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 4) return [];
  const own = 'code' in error ? [String(error.code)] : [];
  const inner = error instanceof AggregateError ? error.errors.flatMap((one) => codesOf(one, depth + 1)) : [];
  return [...own, ...inner, ...codesOf(error.cause, depth + 1)];
}

/** What kept the answer from coming. */
export function problemIn(error: unknown): HttpProblem {
  // The parser's own errors carry no code (undici 8).
  if (error instanceof errors.HTTPParserError) return 'protocol';
  for (const code of codesOf(error)) {
    const known = problemOf[code];
    if (known) return known;
    if (/CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO/.test(code)) return 'certificate';
    if (/^HPE_|UND_ERR_RES|UND_ERR_HEADERS_OVERFLOW|PARSER/.test(code)) return 'protocol';
  }
  return 'reset';
}

/** What is thrown for it; says of a certificate what is wrong with it, and of a proxy which. */
export function noAnswer(problem: HttpProblem, message: string, cause: unknown): HttpError {
  if (cause instanceof ProxyError && problem === cause.problem) return cause;
  const troubles = problem === 'certificate' ? codesOf(cause).map((code) => certificateTroubleOf[code]) : [];
  return new HttpError(problem, message, cause, troubles.find((one) => one !== undefined) ?? null);
}
