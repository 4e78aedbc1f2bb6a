// What a look at a site, what was learned about it and what waits for it mean together: pure, what stands in the way first.
import type { OpenCircuitReason } from '../../hosts/circuit.ts';
import {
  type CheckCode,
  type CheckFinding,
  type CheckStatus,
  type Site,
  signInMethods,
  type WallMs,
} from '../../model.ts';
import type { ClipsOfKind } from '../../queue/store/refusal-queries.ts';
import { isOwnMachine } from '../../site/client/address.ts';
import { isOlder } from '../../site/connect/helper-told.ts';
import type { PersonSeen, SiteSeen, Told } from '../../site/connect/inspect-site.ts';
import { type Expected, outlook, type TokenLife } from '../accounts/token-expiry.ts';
import { heldFrom } from '../uploads/size-limit.ts';

/** What the queue and the ledger of this computer say about a site. */
export interface QueueKnown {
  /** Clips that are larger than the site takes. */
  readonly tooLarge: ClipsOfKind;
  /** Clips of a kind that it refuses. */
  readonly refusedKind: ClipsOfKind;
  /** Clips that the site refused because of who sent them; `said` = its own words. */
  readonly refused: ClipsOfKind & { readonly said: string | null };
  /** Clips that did not find its upload service any more. */
  readonly routeMissing: ClipsOfKind;
  /** Clips that it answered with a web page. */
  readonly webPages: ClipsOfKind;
  /** Waiting clips of a kind that its plugin is known to refuse unless it was told otherwise. */
  readonly doubtful: ClipsOfKind;
  /** Bytes of the largest clip that arrived from here; null = none did. */
  readonly largestArrived: number | null;
}

/** How long the sign-in of an account lasts, beside the longest clip that waits for it. */
export interface TokenKnown {
  readonly accountId: string;
  readonly life: TokenLife;
  readonly longest: { readonly name: string; readonly expected: Expected } | null;
}

/** What is known of a site without asking it. */
export interface Learned {
  readonly now: WallMs;
  readonly site: Site;
  readonly queue: QueueKnown;
  readonly tokens: readonly TokenKnown[];
  /** Whether clips were public at once, by account; null = not known. */
  /** Why nothing, or no upload, goes there now. */
  readonly holds: readonly OpenCircuitReason[];
  readonly publishing: readonly { readonly accountId: string; readonly publishesAtOnce: boolean | null }[];
}

export interface Known extends Learned {
  readonly seen: SiteSeen;
  /** Version of the helper that this Clipferry brings; null = not known. */
  readonly carriedHelper: string | null;
}

/** What the product's plugin takes by its own list leaves these out (platform facts, section 1). */
const productRefuses = ['mov', 'qt', 'avi', 'wmv', 'mkv', 'mpeg', 'mpg', '3gp', '3g2'] as const;

/** Extensions that the site's plugin is known to refuse, of which no file is there; hearsay, so nothing is held back for it. */
export function doubtfulKinds(site: Site, seen: SiteSeen): readonly string[] {
  if (!site.uploadRoute.startsWith('streamtube/')) return [];
  return productRefuses.filter((kind) => !seen.kinds.includes(kind) && !site.refusedExtensions.includes(kind));
}

/** A clock further off than this puts scheduled videos and looks for lost answers in doubt. */
const clockMs = 2 * 60_000;
const soonMs = 2 * 24 * 3_600_000;

const order: readonly CheckStatus[] = ['blocks', 'note', 'fine', 'unknown'];

/** What stands in the way first. */
export const inOrder = (all: readonly CheckFinding[]): readonly CheckFinding[] =>
  all.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status));

export function findings(known: Known): readonly CheckFinding[] {
  const { seen, site } = known;
  const inHand = { largest: seen.largest, doubtful: doubtfulKinds(site, seen) };
  return inOrder([
    answer(seen.answer, site),
    ...(seen.answers ? [] : [of('not-looked', 'unknown')]),
    connection(known),
    ...(seen.answers ? seen.people.flatMap((person) => aboutPerson(person)) : []),
    ...(seen.answers ? [uploadRoute(known)] : []),
    ...olderHelper(known),
    ...learned(known, inHand),
    ...(seen.answers ? [ranges(seen), clock(seen)] : []),
  ]);
}

