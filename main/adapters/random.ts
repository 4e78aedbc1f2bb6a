// The real source of chance.
import { randomBytes } from 'node:crypto';
import type { Random } from '../ports.ts';

export const systemRandom: Random = {
  fraction: () => randomBytes(4).readUInt32BE() / 2 ** 32,
  hex: (count) => randomBytes(count).toString('hex'),
};
