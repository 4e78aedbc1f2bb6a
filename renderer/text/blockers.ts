// What holds uploads as a whole, in a creator's words: what happened, that nothing is lost, and when it goes on.
import type { QueueCounts, QueueWindow, SiteLine } from '../../preload/contract.ts';
import { formatClock, formatFinish, formatMoment } from '../../preload/text/format.ts';
import { listed, sentences, t } from '../../preload/text/text.ts';
import { blockedWhat, isBlocked, isProxyTrouble } from '../model/blocked.ts';
import type { Hold } from '../model/blockers.ts';
import { hoursWords, type IconName } from './jobs.ts';

export interface HoldWords {
  readonly icon: IconName;
  readonly title: string;
  /** May change from minute to minute; a screen reader finds it, but is not interrupted by it. */
  readonly text: string;
  /** Said once when it begins; '' = was told otherwise. */
  readonly spoken: string;
}

const halfDayMs = 12 * 3_600_000;

/** A time of day alone is clear only when it is near. */
function moment(at: number, now: number): string {
  return Math.abs(now - at) < halfDayMs ? formatClock(at) : formatMoment(at, now);
}

function nextTry({ nextTryAt }: SiteLine, now: number): string {
  return nextTryAt === null || nextTryAt <= now
    ? t('uploads.hold.trying')
    : t('uploads.hold.next-try', { clock: moment(nextTryAt, now) });
}

/** A proxy that is there, and does not let anything through for a reason of its own. */
const isProxySaid = (trouble: SiteLine['trouble']) => isProxyTrouble(trouble) && trouble !== 'proxy-away';

function lineText(line: SiteLine, now: number): string {
  if (line.trouble === 'portal') return t('uploads.hold.portal', { site: line.siteName });
  if (isProxySaid(line.trouble)) return sentences(t(`uploads.hold.${line.trouble}`), nextTry(line, now));
  if (isBlocked(line.trouble)) {
    const what = blockedWhat(line.trouble);
    return sentences(
      t('uploads.hold.since', { moment: moment(line.since, now) }),
      t('uploads.hold.blocked', { what }),
      nextTry(line, now),
    );
  }
  const since = line.trouble === 'site-maintenance' ? 'uploads.hold.since-update' : 'uploads.hold.since';
  return sentences(t(since, { moment: moment(line.since, now) }), nextTry(line, now), t('uploads.hold.automatic'));
}

/** Sites that are there, and only ask for time. */
const present: ReadonlySet<SiteLine['trouble']> = new Set(['site-busy', 'site-maintenance']);

/** Where they are to go. */
export function readyPlace({ wait, isOneOfSeveral }: Extract<Hold, { kind: 'ready' }>): string {
  const { siteName: site, accountName: account } = wait;
  return isOneOfSeveral ? t('jobs.place', { site, account }) : site;
}

/** `now` = wall clock in ms. */
export function holdWords(hold: Hold, now: number): HoldWords {
  switch (hold.kind) {
    case 'paused':
      return {
        icon: 'paused',
        title: t('uploads.hold.paused.title'),
        text: t('uploads.hold.paused.text'),
        spoken: t('uploads.hold.paused.spoken'),
      };
    case 'offline':
      return {
        icon: 'offline',
        title: t('uploads.hold.offline.title'),
        text: t('uploads.hold.offline.text'),
        spoken: t('uploads.hold.offline.spoken'),
      };
    case 'hours':
      return {
        icon: 'waiting',
        title: t('uploads.hold.hours.title'),
        text: hoursWords(hold.until, hold.active, now),
        spoken: t('uploads.hold.hours.spoken'),
      };
    case 'line': {
      const { line } = hold;
      const title = t(`uploads.line.${line.trouble}`, { site: line.siteName, proxy: line.proxy ?? '' });
      return {
        icon:
          isBlocked(line.trouble) || isProxySaid(line.trouble)
            ? 'needs-you'
            : present.has(line.trouble)
              ? 'waiting'
              : 'offline',
        title,
        text: lineText(line, now),
        spoken: t('uploads.hold.spoken', { title }),
      };
    }
    case 'ready': {
      // A screen reader hears them counted as they come (announce.ts).
      return {
        icon: 'ready',
        title: t('uploads.hold.ready', { clips: hold.wait.clips, place: readyPlace(hold) }),
        text: t('uploads.hold.ready.text'),
        spoken: '',
      };
    }
    case 'public': {
      const { siteName, accountName, clips } = hold.wait;
      const title = t('uploads.hold.public', { site: siteName });
      return {
        icon: 'needs-you',
        title,
        text: t('uploads.hold.public.text', { clips, account: accountName }),
        spoken: t('uploads.hold.spoken', { title }),
      };
    }
    case 'sign-in': {
      const { siteName, accountName: account, clips, looks, texts } = hold.wait;
      const title = t('uploads.hold.sign-in', { site: siteName });
      return {
        icon: 'needs-you',
        title,
        text: sentences(
          clips === 0 ? null : t('uploads.hold.sign-in.clips', { clips, account }),
          looks ? t('uploads.hold.sign-in.looks', { account }) : null,
          texts ? t('uploads.hold.sign-in.texts', { account }) : null,
          t('uploads.hold.sign-in.text'),
        ),
        spoken: t('uploads.hold.sign-in.spoken', { title }),
      };
    }
  }
}

