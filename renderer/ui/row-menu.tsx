// The menu of the selected rows of a list, where the pointer or the menu key asked for it.

import { type ReactNode, useRef } from 'react';
import { Menu, MenuItem, Popover, Separator, SubmenuTrigger } from 'react-aria-components';
import { Icon } from './icon.tsx';

export interface RowMenuItem {
  readonly id: string;
  readonly label: string;
  readonly key?: string;
  /** A menu of its own, in place of what is run. */
  readonly menu?: ReactNode;
  readonly run: () => void;
}

interface Props {
  readonly at: { readonly x: number; readonly y: number };
  /** What a screen reader calls it, and the rows that it is for. */
  readonly label: string;
  readonly rowsLabel: string;
  /** With a line between each two; those without an item are left out. */
  readonly groups: readonly (readonly RowMenuItem[])[];
  readonly onClose: () => void;
}

function ItemOf({ item: { id, label, key, menu } }: { readonly item: RowMenuItem }): ReactNode {
  const line = (
    <MenuItem id={id} className="menu-item" textValue={label}>
      <span>{label}</span> {key !== undefined && <kbd className="menu-key">{key}</kbd>}
      {menu !== undefined && (
        <span className="menu-more">
          <Icon name="chevron" size={14} />
        </span>
      )}
    </MenuItem>
  );
  if (menu === undefined) return line;
  return (
    <SubmenuTrigger>
      {line}
      <Popover className="popover">{menu}</Popover>
    </SubmenuTrigger>
  );
}

export function RowMenu({ at, label, rowsLabel, groups, onClose }: Props): ReactNode {
  const anchor = useRef<HTMLSpanElement>(null);
  const shown = groups.filter((group) => group.length > 0);
  return (
    <>
      <span ref={anchor} className="menu-anchor" style={{ left: at.x, top: at.y }} aria-hidden="true" />
      <Popover
        className="popover"
        aria-label={label}
        triggerRef={anchor}
        placement="bottom start"
        offset={0}
        isOpen
        onOpenChange={(open) => {
          if (!open) onClose();
        }}
      >
        <Menu
          className="menu row-menu"
          aria-label={rowsLabel}
          autoFocus="first"
          onAction={(id) => {
            onClose();
            shown
              .flat()
              .find((item) => item.id === id)
              ?.run();
          }}
          onClose={onClose}
        >
          {shown.flatMap((group, index) => [
            ...(index === 0 ? [] : [<Separator key={`line ${group[0]?.id}`} className="menu-line" />]),
            ...group.map((item) => <ItemOf key={item.id} item={item} />),
          ])}
        </Menu>
      </Popover>
    </>
  );
}
