// What happens to the computer while the app runs: a disk answers again, the network comes or goes, it slept.
import type { SiteId } from '../../model.ts';
import type { Clock, Connections, Files, Logger, Network, Power } from '../../ports.ts';
import type { Changes, Signals } from '../changes.ts';
import { watchSleep } from './wake.ts';

/** Servers give up a request from which nothing comes for so long, in ms (client_body_timeout and its like). */
const deadAfterMs = 60_000;
/** How long a connection may take to prove that it survived a short sleep or a change of the network, in ms. */
const proofMs = 4_000;

export interface OutsideOptions {
  readonly clock: Clock;
  readonly files: Pick<Files, 'onAnswering'>;
  readonly http: Pick<Connections, 'refresh'>;
  readonly logger: Logger;
  readonly network: Network;
  readonly power: Power;
  readonly circuits: { woke(): void };
  readonly lines: { doubt(siteId: SiteId | null): void };
  readonly changes: Signals<Changes>;
}

/** Returns the function that ends it. */
export function listenOutside(options: OutsideOptions): () => void {
  const { http, logger, circuits, lines, changes } = options;
  const ends = [
    options.files.onAnswering?.(() => {
      logger.info('a disk answers again');
      changes.tell('diskBack', null);
    }),
    options.network.onChange((online) => {
      if (online) http.refresh(proofMs);
      lines.doubt(null);
    }),
    watchSleep({
      ...options,
      onWake: (sleptMs, sure) => {
        logger.info('woke', { sleptMs, sure });
        // After a real sleep no other end is still there; a clip that goes on in spite of a set clock is not begun again.
        http.refresh(sure && sleptMs >= deadAfterMs ? 0 : proofMs);
        circuits.woke();
        lines.doubt(null);
        changes.tell('woke', null);
      },
      onBeat: () => changes.tell('beat', null),
    }),
  ];
  return () => {
    for (const end of ends) end?.();
  };
}
