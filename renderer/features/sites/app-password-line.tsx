// One application password on its line: what the site knows of it, its name to be typed anew, and the way to take it away.

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, Form, Input, Label, TextField } from 'react-aria-components';
import type { AppPasswordView } from '../../../preload/contract.ts';
import { formatMomentAlone } from '../../../preload/text/format.ts';
import { t } from '../../../preload/text/text.ts';
import { passwordFacts } from '../../text/sign-in.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Fact } from '../../ui/file-facts.tsx';
import { Icon } from '../../ui/icon.tsx';

interface Props {
  readonly password: AppPasswordView;
  /** Something is being asked of the site about these passwords. */
  readonly isBusy: boolean;
  /** Asks the site for this one; false = it did not tell. */
  readonly onLook: () => Promise<boolean>;
  /** False = it keeps its name. */
  readonly onRename: (name: string) => Promise<boolean>;
  readonly onRevoke: () => void;
}

export function AppPasswordLine({ password, isBusy, onLook, onRename, onRevoke }: Props): ReactNode {
  const [open, setOpen] = useState<'details' | 'name' | null>(null);
  const renameButton = useRef<HTMLButtonElement>(null);
  const wasNaming = useRef(false);
  const mark = password.mark === 'other' ? null : t(`password.${password.mark}`);

  // The field that was typed in is gone.
  useEffect(() => {
    if (wasNaming.current && open === null) renameButton.current?.focus();
    wasNaming.current = open === 'name';
  }, [open]);

  async function toggleDetails(): Promise<void> {
    if (open === 'details') setOpen(null);
    else if (await onLook()) setOpen('details');
  }

  async function rename(name: string): Promise<void> {
    if (name === '' || name === password.name || (await onRename(name))) setOpen(null);
  }

  return (
    <li className="password">
      <div className="password-line">
        <div className="password-words">
          {open === 'name' ? (
            <NameField password={password} isBusy={isBusy} onSave={rename} onCancel={() => setOpen(null)} />
          ) : (
            <p className="password-name">
              {password.name}
              {mark !== null && (
                <span className="password-mark">
                  <Icon name={password.mark === 'in-use' ? 'key' : 'info'} size={12} />
                  {mark}
                </span>
              )}
            </p>
          )}
          <p className="password-facts">{passwordFacts(password)}</p>
        </div>
        {open !== 'name' && (
          <div className="button-row password-buttons">
            <BusyButton
              className="button button-small"
              aria-label={t('password.details.label', { password: password.name })}
              aria-expanded={open === 'details'}
              isBusy={isBusy}
              onPress={() => void toggleDetails()}
            >
              {t('password.details')}
            </BusyButton>
            <BusyButton
              ref={renameButton}
              className="button button-small"
              aria-label={t('password.rename.label', { password: password.name })}
              isBusy={isBusy}
              onPress={() => setOpen('name')}
            >
              {t('password.rename')}
            </BusyButton>
            <BusyButton
              className="button button-small"
              aria-label={t('password.revoke.label', { password: password.name })}
              isBusy={isBusy}
              onPress={onRevoke}
            >
              {t('password.revoke')}
            </BusyButton>
          </div>
        )}
      </div>
      {open === 'details' && <Details password={password} />}
    </li>
  );
}

interface NameProps {
  readonly password: AppPasswordView;
  readonly isBusy: boolean;
  readonly onSave: (name: string) => Promise<void>;
  readonly onCancel: () => void;
}

function NameField({ password, isBusy, onSave, onCancel }: NameProps): ReactNode {
  const [name, setName] = useState(password.name);
  return (
    <Form
      className="password-rename"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void onSave(name.trim());
      }}
    >
      <TextField
        className="field"
        value={name}
        onChange={setName}
        autoFocus
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel();
        }}
      >
        <Label className="visually-hidden">{t('password.rename.field', { password: password.name })}</Label>
        <Input className="input" maxLength={200} onFocus={(event) => event.target.select()} />
      </TextField>
      <BusyButton
        type="submit"
        className="button button-small button-primary"
        isBusy={isBusy}
        isDisabled={name.trim() === ''}
      >
        {t('password.rename.save')}
      </BusyButton>
      <Button className="button button-small" onPress={onCancel}>
        {t('password.rename.cancel')}
      </Button>
    </Form>
  );
}

function Details({ password }: Pick<Props, 'password'>): ReactNode {
  const { createdAt, lastUsedAt, lastIp, mark, uuid } = password;
  const now = Date.now();
  return (
    <dl className="facts password-details">
      <Fact
        name={t('password.details.made')}
        value={createdAt === null ? t('password.details.made.unknown') : formatMomentAlone(createdAt, now)}
      />
      <Fact name={t('password.details.by')} value={t(`password.details.by.${mark}`)} />
      <Fact
        name={t('password.details.used')}
        value={
          lastUsedAt === null
            ? t('password.details.never')
            : t('password.details.used.note', { moment: formatMomentAlone(lastUsedAt, now) })
        }
      />
      {lastIp !== null && <Fact name={t('password.details.address')} value={lastIp} />}
      <Fact name={t('password.details.id')} value={uuid} code />
    </dl>
  );
}
