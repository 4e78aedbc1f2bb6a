// What is said about the videos that may be a clip, so that a person can tell which one it is.
import type { CandidateView, ChooseOutcome } from '../../preload/contract.ts';
import { statusWord } from './fields.ts';
import { formatBytes, formatMoment } from './format.ts';

/** Above a video: whether it can still be the clip. */
export function candidateState({ there, taken }: CandidateView): string {
  if (there === false) return 'No longer on the site';
  return taken ? 'Another clip of yours is this video' : 'On the site';
}

function sizeWords({ bytes, sizeMatches }: CandidateView): string {
  if (sizeMatches) return bytes === null ? 'Same size as your file' : `${formatBytes(bytes)}, the same as your file`;
  return bytes === null ? 'Size not known' : `${formatBytes(bytes)}, not the size of your file`;
}

export function candidateFacts(video: CandidateView, now: number): readonly string[] {
  return [
    sizeWords(video),
    video.createdAt === null ? 'Time not known' : `Made ${formatMoment(video.createdAt, now)}`,
    [...(video.status === '' ? [] : [statusWord(video.status)]), `number ${video.videoId}`].join(' · '),
  ];
}

/** Why a choice did not count. */
export const chosenWords = {
  taken: 'Another clip of yours is this video already.',
  gone: 'This video is no longer on the site.',
} as const satisfies Record<Exclude<ChooseOutcome, 'chosen' | 'over'>, string>;
