// Bringing over from another computer: what a file would add here, before it does, and what is to be done afterwards.

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, Dialog, Heading } from 'react-aria-components';
import type { MoveInView, MoveProblem, MoveSite, MoveTaken } from '../../../preload/contract.ts';
import { formatMoment } from '../../../preload/text/format.ts';
import { inSentence, t } from '../../../preload/text/text.ts';
import type { FoundMove } from '../../state/move.ts';
import { useAppStore } from '../../state/use-store.ts';
import { messageOf, saidWords } from '../../text/failure.ts';
import { nothingNewWords } from '../../text/move.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MoveBody } from './move-body.tsx';

/** `found` null = the file is being chosen or read. */
export function MoveIn({ found }: { readonly found: FoundMove | null }): ReactNode {
  return (
    <Dialog className="dialog dialog-tall" aria-busy={found === null}>
      <Heading slot="title" className="dialog-title">
        {t('move-in.title')}
      </Heading>
      {found === null && <Opening />}
      {found?.ok === true && <Offer key={found.value.id} view={found.value} />}
      {found?.ok === false && <Refused text={t(`move-in.problem.${found.failure satisfies MoveProblem}`)} />}
      {found?.ok === 'failed' && <Refused text={t('move-in.failed', { why: saidWords(found.said) })} />}
    </Dialog>
  );
}

function Opening(): ReactNode {
  const store = useAppStore();
  return (
    <>
      <p role="status" className="dialog-body">
        {t('move-in.opening')}
      </p>
      <div className="dialog-buttons">
        <Button className="button" autoFocus onPress={() => store.closeMove()}>
          {t('move.cancel')}
        </Button>
      </div>
    </>
  );
}

function Refused({ text }: { readonly text: string }): ReactNode {
  const store = useAppStore();
  return (
    <>
      <p role="alert" className="move-told move-bad">
        <Icon name="needs-you" />
        <span>{text}</span>
      </p>
      <div className="dialog-buttons">
        <Button className="button" autoFocus onPress={() => store.closeMove()}>
          {t('move.close')}
        </Button>
        <Button className="button button-primary" onPress={() => void store.bringOver()}>
          {t('move-in.other')}
        </Button>
      </div>
    </>
  );
}

const isNothing = ({ sites, newClips, newFolders, newSettings }: MoveInView): boolean =>
  newClips === 0 &&
  newFolders.length === 0 &&
  newSettings === 0 &&
  sites.every(({ newLogins }) => newLogins.length === 0);

function Offer({ view }: { readonly view: MoveInView }): ReactNode {
  const store = useAppStore();
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const [taken, setTaken] = useState<MoveTaken | null>(null);

  async function take(): Promise<void> {
    setBusy(true);
    setFailed(null);
    try {
      setTaken(await store.bridge.request('move.take', view.id));
    } catch (error) {
      setFailed(messageOf(error));
    }
    setBusy(false);
  }

  if (taken !== null) return <Done taken={taken} />;
  const nothing = isNothing(view);
  const { computer, savedAt } = view;
  return (
    <>
      <MoveBody label={t('move-in.list')}>
        <p className="dialog-body">
          {t('move-in.from', {
            computer: computer === '' ? null : computer,
            moment: formatMoment(savedAt, Date.now()),
          })}{' '}
          {!nothing && t('move-in.only-yours')}
        </p>
        {nothing ? <p className="move-told">{nothingNewWords(view)}</p> : <Brings view={view} />}
        <LeftOut view={view} />
        {!nothing && <p className="move-note move-plain">{t('move-in.keeps')}</p>}
      </MoveBody>
      {failed !== null && (
        <p role="alert" className="move-told move-bad">
          <Icon name="needs-you" />
          <span>{t('move-in.failed', { why: failed })}</span>
        </p>
      )}
      <div className="dialog-buttons">
        <Button className="button" autoFocus onPress={() => store.closeMove()}>
          {t(nothing ? 'move.close' : 'move.cancel')}
        </Button>
        {nothing ? (
          <Button className="button" onPress={() => void store.bringOver()}>
            {t('move-in.other')}
          </Button>
        ) : (
          <BusyButton className="button button-primary" isBusy={isBusy} onPress={() => void take()}>
            {t(isBusy ? 'move-in.taking' : 'move-in.yes')}
          </BusyButton>
        )}
      </div>
    </>
  );
}

