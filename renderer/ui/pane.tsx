// The pane beside a list that shows what is selected; in a narrow window it lies over the list, under a bar that closes it.
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { Icon } from './icon.tsx';

interface PaneProps {
  readonly label: string;
  /** It lies over the list. */
  readonly narrow: boolean;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Pane({ label, narrow, closeLabel, onClose, children }: PaneProps): ReactNode {
  return (
    <aside
      className={narrow ? 'pane pane-over' : 'pane'}
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && narrow) onClose();
      }}
    >
      {narrow && (
        // What is scrolled goes under it: a button that floats would hide words.
        <div className="pane-bar">
          <span aria-hidden="true">{label}</span>
          <Button className="button button-icon" aria-label={closeLabel} onPress={onClose}>
            <Icon name="close" />
          </Button>
        </div>
      )}
      {children}
    </aside>
  );
}
