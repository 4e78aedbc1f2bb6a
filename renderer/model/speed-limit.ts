// A speed limit as a person sets it: a number and its unit, or none; pure.
export type LimitUnit = 'off' | 'KB/s' | 'MB/s';

const unitBytes = { 'KB/s': 1_000, 'MB/s': 1_000_000 } as const;
/** The bounds of the setting, in bytes per second (preload/schemas.ts). */
const least = 50_000;
const most = 1_000_000_000;

const usual: Readonly<Record<LimitUnit, number | null>> = { off: null, 'KB/s': 500_000, 'MB/s': 2_000_000 };

/** The unit that a limit is shown in. */
export function unitOf(bytesPerSecond: number | null): LimitUnit {
  if (bytesPerSecond === null) return 'off';
  return bytesPerSecond < unitBytes['MB/s'] ? 'KB/s' : 'MB/s';
}

/** The limit after another unit was chosen: a usual one to start from. */
export function withUnit(bytesPerSecond: number | null, unit: LimitUnit): number | null {
  return unitOf(bytesPerSecond) === unit ? bytesPerSecond : usual[unit];
}

/** "1.5": at most one digit behind the point. */
export function limitText(bytesPerSecond: number, unit: Exclude<LimitUnit, 'off'>): string {
  return String(Math.round((bytesPerSecond / unitBytes[unit]) * 10) / 10);
}

/** Bytes per second for what was typed, with point or comma, within what may be set; 'off' for nought, null for what is no number. */
export function typedLimit(text: string, unit: Exclude<LimitUnit, 'off'>): number | 'off' | null {
  const bare = text.trim();
  if (bare.length > 20 || !/^(?:\d+|\d*[.,]\d+)$/.test(bare)) return null;
  // As everywhere where speeds are limited: nobody means to send nothing.
  if (Number(bare.replace(',', '.')) === 0) return 'off';
  const tenths = Math.round(Number(bare.replace(',', '.')) * 10);
  return Math.min(most, Math.max(least, tenths * (unitBytes[unit] / 10)));
}
