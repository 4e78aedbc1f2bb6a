// One of several things to tell apart, side by side: a picture, what it is called, what is known about it, and its buttons.
import type { ReactNode } from 'react';

interface Props {
  readonly poster: ReactNode;
  /** In quiet words above the title: which one it is. */
  readonly which: string;
  readonly title: string;
  readonly facts: readonly string[];
  /** It is not there any more. */
  readonly gone?: boolean;
  readonly children?: ReactNode;
}

export function VideoCard({ poster, which, title, facts, gone = false, children }: Props): ReactNode {
  return (
    <li className={gone ? 'video-card video-card-gone' : 'video-card'}>
      <div className="video-card-poster">{poster}</div>
      <div className="video-card-text">
        <p className="video-card-which">{which}</p>
        <p className="video-card-title">{title}</p>
        <ul className="video-card-facts">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        {children !== undefined && <div className="button-row">{children}</div>}
      </div>
    </li>
  );
}
