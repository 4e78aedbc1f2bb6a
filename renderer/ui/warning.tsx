// A line that asks for a second look before a yes.

import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export function Warning({ text }: { readonly text: string }): ReactNode {
  return (
    <p className="paste-warning">
      <Icon name="needs-you" size={14} />
      {text}
    </p>
  );
}
