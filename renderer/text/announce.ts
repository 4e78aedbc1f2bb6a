// What a screen reader is told while the queue runs: each file's end at a calm rate, and each quarter of a batch.
import type { QueueCounts } from '../../preload/contract.ts';
import { sentences, t } from '../../preload/text/text.ts';

export interface Heard {
  readonly counts: QueueCounts;
  /** Clips that had arrived when the batch began, and the quarter told last; null = nothing is under way. */
  readonly batch: { readonly arrivedBefore: number; readonly quarter: number } | null;
}

export function firstHeard(counts: QueueCounts): Heard {
  return { counts, batch: open(counts) > 0 ? { arrivedBefore: counts.arrived, quarter: 0 } : null };
}

function open(counts: QueueCounts): number {
  return counts.active + counts.waiting;
}

const quarters = ['', 'one', 'two', 'three'] as const;

/** A batch is over: what it did not send waits for somebody. */
function overWords({ ready, needsYou }: QueueCounts): string {
  return ready > 0 ? t('heard.sent', { clips: ready, need: needsYou }) : t('heard.all', { need: needsYou });
}

/**
 * What to say about everything since `before`, '' for nothing. Called at most every few seconds, so several ends become
 * one sentence.
 */
export function announce(before: Heard, counts: QueueCounts): { readonly heard: Heard; readonly text: string } {
  const parts: string[] = [];
  const arrived = counts.arrived - before.counts.arrived;
  const asked = counts.needsYou - before.counts.needsYou;
  const batch = batchOf(before, counts);
  if (arrived > 0) parts.push(t('heard.arrived', { clips: arrived }));
  if (asked > 0) parts.push(t('heard.need', { clips: asked }));
  const ready = counts.ready - before.counts.ready;
  if (ready > 0) parts.push(t('heard.ready', { clips: ready }));

  let quarter = batch?.quarter ?? 0;
  if (batch !== null) {
    const done = counts.arrived - batch.arrivedBefore;
    const whole = done + open(counts);
    const reached = whole <= 0 ? 0 : Math.floor((done * 4) / whole);
    if (open(counts) === 0) {
      if (done > 0) parts.push(overWords(counts));
    } else if (reached > quarter && whole >= 4) {
      quarter = reached;
      parts.push(t('heard.quarter', { quarter: quarters[reached] ?? null, done, all: whole }));
    }
  }
  return {
    heard: { counts, batch: batch === null || open(counts) === 0 ? null : { ...batch, quarter } },
    text: sentences(...parts),
  };
}

/** The batch that is under way; what was cleared off the list since is not missing from it. */
function batchOf({ batch, counts: before }: Heard, counts: QueueCounts): Heard['batch'] {
  if (batch === null) return open(counts) > 0 ? { arrivedBefore: before.arrived, quarter: 0 } : null;
  const cleared = Math.max(0, before.arrived - counts.arrived);
  return { ...batch, arrivedBefore: batch.arrivedBefore - cleared };
}
