// What the container says of a clip: duration and picture size, read when somebody wants to see them.
import type { ClipFacts } from '../model.ts';
import type { OpenFile } from '../ports.ts';

/** `facts` with what could be read filled in; a container that cannot be read leaves them as they are. */
export async function probe(file: OpenFile, size: number, facts: ClipFacts): Promise<ClipFacts> {
  // A sixth of all code of main: read when the first clip is looked at, not before the window is there.
  const { ALL_FORMATS, CustomSource, Input } = await import('mediabunny');
  const input = new Input({
    formats: ALL_FORMATS,
    source: new CustomSource({
      getSize: () => size,
      read: async (start, end) => {
        const bytes = new Uint8Array(end - start);
        return bytes.subarray(0, await file.read(bytes, 0, bytes.length, start));
      },
      maxCacheSize: 2 * 1024 * 1024,
    }),
  });
  try {
    const track = await input.getPrimaryVideoTrack();
    const duration = await input.computeDuration();
    return {
      ...facts,
      durationSeconds: Number.isFinite(duration) ? duration : null,
      width: track ? await track.getDisplayWidth() : null,
      height: track ? await track.getDisplayHeight() : null,
    };
  } catch {
    // Broken or unknown inside: these facts are a courtesy, the site decides what it takes.
    return facts;
  } finally {
    input.dispose();
  }
}
