// How the three parts of the app are built: main and its workers as ESM, the sandboxed preload as one CJS file, the renderer with React.
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

// The oldest runtime that may run the result: Electron 42, which embeds Node 24 and Chromium 148.
const nodeTarget = 'node24';
const chromiumTarget = 'chrome148';

export default defineConfig({
  main: {
    build: {
      // Everything but Electron itself is bundled, so the packaged app needs no node_modules.
      externalizeDeps: false,
      target: nodeTarget,
      sourcemap: true,
      minify: false,
      rolldownOptions: {
        input: {
          index: 'main/index.ts',
          'hash-worker': 'main/adapters/hash-worker.ts',
          'claim-worker': 'main/adapters/claim-worker.ts',
          'writers-worker': 'main/adapters/writers-worker.ts',
          'volume-worker': 'main/adapters/volume-worker.ts',
          'keeper-worker': 'main/adapters/database/keeper-worker.ts',
        },
        // Beside each other, because what starts a worker looks for it beside itself.
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      externalizeDeps: false,
      target: nodeTarget,
      sourcemap: true,
      rolldownOptions: {
        input: { index: 'preload/index.ts' },
        // A sandboxed preload can only be CommonJS, and `.cjs` says so inside a package of type module.
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [react()],
    build: {
      target: chromiumTarget,
      sourcemap: true,
      // Half as much to read before the first frame; main stays as it is written, because its log is read by people.
      minify: true,
      // Inlined assets would need `data:` in the content security policy.
      assetsInlineLimit: 0,
      // Absolute, because the dev server resolves it against `root` and the build against the project.
      rolldownOptions: { input: path.resolve(import.meta.dirname, 'renderer/index.html') },
    },
  },
});
