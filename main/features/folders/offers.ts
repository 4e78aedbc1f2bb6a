// Folders that the user has chosen and not added yet: the window names them, and only these can be added.
import path from 'node:path';
import type { FolderFailure, FolderOffer, Outcome } from '../../../preload/contract.ts';
import { type Desktop, FileError, type Files, type Random } from '../../ports.ts';
import { countClips } from './clips-below.ts';

/** A folder with more videos than this is described as "more than" when it is added. */
const mostCounted = 1_000;
const mostOffers = 20;

export interface FolderOffers {
  /** Lets the user choose a folder; null = none was chosen. */
  choose(): Promise<Outcome<FolderOffer, FolderFailure> | null>;
  /** The path that was offered by this name. */
  rootOf(offer: string): string | undefined;
}

/** What the disk has against a folder; throws what is not the disk's. */
export function folderFailureOf(error: unknown): FolderFailure {
  if (!(error instanceof FileError)) throw error;
  if (error.problem === 'no-answer') return { problem: 'silent', other: null };
  return { problem: error.problem === 'unreadable' ? 'unreadable' : 'missing', other: null };
}

export function createFolderOffers(files: Files, desktop: Desktop, random: Random): FolderOffers {
  const offers = new Map<string, string>();

  const offerFor = (root: string): string => {
    const offer = random.hex(8);
    offers.set(offer, root);
    for (const oldest of offers.keys()) {
      if (offers.size <= mostOffers) break;
      offers.delete(oldest);
    }
    return offer;
  };

  return {
    choose: async () => {
      const [chosen] = (await desktop.choose('watched-folder')) ?? [];
      if (chosen === undefined) return null;
      try {
        const root = await files.real(chosen);
        await files.list(root);
        const videos = await countClips(files, root, mostCounted);
        const offer = offerFor(root);
        const name = path.basename(root).normalize('NFC') || root;
        return {
          ok: true,
          value: { offer, path: root, name, videos: Math.min(videos, mostCounted), more: videos > mostCounted },
        };
      } catch (error) {
        return { ok: false, failure: folderFailureOf(error) };
      }
    },
    rootOf: (offer) => offers.get(offer),
  };
}
