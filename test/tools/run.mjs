// Every npm script: `node test/tools/run.mjs <verb> [arguments]`. Starts on any Node from 20 and moves to the pinned one after the set-up.
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { addUp, failureLines, lastLine, one } from './counts.mjs';
import { runInDesktop } from './desktop-session.mjs';
import { cacheDir, runtimeEnv } from './electron-runtime.mjs';
import { sideBySide } from './lanes.mjs';
import { buildTwice } from './package/twice.mjs';
import { buildTwoVersions } from './package/two-versions.mjs';
import { packageApp, proveSlice, withUnpacked, withUnpackedForWindows } from './package-app.mjs';
import { childEnv, runNode } from './processes.mjs';
import { inProject, isLinuxRoot, resultsDir, SetupError, say, tools } from './project.mjs';
import { proof } from './proof.mjs';
import { setUpForNode, setUpForWindows } from './setup.mjs';
import { build, endToEnd, lint, quickTests, readyWordPress, typeCheck, unitTests, wordPressTests } from './suites.mjs';
import { ensurePrograms, ensureSystemPackages, whereOnPath } from './system-packages.mjs';
import { makeFeed } from './updates/feed.mjs';
import { makeKeys } from './updates/keys.mjs';
import { realUpdates } from './updates/real.mjs';

/** Prints what failed and, as the last line, the counts, and turns them into an exit code. */
function conclude(counts) {
  const sum = addUp(counts);
  process.stdout.write(`\n${[...failureLines(sum), lastLine(sum)].join('\n')}\n`);
  return sum.failed === 0 && sum.passed > 0 ? 0 : 1;
}

/** Two lanes, for two cores: most of both is waiting and computing in turn. */
async function lanesOf(one, other) {
  await setUpForWindows({ virtual: true });
  // May ask somebody, which a stage cannot.
  await readyWordPress();
  const packaged = process.platform === 'linux' ? ['package:slice'] : [];
  return sideBySide([['types', 'lint', ...one, ...packaged], other]);
}

/** The gate: every kind of test, without those that take long. */
async function test() {
  const counts = await lanesOf(['e2e:slice'], ['wordpress:slice', 'unit:slice']);
  say('left to npm run test:whole: the tests that are marked as long');
  return conclude([counts]);
}

/** Every test there is but those of what packages stand on, which come before any package is made. What measures by the clock comes last, alone. */
async function whole() {
  const counts = await lanesOf(['e2e:together'], ['test:wordpress', 'test:unit']);
  return conclude([counts, await sideBySide([['e2e:alone']])]);
}

/** Answers while somebody waits: types, lint and the tests that start no process. */
async function check() {
  await setUpForNode();
  const counts = await sideBySide([['types', 'lint'], ['test:quick']]);
  say(
    'left to npm test: the tests that start processes (the engine on real sites, simulation, kill loop), WordPress, and the real app',
  );
  return conclude([counts]);
}

const types = async () => conclude([await typeCheck()]);
const onlyLint = async () => conclude([await lint()]);
const quick = async (args) => conclude([await quickTests(args)]);

async function unit(args) {
  await setUpForNode();
  return conclude([await unitTests(args)]);
}

async function unitSlice() {
  await setUpForNode();
  return conclude([await unitTests([], true)]);
}

async function wordPress(args) {
  await setUpForNode();
  return conclude([await wordPressTests(args)]);
}

async function wordPressSlice() {
  await setUpForNode();
  return conclude([await wordPressTests([], true)]);
}

async function e2e(args) {
  const runtime = await setUpForWindows({ virtual: true });
  return conclude([await endToEnd(runtime, args)]);
}

const e2eOf = (which) => async () => {
  const runtime = await setUpForWindows({ virtual: true });
  return conclude([await endToEnd(runtime, [], which)]);
};

function newestChange(file) {
  const stats = statSync(file);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return readdirSync(file).reduce(
    (newest, name) => Math.max(newest, newestChange(path.join(file, name))),
    stats.mtimeMs,
  );
}

/** Whether out/ is older than what it is built from. */
function buildIsStale() {
  const built = inProject('out/main/index.js');
  if (!existsSync(built) || !existsSync(inProject('out/renderer/index.html'))) return true;
  const sources = ['main', 'preload', 'renderer', 'electron.vite.config.ts', 'package-lock.json', 'package.json'];
  return Math.max(...sources.map((name) => newestChange(inProject(name)))) > statSync(built).mtimeMs;
}

