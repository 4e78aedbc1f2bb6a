// What kept an answer from coming, by the errors of undici, of sockets and of TLS, wherever in an error they stand.
import { errors } from 'undici';
import { describe, expect, it } from 'vitest';
import { noAnswer, problemIn } from '../../../main/adapters/http-problems.ts';

const coded = (code: string, cause?: unknown): Error => Object.assign(new Error(code, { cause }), { code });
/** An error of this code below so many others. */
const below = (depth: number, code: string): unknown =>
  depth === 0 ? coded(code) : new Error('around it', { cause: below(depth - 1, code) });

describe('an error', () => {
  it.each([
    ['ENOTFOUND', 'host-not-found'],
    ['EAI_AGAIN', 'host-not-found'],
    ['ECONNREFUSED', 'refused'],
    ['ENETUNREACH', 'unreachable'],
    ['EHOSTUNREACH', 'unreachable'],
    ['ENETDOWN', 'unreachable'],
    ['EHOSTDOWN', 'unreachable'],
    ['ETIMEDOUT', 'unreachable'],
    ['UND_ERR_CONNECT_TIMEOUT', 'unreachable'],
    ['ECONNRESET', 'reset'],
    ['EPIPE', 'reset'],
    ['ECONNABORTED', 'reset'],
    ['UND_ERR_SOCKET', 'reset'],
    ['CERT_HAS_EXPIRED', 'certificate'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
    ['ERR_TLS_HANDSHAKE_TIMEOUT', 'certificate'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'certificate'],
    ['EPROTO', 'certificate'],
    ['HPE_INVALID_CONSTANT', 'protocol'],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'protocol'],
    ['UND_ERR_HEADERS_OVERFLOW', 'protocol'],
    ['UND_ERR_PARSER', 'protocol'],
    ['NOT_HPE_AT_ALL', 'reset'],
    ['NOBODY_KNOWS', 'reset'],
  ])('of code %s is: %s', (code, problem) => {
    expect(problemIn(coded(code))).toBe(problem);
  });

  it('of the parser without a code is no HTTP', () => {
    expect(problemIn(new errors.HTTPParserError('Expected HTTP/'))).toBe('protocol');
  });

  it('is found among several, and in what caused one, the outermost that is known first', () => {
    expect(problemIn(new AggregateError([new Error('x'), coded('ECONNREFUSED')]))).toBe('refused');
    expect(problemIn(coded('NOBODY_KNOWS', coded('ENOTFOUND')))).toBe('host-not-found');
    expect(problemIn(coded('EPROTO', coded('ENOTFOUND')))).toBe('certificate');
    expect(problemIn(Object.assign(new AggregateError([coded('ETIMEDOUT')]), { code: 'ECONNREFUSED' }))).toBe(
      'refused',
    );
    expect(problemIn(new AggregateError([coded('ECONNREFUSED')], 'x', { cause: coded('ENOTFOUND') }))).toBe('refused');
  });

  it('is looked for four errors deep and no deeper, so that a circle of causes has an end', () => {
    expect([problemIn(below(4, 'ENOTFOUND')), problemIn(below(5, 'ENOTFOUND'))]).toEqual(['host-not-found', 'reset']);
    const circle = new Error('x');
    circle.cause = new AggregateError([circle], 'y', { cause: circle });
    expect(problemIn(circle)).toBe('reset');
  });

  it('that is none, or is no object of that kind, is a connection that ended', () => {
    expect([problemIn(null), problemIn('ENOTFOUND'), problemIn({ code: 'ENOTFOUND' })]).toEqual([
      ...['reset', 'reset', 'reset'],
    ]);
  });
});

describe('what is thrown', () => {
  it.each([
    ['CERT_HAS_EXPIRED', 'certificate-expired'],
    ['CERT_NOT_YET_VALID', 'certificate-expired'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate-name'],
    ['HOSTNAME_MISMATCH', 'certificate-name'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate-authority'],
    ['UNABLE_TO_GET_ISSUER_CERT', 'certificate-authority'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate-authority'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate-authority'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate-authority'],
    ['CERT_UNTRUSTED', 'certificate-authority'],
    ['CERT_REVOKED', null],
  ])('for %s says of the certificate: %s', (code, certificate) => {
    const cause = new Error('around it', { cause: coded('NOBODY_KNOWS', coded(code)) });
    const thrown = noAnswer('certificate', 'It is not safe', cause);
    expect(thrown).toMatchObject({ problem: 'certificate', message: 'It is not safe', cause, certificate });
  });

  it('for anything else says nothing of a certificate', () => {
    expect(noAnswer('reset', 'x', coded('CERT_HAS_EXPIRED')).certificate).toBe(null);
    expect(noAnswer('certificate', 'x', null).certificate).toBe(null);
  });
});
