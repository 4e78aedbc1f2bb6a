// What a dialog about moving says; it scrolls where there is little room, also by keyboard.
import type { ReactNode } from 'react';

interface Props {
  readonly label: string;
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}

export function MoveBody({ label, isBusy = false, children }: Props): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section className="move-body" tabIndex={0} aria-label={label} aria-busy={isBusy}>
      {children}
    </section>
  );
}
