// Obeys the speed limit and the weekly hours: how fast bytes may leave now, and whether anything may be begun.
import type { HoursView, SettingValues } from '../../../preload/contract.ts';
import { type Clock, type Settings, type Sql, StoreError } from '../../ports.ts';
import { opensAt, type PaceNow, paceAt } from '../../queue/progress/weekly-hours.ts';
import { dayMs } from '../../retry.ts';
import type { Pacer } from '../../transfer/pacing.ts';
import { keepDamaged } from '../../untrusted/damaged.ts';
import { readValue } from '../../untrusted/rows.ts';
import { count } from '../../untrusted/stored.ts';
import type { Changes, Signals } from '../changes.ts';

export interface WeeklyPacingOptions {
  readonly clock: Clock;
  readonly settings: Settings;
  readonly sql: Sql;
  readonly pacer: Pick<Pacer, 'setLimit'>;
  /** The limit is another one: what was measured under the old one says nothing any more. */
  readonly onLimit: () => void;
  readonly changes: Signals<Changes>;
}

export interface WeeklyPacing {
  /** Whether a clip may begin to be sent now. */
  open(): boolean;
  /** Null = the hours let everything go at full speed. */
  view(): HoursView | null;
  /** Sends although the hours say no, until they say yes again; or keeps to the hours after all. */
  sendAnyway(anyway: boolean): void;
  stop(): void;
}

/** The clock may be set, and the computer carried to another time zone: looked at again after this long at the latest. */
const lookAgainMs = 60_000;
/** Hours that never come again: for as long as a week, which is what they say. */
const longestAnywayMs = 7 * dayMs;

/** What may cost money or a line that others need. */
const guarded: readonly (keyof SettingValues)[] = ['week', 'bytesPerSecond', 'slowBytesPerSecond'];

/** Settings that could not be read are kept and told once; where they held uploads back, nothing is sent until the user goes on. */
function takeOver({ settings, sql }: Pick<WeeklyPacingOptions, 'settings' | 'sql'>): void {
  const damaged = settings.damaged?.() ?? [];
  if (damaged.length === 0) return;
  try {
    sql.transaction(() => {
      const text = JSON.stringify(damaged.map((value) => [value.name, value.text]));
      keepDamaged(sql, { kind: 'settings', name: 'settings', problem: 'no such values', text });
      if (damaged.some(({ name }) => guarded.includes(name)))
        sql.exec("INSERT INTO flags VALUES ('paused', 1) ON CONFLICT (name) DO UPDATE SET value = 1");
    });
  } catch (error) {
    // They are met again by the next start (F-43).
    if (!(error instanceof StoreError) || error.problem !== 'full') throw error;
    return;
  }
  // From here on the file has the usual values, and nothing is told a second time.
  settings.change({});
}

export function createWeeklyPacing(options: WeeklyPacingOptions): WeeklyPacing {
  const { clock, settings, sql, pacer, changes } = options;
  takeOver({ settings, sql });
  const read = sql.prepare("SELECT value FROM flags WHERE name = 'send-anyway-until'");
  const keep = sql.prepare(
    "INSERT INTO flags VALUES ('send-anyway-until', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
  );
  /** Wall ms up to which the user wants it all the same, whatever the hours say. */
  const kept = readValue(count.max(clock.now() + longestAnywayMs), read.get()?.value);
  let anywayUntil = kept.ok ? kept.value : 0;
  let values: SettingValues = settings.values();
  let told = '';
  /** Bytes per second; null = no limit. */
  let limit: number | null = null;
  let cancelTimer: (() => void) | null = null;

  const zone = (at: number): number => clock.zoneOffsetMinutes(at);
  const now = (): PaceNow => paceAt(values.week, clock.now(), zone);
  const isAnyway = (): boolean => clock.now() < anywayUntil;

  const view = (): HoursView | null => {
    const { pace, until } = now();
    if (pace === 'full') return null;
    if (pace === 'slow') return { kind: 'slow', until };
    return { kind: isAnyway() ? 'anyway' : 'closed', until };
  };

  const obey = (): void => {
    const { pace, until } = now();
    const usual = values.bytesPerSecond;
    const next = pace === 'slow' ? Math.min(values.slowBytesPerSecond, usual ?? Number.POSITIVE_INFINITY) : usual;
    if (next !== limit) options.onLimit();
    limit = next;
    pacer.setLimit(limit);
    cancelTimer?.();
    cancelTimer = null;
    if (values.week !== null) {
      const ms = until === null ? lookAgainMs : Math.min(lookAgainMs, until - clock.now());
      cancelTimer = clock.after(Math.max(1, ms), obey);
    }
    const text = JSON.stringify(view());
    if (text === told) return;
    told = text;
    changes.tell('hours', null);
  };
  told = JSON.stringify(view());
  obey();
  const unsubscribe = settings.onChange((changed) => {
    if (changed.week !== values.week) anywayUntil = 0;
    values = changed;
    obey();
  });

  return {
    open: () => now().pace !== 'none' || isAnyway(),
    view,
    sendAnyway: (anyway) => {
      const next = opensAt(values.week, clock.now(), zone);
      anywayUntil = anyway ? (next ?? clock.now() + longestAnywayMs) : 0;
      keep.run(Math.ceil(anywayUntil));
      obey();
    },
    stop: () => {
      unsubscribe();
      cancelTimer?.();
    },
  };
}
