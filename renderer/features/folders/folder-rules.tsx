// The rules of a watched folder, folded to one line: where its clips go, which are taken, and with what status.

import { type FC, type ReactNode, useEffect, useState } from 'react';
import { Button, Checkbox, Input, Label, TextField } from 'react-aria-components';
import type { FolderRules, FolderView, RequestInput } from '../../../preload/contract.ts';
import {
  byRule,
  changeableRules,
  firstRules,
  folderRules,
  type RuleId,
  type RuleKind,
  type RuleKinds,
  type RulesThatHold,
} from '../../../preload/folder-rules.ts';
import { facts, t } from '../../../preload/text/text.ts';
import { stillChosen } from '../../model/chosen-rules.ts';
import { destinations } from '../../state/selectors.ts';
import { useForm } from '../../state/use-form.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { statusWord } from '../../text/fields.ts';
import { parseExtensions, quietChoices, rulesWords } from '../../text/folders.ts';
import { presetOptions } from '../../text/presets.ts';
import { Choice } from '../../ui/choice.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TermsField } from '../metadata/terms-field.tsx';

const asSiteDecides = '';

type Rules = Omit<FolderRules, 'existing'>;

/** Where the user begins who has to choose them again; nothing is taken by these before that. */
const { existing: _settled, ...firstChoice } = byRule<FolderRules>((rule) => folderRules[rule].proposed);

export function FolderRulesForm({ folder }: { readonly folder: FolderView }): ReactNode {
  const store = useAppStore();
  const places = destinations(useApp((state) => state.app));
  const to = places.find(({ account }) => account.id === folder.accountId);
  const [open, setOpen] = useState(false);
  const { rules } = folder;
  // What was chosen and main does not show yet: the next choice is made on top of it, however quickly it follows.
  const [chosen, setChosen] = useState<Partial<Rules>>({});
  useEffect(() => setChosen((now) => stillChosen(now, rules)), [rules]);

  async function change(input: Omit<RequestInput<'folder.change'>[0], 'folderId'>): Promise<void> {
    // Another account may have other rules.
    setChosen((now) => (input.accountId === undefined ? { ...now, ...input.rules } : {}));
    const outcome = await store.attempt(() => store.bridge.request('folder.change', { folderId: folder.id, ...input }));
    if (outcome?.ok === true) return;
    setChosen({});
    if (outcome === null) return;
    store.tell({ kind: 'folder-refused', failure: outcome.failure }, 'bad');
  }

  if (rules === null) return <ChooseAgain folder={folder} onChange={change} />;
  return (
    <details className="folder-fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="folder-fold-title">
        {t('folders.rules')}
        <span className="folder-rules-line">
          {facts(t('folders.rules.to', { place: to?.label ?? null }), rulesWords(rules, to?.account.presets))}
        </span>
      </summary>
      <RuleFields folder={folder} rules={{ ...rules, ...chosen }} shown={open} onChange={change} />
    </details>
  );
}

type Change = (input: Omit<RequestInput<'folder.change'>[0], 'folderId'>) => Promise<void>;

/** All rules together, in place of some that cannot be read: none counts before the user says so. */
function ChooseAgain({ folder, onChange }: { readonly folder: FolderView; readonly onChange: Change }): ReactNode {
  const [rules, setRules] = useState<Rules>(firstChoice);
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
  const shownRules = changeableRules('inForm');
  const control = (rule: RuleId): ReactNode => {
    const Control = controls[folderRules[rule].kind] as FC<RuleProps<unknown>> | null;
    const value = { ...firstRules, ...rules }[rule];
    return (
      Control && (
        <Control
          key={rule}
          rule={rule}
          accountId={folder.accountId}
          value={value}
          onChange={(next) => void onChange({ rules: { [rule]: next } })}
        />
      )
    );
  };
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
        {shownRules.filter((rule) => !isLarge(rule)).map(control)}
      </div>
      {shown && shownRules.filter(isLarge).map(control)}
    </>
  );
}

/** It has a place of its own below the others. */
const isLarge = (rule: RuleId): boolean => folderRules[rule].kind === 'terms';

