// The words for each thing that can go wrong while connecting a site or signing in, with a ready text for its host.
import type { ConnectFailure, ConnectProblem } from '../../preload/contract.ts';
import { isTextId, type TextId, t } from '../../preload/text/text.ts';

export interface ConnectWords {
  readonly title: string;
  readonly what: string;
  readonly todo: string;
  readonly host: string | null;
  /** Nobody but the host can help: the text for them is shown at once, not folded away. */
  readonly isForHost: boolean;
}

/** Problems that only the people who run the site's server can solve. */
const forHost: ReadonlySet<ConnectProblem> = new Set(['certificate', 'app-passwords-off', 'header-stripped']);

type Host = Extract<TextId, `connect.${ConnectProblem}.host`>;
const isHost = (id: `connect.${ConnectProblem}.host`): id is Host => isTextId(id);

export function connectWords(problem: ConnectProblem): ConnectWords {
  const host = `connect.${problem}.host` as const;
  return {
    title: t(`connect.${problem}.title`),
    what: t(`connect.${problem}.what`),
    todo: t(`connect.${problem}.todo`),
    host: isHost(host) ? t(host) : null,
    isForHost: forHost.has(problem),
  };
}

/** Where an address led, for the problems that are about it. */
export function ledWords({ from, to }: NonNullable<ConnectFailure['led']>): string {
  return t('connect.led', { from: from.host, to: to.host });
}
