// What a new practice site starts with: four people with their sign-ins, some terms and a few blog posts.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createAppPassword, makeAppPassword } from './app-passwords.ts';
import { forgetUnfinishedKeys } from './idempotency.ts';
import type { Role } from './roles.ts';
import type { Site } from './site.ts';
import { defaultSwitches, mergeSwitches } from './switches.ts';

export interface SeedSignIn {
  login: string;
  email: string;
  role: Role;
  appPassword: string;
  accountPassword: string;
}

const PEOPLE: readonly { login: string; name: string; role: Role }[] = [
  { login: 'admin', name: 'Ada Administrator', role: 'administrator' },
  { login: 'ava', name: 'Ava Author', role: 'author' },
  { login: 'carl', name: 'Carl Contributor', role: 'contributor' },
  { login: 'sue', name: 'Sue Subscriber', role: 'subscriber' },
];

/** Fills an empty store. Returns the sign-ins, also after a restart. */
export function seedSite(site: Site): SeedSignIn[] {
  forgetUnfinishedKeys(site.store);
  const kept = site.store.setting('signIns');
  if (kept) return JSON.parse(kept) as SeedSignIn[];
  const { seed } = site.options;
  const signIns = PEOPLE.map(({ login, role }) => ({
    login,
    email: `${login}@example.test`,
    role,
    appPassword: makeAppPassword(seed === null ? null : `${seed}/${login}`),
    accountPassword: `${login}-pass-1`,
  }));
  site.store.atomically(() => {
    for (const signIn of signIns) {
      const id = addPerson(site, signIn);
      addSeedPassword(site, id, signIn.appPassword);
    }
    seedTerms(site);
    seedPosts(site);
    site.store.setSetting('signIns', JSON.stringify(signIns));
  });
  return signIns;
}

/** One of the people under the same id each time. */
function addPerson(site: Site, { login, email, accountPassword }: SeedSignIn): number {
  const at = PEOPLE.findIndex((one) => one.login === login);
  const person = PEOPLE[at];
  if (!person) throw new Error(`There never was a user "${login}".`);
  site.store.addUser({ id: at + 1, ...person, email, registered: site.nowGmt() }, accountPassword);
  return at + 1;
}

function addSeedPassword(site: Site, userId: number, appPassword: string): void {
  createAppPassword(site, userId, { name: 'Practice sign-in' }, appPassword);
}

/** The first terms by taxonomy, in the order of their ids from 1 on. */
export const seededTerms: Readonly<Record<string, readonly (readonly [name: string, slug: string])[]>> = {
  categories: [
    ['Gaming', 'gaming'],
    ['Music', 'music'],
    ['Travel &amp; places', 'travel-places'],
  ],
  video_tag: [
    ['harbour', 'harbour'],
    ['night', 'night'],
    ['timelapse', 'timelapse'],
  ],
  category: [
    ['Uncategorized', 'uncategorized'],
    ['Studio news', 'studio-news'],
  ],
  post_tag: [['behind the scenes', 'behind-the-scenes']],
};

/** The terms, under the same ids each time; also put back by a reset. */
function seedTerms(site: Site): void {
  site.store.run('DELETE FROM terms');
  site.store.run("DELETE FROM sqlite_sequence WHERE name = 'terms'");
  for (const [taxonomy, terms] of Object.entries(seededTerms)) {
    for (const [name, slug] of terms) site.store.addTerm(taxonomy, name, slug);
  }
}

export const seededPosts = [1, 2, 3].map((number) => ({
  title: `Hello from the studio ${number}`,
  content: '<p>News for viewers.</p>',
  slug: `hello-from-the-studio-${number}`,
  /** UTC. */
  dateGmt: `2026-01-0${number}T12:00:00`,
}));

/** The blog posts; also put back by a reset. */
export function seedPosts(site: Site): void {
  const byDefault = site.store.terms('category').find((term) => term.slug === 'uncategorized')?.id ?? 0;
  for (const post of seededPosts) {
    const id = site.store.insertPost({ type: 'post', status: 'publish', author: 1, ...post });
    // A blog post always has a category.
    site.store.setTerms(id, 'category', [byDefault]);
  }
}

const FORGOTTEN = ['posts', 'postTerms', 'postMeta', 'appPasswords', 'tokens', 'refreshTokens', 'idempotencyKeys'];

/** Back to the beginning: no videos, no files, no history; the first switches and sign-ins. */
export function resetSite(site: Site): void {
  const { store, journal } = site;
  journal.release();
  const signIns = JSON.parse(store.setting('signIns') ?? '[]') as SeedSignIn[];
  store.atomically(() => {
    for (const table of FORGOTTEN) store.run(`DELETE FROM ${table}`);
    for (const signIn of signIns) {
      const userId = store.userByLogin(signIn.login)?.id ?? addPerson(site, signIn);
      store.run('UPDATE users SET role = ? WHERE id = ?', signIn.role, userId);
      addSeedPassword(site, userId, signIn.appPassword);
    }
    seedTerms(site);
    seedPosts(site);
    journal.clear();
  });
  for (const name of readdirSync(site.uploadsDir))
    rmSync(join(site.uploadsDir, name), { recursive: true, force: true });
  Object.assign(site.switches, defaultSwitches());
  mergeSwitches(site.switches, site.options.switches);
}
