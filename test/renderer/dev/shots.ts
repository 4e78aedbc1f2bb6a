// Takes pictures of every screen in headless Chromium, checks each with axe, and measures scrolling through 10,000 rows:
// `node test/renderer/dev/shots.ts <folder for pictures> [name part] [clip files…]`.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from '@playwright/test';
import { serveDev } from './serve.ts';

interface Shot {
  readonly name: string;
  readonly scenario: string;
  /** Behind the page's address. */
  readonly hash?: string;
  readonly act?: (page: Page) => Promise<void>;
}

async function toStepTwo(page: Page): Promise<void> {
  await page.getByLabel('Site address').fill('harbour.example');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Sign in to Harbour Films' }).waitFor();
}

async function toLibrary(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Library' }).click();
  await page.getByRole('heading', { name: 'Library' }).waitFor();
}

async function failNext(page: Page, problem: string, said: string | null): Promise<void> {
  await page.evaluate(
    ([p, s]) => (window as unknown as { clipferry: { fail(p: unknown, s: unknown): void } }).clipferry.fail(p, s),
    [problem, said],
  );
}

async function toSites(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Sites/ }).click();
  await page.getByRole('heading', { name: 'Sites', level: 1 }).waitFor();
}

async function toFolders(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Watched folders/i }).click();
  await page.getByRole('heading', { name: 'Watched folders', level: 1 }).waitFor();
}

async function toSearch(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search clips' }).fill(text);
}

