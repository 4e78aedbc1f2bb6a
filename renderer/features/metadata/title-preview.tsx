// What is going to become of many titles, row by row, before anything is changed.

import { memo, type ReactNode } from 'react';
import { t } from '../../../preload/text/text.ts';
import type { PlannedTitle } from '../../model/title-plan.ts';
import type { Target } from '../../state/titles.ts';

/** As many as anybody looks through before saying yes. */
const mostShown = 500;

export function TitlePreview({ each }: { readonly each: readonly PlannedTitle<Target>[] }): ReactNode {
  if (each.length === 0) return <div className="paste-rows" />;
  const more = each.length - mostShown;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys.
    <ol className="paste-rows" tabIndex={0} aria-label={t('titles.preview')}>
      {each.slice(0, mostShown).map(({ target, title, description }) => (
        <PreviewRow key={target.id} target={target} title={title} description={description} />
      ))}
      {more > 0 && <li className="paste-row quiet">{t('titles.more', { rows: more })}</li>}
    </ol>
  );
}

interface RowProps {
  readonly target: Target;
  readonly title: string | undefined;
  readonly description: string | undefined;
}

/** Drawn anew only where something else becomes of it: with each key that is pressed, all of them are planned again. */
const PreviewRow = memo(({ target, title, description }: RowProps): ReactNode => {
  const isChanged = title !== undefined || description !== undefined;
  return (
    <li className="paste-row">
      <span className="paste-name" title={target.name}>
        {target.name}
      </span>
      {isChanged ? (
        <>
          {title !== undefined && <span className="paste-title">{title}</span>}
          {description !== undefined && <span className="paste-text">{description}</span>}
          {title !== undefined && target.title !== '' && target.title !== target.name && (
            <span className="paste-text">{t('titles.was', { title: target.title })}</span>
          )}
        </>
      ) : (
        <span className="paste-text">{t('titles.unchanged')}</span>
      )}
    </li>
  );
});
