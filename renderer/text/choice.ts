// What is said about the videos that may be a clip, so that a person can tell which one it is.
import type { CandidateView } from '../../preload/contract.ts';
import { formatBytes, formatMoment } from '../../preload/text/format.ts';
import { facts, t } from '../../preload/text/text.ts';
import { statusWord } from './fields.ts';

/** Above a video: whether it can still be the clip. */
export function candidateState({ there, taken }: CandidateView): string {
  if (there === false) return t('uploads.which.gone');
  return taken ? t('uploads.which.taken') : t('uploads.which.there');
}

export function candidateFacts(video: CandidateView, now: number): readonly string[] {
  const size = video.bytes === null ? null : formatBytes(video.bytes);
  return [
    t(video.sizeMatches ? 'uploads.which.same-size' : 'uploads.which.other-size', { size }),
    video.createdAt === null
      ? t('uploads.which.no-time')
      : t('uploads.which.created', { moment: formatMoment(video.createdAt, now) }),
    facts(video.status === '' ? null : statusWord(video.status), t('uploads.which.id', { id: String(video.videoId) })),
  ];
}
