// Saving for a new computer: what goes into the file, what stays here, and what to do with the file.

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, Dialog, Heading } from 'react-aria-components';
import type { FolderView, MoveOutView, RequestOutput } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { messageOf } from '../../text/failure.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MoveBody } from './move-body.tsx';

/** Null = it is being gathered. */
type Made = { readonly view: MoveOutView } | { readonly failed: string } | null;

export function MoveOut(): ReactNode {
  const store = useAppStore();
  const [tries, setTries] = useState(0);
  const [made, setMade] = useState<Made>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try gathers it again.
  useEffect(() => {
    let wanted = true;
    const take = (next: Made): void => {
      if (wanted) setMade(next);
    };
    take(null);
    store.bridge.request('move.gather').then(
      (gathered) => take({ view: gathered }),
      (error: unknown) => take({ failed: messageOf(error) }),
    );
    return () => {
      wanted = false;
    };
  }, [store, tries]);
  const view = made !== null && 'view' in made ? made.view : null;
  const [outcome, setOutcome] = useState<RequestOutput<'move.save'>>(null);
  const isSaved = outcome?.ok === true;
  return (
    <Dialog className="dialog dialog-tall">
      <Heading slot="title" className="dialog-title">
        {t('move-out.title')}
      </Heading>
      <MoveBody label={t('move-out.list')} isBusy={made === null}>
        {!isSaved && <p className="dialog-body">{t('move-out.what')}</p>}
        {made === null && (
          <p role="status" className="move-told">
            {t('move-out.gathering')}
          </p>
        )}
        {made !== null && 'failed' in made && (
          <p role="alert" className="move-told move-bad">
            <Icon name="needs-you" />
            <span>{t('move-out.failed', { why: made.failed })}</span>
          </p>
        )}
        {view !== null && !isSaved && <Contents view={view} />}
        <Told outcome={outcome} />
        {isSaved && <PauseFolders />}
      </MoveBody>
      <Buttons
        view={view}
        isSaved={isSaved}
        onSaved={setOutcome}
        onAgain={made !== null && view === null ? () => setTries(tries + 1) : null}
      />
    </Dialog>
  );
}

function Contents({ view }: { readonly view: MoveOutView }): ReactNode {
  const { sites, clips, folders, openClips, leftClips } = view;
  return (
    <>
      <ul className="move-list">
        <li>
          <Icon name="done" />
          {t('move-out.clips', { clips })}
        </li>
        <li>
          <Icon name="sites" />
          {t('move-out.sites', { sites })}
        </li>
        <li>
          <Icon name="folder" />
          {t('move-out.folders', { folders })}
        </li>
        <li>
          <Icon name="settings" />
          {t('move-out.settings')}
        </li>
      </ul>
      {openClips > 0 && (
        <p className="move-note">
          <Icon name="waiting" />
          <span>{t('move-out.open', { clips: openClips })}</span>
        </p>
      )}
      {leftClips > 0 && (
        <p className="move-note">
          <Icon name="info" />
          <span>{t('move-out.left', { clips: leftClips })}</span>
        </p>
      )}
    </>
  );
}

/** What became of saving; there from the beginning, so that a screen reader hears of it. */
function Told({ outcome }: { readonly outcome: RequestOutput<'move.save'> }): ReactNode {
  const store = useAppStore();
  return (
    <div role="status">
      {outcome?.ok === true && (
        <>
          <p className="move-told move-good">
            <Icon name="check" />
            <span className="move-place">{t('move-out.saved', outcome.value)}</span>
            <Button
              className="button button-small"
              onPress={() => void store.attempt(() => store.bridge.request('move.showSaved'))}
            >
              <Icon name="folder" size={14} />
              {t('move-out.show')}
            </Button>
          </p>
          <p className="move-note move-plain">{t('move-out.next')}</p>
        </>
      )}
      {outcome?.ok === false && (
        <p className="move-told move-bad">
          <Icon name="needs-you" />
          <span>{t(`move-out.problem.${outcome.failure}`)}</span>
        </p>
      )}
    </div>
  );
}

interface ButtonsProps {
  /** Null = there is nothing to save yet. */
  readonly view: MoveOutView | null;
  readonly isSaved: boolean;
  readonly onSaved: (outcome: RequestOutput<'move.save'>) => void;
  /** Null = nothing failed. */
  readonly onAgain: (() => void) | null;
}

function Buttons({ view, isSaved, onSaved, onAgain }: ButtonsProps): ReactNode {
  const store = useAppStore();
  const [isBusy, setBusy] = useState(false);
  const close = useRef<HTMLButtonElement>(null);

  async function save(id: string): Promise<void> {
    setBusy(true);
    onSaved(null);
    const outcome = await store.attempt(() => store.bridge.request('move.save', id));
    onSaved(outcome);
    setBusy(false);
    // What is saved needs no saving, and its button goes: the keyboard is where it is over.
    if (outcome?.ok === true) close.current?.focus();
  }

  return (
    <div className="dialog-buttons">
      <Button
        className={isSaved ? 'button button-primary' : 'button'}
        ref={close}
        autoFocus
        onPress={() => store.closeMove()}
      >
        {t('move.close')}
      </Button>
      {onAgain !== null && (
        <Button className="button button-primary" onPress={onAgain}>
          {t('move-out.again')}
        </Button>
      )}
      {onAgain === null && !isSaved && (
        <BusyButton
          className="button button-primary"
          isBusy={isBusy}
          isDisabled={view === null}
          onPress={() => {
            if (view !== null) void save(view.id);
          }}
        >
          {t(isBusy ? 'move-out.saving' : 'move-out.save')}
        </BusyButton>
      )}
    </div>
  );
}

const none: readonly FolderView[] = [];

/** From then on two computers would look at the same folders. */
function PauseFolders(): ReactNode {
  const store = useAppStore();
  const folders = useApp((state) => state.app?.folders ?? none).filter(({ state }) => state !== 'unplaced');
  const [paused, setPaused] = useState(false);
  const watched = folders.filter((folder) => !folder.paused);
  const pause = async (): Promise<void> => {
    for (const { id } of watched) await store.bridge.request('folder.pause', { folderId: id, paused: true });
    setPaused(true);
  };
  if (folders.length === 0 || (watched.length === 0 && !paused)) return null;
  if (watched.length === 0)
    return (
      <p role="status" className="move-told move-good">
        <Icon name="check" />
        {t('move-out.folders-paused')}
      </p>
    );
  return (
    <div className="move-note move-plain">
      <p>{t('move-out.stop-folders')}</p>
      <Button className="button button-small" onPress={() => void store.attempt(pause)}>
        <Icon name="pause" size={14} />
        {t('move-out.pause-folders')}
      </Button>
    </div>
  );
}
