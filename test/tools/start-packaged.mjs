// Starts a packaged app on an empty profile, asks it for debuggers, and waits for the line it prints once its window has loaded;
// fails when it does not come, when any of the debuggers' ports was open at any moment (electron security, row 27), and on Linux
// when /proc does not show the page's sandbox (row 4).
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { sandboxComplaints, typeOf } from './package/prove/sandbox.ts';

const readyLine = 'clipferry: window ready';
const timeLimit = 60_000;
const lookEveryMs = 25;

/** A port that nobody listens on. */
const freePort = () =>
  new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const answers = (port) =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

function readProcess(pid) {
  try {
    const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trimEnd();
    return line.includes(`--user-data-dir=${profile}`)
      ? { line, status: readFileSync(`/proc/${pid}/status`, 'utf8') }
      : undefined;
  } catch {
    // It has ended.
    return undefined;
  }
}

/** The processes of the app that name its profile: its own, and those of its pages. */
const processes = () =>
  process.platform === 'linux'
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(readProcess)
        .filter((one) => one !== undefined)
    : [];

const profile = mkdtempSync(path.join(os.tmpdir(), 'clipferry-profile-'));
const ports = { '--inspect': await freePort(), '--remote-debugging-port': await freePort() };
const app = spawn(
  path.resolve(process.argv[2]),
  [
    `--user-data-dir=${profile}`,
    `--inspect=127.0.0.1:${ports['--inspect']}`,
    `--remote-debugging-port=${ports['--remote-debugging-port']}`,
  ],
  { env: { ...process.env, CLIPFERRY_SMOKE: '1' }, stdio: ['ignore', 'pipe', 'pipe'] },
);
let output = '';
for (const stream of [app.stdout, app.stderr]) {
  stream.on('data', (chunk) => {
    output += chunk;
  });
}
const opened = new Set();
let looks = 0;
/** As they were when they were last seen together: a page's process gives its rights away after it has begun. */
let together = [];
const looking = setInterval(async () => {
  const now = processes();
  if (['browser', 'renderer'].every((type) => now.some((one) => typeOf(one) === type))) together = now;
  for (const [name, port] of Object.entries(ports)) if (await answers(port)) opened.add(name);
  looks += 1;
}, lookEveryMs);
const timer = setTimeout(() => app.kill('SIGKILL'), timeLimit);
app.on('error', (error) => {
  output += error.message;
});
app.on('close', (code, signal) => {
  clearTimeout(timer);
  clearInterval(looking);
  rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  const complaints = [];
  if (!output.includes(readyLine)) complaints.push(`ended without "${readyLine}"`);
  if (code !== 0) complaints.push(`ended with ${code ?? signal}`);
  for (const name of opened) complaints.push(`${name} opened a port`);
  if (/(Debugger|DevTools) listening on/.test(output)) complaints.push('a debugger said that it listens');
  if (process.platform === 'linux') complaints.push(...sandboxComplaints(together));
  if (looks < 3) complaints.push('ended too soon to see whether a port was open');
  if (complaints.length === 0) return;
  process.stderr.write(`${output}\n${complaints.join('\n')}\n`);
  process.exitCode = 1;
});
