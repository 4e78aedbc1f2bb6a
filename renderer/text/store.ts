// What is said when the list on this computer's disk is or was in trouble: what happened, what was kept, what to do.
import type { RebuiltView, StoreView, UnreadableView } from '../../preload/contract.ts';
import { formatMoment } from '../../preload/text/format.ts';
import { sentences, t } from '../../preload/text/text.ts';

export interface StoreWords {
  readonly title: string;
  readonly text: string;
}

export function troubleWords(trouble: NonNullable<StoreView['trouble']>, folder: string): StoreWords {
  return { title: t(`store.${trouble}`), text: t(`store.${trouble}.text`, { folder }) };
}

function kept({ clips, sites, copyFrom }: RebuiltView, now: number): string {
  if (clips === 0 && sites === 0) return t('store.kept-nothing');
  return t('store.kept', { clips, sites, copy: copyFrom === null ? null : formatMoment(copyFrom, now) });
}

/** `now` = wall clock in ms. */
export function rebuiltWords(rebuilt: RebuiltView, now: number): StoreWords {
  const { why, lostClips } = rebuilt;
  const title = t(`store.rebuilt.${why}`);
  if (why === 'behind') return { title, text: t('store.behind') };
  return {
    title,
    text: sentences(
      kept(rebuilt, now),
      lostClips === 0 ? null : t('store.lost', { clips: lostClips }),
      t('store.look-first'),
    ),
  };
}

/** A list that came from another computer: what is held, what going on means, and that it can be left alone. */
export function elsewhereWords(elsewhere: NonNullable<StoreView['elsewhere']>): StoreWords {
  return { title: t(`elsewhere.${elsewhere}`), text: t(`elsewhere.${elsewhere}.text`) };
}

/** What was damaged and told nowhere else, one line each; none = nothing. */
export function unreadableWords({ changes, edits, settings }: UnreadableView): readonly StoreWords[] {
  const lines: StoreWords[] = [];
  if (changes > 0) lines.push({ title: t('store.unread.changes'), text: t('store.unread.changes.text') });
  if (edits > 0) lines.push({ title: t('store.unread.edits'), text: t('store.unread.edits.text', { edits }) });
  if (settings > 0) lines.push({ title: t('store.unread.settings'), text: t('store.unread.settings.text') });
  return lines;
}
