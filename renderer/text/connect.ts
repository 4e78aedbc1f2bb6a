// The words for each thing that can go wrong while connecting a site or signing in, with a ready text for its host.
import type { ConnectFailure, ConnectProblem, SiteLine } from '../../preload/contract.ts';
import { isTextId, type TextId, t } from '../../preload/text/text.ts';

export interface ConnectWords {
  readonly title: string;
  readonly what: string;
  readonly todo: string;
  readonly host: string | null;
  /** Nobody but the host can help: the text for them is shown at once, not folded away. */
  readonly isForHost: boolean;
  /** That text is for the people who run this network. */
  readonly isForNetwork: boolean;
}

/** Problems that only the people who run the site's server, or the network, can solve. */
const forHost: ReadonlySet<ConnectProblem> = new Set<ConnectProblem>([
  'certificate',
  'app-passwords-off',
  'header-stripped',
  'proxy-method',
  'proxy-refuses',
]);

type Host = Extract<TextId, `connect.${ConnectProblem}.host`>;
const isHost = (id: `connect.${ConnectProblem}.host`): id is Host => isTextId(id);

/** `proxy` = host and port of the one that is in the way, if any is. */
export function connectWords(problem: ConnectProblem, proxy = ''): ConnectWords {
  const host = `connect.${problem}.host` as const;
  return {
    title: t(`connect.${problem}.title`),
    what: t(`connect.${problem}.what`, { proxy }),
    todo: t(`connect.${problem}.todo`),
    host: isHost(host) ? t(host, { proxy }) : null,
    isForHost: forHost.has(problem),
    isForNetwork: problem.startsWith('proxy-'),
  };
}

/** Where an address led, for the problems that are about it. */
export function ledWords({ from, to }: NonNullable<ConnectFailure['led']>): string {
  return t('connect.led', { from: from.host, to: to.host });
}

/** The text for the people who run the network, where a proxy's trouble is theirs to end; null = it is not. */
export function networkText({ trouble, proxy }: SiteLine): string | null {
  if (trouble !== 'proxy-method' && trouble !== 'proxy-refuses') return null;
  return connectWords(trouble, proxy ?? '').host;
}
