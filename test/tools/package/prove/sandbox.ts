// Whether a running app has Chromium's sandbox, from what /proc tells of its processes; pure.

export interface SeenProcess {
  /** Its command line, the words parted by spaces: Chromium writes that of its children anew in this form. */
  readonly line: string;
  /** The text of /proc/N/status. */
  readonly status: string;
}

/** Each of them would take a part of the sandbox away. */
const withoutSandbox =
  / --(?:no-sandbox|single-process|no-zygote|disable-(?:setuid|namespace|seccomp-filter|gpu)-sandbox)(?= |=|$)/g;

/** The browser process is the one that has none. */
export const typeOf = ({ line }: SeenProcess): string => / --type=([\w-]+)/.exec(line)?.[1] ?? 'browser';

const fieldOf = (status: string, name: string): string => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? '';

/** How many namespaces of processes it is in, one in the other. */
const depthOf = ({ status }: SeenProcess): number => fieldOf(status, 'NSpid').split(/\s+/).length;

function rendererComplaints(renderer: SeenProcess, browser: SeenProcess): readonly string[] {
  const { status } = renderer;
  return [
    ...(fieldOf(status, 'Seccomp') === '2' ? [] : ['system calls are not filtered']),
    ...(fieldOf(status, 'NoNewPrivs') === '1' ? [] : ['it may get new rights']),
    ...(/^0+$/.test(fieldOf(status, 'CapEff')) ? [] : ['it has capabilities']),
    ...(depthOf(renderer) > depthOf(browser) ? [] : ['it sees the processes of others']),
  ].map((complaint) => `the page’s process: ${complaint}`);
}

/** What is wrong with the sandbox of the app whose processes these are, as sentences. */
export function sandboxComplaints(processes: readonly SeenProcess[]): readonly string[] {
  const browser = processes.find((one) => typeOf(one) === 'browser');
  const renderers = processes.filter((one) => typeOf(one) === 'renderer');
  if (browser === undefined || renderers.length === 0) return ['the app is not running with a page'];
  const switches = processes.flatMap(({ line }) => line.match(withoutSandbox) ?? []);
  return [
    ...new Set(switches.map((word) => `started with${word}`)),
    ...new Set(renderers.flatMap((renderer) => rendererComplaints(renderer, browser))),
  ];
}
