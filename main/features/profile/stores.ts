// Every store of a migrated database, opened for the rooms that work on them.
import { folderStore } from '../../ingest/folder-store.ts';
import { queueLoad } from '../../queue/store/backlog.ts';
import { blockedClipsStore } from '../../queue/store/blocked-clips-store.ts';
import { queueStore } from '../../queue/store/job-store.ts';
import { createLedger } from '../../queue/store/ledger.ts';
import { queueOrder } from '../../queue/store/order.ts';
import { rebuildStore } from '../../queue/store/rebuilds.ts';
import { queuePassing } from '../../queue/store/refusal-queries.ts';
import { formStore } from '../../site/store/form-store.ts';
import { presetStore } from '../../site/store/preset-store.ts';
import { siteStore } from '../../site/store/site-store.ts';
import type { UploaderPorts } from '../../uploader-api.ts';
import { createProfileOwner } from './owner.ts';

/** Takes over an already migrated database; what an older list lacked is marked in it. `fileNameOf` = under which name a clip would be sent. */
export function openStores(
  { sql, clock, machine }: Pick<UploaderPorts, 'sql' | 'clock' | 'machine'>,
  fileNameOf: Parameters<typeof rebuildStore>[2],
) {
  const store = queueStore(sql, clock);
  const owner = createProfileOwner(sql, machine ?? null);
  const rebuilds = rebuildStore(sql, store, fileNameOf);
  if (owner.isHere()) rebuilds.mark(clock.now());
  return {
    ...{ store, owner, rebuilds },
    siteStore: siteStore(sql),
    folderStore: folderStore(sql),
    ...{ forms: formStore(sql), presets: presetStore(sql) },
    ledger: createLedger(sql, store),
    refusals: queuePassing(sql),
    backlog: queueLoad(sql),
    order: queueOrder(sql),
    blockedClips: blockedClipsStore(sql),
  };
}