interface RuleProps<V> {
  readonly rule: RuleId;
  readonly accountId: string;
  readonly value: V;
  readonly onChange: (value: V) => void;
}

function Status({ accountId, value, onChange }: RuleProps<string | null>): ReactNode {
  const places = destinations(useApp((state) => state.app));
  const to = places.find(({ account }) => account.id === accountId);
  const statuses = to?.account.canPublish === false ? ['pending', 'draft'] : ['publish', 'pending', 'draft', 'private'];
  const shownStatuses = value === null || statuses.includes(value) ? statuses : [...statuses, value];
  return (
    <Choice
      look="field"
      label={t('folders.status')}
      options={[
        { id: asSiteDecides, label: t('folders.site-default') },
        ...shownStatuses.map((status) => ({ id: status, label: statusWord(status) })),
      ]}
      value={value ?? asSiteDecides}
      onChange={(status) => onChange(status === asSiteDecides ? null : status)}
    />
  );
}

const holds: readonly Rules['hold'][] = ['as-account', 'at-once', 'wait'];

function Hold({ accountId, value, onChange }: RuleProps<Rules['hold']>): ReactNode {
  const to = destinations(useApp((state) => state.app)).find(({ account }) => account.id === accountId);
  return (
    <Choice
      look="field"
      label={t('sites.new-clips')}
      options={holds.map((hold) => ({
        id: hold,
        label: t(`folders.hold.${hold}`),
        ...(hold === 'as-account' && to !== undefined
          ? { note: t(to.account.holdsNew ? 'sites.new-clips.wait' : 'sites.new-clips.at-once') }
          : {}),
      }))}
      value={value}
      onChange={onChange}
    />
  );
}

/** No preset has this id. */
const asAccount = 'as-account';

function PresetRule({ accountId, value, onChange }: RuleProps<Rules['preset']>): ReactNode {
  const to = destinations(useApp((state) => state.app)).find(({ account }) => account.id === accountId);
  const presets = to?.account.presets ?? [];
  if (presets.length === 0) return null;
  const own = presets.find(({ id }) => id === to?.account.presetId);
  const options = [
    { id: asAccount, label: t('folders.hold.as-account'), note: own?.name ?? t('presets.none') },
    ...presetOptions(presets),
  ];
  return (
    <Choice
      look="field"
      label={t('presets.choose')}
      options={options}
      value={value ?? asAccount}
      onChange={(id) => onChange(id === asAccount ? null : id)}
    />
  );
}

function QuietTime({ value, onChange }: RuleProps<number>): ReactNode {
  return (
    <Choice
      look="field"
      label={t('folders.quiet')}
      options={quietChoices(value)}
      value={String(value)}
      onChange={(ms) => onChange(Number(ms))}
    />
  );
}

/** The compiler asks here for the words of each such rule. */
function YesNo({ rule, value, onChange }: RuleProps<boolean>): ReactNode {
  return (
    <Checkbox className="check" isSelected={value} onChange={onChange}>
      <span className="check-box">{value && <Icon name="check" size={12} />}</span>
      {t(`folders.rule.${rule as RulesThatHold<boolean>}`)}
    </Checkbox>
  );
}

/** Categories and tags for every video of the folder. */
function Terms({ accountId, value: terms, onChange }: RuleProps<Rules['terms']>): ReactNode {
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

/** Begun anew with each other value. */
function Kinds(props: RuleProps<Rules['extensions']>): ReactNode {
  return <KindsField {...props} key={(props.value ?? []).join(' ')} />;
}

/** Saved when the field is left or Enter is pressed: half an extension is none. */
function KindsField({ value, onChange }: RuleProps<Rules['extensions']>): ReactNode {
  const saved = (value ?? []).join(', ');
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

const controls: { readonly [K in RuleKind]: FC<RuleProps<RuleKinds[K]>> | null } = {
  'yes-no': YesNo,
  extensions: Kinds,
  'quiet-time': QuietTime,
  status: Status,
  terms: Terms,
  existing: null,
  hold: Hold,
  preset: PresetRule,
};
