// A verdict in a few words, for the tables of what answers mean.
import type { Verdict } from '../../../main/model.ts';

/** One word for a verdict: `arrived 14`, `look, else retry server-error`, `ask too-large/retry`… */
export function word(verdict: Verdict): string {
  const cause = (of: Extract<Verdict, { kind: 'failed' }>['cause'] | null): string => {
    if (of === null) return 'send again';
    if (of.kind === 'sign-in') return 'sign in';
    if (of.kind === 'line') return `wait for the line (${of.why})`;
    if (of.kind === 'needs-you')
      return `ask ${of.reason}/${of.action}${of.detail === null ? '' : ` (${of.detail.replace('\n', ' | ')})`}`;
    const after = of.afterMs === null ? '' : ` after ${of.afterMs / 1000} s`;
    return `retry ${of.why}${of.bounded ? ', bounded' : ''}${after}`;
  };
  switch (verdict.kind) {
    case 'arrived':
      return `arrived ${verdict.videoId ?? 'somewhere'}`;
    case 'unclear':
      return `look, else ${cause(verdict.otherwise)}`;
    case 'failed':
      return cause(verdict.cause);
    case 'stopped':
      return 'stopped';
  }
}
