// The choice of columns in the upload list: which details its rows show beside the title, and which have no room now.

import { type ReactNode, useState } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import type { QueueColumn } from '../../../preload/contract.ts';
import { queueColumns } from '../../../preload/queue-columns.ts';
import { t } from '../../../preload/text/text.ts';
import { columnsWithRoom } from '../../model/columns.ts';
import { chosenColumns } from '../../state/selectors.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { columnWord } from '../../text/columns.ts';
import { Icon } from '../../ui/icon.tsx';

export function ColumnsButton(): ReactNode {
  return (
    <MenuTrigger>
      <Button className="button button-icon" aria-label={t('columns.choose')}>
        <Icon name="columns" />
      </Button>
      <Popover className="popover" offset={4}>
        <ColumnsMenu />
      </Popover>
    </MenuTrigger>
  );
}

function ColumnsMenu(): ReactNode {
  const store = useAppStore();
  const listWidth = useApp((state) => state.listWidth);
  // The next choice does not wait until the one before it is kept.
  const [chosen, setChosen] = useState(chosenColumns(store.getState()));
  const shown = columnsWithRoom(chosen, listWidth);
  const hasNoRoom = (column: QueueColumn): boolean => chosen.includes(column) && !shown.includes(column);
  return (
    <Menu
      className="menu"
      selectionMode="multiple"
      selectedKeys={chosen}
      onSelectionChange={(keys) => {
        const columns = queueColumns.filter((column) => keys === 'all' || keys.has(column));
        setChosen(columns);
        void store.changeSettings({ columns });
      }}
    >
      {queueColumns.map((column) => (
        <MenuItem className="menu-item" key={column} id={column} textValue={columnWord(column)}>
          <span className="menu-check">{chosen.includes(column) && <Icon name="check" size={12} />}</span>
          <span className="menu-text">
            {columnWord(column)}
            {hasNoRoom(column) && <span className="menu-note">{t('columns.no-room')}</span>}
          </span>
        </MenuItem>
      ))}
    </Menu>
  );
}