async function withFreshBuild(then) {
  const runtime = await setUpForWindows({ virtual: false });
  if (buildIsStale() && !(await build())) return 1;
  return then(runtime);
}

const demo = (args) => withFreshBuild((runtime) => runInDesktop(['node', 'test/e2e/demo.ts', ...args], { runtime }));

const start = (args) =>
  withFreshBuild((runtime) => runInDesktop([runtime.executable, '.', ...args], { runtime, keepHome: true }));

/** A benchmark runs the sources themselves under Electron, so it needs no build. */
const bench = (script) => async (args) => {
  const runtime = await setUpForWindows({ virtual: true });
  return runInDesktop(['node', script, ...args], { runtime, screen: 'virtual' });
};

/** The app as it is installed, beside a bare window. */
const benchStart = (args) =>
  withFreshBuild((runtime) =>
    withUnpacked(runtime, ({ program }) => {
      const both = ['--app', path.relative(inProject(), program), '--electron', runtime.executable];
      const options = { runtime, screen: 'virtual', withDist: true };
      return runInDesktop(['node', 'test/bench/start.ts', ...both, ...args], options);
    }),
  );

/** Takes each wall of the app out of a copy; some of them are met only in the real app, some only in a packaged one. */
async function walls(args) {
  const runtime = await setUpForWindows({ virtual: true });
  return runInDesktop(['node', 'test/walls/main.ts', ...args], { runtime, screen: 'virtual' });
}

async function dev(args) {
  const runtime = await setUpForWindows({ virtual: false });
  // As root only the app itself changes to the ordinary user: the builder has to write into the project.
  const electron = isLinuxRoot ? { ELECTRON_EXEC_PATH: inProject('test/tools/electron-as-user.sh') } : {};
  return runNode(tools.electronVite, ['dev', ...args], { env: childEnv({ ...runtimeEnv(runtime), ...electron }) });
}

/** A script that only needs Node. */
const script = (file) => async (args) => {
  await setUpForNode();
  return runNode(file, args);
};

/** The whole engine in virtual time, with faults; `args` go to test/simulation/main.ts. */
async function simulate(args) {
  await setUpForNode();
  return runNode('test/simulation/main.ts', args);
}

/** Real writers, some of them programs of the system; `args` go to test/torture/main.ts. */
async function ingestTorture(args) {
  await setUpForNode();
  await ensurePrograms(['rsync', 'ffmpeg', 'python3']);
  return runNode('test/torture/main.ts', args);
}

/** Debian's packages with the programs that make and mount other kinds of disks. */
const diskPackages = [
  ...['dosfstools', 'exfatprogs', 'exfat-fuse', 'ntfs-3g', 'btrfs-progs', 'xfsprogs', 'sshfs'],
  'openssh-sftp-server',
];

/** As root, on file systems of other kinds that are mounted for it; `args` go to test/torture/disks-main.ts. */
async function ingestDisks(args) {
  await setUpForNode();
  await ensurePrograms(['rsync', 'ffmpeg', 'python3', ...diskPackages]);
  return runNode('test/torture/disks-main.ts', args);
}

async function packageVerb(args) {
  const runtime = await setUpForWindows({ virtual: true });
  if (args[0] === '--twice') return buildTwice(runtime);
  if (!(await build())) return 1;
  return packageApp(runtime, args);
}

/** What of the packages is in the gate: the app as they hold it, from what `e2e:together` has built. Counts as one. */
async function packageSlice() {
  const runtime = await setUpForWindows({ virtual: true });
  return conclude([one(await proveSlice(runtime), 'the packaged app')]);
}

/** `what` = what is done with systems that are made here, for the message where none can be. */
async function ensureDebootstrap(what) {
  await ensurePrograms(['debootstrap']);
  if (!isLinuxRoot || whereOnPath('debootstrap') === undefined)
    throw new SetupError(`${what} on Debian or Ubuntu, by root: only root makes systems with debootstrap.`);
}

/** As root, on fresh Debian systems that are made for it; `args` go to test/tools/package/prove/main.ts. */
async function packageProve(args) {
  const runtime = await setUpForWindows({ virtual: true });
  await ensureDebootstrap('Packages are proved');
  const packages = await buildTwoVersions(runtime);
  const folders = ['--packages', packages, '--cache', path.join(cacheDir(), 'systems'), '--results', resultsDir];
  return runNode('test/tools/package/prove/main.ts', [...folders, ...args]);
}

