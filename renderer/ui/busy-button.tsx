// A button that keeps its place at the keyboard while what it began goes on: a disabled one loses it, and Escape with it.

import type { ReactNode } from 'react';
import { Button, type ButtonProps } from 'react-aria-components';

interface Props extends Omit<ButtonProps, 'isDisabled' | 'isPending'> {
  /** What it, or one beside it, began goes on: it stays where it is and does nothing. */
  readonly isBusy: boolean;
  /** There is nothing to do. */
  readonly isDisabled?: boolean;
  readonly ref?: React.Ref<HTMLButtonElement>;
}

export function BusyButton({ isBusy, onPress, ...rest }: Props): ReactNode {
  return (
    <Button {...rest} {...(isBusy ? { 'aria-disabled': true } : {})} {...(onPress && !isBusy ? { onPress } : {})} />
  );
}
