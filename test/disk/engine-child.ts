// The engine as a process of its own, which is to end while a disk that it reads from does not answer.
import { once } from 'node:events';
import process from 'node:process';
import { endProcess } from '../../main/adapters/end-process.ts';
import { createDiskFiles } from '../../main/adapters/files.ts';
import { startEngine } from '../engine/engine.ts';

const [profile = '', url = '', appPassword = '', clip = ''] = process.argv.slice(2);
const files = createDiskFiles({ patienceMs: 500 });
const engine = await startEngine({ profile, ports: { files } });
const account = await engine.connect({ url, signIn: () => ({ appPassword }) });
await engine.uploader.handlers['queue.pause'](true);
const [job] = await engine.add(account, clip);
process.send?.('added');
await once(process, 'message');
await engine.uploader.handlers['queue.pause'](false);
await engine.until(job?.id ?? '', ({ state }) => state.kind === 'waiting' && state.why === 'disk-silent');
process.send?.('hangs');
await once(process, 'message');
await engine.stop();
process.disconnect();
endProcess(files);
