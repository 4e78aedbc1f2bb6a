// The lines above the library's list that say how far videos on their way are, and which of them are as they were.

import { type ReactNode, useId, useState } from 'react';
import { Button } from 'react-aria-components';
import type { LibraryBatch } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import { batchesFailed, batchesUnderWay } from '../../state/library-moves.ts';
import { useNow } from '../../state/use-now.ts';
import { useAppStore, useLibrary } from '../../state/use-store.ts';
import { batchWords, moveFailureWords } from '../../text/library.ts';
import { Icon } from '../../ui/icon.tsx';

export function MovesLines(): ReactNode {
  const batches = useLibrary((state) => state.batches);
  const accountId = useLibrary((state) => state.accountId);
  return (
    <>
      {batchesUnderWay(batches, accountId).map((batch) => (
        <UnderWay key={batch.id} batch={batch} />
      ))}
      {batchesFailed(batches, accountId).map((batch) => (
        <Failed key={batch.id} batch={batch} />
      ))}
    </>
  );
}

function UnderWay({ batch }: { readonly batch: LibraryBatch }): ReactNode {
  const { library } = useAppStore();
  const labelId = useId();
  const { progress, waiting } = batchWords(batch, useNow(batch.waits !== null));
  return (
    <section className="library-moves" aria-label={t('library.moves')}>
      <label className="library-moves-words" htmlFor={labelId}>
        {progress}
      </label>
      <progress id={labelId} value={batch.over} max={batch.total} />
      <p className="library-moves-wait" role="status">
        {waiting !== null && (
          <>
            <Icon name="waiting" size={14} />
            {waiting}
          </>
        )}
      </p>
      {batch.isStopped ? (
        <span className="hint">{t('library.moves.stopping')}</span>
      ) : (
        <Button
          className="button button-small"
          aria-label={t('library.moves.stop.label')}
          onPress={() => void library.batch(batch.id, 'stop')}
        >
          {t('library.moves.stop')}
        </Button>
      )}
    </section>
  );
}

function Failed({ batch }: { readonly batch: LibraryBatch }): ReactNode {
  const { library } = useAppStore();
  const [shown, setShown] = useState(false);
  const listId = useId();
  const { id, act, failed, mayRetry } = batch;
  const words = t(`library.moves.failed.${act}`, { videos: failed.length });
  return (
    <section className="library-failed" aria-label={words}>
      <div className="library-failed-line">
        <Icon name="needs-you" />
        <p>{words}</p>
        <Button
          className="button button-small"
          aria-expanded={shown}
          aria-controls={listId}
          onPress={() => setShown(!shown)}
        >
          {t('library.moves.show', { shown: shown ? 'yes' : 'no' })}
        </Button>
        {mayRetry && (
          <Button className="button button-small" onPress={() => void library.batch(id, 'retry')}>
            {t('library.try-again')}
          </Button>
        )}
        <Button className="button button-small" onPress={() => void library.batch(id, 'dismiss')}>
          {t('library.moves.dismiss')}
        </Button>
      </div>
      {shown && (
        <ul id={listId} className="library-failed-list">
          {failed.map((one) => (
            <li key={one.id}>
              <span className="library-failed-title">{one.title ?? t('library.moves.id', { id: String(one.id) })}</span>
              <span className="hint">{moveFailureWords(one)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
