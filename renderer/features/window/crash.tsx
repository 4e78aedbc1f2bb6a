// What is shown when the window itself fails: the uploads live in main and go on, the window can be drawn anew.

import { Component, type ReactNode } from 'react';
import { t } from '../../../preload/text/text.ts';

interface State {
  readonly message: string | null;
}

export class CrashGuard extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { message: null };

  static getDerivedStateFromError(error: unknown): State {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    return this.state.message === null ? this.props.children : <Crash message={this.state.message} />;
  }
}

export function Crash({ message }: { readonly message: string }): ReactNode {
  return (
    <main className="quiet-place" role="alert">
      <h1>{t('window.crash.title')}</h1>
      <p>{message}</p>
      <button type="button" className="button" onClick={() => location.reload()}>
        {t('window.crash.again')}
      </button>
    </main>
  );
}