/** What a check-up saw that bears upon what is learned apart from it. */
export interface InHand {
  /** Bytes of the largest file there; null = none was seen. */
  readonly largest: number | null;
  /** Kinds that the site's plugin is known to refuse, and of which nothing is there. */
  readonly doubtful: readonly string[];
}

/** What clips and answers have taught, with or without a check-up. */
export function learned(known: Learned, inHand: InHand): readonly CheckFinding[] {
  const { site, queue, tokens, now } = known;
  return [
    ...tokens.flatMap((token) => tokenLife(token, now)),
    ...(queue.refused.count > 0
      ? [of('uploads-refused', 'blocks', { ...clips(queue.refused), said: queue.refused.said })]
      : []),
    ...inTheWay(known),
    size(known, inHand),
    kinds(known, inHand),
    ...publishing(known),
    pieces(site),
    of(site.honoursKeys ? 'keys-honoured' : 'looks-first', 'fine'),
  ];
}

/** What answers to clips have shown since: a site that blocks them, or a service that is gone. */
function inTheWay({ holds, queue }: Learned): readonly CheckFinding[] {
  const blocks = blockCodes.filter((code) => holds.includes(code)).slice(0, 1);
  return [
    ...blocks.map((code) => of(code, 'blocks')),
    ...(queue.routeMissing.count > 0 ? [of('upload-route-clips', 'blocks', clips(queue.routeMissing))] : []),
    ...(queue.webPages.count > 0 ? [of('web-page-clips', 'blocks', clips(queue.webPages))] : []),
  ];
}

/** The widest first: it says all that the others would. */
const blockCodes = ['site-blocked', 'uploads-blocked', 'uploads-unsure'] as const;

/** One for all accounts where it is the same for each. */
function publishing({ publishing: all }: Learned): readonly CheckFinding[] {
  const [first] = all;
  const isSame = all.every(({ publishesAtOnce }) => publishesAtOnce === first?.publishesAtOnce);
  return (isSame ? [{ accountId: null, publishesAtOnce: first?.publishesAtOnce ?? null }] : all).map(
    ({ accountId, publishesAtOnce }) => {
      if (publishesAtOnce === null) return of('publishing-unknown', 'unknown', { accountId });
      return publishesAtOnce
        ? of('publishes-at-once', 'note', { accountId })
        : of('publishes-later', 'fine', { accountId });
    },
  );
}

type More = Partial<Pick<CheckFinding, 'accountId' | 'said' | 'amount' | 'names' | 'clips'>>;

export function of(code: CheckCode, status: CheckStatus, more: More = {}): CheckFinding {
  return { code, status, accountId: null, said: null, amount: null, names: [], clips: 0, ...more };
}

function clips({ count, names }: ClipsOfKind): More {
  return { clips: count, names };
}

function answer({ code, said, name, ms }: Told, { root }: Site): CheckFinding {
  const more = { said, amount: ms ?? null, names: name === undefined ? [] : [name] };
  switch (code) {
    case 'answers':
    case 'answers-members':
      return of(code, 'fine', { names: [root] });
    case 'text-before-data':
      return of(code, 'note', more);
    case 'asked-for-time':
      return of(code, 'unknown', more);
    default:
      return of(code, 'blocks', more);
  }
}

function connection({ site, seen }: Known): CheckFinding {
  const url = new URL(site.root);
  if (url.protocol === 'https:') return of('secure', seen.answer.code.startsWith('certificate') ? 'unknown' : 'fine');
  if (isOwnMachine(url)) return of('own-computer', 'fine');
  const allMayGoPlain = seen.people.every(({ account }) => signInMethods[account.method].mayGoPlain);
  return allMayGoPlain ? of('plain-http-token', 'note') : of('plain-http', 'blocks');
}

function aboutPerson({ account, signIn, me, mayUpload }: PersonSeen): readonly CheckFinding[] {
  const mine = { accountId: account.id };
  const found: CheckFinding[] = [];
  const status = signIn.code === 'sign-in-arrives' ? 'fine' : signIn.code === 'sign-in-unknown' ? 'unknown' : 'blocks';
  // What the connection says as a whole is not said again for each account.
  if (signIn.code !== 'plain-http') found.push(of(signIn.code, status, { ...mine, said: signIn.said }));
  if (me !== null) {
    if (!me.canUpload) found.push(of('no-upload-right', 'blocks', mine));
    else if (mayUpload === false) found.push(of('upload-not-allowed', 'blocks', mine));
    else found.push(of(me.canPublish ? 'may-publish' : 'may-upload', me.canPublish ? 'fine' : 'note', mine));
  }
  return found;
}

