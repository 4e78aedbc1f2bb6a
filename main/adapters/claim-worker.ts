// The thread that works on claims: a server that hangs holds up this thread and nothing else.
import { parentPort } from 'node:worker_threads';
import type { Claimed } from '../ports.ts';
import { claim, release } from './claim-steps.ts';

export interface ClaimOrder {
  readonly id: number;
  readonly kind: 'claim' | 'release';
  readonly folder: string;
  readonly name: string;
  readonly us: string;
  readonly staleMs: number;
}

export interface ClaimReport {
  readonly id: number;
  readonly claimed: Claimed;
}

function work({ id, kind, folder, name, us, staleMs }: ClaimOrder): ClaimReport {
  if (kind === 'claim') return { id, claimed: claim(folder, name, us, staleMs) };
  release(folder, name, us);
  return { id, claimed: 'free' };
}

parentPort?.on('message', (orders: readonly ClaimOrder[]) => parentPort?.postMessage(orders.map(work)));
