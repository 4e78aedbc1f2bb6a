// Starts a packaged app on an empty profile and waits for the line it prints once its window has loaded.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const readyLine = 'clipferry: window ready';
const timeLimit = 60_000;

const profile = mkdtempSync(path.join(os.tmpdir(), 'clipferry-profile-'));
const app = spawn(path.resolve(process.argv[2]), [`--user-data-dir=${profile}`], {
  env: { ...process.env, CLIPFERRY_SMOKE: '1' },
  stdio: ['ignore', 'pipe', 'pipe'],
});
let output = '';
for (const stream of [app.stdout, app.stderr]) {
  stream.on('data', (chunk) => {
    output += chunk;
  });
}
const timer = setTimeout(() => app.kill('SIGKILL'), timeLimit);
app.on('error', (error) => {
  output += error.message;
});
app.on('close', (code, signal) => {
  clearTimeout(timer);
  rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  const ready = output.includes(readyLine);
  if (ready && code === 0) return;
  process.stderr.write(`${output}\nended with ${code ?? signal}${ready ? '' : ` without "${readyLine}"`}\n`);
  process.exitCode = 1;
});
