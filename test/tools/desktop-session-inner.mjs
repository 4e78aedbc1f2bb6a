// The inside of a session of its own: starts virtual screens and unlocked keyrings, runs one command, then ends them all.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
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

/** Ends screens, keyrings and buses and waits for it, so that no dead process is left for the machine's first process to bury. */
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
async function startKeyring(env) {
  const keyring = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  keyring.on('error', (error) => giveUp(`gnome-keyring-daemon: ${error.message}`));
  keyring.stdin.end('\n');
  helpers.push(keyring);
  const ready = await capture('gdbus', ['wait', '--session', '--timeout', '20', 'org.freedesktop.secrets'], {
    env,
  });
  if (ready.code !== 0) giveUp('the keyring did not start');
}

/** A message bus beside the session's own. */
function startBus(env) {
  return new Promise((resolve) => {
    const bus = spawn('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address=3'], {
      env,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    helpers.push(bus);
    let address = '';
    bus.on('error', (error) => giveUp(`dbus-daemon: ${error.message}`));
    bus.stdio[3].on('data', (chunk) => {
      address += chunk;
      if (address.includes('\n')) resolve(address.trim());
    });
  });
}

/** One more desktop for a test that runs beside others: with its own screen, bus, keyring and home. Resolves to what it changes in the environment. */
async function startDesk(number) {
  const [home, runtime] = ['HOME', 'XDG_RUNTIME_DIR'].map((name) => {
    const dir = path.join(process.env[name], `desk-${number}`);
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    return dir;
  });
  const desk = { HOME: home, XDG_RUNTIME_DIR: runtime };
  desk.DBUS_SESSION_BUS_ADDRESS = await startBus({ ...process.env, ...desk });
  await startKeyring({ ...process.env, ...desk });
  desk.DISPLAY = await startScreen();
  return desk;
}

process.env.DISPLAY = await startScreen();
await startKeyring(process.env);
const desks = [];
for (let number = 2; number <= Number(process.env.CLIPFERRY_DESKS ?? 1); number++) desks.push(await startDesk(number));
process.env.CLIPFERRY_FURTHER_DESKS = JSON.stringify(desks);

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
