// A hostile page against the running app: run code of its own, load, lead away, open windows (rows 7, 13, 14).
import { appUnderAttack } from './attack.ts';
import { readLog } from './harness.ts';
import { expect, test } from './lent-app.ts';

const attack = appUnderAttack();

/** Waits until the log says that exactly this was refused. */
const refused = (what: string, url: string): Promise<void> =>
  expect.poll(() => readLog(attack.running.profile)).toContain(`${what} {"url":"${url}"`);

test('row 7: the content security policy comes as a header and holds', async () => {
  const policy = await attack.running.page.evaluate(async () => {
    const response = await fetch(window.location.href);
    return response.headers.get('Content-Security-Policy') ?? '';
  });
  expect(policy.replace(/'nonce-[\w-]{22}'/, "'nonce'").split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'nonce'",
    "img-src 'self' blob: data:",
    "media-src 'self'",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
  ]);

  const url = attack.canary.url;
  const directives = [
    'img-src',
    'media-src',
    'frame-src',
    'style-src-elem',
    'connect-src',
    'require-trusted-types-for',
  ];
  const outcome = await attack.running.page.evaluate(
    async ([foreign, wanted]) => {
      const stopped: string[] = [];
      document.addEventListener('securitypolicyviolation', (event) => stopped.push(event.effectiveDirective));
      const attempt = (run: () => void): string => {
        try {
          run();
          return 'ran';
        } catch (error) {
          return error instanceof Error ? error.name : 'threw';
        }
      };
      const add = (tag: string, attributes: Record<string, string>): void => {
        const element = document.createElement(tag);
        for (const [name, value] of Object.entries(attributes)) attempt(() => element.setAttribute(name, value));
        document.body.append(element);
      };
      // Run by the page's own timer, because code evaluated by a debugger may pass by the policy.
      const dynamic = await new Promise<string[]>((resolve) => {
        setTimeout(() => {
          const evaluate = Reflect.get(window, 'eval') as (text: string) => unknown;
          const Compile = Reflect.get(window, 'Function') as FunctionConstructor;
          resolve([
            attempt(() => evaluate('window.pwned = 1')),
            attempt(() => new Compile('window.pwned = 1')()),
            attempt(() => setTimeout('window.pwned = 1' as unknown as () => void)),
            attempt(() => {
              document.createElement('div').innerHTML = '<img src=x onerror="window.pwned = 1">';
            }),
          ]);
        }, 0);
      });
      const inline = document.createElement('script');
      inline.append(document.createTextNode('window.pwned = 1'));
      document.body.append(inline);
      const style = document.createElement('style');
      style.append(document.createTextNode('#root, #hello { color: rgb(1, 2, 3) !important }'));
      document.head.append(style);
      add('button', { onclick: 'window.pwned = 1' });
      add('img', { src: `${foreign}image` });
      add('video', { src: `${foreign}video` });
      add('iframe', { src: `${foreign}frame` });
      add('iframe', { srcdoc: '<p>inner</p>' });
      add('object', { data: `${foreign}object` });
      add('embed', { src: `${foreign}embed` });
      add('link', { rel: 'stylesheet', href: `${foreign}style` });
      add('link', { rel: 'prefetch', href: `${foreign}prefetch` });
      add('script', { src: `${foreign}script` });
      const failures = await Promise.all([
        fetch(`${foreign}fetch`).then(
          () => 'ran',
          () => 'stopped',
        ),
        fetch(`${foreign}post`, { method: 'POST', mode: 'no-cors', body: 'x' }).then(
          () => 'ran',
          () => 'stopped',
        ),
        new Promise((resolve) => {
          const socket = new WebSocket(foreign.replace('http', 'ws'));
          socket.onopen = () => resolve('ran');
          socket.onerror = () => resolve('stopped');
        }),
      ]);
      navigator.sendBeacon(`${foreign}beacon`, 'x');
      const worker = attempt(() => new Worker(`${foreign}worker`));
      for (const button of document.querySelectorAll<HTMLElement>('button[onclick]')) button.click();
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      // What is stopped is told when the page comes to it.
      for (let looks = 0; looks < 1_000 && !wanted.every((directive) => stopped.includes(directive)); looks++)
        await new Promise((resolve) => setTimeout(resolve, 20));
      return {
        dynamic,
        failures,
        worker,
        pwned: Reflect.has(window, 'pwned'),
        coloured: [...document.querySelectorAll('#root, #hello')].some(
          (node) => getComputedStyle(node).color === 'rgb(1, 2, 3)',
        ),
        stopped: [...new Set(stopped)],
      };
    },
    [url, directives] as const,
  );
  expect(outcome.pwned).toBe(false);
  expect(outcome.coloured).toBe(false);
  expect(outcome.dynamic).not.toContain('ran');
  expect(outcome.failures).toEqual(['stopped', 'stopped', 'stopped']);
  expect(outcome.worker).not.toBe('ran');
  for (const directive of directives) {
    expect(outcome.stopped).toContain(directive);
  }
  await attack.running.page.reload();
});

