// The ways to copy links: a button with a menu of the forms, and that menu for other menus.

import type { ReactNode } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import type { Linked, LinkForm } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import { copyLinks, linkForms } from '../../state/copy-links.ts';
import { useAppStore } from '../../state/use-store.ts';
import { Icon } from '../../ui/icon.tsx';

/** `onChosen` hears that a form was chosen. */
export function LinkForms({ of, onChosen }: { readonly of: Linked; readonly onChosen?: () => void }): ReactNode {
  const store = useAppStore();
  return (
    <Menu
      className="menu"
      aria-label={t('links.copy', { many: 'yes' })}
      onAction={(form) => {
        onChosen?.();
        void copyLinks(store, of, form as LinkForm);
      }}
    >
      {linkForms.map((form) => (
        <MenuItem key={form} id={form} className="menu-item" textValue={t(`links.form.${form}`)}>
          <span>{t(`links.form.${form}`)}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}

interface Props {
  readonly of: Linked;
  readonly many: boolean;
  /** How the button looks in its place. */
  readonly look?: string;
}

/** For one video its address at once, for several a choice of forms. */
export function CopyLinks({ of, many, look = 'button button-small' }: Props): ReactNode {
  const store = useAppStore();
  const label = t('links.copy', { many: many ? 'yes' : 'no' });
  if (!many)
    return (
      <Button className={look} onPress={() => void copyLinks(store, of)}>
        <Icon name="link" size={14} />
        {label}
      </Button>
    );
  return (
    <MenuTrigger>
      <Button className={look}>
        <Icon name="link" size={14} />
        {label}
        <Icon name="chevron" size={14} />
      </Button>
      <Popover className="popover">
        <LinkForms of={of} />
      </Popover>
    </MenuTrigger>
  );
}
