// The presets of an account: what its new clips get by themselves, each under a name; kept only when its user says so.

import { type ReactNode, useId, useState } from 'react';
import { Button, Dialog, Heading, Input, Label, Modal, ModalOverlay, TextField } from 'react-aria-components';
import type { AccountView, Draft, PresetContent, PresetView } from '../../../preload/contract.ts';
import { byField, emptyDraft, fields, type PlainDraft } from '../../../preload/fields.ts';
import { t } from '../../../preload/text/text.ts';
import { shownTerms, shownValues, termsPatch } from '../../model/draft.ts';
import { accountIn } from '../../model/public-sites.ts';
import { useForm } from '../../state/use-form.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { presetWords } from '../../text/presets.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TermsField } from './terms-field.tsx';
import { VideoFields } from './video-fields.tsx';

/** Fields in which Enter saves. */
const submits: ReadonlySet<string> = new Set(['preset-name', 'preset-pattern']);

const emptyPreset: PresetContent = { titlePattern: null, draft: emptyDraft };

/** Over whatever screen: what is typed here stays while another one comes into sight behind it. */
export function Presets(): ReactNode {
  const store = useAppStore();
  const account = useApp(({ app, presetsOf }) => accountIn(app, presetsOf)?.account ?? null);
  const [edited, setEdited] = useState<Edited | null>(null);
  const close = (): void => {
    setEdited(null);
    store.showPresets(null);
  };
  return (
    <ModalOverlay
      className="modal-overlay"
      isOpen={account !== null}
      isDismissable={false}
      // What was typed is asked about first.
      isKeyboardDismissDisabled={edited !== null}
      onOpenChange={(open) => !open && close()}
    >
      <Modal className="modal modal-wide">
        {account !== null && (
          <Dialog className={edited === null ? 'dialog' : 'dialog dialog-footed'}>
            <Heading slot="title" className="dialog-title">
              {edited !== null && edited.name !== ''
                ? t('presets.edit.label', { preset: edited.name })
                : t(edited === null ? 'presets.title' : 'presets.new', { account: account.name })}
            </Heading>
            {edited === null ? (
              <PresetList account={account} onEdit={setEdited} onClose={close} />
            ) : (
              <Editor key={edited.id} account={account} edited={edited} onDone={() => setEdited(null)} />
            )}
          </Dialog>
        )}
      </Modal>
    </ModalOverlay>
  );
}

/** `id` null = it is a new one. */
type Edited = Pick<PresetView, 'name'> & { readonly id: string | null; readonly content: PresetContent };

interface ListProps {
  readonly account: AccountView;
  readonly onEdit: (edited: Edited) => void;
  readonly onClose: () => void;
}

