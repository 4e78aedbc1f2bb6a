// The updates of this Clipferry: when they are looked for, one thing at a time, and what a person may ask for.
import type { UpdateAct } from '../../../preload/contract.ts';
import type { ProgramPlace, UpdateFiles, UpdateHooks, Updates } from '../../ports/updates.ts';
import type { Settings } from '../../ports.ts';
import { dayMs, hourMs, jitterAdded, minuteMs } from '../../retry.ts';
import { createUpdateBringer } from './bring.ts';
import { wayOf } from './decision.ts';
import type { LookOptions } from './look.ts';
import { createUpdatePlacer, type UpdateSystem } from './place.ts';
import { createUpdateState } from './update-state.ts';
import { compareVersions, isVersion } from './versions.ts';

/** How often updates are looked for; not while the app is starting. */
const everyMs = dayMs;
const afterStartMs = minuteMs;

export interface UpdatesOptions extends LookOptions, UpdateHooks {
  readonly files: UpdateFiles;
  readonly settings: Pick<Settings, 'values' | 'onChange'>;
  /** Null = what is here cannot be replaced by itself. */
  readonly program: ProgramPlace | null;
  readonly system: UpdateSystem;
}

export function createUpdates(options: UpdatesOptions): Updates {
  const { clock, files, here, logger, onChange, program, random, settings } = options;
  // What lies at a place that nobody knows is put there by hand.
  const way = wayOf[here.packedAs] === 'replace' && program === null ? 'show' : wayOf[here.packedAs];
  const known = createUpdateState({ files, way, logger, onChange });
  const stop = new AbortController();
  const parts = { ...options, way, known, signal: stop.signal };
  const [bringer, place] = [createUpdateBringer(parts), createUpdatePlacer(parts)];
  let cancelLook = (): void => {};
  let working: Promise<void> | null = null;
  let hasBegun = false;

  async function work(of: () => Promise<void>): Promise<void> {
    try {
      await of();
    } catch (error) {
      logger.warn('updates', { error: String(error) });
      const stage = known.now().offer === null ? 'none' : 'found';
      known.become({ ...(known.isIn('ready', 'waiting') ? {} : { stage }), problem: 'failed' });
    }
    working = null;
    place.watch();
  }
  /** What is looked for while something is under way is what that finds. */
  const alone = (of: () => Promise<void>): Promise<void> => {
    working ??= work(of);
    return working;
  };
  /** What a person asks for while something is under way is done after it. */
  async function afterwards(of: () => Promise<void>): Promise<void> {
    while (working !== null) await working;
    await alone(of);
  }

  function lookIn(ms: number): void {
    cancelLook();
    if (stop.signal.aborted || settings.values().updates === 'off') return;
    cancelLook = clock.after(jitterAdded(ms, random.fraction()), () => {
      void alone(bringer.check).then(() => lookIn(known.now().problem === 'no-answer' ? hourMs : everyMs));
    });
  }
  /** So long until it is a day since the last look; a clock that was set back counts as a day, and so does an update that was known before. */
  function untilNextMs(): number {
    const { checkedAt, draw } = known.now().remembered;
    if (isVersion(draw.version) && compareVersions(draw.version, here.version) > 0) return afterStartMs;
    const sinceMs = checkedAt === null ? everyMs : clock.now() - checkedAt;
    return sinceMs < 0 ? afterStartMs : Math.max(afterStartMs, everyMs - sinceMs);
  }

  const acts: Readonly<Record<UpdateAct, () => Promise<void>>> = {
    check: () => alone(bringer.check),
    fetch: async () => {
      await afterwards(bringer.bring);
      if (known.now().problem === 'no-answer') lookIn(hourMs);
    },
    open: () => afterwards(place.open),
    install: place.install,
    later: async () => {
      const version = known.now().offer?.version ?? '';
      const wish = known.isIn('waiting') ? { wish: { version, isWanted: false } } : {};
      if (known.isIn('waiting')) known.become({ stage: 'ready' });
      await known
        .remember({ toldVersion: version, ...wish })
        .catch((error: unknown) => logger.warn('updates', { error: String(error) }));
      known.become({});
    },
  };
  /** An earlier run put it in place, or was to. */
  async function judgeReplaced(replacedBy: string): Promise<void> {
    const hasFailed = isVersion(replacedBy) && compareVersions(here.version, replacedBy) < 0;
    if (hasFailed) known.become({ problem: 'failed' });
    else await files.clear(null);
    const failed = hasFailed ? { failedVersion: replacedBy } : {};
    await known.remember({ replacedBy: null, wish: null, ...failed }).catch(() => undefined);
  }
  let mode = settings.values().updates;
  const endListening = settings.onChange(({ updates }) => {
    if (updates === mode) return;
    const goesByItself = mode === 'automatic';
    mode = updates;
    if (goesByItself) {
      bringer.cut();
      void afterwards(bringer.drop);
    }
    lookIn(untilNextMs());
    place.watch();
  });

  return {
    view: known.view,
    act: (act) => acts[act](),
    begin: async () => {
      if (hasBegun) return;
      hasBegun = true;
      await known.recall();
      const { replacedBy } = known.now().remembered;
      await program?.tidy();
      if (replacedBy !== null) await judgeReplaced(replacedBy);
      lookIn(untilNextMs());
    },
    leave: async () => {
      stop.abort();
      await place.onQuit();
    },
    stop: () => {
      stop.abort();
      cancelLook();
      place.stop();
      endListening();
    },
  };
}
