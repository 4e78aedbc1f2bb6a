// Ten rows of the matrix of faults in the real app, on ten sites at once: each clip once on its site, and the window says what happened.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { t } from '../../preload/text/text.ts';
import { explain } from '../../renderer/text/jobs.ts';
import type { PracticeSite, SwitchPatch } from '../site/start.ts';
import { ask, connectBehind, dropBehind, jobs } from './behind.ts';
import { expect, newPracticeSite, test } from './lent-app.ts';
import { grownClip, row, sha256, untilDone } from './steps.ts';

interface Row {
  readonly name: string;
  readonly site: SwitchPatch;
  /** What its first clip is larger by, in bytes. */
  readonly bytes?: number;
  /** What its history says, the first try first. */
  readonly tries: readonly string[];
}

const kib = 1_024;
const upload = '^POST .*/upload$';
const htmlOf = (title: string): string =>
  `<!doctype html><html><head><title>${title}</title></head><body></body></html>`;
const page = (status: number, title: string, when: 'after-body' | 'after-work'): SwitchPatch => ({
  failWith: { status, times: 1, when, contentType: 'text/html', body: htmlOf(title) },
});
const json = (status: number, body: object, headers: Readonly<Record<string, string>> = {}): SwitchPatch => ({
  failWith: { status, times: 1, when: 'at-once', body, headers },
});

const confirmed = t('jobs.try.arrived', { yes: 'yes' });
const refused = t('jobs.try.refused');
const absent = (answered: 'yes' | 'no'): string => t('jobs.try.absent', { answered });
const found = t('jobs.try.found', { answered: 'yes' });

const rows: readonly Row[] = [
  { name: 'drop', site: { dropUpload: { times: 1 } }, tries: [absent('no'), confirmed] },
  {
    name: 'cut',
    bytes: 12_000 * kib,
    site: { answerStyle: 'ajax', cutAfterBytes: { bytes: 200_000, times: 1 } },
    tries: [t('jobs.try.connection-lost', { begun: 'yes' }), confirmed],
  },
  { name: 'too large', bytes: 400 * kib, site: { sizeLimit: { bytes: 300_000, style: '413-html' } }, tries: [refused] },
  {
    name: 'busy, then a page',
    site: {
      ...json(429, { code: 'too_many_requests', message: 'Slow down.' }, { 'Retry-After': '1' }),
      ...{ answerStyle: 'bare', htmlInsteadOfJson: { route: upload, times: 1 } },
    },
    // Which clip goes ahead when the time is over, and so meets the page, is chance.
    tries: [refused],
  },
  {
    name: '502 before',
    site: { answerStyle: 'ajax', ...page(502, 'Bad Gateway', 'after-body') },
    tries: [absent('yes'), confirmed],
  },
  { name: '502 after', site: { answerStyle: 'text', ...page(502, 'Bad Gateway', 'after-work') }, tries: [found] },
  { name: '504 after', site: { answerStyle: '204', ...page(504, 'Gateway Time-out', 'after-work') }, tries: [found] },
  {
    name: 'bot check',
    site: { answerStyle: '204', htmlInsteadOfJson: { route: upload, times: 1, work: false } },
    // An answer without a word: the video is looked for.
    tries: [absent('yes'), found],
  },
  {
    name: 'a page with 401',
    site: { answerStyle: 'ajax', htmlInsteadOfJson: { route: upload, times: 1, work: false, status: 401 } },
    tries: [absent('yes'), confirmed],
  },
  {
    name: 'signed out',
    site: json(401, { code: 'rest_cannot_create', message: 'You are not logged in.', data: { status: 401 } }),
    tries: [refused, confirmed],
  },
];
const clipsEach = 20;

let sites: readonly PracticeSite[];
let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'clipferry-matrix-'));
  sites = await Promise.all(rows.map(({ name }) => newPracticeSite({ name: `Site of ${name}` })));
});
test.afterEach(async () => {
  await Promise.all(sites.map((site) => site.stop()));
  await rm(folder, { recursive: true, force: true });
});

