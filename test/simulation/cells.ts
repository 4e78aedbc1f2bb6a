// Cells of the table that cannot be hit, each with the reason.
import { type FaultKind, isRequestFault, isUploadFault, type JobKind } from './faults.ts';

export function whyUnreachable(_kind: FaultKind, _state: JobKind): string | null {
  return null;
}
void isRequestFault;
void isUploadFault;
