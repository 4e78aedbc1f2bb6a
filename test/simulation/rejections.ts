// What a promise met that nobody waited for, told to the run that is under way.

let told: ((error: unknown) => void) | null = null;
let listening = false;

/** Null = nobody is told from here on. */
export function hearRejections(next: ((error: unknown) => void) | null): void {
  told = next;
  if (listening) return;
  listening = true;
  process.on('unhandledRejection', (error) => told?.(error));
}
