// Profiles that are signed in already: made once by the app's own sign-in for each number of sites and accounts.
import type { SqlRow } from '../../main/ports.ts';
import { createUploader } from '../../main/uploader.ts';
import { createChance } from './chance.ts';
import { createContents } from './contents.ts';
import { createDisk } from './disk.ts';
import { createHints } from './hints.ts';
import { createLine } from './line.ts';
import { portsOf } from './ports.ts';
import { openProfile, type Profile } from './profile.ts';
import { createSite, type Site } from './site.ts';
import { createTimeline, type Timeline } from './timeline.ts';

export interface PreparedAccount {
  readonly id: string;
  readonly host: string;
  readonly login: string;
}

export interface Prepared {
  readonly accounts: readonly PreparedAccount[];
  readonly secrets: ReadonlyMap<string, string>;
  readonly rows: ReadonlyMap<string, readonly SqlRow[]>;
}

/** Sites and users for so many accounts on each of so many sites. */
export function makeSites(
  accounts: readonly number[],
  timeline: Pick<Timeline, 'now'>,
  trueStart: number,
  contents: () => ReturnType<typeof createContents>,
): ReadonlyMap<string, Site> {
  return new Map(
    accounts.map((count, place) => {
      const host = `site-${place}.example`;
      const users = Array.from({ length: count }, (_, user) => ({
        id: user + 2,
        login: `user-${user}`,
        password: firstPassword(place, user),
      }));
      return [host, createSite({ host, users }, () => trueStart + timeline.now(), contents)];
    }),
  );
}

const firstPassword = (site: number, user: number): string => `secret-${site}-${user}-0`;
/** Whatever else these begin with, they are secrets and nothing of them may be found in the database. */
export const secretMark = 'secret-';

const shelf = new Map<string, Promise<Prepared>>();

export function prepared(accounts: readonly number[], profile: Profile): Promise<Prepared> {
  const key = accounts.join();
  const found = shelf.get(key) ?? prepare(accounts, profile);
  shelf.set(key, found);
  return found;
}

const bare = (() => {
  let rows: ReadonlyMap<string, readonly SqlRow[]> | null = null;
  return (profile: Profile) => {
    rows ??= profile.dump();
    return rows;
  };
})();

async function prepare(accounts: readonly number[], profile: Profile): Promise<Prepared> {
  const timeline = createTimeline();
  const chance = createChance(accounts.length);
  const contents = createContents();
  const sites = makeSites(accounts, timeline, timeline.wall(), () => contents);
  profile.reset(bare(profile), { moved: () => {}, attempt: () => {}, signedIn: () => {}, write: () => {} });
  const secrets = new Map<string, string>();
  const life = { alive: true, number: 0 };
  const line = createLine({
    timeline,
    chance,
    sites,
    chunkMs: 1,
    events: {
      began: () => {},
      course: () => null,
      stored: () => {},
      answered: () => {},
      failed: () => {},
      refuses: () => false,
    },
  });
  const made: PreparedAccount[] = [];
  const work = async (): Promise<void> => {
    const uploader = await createUploader(
      portsOf({
        life,
        timeline,
        chance,
        files: createDisk(timeline, chance.fraction).files(life),
        watcher: createHints(timeline).watcher(life),
        http: line.http(life),
        sql: profile.sql(life),
        secrets,
        desktop: { chosen: null },
        network: { online: () => true, onChange: () => () => {} },
        power: { onWake: () => () => {}, keepAwake: () => () => {} },
        onError: (message) => {
          throw new Error(message);
        },
        settleMs: 130_000,
      }),
    );
    for (const [place, [host, site]] of [...sites].entries()) {
      for (const [at, { login }] of site.users.entries()) {
        const found = await uploader.handlers['site.find'](`https://${host}`);
        if (!found.ok) throw new Error(`${host}: ${found.failure.problem}`);
        const password = firstPassword(place, at);
        const entered = await uploader.handlers['account.signIn']({
          offer: found.value.offer,
          with: { kind: 'application-password', login, password },
        });
        if (!entered.ok) throw new Error(`${login}: ${entered.failure.problem}`);
        made.push({ id: entered.value.id, host, login });
      }
    }
    life.alive = false;
  };
  let over = false;
  const working = work().finally(() => {
    over = true;
  });
  await timeline.run(() => over);
  await working;
  return { accounts: made, secrets, rows: profile.dump() };
}

/** One profile for all runs of this process. */
export const sharedProfile = (() => {
  let profile: Profile | null = null;
  return (): Profile => {
    profile ??= openProfile();
    return profile;
  };
})();
