// The whole window when the list must not be opened: why, that nothing was changed, and the way out.
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { type RefusedStart, refusedStartWords } from '../../text/refused.ts';
import { Mark } from '../../ui/mark.tsx';

export function Refused({ reason }: { readonly reason: RefusedStart }): ReactNode {
  const { title, what, safe, todo } = refusedStartWords[reason];
  return (
    <main className="connect">
      <div className="connect-form connect-step">
        <Mark size={48} />
        <h1 className="connect-title">{title}</h1>
        <p>{what}</p>
        <p>{safe}</p>
        <p>{todo}</p>
        <Button className="button button-primary button-large" autoFocus onPress={() => window.close()}>
          Quit
        </Button>
      </div>
    </main>
  );
}
