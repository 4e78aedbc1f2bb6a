// The site layer as the tests use it: real HTTP, the real clock, a person who signed in.
import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { systemClock } from '../../../main/adapters/clock.ts';
import { undiciHttp } from '../../../main/adapters/http.ts';
import type { Http } from '../../../main/ports.ts';
import { type AuthorizedClient, type SiteCalls, siteCalls } from '../../../main/site/client/client.ts';
import { CannotConnect } from '../../../main/site/connect/discover.ts';
import type { PracticeSite } from '../../site/start.ts';

export const http: Http & { close(): Promise<void> } = undiciHttp();
export const clock = systemClock;
export const calls: SiteCalls = siteCalls(http, clock);

export function client(site: PracticeSite, login = 'ava'): AuthorizedClient {
  return { root: site.root, authorization: site.basic(login) };
}

/** The failure as the user is told of it, or what there was instead. */
export async function problemOf(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof CannotConnect) return error.failure;
    throw error;
  }
}

/** Trusts the practice site's certificate authority from here on. */
export function trustPracticeCa(site: PracticeSite): void {
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(site.caFile, 'utf8')]);
}
