// curl as the measure of all senders: how long it took and what processor time it used.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { caFile } from './sink.ts';

export interface CurlRun {
  readonly seconds: number;
  /** User and system time of the whole process, its start included. */
  readonly cpuSeconds: number;
}

// Only the shell reports the processor time of a child to us.
const script = `TIMEFORMAT='%R %U %S'; time curl "$@"`;

async function run(args: readonly string[]): Promise<{ stdout: string; wall: number; cpu: number }> {
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script, 'curl', '-sS', ...args], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const [wall = Number.NaN, user = Number.NaN, system = Number.NaN] = stderr.trim().split(' ').map(Number);
  return { stdout, wall, cpu: user + system };
}

export async function curlName(): Promise<string> {
  const { stdout } = await run(['--version']);
  return stdout.split(' ').slice(0, 2).join(' ');
}

/** One file in one request; timed from curl's own first step to its last, without the start of the process. */
export async function curlFile(url: string, file: string): Promise<CurlRun> {
  const args = ['-f', '-H', 'Expect:', '--cacert', caFile, '-F', `file=@${file};type=video/mp4`];
  const { stdout, cpu } = await run([...args, '-o', '/dev/null', '-w', '%{time_total}', url]);
  return { seconds: Number(stdout), cpuSeconds: cpu };
}

/** All files one after the other on one connection; the start of the process is taken off. */
export async function curlFiles(folder: string, url: string, files: readonly string[]): Promise<CurlRun> {
  const config = join(folder, 'curl.config');
  const one = (file: string) =>
    `url = "${url}"\nform = "file=@${file};type=video/mp4"\nheader = "Expect:"\noutput = "/dev/null"\nfail\n`;
  writeFileSync(config, files.map(one).join('next\n'));
  const start = await run(['--version']);
  const { wall, cpu } = await run(['-K', config]);
  return { seconds: wall - start.wall, cpuSeconds: cpu - start.cpu };
}