function Site({ site }: { readonly site: MoveSite }): ReactNode {
  const { name, address, newLogins } = site;
  return (
    <li>
      <Icon name="sites" />
      <span>
        {t('move-in.site', { site: name, address })}
        <span className="move-more">
          {newLogins.length === 0
            ? t('move-in.site.known')
            : t('move-in.site.logins', { logins: inSentence(newLogins) })}
        </span>
      </span>
    </li>
  );
}

function Brings({ view }: { readonly view: MoveInView }): ReactNode {
  const { sites, newClips, knownClips, newFolders, newSettings } = view;
  return (
    <ul className="move-list">
      {newClips > 0 && (
        <li>
          <Icon name="done" />
          <span>
            {t('move-in.clips', { clips: newClips })}
            {knownClips > 0 && <span className="move-more">{t('move-in.known', { clips: knownClips })}</span>}
          </span>
        </li>
      )}
      {sites.map((site, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the file does not change, and may name a site twice.
        <Site key={at} site={site} />
      ))}
      {newFolders.length > 0 && (
        <li>
          <Icon name="folder" />
          <span>
            {t('move-in.folders', { folders: newFolders.length, names: inSentence(newFolders) })}
            <span className="move-more">{t('move-in.folders.note')}</span>
          </span>
        </li>
      )}
      {newSettings > 0 && (
        <li>
          <Icon name="settings" />
          {t('move-in.settings', { settings: newSettings })}
        </li>
      )}
    </ul>
  );
}

function LeftOut({ view }: { readonly view: MoveInView }): ReactNode {
  const { sites, folders, settings, clips } = view.leftOut;
  const left = [
    sites > 0 ? t('move-in.left.sites', { sites }) : null,
    folders > 0 ? t('move-in.left.folders', { folders }) : null,
    settings > 0 ? t('move-in.left.settings', { settings }) : null,
    clips > 0 ? t('move-in.left.clips', { clips }) : null,
  ].filter((text) => text !== null);
  return (
    <>
      {left.map((text) => (
        <p key={text} className="move-note">
          <Icon name="needs-you" />
          <span>{text}</span>
        </p>
      ))}
      {view.openClips > 0 && (
        <p className="move-note">
          <Icon name="waiting" />
          <span>{t('move-in.open', { clips: view.openClips })}</span>
        </p>
      )}
    </>
  );
}

function Done({ taken }: { readonly taken: MoveTaken }): ReactNode {
  const store = useAppStore();
  const first = useRef<HTMLButtonElement>(null);
  // What had the keyboard is gone by now.
  useEffect(() => first.current?.focus(), []);
  const { accounts, clips, folders } = taken;
  const go = (screen: 'sites' | 'folders'): void => {
    store.closeMove();
    store.show(screen);
  };
  return (
    <>
      <MoveBody label={t('move-in.done')}>
        <p role="status" className="move-told move-good">
          <Icon name="check" />
          <span>{t('move-in.done')}</span>
        </p>
        <ul className="move-list">
          <li>
            <Icon name="done" />
            {t('move-in.done.clips', { clips })}
          </li>
          {accounts > 0 && (
            <li>
              <Icon name="sites" />
              {t('move-in.done.accounts', { accounts })}
            </li>
          )}
          {folders > 0 && (
            <li>
              <Icon name="folder" />
              {t('move-in.done.folders', { folders })}
            </li>
          )}
        </ul>
        {folders > 0 && <p className="move-note move-plain">{t('move-in.done.both')}</p>}
      </MoveBody>
      <div className="dialog-buttons">
        <Button className="button" ref={first} onPress={() => store.closeMove()}>
          {t('move.close')}
        </Button>
        {folders > 0 && (
          <Button className={accounts > 0 ? 'button' : 'button button-primary'} onPress={() => go('folders')}>
            {t('move-in.to-folders')}
          </Button>
        )}
        {accounts > 0 && (
          <Button className="button button-primary" onPress={() => go('sites')}>
            {t('move-in.to-sites')}
          </Button>
        )}
      </div>
    </>
  );
}
