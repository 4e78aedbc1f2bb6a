// The menu of the selected rows, where the pointer or the menu key asked for it: order, acts, and the way to the file.

import { type ReactNode, useRef } from 'react';
import { Menu, MenuItem, Popover, Separator, SubmenuTrigger } from 'react-aria-components';
import type { JobAct } from '../../../preload/contract.ts';
import { jobOrders } from '../../../preload/job-states.ts';
import { t } from '../../../preload/text/text.ts';
import { singleRow, targetOf } from '../../model/selection.ts';
import { copyLinks, hasLink } from '../../state/copy-links.ts';
import { actOnSelection } from '../../state/job-actions.ts';
import { moveSelected, type OrderOffer, orderOffers } from '../../state/reorder.ts';
import { actsOn } from '../../state/selectors.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { Icon } from '../../ui/icon.tsx';
import { LinkForms } from '../links/copy-links.tsx';
import { ReceiptForms } from '../links/save-receipt.tsx';

interface Props {
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

interface Item {
  readonly id: string;
  readonly label: string;
  readonly key?: string;
  /** A menu of its own, in place of what is run. */
  readonly menu?: ReactNode;
  readonly run: () => void;
}

const versionActs = ['replace', 'keep'] as const;

function ItemOf({ item: { id, label, key, menu } }: { readonly item: Item }): ReactNode {
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

export function QueueMenu({ at, onClose }: Props): ReactNode {
  const store = useAppStore();
  const anchor = useRef<HTMLSpanElement>(null);
  const selection = useApp((state) => state.selection);
  const queue = useApp((state) => state.queue);
  const sort = useApp((state) => state.sort);
  const platform = useApp((state) => state.app?.platform ?? 'linux');
  const single = singleRow(selection);
  const rows = selection.kind === 'some' ? [...selection.rows.values()] : (queue?.rows ?? []);
  const act = (id: JobAct, label: string, key?: string): Item => ({
    id,
    label,
    ...(key === undefined ? {} : { key }),
    run: () => actOnSelection(store, selection, id, queue?.total ?? 0),
  });
  const order = orderOffers(rows, sort).map(
    ({ place, label, key }: OrderOffer): Item => ({
      id: place.to,
      label,
      key: platform === 'mac' ? key.replace('Alt+', '⌥') : key,
      run: () => void moveSelected(store, place),
    }),
  );
  const offered = actsOn(rows);
  const acts: Item[] = [
    ...jobOrders.filter((id) => offered.includes(id)).map((id) => act(id, t(`jobs.action.${id}`))),
    ...versionActs.filter((id) => offered.includes(id)).map((id) => act(id, t(`jobs.action.${id}`))),
    ...(offered.includes('cancel') ? [act('cancel', t('uploads.cancel.asks'))] : []),
  ];
  const places: Item[] =
    single === null
      ? []
      : [
          ...(single.state.kind === 'done' && single.state.videoId !== null
            ? [
                {
                  id: 'open',
                  label: t('uploads.open-on-site'),
                  run: () => void store.attempt(() => store.bridge.request('job.openVideo', single.id)),
                },
              ]
            : []),
          {
            id: 'file',
            label: t('uploads.show-file'),
            run: () => void store.attempt(() => store.bridge.request('job.showFile', single.id)),
          },
          { id: 'details', label: t('uploads.details'), key: 'Enter', run: () => store.inspect('title') },
        ];
  const titles: Item[] = [
    ...(single === null ? [] : [{ id: 'title', label: t('titles.edit'), key: 'F2', run: () => store.editTitle() }]),
    {
      id: 'paste',
      label: t('titles.paste'),
      key: platform === 'mac' ? '⌘V' : 'Ctrl+V',
      run: () => store.pasteTitles('uploads', ''),
    },
    { id: 'replace-text', label: t('titles.replace'), run: () => store.replaceInTitles('uploads') },
    { id: 'import', label: t('details.import'), run: () => void store.importDetails() },
    { id: 'export', label: t('details.export'), run: () => void store.exportDetails(targetOf(selection)) },
  ];
  const linked = rows.filter(hasLink);
  const links: Item[] =
    linked.length === 0
      ? []
      : [
          {
            id: 'links',
            label: t('links.copy', { many: single === null ? 'yes' : 'no' }),
            key: platform === 'mac' ? '⌘C' : 'Ctrl+C',
            run: () => void copyLinks(store, { jobs: targetOf(selection) }),
            ...(single === null ? { menu: <LinkForms of={{ jobs: targetOf(selection) }} onChosen={onClose} /> } : {}),
          },
        ];
  const receipt: Item = {
    id: 'receipt',
    label: t('receipt.save'),
    menu: <ReceiptForms target={targetOf(selection)} onChosen={onClose} />,
    run: () => undefined,
  };
  const groups = [
    order,
    acts,
    titles,
    places,
    [...links, receipt],
    [act('remove', t('uploads.remove.asks'), 'Delete')],
  ].filter((group) => group.length > 0);
  return (
    <>
      <span ref={anchor} className="menu-anchor" style={{ left: at.x, top: at.y }} aria-hidden="true" />
      <Popover
        className="popover"
        aria-label={t('uploads.menu')}
        triggerRef={anchor}
        placement="bottom start"
        offset={0}
        isOpen
        onOpenChange={(open) => {
          if (!open) onClose();
        }}
      >
        <Menu
          className="menu queue-menu"
          aria-label={t('uploads.pane.many')}
          autoFocus="first"
          onAction={(id) => {
            onClose();
            groups
              .flat()
              .find((item) => item.id === id)
              ?.run();
          }}
          onClose={onClose}
        >
          {groups.flatMap((group, index) => [
            ...(index === 0 ? [] : [<Separator key={`line ${group[0]?.id}`} className="menu-line" />]),
            ...group.map((item) => <ItemOf key={item.id} item={item} />),
          ])}
        </Menu>
      </Popover>
    </>
  );
}
