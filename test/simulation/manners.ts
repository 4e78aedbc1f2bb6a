// Oracle of good manners, asked at every request: Retry-After is a floor for the host, a dead secret is left alone, and a site is not
// given the same clip twice at once.
import type { AccountId } from '../../main/model.ts';
import type { Exchange } from './line.ts';
import type { Recorder } from './record.ts';
import { sentences } from './sentences.ts';
import type { Answer } from './site.ts';
import type { Life } from './timeline.ts';

/**
 * Requests with a dead secret that may begin, and be refused as well, after it was refused first: as many as there are lanes, and one. That a check-up heard
 * a no is told to the queue only by a request of its own; what was under way then is not to be helped.
 */
const mostAgain = 3 + 1;

/** Until the app sees that there is room again. */
const noticeMs = 5_000;

interface Floor {
  until: number;
  readonly heardAt: number;
  /** The first request after the floor; the others wait for its answer. */
  probe: Exchange | null;
  probed: boolean;
}

export interface Manners {
  began(exchange: Exchange): void;
  answered(exchange: Exchange, answer: Answer): void;
  ended(exchange: Exchange): void;
  /** Nothing can be written down from here on, or again. */
  diskFull(isFull: boolean): void;
  /** The app is killed: nobody waits for an answer of its any more. */
  crashed(): void;
  /** Written down: the account's secret is dead, or was replaced. */
  signedIn(accountId: AccountId, signedIn: boolean): void;
  /** A clock that was set forward looks like a sleep in which the time went by: nobody can tell the two apart. */
  clockSetForward(): void;
  /** Who says "try again" means now. */
  lifted(host: string): void;
  /** A person asks for this, not the app by itself. */
  byHand<T>(work: () => Promise<T>, life: Life): Promise<T>;
  /** Ms until the last floor is over. */
  longestMs(): number;
}

export function createManners(
  record: Recorder,
  now: () => number,
  /** Ms that the answer's Retry-After asks for. */
  heard: (answer: Answer) => number,
  accountOf: (authorization: string | undefined, host: string) => AccountId | null,
  isDead: (authorization: string | undefined, host: string) => boolean,
  /** For so many ms a site may go on working at a clip, for all that the app knows. */
  settleMs: number,
): Manners {
  const floors = new Map<string, Floor>();
  /** A clip that the site has had for as long as it may take says nothing any more: the next request asks in its place (F-46). */
  const isSilent = ({ channel, arrived, beganAt }: Exchange): boolean =>
    channel === 'upload' && arrived && now() - beganAt >= settleMs;
  /** Of dead secrets: when each was refused first, as far as the app could write it down, and how many that began afterwards were refused, too. */
  const refusals = new Map<string, { again: number; readonly firstAt: number }>();
  const out = new Set<AccountId>();
  const uploads = new Set<Exchange>();
  let fullFrom = Number.POSITIVE_INFINITY;
  let roomAt = Number.NEGATIVE_INFINITY;
  /** Starts of the app in which a person waits for an answer of it right now. */
  const hands = new Set<Life>();
  /** Requests that began while a person waited: what one asked for may be answered when the waiting is over. */
  const byHand = new WeakSet<Exchange>();

  return {
    began: (exchange) => {
      if (exchange.channel === 'upload') {
        const open = [...uploads].filter(({ life, site }) => life === exchange.life && site === exchange.site);
        if (exchange.key !== undefined && open.some(({ key }) => key === exchange.key))
          record.violate(sentences.besideItself, `to ${exchange.site.host}`);
        uploads.add(exchange);
      }
      if (hands.has(exchange.life)) {
        byHand.add(exchange);
        return;
      }
      const { host } = exchange.site;
      const floor = floors.get(host);
      if (floor) {
        if (now() < floor.until) {
          record.violate(sentences.early, `${exchange.channel} to ${host}, ${Math.ceil(floor.until - now())} ms early`);
        } else if (floor.probe === null ? !floor.probed : isSilent(floor.probe)) floor.probe = exchange;
        else if (floor.probe !== null) {
          record.violate(sentences.herd, `${exchange.channel} to ${host} beside ${floor.probe.channel}`);
          floors.delete(host);
        } else floors.delete(host);
      }
      if (!isDead(exchange.authorization, host)) return;
      const account = accountOf(exchange.authorization, host);
      if (account !== null && out.has(account)) record.violate(sentences.deadSecret, `${exchange.channel} to ${host}`);
    },
    answered: (exchange, answer) => {
      const { host } = exchange.site;
      // What a person asked for has shown that the host is there again.
      const floor = floors.get(host);
      // What was asked before the host asked for time says nothing of afterwards.
      const isSince = floor !== undefined && exchange.beganAt >= floor.heardAt;
      if (byHand.has(exchange) && isSince && answer.status < 400 && floor && now() >= floor.until) floors.delete(host);
      const wait = (answer.status === 429 || answer.status === 503) && answer.headers['retry-after'] !== undefined;
      if (wait) {
        const until = now() + heard(answer);
        const known = floors.get(host);
        if (!known || until > known.until) floors.set(host, { until, heardAt: now(), probe: null, probed: false });
      }
      if (answer.status === 401 && isDead(exchange.authorization, host)) {
        const key = `${host} ${exchange.authorization}`;
        const refused = refusals.get(key);
        // What finds no host, or one that is down, has used it on nobody: the next one asks in its place.
        if (!refused) refusals.set(key, { again: 0, firstAt: now() });
        else if (exchange.beganAt >= refused.firstAt && !byHand.has(exchange) && ++refused.again === mostAgain + 1)
          record.violate(sentences.manyDead, `${exchange.channel} to ${host}`);
      }
    },
    ended: (exchange) => {
      uploads.delete(exchange);
      for (const floor of floors.values()) {
        if (floor.probe !== exchange) continue;
        floor.probe = null;
        floor.probed = true;
      }
    },
    diskFull: (isFull) => {
      if (isFull) fullFrom = Math.min(fullFrom, now());
      roomAt = isFull ? Number.POSITIVE_INFINITY : now();
    },
    crashed: () => {
      uploads.clear();
      for (const [host, floor] of floors) {
        floor.probe = null;
        // It died before it could write down what it had heard.
        const couldNot = floor.heardAt >= fullFrom && now() < roomAt + noticeMs;
        if (floor.heardAt === now() || couldNot) floors.delete(host);
      }
      for (const [key, { firstAt }] of refusals) if (firstAt === now()) refusals.delete(key);
    },
    signedIn: (accountId, signedIn) => {
      if (signedIn) out.delete(accountId);
      else out.add(accountId);
    },
    clockSetForward: () => floors.clear(),
    lifted: (host) => void floors.delete(host),
    byHand: (work, life) => {
      // Before it begins: its first request may leave at once.
      hands.add(life);
      return work().finally(() => hands.delete(life));
    },
    longestMs: () => Math.max(0, ...[...floors.values()].map((floor) => floor.until - now())),
  };
}
