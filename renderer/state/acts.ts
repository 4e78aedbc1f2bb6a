// What was done and can be taken back: told with a button that does so, and by keys wherever the window is.
import type { ActKind, ActOffer, ActWay, Bridge, TakenBack } from '../../preload/contract.ts';
import { type Message, message } from '../../preload/text/text.ts';
import type { News } from '../text/news.ts';
import type { Drafts } from './drafts.ts';
import type { Notice, Notices } from './notices.ts';

/** The act that was the last one before something was done; null = there was none. */
export type ActBefore = ActOffer | null;

export interface Acts {
  /** The last act so far: asked just before something is done that `tellDone` tells, and not waited for. */
  beforeAct(): Promise<ActBefore>;
  /** Tells what was done, with the way back where there is one: only that very act is taken back by it. */
  tellDone(what: Message | News, kind: ActKind, before: Promise<ActBefore>): Promise<void>;
  /** Tells what came of an act that was taken back, or done again. */
  tellTaken(taken: TakenBack, id: number): void;
  /** Takes the last act back, or does again what was taken back last; `id` = just that one. */
  takeBack(way: ActWay, id?: number): Promise<void>;
}

export function createActs(
  bridge: Pick<Bridge, 'request'>,
  drafts: Pick<Drafts, 'saved' | 'changedElsewhere'>,
  notices: Pick<Notices, 'tell' | 'attempt'>,
): Acts {
  const lastAct = async (): Promise<ActBefore> => (await bridge.request('acts.offers').catch(() => null))?.undo ?? null;
  const tellTaken = (taken: TakenBack, id: number): void =>
    notices.tell({ kind: 'taken-back', taken }, ...toneOf(taken, id));
  return {
    beforeAct: lastAct,
    tellTaken,
    async tellDone(what, kind, before) {
      const [known, last] = await Promise.all([before, lastAct()]);
      // Steps in the order go on as one act.
      const isNew = last !== null && (last.id !== known?.id || kind === 'order');
      notices.tell(what, 'plain', isNew && last.kind === kind ? { id: last.id, way: 'undo' } : null);
    },
    async takeBack(way, id) {
      // What was typed last is an act, too.
      await drafts.saved();
      const offers = await notices.attempt(() => bridge.request('acts.offers'));
      if (offers === null) return;
      const wanted = offers[way]?.id;
      if (wanted === undefined || (id !== undefined && id !== wanted)) {
        notices.tell(message(wanted === undefined ? 'acts.none' : 'acts.later', { way }), 'info');
        return;
      }
      const taken = await notices.attempt(() => bridge.request('acts.take', { id: wanted, way }));
      drafts.changedElsewhere();
      // Videos that a site has to be asked for are told of once they are there.
      if (taken !== null && taken.batch === undefined) tellTaken(taken, wanted);
    },
  };
}

/** How it is told, and what can be done next: what failed is tried again, what is done can be taken back. */
function toneOf({ changed, failed, way }: TakenBack, id: number): readonly [Notice['tone'], Notice['back']] {
  if (failed > 0) return ['bad', { id, way }];
  if (changed === 0) return ['info', null];
  return ['plain', { id, way: way === 'undo' ? 'redo' : 'undo' }];
}
