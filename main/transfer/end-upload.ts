// Ends an upload on the site, so that bytes which are still on their way make no video there.
import type { SiteAnswer } from '../answers.ts';
import { isForgotten, isHeldBefore, isOfAnother, isUnknownRoute } from './pieces-report.ts';
import { type TusLine, terminate } from './tus.ts';

export type EndedUpload =
  | { readonly is: 'ended' }
  | { readonly is: 'unsure' } // it has become a video, or somebody lets no such request through
  | { readonly is: 'no-helper' } // it may be back, with what it had
  | { readonly is: 'refused'; readonly said: SiteAnswer };

/** Only the helper's own word counts: a page with a yes is of somebody else (F-05). Throws HttpError. */
export async function endUpload(line: TusLine, url: string): Promise<EndedUpload> {
  const first = line.isByPost?.() ?? false;
  // Where somebody before the site lets no DELETE through, POST in its place may pass.
  for (const isByPost of [first, !first]) {
    const { said, isVideo } = await terminate({ ...line, isByPost: () => isByPost }, url);
    if (isVideo) return { is: 'unsure' };
    if (said.status === 204 || isForgotten(said)) return { is: 'ended' };
    if (isUnknownRoute(said) && !isByPost) return { is: 'no-helper' };
    if (!isHeldBefore(said) && !isOfAnother(said) && !isUnknownRoute(said)) return { is: 'refused', said };
  }
  return { is: 'unsure' };
}
