// What the app does when it must not open its list: a newer Clipferry's profile, and one that another process works with.
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { close, endsBy, kill9, killLeftovers, launchApp, newProfile } from './harness.ts';
import { expect, test } from './lent-app.ts';

test.afterEach(killLeftovers);

test('a profile of a newer Clipferry is refused in the window, and nothing in it is changed (F-51)', {
  tag: '@proof',
}, async () => {
  const first = await launchApp();
  await first.page.getByLabel('Site address').waitFor();
  await close(first, { keepProfile: true });
  const file = path.join(first.profile, 'clipferry.sqlite');
  const database = new DatabaseSync(file);
  database.exec('PRAGMA user_version = 4000');
  database.close();
  const before = await readFile(file);

  const { app, page } = await launchApp({ profile: first.profile });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your list belongs to a newer Clipferry');
  // The window that was to be the list's says so: nobody saw that one before.
  expect(app.windows()).toHaveLength(1);
  await expect(page.getByText('Nothing was changed.')).toBeVisible();
  expect(await endsBy(app, () => page.getByRole('button', { name: 'Quit' }).click())).toBe(0);
  expect((await readFile(file)).equals(before)).toBe(true);
  await rm(first.profile, { recursive: true, force: true });
});

test('a second process on the same profile stops and says so, even where the system’s own lock is gone (F-44)', {
  tag: '@proof',
}, async () => {
  const profile = await newProfile();
  const first = await launchApp({ profile });
  await first.page.getByLabel('Site address').waitFor();
  await rm(path.join(profile, 'SingletonLock'), { force: true });
  await rm(path.join(profile, 'SingletonSocket'), { force: true });
  const second = await launchApp({ profile });
  await expect(second.page.getByRole('heading', { level: 1 })).toHaveText('Clipferry is running already');
  expect(await endsBy(second.app, () => second.page.getByRole('button', { name: 'Quit' }).click())).toBe(0);
  await expect(first.page.getByLabel('Site address')).toBeVisible();
  await kill9(first);
  // Killed without mercy, the first one has given the profile back.
  const third = await launchApp({ profile });
  await expect(third.page.getByLabel('Site address')).toBeVisible();
  await close(third);
});
