// What is said about clips that may be on a site twice: what was seen, how sure it is, and that nothing was done about it.
import type { AuditReport, DuplicatePair } from '../../preload/contract.ts';
import { counted, formatBytes, formatMoment } from './format.ts';
import { failureWords } from './library.ts';

/** "2 clips may be on Harbour Films twice." */
export function twinsLine(clips: number, siteName: string): string {
  return `${counted(clips, 'clip', 'clips')} may be on ${siteName} twice.`;
}

export const twinsWhy =
  'A site that takes very long can store a clip after it was sent again. Clipferry changes nothing by itself: look at both and decide.';

const proofWords = {
  bytes: 'Same name, same size, and samples of both files are equal.',
  'name-and-size': 'Same name and same size. This site does not let their contents be compared.',
} as const satisfies Record<DuplicatePair['proof'], string>;

export function twinProof({ proof, bytes }: Pick<DuplicatePair, 'proof' | 'bytes'>): string {
  return `${formatBytes(bytes)}. ${proofWords[proof]}`;
}

/** Which of the two it is. */
export const twinWhich = ['Clipferry goes by this one', 'The other one'] as const;

/** What stands above the pairs, or in place of them. */
export function auditWords({ pairs, running, checkedAt, failure }: AuditReport, siteName: string, now: number): string {
  if (running) return `Comparing what was sent with what is on ${siteName}…`;
  if (failure !== null) return failureWords(failure, pairs.length > 0);
  if (pairs.length > 0) return twinsWhy;
  if (checkedAt === null) return `It was not compared yet what is on ${siteName}.`;
  return `No clip is on ${siteName} twice. Compared ${formatMoment(checkedAt, now)}.`;
}

export const trashQuestion = {
  title: 'Move the other one to the trash?',
  body: 'It can be restored from the trash of the site. The video that Clipferry goes by stays, with the details you typed.',
  yes: 'Move to the trash',
} as const;
