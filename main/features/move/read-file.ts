// A file of another computer, read as something that anybody may have made: what cannot be read refuses all of it or is left out and counted.
import type { z } from 'zod';
import type { MoveLeftOut, MoveProblem } from '../../../preload/contract.ts';
import { type Clock, type OpenedZip, ZipError, type ZipProblem } from '../../ports.ts';
import { sameHost, sameOrigin } from '../../site/client/address.ts';
import { readRow, readValue } from '../../untrusted/rows.ts';
import {
  anyManifest,
  clipsPart,
  foldersName,
  foldersPart,
  isClipsName,
  type MovedClip,
  type MovedFolder,
  type MovedSite,
  type MoveManifest,
  manifestName,
  manifestSchema,
  mostMovedClips,
  movedClip,
  movedFolder,
  movedSite,
  moveVersion,
  settingsName,
  settingsPart,
  sitesName,
  sitesPart,
} from './file-format.ts';

/** Why nothing of a file is taken. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused';
  readonly problem: MoveProblem;
  constructor(problem: MoveProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

/** What of a file can be taken. */
export interface MoveFile {
  readonly manifest: MoveManifest;
  readonly sites: readonly MovedSite[];
  /** By the key of their account. */
  readonly clips: ReadonlyMap<string, readonly MovedClip[]>;
  readonly folders: readonly MovedFolder[];
  /** Not checked yet: the settings themselves know what they may be. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly leftOut: MoveLeftOut;
}

const ofZip: Readonly<Record<ZipProblem, MoveProblem>> = {
  missing: 'missing',
  unreadable: 'unreadable',
  'too-large': 'too-large',
  'not-zip': 'not-ours',
  damaged: 'damaged',
};

/** What a zip throws, as what it means for the file. */
export function moveRefused(error: unknown): MoveRefused {
  if (error instanceof MoveRefused) return error;
  if (error instanceof ZipError) return new MoveRefused(ofZip[error.problem], error.message);
  throw error;
}

async function part<T>(zip: OpenedZip, name: string, schema: z.ZodType<T>): Promise<T> {
  const read = readRow(schema, await zip.text(name));
  if (!read.ok) throw new MoveRefused('damaged', `${name}: ${read.problem}`);
  return read.value;
}

async function readManifest(zip: OpenedZip): Promise<MoveManifest> {
  if (!zip.names.includes(manifestName)) throw new MoveRefused('not-ours', 'No manifest');
  const text = await zip.text(manifestName);
  const any = readRow(anyManifest, text);
  if (!any.ok) throw new MoveRefused('not-ours', any.problem);
  if (any.value.version > moveVersion) throw new MoveRefused('newer', `Version ${any.value.version}`);
  return part(zip, manifestName, manifestSchema);
}

const hasSecret = (url: URL): boolean => url.username !== '' || url.password !== '';

/** A sign-in goes to the root: it lies where the address says, or the site is connected by its address (site/connect/discover.ts). */
function belongsTogether({ address, root }: MovedSite): boolean {
  const [one, other] = [new URL(address), new URL(root)];
  return one.protocol === other.protocol && sameHost(one, other) && !hasSecret(one) && !hasSecret(other);
}

/** Those that can be read, and how many cannot. */
function readAll<T>(
  values: readonly unknown[],
  schema: z.ZodType<T>,
): { readonly good: readonly T[]; readonly bad: number } {
  const good = values.flatMap((value) => {
    const read = readValue(schema, value);
    return read.ok ? [read.value] : [];
  });
  return { good, bad: values.length - good.length };
}

async function readClips(
  zip: OpenedZip,
  clock: Clock,
  names: readonly string[],
  isKnown: (account: string) => boolean,
): Promise<{ readonly clips: ReadonlyMap<string, readonly MovedClip[]>; readonly bad: number }> {
  const clips = new Map<string, MovedClip[]>();
  let [total, bad] = [0, 0];
  for (const name of names) {
    const { account, clips: rows } = await part(zip, name, clipsPart);
    total += rows.length;
    if (total > mostMovedClips) throw new MoveRefused('too-large', `${total} clips`);
    const read = isKnown(account) ? readAll(rows, movedClip) : { good: [], bad: rows.length };
    const before = clips.get(account) ?? [];
    for (const clip of read.good) before.push(clip);
    clips.set(account, before);
    bad += read.bad;
    await new Promise<void>((resolve) => clock.soon(resolve));
  }
  return { clips, bad };
}

/** Reads all of it. Throws MoveRefused and ZipError. */
export async function readMoveFile(zip: OpenedZip, clock: Clock): Promise<MoveFile> {
  const manifest = await readManifest(zip);
  const sites = readAll((await part(zip, sitesName, sitesPart)).sites, movedSite);
  const whole = sites.good.filter(belongsTogether).map((site) => ({
    ...site,
    passwordPage: site.passwordPage !== null && sameOrigin(site.passwordPage, site.root) ? site.passwordPage : null,
  }));
  const named = sites.good.flatMap(({ accounts }) => accounts.map(({ key }) => key));
  // Two accounts of one key would each count what arrived for the other, and never send it.
  if (new Set(named).size < named.length) throw new MoveRefused('damaged', 'Two accounts of one key');
  const keys = new Set(whole.flatMap(({ accounts }) => accounts.map(({ key }) => key)));
  const folders = readAll((await part(zip, foldersName, foldersPart)).folders, movedFolder);
  const placed = folders.good.filter(({ account }) => keys.has(account));
  const { values } = await part(zip, settingsName, settingsPart);
  const { clips, bad } = await readClips(zip, clock, manifest.parts.filter(isClipsName), (account) =>
    keys.has(account),
  );
  return {
    manifest,
    sites: whole,
    clips,
    folders: placed,
    settings: values,
    leftOut: {
      sites: sites.bad + sites.good.length - whole.length,
      folders: folders.bad + folders.good.length - placed.length,
      settings: 0,
      clips: bad,
    },
  };
}
