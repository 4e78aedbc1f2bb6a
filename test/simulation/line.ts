// The line between the computer and the sites: carries requests in virtual time and lets them go wrong as they are told to.
import {
  type BodySource,
  type Connections,
  type HttpAnswer,
  HttpError,
  type HttpProblem,
  type HttpRequest,
} from '../../main/ports.ts';
import { askHelper, type Body, formBody, heldBefore, pieceOf } from './bodies.ts';
import type { Chance } from './chance.ts';
import type { Course } from './course.ts';
import { type Channel, helperChannels } from './faults.ts';
import { helperPath } from './helper.ts';
import { type Answer, type Post, type Site, uploadPath } from './site.ts';
import type { Life, Timeline } from './timeline.ts';

/** One request under way. */
export interface Exchange {
  readonly number: number;
  readonly life: Life;
  readonly site: Site;
  readonly channel: Channel;
  readonly url: URL;
  readonly authorization: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType: string | undefined;
  /** Bytes of its body. */
  readonly length: number;
  /** What names the clip of an upload. */
  readonly key: string | undefined;
  /** Bytes of its body that the line has taken. */
  left: number;
  /** The last byte has come in at the site. */
  arrived: boolean;
  readonly beganAt: number;
}

export interface LineEvents {
  began(exchange: Exchange): void;
  /** What is to go wrong; null = nothing. */
  course(exchange: Exchange): Course | null;
  stored(exchange: Exchange, post: Post): void;
  answered(exchange: Exchange, answer: Answer): void;
  failed(exchange: Exchange, problem: HttpProblem): void;
  /** The site takes no such file, ever. */
  refuses(bytes: Buffer): boolean;
}

export interface Line {
  http(life: Life): Connections;
  /** Requests under way to this host (null = to all) end here. */
  cut(host: string | null, problem: HttpProblem): void;
  exchanges(): Iterable<Exchange>;
  /** The app is no more: pieces that it had on their way are cut. */
  died(life: Life): void;
  /** Works of sites that are still to come to their end. */
  pending(): number;
}

const helperMethods: ReadonlyMap<string, Channel> = new Map([
  ['POST', 'create'],
  ['PATCH', 'piece'],
  ['HEAD', 'offset'],
  ['DELETE', 'forget'],
]);

export function channelOf(method: string, url: URL): Channel {
  const path = url.pathname;
  if (path === uploadPath) return method === 'POST' ? 'upload' : 'other';
  if (path.startsWith('/wp-content/')) return 'sample';
  if (path.startsWith(`${helperPath}uploads`)) {
    if (path.endsWith('/state')) return 'became';
    return helperMethods.get(method) ?? 'other';
  }
  const route = path.slice('/wp-json/wp/v2/'.length);
  if (route === 'users/me') return 'me';
  if (route === 'media' || route.startsWith('media/')) return 'media';
  if (route === 'video') return 'videos';
  if (route.startsWith('video/')) return method === 'POST' ? 'update' : 'video';
  return 'other';
}

const toBytes = (body: string | Buffer): Buffer => (typeof body === 'string' ? Buffer.from(body) : body);

export interface LineOptions {
  readonly timeline: Timeline;
  readonly chance: Chance;
  readonly sites: ReadonlyMap<string, Site>;
  readonly events: LineEvents;
  /** Ms that a chunk of a large body is on its way. */
  readonly chunkMs: number;
}

/** Of these many bytes a body is large: it takes its time. */
const largeBytes = 300 * 1024;

