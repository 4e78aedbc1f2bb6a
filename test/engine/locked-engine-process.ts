// The engine as a process of its own that takes the lock of its profile first, as the app does; says `in-use` when it is refused.
import { lockProfile } from '../../main/adapters/database/profile-lock.ts';
import { StoreError } from '../../main/ports.ts';
import type { EngineOrder } from './engine-process.ts';

const { profile } = JSON.parse(process.argv[2] ?? '') as EngineOrder;
try {
  lockProfile(profile);
} catch (error) {
  if (!(error instanceof StoreError) || error.problem !== 'in-use') throw error;
  process.stdout.write('in-use\n');
  process.exit(3);
}
process.stdout.write('locked\n');
await import('./engine-process.ts');
