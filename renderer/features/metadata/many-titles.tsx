// The frame of every question about many titles: over its list, nothing changed before a yes, and closed once it is done.

import { type ReactNode, useEffect, useState } from 'react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { t } from '../../../preload/text/text.ts';
import type { PlannedTitle } from '../../model/title-plan.ts';
import type { Target, TitleList, TitlesState } from '../../state/titles.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';

type Asked = NonNullable<TitlesState['manyTitles']>;

interface OverlayProps<Way> {
  readonly list: TitleList;
  readonly way: Way;
  readonly children: (asked: Extract<Asked, { readonly way: Way }>) => ReactNode;
}

export function TitlesOverlay<Way extends Asked['way']>({ list, way, children }: OverlayProps<Way>): ReactNode {
  const store = useAppStore();
  const asked = useApp((state) => state.manyTitles);
  const isOpen = asked?.way === way && asked.list === list;
  // Asked over its list, and over no other that comes into sight.
  useEffect(
    () => () => {
      const open = store.getState().manyTitles;
      if (open?.way === way && open.list === list) store.endManyTitles();
    },
    [store, way, list],
  );
  return (
    <ModalOverlay
      className="modal-overlay"
      isOpen={isOpen}
      isDismissable={false}
      onOpenChange={(open) => !open && store.endManyTitles()}
    >
      <Modal className="modal modal-wide">{isOpen && children(asked as Extract<Asked, { readonly way: Way }>)}</Modal>
    </ModalOverlay>
  );
}

interface FrameProps {
  readonly list: TitleList;
  readonly title: string;
  /** Whose titles they are. */
  readonly about: string;
  /** How many rows change by what is shown. */
  readonly changed: number;
  /** What changes by what was typed last; asked for at the yes. Null = it is not known yet. */
  readonly plan: () => Promise<readonly PlannedTitle<Target>[] | null>;
  /** The yes has the keyboard from the beginning on. */
  readonly isReady?: boolean;
  readonly children: (isBusy: boolean) => ReactNode;
}

export function TitlesFrame({ list, title, about, changed, plan, isReady = false, children }: FrameProps): ReactNode {
  const store = useAppStore();
  const [isBusy, setBusy] = useState(false);

  async function apply(): Promise<void> {
    if (isBusy || changed === 0) return;
    setBusy(true);
    const each = (await plan()) ?? [];
    const isDone = each.length > 0 && (await store.applyTitles(list, each));
    setBusy(false);
    if (isDone) store.endManyTitles();
  }

  return (
    <Dialog className="dialog dialog-footed paste">
      <form
        className="dialog-whole"
        // A tick is no yes.
        onKeyDown={(event) => {
          const { target } = event;
          if (event.key === 'Enter' && target instanceof HTMLInputElement && target.type === 'checkbox')
            event.preventDefault();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          void apply();
        }}
      >
        <div className="dialog-scroll">
          <Heading slot="title" className="dialog-title">
            {title}
          </Heading>
          <p className="dialog-body">{about}</p>
          <div className="paste-form">{children(isBusy)}</div>
        </div>
        <div className="dialog-foot">
          <div className="dialog-buttons">
            <Button className="button" onPress={() => store.endManyTitles()}>
              {t('window.cancel')}
            </Button>
            <BusyButton
              type="submit"
              className="button button-primary"
              isBusy={isBusy || changed === 0}
              autoFocus={isReady}
            >
              {t('titles.apply', { rows: changed })}
            </BusyButton>
          </div>
        </div>
      </form>
    </Dialog>
  );
}

/** The ways to change many titles, for the details of several rows. */
export function TitleTools({ list }: { readonly list: TitleList }): ReactNode {
  const store = useAppStore();
  return (
    <>
      <Button className="button button-small" onPress={() => store.pasteTitles(list, '')}>
        {t('titles.paste')}
      </Button>
      <Button className="button button-small" onPress={() => store.replaceInTitles(list)}>
        {t('titles.replace')}
      </Button>
      {list === 'uploads' && (
        <Button className="button button-small" onPress={() => void store.importDetails()}>
          {t('details.import')}
        </Button>
      )}
    </>
  );
}
