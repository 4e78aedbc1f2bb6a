// Cells of the table that cannot be hit, each with the reason.
import { type FaultKind, isRequestFault, isUploadFault, type JobKind } from './faults.ts';

const uploading: ReadonlySet<JobKind> = new Set(['sending', 'processing']);
const asking: ReadonlySet<JobKind> = new Set(['waiting', 'sending', 'processing', 'unclear', 'describing']);

/** Null = it can be hit. A fault of a request counts in the state in which its job was when the request began. */
export function whyUnreachable(kind: FaultKind, state: JobKind): string | null {
  if (isUploadFault(kind) && !uploading.has(state))
    return 'an upload begins only for a job that is sending or processing';
  if (isRequestFault(kind) && !asking.has(state)) return 'no request begins by itself for a job in this state';
  return null;
}
