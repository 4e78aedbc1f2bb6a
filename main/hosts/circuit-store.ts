// Hosts that asked to be left alone, on disk: closing the app does not shorten what they asked for (F-14).
import { z } from 'zod';
import type { Sql } from '../ports.ts';
import { hourMs } from '../retry.ts';
import { readValue } from '../untrusted/rows.ts';
import { count } from '../untrusted/stored.ts';
import type { CircuitStore } from './circuit.ts';

const reasonSchema = z.enum(['site-busy', 'site-maintenance', 'uploads-blocked', 'uploads-unsure', 'site-blocked']);
const timesSchema = z.object({ until: count, ms: count, waits: count });
/** How long a host is left alone of which it is not known any more for how long it asked, from now on. */
const unknownTimes = { until: Number.MAX_SAFE_INTEGER, ms: hourMs, waits: 0 };

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
        .map((row) => {
          const why = readValue(reasonSchema, row.why);
          const times = readValue(timesSchema, row);
          return {
            host: String(row.host),
            why: why.ok ? why.value : 'site-busy',
            ...(times.ok ? times.value : unknownTimes),
          };
        }),
    save: ({ host, why, until, ms, waits }) => void save.run(host, why, Math.ceil(until), Math.ceil(ms), waits),
    remove: (host) => void remove.run(host),
  };
}
