// The menu of the selected rows, where the pointer or the menu key asked for it: order, acts, and the way to the file.
import { type ReactNode, useRef } from 'react';
import { Menu, MenuItem, Popover, Separator } from 'react-aria-components';
import type { JobAct } from '../../../preload/contract.ts';
import { singleRow } from '../../model/selection.ts';
import { actOnSelection } from '../../state/job-actions.ts';
import { moveSelected, type OrderOffer, orderOffers } from '../../state/reorder.ts';
import { isUnderWay } from '../../state/selectors.ts';
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
  const is = (...kinds: readonly string[]): boolean => rows.some((row) => kinds.includes(row.state.kind));
  const acts: Item[] = [
    ...(is('waiting', 'sending') ? [act('pause', 'Pause')] : []),
    ...(is('paused') ? [act('resume', 'Resume')] : []),
    ...(is('needs-you', 'cancelled') ? [act('retry', 'Try again')] : []),
    ...(rows.some((row) => isUnderWay(row.state)) ? [act('cancel', 'Cancel upload…')] : []),
  ];
  const places: Item[] =
    single === null
      ? []
      : [
          ...(single.state.kind === 'done' && single.state.videoId !== null
            ? [
                {
                  id: 'open',
                  label: 'Open on the site',
                  run: () => void store.attempt(() => store.bridge.request('job.openVideo', single.id)),
                },
              ]
            : []),
          {
            id: 'file',
            label: 'Show file',
            run: () => void store.attempt(() => store.bridge.request('job.showFile', single.id)),
          },
          { id: 'details', label: 'Details', key: 'Enter', run: () => store.inspect('title') },
        ];
  const groups = [order, acts, places, [act('remove', 'Take off the list…', 'Delete')]].filter(
    (group) => group.length > 0,
  );
  return (
    <>
      <span ref={anchor} className="menu-anchor" style={{ left: at.x, top: at.y }} aria-hidden="true" />
      <Popover
        className="popover"
        aria-label="Menu of the selected clips"
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
          aria-label="Selected clips"
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
