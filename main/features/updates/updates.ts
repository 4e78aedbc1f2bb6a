// The updates of this Clipferry: when they are looked for, one thing at a time, and what a person may ask for.
import type { UpdateAct } from '../../../preload/contract.ts';
import type { ProgramPlace, Settings, UpdateFiles, UpdateHooks, Updates } from '../../ports.ts';
import { dayMs, hourMs, jitterAdded, minuteMs } from '../../retry.ts';
import { createUpdateBringer } from './bring.ts';
import { wayOf } from './decision.ts';
import type { LookOptions } from './look.ts';
import { createUpdatePlacer, type UpdateSystem } from './place.ts';
import { createUpdateState } from './update-state.ts';

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
  const way = wayOf[here.packedAs];
  const known = createUpdateState({ files, way, onChange });
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
  /** Who asks while something is under way waits for that instead. */
  const alone = (of: () => Promise<void>): Promise<void> => {
    working ??= work(of);
    return working;
  };

  function lookIn(ms: number): void {
    cancelLook();
    if (stop.signal.aborted || settings.values().updates === 'off') return;
    cancelLook = clock.after(jitterAdded(ms, random.fraction()), () => {
      void alone(bringer.check).then(() => lookIn(known.now().problem === 'no-answer' ? hourMs : everyMs));
    });
  }
  /** So long until it is a day since the last look; a clock that was set back counts as a day. */
  function untilNextMs(): number {
    const { checkedAt } = known.now().remembered;
    const sinceMs = checkedAt === null ? everyMs : clock.now() - checkedAt;
    return sinceMs < 0 ? afterStartMs : Math.max(afterStartMs, everyMs - sinceMs);
  }

  const acts: Readonly<Record<UpdateAct, () => Promise<void>>> = {
    check: () => alone(bringer.check),
    fetch: () => alone(bringer.bring),
    open: () => alone(place.open),
    install: async () => place.install(),
    later: async () => {
      const version = known.now().offer?.version ?? '';
      await known
        .remember({ toldVersion: version })
        .catch((error: unknown) => logger.warn('updates', { error: String(error) }));
      known.become(known.isIn('waiting') ? { stage: 'ready' } : {});
    },
  };
  let mode = settings.values().updates;
  const endListening = settings.onChange(({ updates }) => {
    if (updates === mode) return;
    mode = updates;
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
      if (replacedBy === here.version) await files.clear(null);
      if (replacedBy !== null) await known.remember({ replacedBy: null }).catch(() => undefined);
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
