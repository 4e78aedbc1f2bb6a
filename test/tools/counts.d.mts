// The types of counts.mjs, which must run before anything that could compile it is installed.
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What failed, a line each. */
  readonly failures: readonly string[];
}

export interface TestOutcome {
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly why?: string;
}

export const none: Counts;
export function one(code: number, name: string): Counts;
export function addUp(counts: readonly Counts[]): Counts;
export function lastLine(counts: Counts): string;
export function failureLines(counts: Counts): string[];
export function countTests(run: {
  readonly tests: readonly TestOutcome[] | undefined;
  readonly code: number;
  readonly allowedSkips: Readonly<Record<string, string>>;
  readonly strict: boolean;
}): Counts;
export function splitClosing(output: string): { readonly before: string; readonly counts: Counts | undefined };
export function countStage(counts: Counts | undefined, code: number): Counts;
export function vitestTests(report: unknown, leftOut?: string): TestOutcome[];
export function playwrightTests(report: unknown): TestOutcome[];