function PresetList({ account, onEdit, onClose }: ListProps): ReactNode {
  const store = useAppStore();
  const { presets } = account;
  return (
    <>
      <p className="dialog-body">{t('presets.about')}</p>
      {presets.length > 0 && (
        <ul className="preset-list" aria-label={t('presets.title', { account: account.name })}>
          {presets.map(({ id, name, content }) => (
            <li key={id} className="preset">
              <div className="preset-names">
                <p className="preset-name">{name}</p>
                <p className={content === null ? 'preset-facts tone-attention' : 'preset-facts'}>
                  {content === null ? t('presets.damaged') : presetWords(content)}
                </p>
              </div>
              <div className="button-row">
                <Button
                  className="button button-small"
                  aria-label={t('presets.edit.label', { preset: name })}
                  onPress={() => onEdit({ id, name, content: content ?? emptyPreset })}
                >
                  {t('presets.edit')}
                </Button>
                <Button
                  className="button button-small"
                  aria-label={t('presets.remove.label', { preset: name })}
                  onPress={() =>
                    store.ask({
                      title: t('presets.remove.title', { preset: name }),
                      body: t('presets.remove.body'),
                      yes: t('presets.remove.yes'),
                      danger: true,
                      onYes: () => void store.attempt(() => store.bridge.request('preset.remove', id)),
                    })
                  }
                >
                  {t('presets.remove')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <div className="dialog-buttons">
        <Button className="button" onPress={onClose}>
          {t('presets.close')}
        </Button>
        <Button
          className="button button-primary"
          autoFocus
          onPress={() => onEdit({ id: null, name: '', content: emptyPreset })}
        >
          {t('presets.new')}
        </Button>
      </div>
    </>
  );
}

/** What was typed and emptied again is not given. */
function withoutEmpty({ titlePattern, draft }: PresetContent): PresetContent {
  const plain = byField<PlainDraft>((field) => (draft[field] === '' ? null : draft[field]));
  const terms = Object.fromEntries(Object.entries(draft.terms ?? {}).filter(([, ids]) => ids.length > 0));
  return { titlePattern, draft: { ...draft, ...plain, terms: Object.keys(terms).length === 0 ? null : terms } };
}

interface EditorProps {
  readonly account: AccountView;
  readonly edited: Edited;
  readonly onDone: () => void;
}

function Editor({ account, edited, onDone }: EditorProps): ReactNode {
  const store = useAppStore();
  const site = useForm(account.id);
  const [name, setName] = useState(edited.name);
  const [content, setContent] = useState(edited.content);
  const [isBusy, setBusy] = useState(false);
  const help = useId();
  const { draft } = content;
  const isChanged = name !== edited.name || content !== edited.content;
  // A moment is that of one video.
  const form = {
    ...site,
    fields: site.fields.filter((field) => fields[field].isForMany && field !== 'publishAt'),
    statuses: site.statuses.filter((status) => status !== 'future'),
  };
  const type = (patch: Partial<Draft>): void => setContent((now) => ({ ...now, draft: { ...now.draft, ...patch } }));

  async function save(): Promise<void> {
    if (name.trim() === '' || !isChanged || isBusy) return;
    setBusy(true);
    const input = { accountId: account.id, presetId: edited.id, name: name.trim(), content: withoutEmpty(content) };
    const id = await store.attempt(() => store.bridge.request('preset.save', input));
    setBusy(false);
    if (id !== null) onDone();
  }

  function leave(): void {
    if (!isChanged) {
      onDone();
      return;
    }
    store.ask({
      title: t('presets.discard.title'),
      body: t('presets.discard.body'),
      yes: t('presets.discard.yes'),
      danger: true,
      onYes: onDone,
    });
  }

  return (
    <form
      className="dialog-whole"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        const { target } = event;
        const isInput = target instanceof HTMLInputElement;
        // Enter in a search for a category or tag chooses there, and is no yes; Escape closes a list that is open first.
        if (event.key === 'Enter' && isInput && !submits.has(target.name)) event.preventDefault();
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        if (isInput && target.getAttribute('aria-expanded') === 'true') return;
        event.stopPropagation();
        leave();
      }}
    >
      <div className="dialog-scroll">
        <div className="preset-form">
          <TextField className="field" value={name} onChange={setName} autoFocus isRequired>
            <Label className="field-label">{t('presets.name')}</Label>
            <Input className="input" maxLength={100} name="preset-name" />
          </TextField>
          <TextField
            className="field"
            value={content.titlePattern ?? ''}
            onChange={(pattern) => setContent({ ...content, titlePattern: pattern === '' ? null : pattern })}
            aria-describedby={help}
          >
            <Label className="field-label">{t('uploads.many.titles')}</Label>
            <Input
              className="input"
              placeholder={t('uploads.many.example', { number: '{n}', name: '{name}' })}
              maxLength={2_000}
              name="preset-pattern"
            />
          </TextField>
          <p className="hint" id={help}>
            <Icon name="info" />
            {t('presets.help', {
              ...{ name: '{name}', number: '{n}', padded: '{nnn}', date: '{date}', time: '{time}' },
              ...{ folder: '{folder}', duration: '{duration}', whole: '{title}' },
            })}
          </p>
          <VideoFields
            form={form}
            values={shownValues(
              draft,
              {},
              null,
              form.taxonomies.map(({ restBase }) => restBase),
            )}
            untouched={t('form.site-default')}
            onChange={type}
            onDone={() => undefined}
            taxonomy={(taxonomy) => (
              <TermsField
                key={taxonomy.restBase}
                accountId={account.id}
                taxonomy={taxonomy}
                value={shownTerms(draft, null, taxonomy.restBase)}
                onChange={(ids) => type(termsPatch(draft, taxonomy.restBase, ids))}
              />
            )}
          />
        </div>
      </div>
      <div className="dialog-foot">
        <div className="dialog-buttons">
          <Button className="button" onPress={leave}>
            {t('window.cancel')}
          </Button>
          <BusyButton
            type="submit"
            className="button button-primary"
            isBusy={isBusy}
            isDisabled={name.trim() === '' || !isChanged}
          >
            {t('presets.save')}
          </BusyButton>
        </div>
      </div>
    </form>
  );
}
