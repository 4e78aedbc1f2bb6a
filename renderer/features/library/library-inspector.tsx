// The pane beside the library: one video's form, facts and actions, or the actions for many.

import { type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components';
import type { ClipFile, LibraryDetails, LibraryRow } from '../../../preload/contract.ts';
import { formatBytes, formatMomentAlone } from '../../../preload/text/format.ts';
import { t } from '../../../preload/text/text.ts';
import { keyOfVideo } from '../../state/drafts.ts';
import { actOnVideos, actsFor, openVideo } from '../../state/library-actions.ts';
import { takesTitle } from '../../state/titles.ts';
import { useNow } from '../../state/use-now.ts';
import { usePlayerEnd } from '../../state/use-player-end.ts';
import { useApp, useAppStore, useLibrary } from '../../state/use-store.ts';
import { statusWord } from '../../text/fields.ts';
import { editWords, failureWords } from '../../text/library.ts';
import { ClipPlayer } from '../../ui/clip-player.tsx';
import { Fact } from '../../ui/file-facts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { titleWords } from '../../ui/library-row.tsx';
import { Pane } from '../../ui/pane.tsx';
import { VideoPoster } from '../../ui/video-poster.tsx';
import { CopyLinks } from '../links/copy-links.tsx';
import { Conflicts } from '../metadata/changed-on-site.tsx';
import { type Describable, DescribeForm } from '../metadata/describe-form.tsx';
import { TitleTools } from '../metadata/many-titles.tsx';
import { ChangeMany } from './change-many.tsx';
import { NewPostDraft } from './post-draft.tsx';

export function LibraryInspector({ narrow }: { readonly narrow: boolean }): ReactNode {
  const { library } = useAppStore();
  const selected = useLibrary((state) => state.selected);
  const details = useLibrary((state) => state.details);
  const rows = [...selected.values()];
  const [first] = rows;
  usePlayerEnd(rows.length !== 1 || first?.jobId == null);
  return (
    <Pane
      label={t('library.details')}
      narrow={narrow}
      closeLabel={t('library.close-details')}
      onClose={() => library.openInspector(false)}
    >
      {rows.length === 1 && first !== undefined && <One row={details?.row ?? first} details={details} />}
      {rows.length > 1 && (
        <section className="pane-section pane-top" aria-label={t('library.many')}>
          <h2 className="pane-many">{t('library.selected', { videos: rows.length })}</h2>
          <Acts rows={rows} />
        </section>
      )}
      {rows.length > 1 && rows.some(takesTitle) && <Many rows={rows} />}
      {rows.length === 0 && <p className="pane-empty">{t('library.none')}</p>}
    </Pane>
  );
}

function Many({ rows }: { readonly rows: readonly LibraryRow[] }): ReactNode {
  const accountId = useLibrary((state) => state.accountId) ?? '';
  const changeable = rows.filter(takesTitle);
  return <ChangeMany accountId={accountId} rows={changeable} others={rows.length - changeable.length} />;
}

function Acts({ rows, children }: { readonly rows: readonly LibraryRow[]; readonly children?: ReactNode }): ReactNode {
  const store = useAppStore();
  const accountId = useLibrary((state) => state.accountId) ?? '';
  const way = rows.length === 1 ? rows[0]?.moving : undefined;
  const linked = rows.filter(({ status }) => status !== 'trash').map(({ id }) => id);
  return (
    <div className="button-row">
      {children}
      {actsFor(rows).map((act) => (
        <Button key={act} className="button button-small" onPress={() => actOnVideos(store, act, rows)}>
          {t(`library.act.${act}`)}
        </Button>
      ))}
      {linked.length > 0 && <CopyLinks of={{ accountId, videoIds: linked }} many={rows.length > 1} />}
      {rows.length > 1 && rows.some(takesTitle) && <TitleTools list="library" />}
      <NewPostDraft rows={rows} />
      {way !== undefined && <span className="hint library-way">{t(`library.row.moving.${way}`)}</span>}
    </div>
  );
}

function One({ row, details }: { readonly row: LibraryRow; readonly details: LibraryDetails | null }): ReactNode {
  const store = useAppStore();
  const accountId = useLibrary((state) => state.accountId) ?? '';
  // The form keeps what was typed in it; the user who takes the site's values wants to see those.
  const [dropped, setDropped] = useState(0);
  const trashed = row.status === 'trash';
  const form = details === null || trashed || !row.canEdit ? null : describable(details);
  return (
    <>
      <section className="pane-section pane-top" aria-label={t('library.video')}>
        <div className="pane-poster">
          <Picture row={row} clipFile={details?.clipFile ?? 'same'} />
        </div>
        <h2 className="pane-title">{titleWords(row.title)}</h2>
        <Acts rows={[row]}>
          {!trashed && (
            <Button className="button button-small" onPress={() => openVideo(store, accountId, row.id)}>
              <Icon name="external" size={14} />
              {t('library.open')}
            </Button>
          )}
        </Acts>
      </section>
      {details !== null && (
        <>
          <Standstill details={details} onDropped={() => setDropped((times) => times + 1)} />
          {details.failure !== null && (
            <section className="pane-section" aria-label={t('library.problem')}>
              <p className="hint">
                <Icon name="offline" />
                {failureWords(details.failure, false)}
              </p>
            </section>
          )}
          {form !== null && <DescribeForm key={`${form.row.id} ${dropped}`} details={form} />}
          {!row.canEdit && !trashed && (
            <section className="pane-section" aria-label={t('library.rights')}>
              <p className="hint">
                <Icon name="info" />
                {t('library.read-only')}
              </p>
            </section>
          )}
          <Facts details={details} />
        </>
      )}
    </>
  );
}

/** The picture of the video, and its clip in that place: as long as the clip's file here is the one that was sent. */
function Picture({ row, clipFile }: { readonly row: LibraryRow; readonly clipFile: ClipFile }): ReactNode {
  const store = useAppStore();
  const plays = useApp((state) => state.plays);
  const picture = <VideoPoster poster={row.poster} jobId={row.jobId} />;
  if (row.jobId === null) return picture;
  if (clipFile !== 'same')
    return (
      <>
        {picture}
        <p className="hint">
          <Icon name="info" />
          {t(`player.file.${clipFile}`)}
        </p>
      </>
    );
  return (
    <ClipPlayer
      canTry
      jobId={row.jobId}
      name={titleWords(row.title)}
      picture={picture}
      plays={plays}
      onPlays={(on) => store.setPlaying(on)}
    />
  );
}

/** The video in the shape of the form that jobs have; null while its values are not known. */
function describable({ accountId, row, draft, video, edit }: LibraryDetails): Describable | null {
  if (video === null) return null;
  const id = keyOfVideo(accountId, row.id);
  const place = edit.kind === 'none' || edit.kind === 'waiting' ? 'there' : 'held';
  return { row: { id, accountId, name: row.title }, draft, draftPending: edit.kind !== 'none', video, place };
}

/** What an edit waits for, with the ways out of it. */
function Standstill({
  details,
  onDropped,
}: {
  readonly details: LibraryDetails;
  readonly onDropped: () => void;
}): ReactNode {
  const store = useAppStore();
  const { edit, accountId, row } = details;
  const words = editWords(edit, useNow(edit.kind === 'waiting'));
  if (words === null) return null;
  const settle = (how: 'theirs' | 'retry'): void => {
    // What is still being typed belongs to what the user decides about.
    store.drafts.flush();
    void store.attempt(async () => {
      await store.bridge.request('library.settle', { accountId, videoId: row.id, how });
      if (how === 'theirs') onDropped();
    });
  };
  return (
    <section className="pane-section needs-you" aria-label={words.title}>
      <p className="needs-you-title">
        <Icon name={edit.kind === 'waiting' ? 'waiting' : 'needs-you'} />
        {words.title}
      </p>
      <p>{words.text}</p>
      {edit.kind === 'changed-on-site' && (
        <Conflicts
          accountId={accountId}
          conflicts={edit.conflicts}
          onSettle={(mine) => {
            void store.attempt(async () => {
              await store.bridge.request('library.resolve', { accountId, videoId: row.id, mine });
              if (mine.length < edit.conflicts.length) onDropped();
            });
          }}
        />
      )}
      <div className="button-row">
        {(edit.kind === 'waiting' || edit.kind === 'refused' || edit.kind === 'ignored') && (
          <Button className="button button-small" onPress={() => settle('retry')}>
            {t('library.try-again')}
          </Button>
        )}
        {edit.kind !== 'waiting' && edit.kind !== 'changed-on-site' && (
          <Button className="button button-small" onPress={() => settle('theirs')}>
            {t(edit.kind === 'ignored' ? 'library.use-theirs' : 'library.discard')}
          </Button>
        )}
      </div>
    </section>
  );
}

function Facts({ details }: { readonly details: LibraryDetails }): ReactNode {
  const now = Date.now();
  const { row, file, author } = details;
  return (
    <section className="pane-section" aria-label={t('library.facts')}>
      <h3 className="pane-heading">{t('library.facts')}</h3>
      <dl className="facts">
        <Fact name={t('library.facts.status')} value={statusWord(row.status, row.isProtected)} />
        {row.date !== null && <Fact name={t('library.facts.date')} value={formatMomentAlone(row.date, now)} />}
        {row.modified !== null && (
          <Fact name={t('library.facts.changed')} value={formatMomentAlone(row.modified, now)} />
        )}
        {author !== null && <Fact name={t('library.facts.by')} value={author} />}
        {file !== null && <Fact name={t('library.facts.file')} value={file.name} />}
        {file !== null && file.bytes !== null && (
          <Fact name={t('library.facts.size')} value={formatBytes(file.bytes)} />
        )}
        {row.link !== null && <Fact name={t('library.facts.address')} value={row.link} />}
        <Fact
          name={t('library.facts.sent')}
          value={t(row.fromHere ? 'library.facts.from-here' : 'library.facts.not-from-here')}
        />
      </dl>
    </section>
  );
}
