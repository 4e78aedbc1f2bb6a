// Entry of the practice site: reads the command line, opens the site, prints one line of JSON, stops cleanly.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CONTROL_PATH } from './control.ts';
import type { SeedSignIn } from './seed.ts';
import { CA_FILE, openSite } from './server.ts';
import type { SwitchPatch } from './switches.ts';

/** The line that tells a parent process where everything is. */
export interface ReadyLine {
  ready: true;
  url: string;
  root: string;
  httpsUrl: string;
  /** Certificate authority to trust for `httpsUrl`. */
  caFile: string;
  /** Plain http without application passwords, as on a production site; null where the system has no 127.0.0.2. */
  productionUrl: string | null;
  control: string;
  token: string;
  signIns: SeedSignIn[];
}

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'https-port': { type: 'string', default: '0' },
    host: { type: 'string', default: '127.0.0.1' },
    data: { type: 'string' },
    name: { type: 'string', default: 'Practice Video Site' },
    timezone: { type: 'string', default: 'Europe/Paris' },
    base: { type: 'string', default: '' },
    'rest-root': { type: 'string', default: 'wp-json' },
    'platform-namespace': { type: 'string', default: 'wp' },
    namespace: { type: 'string', default: 'streamtube' },
    'plain-permalinks': { type: 'boolean', default: false },
    seed: { type: 'string' },
    switches: { type: 'string', default: '{}' },
    'die-with-parent': { type: 'boolean', default: false },
    /** Removes the folder of --data at a clean end; one made here is always removed. */
    'remove-data': { type: 'boolean', default: false },
  },
});

const data = values.data ?? mkdtempSync(join(tmpdir(), 'practice-site-'));
const running = await openSite(
  {
    data,
    name: values.name,
    timezone: values.timezone,
    base: values.base.replace(/\/+$/, ''),
    restRoot: values['rest-root'],
    platformNs: values['platform-namespace'],
    serviceNs: values.namespace,
    plainPermalinks: values['plain-permalinks'],
    seed: values.seed ?? null,
    switches: JSON.parse(values.switches) as SwitchPatch,
  },
  {
    host: values.host,
    port: Number(values.port),
    httpsPort: Number(values['https-port']),
    productionHost: '127.0.0.2',
  },
);

const { site, signIns, port, httpsPort, hasProduction } = running;
const address = { scheme: 'http', host: `${values.host}:${port}` } as const;
const ready: ReadyLine = {
  ready: true,
  url: site.home(address),
  root: site.rest(address, '/'),
  httpsUrl: site.home({ scheme: 'https', host: `${values.host}:${httpsPort}` }),
  caFile: fileURLToPath(CA_FILE),
  productionUrl: hasProduction ? site.home({ scheme: 'http', host: `127.0.0.2:${port}` }) : null,
  control: `http://${address.host}${CONTROL_PATH}`,
  token: site.token,
  signIns,
};
process.stdout.write(`${JSON.stringify(ready)}\n`);
process.stderr.write(`${site.options.name} is open at ${ready.url} (also ${ready.httpsUrl})\n`);
for (const { login, role, appPassword, accountPassword } of signIns) {
  const who = `${login} (${role})`.padEnd(24);
  process.stderr.write(`  ${who} application password: ${appPassword}   account password: ${accountPassword}\n`);
}

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await running.stop();
  if (values.data === undefined || values['remove-data']) rmSync(data, { recursive: true, force: true });
  process.exit(0);
}
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());
if (values['die-with-parent']) {
  process.stdin.resume();
  process.stdin.on('end', () => void stop());
  process.stdin.on('close', () => void stop());
}
