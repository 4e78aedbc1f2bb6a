// Dragging rows of a virtual list with the mouse: where they would land, scrolling at the edges, and a way back with Escape.
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

export interface RowDrag {
  /** The rows land before the row with this number; the number of rows = at the end. */
  readonly gap: number;
  readonly count: number;
  /** Where the pointer is in the window. */
  readonly x: number;
  readonly y: number;
}

interface Options {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly grid: RefObject<HTMLElement | null>;
  readonly rowHeight: number;
  /** Height of what stands above the first row in the grid. */
  readonly headHeight: number;
  readonly total: number;
  /** Gives how many rows move with the row at `index`; 0 = it cannot be dragged. */
  readonly begins: (index: number) => number;
  readonly drops: (gap: number) => void;
}

/** A hand that trembles over a click is no drag yet. */
const slackPx = 5;
const edgePx = 48;
const fastestPx = 16;

/** `onPointerDown` belongs on the grid, whose rows carry their number as data-index. */
export function useRowDrag(options: Options): {
  readonly drag: RowDrag | null;
  readonly onPointerDown: (event: PointerEvent) => void;
} {
  const [drag, setDrag] = useState<RowDrag | null>(null);
  const now = useRef(options);
  now.current = options;
  const end = useRef<(() => void) | null>(null);
  useEffect(() => () => end.current?.(), []);

  function onPointerDown(event: PointerEvent): void {
    const plain = event.button === 0 && !event.shiftKey && !event.ctrlKey && !event.metaKey;
    if (!plain || event.pointerType === 'touch' || !(event.target instanceof Element)) return;
    const row = event.target.closest('[role="row"][data-index]');
    if (row === null || event.target.closest('button') !== null) return;
    const index = Number(row.getAttribute('data-index'));
    const start = { x: event.clientX, y: event.clientY };
    let at = start;
    let count = 0;
    let frame = 0;

    const gapAt = (): number => {
      const { grid, headHeight } = now.current;
      const top = (grid.current?.getBoundingClientRect().top ?? 0) + headHeight;
      return Math.max(0, Math.min(now.current.total, Math.round((at.y - top) / now.current.rowHeight)));
    };
    const show = (): void => setDrag({ gap: gapAt(), count, ...at });
    /** The nearer to the edge, the faster the list runs. */
    const scroll = (): void => {
      frame = requestAnimationFrame(scroll);
      const list = now.current.scroller.current;
      if (list === null) return;
      const { top, bottom } = list.getBoundingClientRect();
      const over = at.y < top + edgePx ? at.y - top - edgePx : at.y > bottom - edgePx ? at.y - bottom + edgePx : 0;
      if (over === 0) return;
      list.scrollTop += Math.max(-1, Math.min(1, over / edgePx)) * fastestPx;
      show();
    };
    const move = (moved: globalThis.PointerEvent): void => {
      at = { x: moved.clientX, y: moved.clientY };
      if (count === 0) {
        if (Math.hypot(at.x - start.x, at.y - start.y) < slackPx) return;
        count = now.current.begins(index);
        if (count === 0) {
          stop();
          return;
        }
        frame = requestAnimationFrame(scroll);
      }
      show();
    };
    const stop = (): void => {
      cancelAnimationFrame(frame);
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', stop);
      window.removeEventListener('blur', stop);
      window.removeEventListener('keydown', key, true);
      end.current = null;
      setDrag(null);
    };
    const up = (released: globalThis.PointerEvent): void => {
      const dragged = count > 0;
      at = { x: released.clientX, y: released.clientY };
      const gap = gapAt();
      stop();
      if (!dragged) return;
      // The click that follows a release would select the row under the pointer.
      const swallow = (click: Event): void => click.stopPropagation();
      window.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => window.removeEventListener('click', swallow, true));
      now.current.drops(gap);
    };
    const key = (pressed: KeyboardEvent): void => {
      if (pressed.key !== 'Escape' || count === 0) return;
      pressed.stopPropagation();
      pressed.preventDefault();
      stop();
    };
    end.current?.();
    end.current = stop;
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', stop);
    window.addEventListener('blur', stop);
    window.addEventListener('keydown', key, true);
  }

  return { drag, onPointerDown };
}
