// The words of a notification, and where a click on it leads; pure.
import type { Command } from '../../preload/contract.ts';
import type { Notice } from '../ports.ts';

export interface NoticeText {
  readonly title: string;
  readonly body: string;
  readonly leadsTo: Command;
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

export function noticeText(notice: Notice): NoticeText {
  switch (notice.kind) {
    case 'arrived':
      return {
        title: `${counted(notice.clips, 'clip is', 'clips are')} on the site`,
        body: 'Everything that could be sent has arrived.',
        leadsTo: { kind: 'filter', filter: 'done', jobId: null },
      };
    case 'needs-you':
      return {
        title: counted(notice.clips, 'clip needs you', 'clips need you'),
        body: 'Your files are untouched. Clipferry says what is wrong and what to do.',
        leadsTo: { kind: 'filter', filter: 'needs-you', jobId: notice.jobId },
      };
    case 'sign-in':
      return {
        title: `Sign in to ${notice.siteName} again`,
        body: `The clips of ${notice.login} wait until then. Nothing is lost.`,
        leadsTo: { kind: 'show', place: 'sites' },
      };
  }
}
