// Entry of the practice site: reads the command line, opens the site, prints one line of JSON, stops cleanly.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openPracticeSite } from './open.ts';
import { usual } from './options.ts';
import type { SwitchPatch } from './switches.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'https-port': { type: 'string', default: '0' },
    host: { type: 'string', default: usual.host },
    data: { type: 'string' },
    name: { type: 'string', default: usual.name },
    timezone: { type: 'string', default: usual.timezone },
    base: { type: 'string', default: usual.base },
    'rest-root': { type: 'string', default: usual.restRoot },
    'platform-namespace': { type: 'string', default: usual.platformNs },
    namespace: { type: 'string', default: usual.serviceNs },
    'plain-permalinks': { type: 'boolean', default: false },
    seed: { type: 'string' },
    switches: { type: 'string', default: '{}' },
    'die-with-parent': { type: 'boolean', default: false },
    /** Removes the folder of --data at a clean end; one made here is always removed. */
    'remove-data': { type: 'boolean', default: false },
  },
});

const data = values.data ?? mkdtempSync(join(tmpdir(), 'practice-site-'));
const { ready, stop: close } = await openPracticeSite({
  data,
  name: values.name,
  timezone: values.timezone,
  base: values.base,
  restRoot: values['rest-root'],
  platformNs: values['platform-namespace'],
  serviceNs: values.namespace,
  plainPermalinks: values['plain-permalinks'],
  seed: values.seed ?? null,
  switches: JSON.parse(values.switches) as SwitchPatch,
  host: values.host,
  port: Number(values.port),
  httpsPort: Number(values['https-port']),
});
process.stdout.write(`${JSON.stringify(ready)}\n`);
process.stderr.write(`${values.name} is open at ${ready.url} (also ${ready.httpsUrl})\n`);
for (const { login, role, appPassword, accountPassword } of ready.signIns) {
  const who = `${login} (${role})`.padEnd(24);
  process.stderr.write(`  ${who} application password: ${appPassword}   account password: ${accountPassword}\n`);
}

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await close();
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
