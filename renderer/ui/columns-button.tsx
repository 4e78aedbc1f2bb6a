// The choice of columns of a list: which details its rows show beside the title, and which have no room now.

import { type ReactNode, useState } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import type { RowColumn } from '../../preload/contract.ts';
import { rowColumns } from '../../preload/row-columns.ts';
import { t } from '../../preload/text/text.ts';
import { columnsWithRoom } from '../model/columns.ts';
import { columnWord } from '../text/columns.ts';
import { Icon } from './icon.tsx';

interface Props {
  readonly chosen: readonly RowColumn[];
  /** Px that the rows are wide; 0 = so few that they have no columns. */
  readonly listWidth: number;
  readonly onChoose: (columns: readonly RowColumn[]) => void;
}

export function ColumnsButton(props: Props): ReactNode {
  return (
    <MenuTrigger>
      <Button className="button button-icon" aria-label={t('columns.choose')}>
        <Icon name="columns" />
      </Button>
      <Popover className="popover" offset={4}>
        <ColumnsMenu {...props} />
      </Popover>
    </MenuTrigger>
  );
}

function ColumnsMenu({ chosen: kept, listWidth, onChoose }: Props): ReactNode {
  // The next choice does not wait until the one before it is kept.
  const [chosen, setChosen] = useState(kept);
  const shown = columnsWithRoom(chosen, listWidth);
  const hasNoRoom = (column: RowColumn): boolean => chosen.includes(column) && !shown.includes(column);
  return (
    <Menu
      className="menu"
      selectionMode="multiple"
      selectedKeys={chosen}
      onSelectionChange={(keys) => {
        const columns = rowColumns.filter((column) => keys === 'all' || keys.has(column));
        setChosen(columns);
        onChoose(columns);
      }}
    >
      {rowColumns.map((column) => (
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
