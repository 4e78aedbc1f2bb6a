// Keeps the quick tests quick: one that starts a process fails, and belongs to the others (vitest.config.ts).
import { subscribe } from 'node:diagnostics_channel';

subscribe('child_process', () => {
  throw new Error('A test among the quick ones started a process: name it in `notQuick` of vitest.config.ts.');
});
