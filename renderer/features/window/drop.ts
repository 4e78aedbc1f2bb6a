// Files and folders dragged onto the window: native listeners, because ready-made drop zones lose folders.
import { useEffect, useState } from 'react';

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

/** The place that the pointer is over, by its name in `data-drop`; null = none that has one. */
const placeAt = ({ target }: DragEvent): string | null =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-drop]')?.dataset.drop ?? null) : null;

export interface WindowDrop {
  /** Files are over the window. */
  readonly over: boolean;
  /** Over which of the places that have a name in `data-drop`; null = over none of them. */
  readonly place: string | null;
}

/** `onDrop` gets the real File objects, which only the preload can name, and the place that they were dropped on. */
export function useWindowDrop(
  onDrop: (files: readonly File[], place: string | null) => void,
  enabled: boolean,
): WindowDrop {
  const [over, setOver] = useState(false);
  const [place, setPlace] = useState<string | null>(null);
  useEffect(() => {
    // Each element under the pointer sends its own enter and leave; the drag is over when they balance.
    let depth = 0;
    const enter = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth += 1;
      setOver(enabled);
    };
    const move = (event: DragEvent): void => {
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = enabled ? 'copy' : 'none';
      setPlace(placeAt(event));
    };
    const leave = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth > 0) return;
      setOver(false);
      setPlace(null);
    };
    const drop = (event: DragEvent): void => {
      // Without this the window would leave the app and play the file.
      event.preventDefault();
      depth = 0;
      setOver(false);
      setPlace(null);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (enabled && files.length > 0) onDrop(files, placeAt(event));
    };
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragover', move);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragover', move);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [onDrop, enabled]);
  return { over, place };
}
