// The engine as a process of its own that takes over the file of another computer, to be killed while it does; says `opened`, then `taken`.
import { openZip } from '../../main/adapters/open-zip.ts';
import { saveZip } from '../../main/adapters/save-zip.ts';
import { startEngine } from './engine.ts';

export interface MoveOrder {
  readonly profile: string;
  readonly place: string;
}

const { profile, place } = JSON.parse(process.argv[2] ?? '') as MoveOrder;
const engine = await startEngine({
  profile,
  ports: { moving: { saveZip, openZip, choosePlace: async () => place, chooseFile: async () => place } },
});
const opened = await engine.uploader.handlers['move.open']();
if (!opened?.ok) throw new Error(JSON.stringify(opened));
// Its list is made by now: before that, somebody who reads it could be in the way.
process.stdout.write('opened\n');
await engine.uploader.handlers['move.take'](opened.value.id);
process.stdout.write('taken\n');
await engine.stop();
