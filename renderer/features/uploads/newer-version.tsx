// A clip that is a newer version of a video on the site: the question what becomes of the older one, and what was answered.

import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from 'react-aria-components';
import type { JobDetails, OlderVideo } from '../../../preload/contract.ts';
import { type TextId, t } from '../../../preload/text/text.ts';
import { actOnRow } from '../../state/job-actions.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { Icon } from '../../ui/icon.tsx';

function ShowOlder({ older }: { readonly older: OlderVideo }): ReactNode {
  const store = useAppStore();
  return (
    <Button
      className="button button-small"
      onPress={() => void store.attempt(() => store.bridge.request('job.openVideo', older.jobId))}
    >
      <Icon name="external" size={14} />
      {t('uploads.version.show')}
    </Button>
  );
}

/** The question, with what each answer does. */
export function NewerVersion({ details }: { readonly details: JobDetails }): ReactNode {
  const store = useAppStore();
  const { older, row } = details;
  const first = useRef<HTMLButtonElement>(null);
  const wanted = useApp((state) => state.focusWanted === 'choice');

  useEffect(() => {
    if (!wanted) return;
    store.focusTaken();
    first.current?.focus();
  }, [wanted, store]);

  return (
    <>
      {older !== null && <p>{t('uploads.version.of', { older: older.name })}</p>}
      <p className="quiet">{t('uploads.version.replacing')}</p>
      <div className="button-row">
        <Button ref={first} className="button button-primary" onPress={() => actOnRow(store, row, 'replace')}>
          {t('jobs.action.replace')}
        </Button>
        <Button className="button" onPress={() => actOnRow(store, row, 'keep')}>
          {t('jobs.action.keep')}
        </Button>
        {older !== null && <ShowOlder older={older} />}
      </div>
    </>
  );
}

type Words = Extract<TextId, `uploads.version.is.${string}`>;

function wordsOf({ choice, became }: OlderVideo): Words | null {
  if (became === 'trashed' || became === 'gone') return `uploads.version.is.${became}`;
  if (became === 'stays' || choice === 'keep') return 'uploads.version.is.stays';
  return choice === 'replace' ? 'uploads.version.is.replaces' : null;
}

/** What was answered, and the way back from it for as long as there is one. */
export function OlderNote({ details }: { readonly details: JobDetails }): ReactNode {
  const store = useAppStore();
  const { older, row } = details;
  const words = older === null ? null : wordsOf(older);
  if (older === null || words === null) return null;
  const mayKeep = words === 'uploads.version.is.replaces' && row.state.kind !== 'done';
  return (
    <section className="pane-section" aria-label={t('uploads.version.title')}>
      <h3>{t('uploads.version.title')}</h3>
      <p>{t(words, { older: older.name })}</p>
      <div className="button-row">
        {mayKeep && (
          <Button className="button button-small" onPress={() => actOnRow(store, row, 'keep')}>
            {t('uploads.version.keep-instead')}
          </Button>
        )}
        {older.became !== 'gone' && <ShowOlder older={older} />}
      </div>
    </section>
  );
}
