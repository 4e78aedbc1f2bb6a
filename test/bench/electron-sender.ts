// Electron's main process in the benchmark: sends what it is told and reports what it cost.
import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import { app, BrowserWindow } from 'electron';
import { measure } from './measure.ts';
import type { Answered, Asked, Order, Sent } from './orders.ts';
import { large, small } from './send.ts';
import { caFile } from './sink.ts';

const tell = (answer: Answered): void => {
  process.send?.(answer);
};

let page: BrowserWindow | null = null;

/** A form in a page with a file chosen by its user, sent by the page's own XMLHttpRequest. */
async function fromPage(url: string, file: string): Promise<() => Promise<void>> {
  page ??= new BrowserWindow({ show: false, webPreferences: { sandbox: true, backgroundThrottling: false } });
  await page.loadURL(url);
  const { debugger: tools } = page.webContents;
  if (!tools.isAttached()) tools.attach();
  const { root } = await tools.sendCommand('DOM.getDocument');
  const { nodeId } = await tools.sendCommand('DOM.querySelector', { nodeId: root.nodeId, selector: '#file' });
  await tools.sendCommand('DOM.setFileInputFiles', { nodeId, files: [file] });
  const { webContents } = page;
  return async () => {
    const status: unknown = await webContents.executeJavaScript(`new Promise((resolve, reject) => {
      const form = new FormData();
      form.append('file', document.querySelector('#file').files[0]);
      const request = new XMLHttpRequest();
      request.open('POST', '/');
      request.onload = () => resolve(request.status);
      request.onerror = () => reject(new Error('The page could not send'));
      request.send(form);
    })`);
    if (status !== 200) throw new Error(`The page got ${String(status)}`);
  };
}

async function carryOut(order: Order): Promise<Sent> {
  switch (order.kind) {
    case 'large':
      return measure(await large(order.url, order.file, order.hash));
    case 'page':
      return measure(await fromPage(order.url, order.file));
    case 'small': {
      const { work, close } = await small(order.url, order.files, order.lanes, order.journal);
      try {
        return await measure(work);
      } finally {
        close();
      }
    }
  }
}

tls.setDefaultCACertificates([...tls.getCACertificates(), readFileSync(caFile, 'utf8')]);
process.on('message', ({ id, order }: Asked) => {
  carryOut(order).then(
    (sent) => tell({ kind: 'sent', id, sent }),
    (error: unknown) =>
      tell({ kind: 'failed', id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
process.on('disconnect', () => app.exit(0));
app.on('window-all-closed', () => undefined);
app.whenReady().then(() => tell({ kind: 'ready' }));
