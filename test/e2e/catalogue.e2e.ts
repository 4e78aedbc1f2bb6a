// Every screen with every text of the catalogue marked: what stands there unmarked is data of the site or the disk, and nothing else.
import type { Browser, Page } from '@playwright/test';
import { type DevServer, serveDev } from '../renderer/dev/serve.ts';
import type { FakeBridge } from '../renderer/fake-bridge.ts';
import { launchChromium } from './chromium.ts';
import { expect, test } from './lent-app.ts';

let dev: DevServer;
let browser: Browser;

test.beforeAll(async () => {
  dev = await serveDev(0, []);
  browser = await launchChromium(['--no-sandbox']);
});
test.afterAll(async () => {
  await browser.close();
  await dev.close();
});

/** Where the other places have something of their own to show. */
const everyPlace: ReadonlySet<string> = new Set(['busy', 'two-sites', 'folders', 'checkup-blocked', 'library-twins']);

/** Keys of the keyboard, names of formats and addresses; and what react-aria says in its own translations. */
const everywhere =
  /^([·,\s]*(\.[a-z0-9]{1,8}[·,\s]*)+|Press Delete to remove tag\.|Dismiss|Ctrl\+.*|Alt\+.*|Enter|Delete|MP4|https?:\/\/.*|app:\/\/.*)$/;

/** Texts and labels of the page without the marked ones and those that the bridge told. */
async function unmarked(page: Page): Promise<readonly string[]> {
  const found = await page.evaluate(() => {
    const told = [...(Reflect.get(window, 'told') as Set<string>)].map((one) => one.replace(/\s+/g, ' ').trim());
    // A clip without a title is called by its file's name without the ending.
    const known = new Set([...told, ...told.map((one) => one.replace(/\.[^.]+$/, ''))]);
    const left = (text: string): string => {
      let rest = text;
      // From the inside out: a message may have another one within it.
      for (let before = ''; before !== rest; ) {
        before = rest;
        rest = rest.replace(/⟦[^⟦⟧]*⟧/g, '');
      }
      return rest.replace(/\s+/g, ' ').trim();
    };
    const odd = new Set<string>();
    const look = (text: string | null): void => {
      const rest = left(text ?? '');
      if (/\p{L}/u.test(rest) && !known.has(rest)) odd.add(rest);
    };
    const root = document.body;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() !== null) {
      const parent = walker.currentNode.parentElement;
      if (parent?.closest('script, style, code, kbd, [data-react-aria-prevent-focus]') === null)
        look(walker.currentNode.nodeValue);
    }
    for (const element of root.querySelectorAll('*')) {
      for (const name of [
        'aria-label',
        'title',
        'placeholder',
        'alt',
        'aria-description',
        'aria-roledescription',
        'aria-valuetext',
      ])
        look(element.getAttribute(name));
    }
    return [...odd];
  });
  return found.filter((text) => !everywhere.test(text));
}

const openFolds = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const fold of document.querySelectorAll('details')) fold.open = true;
  });

/** Presses what stands there, whatever lies above it; false = nothing does. */
const press = (page: Page, selector: string, place: number): Promise<boolean> =>
  page.evaluate(
    ([wanted, at]) => {
      const found = document.querySelectorAll<HTMLElement>(wanted)[at];
      found?.click();
      return found !== undefined;
    },
    [selector, place] as const,
  );

async function look(page: Page, where: string, problems: string[]): Promise<void> {
  await openFolds(page);
  // Whatever the screen asks for is there: the fake bridge answers within the same turn.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  problems.push(...(await unmarked(page)).map((text) => `${where}: ${text}`));
}

async function open(page: Page, scenario: string, hash = ''): Promise<void> {
  await page.goto(`${dev.url}?scenario=${scenario}&still&marked${hash}`);
  await page.evaluate(async () => {
    while (document.querySelector('main') === null) await new Promise(requestAnimationFrame);
  });
}

test('no text on any screen comes from elsewhere than the catalogue', { tag: '@proof' }, async () => {
  test.setTimeout(600_000);
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  page.setDefaultTimeout(60_000);
  const problems: string[] = [];
  await open(page, 'busy');
  const scenarios = (await page.evaluate(() => Reflect.get(window, 'scenarioNames'))) as readonly string[];
  expect(scenarios.length).toBeGreaterThan(10);
  let texts = 0;
  for (const scenario of scenarios) {
    await open(page, scenario);
    await look(page, scenario, problems);
    texts += await page.evaluate(() => document.body.textContent?.split('⟦').length ?? 0);
    if (await press(page, '[role="row"]', 0)) await look(page, `${scenario}, details`, problems);
    const places = everyPlace.has(scenario) ? await page.locator('.place').count() : 0;
    for (let place = 0; place < places; place += 1) {
      await press(page, '.place', place);
      await look(page, `${scenario}, place ${place}`, problems);
    }
  }
  for (const key of ['F2', 'Shift+F10']) {
    await open(page, 'busy');
    await page.locator('[role="row"]').first().click();
    await page.keyboard.press(key);
    await look(page, key, problems);
  }
  for (const [item, typed] of [
    ['paste', 'Arrival of the tall ships'],
    ['replace-text', 'C0'],
  ] as const) {
    await open(page, 'busy');
    await page.locator('[role="row"]').first().click({ button: 'right' });
    await page.locator(`[data-key="${item}"]`).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.insertText(typed);
    await page.getByRole('dialog').locator('.paste-row').first().waitFor();
    await look(page, item, problems);
  }
  for (const what of ['about', 'report'] as const) {
    await open(page, 'busy');
    await page.evaluate(
      (part) => (Reflect.get(window, 'clipferry') as FakeBridge).emit('desktop.command', { kind: 'help', what: part }),
      what,
    );
    await page.getByRole('dialog').waitFor();
    await look(page, `help ${what}`, problems);
  }
  for (const reason of ['newer', 'in-use']) {
    await page.goto('about:blank');
    await open(page, 'busy', `#refused=${reason}`);
    await look(page, `refused ${reason}`, problems);
  }
  expect(
    [...new Set(problems.map((line) => line.replace(/^.*?: /, '')))].map((text) =>
      problems.find((line) => line.endsWith(`: ${text}`)),
    ),
  ).toEqual([]);
  // The marks are there at all.
  expect(texts).toBeGreaterThan(500);
  await page.close();
});

test('a text that is planted beside the catalogue is seen', { tag: '@proof' }, async () => {
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  await open(page, 'busy');
  await page.evaluate(() => {
    const planted = document.createElement('p');
    planted.append('Sent by itself');
    planted.setAttribute('aria-label', 'Planted label');
    document.querySelector('main')?.append(planted);
  });
  expect(await unmarked(page)).toEqual(expect.arrayContaining(['Sent by itself', 'Planted label']));
  await page.close();
});
