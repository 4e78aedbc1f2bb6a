// The types of processes.mjs that tests use.
export function record(
  command: string,
  args: readonly string[],
  limits?: { readonly limitMs?: number; readonly grace?: number },
): Promise<{ readonly code: number; readonly output: string; readonly hung: boolean }>;
