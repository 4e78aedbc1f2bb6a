// A field for a secret: shown only where the person asks for it, kept there after a refusal, and emptied as soon as it was taken.
import { type ReactNode, type RefObject, useId, useState } from 'react';
import { ToggleButton } from 'react-aria-components';
import { t } from '../../preload/text/text.ts';

interface Props {
  readonly label: string;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly large?: boolean;
}

export function SecretField({ label, input, large = false }: Props): ReactNode {
  const id = useId();
  const [isShown, setShown] = useState(false);
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="secret-line">
        <input
          id={id}
          ref={input}
          className={large ? 'input input-large' : 'input'}
          type={isShown ? 'text' : 'password'}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={10_000}
        />
        <ToggleButton
          className={`button button-quiet ${large ? 'button-large' : ''}`}
          isSelected={isShown}
          onChange={setShown}
          aria-controls={id}
        >
          {t('sign-in.show')}
        </ToggleButton>
      </div>
    </div>
  );
}

/** What is typed; '' = nothing. It stays in the field, for who mistyped it. */
export function typedSecret(input: RefObject<HTMLInputElement | null>): string {
  return input.current?.value ?? '';
}

/** It was taken: the page does not hold on to it. */
export function forgetSecret(input: RefObject<HTMLInputElement | null>): void {
  if (input.current !== null) input.current.value = '';
}
