// All that an update stands on, in one place: a folder on the disk, a server that sends a signed list, and a notebook of what the desktop was asked.

import { isSignedBy } from '../../../../main/adapters/updates/ed25519.ts';
import { updateFolder } from '../../../../main/adapters/updates/update-folder.ts';
import type { UpdateFeed } from '../../../../main/features/updates/feed.ts';
import type { LookOptions } from '../../../../main/features/updates/look.ts';
import type { UpdateSystem } from '../../../../main/features/updates/place.ts';
import type { PackedAs, ProgramPlace, ReplaceProblem, UpdateFiles } from '../../../../main/ports/updates.ts';
import type { Logger } from '../../../../main/ports.ts';
import { createSigner, feedFor, signedText } from '../../../updates/signed-feed.ts';
import { type TempFolder, tempFolder } from '../../adapters/updates/temp-folder.ts';
import type { Answer } from './parts.ts';

export const signer = createSigner();
export const version = '0.2.0';
export const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * 31) % 251));
export const at = (packedAs: PackedAs): UpdateFeed['files'][number] => {
  const [file] = feedFor(version, bytes).files;
  if (file === undefined) throw new Error('a list without a file');
  return { ...file, packedAs, name: `new.${packedAs}` };
};

/** When all lists were made that say nothing else. */
const issuedAt = Date.now();

/** The list as it is sent. */
export const list = (over: Partial<UpdateFeed> = {}, packedAs: PackedAs = 'AppImage'): Answer => ({
  pieces: [
    Buffer.from(signedText({ ...feedFor(version, bytes, { issuedAt }), files: [at(packedAs)], ...over }, signer)),
  ],
});
export const program: Answer = { pieces: [bytes.subarray(0, 100), bytes.subarray(100)] };

export interface Notebook {
  readonly logged: string[];
  /** What program and desktop were asked for. */
  readonly asked: string[];
  readonly logger: Logger;
}

export function notebook(): Notebook {
  const [logged, asked]: [string[], string[]] = [[], []];
  const write = (message: string, facts?: Readonly<Record<string, unknown>>): void =>
    void logged.push(`${message} ${JSON.stringify(facts)}`);
  return { logged, asked, logger: { info: write, warn: write, error: write } };
}

export function programOf(
  { asked }: Notebook,
  said: { isReady?: ReplaceProblem; prepare?: ReplaceProblem; replace?: ReplaceProblem } = {},
): ProgramPlace {
  return {
    isReady: async () => said.isReady ?? null,
    prepare: async (_, { name }, of) => {
      asked.push(`prepare ${name} as ${of}`);
      return said.prepare ?? null;
    },
    replace: async ({ name }) => {
      asked.push(`replace by ${name}`);
      return said.replace ?? null;
    },
    tidy: async () => void asked.push('tidy'),
  };
}

export function systemOf({ asked }: Notebook, over: Partial<UpdateSystem> = {}): UpdateSystem {
  const nameOf = (file: string): string => file.split('/').at(-1) ?? '';
  return {
    openPackage: async (file) => void asked.push(`open ${nameOf(file)}`),
    showFile: (file) => void asked.push(`show ${nameOf(file)}`),
    openPage: async (url) => void asked.push(`page ${url}`),
    runSetUp: async (file, startsApp) => void asked.push(`run ${nameOf(file)}, ${startsApp ? 'start' : 'end'}`),
    isWindowShown: () => true,
    restart: () => {
      asked.push('restart');
      return true;
    },
    startAnew: () => void asked.push('start anew'),
    ...over,
  };
}

/** Whatever a look needs but the line. */
export function lookParts(packedAs: PackedAs = 'AppImage'): Pick<LookOptions, 'source' | 'here' | 'isSigned'> {
  return {
    source: { feed: 'https://a.example/updates/updates.json', keys: [signer.key] },
    here: { app: 'clipferry', version: '0.1.0', packedAs, arch: 'x64' },
    isSigned: isSignedBy,
  };
}

export interface UpdateDisk {
  readonly folder: TempFolder;
  readonly files: UpdateFiles;
  /** What lies there as JSON. */
  remembered(): Promise<unknown>;
}

export function updateDisk(): UpdateDisk {
  const folder = tempFolder();
  const files = updateFolder(folder.at('updates'));
  return { folder, files, remembered: async () => JSON.parse((await files.remembered()) ?? 'null') };
}