/** The one that meets the fault comes first in every order: it is sent first, and alone. */
async function clipsOf({ name, bytes = 0 }: Row): Promise<readonly string[]> {
  await mkdir(path.join(folder, name));
  const files = Array.from({ length: clipsEach }, (_, at) =>
    path.join(folder, name, at === 0 ? `First of ${name}.mp4` : `Later ${at} of ${name}.mp4`),
  );
  await Promise.all(files.map((file, at) => grownClip('C0001.mp4', file, 2_000 + at + (at === 0 ? bytes : 0))));
  return files;
}

/** A person sees to the two that need one. */
async function seeToBoth(window: Page, signedOut: PracticeSite, accountId: string): Promise<void> {
  const holds = window.getByRole('list', { name: 'Why uploads wait' });
  await expect(holds.getByRole('button', { name: /^Sign in to Site of signed out/ })).toBeVisible({ timeout: 60_000 });
  await expect(holds).toContainText(`${clipsEach} clips of Ava`);
  const password = signedOut.signIn('ava').appPassword;
  await ask(window, 'account.signInAgain', {
    accountId,
    with: { kind: 'application-password', login: 'ava', password },
  });
  await window.getByRole('button', { name: /Sort/ }).click();
  await window.getByRole('option', { name: 'Name' }).click();
  await row(window, 'First of too large').click();
  // It goes by itself after a minute: on a slow computer that may come before the press, or before anybody looked, and takes the button away.
  const doubted = t('jobs.wait.size-doubted');
  const tooLarge = explain('too-large', null).title;
  await expect
    .poll(() => row(window, 'First of too large').innerText(), { timeout: 60_000 })
    .toMatch(new RegExp(`${doubted}|${tooLarge}`));
  const pressed = window
    .getByRole('complementary', { name: 'Details' })
    .getByRole('button', { name: 'Try now' })
    .click();
  const told = expect(row(window, 'First of too large')).toContainText(tooLarge, {
    timeout: 120_000,
  });
  await Promise.any([pressed, told]);
  await told;
}

test('ten rows of the matrix: each clip once on its site, and the history of each fault is true', {
  tag: '@proof',
}, async ({ apps }) => {
  // A busy machine takes its time with two hundred clips.
  test.setTimeout(480_000);
  const running = await apps.lend({ settlesSoon: true });
  const files: (readonly string[])[] = [];
  let last = '';
  for (const [at, one] of rows.entries()) {
    const site = sites[at] as PracticeSite;
    const { id } = await connectBehind(running.page, site);
    await site.switches(one.site);
    files.push(await clipsOf(one));
    last = id;
    expect(await dropBehind(running.page, files[at] ?? [], id)).toMatchObject({ added: clipsEach });
  }
  const typed = (await jobs(running.page)).filter(({ name }) => /^(First|Later 7) of/.test(name));
  for (const { id, name } of typed)
    await ask(running.page, 'job.describe', { jobId: id, draft: { title: `Typed: ${name}` } });
  // With the number of clips that need somebody behind it, as soon as there are any.
  await running.page
    .getByRole('navigation')
    .getByRole('button', { name: /^Uploads/ })
    .click();
  await seeToBoth(running.page, sites.at(-1) as PracticeSite, last);
  await untilDone(running.page, rows.length * clipsEach - 1);
  await expect(running.page.getByRole('tab', { name: /^Needs attention\s*1$/ })).toBeVisible();
  await expect(running.page.getByRole('list', { name: 'Why uploads wait' })).toBeHidden();

  for (const [at, { name, tries }] of rows.entries()) {
    const { videos } = await (sites[at] as PracticeSite).state();
    const sent = (files[at] ?? []).filter((file) => !file.includes('First of too large'));
    expect(videos.map((video) => video.file?.sha256).sort(), name).toEqual(sent.map(sha256).sort());
    const titles = sent.map((file) => path.basename(file)).filter((file) => /^(First|Later 7) of/.test(file));
    expect(videos.map(({ title }) => title)).toEqual(expect.arrayContaining(titles.map((file) => `Typed: ${file}`)));
    await row(running.page, `First of ${name}`).first().click();
    const history = running.page.getByRole('region', { name: 'History' }).getByRole('listitem');
    for (const said of tries) await expect(history.filter({ hasText: said }).first(), `${name}: ${said}`).toBeVisible();
  }
  expect(running.complaints).toEqual([]);
  await apps.takeBack(running);
});
