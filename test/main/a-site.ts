// A site as tests need one of which they only care about a few things.
import type { Site, SizeLimit } from '../../main/model.ts';
import { byOffer } from '../../preload/sign-in-ways.ts';

/** Said by the site, and counting. */
export const aSizeLimit = (from: number, changes: Partial<SizeLimit> = {}): SizeLimit => ({
  ...{ from, source: 'said', at: 1_000, refusals: 1, isDoubted: false },
  ...changes,
});

export const aSite = (changes: Partial<Site> = {}): Site => ({
  id: 'site-1',
  name: 'Practice',
  address: 'http://127.0.0.1',
  root: 'http://127.0.0.1/wp-json/',
  platform: 'wp',
  uploadRoute: 'streamtube/v1/upload',
  passwordPage: null,
  ways: { ...byOffer(() => false), applicationPassword: true },
  sizeLimit: null,
  refusedExtensions: [],
  settleMs: 130_000,
  honoursKeys: false,
  hasHelper: false,
  helperTrouble: null,
  pieceLimit: null,
  ...changes,
});
