// Above the clips that need attention: what is wrong with several of one site at once, with the way out for all of them.

import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import type { NeedsGroup } from '../../../preload/contract.ts';
import { sentences, t } from '../../../preload/text/text.ts';
import { actOnGroup } from '../../state/job-actions.ts';
import { needsYouAction } from '../../state/selectors.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { explain, groupTitle } from '../../text/jobs.ts';
import { CopyHostText } from '../../ui/host-text.tsx';
import { Icon } from '../../ui/icon.tsx';

export function NeedsGroups(): ReactNode {
  const groups = useApp((state) => (state.filter === 'needs-you' ? state.queue?.totals.needs : undefined));
  if (groups === undefined || groups.length === 0) return null;
  return (
    <ul className="holds" aria-label={t('uploads.groups')}>
      {groups.map((group) => (
        <GroupLine key={JSON.stringify([group.siteId, group.reason, group.detail])} group={group} />
      ))}
    </ul>
  );
}

function GroupLine({ group }: { readonly group: NeedsGroup }): ReactNode {
  const store = useAppStore();
  const title = groupTitle(group);
  const { todo, host } = explain(group.reason, group.detail);
  const action = needsYouAction(group.action);
  const isRemove = action.kind === 'act' && action.act === 'remove';
  return (
    <li className="hold hold-attention">
      <Icon name="needs-you" />
      <div className="hold-text">
        <p className="hold-title">{title}</p>
        <p className="hold-more">{todo}</p>
      </div>
      <div className="hold-actions">
        {host !== null && <CopyHostText text={host} label={sentences(t('uploads.hold.host'), title)} />}
        {group.action === 'version' &&
          (['replace', 'keep'] as const).map((act) => (
            <Button
              key={act}
              className="button button-small"
              aria-label={sentences(t(`jobs.action.${act}`), title)}
              onPress={() => actOnGroup(store, group, act)}
            >
              {t(act === 'replace' ? 'uploads.group.replace' : 'jobs.action.keep')}
            </Button>
          ))}
        {action.kind === 'act' && !isRemove && (
          <Button
            className="button button-small"
            aria-label={sentences(action.label, title)}
            onPress={() => actOnGroup(store, group, action.act)}
          >
            {action.label}
          </Button>
        )}
        <Button
          className="button button-small"
          aria-label={sentences(t('jobs.action.remove'), title)}
          onPress={() => actOnGroup(store, group, 'remove')}
        >
          {t('uploads.group.remove')}
        </Button>
      </div>
    </li>
  );
}
