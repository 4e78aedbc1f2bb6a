// Walls that stand behind another one, each met alone: by a page without our policy, a redirect, a frame, a stranger in our window.
import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import { appUnderAttack } from './attack.ts';
import { readLog } from './harness.ts';
import { expect, test } from './lent-app.ts';

const attack = appUnderAttack();

const stranger = 'stranger';

test('row 13: a frame of a page without a policy is led nowhere either', async () => {
  const outcome = await attack.running.app.evaluate(async ({ BrowserWindow }) => {
    const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true } });
    try {
      await window.loadURL('data:text/html,<p>stranger</p>');
      const decided = new Promise<string>((resolve) => {
        // Heard after our own handler, which is registered first.
        window.webContents.on('will-frame-navigate', (event) => {
          if (event.defaultPrevented) resolve('stopped');
        });
        window.webContents.on('did-frame-navigate', (_event, url) => {
          if (url.includes('led away')) resolve('led away');
        });
      });
      await window.webContents.executeJavaScript(`{
        const frame = document.createElement('iframe');
        frame.src = 'data:text/html,<h1>led away</h1>';
        document.body.append(frame);
      }`);
      return await decided;
    } finally {
      window.destroy();
    }
  });
  expect(outcome).toBe('stopped');
  expect(await readLog(attack.running.profile)).toContain('refused a navigation {"url":"data:text/html,<h1>led away');
});

test('row 13: an own address that answers with a redirect leads nowhere', async () => {
  const outcome = await attack.running.app.evaluate(async ({ BrowserWindow, session }) => {
    const own = session.fromPartition('redirecting');
    own.protocol.handle('app', (request) =>
      request.url.endsWith('/index.html')
        ? new Response(null, { status: 302, headers: { Location: 'app://main/elsewhere.html' } })
        : new Response('<h1>led away</h1>', { headers: { 'Content-Type': 'text/html' } }),
    );
    const window = new BrowserWindow({ show: false, webPreferences: { session: own, sandbox: true } });
    try {
      const loaded = await window.loadURL('app://main/index.html').then(
        () => 'loaded',
        () => 'stopped',
      );
      return { loaded, url: window.webContents.mainFrame.url };
    } finally {
      window.destroy();
    }
  });
  expect(outcome.loaded).toBe('stopped');
  expect(outcome.url).not.toContain('elsewhere');
});

test('row 13: the main frame is asked about twice, each by a handler of its own', async () => {
  // One of the two is enough to stop Chromium, so that each alone can only be asked itself.
  const prevented = await attack.running.app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    return ['will-navigate', 'will-frame-navigate', 'will-redirect'].map((name) => {
      let stopped = false;
      const event = {
        url: 'https://evil.example/',
        isMainFrame: true,
        preventDefault: () => {
          stopped = true;
        },
      };
      contents?.emit(name as 'will-navigate', event as never);
      return stopped;
    });
  });
  expect(prevented).toEqual([true, true, true]);
});

test('row 13: the page cannot put a file on this computer', async () => {
  await attack.running.app.evaluate(({ session }) => {
    const downloads: { stopped: boolean }[] = [];
    Reflect.set(globalThis, 'downloads', downloads);
    // Heard after our own handler, which is registered first.
    session.defaultSession.on('will-download', (event) => void downloads.push({ stopped: event.defaultPrevented }));
  });
  await attack.running.page.evaluate(() => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(['MZ'], { type: 'application/octet-stream' }));
    link.download = 'setup.exe';
    document.body.append(link);
    link.click();
  });
  const seen = (): Promise<unknown> =>
    attack.running.app.evaluate(() => Reflect.get(globalThis, 'downloads') as unknown);
  await expect.poll(seen).toEqual([{ stopped: true }]);
  await attack.running.page.reload();
});

