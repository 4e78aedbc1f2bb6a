// Starts the receivers of the benchmarks: the C one when it can be built here, else the one on Node, named in the output.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const certificate = here('../site/tls/server.pem');
const key = here('../site/tls/server-key.pem');
/** The authority that signed the receivers' certificate. */
export const caFile = here('../site/tls/ca.pem');

export interface Sink {
  /** What it is, for the output. */
  readonly name: string;
  readonly url: string;
  stop(): Promise<void>;
}

/** Null where there is no compiler, or not the library. */
async function build(folder: string, withTls: boolean): Promise<string | null> {
  const program = join(folder, withTls ? 'sink-tls' : 'sink');
  const tls = withTls ? ['-DWITH_TLS', '-lssl', '-lcrypto'] : [];
  try {
    await promisify(execFile)('cc', ['-O2', '-pthread', here('sink.c'), '-o', program, ...tls]);
    return program;
  } catch {
    return null;
  }
}

/** `folder` takes the built program; its owner removes it. */
export async function startSink(folder: string, withTls: boolean): Promise<Sink> {
  const program = await build(folder, withTls);
  const files = withTls ? [certificate, key] : [];
  const sink: ChildProcess = program
    ? spawn(program, files, { stdio: ['pipe', 'pipe', 'inherit'] })
    : spawn(process.execPath, [here('sink-node.ts'), ...files], { stdio: ['pipe', 'pipe', 'inherit'] });
  if (!sink.stdout) throw new Error('The receiver has no output');
  const lines = createInterface(sink.stdout);
  const [port] = (await Promise.race([
    once(lines, 'line'),
    once(sink, 'exit').then(() => {
      throw new Error('The receiver did not start');
    }),
  ])) as [string];
  return {
    name: program
      ? `sink.c${withTls ? ' with OpenSSL, TLS_AES_128_GCM_SHA256' : ''}`
      : `sink-node.ts on Node ${process.versions.node} (no C compiler${withTls ? ' with OpenSSL' : ''} here: the receiver may be the limit)`,
    url: `${withTls ? 'https' : 'http'}://127.0.0.1:${port}/`,
    stop: async () => {
      if (sink.exitCode !== null || sink.signalCode !== null) return;
      const gone = once(sink, 'exit');
      sink.stdin?.end();
      await gone;
    },
  };
}
