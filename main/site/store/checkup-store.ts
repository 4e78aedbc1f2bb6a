// What the last check-up of each site found, on disk: only for showing it again.
import { z } from 'zod';
import { type CheckCode, type CheckFinding, checkRefusals, type SiteId, type WallMs } from '../../model.ts';
import type { Sql } from '../../ports.ts';
import { readRow, readValue } from '../../untrusted/rows.ts';
import { oneOf, whole } from '../../untrusted/stored.ts';

export interface StoredCheckup {
  readonly at: WallMs;
  readonly findings: readonly CheckFinding[];
}

export interface CheckupStore {
  /** Null = never checked, or written by a Clipferry with other findings: then the site is checked anew. */
  read(siteId: SiteId): StoredCheckup | null;
  write(siteId: SiteId, checkup: StoredCheckup): void;
}

/** Every code there is. */
export const checkCodes = {
  answers: true,
  'answers-members': true,
  'text-before-data': true,
  'no-answer': true,
  'proxy-sign-in': true,
  'proxy-method': true,
  'proxy-refuses': true,
  'proxy-away': true,
  'proxy-kind': true,
  certificate: true,
  'certificate-expired': true,
  'certificate-name': true,
  'certificate-authority': true,
  maintenance: true,
  'html-instead': true,
  'someone-else': true,
  'server-error': true,
  'not-wordpress': true,
  moved: true,
  'asked-for-time': true,
  'not-looked': true,
  secure: true,
  'own-computer': true,
  'plain-http-token': true,
  'plain-http': true,
  'sign-in-arrives': true,
  'sign-in-unknown': true,
  'signed-out': true,
  ...checkRefusals,
  'passwords-off': true,
  'passwords-off-for-person': true,
  'header-stripped': true,
  'header-stripped-probably': true,
  'other-person': true,
  'may-publish': true,
  'may-upload': true,
  'no-upload-right': true,
  'upload-not-allowed': true,
  'uploads-refused': true,
  'upload-route': true,
  'upload-route-missing': true,
  'upload-route-clips': true,
  'uploads-blocked': true,
  'uploads-unsure': true,
  'site-blocked': true,
  'web-page-clips': true,
  'upload-route-moved': true,
  'upload-route-unknown': true,
  'token-lasts': true,
  'token-renews': true,
  'token-ends': true,
  'token-too-short': true,
  'size-limit': true,
  'size-doubted': true,
  'size-limit-clips': true,
  'size-arrived': true,
  'size-unknown': true,
  'kinds-open': true,
  'kinds-refused': true,
  'kinds-refused-clips': true,
  'kinds-doubtful': true,
  'publishes-at-once': true,
  'publishes-later': true,
  'publishing-unknown': true,
  'in-pieces': true,
  'in-one': true,
  'helper-older': true,
  'helper-not-ready': true,
  'helper-refuses': true,
  'helper-blocked': true,
  'keys-honoured': true,
  'looks-first': true,
  ranges: true,
  'no-ranges': true,
  'ranges-unknown': true,
  'clock-right': true,
  'clock-off': true,
  'clock-unknown': true,
} as const satisfies Record<CheckCode, true>;

const findingsSchema = z.array(
  z.object({
    code: oneOf<CheckCode>(checkCodes),
    status: z.enum(['fine', 'note', 'blocks', 'unknown']),
    accountId: z.string().nullable(),
    said: z.string().nullable(),
    amount: z.number().nullable(),
    names: z.array(z.string()),
    clips: z.number(),
  }),
);

/** Takes over an already migrated database. */
export function checkupStore(sql: Sql): CheckupStore {
  const get = sql.prepare('SELECT at, findings FROM checkups WHERE site_id = ?');
  const put = sql.prepare(
    'INSERT INTO checkups VALUES (?, ?, ?) ON CONFLICT (site_id) DO UPDATE SET at = excluded.at, findings = excluded.findings',
  );
  return {
    read: (siteId) => {
      const row = get.get(siteId);
      if (!row) return null;
      const at = readValue(whole, row.at);
      const findings = readRow(findingsSchema, row.findings);
      return at.ok && findings.ok ? { at: at.value, findings: findings.value } : null;
    },
    write: (siteId, { at, findings }) => void put.run(siteId, Math.floor(at), JSON.stringify(findings)),
  };
}