test('row 5: no device is handed out, in any session', async () => {
  // There is no device in a test, so the handler itself is asked, as Electron would: caught where a session gets it.
  const answers = await attack.running.app.evaluate(({ session }) => {
    const proto = Object.getPrototypeOf(session.defaultSession) as Electron.Session;
    const real = proto.setDevicePermissionHandler;
    let handler: Parameters<Electron.Session['setDevicePermissionHandler']>[0] | null = null;
    proto.setDevicePermissionHandler = function set(this: Electron.Session, given) {
      handler = given;
      real.call(this, given);
    };
    session.fromPartition('devices');
    proto.setDevicePermissionHandler = real;
    const ask = handler as ((details: unknown) => boolean) | null;
    return ['hid', 'serial', 'usb'].map((deviceType) =>
      ask === null
        ? 'nobody asked'
        : ask({ deviceType, origin: 'app://main', device: { name: 'a device', deviceId: '1' } }),
    );
  });
  expect(answers).toEqual([false, false, false]);
});

test('row 1: a call between pages finds no way past the check of requests', async () => {
  const socket = createSocket('udp4');
  let packets = 0;
  socket.on('message', () => {
    packets += 1;
  });
  await new Promise<void>((resolve) => socket.bind(0, '0.0.0.0', resolve));
  const { port } = socket.address() as AddressInfo;
  try {
    const candidates = await attack.running.page.evaluate(async (stun) => {
      const call = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${stun}` }] });
      call.createDataChannel('x');
      const found: string[] = [];
      const over = new Promise<void>((resolve) => {
        call.addEventListener('icecandidate', ({ candidate }) => {
          if (candidate === null) resolve();
          else if (candidate.candidate !== '') found.push(candidate.candidate);
        });
      });
      await call.setLocalDescription(await call.createOffer());
      await over;
      call.close();
      return found;
    }, port);
    expect(candidates.filter((one) => / udp /i.test(one))).toEqual([]);
    expect(packets).toBe(0);
  } finally {
    socket.close();
  }
  const policies = await attack.running.app.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((contents) => contents.getWebRTCIPHandlingPolicy()),
  );
  expect(policies).toEqual(['disable_non_proxied_udp']);
});

test('row 17: our own window gets no answer once another page is in it', async () => {
  const answer = await attack.running.app.evaluate(async ({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows()[0];
    if (!window) return null;
    // Only main itself can lead it there; the bridge comes along.
    await window.loadURL('data:text/html,<p>stranger</p>');
    try {
      const code = `clipferry.request('app.state').then(() => 'answered', (error) => error.message)`;
      return (await window.webContents.executeJavaScript(code)) as string;
    } finally {
      await window.loadURL('app://main/index.html');
    }
  });
  expect(answer).toBe(stranger);
});

test('row 17: a frame inside our own page gets no answer, though it has our origin and our window', async () => {
  await attack.running.page.evaluate(() => document.body.append(document.createElement('iframe')));
  // It has no bridge, so its question is put where the bridge would put it.
  const outcome = await attack.running.app.evaluate(async ({ BrowserWindow, ipcMain }) => {
    const sender = BrowserWindow.getAllWindows()[0]?.webContents;
    const senderFrame = sender?.mainFrame.frames[0];
    const handlers = Reflect.get(ipcMain, '_invokeHandlers') as Map<
      string,
      (event: unknown) => Promise<{ ok: boolean; error?: { code: string } }>
    >;
    const ask = handlers.get('app.state');
    if (!sender || !senderFrame || !ask) return null;
    const [ours, inner] = [await ask({ sender, senderFrame: sender.mainFrame }), await ask({ sender, senderFrame })];
    return { origin: senderFrame.origin, ours: ours.ok, inner: inner.error?.code };
  });
  expect(outcome).toEqual({ origin: 'app://main', ours: true, inner: stranger });
  await attack.running.page.reload();
});

test('row 4: a window that wants no sandbox gets one all the same', async () => {
  test.skip(process.platform !== 'linux', 'read from /proc');
  const [commandLine, status] = await attack.running.app.evaluate(async ({ BrowserWindow }) => {
    const window = new BrowserWindow({ show: false, webPreferences: { sandbox: false } });
    try {
      await window.loadURL('data:text/html,<p>stranger</p>');
      const fs = process.getBuiltinModule('node:fs');
      const pid = window.webContents.getOSProcessId();
      return ['cmdline', 'status'].map((name) => fs.readFileSync(`/proc/${pid}/${name}`, 'utf8'));
    } finally {
      window.destroy();
    }
  });
  expect(commandLine).not.toContain('--no-sandbox');
  expect(status).toMatch(/^Seccomp:\s+2$/m);
});