async function toMove(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name }).click();
  await page.getByRole('dialog').getByRole('button').first().waitFor();
}
/** Pastes into what has the keyboard, as the system would. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
}

const moveOut = 'Save… for a new computer';
const moveIn = 'Bring over… from another computer';

const shots: readonly Shot[] = [
  {
    name: 'cancelled',
    scenario: 'busy',
    act: async (page) => {
      await page.getByRole('tab', { name: /^Done/ }).click();
      await page.getByRole('row').first().click();
      await page.keyboard.press('End');
      await page.getByText('Its video is on the site').first().waitFor();
    },
  },
  {
    name: 'title-row',
    scenario: 'busy',
    act: async (page) => {
      await page.getByRole('row').nth(2).click();
      await page.keyboard.press('F2');
      await page.getByRole('textbox', { name: /^Title of/ }).waitFor();
    },
  },
  {
    name: 'title-paste',
    scenario: 'busy',
    act: async (page) => {
      await page.getByRole('row').first().click();
      await paste(
        page,
        'A & B "½" <b> é 你好\r\nSecond heat\r\n\r\nThe long way home, in which everybody learns what a harbour is for\r\n',
      );
      await page.getByRole('button', { name: 'Change 3 rows' }).waitFor();
    },
  },
  {
    name: 'title-paste-block',
    scenario: 'busy',
    act: async (page) => {
      await page.getByRole('row').first().click();
      await page.keyboard.press('Control+a');
      const lines = Array.from({ length: 70 }, (_, at) => `Heat ${at + 1}\t"About heat ${at + 1}\nin two lines"`);
      await paste(page, ['Title\tDescription', ...lines].join('\n'));
      await page.getByRole('checkbox', { name: 'The first line is a heading' }).waitFor();
    },
  },
  {
    name: 'title-replace',
    scenario: 'busy',
    act: async (page) => {
      await page.getByRole('row').first().click();
      await page.keyboard.press('Control+a');
      await page.getByRole('row').first().click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Find and replace…' }).click();
      await page.getByLabel('Find', { exact: true }).fill('c00');
      await page.getByLabel('Replace with').fill('Harbour ');
      await page.getByText('Harbour 04').waitFor();
    },
  },
  {
    name: 'title-paste-library',
    scenario: 'library',
    act: async (page) => {
      await toLibrary(page);
      await page.getByRole('row').first().click();
      await paste(page, 'First\nSecond');
      await page.getByRole('button', { name: 'Change 2 rows' }).waitFor();
    },
  },
  { name: 'move-out', scenario: 'move', act: (page) => toMove(page, moveOut) },
  {
    name: 'move-out-saved',
    scenario: 'move',
    act: async (page) => {
      await toMove(page, moveOut);
      await page.getByRole('button', { name: 'Save…', exact: true }).click();
      await page.getByText(/was saved in/).waitFor();
    },
  },
  {
    name: 'move-in',
    scenario: 'first-run',
    act: (page) => page.getByRole('button', { name: 'Bring over from another computer…' }).click(),
  },
  { name: 'move-in-left', scenario: 'move-left', act: (page) => toMove(page, moveIn) },
  { name: 'move-in-nothing', scenario: 'move-nothing', act: (page) => toMove(page, moveIn) },
  { name: 'move-in-damaged', scenario: 'move-damaged', act: (page) => toMove(page, moveIn) },
  {
    name: 'move-in-done',
    scenario: 'move',
    act: async (page) => {
      await toMove(page, moveIn);
      await page.getByRole('button', { name: 'Bring over', exact: true }).click();
      await page.getByText('Brought over').waitFor();
    },
  },
  { name: 'move-folders', scenario: 'move', act: toFolders },
  {
    name: 'move-place',
    scenario: 'move',
    act: async (page) => {
      await toFolders(page);
      await page.getByRole('button', { name: 'Choose folder… for Stock footage' }).click();
      await page.getByRole('button', { name: 'Watch folder' }).waitFor();
    },
  },
  {
    name: 'move-settings',
    scenario: 'move',
    act: async (page) => {
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('button', { name: moveIn }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'public-ask',
    scenario: 'public-site',
    act: async (page) => {
      await page.getByRole('button', { name: 'Add files' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'public-agreed',
    scenario: 'public-site',
    act: async (page) => {
      await page.getByRole('button', { name: 'Add files' }).click();
      await page.getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await toSites(page);
    },
  },
  {
    name: 'search-found',
    scenario: 'two-sites',
    act: async (page) => {
      await toSearch(page, 'harbour');
      await page.getByText(/clips? found/).waitFor();
    },
  },
  {
    name: 'search-none',
    scenario: 'busy',
    act: async (page) => {
      await toSearch(page, 'nothing like it');
      await page.getByText('No clip here fits that search.').waitFor();
    },
  },
  {
    name: 'search-many',
    scenario: 'many',
    act: async (page) => {
      await toSearch(page, '1');
      await page.getByText(/clips found/).waitFor();
      await page.keyboard.press('Tab');
    },
  },
  { name: 'done-clear', scenario: 'busy', act: async (page) => page.getByRole('tab', { name: /^Done/ }).click() },
  { name: 'first-run', scenario: 'first-run' },
  { name: 'refused-newer', scenario: 'busy', hash: '#refused=newer' },
  { name: 'refused-in-use', scenario: 'busy', hash: '#refused=in-use' },
  { name: 'connect-step-2', scenario: 'first-run-no-keyring', act: toStepTwo },
  {
    name: 'connect-elsewhere',
    scenario: 'first-run-elsewhere',
    act: async (page) => {
      await page.getByLabel('Site address').fill('harbour-films.example');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('heading', { name: /^Send your sign-in to/ }).waitFor();
    },
  },
  { name: 'connect-imitation', scenario: 'first-run-imitation', act: toStepTwo },
  {
    name: 'connect-open-redirect',
    scenario: 'first-run',
    act: async (page) => {
      await failNext(page, 'open-redirect', null);
      await page.getByLabel('Site address').fill('harbour.example');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'connect-error',
    scenario: 'first-run',
    act: async (page) => {
      await toStepTwo(page);
      await failNext(page, 'header-stripped', 'Sorry, you are not allowed to do that.');
      await page.getByRole('button', { name: 'Use an application password' }).click();
      await page.getByLabel('Username or email').fill('mara');
      await page.getByLabel('Application password').fill('abcd efgh');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'library',
    scenario: 'library',
    act: async (page) => {
      await toLibrary(page);
      await page.getByRole('row').nth(0).click();
      if ((page.viewportSize()?.width ?? 0) >= 1120) await page.getByLabel('Title', { exact: true }).waitFor();
    },
  },
  ...(
    [
      ['tree', 'Categories: any', async () => {}],
      ['flat', 'Tags: any', (page) => page.getByRole('button', { name: 'Show more' }).waitFor()],
      ['none', 'Aufzeichnungsorte', (page) => page.getByText('None on this site yet').waitFor()],
      ['refused', 'Shows: any', (page) => page.getByRole('alert').waitFor()],
      [
        'chosen',
        'Categories: any',
        async (page) => {
          await page.getByRole('option', { name: 'Harbour' }).click();
          await page.getByRole('option', { name: 'Interviews' }).click();
          await page.keyboard.press('Escape');
          await page.getByRole('button', { name: 'Tags: any' }).click();
          await page.getByRole('option', { name: /^tag 3 / }).click();
          await page.getByRole('combobox', { name: 'Find in Tags' }).fill('tag 42');
          await page.getByRole('option', { name: 'tag 421', exact: true }).waitFor();
        },
      ],
    ] as const satisfies readonly (readonly [string, string, (page: Page) => Promise<unknown>])[]
  ).map(
    ([name, button, then]): Shot => ({
      name: `library-filter-${name}`,
      scenario: 'library-taxonomies',
      act: async (page) => {
        await toLibrary(page);
        await page.getByRole('button', { name: button }).click();
        await page.getByRole('dialog').waitFor();
        await then(page);
      },
    }),
  ),
  { name: 'library-filter-missing', scenario: 'library-no-taxonomies', act: toLibrary },
  { name: 'library-filter-failed', scenario: 'library-taxonomies-failed', act: toLibrary },
  {
    name: 'library-conflict',
    scenario: 'library',
    act: async (page) => {
      await toLibrary(page);
      await page.getByRole('row').nth(2).click();
      await page.keyboard.press('Enter');
      await page.getByText('Use mine').first().waitFor();
    },
  },
  {
    name: 'library-twins',
    scenario: 'library-twins',
    act: async (page) => {
      await toLibrary(page);
      await page.getByText('2 clips may be on Harbour Films twice.').waitFor();
    },
  },
  {
    name: 'library-twins-open',
    scenario: 'library-twins',
    act: async (page) => {
      await toLibrary(page);
      await page.getByRole('button', { name: 'Show' }).click();
      await page.getByRole('heading', { name: 'C0014.MP4' }).waitFor();
    },
  },
  {
    name: 'sites-twins-none',
    scenario: 'two-sites',
    act: async (page) => {
      await page.getByRole('button', { name: /^Sites/ }).click();
      await page.getByRole('button', { name: /Find duplicates: clips of Mara Lind/ }).click();
      await page.getByText(/^No clip is on/).waitFor();
    },
  },
  { name: 'library-none', scenario: 'library-empty', act: toLibrary },
  { name: 'library-offline', scenario: 'library-offline', act: toLibrary },
  {
    name: 'library-many-selected',
    scenario: 'library-many',
    act: async (page) => {
      await toLibrary(page);
      await page.getByRole('row').nth(1).click();
      await page
        .getByRole('row')
        .nth(5)
        .click({ modifiers: ['Shift'] });
      await page.keyboard.press('Delete');
    },
  },
  {
    name: 'library-posts',
    scenario: 'library',
    act: async (page) => {
      await toLibrary(page);
      await page.getByRole('tab', { name: 'Blog posts' }).click();
      await page.getByRole('row').first().waitFor();
    },
  },
  ...(['application password', 'account password'] as const).map(
    (way): Shot => ({
      name: `connect-${way.replace(' ', '-')}`,
      scenario: 'first-run',
      act: async (page) => {
        await toStepTwo(page);
        await page.getByRole('button', { name: new RegExp(`^Use .*${way}$`) }).click();
      },
    }),
  ),
  {
    name: 'connect-waiting',
    scenario: 'first-run',
    act: async (page) => {
      await toStepTwo(page);
      await page.getByRole('button', { name: 'Approve in the browser' }).click();
      await page.getByText('Waiting for you to approve').waitFor();
    },
  },
  {
    name: 'connect-plain-http',
    scenario: 'first-run-plain-http',
    act: async (page) => {
      await toStepTwo(page);
      await page.getByLabel('Send it anyway').waitFor();
    },
  },
  { name: 'empty', scenario: 'empty' },
  {
    name: 'busy',
    scenario: 'busy',
    act: async (page) => {
      await page.getByRole('row').first().click();
    },
  },
  { name: 'busy-none', scenario: 'busy' },
  {
    name: 'busy-done',
    scenario: 'busy',
    act: async (page) => {
      await page.getByRole('tab', { name: /^Done/ }).click();
      await page.getByRole('row').filter({ hasText: 'Deleted on the site' }).click();
    },
  },
  {
    name: 'busy-two-sites',
    scenario: 'two-sites',
    act: async (page) => {
      await page.getByRole('button', { name: /Send to/ }).click();
    },
  },
  {
    name: 'needs-you',
    scenario: 'needs-you',
    act: async (page) => {
      await page.getByRole('row').nth(1).click();
      if ((page.viewportSize()?.width ?? 0) < 1120) await page.keyboard.press('Enter');
    },
  },
  {
    name: 'needs-groups',
    scenario: 'needs-you',
    act: async (page) => {
      await page.getByRole('tab', { name: /^Needs attention/ }).click();
    },
  },
  {
    name: 'newer-version',
    scenario: 'needs-you',
    act: async (page) => {
      await page.getByRole('row').filter({ hasText: 'Newer version of a video?' }).click();
      if ((page.viewportSize()?.width ?? 0) < 1120) await page.keyboard.press('Enter');
    },
  },
  {
    name: 'newer-version-many',
    scenario: 'needs-you',
    act: async (page) => {
      await page.getByRole('tab', { name: /^Needs attention/ }).click();
      await page.getByRole('button', { name: /^Replace/ }).click();
    },
  },
  {
    name: 'older-stays',
    scenario: 'needs-you',
    act: async (page) => {
      await page.getByRole('row').filter({ hasText: 'Older video is still there' }).click();
      if ((page.viewportSize()?.width ?? 0) < 1120) await page.keyboard.press('Enter');
    },
  },
  {
    name: 'newer-version-replaces',
    scenario: 'newer-versions',
    act: async (page) => {
      await page.getByRole('row').first().click();
      if ((page.viewportSize()?.width ?? 0) < 1120) await page.keyboard.press('Enter');
    },
  },
  {
    name: 'clip-known',
    scenario: 'needs-you',
    act: async (page) => {
      const row = page.getByRole('row').filter({ hasText: 'Same video as another file' });
      await page.getByRole('row').first().click();
      while (!(await row.isVisible())) await page.keyboard.press('ArrowDown');
      await row.click();
      if ((page.viewportSize()?.width ?? 0) < 1120) await page.keyboard.press('Enter');
    },
  },
  { name: 'uploads-public-unasked', scenario: 'public-unasked' },
  {
    name: 'schedule-many',
    scenario: 'busy',
    act: async (page) => {
      await page.getByRole('row').first().click();
      await page.keyboard.press('Control+a');
      // In a narrow window they lie over the list.
      const open = page.getByRole('button', { name: 'Details', exact: true });
      if (await open.isVisible()) await open.click();
      await page.getByRole('button', { name: /Visibility/ }).click();
      await page.getByRole('option', { name: 'Scheduled' }).click();
      await page.getByRole('button', { name: /One after the other/ }).click();
      await page.getByRole('option', { name: 'Days apart' }).click();
    },
  },
  { name: 'presets-uploads', scenario: 'presets' },
  {
    name: 'presets-list',
    scenario: 'presets',
    act: async (page) => {
      await page.getByRole('button', { name: /^Sites/ }).click();
      await page.getByRole('button', { name: 'Presets of Mara Lind…' }).click();
    },
  },
  {
    name: 'presets-edit',
    scenario: 'presets',
    act: async (page) => {
      await page.getByRole('button', { name: /^Sites/ }).click();
      await page.getByRole('button', { name: 'Presets of Mara Lind…' }).click();
      await page.getByRole('button', { name: 'Edit Regatta' }).click();
    },
  },
  {
    name: 'presets-drop',
    scenario: 'presets',
    act: async (page) => {
      await page.evaluate(() => {
        const files = new DataTransfer();
        files.items.add(new File(['x'], 'C0001.mp4'));
        for (const kind of ['dragenter', 'dragover'])
          document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: files, bubbles: true, cancelable: true }));
      });
      await page.locator('.drop-places').waitFor();
    },
  },
  { name: 'ready-uploads', scenario: 'ready' },
  {
    name: 'ready-selected',
    scenario: 'ready',
    act: async (page) => {
      await page.getByRole('tab', { name: /^Ready/ }).click();
      await page.getByRole('row').first().click();
      await page
        .getByRole('row')
        .nth(2)
        .click({ modifiers: ['Shift'] });
    },
  },
  {
    name: 'ready-question',
    scenario: 'ready',
    act: (page) => page.getByRole('button', { name: /^Send all \d+ clips to Harbour Films/ }).click(),
  },
  {
    name: 'ready-sites',
    scenario: 'ready',
    act: async (page) => {
      await page.getByRole('button', { name: /^Sites/ }).click();
      await page.getByRole('button', { name: /New clips of Mara Lind/ }).click();
    },
  },
  {
    name: 'uploads-public-question',
    scenario: 'public-unasked',
    act: (page) => page.getByRole('button', { name: 'Decide whether clips go to Harbour Films' }).click(),
  },
  {
    name: 'uploads-by-site',
    scenario: 'three-sites',
    act: (page) => page.getByRole('button', { name: /^3 sites/ }).click(),
  },
  {
    name: 'uploads-blocked',
    scenario: 'held',
    act: async (page) => {
      await page.getByRole('row').first().click();
      if ((page.viewportSize()?.width ?? 0) < 1120) await page.keyboard.press('Enter');
    },
  },
  {
    name: 'site-blocked',
    scenario: 'held',
    act: async (page) => {
      await page.getByRole('row').filter({ hasText: 'Site blocks this computer' }).first().click();
      if ((page.viewportSize()?.width ?? 0) < 1120) await page.keyboard.press('Enter');
    },
  },
  {
    name: 'ask-which',
    scenario: 'needs-you',
    act: async (page) => {
      await page.getByRole('row').first().getByRole('button').click();
      await page.getByText('No longer on the site').waitFor();
    },
  },
  {
    name: 'ask-later',
    scenario: 'needs-you',
    act: async (page) => {
      await page.getByRole('row').first().getByRole('button').click();
      await page.getByRole('button', { name: 'Decide later' }).click();
      await page.getByText(/Checked 3 times/).click();
      await page.getByText(/Checked 3 times/).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'many-selected',
    scenario: 'busy',
    act: async (page) => {
      await page.getByRole('row').nth(1).click();
      await page
        .getByRole('row')
        .nth(5)
        .click({ modifiers: ['Shift'] });
    },
  },
  {
    name: 'order-menu',
    scenario: 'busy',
    act: async (page) => {
      await page.getByRole('row').nth(6).click({ button: 'right' });
      await page.getByRole('menu').waitFor();
      await page.keyboard.press('ArrowDown');
    },
  },
  {
    name: 'order-drag',
    scenario: 'busy',
    act: async (page) => {
      await page.getByRole('row').nth(6).click();
      await page
        .getByRole('row')
        .nth(7)
        .click({ modifiers: ['Control'] });
      const box = await page.getByRole('row').nth(5).boundingBox();
      await page.getByRole('row').nth(6).hover();
      await page.mouse.down();
      await page.mouse.move(300, (box?.y ?? 0) + 20, { steps: 8 });
      await page.mouse.move(300, (box?.y ?? 0) + 10);
      await page.getByText('2 clips', { exact: true }).waitFor();
    },
  },
  {
    name: 'form-more',
    scenario: 'busy',
    act: async (page) => {
      await page.getByRole('row').first().click();
      if ((page.viewportSize()?.width ?? 0) < 1120) await page.keyboard.press('Enter');
      await page.getByText('More', { exact: true }).click();
      await page.getByText('Comments').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'form-terms',
    scenario: 'busy',
    act: async (page) => {
      await page.getByRole('row').first().click();
      if ((page.viewportSize()?.width ?? 0) < 1120) await page.keyboard.press('Enter');
      await page.getByRole('combobox', { name: 'Video Tags' }).click();
      await page.keyboard.type('reg', { delay: 100 });
      await page.getByRole('option', { name: 'regatta', exact: true }).click();
      await page.getByRole('button', { name: 'Remove regatta' }).waitFor();
    },
  },
  {
    name: 'form-many',
    scenario: 'busy',
    act: async (page) => {
      await page.getByRole('row').nth(1).click();
      await page
        .getByRole('row')
        .nth(5)
        .click({ modifiers: ['Shift'] });
      if ((page.viewportSize()?.width ?? 0) < 1120) await page.keyboard.press('Enter');
      await page.getByLabel('Title pattern').fill('Summer {n}: {name}');
      await page.getByText('Summer 1:').waitFor();
      await page.getByText('Video Tags', { exact: true }).click();
    },
  },
  {
    name: 'changed-on-site',
    scenario: 'needs-you',
    act: async (page) => {
      await page.getByRole('row').filter({ hasText: 'Also changed on the site' }).getByRole('button').click();
    },
  },
  {
    name: 'ten-thousand',
    scenario: 'many',
    act: async (page) => {
      await page.getByRole('row').first().click();
      await page.keyboard.press('End');
      await page.getByText('C10000.MP4').first().waitFor();
    },
  },
  { name: 'held-offline', scenario: 'offline' },
  { name: 'held-away', scenario: 'site-away' },
  { name: 'store-full', scenario: 'disk-full' },
  { name: 'store-elsewhere', scenario: 'elsewhere' },
  { name: 'store-elsewhere-left', scenario: 'elsewhere-left' },
  { name: 'store-rebuilt', scenario: 'rebuilt' },
  { name: 'store-empty', scenario: 'rebuilt-empty' },
  { name: 'store-unreadable', scenario: 'unreadable' },
  { name: 'held-portal', scenario: 'portal' },
  { name: 'proxy-banner', scenario: 'proxy-asks' },
  {
    name: 'proxy-form',
    scenario: 'proxy-asks',
    act: async (page) => {
      await page.getByRole('button', { name: 'Sign in…' }).click();
      await page.getByLabel('Password', { exact: true }).fill('wrong');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByRole('alert').waitFor();
    },
  },
  { name: 'proxy-refuses', scenario: 'proxy-refuses' },
  {
    name: 'proxy-kept',
    scenario: 'proxy-kept',
    act: async (page) => {
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('heading', { name: 'Proxies' }).scrollIntoViewIfNeeded();
    },
  },
  { name: 'held-sites', scenario: 'held-sites' },
  { name: 'held-paused', scenario: 'paused' },
  {
    name: 'nothing-in-filter',
    scenario: 'empty',
    act: async (page) => {
      await page.getByRole('button', { name: 'Add files' }).click();
      await page.getByRole('tab', { name: /Done/ }).click();
    },
  },
  {
    name: 'sites',
    scenario: 'two-sites',
    act: async (page) => {
      await page.getByRole('button', { name: /^Sites/ }).click();
    },
  },
  {
    name: 'checkup-fine',
    scenario: 'checkup',
    act: toSites,
  },
  {
    name: 'passwords-off',
    scenario: 'passwords-off',
    act: async (page) => {
      await toSites(page);
      await page.getByRole('button', { name: 'Hide what was found on Harbour Films' }).click();
    },
  },
  {
    name: 'checkup-fine-open',
    scenario: 'checkup',
    act: async (page) => {
      await toSites(page);
      await page.getByRole('button', { name: 'Show what was found on Harbour Films' }).click();
    },
  },
  {
    name: 'checkup-notes',
    scenario: 'checkup-notes',
    act: async (page) => {
      await toSites(page);
      await page.getByRole('button', { name: 'Show what was found on Harbour Films' }).click();
    },
  },
  {
    name: 'checkup-blocked',
    scenario: 'checkup-blocked',
    act: async (page) => {
      await toSites(page);
      await page.getByText('Text for your site’s host').first().click();
    },
  },
  { name: 'folders-none', scenario: 'empty', act: toFolders },
  { name: 'folders', scenario: 'folders', act: toFolders },
  { name: 'folders-damaged', scenario: 'folders-damaged', act: toFolders },
  {
    name: 'folders-end',
    scenario: 'folders',
    act: async (page) => {
      await toFolders(page);
      await page.getByRole('heading', { name: 'Gone' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'folders-open',
    scenario: 'folders',
    act: async (page) => {
      await toFolders(page);
      await page.getByText('20 files not added yet').click();
      await page.getByText('Regatta, last heat.mp4').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'folders-add',
    scenario: 'folders',
    act: async (page) => {
      await toFolders(page);
      await page.getByRole('button', { name: 'Watch a folder' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'folders-add-refused',
    scenario: 'folders-refused',
    act: async (page) => {
      await toFolders(page);
      await page.getByRole('button', { name: 'Watch a folder' }).click();
      await page.getByRole('button', { name: 'Watch folder', exact: true }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  ...(
    [
      ['menu', null, async () => {}],
      ['about', 'About Clipferry', (page) => page.getByText('MIT License').waitFor()],
      [
        'licences',
        'About Clipferry',
        async (page) => {
          await page.getByRole('button', { name: 'Licences…' }).click();
          await page.getByText('zod').waitFor();
        },
      ],
      [
        'report',
        'Report for support',
        async (page) => {
          await page.getByText('report.txt').click();
          await page.getByText('system: Linux').waitFor();
        },
      ],
      [
        'report-saved',
        'Report for support',
        async (page) => {
          await page.getByRole('button', { name: 'Save' }).click();
          await page.getByRole('button', { name: 'Show in folder' }).waitFor();
        },
      ],
    ] as const satisfies readonly (readonly [string, string | null, (page: Page) => Promise<unknown>])[]
  ).map(
    ([name, item, then]): Shot => ({
      name: `help-${name}`,
      scenario: 'busy',
      act: async (page) => {
        await page.getByRole('button', { name: 'Help' }).click();
        await page.getByRole('menu').waitFor();
        if (item !== null) await page.getByRole('menuitem', { name: item }).click();
        await then(page);
      },
    }),
  ),
  {
    name: 'settings',
    scenario: 'busy',
    act: async (page) => {
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('button', { name: /Speed limit/ }).click();
      await page.getByRole('option', { name: 'MB/s' }).click();
      await page.getByLabel('Speed limit in MB/s').waitFor();
    },
  },
  {
    name: 'hours-settings',
    scenario: 'busy',
    act: async (page) => {
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('button', { name: /Upload hours/ }).click();
      await page.getByRole('option', { name: 'My own hours' }).click();
      await page.getByText('Slower', { exact: true }).click();
      // By day (0 = Monday) and hour: what a cell is called depends on the region.
      const cell = (day: number, hour: number) => page.locator(`[data-day="${day}"][data-hour="${hour}"]`);
      await cell(0, 8).hover();
      await page.mouse.down();
      await cell(4, 17).hover();
      await page.mouse.up();
      await page.keyboard.press('ArrowRight');
      await page.getByLabel('Speed in slower hours in').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'other-computer',
    scenario: 'other-computer',
    act: async (page) => {
      await page.getByRole('tab', { name: /^Done/ }).click();
      await page.getByRole('row').nth(1).click();
      const details = page.getByRole('button', { name: 'Details', exact: true });
      if (await details.isVisible()) await details.click();
      await page.getByRole('region', { name: 'History' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'history',
    scenario: 'history',
    act: async (page) => {
      await page.getByRole('row').first().click();
      if ((page.viewportSize()?.width ?? 0) < 1120) await page.keyboard.press('Enter');
      await page.getByRole('region', { name: 'History' }).evaluate((region) => region.scrollIntoView());
    },
  },
  { name: 'hours-closed', scenario: 'hours-closed' },
  {
    name: 'hours-anyway',
    scenario: 'hours-closed',
    act: async (page) => {
      await page.getByRole('button', { name: 'Send now anyway' }).click();
      await page.getByRole('button', { name: 'Keep to the hours' }).waitFor();
    },
  },
  {
    name: 'opened-with',
    scenario: 'two-sites',
    act: async (page) => {
      await page.evaluate(() =>
        (window as unknown as { clipferry: { emit(name: string, event: unknown): void } }).clipferry.emit(
          'desktop.opened',
          { kind: 'choose', count: 3 },
        ),
      );
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'sites-passwords',
    scenario: 'two-sites',
    act: async (page) => {
      await page.getByRole('button', { name: /^Sites/ }).click();
      await page.getByRole('button', { name: 'Application passwords of Mara Lind' }).click();
      await page.getByText('In use here').waitFor();
    },
  },
  {
    name: 'sites-passwords-one',
    scenario: 'two-sites',
    act: async (page) => {
      await page.getByRole('button', { name: /^Sites/ }).click();
      await page.getByRole('button', { name: 'Application passwords of Mara Lind' }).click();
      await page.getByRole('button', { name: 'Details of Clipferry on harbour-desk' }).click();
      await page.getByRole('button', { name: 'Rename Phone' }).click();
      await page.getByRole('textbox', { name: 'New name of Phone' }).waitFor();
    },
  },
  {
    name: 'sites-passwords-all',
    scenario: 'two-sites',
    act: async (page) => {
      await page.getByRole('button', { name: /^Sites/ }).click();
      await page.getByRole('button', { name: 'Application passwords of Mara Lind' }).click();
      await page.getByRole('button', { name: 'Revoke all…' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'post-draft',
    scenario: 'library',
    act: async (page) => {
      await page.getByRole('button', { name: /^Library/ }).click();
      const rows = page.getByRole('row');
      await rows.nth(0).click();
      await rows.nth(2).click({ modifiers: ['Shift'] });
      const details = page.getByRole('button', { name: 'Details', exact: true });
      if (await details.isVisible()) await details.click();
      await page.getByRole('button', { name: 'New post draft…' }).click();
      await page.getByRole('textbox', { name: 'Title of the post' }).fill('Three mornings');
    },
  },
  {
    name: 'asked-pause-all',
    scenario: 'busy',
    act: async (page) => {
      await page.getByRole('button', { name: 'Pause all' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'asked-connect',
    scenario: 'account-gone',
    act: async (page) => {
      await page.getByText('Account not connected').first().click();
    },
  },
  {
    name: 'sign-out',
    scenario: 'two-sites',
    act: async (page) => {
      await page.getByRole('button', { name: /^Sites/ }).click();
      await page.getByRole('button', { name: 'Sign out Mara Lind' }).click();
      await page.getByRole('checkbox').waitFor();
    },
  },
  {
    name: 'confirm',
    scenario: 'busy',
    act: async (page) => {
      await page.getByRole('row').first().click();
      await page.keyboard.press('Delete');
    },
  },
  {
    name: 'drag',
    scenario: 'two-sites',
    act: async (page) => {
      const cdp = await page.context().newCDPSession(page);
      for (const type of ['dragEnter', 'dragOver'] as const) {
        await cdp.send('Input.dispatchDragEvent', {
          type,
          x: 300,
          y: 300,
          data: { items: [], files: ['/etc/hostname'], dragOperationsMask: 1 },
        });
      }
      await page.getByText(/Drop to send to/).waitFor();
    },
  },
  {
    name: 'drop-overlay',
    scenario: 'two-sites',
    act: async (page) => {
      await page.evaluate(() => {
        const data = new DataTransfer();
        data.items.add(new File(['x'], 'A clip.mp4'));
        window.dispatchEvent(new DragEvent('dragenter', { dataTransfer: data, cancelable: true }));
      });
    },
  },
  {
    name: 'drop-result',
    scenario: 'busy',
    act: async (page) => {
      await page.evaluate(() => {
        const data = new DataTransfer();
        for (const name of ['Quay.mp4', 'Broken recording.mov', 'Empty.mp4']) data.items.add(new File(['x'], name));
        window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
      });
      await page.getByRole('button', { name: 'Show why' }).click();
    },
  },
];

async function take(browser: Browser, url: string, folder: string, only: string): Promise<number> {
  let bad = 0;
  for (const [width, height] of [
    [1280, 800],
    [900, 600],
    // 1280 x 800 at 200 %.
    [640, 400],
  ] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme,
        locale: 'en-GB',
        reducedMotion: 'reduce',
      });
      for (const shot of shots.filter(({ name }) => name.includes(only))) {
        const page = await context.newPage();
        const name = `${shot.name}-${width}-${colorScheme}`;
        const complain = (text: string): void => {
          bad += 1;
          process.stdout.write(`${name}: ${text}\n`);
        };
        page.on('console', (message) => {
          if (['error', 'warning'].includes(message.type()) && !/404/.test(message.text())) complain(message.text());
        });
        page.on('pageerror', (error) => complain(error.message));
        await page.goto(`${url}?scenario=${shot.scenario}&still=1${shot.hash ?? ''}`);
        try {
          await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 5_000 });
          await shot.act?.(page);
        } catch (error) {
          complain(String(error));
        }
        // Posters come one after the other; a picture without them says little about the look.
        await page.waitForTimeout(1_200);
        await page.screenshot({ path: join(folder, `${name}.png`) });
        const axe = await new AxeBuilder({ page }).analyze();
        for (const violation of axe.violations) {
          complain(
            `axe ${violation.id}: ${violation.nodes.map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`).join(' | ')}`,
          );
        }
        await page.close();
      }
      await context.close();
    }
  }
  return bad;
}

interface Measured {
  readonly rows: number;
  readonly elements: number;
  /** The longest task of the page's main thread, in ms: on the wall, and of processor time. */
  readonly wall: number;
  readonly work: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Scrolls at a wheel's pace, then at that of a dragged scroll bar, under a trace. */