function tokenLife({ accountId, life, longest }: TokenKnown, now: WallMs): readonly CheckFinding[] {
  const mine = { accountId };
  const clip = longest === null ? {} : { names: [longest.name], clips: 1 };
  const ends = outlook(life, now, longest?.expected ?? { ms: 0, measured: false });
  switch (ends) {
    case 'too-short':
      return [of('token-too-short', 'blocks', { ...mine, ...clip, amount: life.lifeMs })];
    case 'sign-in':
      return [of('token-ends', 'blocks', { ...mine, ...clip, amount: life.endsAt })];
    case 'renew':
      return [of('token-renews', 'fine', { ...mine, amount: life.lifeMs })];
    case 'go': {
      if (life.renewable) return [of('token-renews', 'fine', { ...mine, amount: life.lifeMs })];
      const isSoon = life.endsAt !== null && life.endsAt - now < soonMs;
      return [of(isSoon ? 'token-ends' : 'token-lasts', isSoon ? 'note' : 'fine', { ...mine, amount: life.endsAt })];
    }
  }
}

function uploadRoute({ site, seen }: Known): CheckFinding {
  if (seen.uploadRoute === null) return of('upload-route-unknown', 'unknown');
  if (seen.uploadRoute) return of('upload-route', 'fine', { names: [site.uploadRoute, 'POST'] });
  return seen.otherRoute !== null
    ? of('upload-route-moved', 'blocks', { names: [site.uploadRoute, seen.otherRoute] })
    : of('upload-route-missing', 'blocks', { names: [site.uploadRoute] });
}

function size({ site, queue }: Learned, inHand: InHand): CheckFinding {
  const tooLargeFrom = heldFrom(site.sizeLimit);
  if (tooLargeFrom === null && site.sizeLimit !== null)
    return of('size-doubted', 'note', { amount: site.sizeLimit.from });
  if (tooLargeFrom !== null) {
    const some = queue.tooLarge.count > 0;
    return of(some ? 'size-limit-clips' : 'size-limit', some ? 'blocks' : 'note', {
      amount: tooLargeFrom,
      ...clips(queue.tooLarge),
    });
  }
  const largest = Math.max(inHand.largest ?? 0, queue.largestArrived ?? 0);
  return largest > 0 ? of('size-arrived', 'fine', { amount: largest }) : of('size-unknown', 'unknown');
}

function kinds({ site, queue }: Learned, { doubtful }: InHand): CheckFinding {
  if (queue.refusedKind.count > 0) {
    return of('kinds-refused-clips', 'blocks', { names: site.refusedExtensions, clips: queue.refusedKind.count });
  }
  if (queue.doubtful.count > 0) return of('kinds-doubtful', 'note', { names: doubtful, clips: queue.doubtful.count });
  if (site.refusedExtensions.length > 0) return of('kinds-refused', 'note', { names: site.refusedExtensions });
  return of('kinds-open', 'fine', { names: doubtful });
}

function pieces({ hasHelper, helperTrouble }: Site): CheckFinding {
  if (hasHelper) return of('in-pieces', 'fine');
  return helperTrouble === null ? of('in-one', 'fine') : of(`helper-${helperTrouble}`, 'note');
}

/** A newer one than ours is another Clipferry's, and as good. */
function olderHelper({ seen: { helper }, carriedHelper }: Known): readonly CheckFinding[] {
  const version = helper?.version ?? null;
  if (version === null || carriedHelper === null || !isOlder(version, carriedHelper)) return [];
  return [of('helper-older', 'note', { names: [version, carriedHelper] })];
}

function ranges({ ranges: served }: SiteSeen): CheckFinding {
  if (served === null) return of('ranges-unknown', 'unknown');
  return served ? of('ranges', 'fine') : of('no-ranges', 'note');
}

function clock({ skewMs }: SiteSeen): CheckFinding {
  if (skewMs === null) return of('clock-unknown', 'unknown');
  const isOff = Math.abs(skewMs) > clockMs;
  return of(isOff ? 'clock-off' : 'clock-right', isOff ? 'note' : 'fine', { amount: Math.round(skewMs) });
}
