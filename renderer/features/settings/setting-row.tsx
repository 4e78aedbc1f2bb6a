// One line of the settings: what it is called, a sentence about it, and its control.
import type { ReactNode } from 'react';
import type { SettingValues } from '../../../preload/contract.ts';
import { useAppStore } from '../../state/use-store.ts';
import { Choice } from '../../ui/choice.tsx';

interface RowProps {
  readonly label: string;
  readonly noteId?: string;
  readonly note: string | null;
  readonly children: ReactNode;
}

/** What the control's own label already tells a screen reader is only for the eye here. */
export function SettingRow({ label, noteId, note, children }: RowProps): ReactNode {
  return (
    <div className="setting">
      <div className="setting-text">
        <span className="setting-label" aria-hidden="true">
          {label}
        </span>
        {note !== null && (
          <p className="setting-note" id={noteId}>
            {note}
          </p>
        )}
      </div>
      {children}
    </div>
  );
}

export function useChange(): (change: Partial<SettingValues>) => void {
  const store = useAppStore();
  return (change) => void store.changeSettings(change);
}

export function HiddenLabelChoice<T extends string>(props: Parameters<typeof Choice<T>>[0]): ReactNode {
  return (
    <div className="setting-choice">
      <Choice {...props} look="icon" />
    </div>
  );
}
