// A process that starts as the app does as far as trust goes, asks one address, and tells in a line of JSON what came of it.
import tls from 'node:tls';
import { undiciHttp } from '../../../main/adapters/http.ts';
import { HttpError } from '../../../main/ports.ts';
import { keepCertificateChecks, trustSystemCertificates } from '../../../main/shell/trust.ts';

export interface TrustingReport {
  readonly outcome: number | string;
  readonly certificate: string | null;
  readonly log: readonly string[];
  /** What is left of the variable for what this process starts. */
  readonly left: string | null;
  /** What a connection comes to that states nothing: shows that the environment meant it. */
  readonly careless: string;
}

const url = new URL(process.argv[2] ?? '');
const log: string[] = [];
const logger = { info: (text: string) => log.push(text), warn: (text: string) => log.push(text), error: () => {} };

const careless = await new Promise<string>((resolve) => {
  if (url.protocol !== 'https:') resolve('plain');
  const socket = tls.connect({ host: url.hostname, port: Number(url.port) }, () => {
    resolve(socket.getProtocol() ?? '');
    socket.destroy();
  });
  socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
});

keepCertificateChecks(process.env, logger);
// As for whatever starts in this process afterwards and does not know better: the check is stated, the variable is not the only thing.
const check = process.argv[3];
if (check === 'set again') process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';

const http = undiciHttp({ onFirstSecure: () => trustSystemCertificates(logger) });
const request = { method: 'GET', url: url.href, headers: {}, body: null, stallMs: 5_000, answerMs: 5_000 } as const;
const report = await http
  .request({ ...request, wholeMs: 10_000, maxAnswerBytes: 100, signal: null, onInterim: null })
  .then(
    ({ status }) => ({ outcome: status, certificate: null }),
    (error: unknown) => {
      if (!(error instanceof HttpError)) throw error;
      return { outcome: error.problem, certificate: error.certificate };
    },
  );
await http.close();
const left = process.env.NODE_TLS_REJECT_UNAUTHORIZED ?? null;
process.stdout.write(JSON.stringify({ ...report, log, left, careless } satisfies TrustingReport));
