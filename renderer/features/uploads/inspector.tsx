// The pane beside the list: everything about one selected job, or totals and actions for many.

import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import type { JobAct, JobDetails, JobRow } from '../../../preload/contract.ts';
import { formatBytes } from '../../../preload/text/format.ts';
import { facts, type TextId, t } from '../../../preload/text/text.ts';
import { isBlocked } from '../../model/blocked.ts';
import { placeOf } from '../../model/place.ts';
import { narrowing } from '../../model/search.ts';
import { selectedCount, singleRow, targetOf } from '../../model/selection.ts';
import { actOnRow, actOnSelection } from '../../state/job-actions.ts';
import { movableCount, moveSelected } from '../../state/reorder.ts';
import {
  actsOn,
  actsUnder,
  canMove,
  destinations,
  isAccountGone,
  isBusy,
  isDeletedThere,
  isHeldUp,
  isOnSite,
  isUnderWay,
  mayBeThere,
  mayChangeAccount,
  sentPart,
  shownCounts,
  titleOf,
} from '../../state/selectors.ts';
import { usePlayerEnd } from '../../state/use-player-end.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { rowWords } from '../../text/jobs.ts';
import { Choice } from '../../ui/choice.tsx';
import { ClipPlayer } from '../../ui/clip-player.tsx';
import { Attempts, FileFacts } from '../../ui/file-facts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Pane } from '../../ui/pane.tsx';
import { CopyLinks } from '../links/copy-links.tsx';
import { SaveReceipt } from '../links/save-receipt.tsx';
import { DescribeForm } from '../metadata/describe-form.tsx';
import { DescribeMany } from './describe-many.tsx';
import { NeedsYou } from './needs-you.tsx';
import { OlderNote } from './newer-version.tsx';
import { Bar } from './queue-row.tsx';
import { SidecarNote } from './sidecar-note.tsx';
import { SiteBlocked } from './site-blocked.tsx';

export function Inspector({ narrow }: { readonly narrow: boolean }): ReactNode {
  const store = useAppStore();
  const selection = useApp((state) => state.selection);
  const details = useApp((state) => state.details);
  const single = singleRow(selection);
  usePlayerEnd(single === null);
  const several = selection.kind === 'all' || selection.rows.size > 1;
  return (
    <Pane
      label={t('uploads.details')}
      narrow={narrow}
      closeLabel={t('uploads.close-details')}
      onClose={() => store.openInspector(false)}
    >
      {single !== null && <One row={details?.row ?? single} details={details} />}
      {several && <Many />}
      {single === null && !several && <p className="pane-empty">{t('uploads.pane.none')}</p>}
    </Pane>
  );
}

function One({ row, details }: { readonly row: JobRow; readonly details: JobDetails | null }): ReactNode {
  const store = useAppStore();
  const plays = useApp((state) => state.plays);
  const words = rowWords(
    row,
    Date.now(),
    useApp(({ app }) => isAccountGone(app, row.accountId)),
  );
  // What is asked comes first then: the clip only says which one it is.
  const blocked = row.state.kind === 'waiting' && isBlocked(row.state.why) ? row.state.why : null;
  const asks = row.state.kind === 'needs-you' || blocked !== null;
  return (
    <>
      <section
        className={asks && !plays ? 'pane-section pane-top pane-small' : 'pane-section pane-top'}
        aria-label={t('uploads.pane.clip')}
      >
        <div className="pane-poster">
          <ClipPlayer
            jobId={row.id}
            name={titleOf(row)}
            canTry={row.hasPoster}
            plays={plays}
            onPlays={(on) => store.setPlaying(on)}
          />
        </div>
        <h2 className="pane-title">{titleOf(row)}</h2>
        {!asks && (
          <>
            <div className={`pane-state tone-${words.tone}`}>
              <Icon name={words.icon} />
              <span className="pane-state-label">{words.label}</span>
              {words.detail !== null && <span className="pane-state-detail">{words.detail}</span>}
            </div>
            <Bar part={sentPart(row.state, row.bytes)} busy={isBusy(row.state)} />
          </>
        )}
        {details !== null && <OneActions details={details} />}
      </section>
      {details !== null && (
        <>
          {row.state.kind === 'needs-you' && <NeedsYou key={`ask ${row.id}`} details={details} state={row.state} />}
          <OlderNote details={details} />
          {blocked !== null && <SiteBlocked row={row} why={blocked} />}
          <SidecarNote details={details} />
          <DescribeForm
            key={row.id}
            details={{ ...details, place: placeOf(details) }}
            isDeleted={isDeletedThere(row)}
          />
          <Goal details={details} />
          <FileFacts details={details} />
          <Attempts details={details} />
        </>
      )}
    </>
  );
}

