// What the benchmark asks of its Electron process, and what comes back.
import type { Gaps } from './measure.ts';

export type Order =
  /** One clip through the app's own sending, alone. */
  | { readonly kind: 'large'; readonly url: string; readonly file: string; readonly hash: boolean }
  /** Many clips in `lanes`; `journal` = path of a database that takes both durable changes of each clip, null = none. */
  | {
      readonly kind: 'small';
      readonly url: string;
      readonly files: readonly string[];
      readonly lanes: number;
      readonly journal: string | null;
    }
  /** One file from a page, as the site's own dashboard would send it. */
  | { readonly kind: 'page'; readonly url: string; readonly file: string };

export interface Sent {
  readonly seconds: number;
  /** Processor time of Electron's whole main process. */
  readonly cpuSeconds: number;
  /** Of its main thread alone. */
  readonly mainCpuSeconds: number;
  readonly gaps: Gaps;
}

export interface Asked {
  readonly id: number;
  readonly order: Order;
}

export type Answered =
  | { readonly kind: 'ready' }
  | { readonly kind: 'sent'; readonly id: number; readonly sent: Sent }
  | { readonly kind: 'failed'; readonly id: number; readonly error: string };
