// The whole engine in a process of its own, which may watch a folder: what it costs while a film is being recorded there.
//
// node test/bench/recording-engine.ts <profile> <root> <way>, with a channel to its parent; see RecordingAsk and RecordingAnswer.
import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { databaseName } from '../../main/adapters/database/names.ts';
import { diskFiles } from '../../main/adapters/files.ts';
import { startEngine } from '../engine/engine.ts';
import { accountId, openQueue } from './queue-jobs.ts';
import type { RecordingAnswer, RecordingAsk, RecordingWay } from './recording-ways.ts';

const [profile = '', root = '', named = ''] = process.argv.slice(2);
const way = named as RecordingWay;
openQueue(join(profile, databaseName)).sql.close();
const engine = await startEngine({
  profile,
  ports: {
    ...(way === 'network' ? { files: { ...diskFiles, isRemote: async () => true } } : {}),
    ...(way === 'seen' ? {} : { writers: { holding: async () => null, close: async () => {} } }),
  },
});
const watchesNone = way === 'none' || way === 'bare';
const folderId = watchesNone ? null : await engine.watch(accountId, root, 'leave');
if (way === 'bare') watch(root, () => undefined).unref();
if (folderId !== null) await engine.untilFolder(folderId, ({ state }) => state === 'watching');

const tell = (answer: RecordingAnswer): void => void process.send?.(answer);

async function answer(ask: RecordingAsk): Promise<void> {
  if (ask.kind === 'end') {
    await engine.stop();
    process.disconnect();
    return;
  }
  const before = process.cpuUsage();
  await pause(ask.seconds * 1_000);
  const { user, system } = process.cpuUsage(before);
  const beingWritten = folderId === null ? 0 : (await engine.folder(folderId)).beingWritten;
  tell({ kind: 'cost', percent: (user + system) / (ask.seconds * 10_000), beingWritten });
}

process.on('message', (ask: RecordingAsk) => void answer(ask));
tell({ kind: 'ready' });
