// What is said of an update: what it is, how far it is, and what became of the last look.
import type { FoundUpdate, UpdatesView } from '../../preload/contract.ts';
import { formatBytes, formatMoment } from '../../preload/text/format.ts';
import { sentences, t } from '../../preload/text/text.ts';

/** How far it is, in one sentence. */
export function stageWords({ stage, found, fetched }: UpdatesView): string {
  if (found === null) return t(stage === 'checking' ? 'updates.stage.checking' : 'updates.stage.none');
  const { version } = found;
  const size = formatBytes(found.bytes);
  switch (stage) {
    case 'none':
    case 'checking':
      return t(`updates.stage.${stage}`);
    case 'found':
      return t('updates.stage.found', { version, size });
    case 'fetching':
      return t('updates.stage.fetching', { version, size, done: formatBytes(fetched) });
    case 'trying':
    case 'ready':
    case 'waiting':
      return t(`updates.stage.${stage}`, { version });
  }
}

/** The same where each change is read out: without the number that never stands still. */
export function spokenStage(view: UpdatesView): string {
  if (view.stage !== 'fetching' || view.found === null) return stageWords(view);
  return t('updates.stage.fetching.spoken', { version: view.found.version });
}

/** What becomes of it, as long as that is for the person to decide. */
export function wayWords({ stage, found }: UpdatesView): string | null {
  return found !== null && (stage === 'ready' || stage === 'found') ? t(`updates.how.${found.way}`) : null;
}

/** `now` = wall clock in ms. */
export function lookWords({ checkedAt, problem }: UpdatesView, now: number): string {
  const checked =
    checkedAt === null ? t('updates.never') : t('updates.checked', { moment: formatMoment(checkedAt, now) });
  return sentences(problem === null ? null : t(`updates.problem.${problem}`), checked);
}

/** The update that is there and that nobody has answered yet; null = there is none to tell of. */
export function untold(view: UpdatesView | null | undefined): FoundUpdate | null {
  if (view?.found?.isUntold !== true) return null;
  return view.stage === 'found' || view.stage === 'ready' ? view.found : null;
}
