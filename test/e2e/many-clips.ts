// The real app with a list of very many clips: made on its disk, since adding as many would take longer than what is measured with them.
import path from 'node:path';
import { systemClock } from '../../main/adapters/clock.ts';
import { openSqlite } from '../../main/adapters/database/sqlite.ts';
import { queueStore } from '../../main/queue/store/job-store.ts';
import { copyJob } from '../bench/queue-jobs.ts';
import { aJob } from '../main/queue/jobs.ts';
import type { PracticeSite } from '../site/start.ts';
import { close, launchApp, type RunningApp } from './harness.ts';
import { expect } from './lent-app.ts';
import { connect } from './steps.ts';

/** The app with so many clips that are held, and their names in the order of the list. The files are not there. */
export async function appWithClips(
  site: PracticeSite,
  count: number,
): Promise<{ readonly running: RunningApp; readonly names: readonly string[] }> {
  const first = await launchApp();
  await connect(first.page, site);
  await close(first, { keepProfile: true });
  const sql = openSqlite(path.join(first.profile, 'clipferry.sqlite'));
  const accountId = String(sql.prepare('SELECT id FROM accounts').get()?.id);
  const store = queueStore(sql, systemClock);
  // Without a format there is nothing to draw a picture of.
  const { clip } = aJob();
  const from = { accountId, clip: { ...clip, facts: { ...clip.facts, format: null } } };
  await copyJob(sql, store, aJob({ ...from, id: 'held', state: { kind: 'paused' } }), count);
  await store.write(() => store.setPaused(true));
  sql.exec("UPDATE jobs SET path = '/clips/' || name");
  const names = sql
    .prepare('SELECT name FROM jobs ORDER BY position')
    .all()
    .map(({ name }) => String(name));
  sql.close();
  const running = await launchApp({ profile: first.profile });
  await expect(running.page.getByRole('grid', { name: 'Uploads' })).toHaveAttribute('aria-rowcount', String(count));
  return { running, names };
}
