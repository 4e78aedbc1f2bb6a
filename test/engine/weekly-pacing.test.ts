// The weekly hours at work: the speed and the begin of sending follow them through day and night, and the user may say otherwise.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../main/adapters/database/sqlite.ts';
import { type Changes, createSignals, type Signals } from '../../main/features/changes.ts';
import { createWeeklyPacing, type WeeklyPacing } from '../../main/features/desktop/weekly-pacing.ts';
import type { Settings, Sql } from '../../main/ports.ts';
import { migrate } from '../../main/schema.ts';
import { type HandClock, handClock } from '../main/queue/hand-clock.ts';
import { startPracticeSite } from '../site/start.ts';
import { clipFolder, startEngine } from './engine.ts';
import { memorySettings } from './settings.ts';

const hour = 3_600_000;
/** A Friday, 12:00 by the hand clock's local time, which is UTC. */
const noon = Date.parse('2026-11-20T12:00Z');
const week = (day: string): string => day.repeat(7);
const nights = week(`${'f'.repeat(7)}${'n'.repeat(15)}${'f'.repeat(2)}`);
const slowByDay = week(`${'f'.repeat(7)}${'s'.repeat(15)}${'f'.repeat(2)}`);
const never = 'n'.repeat(168);

describe('by the clock', () => {
  let folder: string;
  let sql: Sql;
  let clock: HandClock;
  let settings: Settings;
  let limits: (number | null)[];
  let changes: number;
  let forgotten: number;
  let bus: Signals<Changes>;
  const made: WeeklyPacing[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clipferry-hours-'));
    sql = openSqlite(join(folder, 'clipferry.sqlite'));
    migrate(sql);
    clock = handClock(noon);
    limits = [];
    changes = 0;
    forgotten = 0;
    bus = createSignals();
    bus.on('hours', () => changes++);
  });
  afterEach(() => {
    for (const one of made.splice(0)) one.stop();
    sql.close();
    rmSync(folder, { recursive: true });
  });
  const start = (values: Parameters<typeof memorySettings>[0]): WeeklyPacing => {
    settings = memorySettings(values);
    const one = createWeeklyPacing({
      clock,
      settings,
      sql,
      pacer: { setLimit: (limit) => void limits.push(limit) },
      onLimit: () => forgotten++,
      changes: bus,
    });
    made.push(one);
    return one;
  };

  it('begins nothing by day, and says when it goes on; the night opens by itself', async () => {
    const hours = start({ week: nights });
    expect(hours.open()).toBe(false);
    expect(hours.view()).toEqual({ kind: 'closed', until: noon + 10 * hour });
    await clock.pass(10 * hour - 1);
    expect(hours.open()).toBe(false);
    expect(changes).toBe(0);
    await clock.pass(1);
    expect(hours.open()).toBe(true);
    expect(hours.view()).toBeNull();
    expect(changes).toBe(1);
    await clock.pass(9 * hour);
    expect(hours.open()).toBe(false);
  });

  it('changes the speed with the hours, never above the usual limit', async () => {
    const hours = start({ week: slowByDay, slowBytesPerSecond: 2_000_000 });
    expect(limits.at(-1)).toBe(2_000_000);
    expect(hours.open()).toBe(true);
    expect(hours.view()).toEqual({ kind: 'slow', until: noon + 10 * hour });
    settings.change({ bytesPerSecond: 1_000_000 });
    expect(limits.at(-1)).toBe(1_000_000);
    settings.change({ bytesPerSecond: 8_000_000 });
    expect(limits.at(-1)).toBe(2_000_000);
    await clock.pass(10 * hour);
    expect(limits.at(-1)).toBe(8_000_000);
    settings.change({ bytesPerSecond: null });
    expect(limits.at(-1)).toBeNull();
    // What was measured under one limit says nothing under the next, and is forgotten for nothing else.
    expect(forgotten).toBe(limits.filter((limit, at) => limit !== (limits[at - 1] ?? null)).length);
  });

  it('sends anyway until the hours begin again, after a restart too, and not for the next day', async () => {
    const hours = start({ week: nights });
    hours.sendAnyway(true);
    expect(hours.open()).toBe(true);
    expect(hours.view()).toEqual({ kind: 'anyway', until: noon + 10 * hour });
    expect(start({ week: nights }).open()).toBe(true);
    await clock.pass(20 * hour);
    expect(hours.open()).toBe(false);
    expect(hours.view()).toMatchObject({ kind: 'closed' });
  });

  it('keeps to the hours after all', () => {
    const hours = start({ week: nights });
    hours.sendAnyway(true);
    hours.sendAnyway(false);
    expect(hours.open()).toBe(false);
    expect(start({ week: nights }).open()).toBe(false);
  });

  it('follows a clock that is set, within a minute', async () => {
    const hours = start({ week: nights });
    clock.setWall(noon + 11 * hour);
    expect(hours.open()).toBe(true);
    await clock.pass(60_000);
    expect(changes).toBe(1);
  });

  it('says that it never goes on where no hour is set, and can be sent anyway then', () => {
    const hours = start({ week: never });
    expect(hours.view()).toEqual({ kind: 'closed', until: null });
    hours.sendAnyway(true);
    expect(hours.open()).toBe(true);
  });
});

describe('the whole engine', () => {
  it('begins nothing outside of the hours, finishes what is being sent, and goes on when told to', async () => {
    const site = await startPracticeSite();
    const settings = memorySettings();
    const engine = await startEngine({ ports: { settings } });
    const clips = clipFolder({ 'A.mp4': 'Tide pools.mp4', 'B.mp4': 'Deep zoom.mp4' });
    try {
      const account = await engine.connect(site);
      await site.switches({ holdAnswer: {} });
      const [first] = await engine.add(account, clips.file('A.mp4'));
      await engine.until(first?.id ?? '', (row) => row.state.kind === 'processing');
      settings.change({ week: never });
      const [second] = await engine.add(account, clips.file('B.mp4'));
      expect(second?.state).toEqual({ kind: 'waiting', why: 'hours', until: null });
      expect((await engine.window()).totals.hours).toEqual({ kind: 'closed', until: null });

      // What was typed for a clip on its way is added, whatever the hour.
      await engine.uploader.handlers['job.describe']({ jobId: first?.id ?? '', draft: { title: 'By night' } });
      await site.switches({ holdAnswer: null });
      await site.release();
      await engine.until(first?.id ?? '', (row) => row.state.kind === 'done');
      const { videos } = await site.state();
      expect(videos.map((video) => video.title)).toEqual(['By night']);
      expect((await engine.rows()).find((row) => row.id === second?.id)?.state.kind).toBe('waiting');

      await engine.uploader.handlers['queue.sendAnyway'](true);
      await engine.settled();
      expect((await site.state()).videos).toHaveLength(2);
    } finally {
      await engine.stop();
      await site.stop();
      clips.remove();
    }
  });
});
