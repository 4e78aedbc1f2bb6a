// One REST request from its first byte to its answer: reading the body, asking the router, and the faults on the way.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { authorizationOf, signIn } from './auth.ts';
import { bodyParams, readBody } from './body.ts';
import { withEmbedded } from './embed.ts';
import { criticalError, RestError } from './errors.ts';
import { readFields, thin } from './fields.ts';
import { claimKey, isClaim } from './idempotency.ts';
import type { RequestRecord, UploadRecord } from './journal.ts';
import { challengePage } from './pages.ts';
import { type Params, parseQuery } from './params.ts';
import { BodyCut, discard, type Received, receive, resetConnection } from './receive.ts';
import type { RestAnswer, RestRequest, SignIn } from './rest.ts';
import { errorAnswer, normaliseRoute } from './router.ts';
import type { Address, Site } from './site.ts';
import { earlyRefusal, lateRefusal, warningPrefix } from './size-limit.ts';
import { type Failure, takeFault } from './switches.ts';

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  address: Address;
  /** Route of the API, as addressed. */
  route: string;
  /** Query string without "?". */
  query: string;
  log: RequestRecord;
}

function methodOf(request: IncomingMessage, query: Params): string {
  const override = query._method ?? request.headers['x-http-method-override'];
  const method = typeof override === 'string' ? override.toUpperCase() : (request.method ?? 'GET');
  return method === 'HEAD' ? 'GET' : method;
}

function failureAnswer(failure: Failure): RestAnswer {
  const { body = '', contentType, headers = {} } = failure;
  const type =
    contentType ?? (typeof body === 'string' ? 'text/html; charset=UTF-8' : 'application/json; charset=UTF-8');
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status: failure.status, headers: { 'Content-Type': type, ...headers }, body: text, text: true };
}

/** What display_errors shows before everything else (platform facts, section 16). */
const noticePrefix =
  '<br />\n<b>Deprecated</b>:  Creation of dynamic property Player::$ratio is deprecated in <b>/var/www/plugins/player.php</b> on line <b>41</b><br />\n';

/**
 * Writes an answer. `closing`: the request body was not read, so the connection cannot go on; `lingering`: it is closed once the client
 * has stopped sending. `cut`: only the head and half of the body leave.
 */
export function send(
  site: Site,
  exchange: Exchange,
  answer: RestAnswer,
  { prefix = '', closing = false, lingering = false, cut = false } = {},
): void {
  const { request, response, address, query } = exchange;
  if (response.destroyed) return;
  const params = parseQuery(query);
  let { status, headers, body } = answer;
  if (!answer.text) {
    if (status < 400) body = thin(body, readFields(params._fields));
    if (params._envelope !== undefined) {
      body = { body, status, headers };
      status = 200;
      headers = {};
    }
  }
  const bytes = Buffer.from(prefix + (answer.text ? String(body) : JSON.stringify(body)));
  const all: Record<string, string> = {
    'Content-Type': 'application/json; charset=UTF-8',
    'X-Robots-Tag': 'noindex',
    Link: `<${site.rest(address, '/')}>; rel="https://api.w.org/"`,
    'X-Content-Type-Options': 'nosniff',
    'Access-Control-Expose-Headers': 'X-WP-Total, X-WP-TotalPages, Link',
    'Access-Control-Allow-Headers': 'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type',
    ...(exchange.log.user ? { 'Cache-Control': 'no-cache, must-revalidate, max-age=0, no-store, private' } : {}),
    ...headers,
    Date: new Date(site.nowMs()).toUTCString(),
    ...(closing ? { Connection: 'close' } : {}),
  };
  if (status !== 204) all['Content-Length'] = String(bytes.length);
  response.writeHead(status, all);
  if (cut) return void response.write(bytes.subarray(0, bytes.length / 2), () => resetConnection(request));
  if (!lingering) return void response.end(status === 204 ? undefined : bytes);
  response.write(bytes);
  request.once('close', () => response.end());
  request.resume();
}

function startRecord(site: Site, exchange: Exchange, route: string): UploadRecord {
  const { headers } = exchange.request;
  const kept = Object.entries(headers).filter(([name]) => name !== 'authorization' && name !== 'cookie');
  const length = headers['content-length'];
  return site.journal.upload({
    at: new Date(site.nowMs()).toISOString(),
    route,
    user: null,
    fileName: null,
    partType: null,
    bytes: 0,
    sha256: null,
    received: 0,
    contentLength: length === undefined ? null : Number(length),
    transferEncoding: headers['transfer-encoding'] ?? null,
    cookies: headers.cookie !== undefined,
    complete: false,
    answered: false,
    status: null,
    videoId: null,
    attachmentId: null,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
  });
}

async function receiveUpload(site: Site, exchange: Exchange, route: string): Promise<Received | null> {
  const record = startRecord(site, exchange, route);
  exchange.response.once('close', () => {
    record.answered = exchange.response.writableFinished;
    record.status = record.answered ? exchange.response.statusCode : null;
    site.journal.save(record);
    site.journal.count(record.answered ? 'uploadAnswered' : 'uploadAborted');
  });
  try {
    const received = await receive(site, exchange.request, route, record);
    const file = received.files.find((one) => one.part === 'file') ?? received.files[0];
    record.complete = true;
    if (file) {
      const { name, contentType, size, sha256 } = file;
      Object.assign(record, { fileName: name, partType: contentType, bytes: size, sha256 });
    }
    site.journal.save(record);
    site.journal.count('uploadReceived');
    return received;
  } catch (error) {
    site.journal.save(record);
    if (error instanceof BodyCut) return null;
    throw error;
  }
}

