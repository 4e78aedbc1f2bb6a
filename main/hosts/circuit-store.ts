// Hosts that asked to be left alone, on disk: closing the app does not shorten what they asked for (F-14).
import type { Sql } from '../ports.ts';
import type { CircuitStore, OpenCircuitReason } from './circuit.ts';

const kinds: ReadonlySet<unknown> = new Set<OpenCircuitReason>(['site-busy', 'site-maintenance', 'site-blocked']);

export function circuitStore(sql: Sql): CircuitStore {
  const save = sql.prepare(
    `INSERT INTO holds (host, why, until, ms, waits) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (host) DO UPDATE SET why = excluded.why, until = excluded.until, ms = excluded.ms, waits = excluded.waits`,
  );
  const remove = sql.prepare('DELETE FROM holds WHERE host = ?');
  return {
    all: () =>
      sql
        .prepare('SELECT * FROM holds')
        .all()
        .map(({ host, why, until, ms, waits }) => ({
          host: String(host),
          why: kinds.has(why) ? (why as OpenCircuitReason) : 'site-busy',
          until: Number(until),
          ms: Number(ms),
          waits: Number(waits),
        })),
    save: ({ host, why, until, ms, waits }) => void save.run(host, why, Math.ceil(until), Math.ceil(ms), waits),
    remove: (host) => void remove.run(host),
  };
}
