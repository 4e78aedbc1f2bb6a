// How Vitest runs: where tests are, what they may take, and what they share.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Whatever a test starts (sites, engines, threads, campaigns) reads the project's TypeScript once and not hundreds of times.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/clipferry-compile', import.meta.url));

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    exclude: ['test/e2e/**', 'test/bench/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    restoreMocks: true,
  },
});