/** An unforeseen failure is what PHP would make of it; its text goes to stderr. */
async function work(site: Site, request: RestRequest, bodyError: RestError | null): Promise<RestAnswer> {
  if (request.signIn.error) return errorAnswer(request.signIn.error);
  if (bodyError && site.router.match(request.method, request.route)) return errorAnswer(bodyError);
  try {
    const answer = await site.router.dispatch(request);
    const { _embed: embed } = request.params;
    if (embed === undefined || answer.text || answer.status >= 400) return answer;
    // What is linked is looked for in what was asked for (platform facts, section 9).
    const fields = readFields(request.params._fields);
    if (fields && !fields.includes('_links')) return answer;
    return { ...answer, body: await withEmbedded(request, answer.body, embed) };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return errorAnswer(criticalError());
  } finally {
    if (request.received) discard(request.received);
  }
}

export async function answerRest(site: Site, exchange: Exchange): Promise<void> {
  const { request, response, address } = exchange;
  const { switches, journal } = site;
  const query = parseQuery(exchange.query);
  const route = normaliseRoute(exchange.route);
  const method = methodOf(request, query);
  const label = `${method} ${route}`;
  const isUpload = label === `POST ${site.uploadRoute}`;
  const streams = site.router.match(method, route)?.endpoint.streams ?? false;

  if (switches.failWith?.when === 'at-once') {
    const failure = takeFault(switches, 'failWith', label, isUpload);
    if (failure) {
      if (streams) startRecord(site, exchange, route);
      return send(site, exchange, failureAnswer(failure), { closing: streams, lingering: failure.lingers === true });
    }
  }
  const early = streams ? earlyRefusal(site, request) : null;
  if (early) {
    startRecord(site, exchange, route);
    return send(site, exchange, early, { closing: true });
  }

  const received = streams ? await receiveUpload(site, exchange, route) : null;
  if (streams && !received) return;
  const small = streams ? null : await readBody(request);
  const fields = received ? received.fields : bodyParams(small ?? Buffer.alloc(0), request.headers['content-type']);
  const bodyError = fields instanceof RestError ? fields : null;

  // PHP looks at the credentials only now, with the whole body on its side (platform facts, section 14).
  const found: SignIn = signIn(site, request, address);
  exchange.log.user = found.user?.login ?? null;
  if (received) received.record.user = exchange.log.user;
  const rest: RestRequest = {
    site,
    address,
    method,
    route,
    params: { ...query, ...(fields instanceof RestError ? {} : fields) },
    query: exchange.query,
    headers: { ...request.headers, authorization: authorizationOf(site, request) },
    ip: request.socket.remoteAddress ?? '',
    signIn: found,
    user: found.user,
    received,
  };

  const late = received ? lateRefusal(site, request, received) : null;
  if (received && late) {
    discard(received);
    return send(site, exchange, late);
  }
  const claimed = isUpload ? claimKey(rest) : null;
  if (received && claimed && !isClaim(claimed)) {
    discard(received);
    return send(site, exchange, claimed);
  }
  const claim = claimed && isClaim(claimed) ? claimed : null;
  const fileName = received?.record.fileName ?? null;
  const failure = takeFault(switches, 'failWith', label, isUpload, fileName);
  if (failure && failure.when !== 'after-work') {
    claim?.drop();
    if (received) discard(received);
    return send(site, exchange, failureAnswer(failure));
  }
  if (takeFault(switches, 'dropUpload', label, isUpload, fileName)) {
    claim?.drop();
    if (received) discard(received);
    return resetConnection(request);
  }
  const page = takeFault(switches, 'htmlInsteadOfJson', label, true, fileName);
  if (page?.work === false) {
    claim?.drop();
    if (received) discard(received);
    return send(site, exchange, challengePage(page.status ?? 200));
  }
  if (isUpload && switches.lateCommitMs !== null) {
    const commit = (): void => void work(site, rest, bodyError).then((answer) => claim?.finish(answer));
    resetConnection(request);
    if (switches.lateCommitMs === 'release') journal.onRelease(commit);
    else setTimeout(commit, switches.lateCommitMs).unref();
    return;
  }

  const held = takeFault(switches, 'holdAnswer', label, isUpload, fileName);
  const released = (): Promise<void> => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    if (response.destroyed) gone.abort();
    return journal.gate('held', gone.signal);
  };
  if (held?.work === false) {
    claim?.drop();
    if (received) discard(received);
    await released();
    return resetConnection(request);
  }
  const worked = await work(site, rest, bodyError);
  if (isUpload && switches.answerDelayMs > 0) await delay(switches.answerDelayMs);
  if (held) await released();
  const answer = claim?.finish(worked) ?? worked;
  if (takeFault(switches, 'loseAnswer', label, isUpload, fileName)) return resetConnection(request);
  if (failure) return send(site, exchange, failureAnswer(failure));
  if (page) return send(site, exchange, challengePage(page.status ?? 200));
  const warned =
    takeFault(switches, 'warningBeforeAnswer', label, isUpload, fileName) !== null && answer.status !== 204;
  const prefix = warningPrefix(site, received) + (warned ? noticePrefix : '');
  send(site, exchange, answer, { prefix, cut: takeFault(switches, 'cutAnswer', label, isUpload, fileName) !== null });
}
