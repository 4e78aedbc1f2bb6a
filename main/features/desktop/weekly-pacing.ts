// Obeys the speed limit and the weekly hours: how fast bytes may leave now, and whether anything may be begun.
import type { HoursView, SettingValues } from '../../../preload/contract.ts';
import type { Clock, Settings, Sql } from '../../ports.ts';
import { opensAt, type PaceNow, paceAt } from '../../queue/progress/weekly-hours.ts';
import type { Pacer } from '../../transfer/pacing.ts';
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

export function createWeeklyPacing(options: WeeklyPacingOptions): WeeklyPacing {
  const { clock, settings, sql, pacer, changes } = options;
  const read = sql.prepare("SELECT value FROM flags WHERE name = 'send-anyway-until'");
  const keep = sql.prepare(
    "INSERT INTO flags VALUES ('send-anyway-until', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
  );
  /** Wall ms up to which the user wants it all the same, whatever the hours say. */
  let anywayUntil = Number(read.get()?.value ?? 0);
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
      // Hours that never come again: for as long as a week, which is what they say.
      anywayUntil = anyway ? (next ?? clock.now() + 7 * 24 * 3_600_000) : 0;
      keep.run(Math.ceil(anywayUntil));
      obey();
    },
    stop: () => {
      unsubscribe();
      cancelTimer?.();
    },
  };
}
