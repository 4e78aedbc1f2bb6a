// The end of a process that calls hang in: it kills itself, and one in which nothing hangs ends as any other.
import process from 'node:process';
import { expect, it, vi } from 'vitest';
import { endProcess } from '../../../main/adapters/end-process.ts';

it.each([
  ['something hangs', true, [[process.pid, 'SIGKILL']]],
  ['nothing hangs', false, []],
])('where %s', (_, hangs, killed) => {
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  endProcess({ hangs: () => hangs });
  expect(kill.mock.calls).toEqual(killed);
});
