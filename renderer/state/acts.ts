// What was done and can be taken back: told with a button that does so, and by keys wherever the window is.
import type { ActKind, ActWay, Bridge } from '../../preload/contract.ts';
import { type Message, message } from '../../preload/text/text.ts';
import type { News } from '../text/news.ts';
import type { Drafts } from './drafts.ts';
import type { Notice, Notices } from './notices.ts';

export interface Acts {
  /** Tells what was done, with the way back where there is one. */
  tellDone(what: Message | News, kind: ActKind): Promise<void>;
  /** Takes the last act back, or does again what was taken back last; `id` = just that one. */
  takeBack(way: ActWay, id?: number): Promise<void>;
}

export function createActs(
  bridge: Pick<Bridge, 'request'>,
  drafts: Pick<Drafts, 'saved' | 'changedElsewhere'>,
  notices: Pick<Notices, 'tell' | 'attempt'>,
): Acts {
  return {
    async tellDone(what, kind) {
      const offers = await bridge.request('acts.offers').catch(() => null);
      const undo = offers?.undo ?? null;
      notices.tell(what, 'plain', undo?.kind === kind ? { id: undo.id, way: 'undo' } : null);
    },
    async takeBack(way, id) {
      // What was typed last is an act, too.
      await drafts.saved();
      const offers = id === undefined ? await notices.attempt(() => bridge.request('acts.offers')) : null;
      const wanted = id ?? offers?.[way]?.id;
      if (wanted === undefined) {
        if (offers !== null) notices.tell(message('acts.none', { way }), 'info');
        return;
      }
      const taken = await notices.attempt(() => bridge.request('acts.take', { id: wanted, way }));
      drafts.changedElsewhere();
      if (taken === null) return;
      const done: Notice['tone'] = taken.changed > 0 ? 'plain' : 'info';
      const other = { id: wanted, way: way === 'undo' ? ('redo' as const) : ('undo' as const) };
      const again = taken.failed > 0 ? { id: wanted, way } : other;
      notices.tell(
        { kind: 'taken-back', taken },
        taken.failed > 0 ? 'bad' : done,
        taken.changed + taken.failed > 0 ? again : null,
      );
    },
  };
}
