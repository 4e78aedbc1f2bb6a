// Runs a command where a window can open: on the desktop that is there, or in a session of its own with screen, bus and keyring.
import { spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { runtimeEnv } from './electron-runtime.mjs';
import { filesIn } from './memory-folder.mjs';
import { collectResults, ensureOrdinaryUser, ensureSandbox, readableTree, userHome } from './ordinary-user.mjs';
import { childEnv, exitCodeOf, run } from './processes.mjs';
import { isLinuxRoot, resultsDir, root, say } from './project.mjs';

/** Whether a person could see a window that this process opens. Root is never let near somebody's screen. */
export function hasDesktop() {
  if (process.platform !== 'linux') return true;
  return !isLinuxRoot && Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** What of root's environment the ordinary user gets: nothing that names root's own folders, sockets or sign-ins. */
const passedOn =
  /^(PATH|TERM|TZ|CI|LANG|LC_\w+|FORCE_COLOR|NO_COLOR|DEBUG|CLIPFERRY_\w+|ELECTRON_\w+|PW\w+|GITHUB_ACTIONS)$/;

function sessionEnv(tree, runtime, dirs, desks) {
  const moved = (value) => (value.startsWith(root + path.sep) ? path.join(tree, path.relative(root, value)) : value);
  const inherited = Object.entries(process.env).filter(([name]) => passedOn.test(name));
  const electron = Object.entries(runtimeEnv(runtime)).map(([name, value]) => [name, moved(value)]);
  return {
    LANG: 'C.UTF-8',
    ...Object.fromEntries([...inherited, ...electron]),
    PATH: `${path.join(tree, 'node_modules/node/bin')}${path.delimiter}${process.env.PATH}`,
    HOME: dirs.home,
    XDG_RUNTIME_DIR: dirs.runtime,
    // Chromium chooses the keyring by the desktop's name; without one it would fall back to no encryption.
    XDG_CURRENT_DESKTOP: 'GNOME',
    XDG_SESSION_TYPE: 'x11',
    // Nobody can see this screen: a program that would wait for a person has to end by itself.
    CLIPFERRY_SCREEN: 'virtual',
    CLIPFERRY_RESULTS: dirs.results,
    CLIPFERRY_DESKS: String(desks),
    // The project's own, if root made it, can be read by root alone.
    CLIPFERRY_COMPILE_CACHE: path.join(dirs.home, '.cache', 'compile'),
  };
}

function makeDirs(runDir, user, home) {
  const dirs = {
    home: home ?? path.join(runDir, 'home'),
    runtime: path.join(runDir, 'runtime'),
    results: path.join(runDir, 'results'),
  };
  for (const dir of Object.values(dirs)) {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    if (user) chownSync(dir, user.uid, user.gid);
  }
  return dirs;
}

/** X servers put their sockets here, and only root can make the folder the way they want it. */
function ensureX11Socket() {
  const dir = '/tmp/.X11-unix';
  if (existsSync(dir)) return;
  mkdirSync(dir, { recursive: true });
  chmodSync(dir, 0o1777);
}

/** Starts the session in a process group of its own, so that nothing that it started outlives it. */
function runSession(tree, env, user, command) {
  return new Promise((resolve) => {
    const inner = path.join(tree, 'test/tools/desktop-session-inner.mjs');
    const node = path.join(tree, 'node_modules/node/bin/node');
    const child = spawn('dbus-run-session', ['--', node, inner, ...command], {
      cwd: tree,
      env,
      detached: true,
      // The bus is chatty on stderr, so the command gets ours as descriptor 4 and the bus a pipe that is filtered.
      // Descriptor 3 is a pipe that nobody writes to: its end tells the session that we are gone, however we went.
      stdio: ['inherit', 'inherit', 'pipe', 'pipe', process.stderr.fd],
      ...(user ? { uid: user.uid, gid: user.gid } : {}),
    });
    createInterface(child.stderr).on('line', (line) => {
      if (!line.startsWith('dbus-daemon[')) process.stderr.write(`${line}\n`);
    });
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    const toGroup = (signal) => {
      try {
        process.kill(-child.pid, signal);
      } catch {
        // The group has already ended.
      }
    };
    for (const signal of signals) process.on(signal, toGroup);
    const settle = (code) => {
      for (const signal of signals) process.off(signal, toGroup);
      resolve(code);
    };
    child.on('error', (error) => {
      say(`dbus-run-session: ${error.message}`);
      settle(127);
    });
    child.on('exit', (code, signal) => {
      toGroup('SIGKILL');
      settle(exitCodeOf(code, signal));
    });
  });
}

/**
 * Runs `command` (an argument list; paths inside the project may be given relative to it) and resolves to its exit code.
 * `screen` is 'any' to use the desktop at hand, or 'virtual' to keep windows off it (Linux only).
 * `desks` is how many screens, buses, keyrings and homes a session of its own has, for what runs side by side in it.
 * `folder` is where the session leaves its home, its other temporary files and a WordPress: in memory, for example.
 * `withDist` says that the command needs dist/. `keepHome` gives root's stand-in its lasting home instead of an empty one. The command writes results to $CLIPFERRY_RESULTS.
 */
export async function runInDesktop(
  command,
  { runtime, screen = 'any', keepHome = false, withDist = false, desks = 1, folder },
) {
  const [program, ...args] = command;
  if (process.platform !== 'linux' || (screen === 'any' && hasDesktop())) {
    if (process.platform === 'linux') await ensureSandbox(runtime, undefined);
    mkdirSync(resultsDir, { recursive: true });
    const env = { ...runtimeEnv(runtime), ...filesIn(folder), CLIPFERRY_RESULTS: resultsDir };
    return run(program, args, { env: childEnv(env) });
  }
  const user = isLinuxRoot ? await ensureOrdinaryUser() : undefined;
  if (screen === 'any')
    say(`no desktop here: the window opens on a virtual screen${user ? `, as user ${user.name}` : ''}`);
  await ensureSandbox(runtime, user);
  ensureX11Socket();
  const runDir = mkdtempSync(path.join(folder ?? (isLinuxRoot ? '/var/tmp' : os.tmpdir()), 'clipferry-'));
  try {
    chmodSync(runDir, 0o755);
    const tree = user ? await readableTree(user, runDir, withDist) : root;
    const dirs = makeDirs(runDir, user, keepHome && user ? userHome : undefined);
    const code = await runSession(
      tree,
      { ...sessionEnv(tree, runtime, dirs, desks), ...filesIn(folder) },
      user,
      command,
    );
    collectResults(dirs.results, resultsDir);
    return code;
  } finally {
    rmSync(runDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
