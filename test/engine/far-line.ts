// A line to a practice site that a test can break in any way; to the app the site is far away, at https://<name>.example.
import { undiciHttp } from '../../main/adapters/http.ts';
import {
  type Clock,
  type Connections,
  type Http,
  type HttpAnswer,
  HttpError,
  type HttpProblem,
  type Network,
} from '../../main/ports.ts';
import type { PracticeSite } from '../site/start.ts';

export interface Heard {
  readonly method: string;
  readonly url: string;
  /** By the clock that was given. */
  readonly at: number;
  /** False = it never got to the site. */
  readonly through: boolean;
}

export interface FarLine extends Network {
  readonly http: Connections;
  readonly heard: Heard[];
  /** What becomes of each request: to the site, no answer, or somebody else's. */
  mode: 'through' | HttpProblem | HttpAnswer;
  /** Modes of single sites, by host; others follow `mode`. */
  readonly modes: Map<string, FarLine['mode']>;
  /** What an answer of a site waits for on its way back. */
  onWayBack: (answer: HttpAnswer) => Promise<void>;
  setOnline(online: boolean): void;
  /** Requests that a real site works on now. */
  busy(): number;
  /** Resolves when one of them has ended. */
  nextEnd(): Promise<void>;
}

export const portalPage: HttpAnswer = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<!doctype html><html><head><title>Hotel Wi-Fi</title></head><body>Accept the terms</body></html>'),
  cut: null,
};

/** `sites` by the host under which the app knows them, such as `videos.example`. */
export function farLine(sites: Readonly<Record<string, PracticeSite>>, clock: Clock): FarLine {
  const real = undiciHttp({ clock });
  const heard: Heard[] = [];
  const listeners = new Set<(online: boolean) => void>();
  const ends = new Set<() => void>();
  let online = true;
  let busy = 0;

  const send: Http['request'] = async (request) => {
    const { host } = new URL(request.url);
    const site = sites[host];
    if (!site) throw new HttpError('host-not-found', `no such host: ${host}`);
    const far = `https://${host}`;
    const answer = await real.request({ ...request, url: request.url.replace(far, site.url) });
    const near = (text: string): string => text.replaceAll(site.url, far).replaceAll(escaped(site.url), escaped(far));
    return {
      ...answer,
      headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, near(value)])),
      body: /json|html/.test(answer.headers['content-type'] ?? '')
        ? Buffer.from(near(String(answer.body)))
        : answer.body,
    };
  };

  const line: FarLine = {
    mode: 'through',
    modes: new Map(),
    onWayBack: async () => {},
    heard,
    http: {
      close: () => real.close(),
      refresh: (graceMs) => real.refresh(graceMs),
      request: async (request) => {
        const mode = line.modes.get(new URL(request.url).host) ?? line.mode;
        heard.push({ method: request.method, url: request.url, at: clock.monotonic(), through: mode === 'through' });
        if (typeof mode === 'object') return mode;
        if (mode !== 'through') throw new HttpError(mode, 'The line is down');
        busy++;
        try {
          const answer = await send(request);
          await line.onWayBack(answer);
          return answer;
        } finally {
          busy--;
          for (const end of [...ends]) end();
        }
      },
    },
    online: () => online,
    onChange: (call) => {
      listeners.add(call);
      return () => listeners.delete(call);
    },
    setOnline: (value) => {
      online = value;
      for (const listener of listeners) listener(value);
    },
    busy: () => busy,
    nextEnd: () =>
      new Promise((resolve) => {
        const end = (): void => {
          ends.delete(end);
          resolve();
        };
        ends.add(end);
      }),
  };
  return line;
}

/** As JSON of PHP writes an address. */
function escaped(url: string): string {
  return url.replaceAll('/', '\\/');
}
