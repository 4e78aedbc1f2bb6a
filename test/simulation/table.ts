// The table of what was hit: each fault in each state of a job, and why the empty cells cannot be anything else.
import type { Total } from './campaign.ts';
import { whyUnreachable } from './cells.ts';
import { faultKinds, jobStates } from './faults.ts';
import { known } from './known.ts';
import { cell } from './record.ts';

const short = (count: number): string => (count < 100_000 ? String(count) : `${Math.round(count / 1_000)}k`);

/** `-` = cannot happen; the reasons stand below. */
export function table(hits: ReadonlyMap<string, number>): string {
  const width = Math.max(...faultKinds.map((kind) => kind.length)) + 1;
  const head = ''.padEnd(width) + jobStates.map((state) => state.padStart(11)).join('');
  const reasons = new Map<string, number>();
  const lines = faultKinds.map((kind) => {
    const cells = jobStates.map((state) => {
      const count = hits.get(cell(kind, state)) ?? 0;
      const why = whyUnreachable(kind, state);
      if (why !== null) reasons.set(why, (reasons.get(why) ?? 0) + 1);
      return (why === null ? short(count) : count === 0 ? '-' : `!${short(count)}`).padStart(11);
    });
    return kind.padEnd(width) + cells.join('');
  });
  const below = [...reasons].map(([why, count]) => `- (${count} cells): ${why}`);
  return [head, ...lines, '', ...below].join('\n');
}

/** Reachable cells with fewer hits, and hits in cells that are said to be unreachable. */
export function fewHits(hits: ReadonlyMap<string, number>, least: number): string[] {
  return faultKinds.flatMap((kind) =>
    jobStates.flatMap((state) => {
      const count = hits.get(cell(kind, state)) ?? 0;
      const why = whyUnreachable(kind, state);
      if (why !== null) return count > 0 ? [`${kind} x ${state} happened ${count} times, yet: ${why}`] : [];
      return count < least ? [`${kind} x ${state} was hit ${count} times, fewer than ${least}`] : [];
    }),
  );
}

export function summary({ seeds, seconds, figures, known: found }: Total): string {
  const { clips, crashes, restarts, requests, events, virtualMs, beyond, told } = figures;
  const { inPieces, wentOn, pieceBytes, arrivedBytes, died, recovered, inOne } = figures;
  const lines = [
    '',
    `${seeds} seeds in ${seconds.toFixed(1)} s (${(seeds / seconds).toFixed(0)} a second)`,
    `${clips} clips, ${requests} requests, ${events} events, ${(virtualMs / 3_600_000).toFixed(0)} hours of virtual time`,
    `${crashes} crashes, ${restarts} restarts`,
    `helper: ${inPieces} clips arrived in several pieces, ${wentOn} of them went on in the middle of one that was cut, ${inOne} sent in one after all; ${died} hand-overs died, ${recovered} of them were found done`,
    `bytes in pieces: ${pieceBytes} left for ${arrivedBytes} that arrived whole`,
    `beyond guarantee: ${beyond} clips were stored a second time after the settle time was over, and the comparison told of ${told}`,
  ];
  for (const [sentence, why] of known) lines.push(`known: ${sentence}, in ${found.get(sentence) ?? 0} seeds (${why})`);
  return lines.join('\n');
}
