// A piece whose first half has arrived and whose rest is held back, as a slow sender does it.
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type HelperSite, pieceType, tus } from './site.ts';

/** What PHP keeps aside of bodies that are still coming, a file for each; small ones stay in its memory. */
const bodiesAside = ({ site }: HelperSite): string[] => readdirSync(join(site.folder, 'tmp'));

/** A piece of which the first half has arrived. */
export interface HeldPiece {
  /** Sends the rest; the status of the answer. */
  finish(): Promise<number>;
  /** Cuts its line. */
  drop(): void;
}

/**
 * Holds a piece half-way. Apache gives PHP what has come, so the plugin is at it when this resolves; a server that waits for the whole body
 * has not asked the plugin yet.
 */
export async function holdPiece(
  site: HelperSite,
  login: string,
  { id, offset, bytes }: { readonly id: string; readonly offset: number; readonly bytes: Buffer },
): Promise<HeldPiece> {
  const before = new Set(bodiesAside(site));
  const sent = request(`${site.root}clipferry/v1/uploads/${id}`, {
    method: 'PATCH',
    // A connection of its own.
    agent: false,
    headers: {
      ...tus,
      authorization: site.basic(login),
      'content-type': pieceType,
      'upload-offset': String(offset),
      'content-length': bytes.length,
    },
  });
  const answered = new Promise<number>((resolve, reject) => {
    sent.on('response', (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', reject);
  });
  answered.catch(() => undefined);
  const half = Math.floor(bytes.length / 2);
  await new Promise<void>((resolve) => sent.write(bytes.subarray(0, half), () => resolve()));
  const isAside = (): boolean => bodiesAside(site).some((name) => !before.has(name));
  if (site.front.kind === 'apache') await expect.poll(isAside, { interval: 5 }).toBe(true);
  return {
    finish: () => {
      sent.end(bytes.subarray(half));
      return answered;
    },
    drop: () => void sent.destroy(),
  };
}
