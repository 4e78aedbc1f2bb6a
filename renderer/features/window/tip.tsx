// A button's shortcut, shown when the pointer rests on it or the keyboard is on it.
import type { ReactNode } from 'react';
import { Tooltip, TooltipTrigger } from 'react-aria-components';
import { useApp } from '../../state/use-store.ts';
import { shortcut } from './shortcuts.ts';

interface Props {
  readonly of: Parameters<typeof shortcut>[0];
  /** One button of react-aria. */
  readonly children: ReactNode;
}

export function ShortcutTip({ of, children }: Props): ReactNode {
  const platform = useApp((state) => state.app?.platform ?? 'linux');
  return (
    <TooltipTrigger delay={600} closeDelay={0}>
      {children}
      <Tooltip className="tip" offset={6}>
        {shortcut(of, platform)}
      </Tooltip>
    </TooltipTrigger>
  );
}
