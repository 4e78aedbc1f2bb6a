// The menu of the selected rows, where the pointer or the menu key asked for it: order, acts, and the way to the file.

import { type ReactNode, useRef } from 'react';
import { Menu, MenuItem, Popover, Separator } from 'react-aria-components';
import type { JobAct } from '../../../preload/contract.ts';
import { jobOrders } from '../../../preload/job-states.ts';
import { t } from '../../../preload/text/text.ts';
import { singleRow } from '../../model/selection.ts';
import { actOnSelection } from '../../state/job-actions.ts';
import { moveSelected, type OrderOffer, orderOffers } from '../../state/reorder.ts';
import { actsOn } from '../../state/selectors.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';

interface Props {
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

interface Item {
  readonly id: string;
  readonly label: string;
  readonly key?: string;
  readonly run: () => void;
}

const versionActs = ['replace', 'keep'] as const;

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
  const groups = [order, acts, places, [act('remove', t('uploads.remove.asks'), 'Delete')]].filter(
    (group) => group.length > 0,
  );
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
            ...group.map((item) => (
              <MenuItem key={item.id} id={item.id} className="menu-item" textValue={item.label}>
                <span>{item.label}</span> {item.key !== undefined && <kbd className="menu-key">{item.key}</kbd>}
              </MenuItem>
            )),
          ])}
        </Menu>
      </Popover>
    </>
  );
}
