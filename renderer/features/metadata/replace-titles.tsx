// A word that is replaced in many titles of a list: what it is, by what, and every title that changes before a yes.

import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { Button, Dialog, Form, Heading, Input, Label, Modal, ModalOverlay, TextField } from 'react-aria-components';
import { t } from '../../../preload/text/text.ts';
import { fileTitle } from '../../model/draft.ts';
import { planReplacing } from '../../model/title-plan.ts';
import type { Target, TitleList } from '../../state/titles.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { TitlePreview } from './title-preview.tsx';

/** Asked over the list that it belongs to. */
export function ReplaceInTitles({ list }: { readonly list: TitleList }): ReactNode {
  const store = useAppStore();
  const asked = useApp((state) => state.manyTitles);
  const isOpen = asked?.way === 'replace' && asked.list === list;
  return (
    <ModalOverlay
      className="modal-overlay"
      isOpen={isOpen}
      isDismissable={false}
      onOpenChange={(open) => !open && store.endManyTitles()}
    >
      <Modal className="modal modal-wide">{isOpen && <Asked list={list} />}</Modal>
    </ModalOverlay>
  );
}

/** A clip without a title of its own gets that of its file. */
const titleOf = ({ title, name }: Target): string => title || fileTitle(name);

function useAll(list: TitleList): readonly Target[] | null {
  const store = useAppStore();
  const [targets, setTargets] = useState<readonly Target[] | null>(null);
  useEffect(() => {
    let left = false;
    void store
      .attempt(() => store.allTitleTargets(list))
      .then((all) => {
        if (!left) setTargets(all);
      });
    return () => {
      left = true;
    };
  }, [store, list]);
  return targets;
}

function Asked({ list }: { readonly list: TitleList }): ReactNode {
  const store = useAppStore();
  const [find, setFind] = useState('');
  const [by, setBy] = useState('');
  const [isCaseKept, setCaseKept] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [several] = useState(() => store.severalSelected(list));
  const targets = useAll(list);
  // Of ten thousand titles the plan follows the keys, and never holds them up.
  const wish = useDeferredValue(useMemo(() => ({ find, by, isCaseKept }), [find, by, isCaseKept]));
  const { each, emptied } = useMemo(() => planReplacing(targets ?? [], wish, titleOf), [targets, wish]);
  const none = targets !== null && wish.find !== '' && each.length === 0 && emptied === 0;

  async function apply(): Promise<void> {
    // As it was typed last, also where the preview is behind.
    const plan = planReplacing(targets ?? [], { find, by, isCaseKept }, titleOf);
    if (plan.each.length === 0) return;
    setBusy(true);
    const isDone = await store.applyTitles(list, plan.each);
    setBusy(false);
    if (isDone) store.endManyTitles();
  }

  return (
    <Dialog className="dialog paste">
      <Heading slot="title" className="dialog-title">
        {t('titles.replace.dialog')}
      </Heading>
      <p className="dialog-body">
        {several === null ? t('titles.replace.all') : t('titles.replace.selected', { rows: several })}
      </p>
      <Form
        className="paste-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void apply();
        }}
      >
        <div className="replace-words">
          <TextField className="field" value={find} onChange={setFind} isReadOnly={isBusy} autoFocus>
            <Label className="field-label">{t('titles.replace.find')}</Label>
            <Input className="input" maxLength={2_000} />
          </TextField>
          <TextField className="field" value={by} onChange={setBy} isReadOnly={isBusy}>
            <Label className="field-label">{t('titles.replace.by')}</Label>
            <Input className="input" maxLength={2_000} />
          </TextField>
        </div>
        <label className="tick">
          <input type="checkbox" checked={isCaseKept} onChange={(event) => setCaseKept(event.target.checked)} />
          {t('titles.replace.case')}
        </label>
        <section className="paste-preview replace-preview" aria-label={t('titles.preview')}>
          <h3 className="field-label">{t('titles.preview')}</h3>
          <TitlePreview each={each} />
        </section>
        <div className="paste-said" role="status">
          {targets === null && <p className="hint">{t('titles.replace.reading')}</p>}
          {none && <p className="hint">{t('titles.replace.none')}</p>}
          {emptied > 0 && <p className="hint">{t('titles.replace.emptied', { rows: emptied })}</p>}
        </div>
        <div className="dialog-buttons">
          <Button className="button" onPress={() => store.endManyTitles()}>
            {t('window.cancel')}
          </Button>
          <BusyButton type="submit" className="button button-primary" isBusy={isBusy || each.length === 0}>
            {t('titles.apply', { rows: each.length })}
          </BusyButton>
        </div>
      </Form>
    </Dialog>
  );
}
