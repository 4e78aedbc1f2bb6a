// Programs in the place of a packaged Clipferry: each starts, says its version when it is asked, and is as long as is wanted.
import { randomFillSync } from 'node:crypto';

/** A script whose shell ends before it comes to the bytes that make it long. */
export function fakeApp(version: string, bytes: number): Buffer {
  const script = Buffer.from(`#!/bin/sh\necho "clipferry ${version}"\nexit 0\n`);
  const program = Buffer.alloc(Math.max(bytes, script.length));
  randomFillSync(program, script.length);
  script.copy(program);
  return program;
}
