// A site as tests need one of which they only care about a few things.
import type { Site } from '../../main/model.ts';
import { byOffer } from '../../preload/sign-in-ways.ts';

export const aSite = (changes: Partial<Site> = {}): Site => ({
  id: 'site-1',
  name: 'Practice',
  address: 'http://127.0.0.1',
  root: 'http://127.0.0.1/wp-json/',
  uploadRoute: 'streamtube/v1/upload',
  passwordPage: null,
  ways: { ...byOffer(() => false), applicationPassword: true },
  publishesAtOnce: null,
  tooLargeFrom: null,
  refusedExtensions: [],
  settleMs: 130_000,
  honoursKeys: false,
  ...changes,
});
