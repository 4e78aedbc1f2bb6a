// The body of a small clip: read, checked and hashed in one go before anything is sent, then handed out as one piece.
//
// Head, clip and tail lie side by side in one buffer, so that the whole request leaves in one write.
import { isSameFile } from '../model.ts';
import type { Buffers, Files } from '../ports.ts';
import type { ClipBody, ClipBodyOptions } from './clip-body.ts';
import { ClipChanged } from './clip-changed.ts';
import { bufferBytes } from './clip-ring.ts';

/** Up to this size a clip leaves in one go anyway. */
export const smallBytes = 256 * 1024;

export type SmallBodyOptions = Pick<ClipBodyOptions, 'identity' | 'form' | 'onTaken' | 'beforeLastBytes'> & {
  readonly files: Files;
  readonly path: string;
  readonly buffers: Buffers;
};

/** Null = the file cannot be read in one go now. Throws FileError, and ClipChanged where it is not the clip that was queued (F-25). */
export async function smallBody(options: SmallBodyOptions): Promise<ClipBody | null> {
  const { identity, form, buffers } = options;
  const buffer = buffers.take(bufferBytes(form.length));
  const clip = buffer.subarray(form.head.length, form.head.length + identity.size);
  const whole = await readSame(options, clip).catch((error: unknown) => {
    buffers.give(buffer);
    throw error;
  });
  if (!whole) {
    buffers.give(buffer);
    return null;
  }
  buffer.set(form.head);
  buffer.set(form.tail, form.head.length + identity.size);
  let sha256: string | null = null;

  async function* bytes(offset: number): AsyncGenerator<Uint8Array, void, void> {
    const digest = offset <= form.head.length ? (whole?.sha256 ?? null) : null;
    await options.beforeLastBytes(digest);
    sha256 = digest;
    yield buffer.subarray(offset, form.length);
    options.onTaken(form.length);
  }

  return {
    length: form.length,
    bytes,
    sha256: () => sha256,
    release: async () => buffers.give(buffer),
  };
}

/** A new version saved over the old one leaves the opened file as it was, so the name is looked at too. */
async function readSame({ files, path, identity }: SmallBodyOptions, into: Uint8Array) {
  const whole = (await files.readWhole?.(path, into, true)) ?? null;
  if (!whole) return null;
  if (whole.bytes < into.length || !isSameFile(identity, whole.opened))
    throw new ClipChanged('The clip on disk is not the one that was queued');
  if (whole.named && !isSameFile(identity, whole.named))
    throw new ClipChanged('Another file took the place of the clip');
  return whole;
}
