// How Playwright drives the real app: as many at a time as there are desktops, because each test owns a whole one.
import path from 'node:path';
import { defineConfig } from '@playwright/test';

const results = process.env.CLIPFERRY_RESULTS ?? path.resolve(import.meta.dirname, '../../test-results');

const furtherDesks = JSON.parse(process.env.CLIPFERRY_FURTHER_DESKS ?? '[]') as readonly unknown[];

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  // The tool that runs the tests has seen to WordPress before, and says so aloud where there is none.
  testIgnore: process.env.CLIPFERRY_WORDPRESS === 'ready' ? [] : ['wordpress/**'],
  outputDir: path.join(results, 'e2e'),
  workers: 1 + furtherDesks.length,
  fullyParallel: false,
  forbidOnly: process.env.CI === 'true',
  // A test that needs a second try is a defect.
  retries: 0,
  // Both say that something hangs, not that a machine is slow: the same test takes eight times as long on a bad day.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: path.join(results, process.env.CLIPFERRY_REPORT ?? 'e2e.json') }]],
  use: { trace: 'retain-on-failure' },
});
