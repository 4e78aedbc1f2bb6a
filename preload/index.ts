// The bridge: the only file that speaks ipcRenderer; the page gets a frozen object of three functions and nothing of Electron.
import { contextBridge, type IpcRendererEvent, ipcRenderer, webUtils } from 'electron';
import { addPathsChannel } from './channels.ts';
import {
  type AddResult,
  type Bridge,
  type Events,
  eventNames,
  type RefusalCode,
  type Reply,
  type RequestName,
  type RequestOutput,
  requestNames,
} from './contract.ts';

/** Of an Error only the message crosses the bridge: it is the code. */
const refused = (code: RefusalCode): Error => new Error(code);

async function ask<T>(channel: string, input: readonly unknown[]): Promise<T> {
  const reply: Reply<T> = await ipcRenderer.invoke(channel, ...input);
  if (!reply.ok) throw refused(reply.error.code);
  return reply.value;
}

/** Files that a page made up itself have no path: they are left out, so a page can only name what the user gave it. */
function pathsOf(files: readonly File[]): readonly string[] {
  return files.map((file) => webUtils.getPathForFile(file)).filter((path) => path !== '');
}

const bridge: Bridge = {
  request: <N extends RequestName>(name: N, ...input: unknown[]) => {
    if (!Object.hasOwn(requestNames, name)) return Promise.reject(refused('no-such-request'));
    return ask<RequestOutput<N>>(name, input);
  },

  on: <N extends keyof Events>(name: N, listener: (event: Events[N]) => void) => {
    if (!Object.hasOwn(eventNames, name)) throw refused('no-such-request');
    // The IPC event holds the sender, which the page must not get.
    const forward = (_event: IpcRendererEvent, payload: Events[N]): void => listener(payload);
    ipcRenderer.on(name, forward);
    return () => {
      ipcRenderer.off(name, forward);
    };
  },

  addFiles: (files, accountId, presetId) => {
    const paths = pathsOf(files);
    if (paths.length === 0) return Promise.reject(refused('no-files'));
    return ask<AddResult>(addPathsChannel, presetId === undefined ? [paths, accountId] : [paths, accountId, presetId]);
  },
};

contextBridge.exposeInMainWorld('clipferry', Object.freeze(bridge));