/** As root, on Debian systems with an older and a newer PHP that are made for it; `args` go to test/helper/systems/main.ts. */
async function helperSystems(args) {
  await setUpForNode();
  await ensureDebootstrap('Other systems are made');
  if (!(await readyWordPress()).ready) return 1;
  return runNode('test/helper/systems/main.ts', ['--cache', path.join(cacheDir(), 'systems'), ...args]);
}

/** As root, on a Debian with Wine that is made for it; `args` go to test/tools/wine/main.ts. */
async function wineProve(args) {
  const runtime = await setUpForWindows({ virtual: true });
  await ensureDebootstrap('Wine is tried');
  if (!(await build())) return 1;
  return withUnpackedForWindows(runtime, ({ packaged, electron }) => {
    const folders = ['--packaged', packaged, '--electron', electron, '--cache', cacheDir(), '--results', resultsDir];
    return runNode('test/tools/wine/main.ts', [...folders, ...args]);
  });
}

/** Runs any command in the environment that the end-to-end tests get, with Electron's path in $CLIPFERRY_ELECTRON. */
async function electronEnv(args) {
  const command = args[0] === '--' ? args.slice(1) : args;
  if (command.length === 0) throw new SetupError('Usage: node test/tools/run.mjs electron-env -- command [arguments]');
  const runtime = await setUpForWindows({ virtual: true });
  return runInDesktop(command, { runtime, screen: 'virtual' });
}

/** Only the system packages, for example under sudo before an ordinary user runs the tests. */
async function systemPackages() {
  await ensureSystemPackages({ withDesktop: false });
  return 0;
}

const verbs = {
  test,
  check,
  types,
  lint: onlyLint,
  'test:quick': quick,
  'test:unit': unit,
  'test:wordpress': wordPress,
  'test:e2e': e2e,
  'test:whole': whole,
  'unit:slice': unitSlice,
  'wordpress:slice': wordPressSlice,
  'e2e:slice': e2eOf('slice'),
  'e2e:together': e2eOf('together'),
  'e2e:alone': e2eOf('alone'),
  demo,
  start,
  dev,
  site: script('test/site/main.ts'),
  killloop: script('test/kill/main.ts'),
  actkills: script('test/kill/act-main.ts'),
  videokills: script('test/kill/video-main.ts'),
  'update:keys': makeKeys,
  'update:feed': makeFeed,
  'update:campaign': script('test/updates/main.ts'),
  'update:real': realUpdates,
  crashpoints: script('test/crash-points/main.ts'),
  'simulate:pair': script('test/simulation/pair-main.ts'),
  'simulate:matrix': script('test/simulation/matrix-main.ts'),
  'simulate:mutants': script('test/simulation/mutants-main.ts'),
  'ingest:torture': ingestTorture,
  'ingest:disks': ingestDisks,
  mutants: script('test/mutants/main.ts'),
  'mutants:walls': walls,
  'helper:guards': script('test/helper/guards-main.ts'),
  'helper:kills': script('test/helper/kills-main.ts'),
  'helper:large': script('test/helper/large-main.ts'),
  'helper:systems': helperSystems,
  'store:sweep': script('test/sweep/main.ts'),
  package: packageVerb,
  'package:slice': packageSlice,
  'package:prove': packageProve,
  'wine:prove': wineProve,
  simulate,
  'bench:transfer': bench('test/bench/transfer.ts'),
  'bench:five-gib': bench('test/bench/five-gib.ts'),
  // The queue and the watcher need no window.
  'bench:queue': script('test/bench/queue.ts'),
  'bench:ingest': script('test/bench/ingest.ts'),
  'bench:burst': script('test/bench/burst.ts'),
  'bench:resume': script('test/bench/resume.ts'),
  'bench:start': benchStart,
  proof,
  'electron-env': electronEnv,
  'system-packages': systemPackages,
};

const [verb = '', ...args] = process.argv.slice(2);
const action = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
if (!action) {
  say(`unknown verb "${verb}"; known are ${Object.keys(verbs).join(', ')}`);
  process.exitCode = 2;
} else {
  try {
    process.exitCode = await action(args);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
}
