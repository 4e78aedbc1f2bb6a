// What is said about clips that may be on a site twice.
import { expect, it } from 'vitest';
import type { AuditReport } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import { auditWords, twinProof } from '../../../renderer/text/duplicates.ts';

const now = new Date(2026, 10, 20, 10, 0).getTime();
const report: AuditReport = { accountId: 'a', pairs: [], running: false, checkedAt: null, failure: null };
const pair = { proof: 'bytes', bytes: 640_000_000 } as AuditReport['pairs'][number];

it('counts clips', () => {
  expect(t('twins.line', { clips: 1, site: 'Harbour Films' })).toBe('1 clip may be on Harbour Films twice.');
  expect(t('twins.line', { clips: 2, site: 'Harbour Films' })).toBe('2 clips may be on Harbour Films twice.');
});

it.each<[string, Partial<AuditReport>, RegExp]>([
  ['before the first comparison', {}, /^Not compared with Harbour Films yet\.$/],
  ['while it runs', { running: true, pairs: [pair] }, /^Comparing/],
  [
    'when nothing was found',
    { checkedAt: now - 60_000 },
    /^No new duplicates among the clips sent from this computer to Harbour Films\. Compared today at 0?9:59/,
  ],
  ['when something was found', { checkedAt: now, pairs: [pair] }, /^A site that takes very long .* decide\.$/],
  ['when the site cannot be asked', { failure: { problem: 'offline', said: null } }, /cannot be reached/],
])('says what is known %s', (_, changes, words) => {
  expect(auditWords({ ...report, ...changes }, 'Harbour Films', now)).toMatch(words);
});

it('says how sure it is', () => {
  expect(twinProof(pair)).toContain('samples of both files are equal');
  expect(twinProof({ ...pair, proof: 'name-and-size' })).toContain('does not let their contents be compared');
  expect(twinProof({ ...pair, sentOnce: true })).toMatch(/^640 MB\. .* another computer with this account\.$/);
  expect(twinProof(pair)).not.toContain('computer');
});
