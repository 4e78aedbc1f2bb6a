// The engine's ports for one start of it: what it gets from the simulated world, and nothing once it is dead.
import { createHash } from 'node:crypto';
import type { Connections, Files, Hasher, Network, Power, Random, Secrets, Sql, Watcher } from '../../main/ports.ts';
import type { UploaderPorts } from '../../main/uploader-api.ts';
import { memorySettings, notebook } from '../engine/settings.ts';
import type { Life, Timeline } from './timeline.ts';

export interface PortsOptions {
  readonly life: Life;
  readonly timeline: Timeline;
  readonly chance: { fraction(): number; hex(count: number): string };
  readonly files: Files;
  readonly watcher: Watcher;
  readonly http: Connections;
  readonly sql: Sql;
  readonly secrets: Map<string, string>;
  /** What the folder dialog gives next. */
  readonly desktop: { chosen: string | null };
  readonly network: Network;
  readonly power: Power;
  /** The engine says that something happened which never should. */
  readonly onError: (message: string, facts: Readonly<Record<string, unknown>>) => void;
  readonly settleMs: number;
}

const hasher: Hasher = {
  begin: () => {
    const hash = createHash('sha256');
    return {
      update: (chunk) => {
        hash.update(chunk);
        return Promise.resolve();
      },
      digest: () => Promise.resolve(hash.digest('hex')),
      drop: () => undefined,
    };
  },
  close: () => Promise.resolve(),
};

/** Buffers that were given back are used again at once, overwritten: who still reads them is found out. */
function reusedBuffers() {
  const spare = new Map<number, Uint8Array[]>();
  return {
    take: (bytes: number): Uint8Array => spare.get(bytes)?.pop() ?? new Uint8Array(bytes),
    give: (buffer: Uint8Array): void => {
      buffer.fill(0xee, 0, 64);
      const list = spare.get(buffer.length);
      if (list) list.push(buffer);
      else spare.set(buffer.length, [buffer]);
    },
  };
}
const buffers = reusedBuffers();

function secretsOf(kept: Map<string, string>, life: Life): Secrets {
  const alive = <T>(work: () => T): Promise<T> =>
    life.alive ? Promise.resolve(work()) : new Promise<T>(() => undefined);
  return {
    get: (name) => alive(() => kept.get(name) ?? null),
    set: (name, secret) =>
      alive(() => {
        kept.set(name, secret);
        return 'keyring';
      }),
    delete: (name) => alive(() => void kept.delete(name)),
    keeping: () => 'keyring',
  };
}

export function portsOf(options: PortsOptions): UploaderPorts {
  const { life, timeline, chance, desktop, onError } = options;
  const random: Random = { fraction: () => chance.fraction(), hex: (count) => chance.hex(count) };
  return {
    clock: timeline.clock(life),
    random,
    files: options.files,
    watcher: options.watcher,
    http: options.http,
    sql: options.sql,
    secrets: secretsOf(options.secrets, life),
    hasher,
    buffers,
    logger: {
      info: () => {},
      warn: () => {},
      error: (message, facts) => {
        if (life.alive) onError(message, facts ?? {});
      },
    },
    network: options.network,
    power: options.power,
    desktop: {
      openUrl: () => Promise.resolve(),
      showFile: () => {},
      copy: () => Promise.resolve(),
      claimLinks: async () => true,
      choose: () => Promise.resolve(desktop.chosen === null ? null : [desktop.chosen]),
    },
    settings: memorySettings({ notify: false }),
    notifier: notebook(),
    version: '0.0.0-simulated',
    platform: 'linux',
    region: 'en-GB',
    computer: 'simulated',
    settleMs: options.settleMs,
  };
}