/** What everything to come waits for, for the finish time's place; null = something goes on now. */
function waitsFor({ counts, totals }: Pick<QueueWindow, 'counts' | 'totals'>): string | null {
  const { paused, offline, hours, lines, publics, signIns, finish } = totals;
  if (paused) return t('uploads.waits.paused');
  if (hours?.kind === 'closed' && counts.waiting > 0 && totals.secondsLeft === null) return t('uploads.waits.hours');
  if (offline) return t('uploads.waits.offline');
  if (finish.length > 0) return null;
  const [line, ...otherLines] = lines;
  if (line === undefined && publics.length > 0) return t('uploads.waits.public');
  if (line === undefined) return signIns.length > 0 ? t('uploads.waits.sign-in') : null;
  const { trouble, proxy } = line;
  // One proxy in the way of several sites is one trouble, and none of theirs.
  const isOne = otherLines.every((other) => proxy !== null && other.proxy === proxy && other.trouble === trouble);
  if (!isOne || signIns.length > 0)
    return t(lines.some((one) => one.proxy !== null) ? 'uploads.waits.several' : 'uploads.waits.sites');
  // Which one, the banner says: its address would not fit here.
  if (isProxyTrouble(trouble)) return t(`uploads.waits.${trouble}`);
  return t(isBlocked(trouble) ? 'uploads.waits.blocked' : 'uploads.waits.site', { site: line.siteName });
}

/** One figure at the foot of the list; `label` names what is to be over then. */
export interface FinishWords {
  readonly label: string;
  readonly value: string;
}

/** Of more sites than that only the last finish is said. */
const mostFinishes = 2;

export interface Outlook {
  readonly figures: readonly FinishWords[];
  /** What is to be said beside them; null = nothing. */
  readonly besides: string | null;
  /** One sentence for each site: when all is there, or why nothing goes. Only with `besides`. */
  readonly each: readonly string[];
}

/** What stands in the place of a time that nobody knows: where nothing is left to send by itself, none is going to be known. */
function unforeseen({ counts, totals }: Pick<QueueWindow, 'counts' | 'totals'>): string {
  if (totals.bytesOpen > 0) return t('uploads.calculating');
  return t(counts.active > 0 ? 'uploads.waits.answers' : 'uploads.waits.paused');
}

/** When it will be over, by site where two are sent to, or what it waits for; `besides` = who waits meanwhile, null = nobody. */
export function finishWords(queue: Pick<QueueWindow, 'counts' | 'totals'>, now: number): Outlook {
  const { secondsLeft, finish, lines, publics, signIns } = queue.totals;
  const label = t('uploads.finish');
  const waits = waitsFor(queue);
  if (waits !== null) return { figures: [{ label, value: waits }], besides: null, each: [] };
  // Of a site that one account goes to and another waits for, the banner tells.
  const going = new Set(finish.map(({ siteName }) => siteName));
  const held = [...new Set([...lines, ...signIns, ...publics].map(({ siteName }) => siteName))].filter(
    (name) => !going.has(name),
  );
  const isMany = finish.length > mostFinishes;
  const waiting = held.length === 0 ? null : t('uploads.waits.besides', { sites: held.length, site: held[0] ?? '' });
  const besides = listed([
    ...(isMany ? [t('uploads.finish.sites', { sites: finish.length })] : []),
    ...(waiting === null ? [] : [waiting]),
  ]);
  const each = [
    ...finish.map((one) => t('uploads.finish.each', { site: one.siteName, time: formatFinish(now, one.secondsLeft) })),
    ...[
      ...lines.map((line) => ({ kind: 'line', line }) as const),
      ...publics.map((wait) => ({ kind: 'public', wait }) as const),
      ...signIns.map((wait) => ({ kind: 'sign-in', wait }) as const),
    ].flatMap((hold) => sentences(`${holdWords(hold, now).title}.`, holdWords(hold, now).text)),
  ];
  const around = besides === '' ? { besides: null, each: [] } : { besides, each };
  if (secondsLeft === null) return { figures: [{ label, value: unforeseen(queue) }], ...around };
  if (isMany)
    return { figures: [{ label: t('uploads.finish.last'), value: formatFinish(now, secondsLeft) }], ...around };
  if (finish.length < 2) return { figures: [{ label, value: formatFinish(now, secondsLeft) }], ...around };
  const figures = finish.map((one) => ({
    label: t('uploads.finish.of', { site: one.siteName }),
    value: formatFinish(now, one.secondsLeft),
  }));
  return { figures, ...around };
}

/** Of a list in which nothing goes on by itself, waits for its user's word or needs them: what was cancelled never arrived. */
export function nothingLeftWords({ arrived, done }: Pick<QueueCounts, 'arrived' | 'done'>): string {
  return t(arrived === done ? 'uploads.all-there' : 'uploads.none-left');
}
