// Help from inside the window, for on Linux and Windows the menu bar is hidden until Alt is pressed.

import { type ReactNode, useEffect, useRef } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { t } from '../../../preload/text/text.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { Icon } from '../../ui/icon.tsx';

const items = ['report', 'about'] as const;

/** `className` = how the button looks in its place. */
export function HelpMenu({ className }: { readonly className: string }): ReactNode {
  const store = useAppStore();
  const shown = useApp((state) => state.help !== null);
  const button = useRef<HTMLButtonElement>(null);
  const opened = useRef(false);

  // The menu that the dialog would give the keyboard back to is gone by then: without this it is anybody's guess who has it.
  useEffect(() => {
    if (shown || !opened.current) return;
    opened.current = false;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const { activeElement } = document;
        if (activeElement === null || activeElement === document.body) button.current?.focus();
      }),
    );
  }, [shown]);

  return (
    <MenuTrigger>
      <Button className={className} ref={button}>
        <Icon name="help" />
        <span className="place-label">{t('help.menu')}</span>
      </Button>
      <Popover className="popover" placement="top start">
        <Menu
          className="menu"
          aria-label={t('help.menu')}
          onAction={(id) => {
            opened.current = true;
            store.showHelp(items.find((item) => item === id) ?? null);
          }}
        >
          {items.map((item) => (
            <MenuItem key={item} id={item} className="menu-item" textValue={t(`help.${item}`)}>
              <span>{t(`help.${item}`)}</span>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