async function measure(browser: Browser, url: string): Promise<Measured> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${url}?scenario=many&still=1`);
  await page.getByRole('row').first().waitFor();
  const cdp = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel'] } });
  const counted = await page.evaluate(async () => {
    let rows = 0;
    const list = document.querySelector('.list');
    if (list === null) throw new Error('no list');
    for (let step = 0; step < 300; step += 1) {
      list.scrollTop += step < 200 ? 120 : 6_000;
      await new Promise(requestAnimationFrame);
      rows = Math.max(rows, document.querySelectorAll('[role="row"]').length);
    }
    return { rows, elements: document.querySelectorAll('*').length };
  });
  const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
  await cdp.send('Tracing.end');
  await complete;
  await page.close();
  const mains = new Set(
    events.filter((e) => e.name === 'thread_name' && e.args?.name === 'CrRendererMain').map((e) => `${e.pid} ${e.tid}`),
  );
  const tasks = events.filter((e) => e.ph === 'X' && e.name.endsWith('RunTask') && mains.has(`${e.pid} ${e.tid}`));
  const longest = (of: (event: TraceEvent) => number | undefined): number =>
    tasks.reduce((most, event) => Math.max(most, (of(event) ?? 0) / 1_000), 0);
  return { ...counted, wall: longest((event) => event.dur), work: longest((event) => event.tdur) };
}

const [folder = 'shots', only = '', ...clips] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const dev = await serveDev(0, clips);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const bad = only === 'measure' ? 0 : await take(browser, dev.url, folder, only);
const measured = await measure(browser, dev.url);
process.stdout.write(
  `rows in the page at most ${measured.rows}, ${measured.elements} elements, longest task ${measured.work} ms of processor time (${measured.wall} ms on the wall, with whatever else this computer did)\n`,
);
await browser.close();
await dev.close();
process.exitCode = bad > 0 || measured.rows > 200 || measured.work > 50 ? 1 : 0;
