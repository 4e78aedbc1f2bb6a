// The rules of a watched folder, folded to one line: where its clips go, which are taken, and with what status.
import { type ReactNode, useState } from 'react';
import { Checkbox, Input, Label, TextField } from 'react-aria-components';
import type { FolderView, RequestInput } from '../../../preload/contract.ts';
import { destinations } from '../../state/selectors.ts';
import { useForm } from '../../state/use-form.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { statusWord } from '../../text/fields.ts';
import { folderProblem, parseExtensions, quietChoices, rulesWords } from '../../text/folders.ts';
import { Choice } from '../../ui/choice.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TermsField } from '../metadata/terms-field.tsx';

const asSiteDecides = '';

export function FolderRulesForm({ folder }: { readonly folder: FolderView }): ReactNode {
  const store = useAppStore();
  const app = useApp((state) => state.app);
  const places = destinations(app);
  const to = places.find(({ account }) => account.id === folder.accountId);
  const { rules } = folder;
  const [open, setOpen] = useState(false);
  const statuses = to?.account.canPublish === false ? ['pending', 'draft'] : ['publish', 'pending', 'draft', 'private'];
  const shownStatuses =
    rules.status === null || statuses.includes(rules.status) ? statuses : [...statuses, rules.status];

  async function change(input: Omit<RequestInput<'folder.change'>[0], 'folderId'>): Promise<void> {
    const outcome = await store.attempt(() => store.bridge.request('folder.change', { folderId: folder.id, ...input }));
    if (outcome === null || outcome.ok) return;
    const { title, todo } = folderProblem(outcome.failure);
    store.tell(`${title}. ${todo}`, 'bad');
  }

  return (
    <details className="folder-fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="folder-fold-title">
        Rules
        <span className="folder-rules-line">
          To {to?.label ?? 'no account'} · {rulesWords(rules)}
        </span>
      </summary>
      <div className="folder-rules">
        <Choice
          look="field"
          label="Send to"
          options={[
            ...(to === undefined ? [{ id: folder.accountId, label: 'Choose an account' }] : []),
            ...places.map(({ account, site, label }) => ({ id: account.id, label, note: site.address })),
          ]}
          value={folder.accountId}
          onChange={(accountId) => void change({ accountId })}
        />
        <Choice
          look="field"
          label="Status on the site"
          options={[
            { id: asSiteDecides, label: 'As the site decides' },
            ...shownStatuses.map((status) => ({ id: status, label: statusWord(status) })),
          ]}
          value={rules.status ?? asSiteDecides}
          onChange={(status) => void change({ rules: { status: status === asSiteDecides ? null : status } })}
        />
        <Kinds
          key={(rules.extensions ?? []).join(' ')}
          extensions={rules.extensions}
          onChange={(extensions) => void change({ rules: { extensions } })}
        />
        <Choice
          look="field"
          label="Take a file when it is unchanged for"
          options={quietChoices(rules.stableMs)}
          value={String(rules.stableMs)}
          onChange={(ms) => void change({ rules: { stableMs: Number(ms) } })}
        />
        <Checkbox
          className="check"
          isSelected={rules.recursive}
          onChange={(recursive) => void change({ rules: { recursive } })}
        >
          <span className="check-box">{rules.recursive && <Icon name="check" size={12} />}</span>
          Also folders within it
        </Checkbox>
      </div>
      {open && <Terms folder={folder} onChange={(terms) => void change({ rules: { terms } })} />}
    </details>
  );
}

/** Categories and tags for every video of the folder. Only an open fold asks the site for them. */
function Terms({
  folder,
  onChange,
}: {
  readonly folder: FolderView;
  readonly onChange: (terms: FolderView['rules']['terms']) => void;
}): ReactNode {
  const { taxonomies } = useForm(folder.accountId);
  const { terms } = folder.rules;
  if (taxonomies.length === 0) return null;
  return (
    <div className="folder-terms">
      {taxonomies.map((taxonomy) => (
        <TermsField
          key={taxonomy.restBase}
          accountId={folder.accountId}
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
      <Label className="field-label">Kinds of files</Label>
      <Input
        className="input"
        placeholder="Every kind of video"
        maxLength={200}
        spellCheck={false}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save();
        }}
      />
    </TextField>
  );
}
