// A long text under its name: shown when its name is pressed, and drawn only where it is in sight.

import { type ReactNode, useMemo, useState } from 'react';

/** Lines that are drawn together, or not at all while they are out of sight: a log has ten thousand. */
const linesAtOnce = 100;

interface ShownTextProps {
  readonly name: string;
  /** Stands beside the name; null = nothing does. */
  readonly beside: string | null;
  /** Stands below the name; null = nothing does. */
  readonly about: string | null;
  readonly text: string;
}

export function ShownText({ name, beside, about, text }: ShownTextProps): ReactNode {
  const [open, setOpen] = useState(false);
  const pieces = useMemo(() => {
    const lines = text.split('\n');
    return Array.from({ length: Math.ceil(lines.length / linesAtOnce) }, (_, at) =>
      lines.slice(at * linesAtOnce, (at + 1) * linesAtOnce).join('\n'),
    );
  }, [text]);
  return (
    <li className="report-file">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="report-file-head">
          <code>{name}</code>
          {beside !== null && <span className="report-file-bytes">{beside}</span>}
          {about !== null && <span className="report-file-about">{about}</span>}
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
        <code className="report-text" tabIndex={0} role="region" aria-label={name}>
          {open &&
            pieces.map((piece, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes.
              <span key={at} className="report-piece">
                {piece}
              </span>
            ))}
        </code>
      </details>
    </li>
  );
}
