// Ports that end the process, as the kernel would, at a chosen call of the store or the line.
import type { Http, Sql } from '../../main/ports.ts';
import type { Death } from './orders.ts';

export interface DeadlyPorts {
  readonly sql: Sql;
  readonly http: Http & { close(): Promise<void> };
}

export function deadlyPorts({ sql, http }: DeadlyPorts, death: Death): DeadlyPorts {
  let left = death.n;
  let depth = 0;
  const pass = (at: Death['at']): void => {
    if (at !== death.at) return;
    left--;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  };
  return {
    sql: {
      ...sql,
      transaction: (work) => {
        depth++;
        try {
          const result = sql.transaction(() => {
            const made = work();
            if (depth === 1) pass('before-commit');
            return made;
          });
          if (depth === 1) pass('after-commit');
          return result;
        } finally {
          depth--;
        }
      },
    },
    http: {
      ...http,
      request: async (request) => {
        pass('before-request');
        const answer = await http.request(request);
        pass('after-answer');
        return answer;
      },
    },
  };
}
