// The rules of a watched folder, folded to one line: where its clips go, which are taken, and with what status.

import { type ReactNode, useState } from 'react';
import { Button, Checkbox, Input, Label, TextField } from 'react-aria-components';
import type { FolderRules, FolderView, RequestInput } from '../../../preload/contract.ts';
import { facts, t } from '../../../preload/text/text.ts';
import { destinations } from '../../state/selectors.ts';
import { useForm } from '../../state/use-form.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { statusWord } from '../../text/fields.ts';
import { folderProblem, parseExtensions, quietChoices, rulesWords } from '../../text/folders.ts';
import { Choice } from '../../ui/choice.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TermsField } from '../metadata/terms-field.tsx';

const asSiteDecides = '';

type Rules = Omit<FolderRules, 'existing'>;

/** Where the user begins who has to choose them again; nothing is taken by these before that. */
const firstChoice: Rules = { recursive: true, extensions: null, stableMs: 2_000, status: 'draft', terms: null };

export function FolderRulesForm({ folder }: { readonly folder: FolderView }): ReactNode {
  const store = useAppStore();
  const places = destinations(useApp((state) => state.app));
  const to = places.find(({ account }) => account.id === folder.accountId);
  const [open, setOpen] = useState(false);
  const { rules } = folder;

  async function change(input: Omit<RequestInput<'folder.change'>[0], 'folderId'>): Promise<void> {
    const outcome = await store.attempt(() => store.bridge.request('folder.change', { folderId: folder.id, ...input }));
    if (outcome === null || outcome.ok) return;
    const { title, todo } = folderProblem(outcome.failure);
    store.tell(t('folders.problem.line', { title, todo }), 'bad');
  }

  if (rules === null) return <ChooseAgain folder={folder} onChange={change} />;
  return (
    <details className="folder-fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="folder-fold-title">
        {t('folders.rules')}
        <span className="folder-rules-line">
          {facts(t('folders.rules.to', { place: to?.label ?? null }), rulesWords(rules))}
        </span>
      </summary>
      <RuleFields folder={folder} rules={rules} shown={open} onChange={change} />
    </details>
  );
}

type Change = (input: Omit<RequestInput<'folder.change'>[0], 'folderId'>) => Promise<void>;

/** All rules together, in place of some that cannot be read: none counts before the user says so. */
function ChooseAgain({ folder, onChange }: { readonly folder: FolderView; readonly onChange: Change }): ReactNode {
  const [rules, setRules] = useState(firstChoice);
  const choose: Change = async ({ accountId, rules: some }) => {
    if (accountId !== undefined) await onChange({ accountId });
    setRules((before) => ({ ...before, ...some }));
  };
  return (
    <section aria-label={t('folders.rules.of', { folder: folder.name })}>
      <RuleFields folder={folder} rules={rules} shown onChange={choose} />
      <div className="button-row folder-choose">
        <Button className="button button-primary" onPress={() => void onChange({ rules })}>
          {t('folders.rules.use')}
        </Button>
      </div>
    </section>
  );
}

interface FieldsProps {
  readonly folder: FolderView;
  readonly rules: Rules;
  /** Only an open fold asks the site for its terms. */
  readonly shown: boolean;
  readonly onChange: Change;
}

function RuleFields({ folder, rules, shown, onChange }: FieldsProps): ReactNode {
  const places = destinations(useApp((state) => state.app));
  const to = places.find(({ account }) => account.id === folder.accountId);
  const statuses = to?.account.canPublish === false ? ['pending', 'draft'] : ['publish', 'pending', 'draft', 'private'];
  const shownStatuses =
    rules.status === null || statuses.includes(rules.status) ? statuses : [...statuses, rules.status];
  return (
    <>
      <div className="folder-rules">
        <Choice
          look="field"
          label={t('folders.send-to')}
          options={[
            ...(to === undefined ? [{ id: folder.accountId, label: t('folders.choose-account') }] : []),
            ...places.map(({ account, site, label }) => ({ id: account.id, label, note: site.address })),
          ]}
          value={folder.accountId}
          onChange={(accountId) => void onChange({ accountId })}
        />
        <Choice
          look="field"
          label={t('folders.status')}
          options={[
            { id: asSiteDecides, label: t('folders.site-default') },
            ...shownStatuses.map((status) => ({ id: status, label: statusWord(status) })),
          ]}
          value={rules.status ?? asSiteDecides}
          onChange={(status) => void onChange({ rules: { status: status === asSiteDecides ? null : status } })}
        />
        <Kinds
          key={(rules.extensions ?? []).join(' ')}
          extensions={rules.extensions}
          onChange={(extensions) => void onChange({ rules: { extensions } })}
        />
        <Choice
          look="field"
          label={t('folders.quiet')}
          options={quietChoices(rules.stableMs)}
          value={String(rules.stableMs)}
          onChange={(ms) => void onChange({ rules: { stableMs: Number(ms) } })}
        />
        <Checkbox
          className="check"
          isSelected={rules.recursive}
          onChange={(recursive) => void onChange({ rules: { recursive } })}
        >
          <span className="check-box">{rules.recursive && <Icon name="check" size={12} />}</span>
          {t('folders.recursive')}
        </Checkbox>
      </div>
      {shown && (
        <Terms
          accountId={folder.accountId}
          terms={rules.terms}
          onChange={(terms) => void onChange({ rules: { terms } })}
        />
      )}
    </>
  );
}

/** Categories and tags for every video of the folder. */
function Terms({
  accountId,
  terms,
  onChange,
}: {
  readonly accountId: string;
  readonly terms: Rules['terms'];
  readonly onChange: (terms: Rules['terms']) => void;
}): ReactNode {
  const { taxonomies } = useForm(accountId);
  if (taxonomies.length === 0) return null;
  return (
    <div className="folder-terms">
      {taxonomies.map((taxonomy) => (
        <TermsField
          key={taxonomy.restBase}
          accountId={accountId}
          taxonomy={taxonomy}
          value={terms?.[taxonomy.restBase] ?? []}
          onChange={(ids) => {
            const { [taxonomy.restBase]: _before, ...others } = terms ?? {};
            const next = ids.length === 0 ? others : { ...others, [taxonomy.restBase]: ids };
            onChange(Object.keys(next).length === 0 ? null : next);
          }}
        />
      ))}
    </div>
  );
}

interface KindsProps {
  readonly extensions: readonly string[] | null;
  readonly onChange: (extensions: readonly string[] | null) => void;
}

/** Saved when the field is left or Enter is pressed: half an extension is none. */
function Kinds({ extensions, onChange }: KindsProps): ReactNode {
  const saved = (extensions ?? []).join(', ');
  const [text, setText] = useState(saved);
  function save(): void {
    const next = parseExtensions(text);
    const shown = (next ?? []).join(', ');
    setText(shown);
    if (shown !== saved) onChange(next);
  }
  return (
    <TextField className="field" value={text} onChange={setText} onBlur={save}>
      <Label className="field-label">{t('folders.kinds')}</Label>
      <Input
        className="input"
        placeholder={t('folders.kinds.every')}
        maxLength={200}
        spellCheck={false}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save();
        }}
      />
    </TextField>
  );
}
