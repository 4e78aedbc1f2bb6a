// What the library says: why a list is not the newest, what an act did, and what an edit is waiting for.
import type {
  EditView,
  FieldName,
  LibraryAct,
  LibraryActResult,
  LibraryBatch,
  LibraryFailure,
  LibraryFilters,
  LibraryQuery,
  PostDraftFailure,
  SiteWindow,
  TermFailure,
} from '../../preload/contract.ts';
import { formatWhen } from '../../preload/text/format.ts';
import { inSentence, listed, sentences, t } from '../../preload/text/text.ts';
import { fieldWord, statusWord } from './fields.ts';

/** Why the newest answer is missing; `shown` = something from before is on screen. */
export function failureWords({ problem, said }: LibraryFailure, shown: boolean): string {
  return sentences(
    t(`library.failure.${problem}`),
    said === null ? null : t('library.failure.said', { said }),
    shown ? t('library.failure.shown') : null,
  );
}

/** How long the list is; "first" where the site counts more than can be listed. */
export function totalWords(
  { total, limited, lookedThrough }: Pick<SiteWindow<unknown>, 'total' | 'limited' | 'lookedThrough'>,
  posts: boolean,
): string {
  if (lookedThrough !== undefined) return t('library.total.so-far', { total });
  if (posts) return t(limited ? 'library.total.first-posts' : 'library.total.posts', { total });
  return t(limited ? 'library.total.first-videos' : 'library.total.videos', { total });
}

/**
 * What the list can be narrowed to by visibility, "all" first: of one's own videos what there is, with its number, and of everybody's
 * each that the site knows, as nobody counted those.
 */
export function statusChoices(
  statuses: LibraryFilters['statuses'],
  { status, author }: Pick<LibraryQuery, 'status' | 'author'>,
): readonly { readonly id: string; readonly label: string }[] {
  const isOwn = author === 'me';
  const offered = statuses.filter(({ name, count }) => !isOwn || count !== 0 || name === status);
  const label = ({ name, count }: LibraryFilters['statuses'][number]): string =>
    isOwn && count !== null ? t('library.status.counted', { status: statusWord(name), count }) : statusWord(name);
  return [
    { id: 'all', label: t('library.status.all') },
    ...offered.map((one) => ({ id: one.name, label: label(one) })),
  ];
}

/** Why terms are not shown. */
export function termListWords({ problem, said }: TermFailure): string {
  return t(`library.terms.${problem}`, { said: said === '' ? null : said });
}

/** What a filter's button shows, and what a screen reader says of it: "Tags: 3"; "Tags: harbour, night, sea". */
export function termFilterWords(
  taxonomy: string,
  chosen: readonly string[],
): { readonly short: string; readonly full: string } {
  const [first, ...others] = chosen;
  if (first === undefined) return { short: taxonomy, full: t('library.terms.any', { taxonomy }) };
  return {
    short:
      others.length === 0
        ? t('library.terms.chosen', { taxonomy, terms: first })
        : t('library.terms.count', { taxonomy, count: chosen.length }),
    full: t('library.terms.chosen', { taxonomy, terms: listed(chosen) }),
  };
}

/** Whether an act did, or failed to do, anything. */
export function isToTell({ done, otherwise = [], stopped = [], failed }: LibraryActResult): boolean {
  return done.length + otherwise.length + stopped.length + failed.length > 0;
}

/** "12 videos moved to the trash. 2 videos were not: your account may not do that." Null = nothing to say. */
export function actResultWords(
  act: LibraryAct,
  { done, otherwise = [], stopped = [], failed }: LibraryActResult,
): string | null {
  const groups = Map.groupBy(failed, ({ problem, said }) => JSON.stringify([problem, said]));
  const words = sentences(
    done.length === 0 ? null : t(`library.done.${act}`, { videos: done.length }),
    ...[...Map.groupBy(otherwise, ({ status }) => status)].map(([status, items]) =>
      t('library.done.otherwise', { videos: items.length, status: statusWord(status) }),
    ),
    ...[...groups.values()].map((items) => {
      const [first] = items;
      if (first === undefined) return null;
      return t('library.not-done', { videos: items.length, why: t(`library.why.${first.problem}`), said: first.said });
    }),
    stopped.length === 0 ? null : t('library.stopped', { videos: stopped.length }),
  );
  return words === '' ? null : words;
}

