// The words of a notification, and where a click on it leads; pure.
import type { Command } from '../../preload/contract.ts';
import { sentences, t } from '../../preload/text/text.ts';
import type { Notice } from '../ports.ts';

export interface NoticeText {
  readonly title: string;
  readonly body: string;
  readonly leadsTo: Command;
}

/** What a batch that is over has left. */
function leftWords({ attention, waiting, ready }: Extract<Notice, { kind: 'arrived' }>): string {
  const left = sentences(
    attention > 0 ? t('notice.arrived.need', { clips: attention }) : null,
    waiting > 0 ? t('notice.arrived.waiting', { clips: waiting }) : null,
    ready > 0 ? t('notice.arrived.ready', { clips: ready }) : null,
  );
  return left === '' ? t('notice.arrived.all') : left;
}

export function noticeText(notice: Notice): NoticeText {
  switch (notice.kind) {
    case 'arrived':
      return {
        title: t('notice.arrived', { site: notice.siteName, clips: notice.clips }),
        body: leftWords(notice),
        leadsTo: { kind: 'filter', filter: 'done', jobId: null },
      };
    case 'ready':
      return {
        title: t('notice.ready', { clips: notice.clips }),
        body: t('notice.ready.body'),
        leadsTo: { kind: 'filter', filter: 'ready', jobId: null },
      };
    case 'needs-you':
      return {
        title: t('notice.needs-you', { clips: notice.clips }),
        body: t('notice.needs-you.body'),
        leadsTo: { kind: 'filter', filter: 'needs-you', jobId: notice.jobId },
      };
    case 'sign-in':
      return {
        title: t('notice.sign-in', { site: notice.siteName }),
        body: t('notice.sign-in.body', { account: notice.login }),
        leadsTo: { kind: 'show', place: 'sites' },
      };
    case 'proxy-sign-in':
      return {
        title: t(notice.isRefused ? 'proxy.refused' : 'proxy.asks', { proxy: notice.proxy }),
        body: t('proxy.waits'),
        leadsTo: { kind: 'proxy' },
      };
    case 'blocked':
      return {
        title: t('notice.blocked', { site: notice.siteName, what: notice.what }),
        body: t('notice.blocked.body'),
        leadsTo: { kind: 'filter', filter: 'waiting', jobId: null },
      };
    case 'hidden':
      return {
        title: t('notice.hidden'),
        body: t('notice.hidden.body'),
        leadsTo: { kind: 'filter', filter: 'all', jobId: null },
      };
  }
}
