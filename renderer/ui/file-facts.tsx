// What is known about a job's file, and the history of the attempts to send it.

import type { ReactNode } from 'react';
import type { AttemptView, JobDetails } from '../../preload/contract.ts';
import { formatBytes, formatLength, formatMomentAlone } from '../../preload/text/format.ts';
import { t } from '../../preload/text/text.ts';
import { attemptWords, lookLine, looksSummary, sentWords, spanWords } from '../text/jobs.ts';

export function FileFacts({ details }: { readonly details: JobDetails }): ReactNode {
  const now = Date.now();
  const { row, durationSeconds, width, height, format, sha256 } = details;
  return (
    <section className="pane-section" aria-label={t('uploads.file')}>
      <h3 className="pane-heading">{t('uploads.file')}</h3>
      <dl className="facts">
        <Fact name={t('uploads.file.name')} value={row.name} />
        <Fact name={t('uploads.file.size')} value={formatBytes(row.bytes)} />
        {durationSeconds !== null && <Fact name={t('uploads.file.length')} value={formatLength(durationSeconds)} />}
        {width !== null && height !== null && <Fact name={t('uploads.file.picture')} value={`${width} × ${height}`} />}
        {format !== null && <Fact name={t('uploads.file.format')} value={format} />}
        <Fact name={t('uploads.file.changed')} value={formatMomentAlone(details.modifiedAt, now)} />
        <Fact name={t('uploads.file.added')} value={formatMomentAlone(details.addedAt, now)} />
        <Fact name={t('uploads.file.folder')} value={details.folder} />
        {sha256 !== null && <Fact name={t('uploads.file.sha256')} value={sha256} code />}
      </dl>
    </section>
  );
}

export function Fact({
  name,
  value,
  code = false,
}: {
  readonly name: string;
  readonly value: string;
  readonly code?: boolean;
}) {
  return (
    <>
      <dt>{name}</dt>
      <dd className={code ? 'fact-code' : undefined}>{value}</dd>
    </>
  );
}

export function Attempts({ details }: { readonly details: JobDetails }): ReactNode {
  const now = Date.now();
  if (details.attempts.length === 0) return null;
  return (
    <section className="pane-section" aria-label={t('uploads.history')}>
      <h3 className="pane-heading">{t('uploads.history')}</h3>
      <ol className="attempts">
        {details.attempts.map((attempt) => (
          <li key={`${attempt.startedAt} ${attempt.ended}`} className="attempt">
            <span className="attempt-time">{spanWords(attempt, now)}</span>
            <span>{attemptWords(attempt)}</span>
            <HowFar attempt={attempt} bytes={details.row.bytes} />
            {(attempt.said !== null || attempt.status !== null) && (
              <span className="attempt-said">
                {t('jobs.try.said', {
                  said: attempt.said,
                  status: attempt.status === null ? null : String(attempt.status),
                })}
              </span>
            )}
            <Looks attempt={attempt} now={now} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function HowFar({ attempt, bytes }: { readonly attempt: AttemptView; readonly bytes: number }): ReactNode {
  const words = sentWords(attempt, bytes);
  return words === null ? null : <span className="attempt-said">{words}</span>;
}

/** One line; more than one look opens into its list. */
function Looks({ attempt, now }: { readonly attempt: AttemptView; readonly now: number }): ReactNode {
  const { looks } = attempt;
  if (looks.length === 0) return null;
  if (looks.length === 1) return <span className="attempt-said">{looksSummary(looks)}</span>;
  return (
    <details className="attempt-looks">
      <summary>{looksSummary(looks)}</summary>
      <ol>
        {looks.map((look) => (
          <li key={look.at}>{lookLine(look, attempt, now)}</li>
        ))}
      </ol>
    </details>
  );
}