export function createLine({ timeline, chance, sites, events, chunkMs }: LineOptions): Line {
  interface Running {
    readonly exchange: Exchange;
    movedAt: number;
    /** What comes in of its body, as long as that is not all there. */
    body: Body | null;
    end(problem: HttpProblem, cause?: unknown): void;
  }
  const running = new Set<Running>();
  const closed = new WeakSet<Life>();
  let numbers = 0;
  let works = 0;

  const request = (life: Life, wanted: HttpRequest): Promise<HttpAnswer> => {
    if (!life.alive) return new Promise(() => undefined);
    if (closed.has(life)) return Promise.reject(new HttpError('reset', 'The line is closed'));
    const url = new URL(wanted.url);
    const site = sites.get(url.host);
    if (!site) return Promise.reject(new HttpError('host-not-found', `No host ${url.host}`));
    const { signal } = wanted;
    const method = wanted.headers['x-http-method-override'] ?? wanted.method;
    if (signal?.aborted) return Promise.reject(new HttpError('aborted', 'The request was stopped', signal.reason));
    const exchange: Exchange = {
      number: ++numbers,
      life,
      site,
      channel: channelOf(method, url),
      url,
      authorization: wanted.headers.authorization,
      headers: wanted.headers,
      length: wanted.body !== null && typeof wanted.body !== 'string' ? wanted.body.length : 0,
      contentType: wanted.headers['content-type'],
      key: wanted.headers['idempotency-key'],
      left: 0,
      arrived: false,
      beganAt: timeline.now(),
    };
    events.began(exchange);
    const course = events.course(exchange);

    return new Promise((resolve, reject) => {
      let over = false;
      const end = (): boolean => {
        if (over) return false;
        over = true;
        running.delete(self);
        self.body?.broken();
        self.body = null;
        signal?.removeEventListener('abort', onAbort);
        return true;
      };
      const fail = (problem: HttpProblem, cause?: unknown): void => {
        if (!end() || !life.alive) return;
        events.failed(exchange, problem);
        reject(new HttpError(problem, `The line: ${problem}`, cause));
      };
      const onAbort = (): void => fail('aborted', signal?.reason);
      const self: Running = { exchange, movedAt: timeline.now(), body: null, end: fail };
      running.add(self);
      signal?.addEventListener('abort', onAbort);

      const deliver = (answer: Answer): void => {
        if (!end() || !life.alive) return;
        events.answered(exchange, answer);
        // An answer to HEAD has a head alone.
        const said = toBytes(exchange.channel === 'offset' ? '' : answer.body);
        const body = said.subarray(0, wanted.maxAnswerBytes);
        const cut = body.length < said.length ? 'enough' : (answer.cut ?? null);
        resolve({ status: answer.status, headers: answer.headers, body, cut });
      };
      /** At the computer, should it still be there and waiting. */
      const later = (ms: number, call: () => void): void => {
        timeline.after(
          ms,
          () => {
            if (!over) call();
          },
          life,
        );
      };
      const stall = (afterMs: number): void => later(afterMs, () => fail('stalled'));
      if (wanted.wholeMs !== null) stall(wanted.wholeMs);

      /** The site has everything. */
      const arrive = (work: () => Answer): void => {
        exchange.arrived = true;
        const { workMs, back, backMs } = course ?? usual();
        let own: Answer | null = null;
        const doWork = (): void => {
          works--;
          own = work();
        };
        const comeBack = (): void => {
          if (over) return;
          if (back === 'reset') later(1, () => fail('reset'));
          else if (back !== 'nothing') {
            const answer = typeof back === 'function' ? back(own) : own;
            if (answer) later(chance.between(2, 30), () => deliver(answer));
          }
        };
        const body = wanted.body !== null && typeof wanted.body !== 'string';
        stall(body ? wanted.answerMs : Math.min(wanted.answerMs, wanted.stallMs));
        if (workMs !== null) works++;
        if (workMs !== null && workMs <= backMs && backMs - workMs < 5 && back !== 'nothing') {
          timeline.after(workMs, () => {
            doWork();
            comeBack();
          });
          return;
        }
        if (workMs !== null) timeline.after(workMs, doWork);
        if (back !== 'nothing') timeline.after(backMs, comeBack);
      };
      const usual = (): Course => {
        const workMs = exchange.channel === 'upload' ? chance.between(20, 900) : chance.between(1, 25);
        return { workMs, back: 'answer', backMs: workMs };
      };

      if (course?.connect) {
        later(chance.between(1, 40), () => fail(course.connect ?? 'refused'));
        return;
      }
      if (wanted.body === null || typeof wanted.body === 'string') {
        const json = wanted.body;
        if (course?.early) {
          const { answer } = course.early;
          later(20, () => deliver(answer));
          return;
        }
        timeline.after(chance.between(2, 30), () => {
          // The computer may have broken off, or died, before it was on its way.
          if (over || !life.alive) return;
          arrive(() =>
            helperChannels.has(exchange.channel)
              ? askHelper(exchange, method, Buffer.alloc(0), 0)
              : site.answer(wanted.method, url, exchange.authorization, json, wanted.headers.range),
          );
        });
        return;
      }
      const source = wanted.body;
      timeline.after(
        chance.between(2, 40),
        () => {
          if (over) return;
          const isPiece = exchange.channel === 'piece';
          const body = isPiece ? pieceOf(exchange, source.length, timeline, chance) : formBody(exchange, events);
          self.body = body;
          send(source, body, isPiece).catch((error: unknown) => fail('body-failed', error));
        },
        life,
      );

      const send = async (body: BodySource, incoming: Body, isPiece: boolean): Promise<void> => {
        let left = 0;
        const cutAt = (course?.cutAt ?? 2) * body.length;
        const stallAt = (course?.stallAt ?? 2) * body.length;
        const refusal = isPiece && course === null ? heldBefore(site, wanted.method, body.length) : null;
        const early = course?.early ?? (refusal && { share: 0, answer: refusal });
        const earlyAt = (early?.share ?? 2) * body.length;
        for await (const chunk of body.bytes(0)) {
          if (over) return;
          left += chunk.length;
          exchange.left = left;
          if (left > cutAt) {
            if (isPiece) {
              exchange.left = Math.floor(cutAt);
              incoming.push(chunk.subarray(0, exchange.left - (left - chunk.length)));
            }
            later(chance.between(1, 50), () => fail('reset'));
            return;
          }
          if (left > stallAt) {
            stall(wanted.stallMs);
            return;
          }
          if (left > earlyAt && early) {
            later(5, () => deliver(early.answer));
            return;
          }
          incoming.push(chunk);
          self.movedAt = timeline.now();
          if (course?.slowMs !== undefined) {
            await new Promise<void>(
              (go) => void timeline.after((course.slowMs ?? 0) * (chunk.length / body.length), go, life),
            );
            if (over) return;
          }
          if ((isPiece || body.length > largeBytes) && chunk.length > 1_000) {
            await new Promise<void>((go) => void timeline.after(chance.between(0, chunkMs), go, life));
            if (over) return;
          }
        }
        self.body = null;
        timeline.after(chance.between(2, 30), () => arrive(incoming.arrived(course?.workMs !== null)));
      };
    });
  };

  return {
    http: (life) => ({
      request: (wanted) => request(life, wanted),
      refresh: (graceMs) => {
        for (const one of [...running]) {
          const { exchange, movedAt } = one;
          if (exchange.life !== life || (graceMs > 0 && exchange.arrived)) continue;
          const end = (): void => {
            if (running.has(one) && !exchange.arrived && one.movedAt === movedAt) one.end('reset');
          };
          if (graceMs === 0) one.end('reset');
          else timeline.after(graceMs, end, life);
        }
      },
      close: () => {
        closed.add(life);
        for (const one of [...running]) if (one.exchange.life === life) one.end('reset');
        return Promise.resolve();
      },
    }),
    cut: (host, problem) => {
      for (const one of [...running]) if (host === null || one.exchange.site.host === host) one.end(problem);
    },
    exchanges: () => [...running].map((one) => one.exchange),
    died: (life) => {
      for (const one of [...running])
        if (one.exchange.life === life && one.exchange.channel === 'piece') one.end('reset');
    },
    pending: () => works,
  };
}