function OneActions({ details }: { readonly details: JobDetails }): ReactNode {
  const store = useAppStore();
  const { row, video } = details;
  const { state } = row;
  // A clip that waits for its user or is paused may have arrived, which its row does not say.
  const hasVideo = isOnSite(row) || (video !== null && state.kind !== 'cancelled' && mayBeThere(row));
  return (
    <div className="button-row">
      {hasVideo && (
        <Button
          className="button button-small"
          onPress={() => void store.attempt(() => store.bridge.request('job.openVideo', row.id))}
        >
          <Icon name="external" size={14} />
          {t('uploads.open-on-site')}
        </Button>
      )}
      {hasVideo && <CopyLinks of={{ jobs: { ids: [row.id] } }} many={false} />}
      <Button
        className="button button-small"
        onPress={() => void store.attempt(() => store.bridge.request('job.showFile', row.id))}
      >
        <Icon name="folder" size={14} />
        {t('uploads.show-file')}
      </Button>
      {state.kind === 'ready' && (
        <Button className="button button-small button-primary" onPress={() => actOnRow(store, row, 'send')}>
          {t('jobs.action.send')}
        </Button>
      )}
      {isDeletedThere(row) && (
        <Button className="button button-small" onPress={() => actOnRow(store, row, 'retry')}>
          {t('jobs.action.again')}
        </Button>
      )}
      {isHeldUp(state) && (
        <Button className="button button-small" onPress={() => actOnRow(store, row, 'retry')}>
          {t('uploads.try-now')}
        </Button>
      )}
      {canMove(state) && <SendNextLast look="button button-small" />}
      {isUnderWay(state) ? (
        <Button className="button button-small" onPress={() => actOnRow(store, row, 'cancel')}>
          {t('uploads.cancel')}
        </Button>
      ) : state.kind === 'needs-you' && state.action === 'remove' ? null : (
        <Button className="button button-small" onPress={() => actOnRow(store, row, 'remove')}>
          {t('uploads.remove')}
        </Button>
      )}
    </div>
  );
}

function SendNextLast({ look }: { readonly look: string }): ReactNode {
  const store = useAppStore();
  return (
    <>
      <Button className={look} onPress={() => void moveSelected(store, { to: 'first' })}>
        {t('jobs.order.next')}
      </Button>
      <Button className={look} onPress={() => void moveSelected(store, { to: 'last' })}>
        {t('jobs.order.last')}
      </Button>
    </>
  );
}

function Goal({ details }: { readonly details: JobDetails }): ReactNode {
  const store = useAppStore();
  const app = useApp((state) => state.app);
  const places = destinations(app);
  // Its own is no choice; another one is, also where its own is gone.
  const isChoice = places.some(({ account }) => account.id !== details.row.accountId);
  if (!isChoice || !mayChangeAccount(details.row.state)) return null;
  return (
    <section className="pane-section" aria-label={t('uploads.pane.goes-to')}>
      <Choice
        look="field"
        label={t('uploads.pane.goes-to')}
        placeholder={t('jobs.no-account')}
        options={places.map(({ account, label }) => ({ id: account.id, label }))}
        value={details.row.accountId}
        onChange={(accountId) => void store.moveToAccount(details.row, accountId)}
      />
    </section>
  );
}

const bulk = [
  { act: 'send', label: 'jobs.action.send' },
  { act: 'pause', label: 'jobs.action.pause' },
  { act: 'resume', label: 'jobs.action.resume' },
  { act: 'retry', label: 'jobs.action.retry' },
  { act: 'replace', label: 'jobs.action.replace' },
  { act: 'keep', label: 'jobs.action.keep' },
  { act: 'cancel', label: 'uploads.cancel-many' },
  { act: 'remove', label: 'uploads.remove.asks' },
] as const satisfies readonly { readonly act: JobAct; readonly label: TextId }[];

function Many(): ReactNode {
  const store = useAppStore();
  const selection = useApp((state) => state.selection);
  const total = useApp((state) => state.queue?.total ?? 0);
  const filter = useApp((state) => state.filter);
  const count = selectedCount(selection, total);
  const rows = selection.kind === 'some' ? [...selection.rows.values()] : null;
  const bytes = rows?.reduce((sum, row) => sum + row.bytes, 0) ?? null;
  const movable = useApp((state) => movableCount(state.selection, state.queue));
  const needsYou = rows?.filter((row) => row.state.kind === 'needs-you').length ?? 0;
  const done = rows?.filter((row) => row.state.kind === 'done' && !isDeletedThere(row)).length ?? 0;
  const counts = useApp(({ queue, search }) => queue && shownCounts(queue, narrowing(search)));
  const acts = rows === null ? (counts === null ? [] : actsUnder(filter, counts)) : actsOn(rows);
  const withLink =
    rows === null ? (filter === 'all' || filter === 'done') && (counts?.done ?? 0) > 0 : rows.some(isOnSite);
  const offered = bulk.filter(({ act }) => acts.includes(act));
  const key =
    selection.kind === 'all'
      ? `all ${JSON.stringify(selection.filter)} ${total}`
      : [...selection.rows.keys()].join(' ');
  return (
    <>
      <section className="pane-section pane-top" aria-label={t('uploads.pane.many')}>
        <h2 className="pane-many">{t('uploads.pane.selected', { clips: count })}</h2>
        <p className="pane-many-facts">
          {facts(
            bytes === null ? t('uploads.pane.everything', { filter: t(`jobs.filter.${filter}`) }) : formatBytes(bytes),
            done > 0 ? t('uploads.pane.on-site', { clips: done }) : null,
            needsYou > 0 ? t('uploads.pane.need', { clips: needsYou }) : null,
          )}
        </p>
        <div className="button-row">
          {offered.map(({ act, label }) => (
            <Button key={act} className="button" onPress={() => actOnSelection(store, selection, act, total)}>
              {t(label)}
            </Button>
          ))}
          {movable > 0 && <SendNextLast look="button" />}
          {withLink && <CopyLinks of={{ jobs: targetOf(selection) }} many look="button" />}
          <SaveReceipt target={targetOf(selection)} />
        </div>
      </section>
      <DescribeMany target={targetOf(selection)} targetKey={key} count={count} />
    </>
  );
}
