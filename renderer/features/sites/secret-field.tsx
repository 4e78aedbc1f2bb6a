// A field for a secret: read once when it is sent and emptied at once, so that the page never holds on to it.
import { type ReactNode, type RefObject, useId } from 'react';

interface Props {
  readonly label: string;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly large?: boolean;
}

export function SecretField({ label, input, large = false }: Props): ReactNode {
  const id = useId();
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        ref={input}
        className={large ? 'input input-large' : 'input'}
        type="password"
        autoComplete="off"
        maxLength={10_000}
      />
    </div>
  );
}

/** What was typed; the field is empty afterwards. '' = nothing was. */
export function takeSecret(input: RefObject<HTMLInputElement | null>): string {
  const typed = input.current?.value ?? '';
  if (input.current !== null) input.current.value = '';
  return typed;
}
