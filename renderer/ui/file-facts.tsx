// What is known about a job's file, and the history of the attempts to send it.
import type { ReactNode } from 'react';
import type { AttemptView, JobDetails } from '../../preload/contract.ts';
import { formatBytes, formatClock, formatLength, formatMoment } from '../text/format.ts';
import { attemptRunning, attemptWords, lookLine, looksSummary, sentWords } from '../text/jobs.ts';

export function FileFacts({ details }: { readonly details: JobDetails }): ReactNode {
  const now = Date.now();
  const { row, durationSeconds, width, height, format, sha256 } = details;
  return (
    <section className="pane-section" aria-label="File">
      <h3 className="pane-heading">File</h3>
      <dl className="facts">
        <Fact name="Name" value={row.name} />
        <Fact name="Size" value={formatBytes(row.bytes)} />
        {durationSeconds !== null && <Fact name="Length" value={formatLength(durationSeconds)} />}
        {width !== null && height !== null && <Fact name="Picture" value={`${width} × ${height}`} />}
        {format !== null && <Fact name="Format" value={format} />}
        <Fact name="Changed" value={formatMoment(details.modifiedAt, now)} />
        <Fact name="Added" value={formatMoment(details.addedAt, now)} />
        <Fact name="Folder" value={details.folder} />
        {sha256 !== null && <Fact name="SHA-256" value={sha256} code />}
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
    <section className="pane-section" aria-label="History">
      <h3 className="pane-heading">History</h3>
      <ol className="attempts">
        {details.attempts.map((attempt) => (
          <li key={`${attempt.startedAt} ${attempt.ended}`} className="attempt">
            <span className="attempt-time">
              {formatMoment(attempt.startedAt, now)}
              {attempt.endedAt !== null && ` – ${formatClock(attempt.endedAt)}`}
            </span>
            <span>{attempt.ended === null ? attemptRunning : attemptWords[attempt.ended]}</span>
            <HowFar attempt={attempt} bytes={details.row.bytes} />
            {(attempt.said !== null || attempt.status !== null) && (
              <span className="attempt-said">
                {attempt.said === null ? 'Answer' : `“${attempt.said}”`}
                {attempt.status !== null && ` (${attempt.status})`}
              </span>
            )}
            <Looks attempt={attempt} />
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
function Looks({ attempt }: { readonly attempt: AttemptView }): ReactNode {
  const { looks } = attempt;
  if (looks.length === 0) return null;
  if (looks.length === 1) return <span className="attempt-said">{looksSummary(looks)}.</span>;
  return (
    <details className="attempt-looks">
      <summary>{looksSummary(looks)}</summary>
      <ol>
        {looks.map((look) => (
          <li key={look.at}>{lookLine(look)}</li>
        ))}
      </ol>
    </details>
  );
}
