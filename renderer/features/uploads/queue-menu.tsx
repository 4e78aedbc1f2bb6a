// The menu of the selected rows, where the pointer or the menu key asked for it: order, acts, and the way to the file.

import type { ReactNode } from 'react';
import type { AppState, JobAct } from '../../../preload/contract.ts';
import { jobOrders } from '../../../preload/job-states.ts';
import { t } from '../../../preload/text/text.ts';
import { singleRow, targetOf } from '../../model/selection.ts';
import type { AppStore } from '../../state/client-state.ts';
import { copyLinks } from '../../state/copy-links.ts';
import { type FilledColumn, filledColumn } from '../../state/fill-down.ts';
import { actOnSelection } from '../../state/job-actions.ts';
import { moveSelected, type OrderOffer, orderOffers } from '../../state/reorder.ts';
import { actsOn, isOnSite } from '../../state/selectors.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { columnWord } from '../../text/columns.ts';
import { RowMenu, type RowMenuItem } from '../../ui/row-menu.tsx';
import { LinkForms } from '../links/copy-links.tsx';
import { ReceiptForms } from '../links/save-receipt.tsx';

interface Props {
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

const versionActs = ['replace', 'keep'] as const;

function fillItems(
  store: AppStore,
  column: FilledColumn | null,
  platform: AppState['platform'],
): readonly RowMenuItem[] {
  if (column === null) return [];
  const label = t('columns.fill', { column: columnWord(column) });
  return [{ id: 'fill', label, key: platform === 'mac' ? '⌘D' : 'Ctrl+D', run: () => void store.fillDown() }];
}

export function QueueMenu({ at, onClose }: Props): ReactNode {
  const store = useAppStore();
  const selection = useApp((state) => state.selection);
  const queue = useApp((state) => state.queue);
  const sort = useApp((state) => state.sort);
  const platform = useApp((state) => state.app?.platform ?? 'linux');
  const filled = useApp(filledColumn);
  const single = singleRow(selection);
  const rows = selection.kind === 'some' ? [...selection.rows.values()] : (queue?.rows ?? []);
  const act = (id: JobAct, label: string, key?: string): RowMenuItem => ({
    id,
    label,
    ...(key === undefined ? {} : { key }),
    run: () => actOnSelection(store, selection, id, queue?.total ?? 0),
  });
  const order = orderOffers(rows, sort).map(
    ({ place, label, key }: OrderOffer): RowMenuItem => ({
      id: place.to,
      label,
      key: platform === 'mac' ? key.replace('Alt+', '⌥') : key,
      run: () => void moveSelected(store, place),
    }),
  );
  const offered = actsOn(rows);
  const acts: RowMenuItem[] = [
    ...jobOrders.filter((id) => offered.includes(id)).map((id) => act(id, t(`jobs.action.${id}`))),
    ...versionActs.filter((id) => offered.includes(id)).map((id) => act(id, t(`jobs.action.${id}`))),
    ...(offered.includes('cancel') ? [act('cancel', t('uploads.cancel.asks'))] : []),
  ];
  const places: RowMenuItem[] =
    single === null
      ? []
      : [
          ...(isOnSite(single)
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
          {
            id: 'play',
            label: t('player.menu'),
            key: platform === 'mac' ? '⌘P' : 'Ctrl+P',
            run: () => store.togglePlaying(),
          },
          { id: 'details', label: t('uploads.details'), key: 'Enter', run: () => store.inspect('title') },
        ];
  const titles: RowMenuItem[] = [
    ...(single === null ? [] : [{ id: 'title', label: t('titles.edit'), key: 'F2', run: () => store.editTitle() }]),
    {
      id: 'paste',
      label: t('titles.paste'),
      key: platform === 'mac' ? '⌘V' : 'Ctrl+V',
      run: () => store.pasteTitles('uploads', ''),
    },
    ...(single === null ? fillItems(store, filled, platform) : []),
    { id: 'replace-text', label: t('titles.replace'), run: () => store.replaceInTitles('uploads') },
    { id: 'import', label: t('details.import'), run: () => void store.importDetails() },
    { id: 'export', label: t('details.export'), run: () => void store.exportDetails(targetOf(selection)) },
  ];
  const linked = rows.filter(isOnSite);
  const links: RowMenuItem[] =
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
  const receipt: RowMenuItem = {
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
  ];
  return <RowMenu {...{ at, groups, onClose }} label={t('uploads.menu')} rowsLabel={t('uploads.pane.many')} />;
}
