// How a screen stands in other windows and for those who do not see it: the window's size and zoom, what lies over what, and the check of axe.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { RunningApp } from './harness.ts';
import { expect } from './lent-app.ts';

/** In px of the screen; `times` = how much larger everything is shown. */
export async function resize({ app, page }: RunningApp, width: number, height: number, times = 1): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, to) => {
      const window = BrowserWindow.getAllWindows()[0];
      window?.setContentSize(to.width, to.height);
      window?.webContents.setZoomFactor(to.times);
    },
    { width, height, times },
  );
  await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(Math.round(width / times));
}

/**
 * Texts and buttons that lie over each other, by what they say; and a page that is wider than its window. `within` = what lies over
 * the rest on purpose: only it is looked at, and whether all of it can be reached.
 */
export function overlaps(page: Page, within: string | null = null): Promise<readonly string[]> {
  return page.evaluate((only) => {
    const root = only === null ? document.body : document.querySelector(only);
    if (root === null) return [`nothing is ${only}`];
    interface Box {
      readonly element: Element;
      readonly left: number;
      readonly top: number;
      readonly right: number;
      readonly bottom: number;
    }
    /** What of an element is in sight: cut by everything around it that cuts. */
    const seen = (element: Element): Box | null => {
      let { left, top, right, bottom } = element.getBoundingClientRect();
      for (let at = element.parentElement; at !== null; at = at.parentElement) {
        if (getComputedStyle(at).overflow === 'visible') continue;
        const cut = at.getBoundingClientRect();
        [left, top] = [Math.max(left, cut.left), Math.max(top, cut.top)];
        [right, bottom] = [Math.min(right, cut.right), Math.min(bottom, cut.bottom)];
      }
      // What is folded away has its place all the same.
      if (!element.checkVisibility()) return null;
      const style = getComputedStyle(element);
      const isShown = style.visibility === 'visible' && style.opacity !== '0' && style.clipPath === 'none';
      return isShown && right - left > 2 && bottom - top > 2 ? { element, left, top, right, bottom } : null;
    };
    const says = (element: Element): boolean =>
      element.matches('button, input') ||
      [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
      );
    const boxes = [...root.querySelectorAll('*')].filter(says).flatMap((element) => seen(element) ?? []);
    const found: string[] = [];
    const word = ({ element }: Box): string => (element.textContent ?? '').trim().slice(0, 30) || element.tagName;
    for (const [at, one] of boxes.entries()) {
      for (const other of boxes.slice(at + 1)) {
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
        const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (width > 2 && height > 4) found.push(`“${word(one)}” lies over “${word(other)}”`);
      }
    }
    const { left, top, right, bottom } = root.getBoundingClientRect();
    const reaches = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    if (only !== null && !reaches) found.push(`${only} reaches out of the window`);
    for (const one of [document.documentElement, ...(only === null ? [] : [root])]) {
      const { scrollWidth, clientWidth } = one;
      if (scrollWidth > clientWidth + 1) found.push(`${one.tagName} is ${scrollWidth} wide, not ${clientWidth}`);
    }
    return found;
  }, within);
}

/** What is used within `within` and cannot be brought into sight: it stays out of the window, or under something else. */
export function unreachable(page: Page, within: string): Promise<readonly string[]> {
  return page.evaluate(async (only) => {
    const root = document.querySelector(only);
    if (root === null) return [`nothing is ${only}`];
    const used = 'button, input, textarea, a[href], summary, [tabindex="0"], [role^="menuitem"]';
    const found: string[] = [];
    /** What only a program sees has its part in sight. */
    const isHidden = (element: Element): boolean => {
      for (let at: Element | null = element; at !== null && at !== root; at = at.parentElement) {
        const { width, height } = at.getBoundingClientRect();
        const style = getComputedStyle(at);
        if (width < 4 || height < 4 || style.opacity === '0' || style.clipPath !== 'none') return true;
      }
      return !element.checkVisibility();
    };
    for (const one of root.querySelectorAll<HTMLElement>(used)) {
      if (isHidden(one)) continue;
      one.scrollIntoView({ block: 'nearest' });
      await new Promise(requestAnimationFrame);
      const box = one.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, Math.min(box.top + box.height / 2, box.top + 12)];
      const at = document.elementFromPoint(x, y);
      const isThere = at !== null && (one.contains(at) || at.contains(one));
      const reaches = box.left >= -1 && box.right <= innerWidth + 1 && box.top >= -1;
      const word = one.getAttribute('aria-label') ?? (one.textContent.trim().slice(0, 30) || one.tagName);
      if (!reaches) found.push(`“${word}” reaches out of the window`);
      else if (!isThere) found.push(`“${word}” is under “${at?.textContent.trim().slice(0, 30)}”`);
    }
    return found;
  }, within);
}

export async function passesAxe(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
}
