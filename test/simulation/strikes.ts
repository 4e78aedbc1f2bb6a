// Faults of the world and of clips, as they begin and end.
import { createChance, mix } from './chance.ts';
import { smallestClip } from './contents.ts';
import type { ClipFault, FaultKind, HelperFault, WorldFault } from './faults.ts';
import { isHandOverFault, isHelperFault, isRequestFault, isUploadFault, isWorldFault } from './faults.ts';
import type { PlannedFault } from './plan.ts';
import type { Site } from './site.ts';
import type { World, WorldClip } from './world.ts';

export interface Strikes {
  /** `clip` = whom the trigger named. */
  strike(fault: PlannedFault, clip: WorldClip | undefined): void;
  /** What becomes of the helper of a site. */
  strikeHelper(kind: HelperFault, fault: PlannedFault, site: Site): void;
  /** Counts a fault of the whole world for every job in the state in which it is. */
  hitAll(kind: FaultKind): void;
  /** When the last one that may not be cut short is over. */
  lastsUntil(): number;
  /** By how much the user's waiting grows with what was struck. */
  extraMs(): number;
  endAll(): void;
}

const second = 1_000;
const hour = 3_600 * second;

export function createStrikes(world: World): Strikes {
  const { timeline, disk, hints, weather, line, record, profile, manners } = world;
  /** Ends of what lasts. */
  const ends = new Set<() => void>();
  let lastsUntil = 0;
  let extraMs = 0;

  const lasting = (ms: number, end: () => void): void => {
    const once = (): void => {
      if (ends.delete(once)) end();
    };
    ends.add(once);
    timeline.after(ms, once);
  };
  const hitAll = (kind: FaultKind): void => {
    for (const { kind: state } of world.jobs.values()) record.hit(kind, state);
  };

  const strikeWorld = (kind: WorldFault, fault: PlannedFault): void => {
    const chance = createChance(mix(world.plan.seed, 5_000 + fault.id));
    const { lastsMs } = fault;
    const site = chance.pick([...world.sites.values()]);
    hitAll(kind);
    switch (kind) {
      case 'crash':
      case 'crash-before-commit':
      case 'crash-after-commit':
        world.crash();
        return;
      case 'quit':
        world.quit(chance.between(0.2, 20) * second);
        return;
      case 'sleep':
      case 'sleep-wall-clock': {
        if (timeline.asleep()) return;
        const ms = chance.flip(0.2) ? chance.between(1, 10) * hour : lastsMs;
        timeline.sleep(ms, kind === 'sleep' ? 'both-clocks' : 'wall-clock-only');
        lastsUntil = Math.max(lastsUntil, timeline.now() + ms + 5 * second);
        const linesBreak = chance.flip(0.6);
        const told = chance.flip(0.8);
        timeline.after(ms, () => {
          if (linesBreak) line.cut(null, 'reset');
          if (told) world.wake();
        });
        return;
      }
      case 'clock-forward':
      case 'clock-back': {
        // A clip dropped while it is written into room made before is known by its age, which a clock that is set hides.
        if (world.clips.some((clip) => !clip.written && clip.planned.hollow && clip.planned.writingMs > 0)) return;
        const ms = chance.pick([40 * second, hour, 25 * hour, 400 * 24 * hour]) * (kind === 'clock-back' ? -1 : 1);
        timeline.setWall(ms);
        world.clockJumped();
        if (ms > 0) manners.clockSetForward();
        return;
      }
      case 'offline':
        world.network(false);
        line.cut(null, 'unreachable');
        lasting(lastsMs, () => world.network(true));
        return;
      case 'line-down':
        if (chance.flip(0.7)) line.cut(null, 'reset');
        lasting(lastsMs, weather.begin(kind, null, lastsMs));
        return;
      case 'portal':
        line.cut(null, 'reset');
        lasting(lastsMs, weather.begin(kind, null, lastsMs));
        return;
      case 'host-down':
      case 'maintenance':
        lasting(lastsMs, weather.begin(kind, site.host, lastsMs));
        return;
      case 'days-out': {
        const ms = chance.between(1, 3) * 24 * hour;
        const end = weather.begin('host-down', site.host, ms);
        timeline.after(ms, end);
        lastsUntil = Math.max(lastsUntil, timeline.now() + ms + second);
        return;
      }
      case 'revoked':
        revoke(site, chance.int(100));
        return;
      case 'disk-full-once':
      case 'disk-full':
        profile.full(true);
        manners.diskFull(true);
        lasting(lastsMs, () => {
          profile.full(false);
          manners.diskFull(false);
        });
        return;
      case 'disk-pulled':
        disk.unplug('/card', chance.pick(['gone', 'empty']));
        lasting(lastsMs, () => disk.plug('/card'));
        return;
      case 'hints-lost':
      case 'hints-doubled':
      case 'hints-late':
        hints.fault(kind === 'hints-lost' ? 'lost' : kind === 'hints-doubled' ? 'doubled' : 'late');
        lasting(lastsMs, () => hints.fault(null));
        return;
      case 'watches-used-up':
      case 'watcher-failed':
        hints.fail(kind === 'watches-used-up' ? 'limit' : 'failed', true);
        lasting(lastsMs, () => hints.mend());
        return;
    }
  };

  const revoke = (site: Site, number: number): void => {
    const user = site.users[number % site.users.length];
    if (!user) return;
    const [head, place, at, version] = user.password.split('-');
    user.password = `${head}-${place}-${at}-${Number(version) + 1}`;
    record.note(() => `${user.login} on ${site.host} has a new password`);
  };

  const strikeHelper = (kind: HelperFault, { id, lastsMs }: PlannedFault, site: Site): void => {
    const { helper } = site;
    if (!helper) return;
    const chance = createChance(mix(world.plan.seed, 7_000 + id));
    const back = (): void => {
      if (helper.isThere) return;
      helper.install();
      record.note(() => `the helper is on ${site.host}`);
      world.user.checksUp(site);
    };
    switch (kind) {
      case 'helper-switched-off':
        helper.remove(true);
        if (chance.flip(0.6)) lasting(lastsMs, back);
        return;
      case 'helper-uninstalled':
        helper.remove(false);
        if (chance.flip(0.6)) lasting(lastsMs, back);
        return;
      case 'helper-installed':
        back();
        return;
      case 'uploads-swept':
        helper.sweep();
        return;
      case 'folder-away':
        helper.hideFolder(chance.flip(0.8) ? lastsMs : null);
        return;
      case 'route-gone':
        helper.hideRoute(lastsMs);
    }
  };

  const strikeClip = (kind: ClipFault, fault: PlannedFault, clip: WorldClip): void => {
    const chance = createChance(mix(world.plan.seed, 9_000 + fault.id));
    const { path } = clip.planned;
    const { lastsMs } = fault;
    const rewrites = kind !== 'slow-disk' && kind !== 'clip-touched' && /rewritten|truncated|replaced|grown/.test(kind);
    // What was compared while it could be read is not asked again when it cannot.
    if (!clip.written || clip.planned.poison || (clip.shared && kind !== 'slow-disk')) return;
    record.note(() => `fault ${fault.id} ${kind} befalls ${path}`);
    for (const job of world.jobs.values()) if (job.path === path) record.hit(kind, job.kind);
    const trouble = (problem: 'missing' | 'busy' | 'unreadable' | 'failed', when: 'always' | 'read'): void => {
      disk.trouble(path, { problem, when });
      lasting(lastsMs, () => {
        disk.trouble(path, null);
        hints.changed(path);
      });
    };
    switch (kind) {
      case 'clip-missing':
        trouble('missing', 'always');
        return;
      case 'clip-busy':
        trouble('busy', 'always');
        return;
      case 'clip-unreadable':
        trouble('unreadable', 'always');
        return;
      case 'clip-read-error':
        trouble('failed', 'read');
        return;
      case 'clip-touched':
        disk.touch(path);
        hints.changed(path);
        return;
      case 'slow-disk':
        disk.slow(chance.between(50, 2_000));
        lasting(lastsMs, () => disk.slow(world.plan.diskMs));
        return;
    }
    if (!rewrites) return;
    const old = clip.versions.at(-1);
    if (!old) return;
    const size =
      kind === 'clip-grown' ? old.bytes.length + 100 : chance.flip(0.5) ? old.bytes.length : smallestClip + 50;
    const next = world.newContent(size);
    const finish = (): void => {
      clip.versions.push(next);
      disk.write(path, next.bytes, kind === 'clip-replaced');
      clip.written = true;
      hints.changed(path);
      record.note(() => `${path} is ${next.tag} now`);
    };
    if (kind === 'clip-rewritten' || kind === 'clip-replaced') {
      finish();
      return;
    }
    // On its way to the next version: cut, or with a box that is longer than what is there.
    clip.written = false;
    disk.write(
      path,
      kind === 'clip-truncated'
        ? old.bytes.subarray(0, old.bytes.length - 10)
        : next.bytes.subarray(0, old.bytes.length),
    );
    hints.changed(path);
    lasting(Math.min(lastsMs, 20 * second), finish);
  };

  return {
    strike: (fault, named) => {
      if (world.calm()) return;
      const { kind } = fault;
      if (isRequestFault(kind) || isUploadFault(kind) || isHelperFault(kind) || isHandOverFault(kind)) return;
      if (isWorldFault(kind)) {
        record.note(() => `fault ${fault.id} ${kind}`);
        strikeWorld(kind, fault);
        return;
      }
      const clip = named ?? world.clips[fault.clip % Math.max(1, world.clips.length)];
      if (clip) strikeClip(kind, fault, clip);
    },
    strikeHelper,
    hitAll,
    lastsUntil: () => lastsUntil,
    extraMs: () => extraMs,
    endAll: () => {
      extraMs = manners.longestMs();
      for (const end of [...ends]) end();
    },
  };
}
