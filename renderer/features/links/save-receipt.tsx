// The ways to save a receipt: a button with a menu of the forms, and that menu for other menus.

import type { ReactNode } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import type { JobTarget, ReceiptForm } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import { receiptForms, saveReceipt } from '../../state/save-receipt.ts';
import { useAppStore } from '../../state/use-store.ts';
import { Icon } from '../../ui/icon.tsx';

interface Props {
  readonly target: JobTarget;
  /** Hears that a form was chosen. */
  readonly onChosen?: () => void;
}

export function ReceiptForms({ target, onChosen }: Props): ReactNode {
  const store = useAppStore();
  return (
    <Menu
      className="menu"
      aria-label={t('receipt.save')}
      onAction={(form) => {
        onChosen?.();
        void saveReceipt(store, target, form as ReceiptForm);
      }}
    >
      {receiptForms.map((form) => (
        <MenuItem key={form} id={form} className="menu-item" textValue={t(`receipt.form.${form}`)}>
          <span>{t(`receipt.form.${form}`)}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}

export function SaveReceipt({ target }: Pick<Props, 'target'>): ReactNode {
  return (
    <MenuTrigger>
      <Button className="button">
        {t('receipt.save')}
        <Icon name="chevron" size={14} />
      </Button>
      <Popover className="popover">
        <ReceiptForms target={target} />
      </Popover>
    </MenuTrigger>
  );
}