/** How far a batch is, and why nothing of it goes on; "Moving videos to the trash: 12 of 40", "The site is busy. Tries again tomorrow at 12:04." */
export function batchWords(
  { act, over, total, waits }: LibraryBatch,
  now: number,
): { readonly progress: string; readonly waiting: string | null } {
  return {
    progress: t(`library.moves.${act}`, { over, total }),
    waiting:
      waits === null
        ? null
        : sentences(
            t('library.moves.waits', { why: t(`jobs.wait.${waits.why}`) }),
            waits.until === null ? null : t('library.moves.again', { when: formatWhen(waits.until, now) }),
          ),
  };
}

/** Why one video is as it was. */
export function moveFailureWords({ problem, said }: LibraryBatch['failed'][number]): string {
  return t('library.moves.reason', { why: t(`library.why.${problem}`), said });
}

export interface ActQuestion {
  readonly title: string;
  readonly body: string;
  /** What may be done with it. */
  readonly tick?: string;
  readonly yes: string;
  readonly danger: boolean;
}

/** What an act is about: how many videos, and the title of a single one; whether its account may publish them. */
export interface ActSubject {
  readonly count: number;
  readonly name: string | null;
  readonly mayPublish: boolean;
}

/** What is asked before `act`. */
export function actQuestion(act: 'restore' | 'delete-forever', { count, name, mayPublish }: ActSubject): ActQuestion {
  switch (act) {
    case 'delete-forever':
      return {
        title: t('library.delete.title', { title: name, videos: count }),
        body: t('library.delete.body'),
        yes: t('library.delete.yes'),
        danger: true,
      };
    case 'restore':
      return {
        title: t('library.restore.title', { title: name, videos: count }),
        body: t('library.restore.body', { videos: count }),
        ...(mayPublish ? { tick: t('library.restore.publish', { videos: count }) } : {}),
        yes: t('library.restore.yes'),
        danger: false,
      };
  }
}

/** What is asked when the site turns out to have no trash. */
export function noTrashQuestion(count: number): ActQuestion {
  return {
    title: t('library.no-trash.title'),
    body: t('library.no-trash.body', { videos: count }),
    yes: t('library.delete.yes'),
    danger: true,
  };
}

const fieldNames = (fields: readonly string[]): string =>
  inSentence(fields.map((field) => fieldWord(field as FieldName).toLowerCase()));

export interface EditWords {
  readonly title: string;
  readonly text: string;
}

/** What an edit that does not just go through is about; null = nothing to say. `now` = the wall clock. */
export function editWords(edit: EditView, now: number): EditWords | null {
  switch (edit.kind) {
    case 'none':
      return null;
    case 'waiting':
      if (edit.why === null) return null;
      return {
        title: t('library.edit.waiting'),
        text: sentences(
          t('library.edit.waits', { why: t(`jobs.wait.${edit.why}`) }),
          edit.until === null ? null : t('library.edit.again', { when: formatWhen(edit.until, now) }),
          t('library.edit.kept'),
        ),
      };
    case 'changed-on-site':
      return {
        title: t('library.edit.changed'),
        text: t('library.edit.changed.what', { fields: fieldNames(edit.conflicts.map(({ field }) => field)) }),
      };
    case 'refused': {
      const { fields = [], said } = edit;
      const why =
        fields.length > 0
          ? t('library.edit.refused.fields', { fields: fieldNames(fields), said })
          : t('library.edit.refused.said', { said });
      return { title: t('library.edit.refused'), text: sentences(why, t('library.edit.kept')) };
    }
    case 'ignored':
      return {
        title: t('library.edit.ignored'),
        text: t('library.edit.ignored.what', { fields: fieldNames(edit.fields) }),
      };
    case 'gone':
      return { title: t('library.edit.gone'), text: t('library.edit.gone.what') };
    case 'damaged':
      return { title: t('library.edit.damaged'), text: t('library.edit.damaged.what') };
  }
}

/** Why no draft post was made, or why nobody knows. */
export function postFailureWords({ problem, said }: PostDraftFailure, site: string): string {
  if (problem === 'unclear') return t('post.unclear', { site });
  return sentences(t('post.not-made'), failureWords({ problem, said }, false));
}
