// One kind of package on one system: a person installs it, signs in, sends clips, upgrades it in between, and removes it.
import { writeFileSync } from 'node:fs';
import { startPracticeSite } from '../../../site/start.ts';
import type { Built } from './built.ts';
import { startDesktop } from './desktop.ts';
import { FreshRoot } from './fresh-root.ts';
import type { Kind } from './kinds.ts';
import { Person } from './person.ts';
import { RunningApp } from './running-app.ts';
import { sandboxComplaints } from './sandbox.ts';
import { type Step, takeSteps } from './steps.ts';
import { connect, demo, flight, iconMenu, type Stage } from './story.ts';
import type { Line } from './table.ts';

export interface Proof {
  readonly release: string;
  readonly base: string;
  readonly kind: Kind;
  readonly built: Built;
  /** A folder with the clips of the story. */
  readonly clips: string;
  /** Where the window's words are put when a step fails. */
  readonly report: string;
}

/** Of the programs that run, and of what they wrote: for who has to find out why a step failed. */
const whatIsThere = `cat /proc/[0-9]*/cmdline | tr '\\0' ' '
tail -n 50 /home/*/*.log /home/*/.config/*/logs/*.log`;

/** Chromium's sandbox is made of them where its helper is not setuid. */
async function namespacesAreOpen(root: FreshRoot): Promise<string> {
  const tried = await root.asUser('unshare', '--user', '--map-root-user', 'true');
  const limit = (await root.must('cat', '/proc/sys/user/max_user_namespaces')).trim();
  if (tried.code !== 0) throw new Error(`closed to ordinary users (at most ${limit}): ${tried.text.trim()}`);
  return `open to ordinary users (at most ${limit})`;
}

function hasSandbox(app: RunningApp): string {
  const complaints = sandboxComplaints(app.processes());
  if (complaints.length > 0) throw new Error(complaints.join(', '));
  return 'filtered system calls, no capabilities, process namespaces of its own; nothing switched off';
}

async function removes({ root, app, person }: Stage, kind: Kind): Promise<string> {
  await app.quit(person);
  const list = `${app.profile}/clipferry.sqlite`;
  const before = await root.must('sha256sum', list);
  const seen = await kind.remove(root);
  if ((await root.must('sha256sum', list)) !== before) throw new Error('the list of the person is not as it was');
  return `${seen}; the profile is kept`;
}

function stepsOf(stage: Stage, { kind, built }: Proof): readonly Step[] {
  const { root, person, app, desktopFile } = stage;
  const [first, next] = built.versions;
  const start = async (): Promise<string> => {
    await app.launch(desktopFile);
    await person.look('heading', 'Connect your video site', 90);
    return `by gio launch; the window shows the first step of ${await app.version()}`;
  };
  const upgraded = async (): Promise<string> => {
    const seen = await flight(stage, () => kind.upgrade(root, next), next);
    return `${seen}; ${hasSandbox(app)}`;
  };
  const { purge } = kind;
  return [
    { name: 'user namespaces', act: () => namespacesAreOpen(root) },
    { name: 'install', act: () => kind.install(root, first) },
    { name: 'start', act: start },
    { name: 'sandbox', act: async () => hasSandbox(app) },
    { name: 'sign in', act: () => connect(stage) },
    { name: 'demo story', act: () => demo(stage) },
    { name: 'menu of its icon', act: () => iconMenu(stage) },
    { name: 'upgrade', act: upgraded },
    { name: 'remove', act: () => removes(stage, kind) },
    ...(purge === undefined ? [] : [{ name: 'purge', act: () => purge(root) }]),
  ];
}

/** `onLine` gets each step when it is over. */
export async function prove(proof: Proof, onLine: (line: Line) => void): Promise<void> {
  const { release, base, kind, built, clips, report } = proof;
  await using site = await startPracticeSite({ name: 'Harbour Films' });
  const shared = { tools: import.meta.dirname, packages: built.folder, clips };
  const root = await FreshRoot.open({ base, fresh: true, fuse: kind.fuse, shared });
  try {
    await startDesktop(root);
    const person = new Person(root);
    const app = new RunningApp(root, built.product);
    const stage = { root, person, app, site, clips, desktopFile: kind.desktopFile };
    await takeSteps({ release, kind: kind.name }, stepsOf(stage, proof), {
      onLine,
      onFailure: async (error) => {
        const words = await person.read().catch(() => []);
        const { text } = await root.run('sh', '-c', whatIsThere);
        writeFileSync(report, `${error}\n\n${words.join('\n')}\n\n${text}`);
      },
    });
    person.leave();
  } finally {
    await root.close();
  }
}
