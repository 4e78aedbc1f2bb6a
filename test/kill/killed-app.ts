// One profile under engines that are killed and begun again, and what a person orders of whichever of them lives now.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as after } from 'node:timers/promises';
import type { RequestInput, RequestName, RequestOutput } from '../../preload/contract.ts';
import { clipFolder } from '../engine/clip-files.ts';
import type { PracticeSite } from '../site/start.ts';
import { EngineEnded, type EngineHold, engines } from './engine-hold.ts';
import type { Death } from './orders.ts';

export interface KilledApp {
  /** The engine that lives now. */
  engine(): EngineHold;
  ask<N extends RequestName>(name: N, ...input: RequestInput<N>): Promise<RequestOutput<N>>;
  /** Begins on the profile; an engine that dies of `death` before it has begun is followed by one that does not. */
  begin(death?: Death | null): Promise<void>;
  /** Kills the engine; the next one waits for `begin`. */
  restarted(): Promise<void>;
  /** Signs in to the site; gives the account's id. */
  connect(site: PracticeSite): Promise<string>;
  /** Resolves once `count`, an SQL expression, is 0 on the disk; after `patienceMs` rejects with what `rest` selects. */
  nothingLeft(count: string, rest: string, patienceMs: number): Promise<void>;
  end(): Promise<void>;
}

const lookMs = 20;

export async function killedApp(): Promise<KilledApp> {
  const [profile, watched] = [clipFolder(), clipFolder()];
  const cache = mkdtempSync(join(tmpdir(), 'clipferry-killed-'));
  const waiting = await engines(cache);
  let engine = waiting.next();
  const beginOne = (death: Death | null): Promise<unknown> =>
    engine.ask('begin', { profile: profile.path, settleMs: 400, death });
  const ask: KilledApp['ask'] = (name, ...input) => engine.ask('request', { name, input }) as Promise<never>;
  return {
    engine: () => engine,
    ask,
    begin: async (death = null) => {
      try {
        await beginOne(death);
      } catch (error) {
        if (death === null || !(error instanceof EngineEnded)) throw error;
        await engine.ended;
        engine = waiting.next();
        await beginOne(null);
      }
    },
    restarted: async () => {
      engine.kill();
      await engine.ended;
      engine = waiting.next();
    },
    connect: async (site) => {
      const { appPassword: password } = site.signIn('ava');
      await engine.ask('connect', { url: site.url, login: 'ava', password, folder: watched.path, stableMs: 1_000 });
      return (await ask('app.state')).sites[0]?.accounts[0]?.id ?? '';
    },
    nothingLeft: async (count, rest, patienceMs) => {
      // Only looked into: nothing of the engine's may have to wait for it.
      const sql = new DatabaseSync(join(profile.path, 'clipferry.sqlite'), { readOnly: true });
      try {
        const left = sql.prepare(`SELECT ${count} AS n`);
        const begun = Date.now();
        while (Number(left.get()?.n) > 0) {
          if (Date.now() - begun > patienceMs)
            throw new Error(`does not go on: ${JSON.stringify(sql.prepare(rest).all()).slice(0, 2_000)}`);
          await after(lookMs);
        }
      } finally {
        sql.close();
      }
    },
    end: async () => {
      engine.kill();
      await Promise.all([engine.ended, waiting.close()]);
      for (const one of [profile, watched]) one.remove();
      rmSync(cache, { recursive: true, force: true });
    },
  };
}
