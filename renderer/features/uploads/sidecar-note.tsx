// The file beside a clip that tells its details: what it filled in, what waits for the site, and what of it was not understood.

import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import type { JobDetails } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import { useForm } from '../../state/use-form.ts';
import { useAppStore } from '../../state/use-store.ts';
import { isWaitingTerm, sidecarTermWords, takenWords, troubleWords } from '../../text/sidecars.ts';
import { Icon } from '../../ui/icon.tsx';

export function SidecarNote({ details }: { readonly details: JobDetails }): ReactNode {
  const store = useAppStore();
  const { row, sidecar } = details;
  const form = useForm(row.accountId);
  if (sidecar === null) return null;
  const { file, terms, troubles } = sidecar;
  // The clock of the site is asked for by itself.
  const waiting = [
    ...troubles.filter(({ problem }) => problem === 'date-zone').map(troubleWords),
    ...terms.filter(isWaitingTerm).map(sidecarTermWords),
  ];
  const open = [
    ...troubles.filter(({ problem }) => problem !== 'date-zone').map(troubleWords),
    ...terms.filter((term) => !isWaitingTerm(term)).map(sidecarTermWords),
  ];
  const title = t('sidecar.about', { file });
  return (
    <section className="pane-section sidecar-note" aria-label={title}>
      <h3 className="pane-heading">{title}</h3>
      <p className="quiet">{takenWords(sidecar, form)}</p>
      {waiting.map((line) => (
        <p className="hint" key={line}>
          <Icon name="info" />
          {line}
        </p>
      ))}
      {open.length > 0 && (
        <>
          <ul className="sidecar-open">
            {open.map((line) => (
              <li key={line}>
                <Icon name="needs-you" size={14} />
                <span>{line}</span>
              </li>
            ))}
          </ul>
          <div className="button-row">
            <Button
              className="button button-small"
              aria-label={t('sidecar.seen.label', { file })}
              onPress={() => void store.attempt(() => store.bridge.request('job.sidecarSeen', row.id))}
            >
              {t('sidecar.seen')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