test('row 7: an own picture made in the page is let in', async () => {
  const loaded = await attack.running.page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    const image = new Image();
    image.src = URL.createObjectURL(blob as Blob);
    await image.decode();
    return image.naturalWidth;
  });
  expect(loaded).toBe(300);
});

test('row 13: the page cannot be led anywhere else', async () => {
  const targets = [
    attack.canary.url,
    'data:text/html,<h1>x</h1>',
    'file:///etc/passwd',
    'app://main/clip/anything',
    'app://main/assets/',
    'app://other/index.html',
  ];
  for (const [index, target] of targets.entries()) {
    await attack.running.page.evaluate(
      ([url, how]) => {
        if (how % 2 === 0) window.location.href = url;
        else {
          const link = Object.assign(document.createElement('a'), { href: url });
          document.body.append(link);
          link.click();
        }
      },
      [target, index] as const,
    );
    // Chromium itself stops a page from naming data: and file:, before anybody is asked.
    if (!/^(data|file):/.test(target)) await refused('refused a navigation', target);
  }
});

test('row 13: a refresh tag and a form lead nowhere', async () => {
  const target = `${attack.canary.url}refresh`;
  await attack.running.page.evaluate((url) => {
    const meta = document.createElement('meta');
    meta.httpEquiv = 'refresh';
    meta.content = `0; url=${url}`;
    document.head.append(meta);
  }, target);
  await refused('refused a navigation', target);
  const directive = await attack.running.page.evaluate(
    (url) =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), {
          once: true,
        });
        const form = Object.assign(document.createElement('form'), { action: url, method: 'post' });
        document.body.append(form);
        form.submit();
      }),
    `${attack.canary.url}form`,
  );
  expect(directive).toBe('form-action');
});

test('row 14: no window opens by script, by click or by middle click', async () => {
  const target = `${attack.canary.url}window`;
  expect(await attack.running.page.evaluate((url) => window.open(url), target)).toBeNull();
  await refused('refused a new window', target);
  const link = `${attack.canary.url}link`;
  await attack.running.page.evaluate((url) => {
    const anchor = Object.assign(document.createElement('a'), {
      href: url,
      target: '_blank',
      id: 'canary-link',
      textContent: 'link',
    });
    anchor.style.cssText = 'position: fixed; inset: 0; z-index: 99999';
    document.body.append(anchor);
  }, link);
  await attack.running.page.mouse.click(300, 300, { button: 'middle' });
  await attack.running.page.mouse.click(300, 300);
  // Both clicks were asked about, and both were refused.
  const refusals = async (): Promise<number> =>
    (await readLog(attack.running.profile)).split(`refused a new window {"url":"${link}"`).length - 1;
  await expect.poll(refusals).toBe(2);
  await attack.running.page.reload();
});
