// The inside of a session of its own: starts a virtual screen and an unlocked keyring, runs one command, then ends both.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { capture, exitCodeOf } from './processes.mjs';

const helpers = [];

let over = false;

async function end(code) {
  if (over) return;
  over = true;
  await endHelpers();
  process.exit(code);
}

function giveUp(message) {
  if (!over) process.stderr.write(`clipferry: ${message}\n`);
  return end(126);
}

/** Ends screen and keyring and waits for it, so that no dead process is left for the machine's first process to bury. */
const endHelpers = () =>
  Promise.all(
    helpers.map((helper) => {
      if (helper.exitCode !== null || helper.signalCode !== null || helper.pid === undefined) return undefined;
      helper.kill('SIGTERM');
      return once(helper, 'exit');
    }),
  );

/** Xvfb picks a free display number itself and writes it to the given descriptor, so parallel sessions never collide. */
function startScreen() {
  return new Promise((resolve) => {
    const args = ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp', '-noreset'];
    const screen = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
    helpers.push(screen);
    let complaints = '';
    let number = '';
    screen.stderr.on('data', (chunk) => {
      complaints += chunk;
    });
    screen.on('error', (error) => giveUp(`Xvfb: ${error.message}`));
    screen.on('exit', () => {
      if (number === '') giveUp(`Xvfb ended:\n${complaints}`);
    });
    screen.stdio[3].on('data', (chunk) => {
      number += chunk;
      if (number.includes('\n')) resolve(`:${number.trim()}`);
    });
  });
}

/** A real Secret Service, so that safeStorage encrypts as on a desktop. The empty password is fine: the home is a throw-away. */
async function startKeyring() {
  const keyring = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  keyring.on('error', (error) => giveUp(`gnome-keyring-daemon: ${error.message}`));
  keyring.stdin.end('\n');
  helpers.push(keyring);
  const ready = await capture('gdbus', ['wait', '--session', '--timeout', '20', 'org.freedesktop.secrets']);
  if (ready.code !== 0) giveUp('the keyring did not start');
}

process.env.DISPLAY = await startScreen();
await startKeyring();

const [program, ...args] = process.argv.slice(2);
// Descriptor 4 is the stderr of whoever started the session; our own is shared with the bus.
const command = spawn(program, args, { stdio: ['inherit', 'inherit', 4] });
const stop = () => command.kill('SIGTERM');
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
const parent = new net.Socket({ fd: 3 });
parent.on('end', stop).on('error', stop).resume();
parent.unref();
command.on('error', (error) => giveUp(`${program}: ${error.message}`));
command.on('exit', (code, signal) => end(exitCodeOf(code, signal)));
